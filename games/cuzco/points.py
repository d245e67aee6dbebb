"""Victory points and plain goods."""

from __future__ import annotations

from engine.core import Option, does, quietly, then
from engine.vocabulary import gain
from games.cuzco.state import Cuzco

DONE = Option("done")


@does
def score(s: Cuzco, me: int, points: int) -> None:
    """Victory points, scored at once."""
    s.players[me].points += points


@quietly
def gain_some(s: Cuzco, me: int, kind: str, n: int) -> None:
    """Gain an amount of one good: ``gain`` with the amount last, as tables of abilities write it.

    The supply has no limit (R74).
    """
    then(s, me, gain({kind: n}))
