"""Fixed positions whose answer sequences are counted (tests/perft/tzolkin.toml)."""

from __future__ import annotations

from collections.abc import Callable

from engine.table import Table
from games.tzolkin import TITLE
from tests.games.tzolkin.builder import Side, crowd, tzolkin

FALLEN: Side = {"chaac": -1, "quetzalcoatl": -1, "kukulkan": -1}
SCHOLAR: Side = {"agriculture": 2, "resource_extraction": 1, "architecture": 3, "theology": 2}
GEARS = ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")


def wealth() -> Table:
    """Two players about to choose their wealth tiles."""
    return Table.new(TITLE, 2, (), bytes(32))


def opening() -> Table:
    """The first turn of a game of three, with corn for several workers."""
    return tzolkin(3, me={"corn": 6}, left={"corn": 3}, across={"corn": 5}, round=1).table


def begging() -> Table:
    """Nothing is affordable and the gears are empty: begging is forced."""
    gears = crowd(**dict.fromkeys(GEARS, 2))
    return tzolkin(me={"corn": 1}, start="right", gears=gears).table


def mercy() -> Table:
    """The same with all markers at the bottom."""
    gears = crowd(**dict.fromkeys(GEARS, 2))
    return tzolkin(me={**FALLEN, "corn": 1}, start="right", gears=gears).table


def jungle() -> Table:
    """Harvests of every kind, with stepping back."""
    gears = {"palenque": {3: "me", 4: "me", 6: "me"}}
    left = {2: (2, 0), 3: (3, 3), 4: (4, 2), 5: (1, 0)}
    return tzolkin(me={"corn": 3, "agriculture": 2}, gears=gears, jungle=left).table


def tikal() -> Table:
    """Technologies, two buildings, monuments, with Architecture on level 3."""
    display = ["A1-06", "A1-09", "A1-12", "A1-13", "A1-14", "A1-01"]
    board: Side = {**SCHOLAR, "corn": 2, "wood": 3, "stone": 2, "gold": 3}
    gears = {"tikal": {3: "me", 4: "me"}}
    return tzolkin(me=board, gears=gears, display=display, monuments=["M10"]).table


def uxmal() -> Table:
    """Market, corn building and borrowed actions in the second age."""
    display = ["A2-07", "A2-06", "A2-17", "A2-09", "A2-01", "A2-13"]
    board: Side = {"corn": 7, "wood": 1, "stone": 1, "gold": 1}
    return tzolkin(2, me=board, round=16, gears={"uxmal": {6: "me"}}, display=display).table


def caves() -> Table:
    """Skulls, one space ahead, and offerings."""
    gears = {"chichen_itza": {0: "me", 5: "me", 9: "me"}}
    board: Side = {**SCHOLAR, "corn": 2, "wood": 1, "gold": 1, "skull": 2}
    return tzolkin(me=board, gears=gears, laid={3: "left", 5: "right"}).table


def double() -> Table:
    """The end of a round before a food day: one day or two."""
    gears = {"yaxchilan": {5: "left", 7: "across"}, "tikal": {3: "right", 1: "me"}}
    return tzolkin(start="me", round=7, gears=gears, moment="end of round").table


def ending() -> Table:
    """The last turn of the last round; many sequences end with the game."""
    board: Side = {"corn": 3, "wood": 2, "stone": 1, "hand": 0}
    gears = {"tikal": {2: "me"}, "yaxchilan": {3: "me"}, "uxmal": {2: "me"}}
    return tzolkin(2, me=board, marker="left", round=27, gears=gears).table


POSITIONS: dict[str, tuple[Callable[[], Table], int]] = {
    "wealth": (wealth, 5),
    "opening": (opening, 5),
    "begging": (begging, 5),
    "mercy": (mercy, 5),
    "jungle": (jungle, 6),
    "tikal": (tikal, 5),
    "uxmal": (uxmal, 5),
    "caves": (caves, 6),
    "double": (double, 4),
    "ending": (ending, 8),
}
"""Each position and the depth to which its answers are counted."""
