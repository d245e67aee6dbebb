"""Development (M5): pyramid tiles and a discount by the lowest power of the workers (15.10)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.module import part
from games.teotihuacan.modules.development.techniques import TABLE, Building
from tests.games.teotihuacan.automa import PRIEST, using
from tests.games.teotihuacan.builder import Play, Side, side, teotihuacan
from tests.games.teotihuacan.catalogue import component, ruleset, says_assumed
from tests.games.teotihuacan.random_games import play_random_games

MODULES = ("development",)
PLAIN = ["P31", "P32", "P01"]
RICH: Side = {"stone": 8, "cocoa": 1}


def building(*powers: int, modules: tuple[str, ...] = MODULES, **more: Any) -> Play:
    """A worker comes to Construction, where other own workers may be; the pyramid is empty."""
    first, *others = powers
    workers = [(5, first), *((8, each) for each in others)]
    red = {**RICH, **more, "workers": workers}
    table = teotihuacan(red=side(**red), modules=modules, display=PLAIN)
    return table.play(f"move 5 {first} 8", "main")


def placed(table: Play) -> int:
    """How many tiles the action places at most, each on the first free place; nothing is saved."""
    while table.question in ("build", "place_tile", "save"):
        wanted = next((o for o in table.options if o.startswith("build")), table.options[0])
        table.play("save stone" if table.question == "save" else wanted)
    return len(table.events("lay_tile"))


@pytest.mark.parametrize(
    ("powers", "tiles"),
    [
        ((1,), 1),
        ((1, 1), 1),
        ((5, 1), 1),
        ((1, 1, 1), 2),
        ((2,), 1),
        ((2, 3), 2),
        ((3, 3, 5), 3),
        ((4,), 1),
        ((4, 5), 2),
        ((4, 4, 4), 3),
    ],
)
def test_r50_tiles_by_workers_and_lowest_power(powers: tuple[int, ...], tiles: int) -> None:
    """R50: 1, 1 and 2 tiles with a lowest power of 1, else 1, 2 and 3."""
    assert placed(building(*powers)) == tiles


def test_without_the_module_weak_workers_place_as_many_tiles() -> None:
    assert placed(building(1, 1, modules=())) == 2


@pytest.mark.parametrize(("power", "stone"), [(1, 2), (3, 2), (4, 1), (5, 1)])
def test_r50_strong_workers_save_a_resource(power: int, stone: int) -> None:
    """R50: once an action."""
    table = building(power, stone=2)
    placed(table)
    assert table.player().goods["stone"] == 2 - stone


def test_b40_the_discounts_of_the_board_and_of_the_technology() -> None:
    """B40: one worker of power 4 and technology 15: up to 2 tiles; both savings on the first."""
    table = building(4, stone=2, technologies=["15"])
    table.play("build P31", "at 1 0 0 0", "save stone", "save stone")
    assert table.goods() == {"stone": 2, "cocoa": 1}
    assert table.options == ["build P32", "build P01", "done"]
    table.play("build P32", "at 1 0 1 0")
    assert (table.goods(), len(table.events("lay_tile"))) == ({"cocoa": 1}, 2)


def test_b40_the_savings_may_go_to_different_tiles() -> None:
    """B40: one resource on each of the two tiles."""
    table = building(4, stone=2, technologies=["15"])
    table.play("build P31", "at 1 0 0 0", "save stone", "save nothing")
    table.play("build P32", "at 1 0 1 0")
    assert table.goods() == {"cocoa": 1}


def test_the_saving_makes_the_action_possible() -> None:
    """A worker of power 4 needs 1 stone, one of power 3 needs 2."""
    for power, possible in ((3, False), (4, True)):
        red: Side = {"workers": [(5, power), (2, 1, "red")], "stone": 1, "cocoa": 3}
        table = teotihuacan(red=red, modules=MODULES, display=PLAIN).play(f"move 5 {power} 8")
        assert ("main" in table.options) == possible


def test_r120_the_lowest_power_is_that_of_the_beginning() -> None:
    """R120: with powers 2, 2 and 1 the second tile is the last, also after the 1 is powered up."""
    table = building(2, 2, 1, discoveries=["powerup2"])
    assert part(table.state, Building).lowest == 1
    table.play("build P31", "at 1 0 0 0", "use powerup2", "power 8 1", "power 8 2")
    assert min(power for _, power, *_ in table.workers()) == 2
    assert placed(table) == 2
    table.play("power 8 2", "power 8 2")
    assert (table.asked, part(table.state, Building).lowest) == ("", 0)


@pytest.mark.parametrize("modules", [(), MODULES])
def test_r50_the_teotibot_acts_as_on_the_base_board(modules: tuple[str, ...]) -> None:
    """R50: 2 stone for a tile, 1 + 2 VP, whatever the power of its worker."""
    bot: Side = {"stone": 2, "workers": [(8, 1), PRIEST]}
    table = using("construction", bot, modules=modules, display=PLAIN)
    assert (table.points("yellow"), table.player("yellow").track) == (3, 1)
    assert table.player("yellow").goods["stone"] == 0


def test_the_ruleset_marks_what_is_assumed() -> None:
    """R50: the board and each row of its table; the description says so too."""
    assert component("board", "8 development")["assumed"]
    rows = ruleset()["tables"]["development"]["technique"]
    assert len(rows) == len(TABLE.technique) == 3
    assert all(row["assumed"] for row in rows)
    assert says_assumed("development")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games_end(seats: int) -> None:
    play_random_games(seats, MODULES)
