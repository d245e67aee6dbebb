"""Decorations: the main action of board 7, which lays a decoration on a side of the pyramid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.adjustment import adjustable
from engine.core import Listing, Option, asks, does
from engine.listing import Reason, RefusedAnswer, why
from engine.vocabulary import Goods, Parts
from games.teotihuacan.acting import counted
from games.teotihuacan.data import DECORATIONS, PYRAMID, Space
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.pyramid import compare, laid, tile_gains, visible
from games.teotihuacan.state import Teotihuacan

BOARD = 7
"""The board of the action by its printed number."""

SIDES: dict[str, list[Space]] = {
    side: sorted((each for each in PYRAMID.space if each.side == side), key=lambda each: each.step)
    for side in dict.fromkeys(each.side for each in PYRAMID.space)
}
"""The spaces of each side of the pyramid, from the outside."""


def next_space(s: Teotihuacan, side: str) -> Space | None:
    """Return the first space of a side without a decoration; None if all have one (8.4)."""
    filled = len(s.decorated.get(side, ()))
    return SIDES[side][filled] if filled < len(SIDES[side]) else None


@adjustable
def price(s: Teotihuacan, me: int) -> Goods:
    """Return what a decoration costs: three gold, one less for each worker but the first (6.4)."""
    return {"gold": PYRAMID.decorating.gold[counted(s, me, BOARD) - 1]}


@adjustable
def points(s: Teotihuacan, me: int) -> int:
    """Return the points of a decoration without its matches."""
    return PYRAMID.decorating.points


def side_obstacle(s: Teotihuacan, side: str) -> Reason | None:
    """Return why no decoration can be laid on a side, or None (8.4)."""
    space = next_space(s, side)
    if space is None:
        return why("side-full", "8.4", side=side)
    if lacking := len(set(space.tiles) - laid(s)):
        return why("tiles-missing-below", "8.4", n=lacking)
    return None


def decorate_obstacle(s: Teotihuacan, me: int) -> Reason | None:
    """Return why no decoration can be laid now, or None."""
    if not s.decorations:
        return why("none-displayed", "6.4")
    if all(side_obstacle(s, side) for side in SIDES):
        return why("no-open-side", "8.4")
    return short_of(s, me, "6.4", price(s, me))


def can_decorate(s: Teotihuacan, me: int) -> bool:
    """Return whether a decoration is displayed, a side is open, and the player can pay."""
    return decorate_obstacle(s, me) is None


@asks
def decorate(s: Teotihuacan, me: int) -> Listing:
    """Pay gold and lay a displayed decoration on the next space of a side (6.4, 8.4)."""
    cost, worth = tuple(price(s, me).items()), points(s, me)
    lacking = short_of(s, me, "6.4", dict(cost))
    closed = {side: side_obstacle(s, side) or lacking for side in SIDES}
    return [
        (_id(tile, side), reason) if reason else _decorate(tile, side, under(s, side), cost, worth)
        for tile in s.decorations
        for side, reason in closed.items()
    ]


decorate.possible(can_decorate)


@decorate.otherwise
def not_displayed(s: Teotihuacan, me: int) -> Iterator[RefusedAnswer]:
    """Yield the decorations that are not displayed."""
    for tile in DECORATIONS:
        for side in SIDES:
            yield _id(tile, side), why("not-on-display", "6.4", tile=tile)


def _id(tile: str, side: str) -> str:
    return f"decorate {tile} {side}"


def under(s: Teotihuacan, side: str) -> str:
    """Return the icons that the next decoration of an open side covers, in the order of its own.

    The orientation of a decoration is fixed: its arrow points to the centre (8.4; R14).
    """
    space = next_space(s, side)
    assert space is not None
    icons = space.printed or visible(s, space.cells)
    return icons[::-1] if space.turned else icons


@cache
def _decorate(tile: str, side: str, covered: str, cost: Parts, worth: int) -> Option:
    gains = tile_gains(compare(covered, DECORATIONS[tile].icons), worth)
    return Option(_id(tile, side), (spend(dict(cost)), lay_decoration(tile, side), *gains))


@does
def lay_decoration(s: Teotihuacan, me: int, tile: str, side: str) -> None:
    """Lay a decoration on the next space of a side; the icons of the grid stay (8.4)."""
    s.decorations.remove(tile)
    s.decorated.setdefault(side, []).append(tile)
