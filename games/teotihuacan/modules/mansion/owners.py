"""Owners of the royal tiles: claiming them, and the benefits of one that is used (section 13)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.core import does, quietly, then
from engine.module import before, part
from engine.visibility import internal
from engine.vocabulary import Goods
from games.teotihuacan.bot_choices import by_power
from games.teotihuacan.power import power_up_any, raise_power
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import reach


@dataclass(frozen=True)
class Ownership:
    """An ownership tile: the slot of a royal tile, and the step of a temple where it lies.

    ``face`` of a die activates the royal tile of the slot when the Teotibot passes the Mansion.
    """

    id: str
    slot: str
    temple: str
    on_step: int
    face: int
    assumed: bool = False


@dataclass(frozen=True)
class MansionTable:
    """data.toml"""

    step: Goods
    free: str
    worth: float
    ownership: list[Ownership]


TABLE = tables.load(Path(__file__).parent / "data.toml", MansionTable)
TILES = {tile.id: tile for tile in TABLE.ownership}
BY_SLOT = {tile.slot: tile for tile in TABLE.ownership}


@dataclass(slots=True)
class Mansion:
    """The owner of the royal tile of each slot; a slot that is not named has none.

    ``leaving`` is the board that the worship worker of the Teotibot leaves, 0 for none.
    """

    owners: dict[str, int] = field(default_factory=dict)
    leaving: int = internal(default=0)


def owners(s: Teotihuacan) -> dict[str, int]:
    """Return the owner of the royal tile of each slot that has one."""
    return part(s, Mansion).owners


@before(reach)
@quietly
def look_for_ownership(s: Teotihuacan, me: int, temple: str, n: int) -> None:
    """Take the ownership tile of a step that no side has reached before, besides its reward."""
    here = [tile for tile in TABLE.ownership if (tile.temple, tile.on_step) == (temple, n)]
    then(s, me, *[own_royal(tile.id) for tile in here if tile.slot not in owners(s)])


@does
def own_royal(s: Teotihuacan, me: int, tile: str) -> None:
    """Take an ownership tile and put a disc under the royal tile of its slot."""
    owners(s)[TILES[tile].slot] = me


@quietly
def reward_owner(s: Teotihuacan, me: int, space: str) -> None:
    """Let the owner of a royal tile power up an unlocked worker at once (R28, R44).

    The Teotibot powers up its highest worker. Without an unlocked worker the power-up is lost.
    """
    owner = owners(s)[space]
    if s.played_by_rules(owner):
        then(s, owner, *[raise_power(each.board, each.power) for each in by_power(s, owner)[:1]])
    else:
        then(s, owner, power_up_any(1))
