"""Passive buildings: what those of a player change (10.3, appendix of the rulebook).

They always work and never turn face down (D31).
"""

from __future__ import annotations

from functools import cache

from engine import tables
from engine.core import Effect
from games.tawantinsuyu.data import PASSIVE, TAPESTRIES, Passive
from games.tawantinsuyu.state import Tawantinsuyu


def owned(s: Tawantinsuyu, me: int) -> list[Passive]:
    """Return the passive buildings of a player."""
    return [PASSIVE[each] for each in s.players[me].passive]


def connects(s: Tawantinsuyu, me: int) -> bool:
    """Return whether a new connection in a tapestry pays at once."""
    return any([each.connects for each in owned(s, me)])


def drawn(s: Tawantinsuyu, me: int) -> int:
    """Return how many weavings are drawn for a weave task; those beyond the usual go back."""
    return max([TAPESTRIES.drawn, *[each.drawn for each in owned(s, me)]])


def soldiers_less(s: Tawantinsuyu, me: int) -> int:
    """Return how many soldiers fewer each conquest needs (D43)."""
    return sum([each.soldiers for each in owned(s, me)])


def god_card_points(s: Tawantinsuyu, me: int) -> int:
    """Return the points more for each god card in hand at the end."""
    return sum([each.god_card for each in owned(s, me)])


@cache
def _festival(building: str) -> tuple[Effect, ...]:
    return tables.effects(PASSIVE[building].festival)


def at_festival(s: Tawantinsuyu, me: int) -> tuple[Effect, ...]:
    """Return what the buildings of a player give at the start of a festival (16)."""
    return tuple([effect for each in s.players[me].passive for effect in _festival(each)])


@cache
def on_action(building: str, action: str) -> tuple[Effect, ...]:
    """Return what a building gives when a high priest arrives at an action (D42)."""
    return tables.effects(PASSIVE[building].action.get(action, []))
