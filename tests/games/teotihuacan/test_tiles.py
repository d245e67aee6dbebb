"""Discovery tiles, royal tiles and technologies, each in use (9.1, 9.2, 9.5)."""

from __future__ import annotations

import pytest

from games.teotihuacan.data import DISCOVERIES, ROYAL_TILES, TECHNOLOGIES
from games.teotihuacan.discovery import claim_find
from games.teotihuacan.temples import step, walk_avenue
from tests.games.teotihuacan.builder import Laid, Side, teotihuacan

COSTS = {
    "mask1": {"cocoa": 2, "gold": 1},
    "mask2": {"cocoa": 1, "wood": 1},
    "mask3": {"cocoa": 1, "wood": 1},
    "mask4": {"wood": 1},
    "mask5": {"wood": 1},
    "mask6": {"wood": 1},
    "mask7": {"wood": 1},
    "vp4": {"wood": 1},
    "res3": {"cocoa": 1},
    "res2": {},
    "avenue_step": {"cocoa": 1},
    "temple_any": {"cocoa": 1},
    "temple_blue": {},
    "temple_red": {},
    "temple_green": {},
    "cocoa4": {"gold": 1},
    "powerup2": {"cocoa": 1},
    "double_move": {},
    "free_cocoa": {},
    "move_anywhere": {},
    "extra_worker_568": {},
}
RICH = {"cocoa": 2, "wood": 1, "stone": 1, "gold": 1}
POOR: Side = {"cocoa": 0}


@pytest.mark.parametrize("kind", DISCOVERIES)
def test_claiming_costs_what_the_tile_shows(kind: str) -> None:
    """9.5: paid once; masks are kept for scoring, other tiles lie face up."""
    rich: Side = {"cocoa": 2, "wood": 1, "stone": 1, "gold": 1}
    table = teotihuacan(do=claim_find("avenue 3"), red=rich, piles={"avenue 3": [kind]})
    assert table.options == [f"claim {kind}", "pass"]
    table.play(f"claim {kind}")
    paid = {good: n - table.player().goods[good] for good, n in RICH.items()}
    assert {good: n for good, n in paid.items() if n} == COSTS[kind]
    mask = int(kind[4:]) if kind.startswith("mask") else 0
    assert table.player().masks == ([mask] if mask else [])
    assert table.player().discoveries == ([] if mask else [kind])
    assert table.state.piles["avenue 3"] == []
    table = teotihuacan(do=claim_find("avenue 3"), red=POOR, piles={"avenue 3": [kind]})
    assert (table.asked == "") == bool(COSTS[kind])


def test_piles_on_temples_and_the_avenue_are_not_refilled() -> None:
    """8.1, 8.2: any one tile of the pile; an empty pile gives the printed reward."""
    piles = {"blue 4": ["vp4", "res2"], "avenue 6": ["res2"]}
    table = teotihuacan(do=step("blue"), red={"temples": {"blue": 3}}, piles=piles)
    assert table.options == ["claim res2", "reward"]
    assert table.refused["claim vp4"] == "needs-more"
    assert table.refused["claim mask1"] == "not-there"
    table.play("claim res2")
    assert (table.state.piles["blue 4"], table.goods()) == (["vp4"], {})
    table = teotihuacan(do=step("blue"), red={"temples": {"blue": 3}}).play("take 1 gold")
    assert table.goods() == {"gold": 1}
    table = teotihuacan(do=walk_avenue(), red={"avenue": 5}, piles=piles).play("pass")
    assert (table.player().avenue, table.state.piles["avenue 6"]) == (6, ["res2"])
    assert teotihuacan(do=walk_avenue(), red={"avenue": 9}, piles=piles).player().avenue == 9


def test_equal_tiles_of_a_pile_are_one_answer() -> None:
    piles = {"avenue 3": ["res2", "vp4", "res2"]}
    table = teotihuacan(do=walk_avenue(), red={"avenue": 2, "wood": 1}, piles=piles)
    assert table.options == ["claim res2", "claim vp4", "pass"]


