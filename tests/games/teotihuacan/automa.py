"""The Teotibot of the tests: its action tiles by name, and workers to begin with."""

from __future__ import annotations

from typing import Any

from engine.core import Effect
from games.teotihuacan.action_tiles import use_action_tile
from tests.games.teotihuacan.builder import Play, Side, Stand, solo

PRIEST: Stand = (7, 1, "any")
"""The worship worker in its place at the start."""

UNABLE: list[Stand] = [(1, 2), (1, 3), (1, 3)]
"""Workers that can take no action, the lowest of power 2."""


def tiles(names: str) -> list[str]:
    """Action tiles by their names, as words: ``"alchemy worship"``."""
    return [f"action_{name}" for name in names.split()]


EXAMPLE = tiles("alchemy construction decorations nobles masks mastery worship")
"""The action tiles of a table by position, the last one set aside.

Nobles is for 2 and 3, Mastery for 11 and 12.
"""


def act(tile: str) -> Effect:
    """The use of an action tile, by its name."""
    return use_action_tile(f"action_{tile}")


def using(tile: str, bot: Side, **rest: Any) -> Play:
    """A table on which the Teotibot has used an action tile."""
    return solo(bot=bot, do=act(tile), **rest)
