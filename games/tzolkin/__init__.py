"""Tzolk'in: The Mayan Calendar, base game for 2 to 4 players. Facts and rules, no artwork."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine import vocabulary
from engine.core import Rules
from engine.tables import check
from engine.title import Components, Title
from games.tzolkin import (
    actions,
    building,
    calendar,
    chichen_itza,
    data,
    food_days,
    goods,
    palenque,
    scoring,
    technology,
    temples,
    uxmal,
    workers,
)
from games.tzolkin import setup as setting_up
from games.tzolkin.derived import derived
from games.tzolkin.state import Tzolkin, census
from games.tzolkin.value import value

RULES = Rules(
    vocabulary,
    setting_up,
    calendar,
    workers,
    actions,
    palenque,
    uxmal,
    building,
    chichen_itza,
    technology,
    temples,
    goods,
    food_days,
    scoring,
)
check(RULES, data.every_effect())
scoring.check_counters(data.every_effect())


def tables() -> dict[str, Any]:
    """Return the facts that belong to no single component, for clients."""
    return {
        "setup": data.SETUP,
        "technology_prices": data.TECHNOLOGIES.prices,
        "technology_bonus_price": data.TECHNOLOGIES.bonus_price,
        "jungle": data.GROUPS,
    }


def components() -> Components:
    """Return the facts of every component by kind and id, for clients."""
    actions = {
        f"{gear.id} {space}": action
        for gear in data.GEARS.values()
        for space, action in enumerate(gear.actions, 1)
    }
    return {
        "gear": data.GEARS,
        "action": actions,
        "wealth": data.WEALTH,
        "building": data.BUILDINGS,
        "monument": data.MONUMENTS,
        "temple": data.TEMPLES,
        "technology": data.TRACKS,
    }


GAME = Title(
    name="tzolkin",
    version=1,
    seats=range(2, 5),
    state=Tzolkin,
    rules=RULES,
    setup=setting_up.setup,
    standings=scoring.standings,
    round_of=lambda s: s.round,
    tables=tables,
    census=census,
    folder=Path(__file__).parent,
    components=components,
    derived=derived,
    value=value,
)
