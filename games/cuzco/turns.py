"""Turns: how they begin, and the plain gains that any turn may bring."""

from __future__ import annotations

from engine.core import Effect, Option, begin_turn, does, quietly, then
from engine.vocabulary import gain, sequence
from games.cuzco.state import CurrentTurn, Cuzco

DONE = Option("done")


def own_turn(*effects: Effect) -> Effect:
    """Return a turn of one seat, in which no card has been played yet."""
    return sequence((begin_turn(), fresh(), *effects))


@quietly
def fresh(s: Cuzco, me: int) -> None:
    """Begin a turn: no card has been played in it."""
    s.now = CurrentTurn()


@does
def score(s: Cuzco, me: int, points: int) -> None:
    """Score victory points at once."""
    s.players[me].points += points


@quietly
def gain_some(s: Cuzco, me: int, kind: str, n: int) -> None:
    """Gain an amount of one good: ``gain`` with the amount last, as tables of abilities write it.

    The supply has no limit (R74).
    """
    then(s, me, gain({kind: n}))
