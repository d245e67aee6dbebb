"""Alchemy: technologies for gold (6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Listing, Option, asks, does, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, why
from engine.vocabulary import lacks, pay
from games.teotihuacan.acting import counted, lowest
from games.teotihuacan.data import ALCHEMY, TECHNOLOGIES
from games.teotihuacan.goods import score
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import step

COLUMNS = len(ALCHEMY.columns)
STRONG = 4
"""The power with which a single worker may choose from the second row, without a power-up."""


@asks
def learn(s: Teotihuacan, me: int, board: int) -> Listing:
    """Pay gold for a technology of the first row, or with two workers of either row (6.2)."""
    alone = counted(s, me, board) < 2
    return [
        answer(_learn(tile, tires=alone and row > 0), unless=_obstacle(s, me, board, tile, row))
        for place, tile in enumerate(s.technologies)
        for row in [place // COLUMNS]
    ]


@cache
def _learn(tile: str, tires: bool) -> Option:
    gold = pay({"gold": TECHNOLOGIES[tile].gold})
    return Option(f"technology {tile}", (gold, acquire(tile), *((tire(),) if tires else ())))


def _obstacle(s: Teotihuacan, me: int, board: int, tile: str, row: int) -> Reason | None:
    if tile in s.players[me].technologies:
        return why("technology-owned", "6.2", technology=tile)
    if row > 0 and counted(s, me, board) < 2 and lowest(s, me, board) < STRONG:
        return why("row-too-high", "6.2")
    return lacks(s.players[me].goods, {"gold": TECHNOLOGIES[tile].gold}, "6.2")


@learn.otherwise
def no_technology(s: Teotihuacan, me: int, board: int) -> Iterator[RefusedAnswer]:
    """Yield the technologies that are not on display."""
    for tile in TECHNOLOGIES:
        yield f"technology {tile}", why("not-on-display", "6.2", technology=tile)


@quietly
def acquire(s: Teotihuacan, me: int, tile: str) -> None:
    """Put a marker on a technology; each other player with one there scores (6.2)."""
    others = [side for side, p in enumerate(s.players) if side != me and tile in p.technologies]
    then(s, me, own_technology(tile))
    s.agenda.extend([(side, score(ALCHEMY.others)) for side in reversed(others)])


@does
def own_technology(s: Teotihuacan, me: int, tile: str) -> None:
    """Own a technology and take the temple step of its column."""
    s.players[me].technologies.append(tile)
    then(s, me, step(ALCHEMY.columns[s.technologies.index(tile) % COLUMNS]))


@quietly
def tire(s: Teotihuacan, me: int) -> None:
    """Give up the power-up: a single worker chose from the second row."""
    s.now.tired = True


@quietly
def take_lowest_technology(s: Teotihuacan, me: int) -> None:
    """Own the lowest technology on display that the player lacks, without gold (R4, R26)."""
    owned = s.players[me].technologies
    left = [tile for tile in s.technologies if tile not in owned]
    if left:
        then(s, me, own_technology(min(left)))
