"""Architecture (M4): the points of a decoration by the lowest power of the workers (15.10)."""

from __future__ import annotations

import pytest

from games.teotihuacan.modules.architecture.plans import TABLE
from tests.games.teotihuacan.automa import PRIEST, using
from tests.games.teotihuacan.builder import Play, Side, teotihuacan
from tests.games.teotihuacan.catalogue import component, ruleset, says_assumed
from tests.games.teotihuacan.random_games import play_random_games

MODULES = ("architecture",)
TILE = "DT15"
"""A decoration that matches one plain icon on the bottom side: 1 VP (B15)."""


def decorating(power: int, *others: int, modules: tuple[str, ...] = MODULES) -> Play:
    """A worker of some power comes to Decorations, where other own workers may be."""
    red: Side = {"workers": [(8, power), *((7, each) for each in others)], "gold": 3, "cocoa": 1}
    table = teotihuacan(red=red, modules=modules, decorations=[TILE, "DT01", "DT02", "DT03"])
    return table.play(f"move 8 {power} 7", "main")


@pytest.mark.parametrize(("power", "points"), [(1, 2), (2, 3), (3, 3), (4, 5), (5, 5)])
def test_r50_points_by_the_power_of_the_worker(power: int, points: int) -> None:
    """R50: 2, 3 or 5 VP instead of 3, and 1 VP for the match; the track and the price stay."""
    table = decorating(power).play(f"decorate {TILE} bottom")
    assert (table.points(), table.goods()) == (1 + points, {"cocoa": 1})
    assert table.player().track == 1
    assert len(table.events("raise_power")) == 1


def test_r50_the_lowest_power_counts() -> None:
    """R50: with workers of powers 1 and 5 the decoration costs 2 gold and scores 2 VP."""
    table = decorating(5, 1).play(f"decorate {TILE} bottom")
    assert (table.points(), table.goods()) == (1 + 2, {"gold": 1})
    table = decorating(4, 5, 4).play(f"decorate {TILE} bottom")
    assert (table.points(), table.goods()) == (1 + 5, {"gold": 2})


def test_without_the_module_the_points_are_fixed() -> None:
    for power in (1, 5):
        assert decorating(power, modules=()).play(f"decorate {TILE} bottom").points() == 1 + 3


def test_technology_09_is_added() -> None:
    red: Side = {"workers": [(8, 4)], "gold": 3, "technologies": ["09"]}
    table = teotihuacan(red=red, modules=MODULES, decorations=[TILE, "DT01", "DT02", "DT03"])
    table.play("move 8 4 7", "main", f"decorate {TILE} bottom")
    assert table.points() == 1 + 5 + 4


def test_worship_as_on_the_base_board() -> None:
    """A step on any temple, the discovery tile, or both."""
    red: Side = {"workers": [(8, 2)], "cocoa": 1}
    table = teotihuacan(red=red, modules=MODULES, tiles={7: "res2"}).play("move 8 2 7")
    ways = ["any rite", "any tile", "any rite tile", "any tile rite"]
    assert table.offered("worship") == ways
    table.play("worship any rite", "step red")
    assert table.temples() == {"red": 1}


@pytest.mark.parametrize("modules", [(), MODULES])
def test_r50_the_teotibot_acts_as_on_the_base_board(modules: tuple[str, ...]) -> None:
    """R50: 5 VP and a temple step for 2 gold, whatever the power of its worker."""
    bot: Side = {"gold": 2, "workers": [(7, 1), PRIEST]}
    table = using("decorations", bot, modules=modules, decorations=[TILE, "DT01", "DT02", "DT03"])
    assert (table.points("yellow"), table.player("yellow").track) == (5, 1)


def test_the_ruleset_marks_what_is_assumed() -> None:
    """R50: the board and each row of its table; the description says so too."""
    assert component("board", "7 architecture")["assumed"]
    assert not component("board", "7")["assumed"]
    rows = ruleset()["tables"]["architecture"]["plan"]
    assert len(rows) == len(TABLE.plan) == 3
    assert all(row["assumed"] for row in rows)
    assert says_assumed("architecture")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games_end(seats: int) -> None:
    play_random_games(seats, MODULES)
