"""Uxmal: new workers.

Its market is in goods, its borrowing in actions, its corn building in building, because tiles and
other gears use them too.
"""

from __future__ import annotations

from engine.core import does, quietly, then
from games.tzolkin.state import Tzolkin


@quietly
def recruit(s: Tzolkin, me: int, n: int) -> None:
    """Take workers from the bank into the hand, at most as many as are there (R58)."""
    then(s, me, enlist(min(n, s.players[me].reserve)))


@does
def enlist(s: Tzolkin, me: int, n: int) -> None:
    """Workers come from the bank into the hand; 0 if all are in play."""
    player = s.players[me]
    player.reserve -= n
    player.hand += n
