"""The Teotibot of the tests: its action tiles by name, and workers to begin with."""

from __future__ import annotations

from typing import Any

from games.teotihuacan.action_tiles import use_action_tile
from tests.games.teotihuacan.builder import Play, Side, Stand, solo

ALCHEMY, CONSTRUCTION = "action_alchemy", "action_construction"
DECORATIONS, NOBLES = "action_decorations", "action_nobles"
MASKS, MASTERY, WORSHIP = "action_masks", "action_mastery", "action_worship"

PRIEST: Stand = (7, 1, "any")
"""The worship worker in its place at the start."""

UNABLE: list[Stand] = [(1, 2), (1, 3), (1, 3)]
"""Workers that can take no action, the lowest of power 2."""


def using(tile: str, bot: Side, **rest: Any) -> Play:
    """A table on which the Teotibot has used an action tile."""
    return solo(bot=bot, do=use_action_tile(tile), **rest)
