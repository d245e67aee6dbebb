"""The preset of the first game: a fixed table and fixed things of the players (3.4, R146)."""

from engine.module import Module
from games.teotihuacan.modules.first_game import preset
from games.teotihuacan.modules.first_game.preset import TABLE
from games.teotihuacan.state import Teotihuacan


def setup(s: Teotihuacan) -> None:
    """Lay out the boards as printed, and the tiles of the preset."""
    s.ring = TABLE.ring[:]
    s.technologies = TABLE.technologies[:]
    s.royal, s.bonus_tiles = dict(TABLE.royal), dict(TABLE.bonus_tiles)


MODULE = Module(
    name="first_game",
    summary="Boards, tiles and players begin with the preset of the first game.",
    excludes=("bga_technologies", "dealt_starting_tiles"),
    seats=(2, 3, 4),
    verbs=(preset,),
    setup=setup,
    tables=lambda: {"first_game": TABLE},
)
