"""Goods beyond the shared gain and pay: points, skulls, blocks of any kind, the market."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from engine.core import Effect, Listing, Option, asks, does, may_ask, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, or_else, why
from engine.vocabulary import Goods, gain, lacks, pay
from games.tzolkin.data import MARKET, TECHNOLOGIES
from games.tzolkin.state import Tzolkin

RESOURCES = tuple(MARKET)
"""The kinds of building blocks: wood, stone and gold."""

MOST_BLOCKS = max(TECHNOLOGIES.prices)
"""The largest payment in blocks of any kind; no gift of them is larger."""

DONE = Option("done")


@does
def score(s: Tzolkin, me: int, victory_points: float) -> None:
    """Score victory points."""
    s.players[me].points += victory_points


def shared(n: int, parts: int) -> float:
    """Return ``n / parts`` exactly; a whole number is an int, so that clients see no ``3.0``."""
    whole, rest = divmod(n, parts)
    return n / parts if rest else whole


@quietly
def take_skulls(s: Tzolkin, me: int, n: int) -> None:
    """Take crystal skulls from the bank, at most as many as it has (R58)."""
    then(s, me, receive_skulls(min(n, s.skulls)))


@does
def receive_skulls(s: Tzolkin, me: int, n: int) -> None:
    """Receive crystal skulls from the bank; 0 if it has none."""
    s.skulls -= n
    s.players[me].goods["skull"] += n


@does
def return_skulls(s: Tzolkin, me: int, n: int) -> None:
    """Return skulls to the bank, where they are available again (D29)."""
    s.skulls += n
    s.players[me].goods["skull"] -= n


def blocks(s: Tzolkin, me: int) -> int:
    """Return the number of blocks of all kinds that a player owns."""
    goods = s.players[me].goods
    return sum([goods[kind] for kind in RESOURCES])


@cache
def bundles(n: int) -> list[tuple[str, Goods]]:
    """Return all ways to make up ``n`` blocks: ("1 wood 1 gold", {...})."""
    found = []
    for kinds in combinations_with_replacement(RESOURCES, n):
        goods = {kind: kinds.count(kind) for kind in RESOURCES if kind in kinds}
        found.append((" ".join(f"{count} {kind}" for kind, count in goods.items()), goods))
    return found


@cache
def _payments(n: int) -> list[tuple[Option, Goods]]:
    return [(Option(f"pay {name}", (pay(price),)), price) for name, price in bundles(n)]


@asks
def pay_any(s: Tzolkin, me: int, n: int) -> Listing:
    """Pay blocks of any kinds, freely mixed."""
    goods = s.players[me].goods
    return [answer(option, unless=lacks(goods, price, "6")) for option, price in _payments(n)]


@pay_any.possible
def enough_blocks(s: Tzolkin, me: int, n: int) -> bool:
    """Return whether the player has enough blocks, whatever their kinds."""
    return blocks(s, me) >= n


@pay_any.otherwise
def other_payments(s: Tzolkin, me: int, n: int) -> Iterator[RefusedAnswer]:
    """Yield the payments of another number of blocks."""
    for number in range(1, MOST_BLOCKS + 1):
        for option, _ in _payments(number):
            yield option.id, why("other-number", "6", n=n)


@cache
def _gifts(n: int) -> list[Option]:
    return [Option(f"take {name}", (gain(goods),)) for name, goods in bundles(n)]


@asks
def take_any(s: Tzolkin, me: int, n: int) -> list[Option]:
    """Take blocks of choice from the bank."""
    return _gifts(n)


@take_any.otherwise
def other_gifts(s: Tzolkin, me: int, n: int) -> Iterator[RefusedAnswer]:
    """Yield the gifts of another number of blocks."""
    for number in range(1, MOST_BLOCKS + 1):
        for option in _gifts(number):
            yield option.id, why("other-number", "6", n=n)


@cache
def _sale(kind: str, sold: tuple[str, ...]) -> Option:
    after = trade(tuple(sorted({*sold, kind})), False)
    return Option(f"sell {kind}", (pay({kind: 1}), gain({"corn": MARKET[kind]}), after))


@cache
def _purchase(kind: str, sold: tuple[str, ...]) -> Option:
    return Option(f"buy {kind}", (pay({"corn": MARKET[kind]}), gain({kind: 1}), trade(sold, True)))


@may_ask
def trade(s: Tzolkin, me: int, sold: tuple[str, ...] = (), buying: bool = False) -> Listing:
    """Exchange corn and blocks at the market any number of times, selling before buying (R57)."""
    goods = s.players[me].goods
    sales = [
        answer(
            _sale(kind, sold), unless=_unsold(kind, buying) if buying or not goods[kind] else None
        )
        for kind in RESOURCES
    ]
    purchases = [
        answer(
            _purchase(kind, sold),
            unless=_sold(kind) if kind in sold else lacks(goods, price, "7.4"),
        )
        for kind, price in PRICES
    ]
    return or_else([*sales, *purchases], DONE)


@trade.possible
def any_exchange(s: Tzolkin, me: int, sold: tuple[str, ...] = (), buying: bool = False) -> bool:
    """Return whether there is a block to sell, or corn for a block that was not sold."""
    goods = s.players[me].goods
    if not buying and blocks(s, me):
        return True
    corn = goods["corn"]
    return any([price <= corn and kind not in sold for kind, price in MARKET.items()])


PRICES = [(kind, {"corn": price}) for kind, price in MARKET.items()]


@cache
def _unsold(kind: str, buying: bool) -> Reason:
    if buying:
        return why("sell-before-buying", "R57", good=kind)
    return why("needs-more", "7.4", n=1, good=kind)


@cache
def _sold(kind: str) -> Reason:
    return why("sold-this-visit", "R57", good=kind)


def charge(cost: Goods) -> tuple[Effect, ...]:
    """Return the effects of paying a printed cost to the bank, skulls included."""
    plain = {kind: n for kind, n in cost.items() if kind != "skull"}
    skulls = cost.get("skull", 0)
    return (*([pay(plain)] if plain else []), *([return_skulls(skulls)] if skulls else []))