@pytest.mark.parametrize(
    ("kind", "answers", "goods", "points", "more"),
    [
        ("vp4", [], {}, 4, {}),
        ("res3", ["take 1 wood 2 gold"], {"wood": 1, "gold": 2}, 0, {}),
        ("res2", ["take 2 stone"], {"stone": 2}, 0, {}),
        ("avenue_step", [], {}, 0, {"avenue": 1}),
        ("temple_any", ["step green"], {"cocoa": 1}, 0, {"green": 1}),
        ("temple_blue", ["take 1 stone"], {"stone": 1}, 0, {"blue": 1}),
        ("temple_red", [], {}, 1, {"red": 1}),
        ("temple_green", [], {"cocoa": 1}, 0, {"green": 1}),
        ("cocoa4", [], {"cocoa": 4}, 0, {}),
        ("powerup2", ["power 5 1", "power 5 2"], {}, 0, {"power": 2}),
    ],
)
def test_a_tile_of_any_time(
    kind: str, answers: list[str], goods: dict[str, int], points: int, more: dict[str, int]
) -> None:
    """9.5: used in the own turn, turned face down, and kept."""
    red: Side = {"workers": [(5, 1), (2, 1)], "discoveries": [kind]}
    table = teotihuacan(red=red).play(f"use {kind}", *answers)
    assert table.question == "turn"
    assert (table.goods(), table.points()) == (goods, points)
    found = {"avenue": table.player().avenue, "power": sum(w[1] for w in table.workers()) - 2}
    assert {k: n for k, n in {**table.temples(), **found}.items() if n} == more
    assert (table.player().discoveries, table.player().used) == ([], [kind])
    assert table.refused[f"use {kind}"] == "no-such-tile"
    table.play("move 2 1 8", "cocoa")
    assert table.asked == ""


@pytest.mark.parametrize(
    ("kind", "red"),
    [
        ("temple_blue", {"temples": {"blue": 11}}),
        ("avenue_step", {"avenue": 9}),
        ("temple_any", {"temples": {"blue": 11, "red": 11, "green": 11}}),
    ],
)
def test_a_tile_without_effect_is_not_wasted(kind: str, red: Side) -> None:
    table = teotihuacan(red={"workers": [(5, 1)], "discoveries": [kind], **red})
    assert table.refused[f"use {kind}"] == "tile-without-effect"


def test_a_tile_may_be_used_at_the_end_of_the_turn() -> None:
    table = teotihuacan(red={"workers": [(5, 1)], "discoveries": ["vp4", "double_move"]})
    table.play("move 5 1 2", "cocoa")
    assert table.options == ["use vp4", "end"]
    assert table.play("end").points() == 0


def test_a_far_move() -> None:
    """The tile move_anywhere: any distance of 1 to 8 boards."""
    red: Side = {"workers": [(3, 1)], "discoveries": ["move_anywhere"]}
    table = teotihuacan(red=red)
    assert len(table.offered("move")) == 3
    table.play("use move_anywhere")
    assert table.offered("move") == [f"3 1 {board}" for board in (5, 2, 8, 7, 6, 4, 1, 3)]


def test_an_extra_worker_on_alchemy() -> None:
    """R10: n is 2, so row 2 is open, and the power-up is not lost."""
    red: Side = {"workers": [(3, 4)], "gold": 2, "discoveries": ["extra_worker_568"]}
    table = teotihuacan(red=red).play("move 3 4 5", "use extra_worker_568", "main")
    table.play("technology 09")
    assert (table.workers(), table.points()) == ([(5, 5)], 1)


def test_an_extra_worker_on_the_nobles_and_the_pyramid() -> None:
    red: Side = {"workers": [(2, 1)], "wood": 2, "discoveries": ["extra_worker_568"]}
    table = teotihuacan(red=red).play("move 2 1 6", "use extra_worker_568", "main")
    assert (table.points(), table.workers()) == (5, [(6, 2)])
    red = {"workers": [(2, 1)], "stone": 4, "discoveries": ["extra_worker_568"]}
    table = teotihuacan(red=red, display=["P31", "P32", "P20"])
    table.play("move 2 1 8", "use extra_worker_568", "main")
    table.play("build P31", "at 1 0 0 0", "build P32", "at 1 0 1 0")
    assert (len(table.state.pyramid), table.workers()) == (2, [(8, 2)])


