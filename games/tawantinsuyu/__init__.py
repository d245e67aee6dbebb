"""Tawantinsuyu: The Inca Empire, for 1 to 4 players. Facts and rules, no artwork."""

from __future__ import annotations

from pathlib import Path

from engine import vocabulary
from engine.core import Rules
from engine.module import discovered
from engine.tables import check
from engine.title import Title
from games.tawantinsuyu import (
    army,
    axomamma,
    axomamma_board,
    axomamma_choices,
    axomamma_priest,
    axomamma_workers,
    benefits,
    buildings,
    conquest,
    difficulty,
    festival,
    gods,
    hilltop,
    paying,
    placing,
    scoring,
    statues,
    steps,
    tapestries,
    tasks,
    temple,
    turns,
    workers,
)
from games.tawantinsuyu import setup as setting_up
from games.tawantinsuyu.axomamma_data import axomamma_effects
from games.tawantinsuyu.catalogue import components, every_effect, tables
from games.tawantinsuyu.derived import derived
from games.tawantinsuyu.state import Tawantinsuyu, census
from games.tawantinsuyu.value import value

RULES = Rules(
    vocabulary,
    setting_up,
    turns,
    placing,
    tasks,
    benefits,
    workers,
    gods,
    army,
    buildings,
    statues,
    steps,
    temple,
    tapestries,
    hilltop,
    conquest,
    festival,
    paying,
    scoring,
    axomamma,
    axomamma_board,
    axomamma_priest,
    axomamma_workers,
    axomamma_choices,
)
TITLE = Title(
    name="tawantinsuyu",
    version=1,
    seats=range(1, 5),
    state=Tawantinsuyu,
    rules=RULES,
    setup=setting_up.setup,
    sides=setting_up.sides,
    standings=scoring.standings,
    round_of=lambda s: s.round,
    tables=tables,
    census=census,
    folder=Path(__file__).parent,
    components=components,
    derived=derived,
    options=setting_up.OPTIONS,
    modules=(*discovered(__name__), *difficulty.MODULES),
    value=value,
)
check(TITLE.rules, [*every_effect(), *axomamma_effects()])
