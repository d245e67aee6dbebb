"""Statues: building them and giving them up (10.4, 14.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Listing, Option, does, may_ask, then
from engine.listing import RefusedAnswer, answer, any_offered, why
from engine.vocabulary import Goods
from games.tawantinsuyu.benefits import free, no_free
from games.tawantinsuyu.data import STATUES, SYMBOLS
from games.tawantinsuyu.paying import PASS, payable, score, short_of, spend
from games.tawantinsuyu.state import Tawantinsuyu


def price(size: str, off: Goods) -> Goods:
    """Return the goods that a statue costs, less a discount."""
    left = {kind: n - off.get(kind, 0) for kind, n in STATUES[size].cost.items()}
    return {kind: n for kind, n in left.items() if n > 0}


@cache
def _all(sizes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the statues of some sizes, each with its size."""
    return tuple((f"{size} {symbol}", size) for size in sizes for symbol in SYMBOLS)


@may_ask
def carve(s: Tawantinsuyu, me: int, sizes: tuple[str, ...], off: Goods) -> Listing:
    """Build a statue of a size and of any symbol in supply, for less by a discount (10.4)."""
    short = {size: short_of(s, me, "10.4", price(size, off)) for size in sizes}
    discount = tuple(off.items())
    listed = [
        answer(_carve(statue, size, discount), unless=short[size])
        for statue, size in _all(sizes)
        if s.statues[statue]
    ]
    return [*listed, PASS, *free(s, me)] if any_offered(listed) else listed


@carve.possible
def can_carve(s: Tawantinsuyu, me: int, sizes: tuple[str, ...], off: Goods) -> bool:
    """Return whether a statue is in supply that the player can pay."""
    paid = tuple([size for size in sizes if payable(s, me, price(size, off))])
    return any([s.statues[statue] for statue, _ in _all(paid)])


@carve.otherwise
def no_statue(
    s: Tawantinsuyu, me: int, sizes: tuple[str, ...], off: Goods
) -> Iterator[RefusedAnswer]:
    """Yield the statues that are not in supply, and those of other sizes."""
    for statue, size in _all(tuple(STATUES)):
        gone = why("no-statue-left", "10.4", statue=statue)
        other = why("other-size", "10.4", statue=statue)
        yield f"carve {statue}", gone if size in sizes else other
    yield from no_free(s, me)


@cache
def _carve(statue: str, size: str, off: tuple[tuple[str, int], ...]) -> Option:
    cost = price(size, dict(off))
    paid: tuple[Effect, ...] = (spend(cost),) if cost else ()
    return Option(f"carve {statue}", (*paid, raise_statue(statue)))


@does
def raise_statue(s: Tawantinsuyu, me: int, statue: str) -> None:
    """Take a statue of the supply and score its points at once, whatever gave it (10.4)."""
    s.statues[statue] -= 1
    s.players[me].statues.append(statue)
    size, _ = statue.split()
    then(s, me, score(STATUES[size].points))


@does
def give_up(s: Tawantinsuyu, me: int, statue: str) -> None:
    """Give up a statue: it leaves the game, and its points stay (14.1, D38)."""
    s.players[me].statues.remove(statue)
    s.lost.append(statue)
