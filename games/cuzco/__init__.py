"""Cuzco (Stefan Feld City Collection 6) for 2 to 4 players. Facts and rules, no artwork."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine import vocabulary
from engine.core import Rules
from engine.module import Components, discovered
from engine.tables import check
from engine.title import Title
from games.cuzco import (
    acting,
    board,
    counting,
    data,
    dice,
    exchange,
    gods,
    headdress,
    market,
    palace,
    people,
    roads,
    rounds,
    scoring,
    temple,
    turns,
    university,
)
from games.cuzco import setup as setting_up
from games.cuzco.derived import derived
from games.cuzco.guessing import deal_gods
from games.cuzco.state import Cuzco, census
from games.cuzco.value import value

RULES = Rules(
    vocabulary,
    setting_up,
    rounds,
    dice,
    acting,
    roads,
    people,
    exchange,
    temple,
    headdress,
    gods,
    university,
    market,
    palace,
    turns,
    scoring,
)
check(RULES, data.every_effect())
counting.check_counts()
data.check_words(data.GODS)


def tables() -> dict[str, Any]:
    """Return the facts that belong to no single component, for clients."""
    return {
        "setup": data.SETUP,
        "spaces": data.SPACES.players,
        "board": data.BOARD,
        "masks": data.MASKS,
        "tile_kinds": data.KINDS,
        "god_copies": data.GODS.copies,
    }


def components() -> Components:
    """Return the facts of every component by kind and id, for clients."""
    spaces = {space.id: space for row in data.SPACES.players.values() for space in row}
    pictured = data.Named(data.BOARD.assumed)
    villages = board.villages(data.BOARD.default_layout).values()
    return {
        "action": data.ACTIONS,
        "space": spaces,
        "village": {data.BOARD.centre: data.Named(), **{v.id: pictured for v in villages}},
        "ability": data.ABILITIES,
        "tile": data.TILES,
        "god": {god.id: god for god in data.GODS.god},
        "card": data.CARDS,
        "ware": data.GOODS,
        "task": data.TASKS,
        "triangle": board.TRIANGLES,
        "building": {v.building: pictured for v in villages},
        "feather": {colour: {} for colour in data.MASKS.colours},
        "mask": {str(number): mask for number, mask in data.MASK.items()},
        "circlet": {str(die): circlet for die, circlet in data.CIRCLETS.items()},
        **tracks(),
    }


def tracks() -> Components:
    """Return the steps of the tracks, the turn order tokens and the rows of the final scoring."""
    setup = data.SETUP
    track, tokens = enumerate(setup.knowledge.points), enumerate(setup.token_points, 1)
    rows = {bonus.counts: data.Row(bonus.points, bonus.least) for bonus in setup.bonus}
    rows |= {scoring.MEDALS: data.Row(setup.scoring["medal"]), scoring.VILLAGES: data.Row(None)}
    return {
        "stair": {str(step): {} for step in range(1, setup.temple.steps + 1)},
        "knowledge": {str(n): data.Step(points, setup.knowledge.assumed) for n, points in track},
        "token": {str(n): data.Step(points) for n, points in tokens},
        "bonus": rows,
    }


TITLE = Title(
    name="cuzco",
    version=1,
    seats=range(2, 5),
    state=Cuzco,
    rules=RULES,
    setup=setting_up.setup,
    standings=scoring.standings,
    round_of=lambda s: s.round,
    tables=tables,
    census=census,
    derived=derived,
    folder=Path(__file__).parent,
    components=components,
    modules=discovered(__name__),
    value=value,
    dealers={"gods": deal_gods},
)
