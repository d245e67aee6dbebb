"""Uxmal: new workers. (Its market is in goods, its borrowing in actions, its corn building in
building, because tiles and other gears use them too.)"""

from __future__ import annotations

from engine.core import does
from games.tzolkin.state import Tzolkin


@does
def recruit(s: Tzolkin, me: int, n: int) -> None:
    """Workers from the bank into the hand; none when all are in play (R58)."""
    player = s.players[me]
    n = min(n, player.reserve)
    player.reserve -= n
    player.hand += n
