"""Payments: the ways to pay a price, and substitutes for other goods (4.5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from engine.adjustment import adjustable
from engine.core import Effect, Listing, asks, quietly, then, would
from engine.listing import Reason, why
from engine.vocabulary import Goods, Parts, affords, lacks, less, needs_more, pay, payment
from games.teotihuacan.data import SETUP
from games.teotihuacan.state import Teotihuacan

ANY = "resource"
"""In a price: resources of any kind."""


class Substitute(NamedTuple):
    """A good that may be paid in place of others: one of it for up to ``worth`` of a kind (R41)."""

    good: str
    kinds: tuple[str, ...]
    worth: int = 1


Substitutes = tuple[Substitute, ...]


@adjustable
def substitutes(s: Teotihuacan, me: int) -> Substitutes:
    """Return the goods that a player may pay in place of others; none in the base game."""
    return ()


def ways(s: Teotihuacan, me: int, goods: Goods, price: Goods) -> list[Goods]:
    """Return what may be paid for a price out of some goods, the fewest substitutes first."""
    standing = substitutes(s, me)
    if not standing and ANY not in price:
        return [price] if affords(goods, price) else []
    found = _mixtures(tuple(price.items()), standing)
    return [each for each in map(dict, found) if affords(goods, each)]


@cache
def _mixtures(price: Parts, standing: Substitutes) -> list[Parts]:
    """Return all goods that a price can be paid with, the fewest substitutes first."""
    found: dict[Parts, int] = {(): 0}
    for kind, n in price:
        found = {
            tuple(sorted(summed((dict(paid), dict(more))).items())): used + n - _own(kind, more)
            for paid, used in found.items()
            for more in _parts(kind, n, standing)
        }
    return sorted(found, key=lambda paid: (found[paid], paid))


def _own(kind: str, paid: Parts) -> int:
    own = SETUP.resources if kind == ANY else [kind]
    return sum(n for good, n in paid if good in own)


def _parts(kind: str, n: int, standing: Substitutes) -> list[Parts]:
    """Return what may be paid for a number of goods of one kind."""
    if kind == ANY:
        kinds = [*SETUP.resources, *(x.good for x in standing if x.kinds[0] in SETUP.resources)]
        mixes = combinations_with_replacement(kinds, n)
        return [tuple((each, mix.count(each)) for each in dict.fromkeys(mix)) for mix in mixes]
    found: list[Parts] = [((kind, n),)]
    for good, others, worth in standing:
        for used in range(1, -(-n // worth) + 1) if kind in others else ():
            left = max(0, n - used * worth)
            found.append((*(((kind, left),) if left else ()), (good, used)))
    return found


def affordable(s: Teotihuacan, me: int, goods: Goods, *prices: Goods) -> bool:
    """Return whether prices can be paid one after another out of some goods."""
    first, *later = prices
    if not later:
        return bool(ways(s, me, goods, first))
    found = ways(s, me, goods, first)
    return any([affordable(s, me, less(goods, paid), *later) for paid in found])


def short_of(s: Teotihuacan, me: int, rule: str, *prices: Goods) -> Reason | None:
    """Return why a player cannot pay these prices one after another, or None."""
    goods = s.players[me].goods
    total = prices[0] if len(prices) == 1 else summed(prices)
    if ANY not in total:  # a hot case
        lacking = lacks(goods, total, rule)
        if lacking is None or not substitutes(s, me):
            return lacking
    if affordable(s, me, goods, *prices):
        return None
    total = {kind: n for kind, n in total.items() if kind != ANY}
    if substitutes(s, me):
        for kind, n in total.items():
            for more in range(1, n - goods[kind] + 1):
                if affordable(s, me, summed((goods, {kind: more})), *prices):
                    return needs_more(more, kind, rule)
    return lacks(goods, total, rule) or why("no-resource", rule)


def summed(prices: Iterable[Goods]) -> Goods:
    """Return goods added up by kind."""
    total: Goods = {}
    for price in prices:
        for kind, n in price.items():
            total[kind] = total.get(kind, 0) + n
    return total


def frozen(prices: Iterable[Goods]) -> tuple[Parts, ...]:
    """Return prices as keys of a cache."""
    return tuple([tuple(price.items()) for price in prices])


@quietly
def spend(
    s: Teotihuacan, me: int, price: Goods, later: tuple[Goods, ...] = (), following: Effect = ()
) -> None:
    """Pay a price; a player who may pay in several ways chooses one (4.5).

    The prices that are to be paid ``later``, and a ``following`` effect, must stay possible (R81).
    """
    found = _possible(s, me, price, later, following)
    if len(found) == 1 or s.played_by_rules(me):
        then(s, me, pay(found[0]))
    else:
        then(s, me, choose_payment(price, later, following))


@spend.possible
def can_spend(
    s: Teotihuacan, me: int, price: Goods, later: tuple[Goods, ...] = (), following: Effect = ()
) -> bool:
    """Return whether the player can pay the prices, and for the following effect too."""
    possible = affordable(s, me, s.players[me].goods, price, *later)
    return possible and (not following or leaves(s, me, price, following))


def leaves(s: Teotihuacan, me: int, price: Goods, action: Effect) -> bool:
    """Return whether a price can be paid so that an action stays possible."""
    goods = s.players[me].goods
    found = ways(s, me, goods, price)
    return any([would(s, me, action, purse=less(goods, paid)) for paid in found])


def _possible(
    s: Teotihuacan, me: int, price: Goods, later: tuple[Goods, ...], following: Effect
) -> list[Goods]:
    goods = s.players[me].goods
    found = ways(s, me, goods, price)
    if later and len(found) > 1:
        found = [paid for paid in found if affordable(s, me, less(goods, paid), *later)]
    if following and len(found) > 1:
        found = [paid for paid in found if would(s, me, following, purse=less(goods, paid))]
    return found


@asks
def choose_payment(
    s: Teotihuacan, me: int, price: Goods, later: tuple[Goods, ...] = (), following: Effect = ()
) -> Listing:
    """Choose how to pay a price (4.5)."""
    return [payment(tuple(paid.items())) for paid in _possible(s, me, price, later, following)]


choose_payment.refuses_nothing("the ways to pay follow from the price")
