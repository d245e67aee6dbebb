"""Goods beyond the shared gain and pay: points, skulls, blocks of any kind, the market."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from engine.core import Effect, Option, Refusal, asks, does, may_ask, quietly, then
from engine.vocabulary import Goods, gain, pay
from games.tzolkin.data import MARKET, TECHNOLOGIES
from games.tzolkin.state import Tzolkin

RESOURCES = tuple(MARKET)
"""The kinds of building blocks: wood, stone and gold."""

MOST_BLOCKS = max(TECHNOLOGIES.prices)
"""The largest payment in blocks of any kind; no gift of them is larger."""

DONE = Option("done")


@does
def score(s: Tzolkin, me: int, points: float) -> None:
    """Victory points, scored at once."""
    s.players[me].points += points


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
    """Crystal skulls come from the bank; 0 if it has none."""
    s.skulls -= n
    s.players[me].goods["skull"] += n


@does
def return_skulls(s: Tzolkin, me: int, n: int) -> None:
    """Skulls paid go back to the bank and are available again (D29)."""
    s.skulls += n
    s.players[me].goods["skull"] -= n


def blocks(s: Tzolkin, me: int) -> int:
    """How many blocks of any kind a player owns."""
    goods = s.players[me].goods
    return sum([goods[kind] for kind in RESOURCES])


@cache
def bundles(n: int) -> list[tuple[str, Goods]]:
    """All ways to make up ``n`` blocks: ("1 wood 1 gold", {...})."""
    found = []
    for kinds in combinations_with_replacement(RESOURCES, n):
        goods = {kind: kinds.count(kind) for kind in RESOURCES if kind in kinds}
        found.append((" ".join(f"{count} {kind}" for kind, count in goods.items()), goods))
    return found


@cache
def _payments(n: int) -> list[tuple[list[tuple[str, int]], Option]]:
    return [
        (list(goods.items()), Option(f"pay {name}", (pay(goods),))) for name, goods in bundles(n)
    ]


@asks
def pay_any(s: Tzolkin, me: int, n: int) -> list[Option]:
    """Pay blocks of any kinds, freely mixed."""
    goods = s.players[me].goods
    return [
        option
        for price, option in _payments(n)
        if all([goods[kind] >= count for kind, count in price])
    ]


@pay_any.possible
def enough_blocks(s: Tzolkin, me: int, n: int) -> bool:
    """Enough blocks, whatever their kinds."""
    return blocks(s, me) >= n


@pay_any.refuses
def refused_payments(s: Tzolkin, me: int, n: int) -> Iterator[Refusal]:
    """Mixtures of which the player lacks a block, and those of another number of blocks."""
    for number in range(1, MOST_BLOCKS + 1):
        for price, option in _payments(number):
            if number != n:
                yield Refusal(option.id, "other-number", {"n": n}, "6")
            elif short := missing(s, me, dict(price)):
                yield Refusal(option.id, "needs-more", short, "6")


@cache
def _gifts(n: int) -> list[Option]:
    return [Option(f"take {name}", (gain(goods),)) for name, goods in bundles(n)]


@asks
def take_any(s: Tzolkin, me: int, n: int) -> list[Option]:
    """Take blocks of choice from the bank."""
    return _gifts(n)


@take_any.refuses
def refused_gifts(s: Tzolkin, me: int, n: int) -> Iterator[Refusal]:
    """Another number of blocks than is given."""
    for number in range(1, MOST_BLOCKS + 1):
        for option in _gifts(number) if number != n else ():
            yield Refusal(option.id, "other-number", {"n": n}, "6")


@cache
def _sale(kind: str, sold: tuple[str, ...]) -> Option:
    after = trade(tuple(sorted({*sold, kind})), False)
    return Option(f"sell {kind}", (pay({kind: 1}), gain({"corn": MARKET[kind]}), after))


@cache
def _purchase(kind: str, sold: tuple[str, ...]) -> Option:
    return Option(f"buy {kind}", (pay({"corn": MARKET[kind]}), gain({kind: 1}), trade(sold, True)))


@may_ask
def trade(s: Tzolkin, me: int, sold: tuple[str, ...] = (), buying: bool = False) -> list[Option]:
    """The market: any number of exchanges between corn and blocks, selling before buying (R57)."""
    goods = s.players[me].goods
    options = [] if buying else [_sale(kind, sold) for kind in RESOURCES if goods[kind]]
    corn = goods["corn"]
    options += [
        _purchase(kind, sold)
        for kind, price in MARKET.items()
        if price <= corn and kind not in sold
    ]
    return [*options, DONE] if options else []


@trade.possible
def any_exchange(s: Tzolkin, me: int, sold: tuple[str, ...] = (), buying: bool = False) -> bool:
    """Something to sell, or corn for the cheapest block."""
    return bool(trade.run(s, me, sold, buying))


@trade.refuses
def refused_exchanges(
    s: Tzolkin, me: int, sold: tuple[str, ...] = (), buying: bool = False
) -> Iterator[Refusal]:
    """Too little corn, nothing to sell, or against the order of a market visit."""
    goods = s.players[me].goods
    for kind, price in MARKET.items():
        if buying:
            yield Refusal(f"sell {kind}", "sell-before-buying", {"good": kind}, "R57")
        elif not goods[kind]:
            yield Refusal(f"sell {kind}", "needs-more", {"n": 1, "good": kind}, "7.4")
        if kind in sold:
            yield Refusal(f"buy {kind}", "sold-this-visit", {"good": kind}, "R57")
        elif price > goods["corn"]:
            missing = price - goods["corn"]
            yield Refusal(f"buy {kind}", "needs-more", {"n": missing, "good": "corn"}, "7.4")


def charge(cost: Goods) -> tuple[Effect, ...]:
    """The effects of paying a printed cost: blocks and corn to the bank, skulls back to it."""
    plain = {kind: n for kind, n in cost.items() if kind != "skull"}
    skulls = cost.get("skull", 0)
    return (*([pay(plain)] if plain else []), *([return_skulls(skulls)] if skulls else []))


def missing(s: Tzolkin, me: int, cost: Goods) -> dict[str, int | str] | None:
    """The first good a player has too little of for this cost: ``{"n": 2, "good": "wood"}``."""
    goods = s.players[me].goods
    for kind, n in cost.items():
        if goods[kind] < n:
            return {"n": n - goods[kind], "good": kind}
    return None
