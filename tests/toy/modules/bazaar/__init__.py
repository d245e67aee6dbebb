"""Bazaar: a stone buys a secret ware. The module has parts, answers at a moment and a setup."""

from engine.luck import shuffled
from engine.module import Module, part
from tests.toy.modules.bazaar import trade
from tests.toy.modules.bazaar.trade import WARES, Bazaar, Stall
from tests.toy.play import Toy


def setup(s: Toy) -> None:
    """Hide the wares, and give each side a stall."""
    bazaar = part(s, Bazaar)
    bazaar.stock = shuffled(s, list(WARES))
    bazaar.stalls = [Stall() for _ in s.players]


def census(s: Toy) -> dict[str, object]:
    """The wares are in the stock or on a stall."""
    bazaar = part(s, Bazaar)
    return {"wares": sorted([*bazaar.stock, *(w for stall in bazaar.stalls for w in stall.wares)])}


MODULE = Module(
    name="bazaar",
    summary="Stones buy secret wares.",
    verbs=(trade,),
    part=Bazaar,
    setup=setup,
    components=lambda: {"ware": WARES},
    census=census,
    value=lambda s, side: float(len(part(s, Bazaar).stalls[side].wares)),
)
