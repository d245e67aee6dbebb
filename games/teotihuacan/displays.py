"""The displays: pyramid tiles and decorations that lie face up, drawn from their stacks."""

from __future__ import annotations

from engine.core import does, quietly, then
from games.teotihuacan.data import PYRAMID
from games.teotihuacan.state import Teotihuacan


def drawn(stack: list[str], display: list[str], most: int) -> tuple[str, ...]:
    """Draw tiles for the empty places of a display.

    A place stays empty if the stack is empty: these tiles are never discarded (R20).
    """
    count = min(most - len(display), len(stack))
    return tuple([stack.pop() for _ in range(count)])


@quietly
def refill_display(s: Teotihuacan, me: int) -> None:
    """Draw pyramid tiles for the empty places of their display (section 4)."""
    if tiles := drawn(s.pyramid_stack, s.display, PYRAMID.displayed):
        then(s, me, show_tiles(tiles))


@does
def show_tiles(s: Teotihuacan, me: int, tiles: tuple[str, ...]) -> None:
    """Lay pyramid tiles face up on the display."""
    s.display += tiles


@quietly
def refill_decorations(s: Teotihuacan, me: int) -> None:
    """Draw decorations for the empty places of their display (section 4)."""
    if tiles := drawn(s.decoration_stack, s.decorations, PYRAMID.decorating.displayed):
        then(s, me, show_decorations(tiles))


@does
def show_decorations(s: Teotihuacan, me: int, tiles: tuple[str, ...]) -> None:
    """Lay decorations face up on their display."""
    s.decorations += tiles
