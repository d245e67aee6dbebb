"""Goods: resources of the player's choice, and victory points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from engine.core import Effect, Listing, Option, asks, does
from engine.listing import RefusedAnswer, answer, why
from engine.vocabulary import gain, lacks, pay
from games.teotihuacan.data import SETUP
from games.teotihuacan.state import Teotihuacan

MOST_TAKEN = 9
"""The largest number of resources that one effect gives, with the help of modules: a royal tile."""


@does
def score(s: Teotihuacan, me: int, points: int) -> None:
    """Score victory points."""
    s.players[me].points += points


@does
def lose_points(s: Teotihuacan, me: int, points: int) -> None:
    """Lose victory points; the score never falls below 0 (10.3)."""
    player = s.players[me]
    player.points = max(0, player.points - points)


@asks
def gain_any(s: Teotihuacan, me: int, n: int) -> list[Option]:
    """Take a number of resources, each of any kind (section 1)."""
    return _mixes(n)


@gain_any.otherwise
def no_mix(s: Teotihuacan, me: int, n: int) -> Iterator[RefusedAnswer]:
    """Yield the mixes of other numbers of resources."""
    for other in range(1, MOST_TAKEN + 1):
        for option in _mixes(other):
            yield option.id, why("other-number", "1", n=n)


@cache
def _mixes(n: int) -> list[Option]:
    mixes = map(Counter, combinations_with_replacement(SETUP.resources, n))
    return [Option(f"take {_counted(mix)}", (gain(dict(mix)),)) for mix in mixes]


def _counted(mix: Counter[str]) -> str:
    return " ".join(f"{n} {kind}" for kind, n in mix.items())


@asks
def pay_any(s: Teotihuacan, me: int, after: tuple[Effect, ...] = ()) -> Listing:
    """Pay a resource of any kind for what follows."""
    goods = s.players[me].goods
    return [
        answer(f"pay {kind}", pay({kind: 1}), *after, unless=lacks(goods, {kind: 1}, "4.5"))
        for kind in SETUP.resources
    ]


@pay_any.possible
def any_resource(s: Teotihuacan, me: int, after: tuple[Effect, ...] = ()) -> bool:
    """Return whether the player has a resource of any kind."""
    goods = s.players[me].goods
    return any([goods[kind] for kind in SETUP.resources])
