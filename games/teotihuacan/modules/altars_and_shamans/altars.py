"""The altars: their tiles and places in the ring, and where the shamans are (section 14)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.module import part
from engine.tables import Written
from engine.visibility import by_side
from engine.vocabulary import Goods
from games.teotihuacan.data import RING
from games.teotihuacan.state import Teotihuacan

CLAIM: Written = ["claim_here"]
"""The benefit of the discovery space of each altar tile."""


@dataclass(frozen=True)
class AltarTile:
    """An altar tile: what its spaces give. The first points to the board clockwise of it."""

    id: str
    first: list[Written]
    second: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class AltarSpace:
    """A space of an altar tile: what it gives, and whether a great discovery tile is claimed."""

    do: list[Written]
    claims: bool
    assumed: bool = False


@dataclass(frozen=True)
class BotShaman:
    """What the Teotibot gains: see data.toml."""

    pushed: Goods
    emptied: Goods
    discarded: Goods


@dataclass(frozen=True)
class AltarTable:
    """data.toml"""

    clockwise: list[int]
    mansion: str
    harder: str
    worth: float
    teotibot: BotShaman
    altar: list[AltarTile]


TABLE = tables.load(Path(__file__).parent / "data.toml", AltarTable)
TILES = {tile.id: tile for tile in TABLE.altar}
ALTARS = range(1, len(TABLE.clockwise) + 1)
SPACES = 1, 2
"""The spaces of an altar: the first points clockwise, the second counterclockwise."""
SPACES_BY_ID = {
    f"{tile.id} {n}": AltarSpace(do, CLAIM in do, tile.assumed)
    for tile in TABLE.altar
    for n, do in zip(SPACES, (tile.first, tile.second), strict=True)
}
"""The spaces of all altar tiles by id: that of the tile, and the number of the space."""


@dataclass(slots=True)
class Shaman:
    """A shaman: its altar and space, from 1, and whether it stands.

    The space is 0 while the owner of a pushed shaman chooses another one.
    """

    altar: int = 0
    space: int = 0
    standing: bool = False


@dataclass(slots=True)
class Altars:
    """The tile of each altar, the shamans, and what was done in the turn in progress.

    ``further``: how many altars more the shaman goes. ``gone``: this is a Shaman turn.
    ``unlocked``: workers were unlocked in this turn. ``helps``: the shaman counts in the main
    action in progress.
    """

    tiles: list[str] = field(default_factory=list)
    shamans: list[Shaman] = by_side()
    further: int = 0
    gone: bool = False
    unlocked: bool = False
    helps: bool = False


def pile(altar: int) -> str:
    """Return the name of the pile of great discovery tiles of an altar."""
    return f"altar {altar}"


def ahead(altar: int, n: int) -> int:
    """Return the altar that is ``n`` altars on, counterclockwise."""
    return (altar - 1 - n) % len(ALTARS) + 1


def pointed(s: Teotihuacan, altar: int, space: int) -> int:
    """Return the printed number of the board that a space points to."""
    clockwise = TABLE.clockwise[altar - 1]
    return s.ring[(clockwise - space) % RING.positions]


def space_id(s: Teotihuacan, altar: int, space: int) -> str:
    """Return the name of a space: that of the tile of the altar, and its number."""
    return f"{part(s, Altars).tiles[altar - 1]} {space}"


def discovery_space(s: Teotihuacan, altar: int) -> int:
    """Return the space of an altar on which its great discovery tiles are claimed."""
    return next(n for n in SPACES if SPACES_BY_ID[space_id(s, altar, n)].claims)


def holder_of(s: Teotihuacan, altar: int, space: int) -> int | None:
    """Return the side whose shaman is on a space, or None."""
    shamans = part(s, Altars).shamans
    found = [n for n, each in enumerate(shamans) if (each.altar, each.space) == (altar, space)]
    return next(iter(found), None)