@pytest.mark.parametrize(("start", "board"), [(5, 2), (1, 3), (6, 4), (2, 7)])
def test_an_extra_worker_helps_on_boards_5_6_and_8_only(start: int, board: int) -> None:
    red: Side = {"workers": [(start, 1)], "gold": 3, "discoveries": ["extra_worker_568"]}
    table = teotihuacan(red=red).play(f"move {start} 1 {board}")
    assert "use extra_worker_568" not in table.options


def test_an_extra_worker_is_not_wasted_on_a_fourth() -> None:
    """R51: a main action counts three."""
    red: Side = {"wood": 2, "cocoa": 1, "discoveries": ["extra_worker_568"]}
    red["workers"] = [(2, 1), (6, 1), (6, 1)]
    table = teotihuacan(red=red).play("move 2 1 6")
    assert table.refused["use extra_worker_568"] == "tile-without-effect"


ROYAL: dict[str, tuple[str, Side, list[str], dict[str, int], int]] = {
    "04": ("left", {"technologies": ["03", "05", "07", "09"]}, [], {}, 6),
    "05": ("left", {"track": 2}, [], {}, 4),
    "09": ("left", {"avenue": 6}, [], {}, 4),
    "02": ("middle", {"cocoa": 5}, ["royal"] * 3, {"cocoa": 2, "wood": 3, "stone": 3}, 0),
    "06": ("middle", {"cocoa": 2}, ["royal"], {"cocoa": 1, "stone": 1, "gold": 1}, 0),
    "07": ("middle", {"cocoa": 1, "wood": 1}, ["take 3 gold"], {"gold": 3}, 0),
    "01": ("right", {}, [], {"cocoa": 4}, 0),
    "03": ("right", {"gold": 1, "wood": 2}, ["royal", "pay wood"], {"wood": 1, "gold": 1}, 0),
    "08": ("right", {"cocoa": 3}, ["royal", "step red"] * 2, {"cocoa": 1}, 2),
}
"""Royal tiles with a worker of power 3: slot, what it has, the answers, goods and points after."""


@pytest.mark.parametrize("tile", ROYAL_TILES)
def test_a_royal_tile(tile: str) -> None:
    slot, has, answers, goods, points = ROYAL[tile]
    red: Side = {"workers": [(6, 3)], **has}
    table = teotihuacan(red=red, royal={slot: tile})
    table.play("move 6 3 1", f"worship {slot} rite", *answers)
    if table.asked:
        table.play("stop" if "stop" in table.options else "end")
    after = {"cocoa": 2} if tile == "03" else {}
    assert (table.goods(), table.points()) == ({**goods, **after}, points)
    assert table.workers() == [(1, 3, slot)]
    assert table.asked == ""


def test_limits_of_royal_tiles() -> None:
    """At most P, P + 1 or P - 1 of it."""
    for tile, side, points in (
        ("04", Side(technologies=["01"]), 2),
        ("05", Side(track=9), 4),
        ("09", Side(avenue=2), 2),
        ("09", Side(avenue=9), 3),
    ):
        red: Side = {"workers": [(6, 2)], **side}
        table = teotihuacan(red=red, royal={"left": tile}).play("move 6 2 1", "worship left rite")
        assert table.points() == points
    table = teotihuacan(red={"workers": [(6, 2)], "cocoa": 4}, royal={"middle": "02"})
    table.play("move 6 2 1", "worship middle rite", "royal", "royal")
    assert (table.asked, table.goods()) == ("", {"cocoa": 2, "wood": 2, "stone": 2})


