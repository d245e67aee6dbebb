"""Technologies by price: the rows hold tiles of equal prices, as one online version does (R2)."""

from engine.luck import shuffled
from engine.module import Module
from games.teotihuacan.alchemy import number
from games.teotihuacan.box import box
from games.teotihuacan.data import ALCHEMY
from games.teotihuacan.state import Teotihuacan


def setup(s: Teotihuacan) -> None:
    """Draw as many technologies of each price for its own row, sorted by number."""
    known = box(s).technologies.values()
    prices = sorted({tile.gold for tile in known})
    s.technologies = []
    for price in prices:
        equal = [tile.id for tile in known if tile.gold == price]
        drawn = shuffled(s, equal)[: ALCHEMY.displayed // len(prices)]
        s.technologies += sorted(drawn, key=number)


MODULE = Module(
    name="bga_technologies",
    summary="The technologies of a row have equal prices.",
    excludes=("first_game",),
    setup=setup,
)
