"""Great discovery tiles: each claimed and used (12.2)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.module import part
from games.teotihuacan import TITLE
from games.teotihuacan.box import box
from games.teotihuacan.discovery import claim_find
from games.teotihuacan.eclipse import score_bonus_tile, score_masks
from games.teotihuacan.modules.obsidian.great import GreatTiles, draw_great
from games.teotihuacan.state import Teotihuacan
from tests.games.teotihuacan.builder import Play, Side, teotihuacan

GREAT: dict[str, tuple[int, dict[str, int]]] = {
    "extra_worker_any": (2, {}),
    "double_resources": (2, {}),
    "mask8": (3, {}),
    "obsidian3": (3, {}),
    "move_back": (2, {}),
    "powerup3": (2, {"obsidian": 1}),
    "refresh2": (2, {"obsidian": 1}),
    "technology_free": (2, {"obsidian": 1}),
    "temple_any_blue": (1, {"cocoa": 1}),
    "temple_any_red": (1, {"cocoa": 1}),
    "temple_any_green": (1, {"cocoa": 1}),
}
"""Copies and costs of the tiles of this module."""


def obsidian(**rest: Any) -> Play:
    """A table of four with the module."""
    return teotihuacan(modules=("obsidian",), **rest)


def begun(*modules: str) -> Teotihuacan:
    """A new game with these modules."""
    return cast(Teotihuacan, TITLE.begin(2, modules, bytes(32)))


def kinds(s: Teotihuacan) -> set[str]:
    """The kinds of great discovery tiles of a game."""
    return {tile.id for tile in box(s).discoveries.values() if tile.stack}


def test_the_tiles_of_a_game() -> None:
    """12.2: those of modules 2 and 8 only with these modules; 26 in all."""
    assert kinds(begun("obsidian")) == set(GREAT)
    with_temple = begun("obsidian", "height_of_development")
    assert kinds(with_temple) == {*GREAT, "temple_any_orange"}
    every = box(begun("obsidian", "height_of_development", "altars_and_shamans")).discoveries
    assert sum(tile.copies for tile in every.values() if tile.stack) == 26
    assert not kinds(begun())


@pytest.mark.parametrize("kind", GREAT)
def test_claiming_a_great_tile(kind: str) -> None:
    """12.2: for its cost; a mask is kept for scoring."""
    copies, cost = GREAT[kind]
    rich: Side = {"cocoa": 1, "obsidian": 1}
    piles = {"avenue 3": [kind]}
    table = obsidian(do=claim_find("avenue 3"), red=rich, piles=piles).play(f"claim {kind}")
    assert table.goods() == {good: 1 for good in ("cocoa", "obsidian") if good not in cost}
    assert table.player().masks == ([8] if kind == "mask8" else [])
    assert table.player().discoveries == ([] if kind == "mask8" else [kind])
    assert box(table.state).discoveries[kind].copies == copies
    poor: Side = {"wood": 1, "stone": 1, "gold": 1}
    assert bool(obsidian(do=claim_find("avenue 3"), red=poor, piles=piles).asked) == (not cost)


@pytest.mark.parametrize(
    ("kind", "answers", "goods", "points", "temples"),
    [
        ("obsidian3", [], {"obsidian": 3}, 0, {}),
        ("temple_any_blue", ["step red", "take 1 gold"], {"gold": 1}, 1, {"red": 1, "blue": 1}),
        ("temple_any_red", ["step green"], {"cocoa": 1}, 1, {"green": 1, "red": 1}),
        ("temple_any_green", ["step green"], {"cocoa": 2}, 0, {"green": 2}),
    ],
)
def test_a_tile_of_any_time(
    kind: str, answers: list[str], goods: dict[str, int], points: int, temples: dict[str, int]
) -> None:
    red: Side = {"workers": [(5, 1)], "discoveries": [kind]}
    table = obsidian(red=red).play(f"use {kind}", *answers)
    assert (table.goods(), table.points(), table.temples()) == (goods, points, temples)
    assert (table.player().discoveries, table.player().used) == ([], [kind])


def test_three_power_ups() -> None:
    """12.2: of unlocked workers, repeats allowed."""
    red: Side = {"workers": [(5, 1), (2, 3), (7, 2, "any")], "discoveries": ["powerup3"]}
    table = obsidian(red=red).play("use powerup3")
    assert table.options == ["power 2 3", "power 5 1"]
    table.play("power 5 1", "power 5 2", "power 2 3")
    assert table.workers() == [(2, 4), (5, 3), (7, 2, "any")]


BOARDS = {
    2: ("move 1 1 2", [], {"wood": 1}),
    3: ("move 1 1 3", [], {"stone": 1}),
    4: ("move 6 1 4", [], {"gold": 1}),
    5: ("move 1 1 5", ["technology 09"], {}),
    6: ("move 2 1 6", [], {}),
    7: ("move 2 1 7", ["decorate DT06 right"], {"gold": 1}),
    8: ("move 2 1 8", ["build P31", "at 1 1 1 0", "build P32", "at 1 0 0 0"], {}),
}
NEEDS: dict[int, Side] = {
    5: {"gold": 2},
    6: {"wood": 2},
    7: {"gold": 3},
    8: {"stone": 4},
}


@pytest.mark.parametrize("board", BOARDS)
def test_r40_an_extra_worker_on_any_board(board: int) -> None:
    """R40: n is 2 with one worker, who alone is powered up; row 2, a cheaper decoration, tiles."""
    move, answers, goods = BOARDS[board]
    start = int(move.split()[1])
    red: Side = {"workers": [(start, 1)], "discoveries": ["extra_worker_any"]}
    table = obsidian(
        red={**red, **NEEDS.get(board, {})},
        display=["P31", "P32", "P20"],
        decorations=["DT06", "DT01", "DT03", "DT04"],
    )
    table.play(move, "use extra_worker_any", *answers)
    assert (table.goods(), table.workers()) == (goods, [(board, 2)])
    if board == 6:
        assert table.points() == 5
    if board == 8:
        assert len(table.state.pyramid) == 2


def test_r40_an_extra_worker_adds_power_ups_for_real_workers() -> None:
    """R40, R51: with two real ones n is 3, which brings two power-ups; a fourth does not count."""
    red: Side = {"workers": [(1, 1), (2, 1)], "cocoa": 1, "discoveries": ["extra_worker_any"]}
    table = obsidian(red=red).play("move 1 1 2", "use extra_worker_any", "power 2 1", "power 2 2")
    assert table.workers() == [(2, 1), (2, 3)]
    assert table.goods() == {"cocoa": 1, "wood": 1, "obsidian": 1}
    three: Side = {"workers": [(1, 1), (2, 1), (2, 1)], "cocoa": 1}
    table = obsidian(red={**three, "discoveries": ["extra_worker_any"]}).play("move 1 1 2")
    assert table.refused["use extra_worker_any"] == "tile-without-effect"


def test_doubling_helps_on_boards_2_3_and_4_only() -> None:
    """12.2: points of the cell stay as they are."""
    red: Side = {"workers": [(1, 4), (3, 4)], "cocoa": 1, "discoveries": ["double_resources"]}
    table = obsidian(red=red).play("move 1 4 3", "use double_resources")
    assert (table.goods(), table.points()) == ({"stone": 4, "obsidian": 2}, 2)
    for start, board in ((1, 5), (2, 6), (2, 7), (2, 8), (6, 1)):
        red = {"workers": [(start, 1)], "gold": 3, "wood": 2, "stone": 2}
        table = obsidian(red={**red, "discoveries": ["double_resources", "res2"]})
        assert "use double_resources" not in table.play(f"move {start} 1 {board}").options
    poor: Side = {"workers": [(1, 4), (3, 4)], "discoveries": ["double_resources", "res2"]}
    table = obsidian(red=poor).play("move 1 4 3")
    assert table.refused["use double_resources"] == "tile-without-effect"


def test_r35_moving_back() -> None:
    """R35: one to three boards counterclockwise, with no action and nothing for board 1."""
    red: Side = {"workers": [(3, 2), (7, 1, "any"), (2, 1)], "discoveries": ["move_back"]}
    table = obsidian(red={**red, "technologies": ["01"]}).play("use move_back")
    assert table.options == [
        *(f"back 2 1 {board}" for board in (5, 3, 1)),
        *(f"back 3 2 {board}" for board in (1, 4, 6)),
    ]
    assert table.refused["back 7 1 8"] == "no-such-worker"
    assert table.refused["back 3 2 7"] == "out-of-reach"
    table.play("back 3 2 4")
    assert (table.goods(), table.question) == ({}, "turn")
    assert table.workers() == [(2, 1), (4, 2), (7, 1, "any")]


def test_r35_the_worker_that_acts_does_not_move_back() -> None:
    """R13: nor is it powered up; another one may come to the board and then counts."""
    red: Side = {"workers": [(1, 2), (8, 2)], "discoveries": ["move_back"]}
    table = obsidian(red=red).play("move 1 2 2", "use move_back")
    assert table.options == ["back 8 2 2", "back 8 2 5", "back 8 2 3"]
    table.play("back 8 2 2", "main")
    assert table.goods() == {"wood": 1, "obsidian": 1}
    only: Side = {"workers": [(1, 2)], "discoveries": ["move_back", "res2"]}
    table = obsidian(red=only).play("move 1 2 2")
    assert table.refused["use move_back"] == "tile-without-effect"


def test_r37_refreshing() -> None:
    """R37: two used tiles of the base, which are used again without paying; no great tiles."""
    used = ["vp4", "obsidian3", "cocoa4", "vp4"]
    red: Side = {"workers": [(5, 1)], "discoveries": ["refresh2"], "used": used, "masks": [4]}
    table = obsidian(red=red).play("use refresh2")
    assert table.options == ["refresh vp4", "refresh cocoa4"]
    assert table.refused["refresh res2"] == "no-such-used-tile"
    assert "refresh obsidian3" not in table.refused
    table.play("refresh vp4", "refresh cocoa4", "use cocoa4", "use vp4")
    assert (table.goods(), table.points()) == ({"cocoa": 4}, 4)
    one: Side = {"workers": [(5, 1)], "discoveries": ["refresh2"], "used": ["vp4", "obsidian3"]}
    assert obsidian(red=one).play("use refresh2").player().discoveries == ["vp4"]
    none: Side = {"workers": [(5, 1)], "discoveries": ["refresh2"], "used": ["obsidian3"]}
    assert obsidian(red=none).refused["use refresh2"] == "tile-without-effect"


def test_r26_a_free_technology() -> None:
    """R26: the lowest that is lacking, with its temple step; the others score nothing for it."""
    red: Side = {"workers": [(5, 1)], "discoveries": ["technology_free"], "technologies": ["01"]}
    rival: Side = {"technologies": ["1.5"]}
    display = ["01", "1.5", "03", "05", "5.5", "11"]
    table = obsidian(red=red, yellow=rival, technologies=display).play("use technology_free")
    assert table.player().technologies == ["01", "1.5"]
    assert (table.temples(), table.points("yellow"), table.goods()) == ({"red": 1}, 0, {})
    table = obsidian(red={**red, "technologies": display}, technologies=display)
    assert table.refused["use technology_free"] == "tile-without-effect"


def test_masks_of_eight_kinds() -> None:
    """12.1: a set of eight scores 36."""
    red: Side = {"masks": [1, 2, 3, 4, 5, 6, 7, 8, 4, 8]}
    assert obsidian(do=score_masks(), red=red).points() == 36 + 3


def test_great_tiles_do_not_count_as_discovery_tiles() -> None:
    """12.2: for the temple bonus tile that counts them."""
    red: Side = {"discoveries": ["obsidian3", "vp4"], "used": ["move_back", "res2"], "masks": [8]}
    assert obsidian(do=score_bonus_tile("blue", "BT6"), red=red).points() == 4


def test_r20_the_stack_is_made_anew_of_discarded_tiles() -> None:
    """R20."""
    s = begun("obsidian")
    tiles = part(s, GreatTiles)
    tiles.stack, tiles.discarded = ["mask8"], ["obsidian3", "move_back"]
    assert draw_great(s) == "mask8"
    assert {draw_great(s), draw_great(s)} == {"obsidian3", "move_back"}
    assert (draw_great(s), tiles.discarded) == (None, [])
