"""Paying: food is any mix of potato and corn, and gold replaces other goods (section 5)."""

from __future__ import annotations

from functools import cache
from itertools import product

from engine.core import Listing, Option, asks, does, quietly, then
from engine.listing import Reason, why
from engine.vocabulary import Goods, Parts, affords, lacks, pay, payment
from games.tawantinsuyu.data import SETUP
from games.tawantinsuyu.state import Tawantinsuyu

FOOD = "food"
"""The kind of a price that any food pays."""

PASS = Option("pass")


@does
def score(s: Tawantinsuyu, me: int, points: int) -> None:
    """Score victory points."""
    s.players[me].points += points


@does
def lose_points(s: Tawantinsuyu, me: int, points: int) -> None:
    """Lose victory points; the score never falls below 0 (D30)."""
    player = s.players[me]
    player.points = max(0, player.points - points)


def ways(goods: Goods, price: Goods) -> list[Goods]:
    """Return what may be paid for a price out of some goods, the least gold first (D3)."""
    return [dict(paid) for paid in _mixtures(tuple(price.items())) if affords(goods, dict(paid))]


@cache
def _mixtures(price: Parts) -> list[Parts]:
    """Return all goods that a price can be paid with, the least gold first."""
    found: list[Parts] = []
    for parts in product(*(_parts(kind, n) for kind, n in price if n)):
        total = dict.fromkeys(SETUP.goods, 0)
        for kind, n in (part for each in parts for part in each):
            total[kind] += n
        found.append(tuple((kind, n) for kind, n in total.items() if n))
    return sorted(dict.fromkeys(found), key=lambda paid: dict(paid).get(SETUP.wild, 0))


def _parts(kind: str, n: int) -> list[Parts]:
    """Return what may be paid for a number of one kind: of food any mix, and gold instead."""
    kinds = SETUP.food if kind == FOOD else [kind]
    if kind == SETUP.wild:
        return [((kind, n),)]
    found: list[Parts] = []
    for wild in range(n + 1):
        for first in range(n - wild, -1, -1) if len(kinds) > 1 else [n - wild]:
            parts = zip(kinds, (first, n - wild - first), strict=False)
            found.append((*parts, (SETUP.wild, wild)))
    return found


def payable(s: Tawantinsuyu, me: int, price: Goods) -> bool:
    """Return whether a player can pay all of a price."""
    goods = s.players[me].goods
    spare = {kind: goods[kind] - price.get(kind, 0) for kind in SETUP.goods}
    wild = spare.pop(SETUP.wild)
    food = price.get(FOOD, 0) - sum([max(0, spare[kind]) for kind in SETUP.food])
    missing = sum([-n for n in spare.values() if n < 0]) + max(0, food)
    return missing <= wild


def short_of(s: Tawantinsuyu, me: int, rule: str, price: Goods) -> Reason | None:
    """Return why a player cannot pay all of a price, or None."""
    goods = s.players[me].goods
    if payable(s, me, price):
        return None
    named = {kind: n for kind, n in price.items() if kind != FOOD}
    return lacks(goods, named, rule) or why("no-food", rule, n=price.get(FOOD, 0))


@quietly
def spend(s: Tawantinsuyu, me: int, price: Goods) -> None:
    """Pay a price; a player who may pay in several ways chooses one."""
    found = ways(s.players[me].goods, price)
    if not any(price.values()):
        return
    if len(found) == 1 or s.played_by_rules(me):
        then(s, me, pay(found[0]))
    else:
        then(s, me, choose_payment(price))


spend.possible(payable)


@asks
def choose_payment(s: Tawantinsuyu, me: int, price: Goods) -> Listing:
    """Choose the goods that pay a price."""
    return [payment(tuple(paid.items())) for paid in ways(s.players[me].goods, price)]


choose_payment.refuses_nothing("the ways to pay follow from the price")
