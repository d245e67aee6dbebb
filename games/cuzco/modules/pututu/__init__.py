"""Pututu tiles: equal dice bring them, and they change the value of a die (section 11)."""

from engine.module import Module, part
from games.cuzco.modules.pututu import tiles
from games.cuzco.modules.pututu.tiles import TABLE, Holding, Pututus
from games.cuzco.state import Cuzco


def setup(s: Cuzco) -> None:
    """Lay out the supply for the number of players; each player begins without tiles."""
    pututus = part(s, Pututus)
    pututus.supply = dict(zip(TABLE.tiles, TABLE.supply[str(len(s.players))], strict=True))
    pututus.holdings = [Holding(dict.fromkeys(TABLE.tiles, 0)) for _ in s.players]


def census(s: Cuzco) -> dict[str, int]:
    """Count the tiles of each number, in the supply and before the players."""
    pututus = part(s, Pututus)
    return {
        str(n): left + sum(holding.tiles[n] for holding in pututus.holdings)
        for n, left in pututus.supply.items()
    }


def value(s: Cuzco, side: int) -> float:
    """Estimate the worth of a side's tiles."""
    return TABLE.worth * sum(part(s, Pututus).holdings[side].tiles.values())


MODULE = Module(
    name="pututu",
    summary="module 1: pututu tiles change dice",
    verbs=(tiles,),
    part=Pututus,
    setup=setup,
    tables=lambda: {"pututu": TABLE},
    census=census,
    value=value,
)
