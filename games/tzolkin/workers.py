"""Workers: placing them, picking them up, and new ones from the bank."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine.core import Effect, Option, asks, does, may_ask, quietly, then
from engine.listing import Reason, RefusedAnswer, offered, refused, why
from engine.vocabulary import lacks, pay
from games.tzolkin.actions import act
from games.tzolkin.data import GEARS, SETUP, TEMPLES
from games.tzolkin.goods import DONE
from games.tzolkin.state import Tzolkin
from games.tzolkin.temples import begging

LAST = {gear.id: gear.last for gear in GEARS.values()}
TEETH = {gear.id: gear.teeth for gear in GEARS.values()}
SPACES = [(gear, space) for gear, last in LAST.items() for space in range(last + 1)]


@asks
def turn(s: Tzolkin, me: int) -> list[Option]:
    """Place workers or pick workers up, after begging if the player likes and may (section 4).

    A player who can do neither must beg. One who cannot beg either is shown mercy (D10, D55).
    """
    options = [*offered(begging(s, me)), *placements(s, me, 0), *pickups(s, me)]
    return options or mercy(s, me)


def placements(s: Tzolkin, me: int, placed: int) -> list[Option]:
    """Return the openings that the player can pay, if it has a worker in hand."""
    player = s.players[me]
    if not player.hand:
        return []
    corn = player.goods["corn"]
    return [opening.option for opening in openings(s, placed) if opening.price <= corn]


class Opening(NamedTuple):
    """A place for the next worker: its price in corn, or why no worker can go there."""

    price: int
    option: Option
    shut: Reason | None = None


NEVER = 10**9
"""The price of an opening that is shut."""


def openings(s: Tzolkin, placed: int) -> list[Opening]:
    """Return each gear's lowest free space, and the first player space.

    It costs the number of the space and a surcharge for the workers placed before it (D11, D12).
    """
    doors = _doors(placed)
    lowest = [
        doors[gear][teeth.index(None) if None in teeth else -1] for gear, teeth in s.gears.items()
    ]
    lowest.append(_start(placed, s.start_space))
    return lowest


@cache
def _doors(placed: int) -> dict[str, list[Opening]]:
    """Return the openings of each gear by tooth, the last one for a gear without a free tooth."""
    return {
        gear: [_door(gear, tooth, placed) for tooth in range(teeth + 1)]
        for gear, teeth in TEETH.items()
    }


def _door(gear: str, tooth: int, placed: int) -> Opening:
    corn = SETUP.surcharge[placed] + tooth
    option = Option(f"place {gear}", (*_fee(corn), place(gear, tooth), place_more(placed + 1)))
    if tooth > LAST[gear]:
        return Opening(NEVER, option, why("gear-full", "5", gear=gear))
    return Opening(corn, option)


@cache
def _start(placed: int, seat: int | None) -> Opening:
    corn = SETUP.surcharge[placed]
    option = Option("place start", (*_fee(corn), go_first(), place_more(placed + 1)))
    if seat is not None:
        return Opening(NEVER, option, why("space-occupied", "5", seat=seat))
    return Opening(corn, option)


def closed(s: Tzolkin, me: int, placed: int) -> Iterator[RefusedAnswer]:
    """Yield the openings that the player cannot use."""
    player = s.players[me]
    empty = None if player.hand else why("no-worker-in-hand", "5")
    for price, option, shut in openings(s, placed):
        if reason := empty or shut or lacks(player.goods, {"corn": price}, "5"):
            yield option.id, reason


def _fee(corn: int) -> tuple[Effect, ...]:
    return (pay({"corn": corn}),) if corn else ()


def mercy(s: Tzolkin, me: int) -> list[Option]:
    """Place one worker on a cheapest space, for all the corn of the player (D10)."""
    lowest = {gear: teeth.index(None) for gear, teeth in s.gears.items() if None in teeth}
    cheapest = min(lowest.values())
    fee = _fee(s.players[me].goods["corn"])
    return [
        Option(f"place {gear}", (*fee, place(gear, space)))
        for gear, space in lowest.items()
        if space == cheapest
    ]


@does
def place(s: Tzolkin, me: int, gear: str, number: int) -> None:
    """Move a worker from the hand to a space."""
    s.gears[gear][number] = me
    s.players[me].hand -= 1


@does
def go_first(s: Tzolkin, me: int) -> None:
    """Move a worker from the hand to the first player space."""
    s.start_space = me
    s.players[me].hand -= 1


@may_ask
def place_more(s: Tzolkin, me: int, placed: int) -> list[Option]:
    """Place another worker, or be done (R60)."""
    options = placements(s, me, placed)
    return [*options, DONE] if options else options


@place_more.otherwise
def no_more_placed(s: Tzolkin, me: int, placed: int) -> Iterator[RefusedAnswer]:
    """Yield closed openings; also begging and picking up, since a worker was placed this turn."""
    yield from closed(s, me, placed)
    yield from _too_late(*(f"pick {gear} {space}" for gear, space in SPACES))


def _too_late(*steps: str) -> Iterator[RefusedAnswer]:
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
def lift(s: Tzolkin, me: int, gear: str, number: int) -> None:
    """Move a worker from a gear to the hand."""
    s.gears[gear][number] = None
    s.players[me].hand += 1


@may_ask
def pick_more(s: Tzolkin, me: int) -> list[Option]:
    """Pick up another worker, in any order, or be done (rules section 6)."""
    options = pickups(s, me)
    return [*options, DONE] if options else options


@pick_more.otherwise
def no_longer_placed(s: Tzolkin, me: int) -> Iterator[RefusedAnswer]:
    """Yield spaces without an own worker, begging, and placing workers."""
    yield from no_worker_there(s, me)
    yield from _too_late(*(f"place {gear}" for gear in GEARS), "place start")


@turn.otherwise
def no_such_turn(s: Tzolkin, me: int) -> Iterator[RefusedAnswer]:
    """Yield gods that cannot be angered, closed openings, and spaces without an own worker."""
    yield from refused(begging(s, me))
    for temple in TEMPLES:
        yield f"beg {temple}", why("too-much-corn", "4.1", n=SETUP.begging["below"])
    yield from closed(s, me, 0)
    yield from no_worker_there(s, me)


def no_worker_there(s: Tzolkin, me: int) -> Iterator[RefusedAnswer]:
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
