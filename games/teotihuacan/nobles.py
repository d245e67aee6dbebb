"""Nobles: buildings on the rows of the Nobles board (6.3)."""

from __future__ import annotations

from engine.adjustment import adjustable
from engine.core import Listing, asks, does, then
from engine.listing import Reason, answer, why
from engine.vocabulary import Goods
from games.teotihuacan.acting import counted
from games.teotihuacan.data import RING
from games.teotihuacan.goods import score
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import walk_avenue

ROWS = range(1, len(RING.nobles) + 1)
BUILDINGS = len(RING.buildings.values) - 1


@asks
def found(s: Teotihuacan, me: int, board: int) -> Listing:
    """Pay wood and put a building on the row of the number of workers (6.3).

    If the row is full, a row above it is used (R11).
    """
    n, each = counted(s, me, board), price(s, me)
    return [
        answer(f"row {row}", spend(each), put_building(row), unless=_obstacle(s, me, row, n, each))
        for row in ROWS
    ]


@adjustable
def price(s: Teotihuacan, me: int) -> Goods:
    """Return what a building costs."""
    return {"wood": RING.buildings.wood}


def full(s: Teotihuacan, row: int) -> bool:
    """Return whether a row has no free space."""
    return s.nobles[row - 1] == len(RING.nobles[row - 1].points)


def _obstacle(s: Teotihuacan, me: int, row: int, n: int, each: Goods) -> Reason | None:
    if s.taken == BUILDINGS:
        return why("no-building-left", "6.3")
    if full(s, row):
        return why("row-full", "6.3", n=row)
    if row > n:
        return why("too-few-workers", "6.3", n=row)
    if row < n and not full(s, n):
        return why("row-of-workers", "6.3", n=n)
    return short_of(s, me, "6.3", each)


@does
def put_building(s: Teotihuacan, me: int, row: int) -> None:
    """Put the leftmost building on a row, score its space and go one step along the Avenue."""
    points = RING.nobles[row - 1].points[s.nobles[row - 1]]
    s.nobles[row - 1] += 1
    then(s, me, score(points), walk_avenue())
