"""Default layout: the triangles of the board lie as printed in the rulebook, not at random."""

from engine.module import Module
from games.cuzco.board import villages
from games.cuzco.data import BOARD
from games.cuzco.state import Cuzco


def setup(s: Cuzco) -> None:
    """Lay the triangles out anew; no quipu lies on a village yet."""
    s.layout = BOARD.default_layout
    s.piles = {village: [] for village in villages(s.layout)}


MODULE = Module(
    name="default_layout",
    summary="the triangles of the board lie as in the default layout",
    setup=setup,
)
