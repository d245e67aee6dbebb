"""Main actions: their cocoa, the workers that count, and what follows them (4.2, section 6)."""

from __future__ import annotations

from engine import tables
from engine.adjustment import adjustable
from engine.core import Effect, does, quietly, resolvable, then, would
from engine.listing import Reason, why
from engine.tables import Written
from engine.vocabulary import Goods, gain
from games.teotihuacan.box import ALL, box
from games.teotihuacan.data import RING, Technology
from games.teotihuacan.displays import refill_decorations, refill_display
from games.teotihuacan.paying import leaves, short_of, spend, substitutes
from games.teotihuacan.power import at_work, one_more, power_up
from games.teotihuacan.state import Teotihuacan

OTHER_ACTION = why("tile-used-for-action", "9.5")


def colours_met(s: Teotihuacan, me: int, board: int) -> int:
    """Return how many colours stood in the general area before the worker arrived (4.2).

    The own colour counts as one if another own worker is there; neutral colours count.
    """
    present = [side for side in range(len(s.players)) if side != me and at_work(s, side, board)]
    own = [worker for worker in at_work(s, me, board) if not _arrived(s, me, worker)]
    return len(present) + bool(own) + sum([board in dice for dice in s.neutral])


def crowd(s: Teotihuacan, board: int) -> int:
    """Return how many colours the unlocked workers on a board have."""
    present = [side for side in range(len(s.players)) if at_work(s, side, board)]
    return len(present) + sum([board in dice for dice in s.neutral])


def _arrived(s: Teotihuacan, me: int, worker: object) -> bool:
    workers = s.players[me].workers
    return any([workers[n] is worker for n in s.now.arrived])


@adjustable
def fee(s: Teotihuacan, me: int, board: int) -> int:
    """Return the cocoa of a main action; a discovery tile may pay it (R48)."""
    return 0 if s.now.free else s.now.colours


@adjustable
def main_price(s: Teotihuacan, me: int, board: int) -> Goods:
    """Return what a main action costs before it is carried out: cocoa."""
    cocoa = fee(s, me, board)
    return {"cocoa": cocoa} if cocoa else {}


def paying(s: Teotihuacan, me: int, board: int) -> tuple[Effect, ...]:
    """Return the payment of a main action, if any; it leaves what the action itself costs."""
    price, action = main_price(s, me, board), box(s).actions.get(board)
    if not price or action is None:
        return ()
    return (spend(price, (), action) if substitutes(s, me) else spend(price),)


def main_obstacle(s: Teotihuacan, me: int, board: int) -> Reason | None:
    """Return why the main action of a board cannot be taken: cocoa or its own cost (4.2)."""
    action = box(s).actions.get(board)
    if action is None:
        return why("no-main-action", "2.2", n=board)
    price = main_price(s, me, board)
    if price and (short := short_of(s, me, "4.2", price)):
        return short
    possible = leaves(s, me, price, action) if price else resolvable(s, me, action)
    return None if possible else why("action-impossible", "4.2", n=board)


def counted(s: Teotihuacan, me: int, board: int) -> int:
    """Return how many workers a main action counts: at most 3, and no others later (R51, R56)."""
    if s.now.counted:
        return s.now.counted
    return min(RING.most_workers, len(at_work(s, me, board)) + extra_workers(s, me, board))


@adjustable
def extra_workers(s: Teotihuacan, me: int, board: int) -> int:
    """Return how many workers a main action counts beyond those on the board."""
    return s.now.more + sum([technology.workers for technology in helping(s, me, board)])


def helping(s: Teotihuacan, me: int, board: int) -> list[Technology]:
    """Return the own technologies that name the board."""
    owned = [ALL.technologies[id_] for id_ in s.players[me].technologies]
    return [technology for technology in owned if board in technology.boards]


@adjustable
def lowest(s: Teotihuacan, me: int, board: int) -> int:
    """Return the lowest power of the own workers at work on a board."""
    return min([worker.power for worker in at_work(s, me, board)])


@does
def work(s: Teotihuacan, me: int, board: int) -> None:
    """Carry out the action of the board, then power up workers there (section 6).

    A technology that the action brings does not help in the same action (R10).
    """
    n = counted(s, me, board)
    s.now.counted = n
    s.now.discount = discounted(s, me, board)
    then(
        s,
        me,
        box(s).actions[board],
        *[_of_board(effect, board) for effect in after_action(s, me, board)],
        power_ups(board, box(s).boards[board].power_ups[n - 1]),
        rest(),
    )


@adjustable
def after_action(s: Teotihuacan, me: int, board: int) -> tuple[Effect, ...]:
    """Return what follows a main action, before its power-ups."""
    return tuple([e for t in helping(s, me, board) for e in tables.effects(t.after)])


@adjustable
def discounted(s: Teotihuacan, me: int, board: int) -> int:
    """Return how many resources less a main action costs (technology; 6.5)."""
    return sum([technology.discount for technology in helping(s, me, board)])


def _of_board(effect: Effect, board: int) -> Effect:
    """Return the effect, with the board where it asks for one."""
    return (*effect, board) if effect[0] == gain_of_board.name else effect


@does
def gain_of_board(s: Teotihuacan, me: int, n: int, board: int = 0) -> None:
    """Gain more of the resource of the board."""
    then(s, me, gain({box(s).boards[board].resource: n}))


@work.possible
def can_work(s: Teotihuacan, me: int, board: int) -> bool:
    """Return whether the main action of a board can be taken."""
    return main_obstacle(s, me, board) is None


@quietly
def power_ups(s: Teotihuacan, me: int, board: int, n: int) -> None:
    """Power up workers on the board, and once more with a technology; an action may forbid it.

    Workers that only count are not powered up (R40).
    """
    if n and not s.now.tired:
        s.now.raised = 0
        then(s, me, power_up(board, n), one_more(board))


@quietly
def rest(s: Teotihuacan, me: int) -> None:
    """End the main action: the displays are refilled (section 4)."""
    s.now.acting, s.now.counted, s.now.more = False, 0, 0
    then(s, me, refill_display(), refill_decorations())


def here(s: Teotihuacan, me: int) -> int:
    """Return the board of the worker that moved in this turn."""
    return s.players[me].workers[s.now.arrived[0]].board


@does
def count_one_more(s: Teotihuacan, me: int) -> None:
    """Count one worker more in the main action."""
    s.now.more += 1


@adjustable
def for_main(s: Teotihuacan, me: int) -> bool:
    """Return whether a tile for the main action was used: then no other action is left (R70)."""
    return s.now.more > 0


def main_helps(s: Teotihuacan, me: int) -> bool:
    """Return whether the main action can be taken."""
    return resolvable(s, me, work(here(s, me)))


@count_one_more.possible
def one_more_helps(s: Teotihuacan, me: int) -> bool:
    """Return whether the main action would count one worker more."""
    board = here(s, me)
    fewer = counted(s, me, board) < RING.most_workers
    return fewer and would(s, me, work(board), (s.now, "more", s.now.more + 1))


@adjustable
def cell(s: Teotihuacan, me: int, board: int) -> list[Written]:
    """Return what the table of a board gives for the workers there (6.1)."""
    columns = (0, 1, 1, 2, 2)
    row = counted(s, me, board) - 1
    return box(s).boards[board].cells[row][columns[lowest(s, me, board) - 1]]


@does
def gather(s: Teotihuacan, me: int, board: int) -> None:
    """Gain what the table shows for the number of workers and the lowest power (6.1)."""
    then(s, me, *tables.effects(cell(s, me, board)))
