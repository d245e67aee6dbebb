"""Turns: moving a worker round the ring, unlocking, and the choice on arrival (section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.adjustment import adjustable
from engine.core import Listing, Option, asks, begin_turn, does, may_ask, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, or_else, refused, why
from engine.vocabulary import gain
from games.teotihuacan.acting import (
    OTHER_ACTION,
    colours_met,
    for_main,
    main_obstacle,
    paying,
    work,
)
from games.teotihuacan.box import ALL
from games.teotihuacan.data import RING
from games.teotihuacan.discovery import ACTING, ANY_TIME, MOVING, PAYING, no_uses, uses
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.power import HIGHEST, HOME, at_work, place_of
from games.teotihuacan.state import CurrentTurn, Teotihuacan, Worker
from games.teotihuacan.worship import no_worship, rites

END = Option("end")
PAY_UNLOCK = "pay unlock"

NONE_LOCKED = why("no-locked-worker", "4")


@quietly
def own_turn(s: Teotihuacan, me: int) -> None:
    """Take a normal turn or an unlock turn (section 4); none is left when the game is over."""
    if s.over:
        return
    begin_turn.run(s, me)
    s.now = CurrentTurn()
    then(s, me, turn(), finish())


def in_own_turn(s: Teotihuacan, me: int) -> bool:
    """Return whether it is the turn of this player: its end is still to come."""
    return (me, finish()) in s.agenda


@asks
def turn(s: Teotihuacan, me: int) -> Listing:
    """Move a worker one to three boards clockwise, or unlock all own workers (4.1)."""
    return [
        *moves(s, me, distances(s, me)),
        answer("unlock", unlock(), unless=_no_unlock_turn(s, me)),
        *_unlockings(s, me),
        *uses(s, me, MOVING, *([] if prepared(s) else [ANY_TIME])),
    ]


def prepared(s: Teotihuacan) -> bool:
    """Return whether a tile for the movement was used: then only the movement is left (R70)."""
    return s.now.two or s.now.far


@turn.otherwise
def no_turn(s: Teotihuacan, me: int) -> Iterator[RefusedAnswer]:
    """Yield the workers that are not there, boards out of reach, and other tiles."""
    for board in range(1, RING.positions + 1):
        for power in range(1, HIGHEST + 1):
            there = any([worker.power == power for worker in at_work(s, me, board)])
            no = why("out-of-reach", "4.1") if there else _absent(board, power)
            for to in range(1, RING.positions + 1):
                yield f"move {board} {power} {to}", no
    yield from refused(unlockings(s, me))
    yield from no_uses(s)


@cache
def _absent(board: int, power: int) -> Reason:
    return why("no-such-worker", "4.1", n=board, power=power)


def distances(s: Teotihuacan, me: int) -> range:
    """Return the numbers of boards that a worker may move."""
    return range(1, (RING.positions if s.now.far else reach(s, me)) + 1)


def moves(s: Teotihuacan, me: int, within: range) -> list[Option]:
    """Return the movements of each unlocked worker; workers of equal power are alike."""
    found: list[Option] = []
    for board, power in sorted({(w.board, w.power) for w in s.players[me].workers if w.unlocked}):
        if s.now.two and len(at_work(s, me, board)) < 2:
            continue
        here = s.ring.index(board)
        reached = (*s.ring[here:], *s.ring[:here], board)[within.start : within.stop]
        found += _moves(board, power, reached, s.now.two)
    return found


@adjustable
def reach(s: Teotihuacan, me: int) -> int:
    """Return how many boards a worker moves at most."""
    return RING.reach


@cache
def _moves(board: int, power: int, reached: tuple[int, ...], two: bool) -> list[Option]:
    return [_move(board, power, to, two) for to in reached]


def _move(board: int, power: int, to: int, two: bool) -> Option:
    second = (choose_second(board, to),) if two else ()
    return Option(
        f"move {board} {power} {to}", (walk(board, power, to), *second, look_round(to), arrive(to))
    )


@does
def walk(s: Teotihuacan, me: int, board: int, power: int, to: int) -> None:
    """Move a worker clockwise to another board; passing board 1 may bring a gain (4.4, R7)."""
    if passes_home(s, board, to):
        owned = s.players[me].technologies
        found = [e for each in owned for e in tables.effects(ALL.technologies[each].passing)]
        then(s, me, *found)
    _move_worker(s, me, board, power, to)


@quietly
def look_round(s: Teotihuacan, me: int, board: int) -> None:
    """Count the colours on the board before anything else is done there (4.2)."""
    s.now.colours = colours_met(s, me, board)


def passes_home(s: Teotihuacan, board: int, to: int) -> bool:
    """Return whether a movement comes onto or past board 1; a far one must end there (R7)."""
    if board == HOME:
        return False
    if s.now.far:
        return to == HOME
    return s.position(to) < s.position(board)


def _move_worker(s: Teotihuacan, me: int, board: int, power: int, to: int) -> None:
    worker = next(each for each in waiting(s, me, board) if each.power == power)
    s.now.acting = True
    s.now.arrived.append(place_of(s, me, worker))
    worker.board = to


@asks
def choose_second(s: Teotihuacan, me: int, board: int, to: int) -> list[Option]:
    """Choose the second worker that moves from the same board to the same board (9.5)."""
    powers = sorted({w.power for w in waiting(s, me, board)})
    return [_second(board, power, to) for power in powers]


def waiting(s: Teotihuacan, me: int, board: int) -> list[Worker]:
    """Return the unlocked workers of a board that have not moved in this turn."""
    moved = s.now.arrived
    workers = enumerate(s.players[me].workers)
    return [w for n, w in workers if w.board == board and not w.space and n not in moved]


@cache
def _second(board: int, power: int, to: int) -> Option:
    return Option(f"second {power}", (follow(board, power, to),))


@choose_second.otherwise
def no_second(s: Teotihuacan, me: int, board: int, to: int) -> Iterator[RefusedAnswer]:
    """Yield the powers that no worker there has."""
    for power in range(1, HIGHEST + 1):
        yield f"second {power}", _absent(board, power)


@does
def follow(s: Teotihuacan, me: int, board: int, power: int, to: int) -> None:
    """Move a second worker along with the first."""
    _move_worker(s, me, board, power, to)


@does
def move_two(s: Teotihuacan, me: int) -> None:
    """Let a second worker move along."""
    s.now.two = True


@move_two.possible
def any_pair(s: Teotihuacan, me: int) -> bool:
    """Return whether two unlocked workers stand on one board."""
    return not s.now.two and any([len(at_work(s, me, board)) > 1 for board in s.ring])


@does
def move_far(s: Teotihuacan, me: int) -> None:
    """Let the worker move any distance, once round at most (R6)."""
    s.now.far = True


@move_far.possible
def not_far_yet(s: Teotihuacan, me: int) -> bool:
    """Return whether the worker moves within reach and some worker can move."""
    return not s.now.far and any([worker.unlocked for worker in s.players[me].workers])


def locked(s: Teotihuacan, me: int) -> bool:
    """Return whether the player has a locked worker."""
    return any([worker.space for worker in s.players[me].workers])


def _no_unlock_turn(s: Teotihuacan, me: int) -> Reason | None:
    if not locked(s, me):
        return NONE_LOCKED
    if prepared(s):
        return why("a-move-is-prepared", "4")
    return None


def _unlockings(s: Teotihuacan, me: int) -> Listing:
    """List the payments for unlocking; without a locked worker there are none."""
    return unlockings(s, me) if locked(s, me) else ()


@adjustable
def unlockings(s: Teotihuacan, me: int) -> Listing:
    """List the payment that unlocks all own workers in a normal turn (R5)."""
    if no := no_paid_unlock(s, me):
        return [(PAY_UNLOCK, no)]
    cocoa = unlocking_cocoa(s, me)
    return [answer(_pay_and_unlock(cocoa), unless=short_of(s, me, "4", {"cocoa": cocoa}))]


@adjustable
def unlocking_cocoa(s: Teotihuacan, me: int) -> int:
    """Return the cocoa that unlocks all own workers."""
    return RING.unlocking


@adjustable
def no_paid_unlock(s: Teotihuacan, me: int) -> Reason | None:
    """Return why the workers cannot be unlocked for cocoa, or None; the price does not count."""
    if not locked(s, me):
        return NONE_LOCKED
    return OTHER_ACTION if begun(s, me) else None


@cache
def _pay_and_unlock(cocoa: int) -> Option:
    return Option(PAY_UNLOCK, (spend({"cocoa": cocoa}), unlock()), again=True)


@does
def unlock(s: Teotihuacan, me: int) -> None:
    """Move all own locked workers to the general areas of their boards."""
    for worker in s.players[me].workers:
        worker.space = ""


@asks
def arrive(s: Teotihuacan, me: int, board: int) -> Listing:
    """Collect cocoa, take the main action, or worship (4.2)."""
    other = begun(s, me)
    return [
        answer("cocoa", collect(board), unless=other and OTHER_ACTION),
        _main(s, me, board),
        *rites(s, me, board),
        *_unlockings(s, me),
        *([] if other else uses(s, me, ACTING, PAYING, ANY_TIME, board=board)),
    ]


def _main(s: Teotihuacan, me: int, board: int) -> Option | RefusedAnswer:
    if no := main_obstacle(s, me, board):
        return "main", no
    return Option("main", (*paying(s, me, board), work(board)))


def begun(s: Teotihuacan, me: int) -> bool:
    """Return whether a tile for the action was used: then only the action is left (R70)."""
    return s.now.free or for_main(s, me)


@arrive.otherwise
def no_arrival(s: Teotihuacan, me: int, board: int) -> Iterator[RefusedAnswer]:
    """Yield the worship spaces of other boards, and other tiles."""
    yield from no_worship(s)
    yield from refused(unlockings(s, me))
    yield from no_uses(s)


@does
def collect(s: Teotihuacan, me: int, board: int) -> None:
    """Collect 1 cocoa, and 1 for each colour that was there before (4.2)."""
    s.now.acting = False
    if cocoa := collected(s, me):
        then(s, me, gain({"cocoa": cocoa}))


@adjustable
def collected(s: Teotihuacan, me: int) -> int:
    """Return the cocoa that a worker collects."""
    return 1 + s.now.colours


@may_ask
def finish(s: Teotihuacan, me: int) -> Listing:
    """Use tiles or pay for unlocking once more before the turn ends (4.3)."""
    return or_else([*_unlockings(s, me), *uses(s, me, ANY_TIME)], END)


@finish.otherwise
def no_finish(s: Teotihuacan, me: int) -> Iterator[RefusedAnswer]:
    """Yield unlocking without a locked worker, and the tiles that cannot be used."""
    yield from refused(unlockings(s, me))
    yield from no_uses(s)
