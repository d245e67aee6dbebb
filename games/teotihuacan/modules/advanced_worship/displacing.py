"""Displacing: the advanced rule of a later edition (R47)."""

from __future__ import annotations

from engine.adjustment import adjusts
from engine.core import quietly, then
from engine.module import before
from engine.vocabulary import gain
from games.teotihuacan.data import RING
from games.teotihuacan.locking import holder
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.worship import blocks, displacing_cocoa, worship


@adjusts(displacing_cocoa)
def no_cocoa_for_displacing(was: int, s: Teotihuacan, me: int) -> int:
    """Displace workers free of charge."""
    return 0


@adjusts(blocks)
def no_worker_blocks(was: bool, s: Teotihuacan, me: int, side: int) -> bool:
    """Let players displace their own workers."""
    return False


@before(worship)
@quietly
def gain_for_displacing(
    s: Teotihuacan, me: int, board: int, space: str, way: tuple[str, ...]
) -> None:
    """Gain cocoa for displacing a worker of another player."""
    if held_by_another(s, me, board, space):
        then(s, me, gain({"cocoa": RING.displacing}))


def held_by_another(s: Teotihuacan, me: int, board: int, space: str) -> bool:
    """Return whether a worker of another player is on a worship space."""
    there = holder(s, board, space)
    return there is not None and there[0] != me
