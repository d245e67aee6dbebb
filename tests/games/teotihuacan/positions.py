"""Fixed positions whose answer sequences are counted (tests/perft/teotihuacan.toml)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.table import Table
from games.teotihuacan import TITLE
from tests.games.teotihuacan.automa import PRIEST, UNABLE, tiles
from tests.games.teotihuacan.builder import Laid, Side, solo, teotihuacan

RICH: Side = {"cocoa": 6, "wood": 4, "stone": 4, "gold": 4}
LEVEL_ONE: list[Laid] = [
    ("P16", 1, 0, 0, 0),
    ("P11", 1, 0, 1, 1),
    ("P03", 1, 1, 0, 2),
    ("P29", 1, 1, 1, 0),
]


def fresh(seats: int, *options: str) -> Table:
    """A new game."""
    return Table.new(TITLE, seats, options, bytes([seats]) * 32)


def gathering() -> Table:
    """The wood of a small crowd, a discovery tile, and a rival who waits."""
    red: Side = {"workers": [(1, 2), (2, 1), (4, 3)], "cocoa": 3, "temples": {"blue": 3}}
    rivals: Side = {"workers": [(2, 2), (7, 1)]}
    return teotihuacan(2, red=red, yellow=rivals, tiles={2: "powerup2", 3: "res2"}).table


def worship() -> Table:
    """Rites, royal tiles and displaced workers."""
    red: Side = {**RICH, "workers": [(4, 2), (5, 3), (3, 1, "green")], "avenue": 2}
    yellow: Side = {"workers": [(1, 1, "left"), (7, 2, "any")]}
    return teotihuacan(3, red=red, yellow=yellow, tiles={1: "temple_any", 7: "vp4"}).table


def discoveries() -> Table:
    """Tiles that help a turn: movement, workers, temples."""
    tiles = ["double_move", "move_anywhere", "extra_worker_568", "temple_any", "free_cocoa"]
    red: Side = {**RICH, "workers": [(2, 1), (2, 3), (8, 2)], "discoveries": tiles}
    return teotihuacan(2, red=red, yellow={"workers": [(5, 1)]}).table


def alchemy() -> Table:
    """Technologies with two workers, and what the first ones bring."""
    red: Side = {**RICH, "workers": [(5, 2), (4, 4)], "technologies": ["01", "05"]}
    return teotihuacan(4, red=red, blue={"technologies": ["03"]}).table


def nobles() -> Table:
    """Buildings of three rows, and ascension after the power-ups."""
    red: Side = {**RICH, "workers": [(6, 5), (2, 5)], "avenue": 7}
    return teotihuacan(3, red=red, nobles=(1, 2, 0)).table


def decorations() -> Table:
    """Decorations on a pyramid with a first level."""
    red: Side = {**RICH, "workers": [(7, 3), (8, 2)]}
    return teotihuacan(2, red=red, pyramid=LEVEL_ONE).table


def construction() -> Table:
    """Pyramid tiles on two levels, by two workers."""
    red: Side = {**RICH, "workers": [(8, 2), (2, 2)], "technologies": ["07"]}
    return teotihuacan(2, red=red, pyramid=LEVEL_ONE, display=["P31", "P32", "P20"]).table


def eclipse() -> Table:
    """The salary of all players, who may have less than they owe."""
    poor: Side = {"workers": [(2, 5), (3, 4), (4, 3)], "cocoa": 1, "avenue": 2}
    return teotihuacan(2, red={**poor, "wood": 2}, yellow=poor, when="eclipse").table


def alone() -> Table:
    """Rounds against the Teotibot, which acts between the turns of the player."""
    red: Side = {**RICH, "workers": [(2, 1), (5, 2), (7, 3)]}
    bot: Side = {"workers": [(8, 3), *UNABLE[:2], PRIEST], "cocoa": 9, "stone": 2}
    laid = tiles("construction alchemy decorations masks mastery nobles worship")
    arrows = ["left", "right"]
    return solo(bot=bot, red=red, action_tiles=laid, arrows=arrows, when="round").table


POSITIONS: dict[str, tuple[Callable[[], Table], int]] = {
    **{f"seats_{n}": (partial(fresh, n), 4) for n in range(1, 5)},
    "first_game": (partial(fresh, 4, "first_game"), 4),
    "dealt": (partial(fresh, 2, "dealt_starting_tiles"), 4),
    "gathering": (gathering, 4),
    "worship": (worship, 4),
    "discoveries": (discoveries, 4),
    "alchemy": (alchemy, 4),
    "nobles": (nobles, 4),
    "decorations": (decorations, 4),
    "construction": (construction, 4),
    "eclipse": (eclipse, 2),
    "alone": (alone, 4),
}
