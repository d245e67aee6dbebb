"""Statues: building them and giving them up (10.4, 14.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Listing, Option, does, may_ask, then
from engine.listing import RefusedAnswer, answer, any_offered, why
from engine.vocabulary import Goods, Parts
from games.tawantinsuyu.benefits import free, no_free
from games.tawantinsuyu.catalogue import STATUE_KINDS
from games.tawantinsuyu.data import STATUES
from games.tawantinsuyu.paying import PASS, payable, score, short_of, spend
from games.tawantinsuyu.state import Tawantinsuyu


def of_size(s: Tawantinsuyu, me: int, size: str) -> list[str]:
    """Return a player's statues of a size, the oldest first."""
    return [each for each in s.players[me].statues if STATUE_KINDS[each].size == size]


def owns_symbol(s: Tawantinsuyu, me: int, symbol: str) -> bool:
    """Return whether a player owns a statue of a symbol, of any size (D9)."""
    return any([STATUE_KINDS[each].symbol == symbol for each in s.players[me].statues])


def price(size: str, off: Goods) -> Goods:
    """Return the goods that a statue costs, less a discount."""
    left = {kind: n - off.get(kind, 0) for kind, n in STATUES[size].cost.items()}
    return {kind: n for kind, n in left.items() if n > 0}


@may_ask
def carve(s: Tawantinsuyu, me: int, sizes: tuple[str, ...], off: Goods) -> Listing:
    """Build a statue of a size and of any symbol in supply, for less by a discount (10.4)."""
    short = {size: short_of(s, me, "10.4", price(size, off)) for size in sizes}
    discount = tuple(off.items())
    listed = [
        answer(_carve(statue, kind.size, discount), unless=short[kind.size])
        for statue, kind in STATUE_KINDS.items()
        if kind.size in sizes and s.statues[statue]
    ]
    return [*listed, PASS, *free(s, me)] if any_offered(listed) else listed


@carve.possible
def can_carve(s: Tawantinsuyu, me: int, sizes: tuple[str, ...], off: Goods) -> bool:
    """Return whether a statue is in supply that the player can pay."""
    paid = [size for size in sizes if payable(s, me, price(size, off))]
    return any([n and STATUE_KINDS[statue].size in paid for statue, n in s.statues.items()])


@carve.otherwise
def no_statue(
    s: Tawantinsuyu, me: int, sizes: tuple[str, ...], off: Goods
) -> Iterator[RefusedAnswer]:
    """Yield the statues that are not in supply, and those of other sizes."""
    for statue, kind in STATUE_KINDS.items():
        gone = why("no-statue-left", "10.4", statue=statue)
        other = why("other-size", "10.4", statue=statue)
        yield f"carve {statue}", gone if kind.size in sizes else other
    yield from no_free(s, me)


@cache
def _carve(statue: str, size: str, off: Parts) -> Option:
    cost = price(size, dict(off))
    paid: tuple[Effect, ...] = (spend(cost),) if cost else ()
    return Option(f"carve {statue}", (*paid, raise_statue(statue)))


@does
def raise_statue(s: Tawantinsuyu, me: int, statue: str) -> None:
    """Take a statue of the supply and score its points at once, whatever gave it (10.4)."""
    s.statues[statue] -= 1
    s.players[me].statues.append(statue)
    then(s, me, score(STATUES[STATUE_KINDS[statue].size].points))


@does
def give_up(s: Tawantinsuyu, me: int, statue: str) -> None:
    """Give up a statue: it leaves the game, and its points stay (14.1, D38)."""
    s.players[me].statues.remove(statue)
    s.lost.append(statue)
