"""Dealt starting tiles: players choose secretly among tiles that they are dealt (3.2)."""

from engine.luck import shuffled
from engine.module import Module, part
from games.teotihuacan.box import box
from games.teotihuacan.modules.dealt_starting_tiles import dealing
from games.teotihuacan.modules.dealt_starting_tiles.dealing import DEALT, Dealing, Hand
from games.teotihuacan.state import Teotihuacan


def setup(s: Teotihuacan) -> None:
    """Deal starting tiles to each player; the others stay hidden."""
    tiles = part(s, Dealing)
    tiles.box = shuffled(s, list(box(s).starting))
    tiles.hands = [Hand() for _ in s.players]
    for hand in tiles.hands[: s.seats]:
        hand.dealt = sorted(tiles.box.pop() for _ in range(DEALT))


MODULE = Module(
    name="dealt_starting_tiles",
    summary="Starting tiles are dealt, and two of four are kept.",
    excludes=("first_game",),
    verbs=(dealing,),
    part=Dealing,
    setup=setup,
)
