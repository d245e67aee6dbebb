"""Workers: placing them, picking them up, and new ones from the bank."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Listing, Option, asks, does, may_ask, quietly, then
from engine.listing import Reason, Refused, answer, offered, refused, why
from engine.vocabulary import Goods, lacks, pay
from games.tzolkin.actions import act
from games.tzolkin.data import GEARS, SETUP, TEMPLES
from games.tzolkin.goods import DONE
from games.tzolkin.state import Tzolkin
from games.tzolkin.temples import begging

LAST = {gear.id: gear.last for gear in GEARS.values()}
SPACES = [(gear, space) for gear, last in LAST.items() for space in range(last + 1)]


@asks
def turn(s: Tzolkin, me: int) -> list[Option]:
    """Place workers or pick workers up, after begging if the player likes and may (section 4).

    A player who can do neither must beg. One who cannot beg either is shown mercy (D10, D55).
    """
    options = [*offered(begging(s, me)), *offered(entries(s, me, 0)), *pickups(s, me)]
    return options or mercy(s, me)


def entries(s: Tzolkin, me: int, placed: int) -> Listing:
    """List where the next worker may go: each gear's lowest free space, or the first player space.

    It costs the number of the space and a surcharge for the workers placed before it (D11, D12).
    """
    player = s.players[me]
    if not player.hand:
        return []
    corn = min(player.goods["corn"], HIGHEST_PRICE)
    listed = [
        _enter(gear, teeth.index(None) if None in teeth else None, placed, corn)
        for gear, teeth in s.gears.items()
    ]
    listed.append(_go_first(s.start_space, placed, corn))
    return listed


HIGHEST_PRICE = SETUP.surcharge[-1] + max(LAST.values())
"""More corn than this makes no difference to a placement."""


@cache
def _enter(gear: str, space: int | None, placed: int, corn: int) -> Option | Refused:
    """List the lowest free tooth of a gear, unless it is no space or costs too much."""
    if space is None or space > LAST[gear]:
        return f"place {gear}", why("gear-full", "5", gear=gear)
    price = {"corn": SETUP.surcharge[placed] + space}
    what = place(gear, space), place_more(placed + 1)
    return answer(f"place {gear}", *_fee(price), *what, unless=lacks({"corn": corn}, price, "5"))


@cache
def _go_first(start_space: int | None, placed: int, corn: int) -> Option | Refused:
    """List the first player space, unless a worker is there or the surcharge is too high."""
    price = {"corn": SETUP.surcharge[placed]}
    reason = _taken(start_space) or lacks({"corn": corn}, price, "5")
    return answer("place start", *_fee(price), go_first(), place_more(placed + 1), unless=reason)


def _fee(price: Goods) -> tuple[Effect, ...]:
    return (pay(price),) if price["corn"] else ()


def _taken(seat: int | None) -> Reason | None:
    return None if seat is None else why("space-occupied", "5", seat=seat)


def mercy(s: Tzolkin, me: int) -> list[Option]:
    """Place one worker on a cheapest space, for all the corn of the player (D10)."""
    lowest = {gear: teeth.index(None) for gear, teeth in s.gears.items() if None in teeth}
    cheapest = min(lowest.values())
    fee = _fee({"corn": s.players[me].goods["corn"]})
    return [
        Option(f"place {gear}", (*fee, place(gear, space)))
        for gear, space in lowest.items()
        if space == cheapest
    ]


@does
def place(s: Tzolkin, me: int, gear: str, space: int) -> None:
    """Move a worker from the hand to a space."""
    s.gears[gear][space] = me
    s.players[me].hand -= 1


@does
def go_first(s: Tzolkin, me: int) -> None:
    """Move a worker from the hand to the first player space."""
    s.start_space = me
    s.players[me].hand -= 1


@may_ask
def place_more(s: Tzolkin, me: int, placed: int) -> list[Option]:
    """Place another worker, or be done (R60)."""
    options = offered(entries(s, me, placed))
    return [*options, DONE] if options else options


@place_more.otherwise
def no_more_placed(s: Tzolkin, me: int, placed: int) -> Iterator[Refused]:
    """Yield closed entries; also begging and picking up, since a worker was placed this turn."""
    yield from refused(entries(s, me, placed))
    yield from _too_late(*(f"pick {gear} {space}" for gear, space in SPACES))


def _too_late(*steps: str) -> Iterator[Refused]:
    for step in [*(f"beg {temple}" for temple in TEMPLES), *steps]:
        yield step, why("turn-has-begun", "4")


def pickups(s: Tzolkin, me: int) -> list[Option]:
    """Return the options to pick up any own worker on a gear."""
    options = []
    for gear, teeth in s.gears.items():
        space = -1
        for _ in range(teeth.count(me)):
            space = teeth.index(me, space + 1)
            options.append(_pickup(gear, space))
    return options


@cache
def _pickup(gear: str, space: int) -> Option:
    return Option(f"pick {gear} {space}", (lift(gear, space), act(gear, space), pick_more()))


@does
def lift(s: Tzolkin, me: int, gear: str, space: int) -> None:
    """Move a worker from a gear to the hand."""
    s.gears[gear][space] = None
    s.players[me].hand += 1


@may_ask
def pick_more(s: Tzolkin, me: int) -> list[Option]:
    """Pick up another worker, in any order, or be done (rules section 6)."""
    options = pickups(s, me)
    return [*options, DONE] if options else options


@pick_more.otherwise
def no_longer_placed(s: Tzolkin, me: int) -> Iterator[Refused]:
    """Yield spaces without an own worker, begging, and placing workers."""
    yield from no_worker_there(s, me)
    yield from _too_late(*(f"place {gear}" for gear in GEARS), "place start")


@turn.otherwise
def no_such_turn(s: Tzolkin, me: int) -> Iterator[Refused]:
    """Yield gods that cannot be angered, closed entries, and spaces without an own worker."""
    yield from refused(begging(s, me))
    yield from refused(entries(s, me, 0))
    yield from _no_use(s)
    yield from no_worker_there(s, me)


def _no_use(s: Tzolkin) -> Iterator[Refused]:
    """Yield what is not listed at all: begging with enough corn, placing with an empty hand."""
    for temple in TEMPLES:
        yield f"beg {temple}", why("too-much-corn", "4.1", n=SETUP.begging["below"])
    for gear in GEARS:
        yield f"place {gear}", why("no-worker-in-hand", "5")
    yield "place start", _taken(s.start_space) or why("no-worker-in-hand", "5")


def no_worker_there(s: Tzolkin, me: int) -> Iterator[Refused]:
    """Yield every space, as refused where no own worker is."""
    for gear, space in SPACES:
        yield f"pick {gear} {space}", why("no-worker-there", "6", gear=gear, space=space)


@quietly
def recruit(s: Tzolkin, me: int, n: int) -> None:
    """Take workers from the bank into the hand, at most as many as are there (R58)."""
    then(s, me, enlist(min(n, s.players[me].reserve)))


@does
def enlist(s: Tzolkin, me: int, n: int) -> None:
    """Receive workers from the bank; 0 if all are in play."""
    player = s.players[me]
    player.reserve -= n
    player.hand += n
