"""Technologies by price: the rows hold tiles of equal prices, as one online version does (R2)."""

from engine.luck import shuffled
from engine.module import Module
from games.teotihuacan.data import ALCHEMY, TECHNOLOGIES
from games.teotihuacan.state import Teotihuacan


def setup(s: Teotihuacan) -> None:
    """Draw as many technologies of each price for its own row, sorted by number."""
    prices = sorted({tile.gold for tile in TECHNOLOGIES.values()})
    s.technologies = []
    for price in prices:
        equal = [tile.id for tile in TECHNOLOGIES.values() if tile.gold == price]
        s.technologies += sorted(shuffled(s, equal)[: ALCHEMY.displayed // len(prices)])


MODULE = Module(
    name="bga_technologies",
    summary="The technologies of a row have equal prices.",
    excludes=("first_game",),
    setup=setup,
)
