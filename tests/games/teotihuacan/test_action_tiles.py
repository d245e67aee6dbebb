"""The action tiles of the Teotibot, each with and without what it needs (11.4)."""

from __future__ import annotations

import pytest

from tests.games.teotihuacan.automa import PRIEST, UNABLE, act, using
from tests.games.teotihuacan.builder import Side, Stand, side, solo


def test_b35_fallback_and_alchemy_without_gold() -> None:
    """B35: power 2 becomes 4; the fallback brings 5 cocoa, and its lowest worker advances."""
    table = using("alchemy", {"workers": [(2, 2), (6, 3), (4, 3), PRIEST]})
    assert table.workers("yellow") == [(2, 4), (4, 3), (6, 3), PRIEST]
    assert table.goods("yellow") == {}
    table = using("nobles", {"wood": 1, "workers": [(3, 2), (6, 3), (4, 3), PRIEST]})
    assert table.goods("yellow") == {"wood": 1, "cocoa": 5}
    assert table.workers("yellow") == [(4, 3), (5, 3), (6, 3), PRIEST]


def test_the_lowest_worker_is_the_closest_to_board_1() -> None:
    """11.3: of equal ones, clockwise from board 1; board 1 itself comes first."""
    table = using("nobles", {"workers": [(4, 2), (8, 2), (7, 2)]})
    assert table.workers("yellow") == [(4, 2), (7, 2), (7, 3)]
    table = using("nobles", {"workers": [(3, 1), (1, 1), (5, 1)]})
    assert table.workers("yellow") == [(3, 1), (3, 2), (5, 1)]


def test_two_power_ups_of_a_worker_that_ascends() -> None:
    """R59: 5 becomes 1 on board 1, then 2."""
    table = using("alchemy", {"workers": [(2, 5), (6, 5), (4, 5), PRIEST]})
    assert table.workers("yellow") == [(1, 2), (4, 5), (6, 5), PRIEST]
    assert (table.points("yellow"), table.player("yellow").avenue) == (5, 1)


def test_alchemy_marks_the_lowest_free_technology() -> None:
    """11.4: 1 gold whatever it costs, its temple step, no points for the player."""
    bot: Side = {"gold": 1, "workers": [(5, 1), (5, 3), PRIEST], "technologies": ["05"]}
    table = using("alchemy", bot, red={"technologies": ["01", "03"]})
    assert table.player("yellow").technologies == ["05", "07"]
    assert (table.goods("yellow"), table.temples("yellow")) == ({"gold": 1}, {"blue": 1})
    assert table.points() == 0
    assert table.workers("yellow") == [(5, 1), PRIEST, (8, 4)], "2 boards with power 4"


def test_alchemy_without_a_free_technology() -> None:
    """11.4: the lowest that it lacks; the player, who has it, scores 3."""
    bot: Side = {"gold": 1, "workers": [(5, 1)], "technologies": ["01", "05", "09", "11"]}
    table = using("alchemy", bot, red={"technologies": ["03", "07"]})
    assert table.player("yellow").technologies[-1] == "03"
    assert (table.points(), table.temples("yellow")) == (3, {"red": 1})


def test_alchemy_with_all_technologies() -> None:
    """R57: nothing is left to take, so the lowest worker is powered up twice."""
    every = ["01", "03", "05", "07", "09", "11"]
    table = using("alchemy", {"gold": 1, "workers": [(5, 1)], "technologies": every})
    assert (table.goods("yellow"), table.workers("yellow")) == ({"gold": 1}, [(5, 3)])


def test_b36_construction() -> None:
    """B36: 1 + 2 points, the track, a step of the furthest temple; power 4 advances 2 boards."""
    bot: Side = {"stone": 2, "workers": [(8, 3), PRIEST], "temples": {"red": 2, "blue": 1}}
    table = using("construction", bot, display=["P05", "P06", "P07"])
    player, (laid,) = table.player("yellow"), table.state.pyramid
    assert (laid.tile, laid.level, laid.row, laid.column) == ("P05", 1, 0, 0)
    assert (table.points("yellow"), player.track) == (1 + 2 + 2, 1), "2 points for step 3 of red"
    assert (table.goods("yellow"), table.temples("yellow")) == ({}, {"red": 3, "blue": 1})
    assert table.workers("yellow") == [(6, 4), PRIEST]
    assert (len(table.state.display), table.state.display[:2]) == (3, ["P06", "P07"])


