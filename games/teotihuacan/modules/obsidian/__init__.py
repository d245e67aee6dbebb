"""Obsidian: a good that pays for all resources, and the great discovery tiles (M6).

The tables of the new boards are assumed (R21).
"""

from collections import Counter
from functools import partial

from engine.luck import shuffled
from engine.module import Module, part
from games.teotihuacan.box import ALL, added_by, box, deeds_by
from games.teotihuacan.modules.obsidian import great, resources
from games.teotihuacan.modules.obsidian.great import STACK, GreatTiles
from games.teotihuacan.modules.obsidian.resources import TABLE
from games.teotihuacan.setup import beside
from games.teotihuacan.state import Teotihuacan


def setup(s: Teotihuacan) -> None:
    """Shuffle the great discovery tiles; lay them beside starting tiles and on boards of theirs."""
    for player in s.players:
        player.goods[TABLE.good] = 0
    known = box(s)
    tiles = [tile for tile in known.discoveries.values() if tile.stack == STACK]
    stack = shuffled(s, [tile.id for tile in tiles for _ in range(tile.copies)])
    for starting in known.starting.values():
        if starting.discovery and starting.stack == STACK:
            s.piles[beside(starting.id)] = [stack.pop()]
    for number, board in known.boards.items():
        if board.discovery and board.stack == STACK:
            s.tiles[str(number)] = stack.pop()
    part(s, GreatTiles).stack = stack


def census(s: Teotihuacan) -> dict[str, object]:
    """Count the great discovery tiles."""
    own = part(s, GreatTiles)
    found = [*own.stack, *own.discarded, *filter(None, s.tiles.values())]
    found += [tile for pile in s.piles.values() for tile in pile]
    for player in s.players:
        found += [*player.discoveries, *player.used, *great.masks_of(player.masks)]
    return {"great": sorted(Counter(x for x in found if ALL.discoveries[x].stack).items())}


def value(s: Teotihuacan, side: int) -> float:
    """Estimate the worth of a side's obsidian; at the end it is worth nothing."""
    return 0.0 if s.over else TABLE.worth * s.players[side].goods[TABLE.good]


MODULE = Module(
    name="obsidian",
    summary="Module 6: obsidian, a good that pays for all resources.",
    excludes=("first_game",),
    verbs=(resources, great),
    part=GreatTiles,
    setup=setup,
    components=partial(added_by, "obsidian"),
    tables=lambda: {"obsidian": TABLE, **deeds_by("obsidian")},
    census=census,
    value=value,
)
