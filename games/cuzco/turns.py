"""Turns: who may do what in them is the business of the phases."""

from __future__ import annotations

from engine.core import Effect, begin_turn
from engine.vocabulary import sequence
from games.cuzco.gods import fresh


def own_turn(*effects: Effect) -> Effect:
    """A turn of one seat, in which no card has been played yet."""
    return sequence((begin_turn(), fresh(), *effects))
