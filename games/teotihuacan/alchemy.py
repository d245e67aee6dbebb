"""Alchemy: technologies for gold (6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.adjustment import adjustable
from engine.core import Listing, Option, asks, does, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, why
from games.teotihuacan.acting import counted, lowest
from games.teotihuacan.box import ALL, box
from games.teotihuacan.data import ALCHEMY
from games.teotihuacan.goods import score
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import step

COLUMNS = len(ALCHEMY.columns)
STRONG = 4
"""The power with which a single worker may choose from the second row, without a power-up."""


@asks
def learn(s: Teotihuacan, me: int, board: int) -> Listing:
    """Pay gold for a technology of the first row, or with two workers of either row (6.2)."""
    alone = single(s, me, board)
    weak = alone and lowest(s, me, board) < STRONG
    return [
        answer(
            _learn(tile, gold, tires=alone and above),
            unless=_obstacle(s, me, tile, gold, weak and above),
        )
        for place, tile in enumerate(s.technologies)
        for above in [place >= COLUMNS]
        for gold in [gold_for(s, me, tile)]
    ]


@cache
def _learn(tile: str, gold: int, tires: bool) -> Option:
    price = (spend({"gold": gold}),) if gold else ()
    return Option(f"technology {tile}", (*price, acquire(tile), *((tire(),) if tires else ())))


@adjustable
def single(s: Teotihuacan, me: int, board: int) -> bool:
    """Return whether a single worker learns, which limits the choice (6.2)."""
    return counted(s, me, board) < 2


@adjustable
def gold_for(s: Teotihuacan, me: int, tile: str) -> int:
    """Return the gold that a technology costs."""
    return ALL.technologies[tile].gold


def _obstacle(s: Teotihuacan, me: int, tile: str, gold: int, too_high: bool) -> Reason | None:
    if tile in s.players[me].technologies:
        return why("technology-owned", "6.2", technology=tile)
    if too_high:
        return why("row-too-high", "6.2")
    return short_of(s, me, "6.2", {"gold": gold})


@learn.otherwise
def no_technology(s: Teotihuacan, me: int, board: int) -> Iterator[RefusedAnswer]:
    """Yield the technologies that are not on display."""
    for tile in box(s).technologies:
        yield f"technology {tile}", why("not-on-display", "6.2", technology=tile)


@quietly
def acquire(s: Teotihuacan, me: int, tile: str) -> None:
    """Put a marker on a technology; each other player with one there scores (6.2)."""
    others = scoring_owners(s, me, tile)
    then(s, me, own_technology(tile))
    s.agenda.extend([(side, score(ALCHEMY.others)) for side in reversed(others)])


@adjustable
def scoring_owners(s: Teotihuacan, me: int, tile: str) -> list[int]:
    """Return the others who score because they own the technology already."""
    return [side for side, p in enumerate(s.players) if side != me and tile in p.technologies]


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
        then(s, me, own_technology(min(left, key=number)))


@take_lowest_technology.possible
def any_lacking(s: Teotihuacan, me: int) -> bool:
    """Return whether a technology on display is lacking."""
    return any([tile not in s.players[me].technologies for tile in s.technologies])


def number(tile: str) -> float:
    """Return the number of a technology, by which the tiles are sorted (R2)."""
    return float(tile)