def test_construction_on_the_lowest_level_with_room() -> None:
    """11.4: row by row, before a place on the second level that could take a tile."""
    base = [(f"P{n:02}", 1, row, column, 0) for n, (row, column) in enumerate(SQUARE, 1)]
    table = using("construction", {"stone": 2, "workers": [(8, 1)]}, pyramid=base)
    laid = table.state.pyramid[-1]
    assert (laid.level, laid.row, laid.column) == (1, 0, 2)


SQUARE = [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_the_rotation_of_the_tile_is_random() -> None:
    found = set()
    for draws in range(40):
        table = solo()
        s = table.state
        s.players[1].goods["stone"], s.draws = 2, draws
        s.players[1].workers[0].board = 8
        s.agenda = [(1, act("construction"))]
        s.verbs.settle(s, [])
        found.add(s.pyramid[-1].turns)
    assert found == {0, 1, 2, 3}


def test_the_tile_of_the_top_completes_the_pyramid() -> None:
    """10.4, 11.4: 7 + 2 points; the coming Eclipse is the last."""
    table = using("construction", {"stone": 2, "workers": [(8, 1)]}, pyramid=whole(29))
    assert (table.points("yellow"), table.state.final, table.state.light) == (9, True, 10)
    table = using("construction", {"stone": 2, "workers": [(8, 1)]}, pyramid=whole(30))
    assert table.goods("yellow") == {"stone": 2, "cocoa": 5}, "R57: no place is left"


def whole(count: int) -> list[tuple[str, int, int, int, int]]:
    """Return pyramid tiles on the first places, as many as wanted."""
    places = [
        (n, row, column) for n in (1, 2, 3, 4) for row in range(5 - n) for column in range(5 - n)
    ]
    return [(f"P{n:02}", *place, 0) for n, place in enumerate(places[:count], 1)]


GATHERING = [("construction", 3, "stone"), ("decorations", 4, "gold"), ("nobles", 2, "wood")]


@pytest.mark.parametrize(("tile", "board", "resource"), GATHERING)
def test_gathering_instead(tile: str, board: int, resource: str) -> None:
    """11.4: 2 of the resource, and the highest worker there goes on (R23)."""
    table = using(tile, side(workers=[(board, 1), (board, 2)], **{resource: 1}))
    assert table.goods("yellow") == {resource: 3}
    boards = {2: 8, 3: 5, 4: 3}
    assert sorted(table.workers("yellow")) == sorted([(board, 1), (boards[board], 3)])


@pytest.mark.parametrize("tile", ["construction", "decorations", "nobles", "masks", "mastery"])
def test_fallback(tile: str) -> None:
    """11.4: 5 cocoa; the lowest worker is powered up and goes on."""
    table = using(tile, {"workers": [*UNABLE, PRIEST]})
    assert table.goods("yellow") == {"cocoa": 5}
    assert table.workers("yellow") == [(1, 3), (1, 3), (3, 3), PRIEST]
    assert table.events("fall_back") == [("fall_back",)]


def test_decorations() -> None:
    """11.4: the first decoration on the first side clockwise from the top; no matches."""
    bot: Side = {"gold": 2, "workers": [(7, 2), PRIEST], "temples": {"green": 1}}
    table = using("decorations", bot, decorations=["DT09", "DT01", "DT02", "DT03"])
    assert table.state.decorated["top"] == ["DT09"]
    assert (table.points("yellow"), table.player("yellow").track) == (5, 1)
    assert (table.temples("yellow"), table.goods("yellow")) == ({"green": 2}, {"cocoa": 1})
    assert table.state.decorations[:3] == ["DT01", "DT02", "DT03"]
    assert len(table.state.decorations) == 4
    assert table.workers("yellow") == [(6, 3), PRIEST]
    full = {"top": ["DT01"], "right": ["DT02"], "bottom": ["DT03"], "left": []}
    table = using("decorations", bot, decorated=full)
    assert len(table.state.decorated["left"]) == 1


def test_decorations_without_room() -> None:
    """R57: no side takes one, so the Gold Deposits are looked at, and then the fallback."""
    full = {side: [f"DT{n:02}"] for n, side in enumerate(("top", "right", "bottom", "left"), 1)}
    table = using("decorations", {"gold": 2, "workers": [(7, 2)]}, decorated=full)
    assert table.goods("yellow") == {"gold": 2, "cocoa": 5}


@pytest.mark.parametrize(
    ("eclipse", "nobles", "points", "after"),
    [
        (1, [0, 0, 0], 3, [1, 0, 0]),
        (2, [1, 1, 0], 4, [1, 2, 0]),
        (3, [1, 1, 1], 6, [1, 1, 2]),
        (3, [0, 1, 3], 3, [1, 1, 3]),
        (3, [4, 1, 3], 1, [5, 1, 3]),
        (1, [5, 2, 0], 3, [5, 3, 0]),
        (2, [0, 4, 2], 3, [1, 4, 2]),
    ],
)
def test_nobles(eclipse: int, nobles: list[int], points: int, after: list[int]) -> None:
    """11.4: the row of the Eclipse, or the free space with the fewest points."""
    bot: Side = {"wood": 2, "workers": [(6, 2)], "avenue": 1}
    table = using("nobles", bot, eclipse=eclipse, nobles=nobles)
    assert (table.points("yellow"), table.state.nobles) == (points, after)
    assert (table.player("yellow").avenue, table.goods("yellow")) == (2, {})
    assert table.workers("yellow") == [(4, 3)]


def test_nobles_without_a_building() -> None:
    table = using("nobles", {"wood": 2, "workers": [(6, 2), (2, 4)]}, nobles=[5, 4, 2])
    assert table.goods("yellow") == {"wood": 4}


def test_masks_by_rarity() -> None:
    """11.4: the fewest copies first; no worker moves, and another tile comes at once."""
    tiles = {1: "mask4", 3: "mask2", 2: "mask1", 7: "vp4"}
    bot: Side = {"cocoa": 1, "wood": 1, "workers": [*UNABLE, PRIEST]}
    table = using("masks", bot, tiles=tiles, stack=["res2"])
    assert (table.player("yellow").masks, table.goods("yellow")) == ([2], {})
    assert table.state.tiles["3"] == "res2"
    assert table.workers("yellow") == sorted([*UNABLE, PRIEST], key=str)


def test_masks_of_equal_rarity_and_kinds_it_has() -> None:
    """11.4: the first clockwise from board 1; a kind that it has is left. Ring: 1 3 5 2 8 7 6 4."""
    tiles = {4: "mask4", 7: "mask5", 2: "mask6"}
    table = using("masks", {"wood": 1, "masks": [6], "workers": [*UNABLE]}, tiles=tiles, stack=[])
    assert table.player("yellow").masks == [6, 5]


def test_mastery_takes_the_highest_worker_that_can() -> None:
    """11.4: boards 5 to 8 need their price; board 1 is left out."""
    workers: list[Stand] = [(1, 5), (8, 4), (2, 3), PRIEST]
    table = using("mastery", {"stone": 1, "workers": workers})
    assert table.goods("yellow") == {"stone": 1, "wood": 2}
    assert table.workers("yellow") == [(1, 5), PRIEST, (7, 4), (8, 4)]
    table = using("mastery", {"stone": 2, "workers": workers})
    assert (table.goods("yellow"), len(table.state.pyramid)) == ({"gold": 1}, 1), "a blue step"


def test_mastery_of_equal_workers() -> None:
    """11.3: the one clockwise furthest from board 1."""
    table = using("mastery", {"workers": [(3, 2), (4, 2), (2, 2)]})
    assert table.goods("yellow") == {"gold": 2}


def test_worship() -> None:
    """11.4: the next temple space clockwise, two steps there, another discovery tile."""
    bot: Side = {"workers": [(2, 1), PRIEST]}
    table = using("worship", bot, tiles={4: "vp4"}, stack=["res2"])
    assert table.workers("yellow") == [(2, 1), (4, 1, "blue")]
    assert (table.temples("yellow"), table.goods("yellow")) == (
        {"blue": 2},
        {"gold": 1, "stone": 1},
    )
    assert (table.state.tiles["4"], table.state.discarded) == ("res2", ["vp4"])


def test_worship_where_the_temple_is_free() -> None:
    """11.4: three steps on board 7, each on the furthest temple; a player there is unlocked."""
    bot: Side = {"workers": [(2, 1, "red")], "temples": {"red": 9, "green": 8}}
    red: Side = {"workers": [(7, 3, "any")], "temples": {"red": 11}}
    table = using("worship", bot, red=red)
    assert (table.workers(), table.workers("yellow")) == ([(7, 3)], [(7, 1, "any")])
    assert table.temples("yellow") == {"red": 10, "green": 10}


def test_worship_goes_past_board_1() -> None:
    """11.4: from position 8 to position 2; the Palace has no temple space."""
    table = using("worship", {"workers": [(4, 1, "blue")]})
    assert table.workers("yellow") == [(3, 1, "green")]
