"""The temple: climbing it step by step, and the reward on the left of each step (4.4)."""

from __future__ import annotations

from functools import cache

from engine import tables
from engine.core import Effect, does, quietly, then
from games.tawantinsuyu.benefits import benefits
from games.tawantinsuyu.data import TEMPLE
from games.tawantinsuyu.state import Tawantinsuyu

TOP = len(TEMPLE) - 1
"""The highest step; the place below the first step is 0."""


@cache
def reward(step: int) -> tuple[Effect, ...]:
    """Return the reward on the left of a step, also taken at festivals (D45)."""
    found = tables.effects(TEMPLE[step].do)
    return (benefits(found),) if found else ()


@quietly
def climb(s: Tawantinsuyu, me: int, n: int) -> None:
    """Climb steps one by one; climbing beyond the top is lost (4.4)."""
    step = s.players[me].temple + 1
    if step <= TOP:
        then(s, me, rise(step), *((climb(n - 1),) if n > 1 else ()))


@climb.possible
def below_top(s: Tawantinsuyu, me: int, n: int) -> bool:
    """Return whether there is a step above the marker of the player."""
    return s.players[me].temple < TOP


@does
def rise(s: Tawantinsuyu, me: int, step: int) -> None:
    """Enter a step of the temple and take its reward at once."""
    s.players[me].temple = step
    then(s, me, *reward(step))
