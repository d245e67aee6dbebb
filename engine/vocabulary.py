"""Verbs that every title shares."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.core import Effect, Option, State, does, quietly, then
from engine.listing import Reason, why

Goods = dict[str, int]
"""Amounts by kind of good, ``{"corn": 3, "wood": 1}``."""

Parts = tuple[tuple[str, int], ...]
"""Goods as a key of a cache: pairs of a kind and its amount."""


@does
def gain(s: State[Any], me: int, goods: Goods) -> None:
    """Take goods from the bank."""
    own = s.players[me].goods
    for kind, n in goods.items():
        own[kind] += n


@does
def pay(s: State[Any], me: int, goods: Goods) -> None:
    """Pay goods to the bank."""
    own = s.players[me].goods
    for kind, n in goods.items():
        own[kind] -= n


@cache
def payment(paid: Parts) -> Option:
    """Return the answer that pays these goods: ``spend 2 corn 1 gold``."""
    return Option(" ".join(["spend", *(f"{n} {kind}" for kind, n in paid)]), (pay(dict(paid)),))


@quietly
def each_side(s: State[Any], me: int, first: int, effect: Effect) -> None:
    """Resolve an effect for every side, clockwise from ``first``."""
    count = len(s.players)
    s.agenda.extend([((first + i) % count, effect) for i in reversed(range(count))])


@quietly
def sequence(s: State[Any], me: int, effects: tuple[Effect, ...]) -> None:
    """Resolve several effects in order."""
    then(s, me, *effects)


def affords(goods: Goods, price: Goods) -> bool:
    """Return whether these goods cover the price."""
    return all([goods[kind] >= n for kind, n in price.items()])


def less(goods: Goods, price: Goods) -> Goods:
    """Return what would be left of these goods after the price is paid."""
    left = {**goods}
    for kind, n in price.items():
        left[kind] -= n
    return left


def lacks(goods: Goods, price: Goods, rule: str) -> Reason | None:
    """Return why these goods do not cover the price: the first good that is short, or None."""
    for kind, n in price.items():
        if goods[kind] < n:
            return needs_more(n - goods[kind], kind, rule)
    return None


@cache
def needs_more(n: int, good: str, rule: str) -> Reason:
    """Return the reason of a price for which ``n`` of a good are missing."""
    return why("needs-more", rule, n=n, good=good)
