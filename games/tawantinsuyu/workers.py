"""Workers in the bag, in the village and among the nomads (4.3, section 15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Listing, Option, does, may_ask, quietly, then
from engine.listing import RefusedAnswer, answer, or_else, why
from engine.luck import one_of
from games.tawantinsuyu.benefits import free, no_free
from games.tawantinsuyu.data import FESTIVAL, SETUP, WORKERS
from games.tawantinsuyu.paying import PASS, short_of, spend
from games.tawantinsuyu.state import Tawantinsuyu

ENDS = dict(zip(FESTIVAL.ends, (0, -1), strict=True))
"""The place of the worker at each end of the village."""


def draw_worker(s: Tawantinsuyu) -> str | None:
    """Draw a worker from the bag; None if it is empty."""
    colours = [colour for colour, n in s.bag.items() for _ in range(n)]
    if not colours:
        return None
    colour = one_of(s, colours)
    s.bag[colour] -= 1
    return colour


@quietly
def refill_nomads(s: Tawantinsuyu, me: int) -> None:
    """Replace a nomad at once from the bag (4.3)."""
    if colour := draw_worker(s):
        then(s, me, join_nomads(colour))


@does
def join_nomads(s: Tawantinsuyu, me: int, colour: str) -> None:
    """Add a worker from the bag to the nomads."""
    s.nomads.append(colour)


@quietly
def fill_village(s: Tawantinsuyu, me: int, spaces: int) -> None:
    """Fill the village from the bag, from the potato end; a short bag fills less (D35)."""
    while len(s.village) < spaces and (colour := draw_worker(s)):
        s.village.append(colour)
    then(s, me, show_village(tuple(s.village)))


@does
def show_village(s: Tawantinsuyu, me: int, workers: tuple[str, ...]) -> None:
    """Tell the workers of the village, from the potato end."""


@may_ask
def welcome(s: Tawantinsuyu, me: int, n: int) -> Listing:
    """Take workers from the nomads; if there are none, there is nothing to take (D25)."""
    return [_welcome(colour, n) for colour in dict.fromkeys(s.nomads)]


@welcome.possible
def any_nomad(s: Tawantinsuyu, me: int, n: int) -> bool:
    """Return whether there is a nomad."""
    return bool(s.nomads)


@cache
def _welcome(colour: str, n: int) -> Option:
    more = (welcome(n - 1),) if n > 1 else ()
    return Option(f"welcome {colour}", (take_nomad(colour), *more))


@welcome.otherwise
def no_nomad(s: Tawantinsuyu, me: int, n: int) -> Iterator[RefusedAnswer]:
    """Yield the colours that are not among the nomads."""
    for colour in WORKERS:
        yield f"welcome {colour}", why("no-such-worker", "4.3", worker=colour)


@does
def take_nomad(s: Tawantinsuyu, me: int, colour: str) -> None:
    """Take a worker from the nomads, which are refilled at once."""
    s.nomads.remove(colour)
    s.players[me].workers.append(colour)
    then(s, me, refill_nomads())


@may_ask
def hire(s: Tawantinsuyu, me: int) -> Listing:
    """Buy the worker at an end of the village, or none (section 15).

    It is the last moment of the turn, also with an empty village (R168).
    """
    empty = not s.village and why("village-empty", "15")
    listed = [
        answer(_hire(end), unless=empty or short_of(s, me, "15", {food: 1}))
        for end, food in FESTIVAL.ends.items()
    ]
    return or_else([*listed, *free(s, me)], PASS)


@cache
def _hire(end: str) -> Option:
    return Option(f"hire {end}", (spend({FESTIVAL.ends[end]: 1}), take_villager(end)))


@hire.otherwise
def no_hire(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield what is not possible at any moment; both ends of the village are listed."""
    return no_free(s, me)


@does
def take_villager(s: Tawantinsuyu, me: int, end: str) -> None:
    """Take the worker at an end of the village."""
    s.players[me].workers.append(leave_village(s, end))


def leave_village(s: Tawantinsuyu, end: str) -> str:
    """Remove the worker at an end of the village, and return its colour."""
    s.idle = 0
    return s.village.pop(ENDS[end])


@may_ask
def dismiss(s: Tawantinsuyu, me: int) -> Listing:
    """Put surplus workers back into the box at the end of the turn (D5)."""
    workers = s.players[me].workers
    if len(workers) <= SETUP.workers:
        return []
    return [_dismiss(colour) for colour in dict.fromkeys(workers)]


@cache
def _dismiss(colour: str) -> Option:
    return Option(f"dismiss {colour}", (leave_game(colour), dismiss()))


@dismiss.otherwise
def no_own_worker(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the colours of which the player has no worker."""
    for colour in WORKERS:
        yield f"dismiss {colour}", why("no-such-worker", "15", worker=colour)


@does
def leave_game(s: Tawantinsuyu, me: int, colour: str) -> None:
    """Put an own worker into the box for good."""
    s.players[me].workers.remove(colour)
    s.boxed[colour] = s.boxed.get(colour, 0) + 1
