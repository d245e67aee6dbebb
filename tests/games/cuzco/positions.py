"""Fixed positions whose answer sequences are counted (tests/perft/cuzco.toml)."""

from __future__ import annotations

from collections.abc import Callable

from engine.table import Table
from games.cuzco import TITLE
from tests.games.cuzco.builder import Side, cuzco

RICH: Side = {
    "dice": [5, 3, 2],
    "offering": 2,
    "medal": 1,
    "food": 4,
    "gods": ["blue2", "blue3", "white2", "red3", "green2"],
    "tiles": ["st-food-2", "fa-study-1", "fa-study-2"],
    "quipus": 6,
    "feathers": {"turquoise": [1], "purple": [1, 4], "pink": [4]},
}


def fresh(seats: int, *options: str) -> Table:
    """A new game."""
    return Table.new(TITLE, seats, options, bytes([seats]) * 32)


POSITIONS: dict[str, tuple[Callable[[], Table], int]] = {
    "setup": (lambda: fresh(2), 3),
    "first_die": (lambda: cuzco(red={"dice": [6, 4, 1]}).table, 4),
    "two_players": (lambda: cuzco(2, red={"dice": [5]}, yellow={"dice": [3]}).table, 4),
    "cards": (lambda: cuzco(red=RICH).table, 4),
    "pututus": (
        lambda: cuzco(options=("pututu",), red={"dice": [3], "pututu": {1: 2, 2: 1}}).table,
        4,
    ),
    "back_in_cuzco": (lambda: cuzco(red={"dice": [5], "may_turn": True}).table, 5),
    "exchange": (lambda: cuzco(red={"dice": [6], "tiles": ["st-food-1"]}).table, 4),
    "tiles": (lambda: cuzco(when="tiles", red=RICH).table, 4),
    "market": (
        lambda: (
            cuzco(
                when="market", red={"food": 9, "gods": ["yellow2", "yellow3"], "offering": 2}
            ).table
        ),
        5,
    ),
    "palace": (lambda: cuzco(2, when="palace", red={"tasks": ["G01", "G02", "G03"]}).table, 4),
    "last_tasks": (
        lambda: (
            cuzco(
                when="end",
                red={
                    "gods": ["yellow1"] * 2,
                    "offering": 2,
                    "food": 4,
                    "tasks": ["G26", "G18", "S4"],
                    "wares": ["soup"],
                },
            ).table
        ),
        4,
    ),
}
