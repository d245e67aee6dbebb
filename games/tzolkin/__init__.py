"""Tzolk'in: The Mayan Calendar, base game for 2 to 4 players. Facts and rules, no artwork."""

from __future__ import annotations

from pathlib import Path

from engine import vocabulary
from engine.core import Rules
from engine.tables import check
from engine.title import Title
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
    workers,
)
from games.tzolkin import setup as setting_up
from games.tzolkin.catalogue import components, tables
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


TITLE = Title(
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
