"""Neutral dice: colours that nobody plays, which only count for cocoa (3.3)."""

from __future__ import annotations

from engine.core import NOBODY, Item, does, queue, quietly
from engine.luck import shuffled
from games.teotihuacan.data import SETUP, STARTING_TILES
from games.teotihuacan.state import Teotihuacan


@quietly
def place_neutral_dice(s: Teotihuacan, me: int, again: bool = False) -> None:
    """Draw two starting tiles for each unused colour, to put its neutral dice (3.3, R45)."""
    kept = [] if again else [tile for player in s.players for tile in player.starting]
    stack = shuffled(s, [tile for tile in STARTING_TILES if tile not in kept])
    most = max(map(int, SETUP.dark))
    items: list[Item] = []
    for colour in range(most - len(s.players)):
        tiles = stack.pop(), stack.pop()
        shown = [board for tile in tiles for board in STARTING_TILES[tile].boards]
        boards = tuple(dict.fromkeys(shown))[: SETUP.neutral_dice]
        items.append((NOBODY, put_neutral_dice(colour, tiles, boards)))
    queue(s, items)


@does
def put_neutral_dice(
    s: Teotihuacan, me: int, colour: int, tiles: tuple[str, ...], boards: tuple[int, ...]
) -> None:
    """Put the dice of a neutral colour on the boards of two starting tiles."""
    s.neutral[colour : colour + 1] = [list(boards)]
