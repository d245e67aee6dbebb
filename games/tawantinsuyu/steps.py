"""Step markers on the hill: placing them, and what they bring (10.2, D14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Listing, Option, does, may_ask, then
from engine.listing import Reason, RefusedAnswer, answer, why
from engine.vocabulary import gain
from games.tawantinsuyu.benefits import free, no_free
from games.tawantinsuyu.data import TASKS
from games.tawantinsuyu.hill import SPOTS, UPPER
from games.tawantinsuyu.paying import PASS, payable, score, spend
from games.tawantinsuyu.state import Tawantinsuyu


@cache
def upper_spot(spot: str) -> str:
    """Return the upper spot of the section of a lower one, or no spot for an upper one."""
    here = SPOTS[spot]
    if here.level == UPPER:
        return ""
    return next(x.id for x in SPOTS.values() if (x.section, x.level) == (here.section, UPPER))


@cache
def _step(spot: str, costs: bool) -> Option:
    price: tuple[Effect, ...] = (spend(TASKS.steps),) if costs else ()
    return Option(f"step {spot}", (*price, put_step(spot)))


@cache
def _taken(spot: str) -> Reason:
    return why("spot-taken", "10.2", spot=spot)


@cache
def _upper_free(spot: str) -> Reason:
    return why("upper-spot-free", "10.2", spot=spot)


def no_spot(s: Tawantinsuyu, spot: str) -> Reason | None:
    """Return why no marker may be put on a spot: it is taken, or the upper one is free."""
    if spot in s.steps:
        return _taken(spot)
    upper = upper_spot(spot)
    return _upper_free(upper) if upper and upper not in s.steps else None


def placeable(s: Tawantinsuyu, me: int) -> bool:
    """Return whether the player has a marker, and a spot may take one."""
    return s.players[me].steps > 0 and any([no_spot(s, spot) is None for spot in SPOTS])


@may_ask
def set_step(s: Tawantinsuyu, me: int) -> Listing:
    """Pay stone and put a step marker on any spot of the hill (10.2)."""
    if not can_step(s, me):
        return []
    listed = [answer(_step(spot, True), unless=no_spot(s, spot)) for spot in SPOTS]
    return [*listed, PASS, *free(s, me)]


@set_step.possible
def can_step(s: Tawantinsuyu, me: int) -> bool:
    """Return whether the player can pay for and place a marker."""
    return placeable(s, me) and payable(s, me, TASKS.steps)


@set_step.otherwise
def no_step(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield what is not possible at any moment of the own turn; every spot is listed."""
    return no_free(s, me)


@may_ask
def set_step_free(s: Tawantinsuyu, me: int) -> Listing:
    """Put a step marker on any spot of the hill without paying stone (14.4, R157)."""
    if not placeable(s, me):
        return []
    return [*(answer(_step(spot, False), unless=no_spot(s, spot)) for spot in SPOTS), PASS]


set_step_free.possible(placeable)


@does
def put_step(s: Tawantinsuyu, me: int, spot: str) -> None:
    """Put a step marker on a spot, gain points and food; an upper owner scores too (10.2)."""
    s.steps[spot] = me
    s.players[me].steps -= 1
    if upper := upper_spot(spot):
        then(s, s.steps[upper], score(TASKS.upper_points))
    then(s, me, score(TASKS.step_points), gain(TASKS.stepped))