GATHER: Side = {"workers": [(1, 2)]}
DECORATE: Side = {"workers": [(2, 1)], "gold": 3}
BUILD: Side = {"workers": [(2, 1)], "stone": 2}
TECHNOLOGY: dict[str, tuple[Side, list[str], dict[str, int], int]] = {
    "01": ({"workers": [(4, 2)]}, ["move 4 2 3", "main"], {"stone": 1, "cocoa": 1}, 0),
    "03": ({"workers": [(2, 1)], "wood": 2}, ["move 2 1 6", "main"], {}, 3 + 3),
    "05": (GATHER, ["move 1 2 3", "main"], {"stone": 2}, 0),
    "07": (GATHER, ["move 1 2 3", "main"], {"stone": 1, "cocoa": 1}, 1),
    "09": (DECORATE, ["move 2 1 7", "main", "decorate D06 right"], {}, 3 + 4),
    "11": (BUILD, ["move 2 1 8", "main", "build P31", "at 1 1 1 0"], {}, 2 + 1 + 3),
    "13": (
        {"workers": [(1, 2)], "cocoa": 1},
        ["move 1 2 3", "main", "one more"],
        {"stone": 1},
        0,
    ),
    "15": (
        {"workers": [(2, 1)], "stone": 1},
        ["move 2 1 8", "main", "build P31", "at 1 1 1 0"],
        {},
        2 + 1,
    ),
    "17": (
        BUILD,
        ["move 2 1 8", "main", "build P31", "at 1 1 1 0", "step green"],
        {"cocoa": 1},
        2 + 1,
    ),
}
"""Technologies: what their owner has, the answers, goods and points after."""


@pytest.mark.parametrize("tile", TECHNOLOGIES)
def test_a_technology(tile: str) -> None:
    """9.2: P31 on the ground of (1,1) matches two plain icons; D06 on the right matches none."""
    red, answers, goods, points = TECHNOLOGY[tile]
    table = teotihuacan(
        red={**red, "technologies": [tile]},
        display=["P31", "P32", "P20"],
        decorations=["D06", "D01", "D03", "D04"],
    )
    table.play(*answers)
    assert (table.goods(), table.points(), table.asked) == (goods, points, "")
    (worker,) = table.workers()
    assert worker[1] == red["workers"][0][1] + (2 if tile == "13" else 1)


FILLED: list[Laid] = [("P01", 1, 0, 0, 0)]


def test_technologies_of_the_pyramid_score_once_an_action() -> None:
    """6.5: after the last tile, whatever their number; 3 points and one step."""
    red: Side = {"workers": [(2, 1), (8, 1)], "stone": 4, "cocoa": 1, "technologies": ["11", "17"]}
    table = teotihuacan(red=red, display=["P31", "P32", "P20"], pyramid=FILLED)
    table.play("move 2 1 8", "main", "build P31", "at 1 0 1 0")
    assert table.question == "build"
    table.play("build P32", "at 1 0 2 0")
    assert table.question == "step_anywhere"
    assert len([e for e in table.events("score") if e == ("score", 3)]) == 1
    table.play("step green")
    assert (table.asked, table.workers()) == ("", [(8, 1), (8, 2)])


def test_one_more_power_up_needs_cocoa_and_a_worker() -> None:
    """Section 7: once an action, after at least one power-up."""
    red: Side = {"workers": [(1, 2)], "cocoa": 9, "technologies": ["13"]}
    table = teotihuacan(red=red).play("move 1 2 3", "main")
    assert table.options == ["one more", "pass"]
    assert table.play("pass").workers() == [(3, 3)]
    table = teotihuacan(red={**red, "cocoa": 0}).play("move 1 2 3", "main")
    assert (table.asked, table.workers()) == ("", [(3, 3)])
    single: Side = {"workers": [(3, 4)], "gold": 2, "cocoa": 5, "technologies": ["13"]}
    table = teotihuacan(red=single).play("move 3 4 5", "main", "technology 09")
    assert (table.asked, table.workers()) == ("", [(5, 4)]), "no power-up to add to"
