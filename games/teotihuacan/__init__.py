"""Teotihuacan: City of Gods, for 1 to 4 players, with modules. Facts and rules, no artwork."""

from __future__ import annotations

from pathlib import Path

from engine import vocabulary
from engine.core import Rules
from engine.module import discovered
from engine.tables import check
from engine.title import Title
from games.teotihuacan import (
    acting,
    action_tiles,
    alchemy,
    bot_choices,
    bot_workers,
    calendar,
    construction,
    decorations,
    difficulty,
    discovery,
    displays,
    eclipse,
    goods,
    locking,
    nobles,
    paying,
    power,
    pyramid,
    scoring,
    temples,
    teotibot,
    workers,
    worship,
)
from games.teotihuacan import setup as setting_up
from games.teotihuacan.box import every_effect
from games.teotihuacan.catalogue import components, tables
from games.teotihuacan.derived import derived
from games.teotihuacan.state import Teotihuacan, census
from games.teotihuacan.value import value

RULES = Rules(
    vocabulary,
    setting_up,
    calendar,
    workers,
    acting,
    worship,
    alchemy,
    nobles,
    decorations,
    construction,
    pyramid,
    displays,
    power,
    temples,
    discovery,
    goods,
    paying,
    eclipse,
    locking,
    bot_choices,
    bot_workers,
    action_tiles,
    teotibot,
)
TITLE = Title(
    name="teotihuacan",
    version=1,
    seats=range(1, 5),
    state=Teotihuacan,
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
check(TITLE.rules, every_effect([TITLE.all_components(), TITLE.all_tables()]))
