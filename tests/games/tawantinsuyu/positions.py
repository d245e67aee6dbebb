"""Fixed positions whose answer sequences are counted (tests/perft/tawantinsuyu.toml)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.table import Table
from games.tawantinsuyu import TITLE
from games.tawantinsuyu.benefits import benefits
from games.tawantinsuyu.buildings import build
from games.tawantinsuyu.conquest import place_conquest
from games.tawantinsuyu.festival import hold_festival
from games.tawantinsuyu.statues import carve
from games.tawantinsuyu.tapestries import weave
from tests.games.tawantinsuyu.automa import solo
from tests.games.tawantinsuyu.builder import Side, tawantinsuyu

RICH: Side = {"potato": 3, "corn": 3, "stone": 3, "gold": 2}


def fresh(seats: int) -> Table:
    """A new game."""
    return Table.new(TITLE, seats, (), bytes([seats]) * 32)


def placing() -> Table:
    """Workers of two colours on a hill with steps and neighbours."""
    purple: Side = {**RICH, "workers": ["red", "white"], "gods": ["G01", "G08", "G15"]}
    hill = {"S1T1": "blue", "S2T1": "green", "S2T3": "red"}
    steps = {"ST1U": "black", "ST2U": "purple", "ST2L": "black"}
    return tawantinsuyu(purple=purple, hill=hill, steps=steps).table


def secondary() -> Table:
    """Two secondary actions, with cards and buildings that help at any time."""
    purple: Side = {
        **RICH,
        "soldiers": ["A01", "A20"],
        "worn": ["PB02"],
        "passive": ["Z15", "Z19"],
    }
    return tawantinsuyu(3, purple=purple, offer=["G03", "G10"]).table


def market() -> Table:
    """Buildings for sale, a swap before, and the statue of the same god card."""
    purple: Side = {**RICH, "soldiers": ["A06"], "gods": ["G05", "G06", "G30"]}
    both = benefits((build(), carve(("small",), {"stone": 1})))
    return tawantinsuyu(4, purple=purple, do=both, market=["PB01", "PB07", "Z01", "Z16"]).table


def weaving() -> Table:
    """Weavings for tapestries of two players."""
    purple: Side = {"corn": 6, "tapestries": [["SW01"], ["SW02", "W05"]]}
    black: Side = {"corn": 3, "tapestries": [["SW03"]]}
    top = ["W01", "W09", "W18"]
    return tawantinsuyu(purple=purple, black=black, weavings=top, do=weave()).table


def conquest() -> Table:
    """Soldiers of several strengths, and regions with markers."""
    purple: Side = {**RICH, "army": ["A01", "A12", "A20", "A28"], "passive": ["Z13"]}
    taken = {"antisuyu_1": "black", "kuntisuyu_2": "purple"}
    return tawantinsuyu(purple=purple, conquests=taken, do=place_conquest()).table


def festival() -> Table:
    """The merchants, god cards that cost potatoes, and those played after the first festival."""
    purple: Side = {**RICH, "gods": ["G02", "G09", "G21"], "tapestries": [["SW01", "W05"]]}
    black: Side = {"potato": 2, "gold": 2, "open_gods": ["G11", "G23"], "temple": 6}
    return tawantinsuyu(
        3,
        purple=purple,
        black=black,
        orange=RICH,
        do=hold_festival(),
        village=(),
        casualties=["red"],
        conquests={"antisuyu_2": "black", "antisuyu_3": "purple"},
    ).table


def alone() -> Table:
    """Turns against Axomamma, which acts between those of the player."""
    purple: Side = {**RICH, "workers": ["yellow"], "gods": ["G02", "G20"], "soldiers": ["A05"]}
    bot: Side = {"workers": ["green"], "stone": 2, "army": ["A02"], "priest": 3}
    return solo(bot=bot, purple=purple, actor="purple", hill={"S1T1": "blue"}).table


POSITIONS: dict[str, tuple[Callable[[], Table], int]] = {
    **{f"seats_{n}": (partial(fresh, n), max(3, n + 1)) for n in range(1, 5)},
    "placing": (placing, 4),
    "secondary": (secondary, 4),
    "market": (market, 4),
    "weaving": (weaving, 4),
    "conquest": (conquest, 4),
    "festival": (festival, 5),
    "alone": (alone, 4),
}
