"""The catalogue: the facts of every component of Tawantinsuyu, for clients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.core import Effect
from engine.module import Components
from engine.tables import effects
from games.tawantinsuyu import data
from games.tawantinsuyu.axomamma_data import AXOMAMMA, PERSONALITIES


@dataclass(frozen=True)
class StatueKind:
    """The statues of one size and symbol."""

    size: str
    symbol: str


STATUE_KINDS = {
    f"{size} {symbol}": StatueKind(size, symbol) for size in data.STATUES for symbol in data.SYMBOLS
}
"""The size and the symbol of each statue."""


def components() -> Components:
    """Return the facts of every component by kind and id, for clients."""
    hill = data.HILL
    return {
        "worker": data.WORKERS,
        "terrace": {each.id: each for each in hill.terrace},
        "space": {each.id: each for each in hill.space},
        "icon": {each.id: each for each in hill.icon},
        "spot": {each.id: each for each in hill.spot},
        "task": {each.id: each for each in data.TASKS.task},
        "symbol": {symbol: {} for symbol in data.SYMBOLS},
        "god_card": data.GOD_CARDS,
        "army_card": data.ARMY_CARDS,
        "production": data.PRODUCTION,
        "passive": data.PASSIVE,
        "size": data.STATUES,
        "god_statue": STATUE_KINDS,
        "reward": data.REWARDS,
        "pattern": {each.pattern: {} for each in data.WEAVINGS.values()},
        "weaving": data.WEAVINGS,
        "temple_step": {str(n): step for n, step in enumerate(data.TEMPLE)},
        "region": {region: {} for region in data.REGIONS},
        "conquest": data.CONQUESTS,
        "action": {each.id: each for each in data.HILLTOP.action},
        "secondary": {each.id: each for each in data.HILLTOP.secondary},
        "personality": PERSONALITIES,
    }


def tables() -> dict[str, Any]:
    """Return the facts that belong to no single component, for clients."""
    hill, tasks, weavings = data.HILL, data.TASKS, data.TAPESTRIES
    return {
        "setup": data.SETUP,
        "workers_of_colour": data.WORKERS_OF_COLOUR,
        "hill": {
            "sections": hill.sections,
            "roaming": hill.roaming,
            "relief": hill.relief,
            "owner": hill.owner,
        },
        "step_marker": {
            "cost": tasks.steps,
            "gains": tasks.stepped,
            "points": tasks.step_points,
            "upper_points": tasks.upper_points,
        },
        "market": {"size": data.BUILDINGS.market, "swapped": data.BUILDINGS.swapped},
        "weaving": {
            "drawn": weavings.drawn,
            "prices": weavings.prices,
            "others": weavings.others,
            "sizes": weavings.sizes,
        },
        "regions": {
            region.id: [space.id for space in region.space] for region in data.REGIONS.values()
        },
        "hilltop": data.HILLTOP,
        "festival": data.FESTIVAL,
        "axomamma": AXOMAMMA,
    }


def every_effect() -> Iterator[tuple[str, Iterable[Effect]]]:
    """Yield the effects of every component by its name, to be checked when the title loads."""
    for kind, things in components().items():
        for id, thing in things.items():
            yield f"{kind} {id}", effects(getattr(thing, "do", ()))
    for building in data.PASSIVE.values():
        groups = [building.festival, building.turn, *building.placed.values()]
        for written in [*groups, *building.action.values()]:
            yield f"passive {building.id}", effects(written)
