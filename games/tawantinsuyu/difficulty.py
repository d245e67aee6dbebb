"""The difficulty of the solo game: what makes Axomamma weaker or stronger, as options (19.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.core import Effect
from engine.module import Module, per_combination
from engine.vocabulary import Goods
from games.tawantinsuyu.axomamma_data import AXOMAMMA, Strength
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.temple import climb

SOLO = (1,)
"""The numbers of seats in a game against Axomamma."""


def _strength(chosen: tuple[str, ...]) -> Strength:
    """Return the values of the usual game, and those of the chosen options instead."""
    changed: dict[str, Any] = {
        option.setting: option.value for option in AXOMAMMA.option if option.name in chosen
    }
    return replace(AXOMAMMA.usual, **changed)


strength = per_combination(_strength)
"""The strength of Axomamma in a game."""


def building_cost(s: Tawantinsuyu) -> Goods:
    """Return what Axomamma pays for a building, whatever its printed cost (19.3)."""
    return {AXOMAMMA.material: strength(s).building}


def free_steps(s: Tawantinsuyu) -> tuple[Effect, ...]:
    """Return its temple steps before a worship or offering of its high priest (R179)."""
    n = strength(s).steps
    return (climb(n),) if n else ()


def _modules() -> Iterator[Module]:
    for option in AXOMAMMA.option:
        yield Module(name=option.name, summary=option.summary, seats=SOLO)


MODULES = tuple(_modules())
"""An option for each change of the difficulty; any of them go together."""
