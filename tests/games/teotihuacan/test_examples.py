"""The worked examples of the rules reference, as transcripts (B13 to B19: test_pyramid.py)."""

from __future__ import annotations

from games.teotihuacan.data import PYRAMID_TILES
from games.teotihuacan.eclipse import score_bonus_tiles, score_masks
from games.teotihuacan.power import power_up_any
from games.teotihuacan.pyramid import PLACES
from games.teotihuacan.temples import step, step_anywhere
from tests.games.teotihuacan.builder import Laid, Play, Side, Stand, teotihuacan

OTHER_RING = [1, 2, 3, 4, 8, 5, 6, 7]


def crowded_quarry(red: Side) -> Play:
    """The Quarry of B1, next to the Forest: a rival's 4, a neutral die, and a locked worker."""
    return teotihuacan(
        3,
        ring=OTHER_RING,
        red=red,
        yellow={"workers": [(3, 4)]},
        green={"workers": [(3, 3, "green")]},
        neutral=[[3, 6, 8]],
    )


def test_b01_cocoa_for_colours() -> None:
    """B1: two colours and one more; the locked worker does not count."""
    table = crowded_quarry({"workers": [(2, 1)]}).play("move 2 1 3", "cocoa")
    assert table.goods() == {"cocoa": 3}
    assert (table.workers(), table.asked) == ([(3, 1)], "yellow")


def test_b02_the_own_colour_counts() -> None:
    """B2: with an own worker there already the main action costs 3 cocoa, and n is 2."""
    table = crowded_quarry({"workers": [(2, 1), (3, 2)], "cocoa": 3})
    table.play("move 2 1 3", "main")
    assert table.goods() == {"stone": 1}
    assert (table.question, table.options) == ("power_up", ["power 3 1", "power 3 2"])


def test_b03_workers_that_arrive_together_do_not_count() -> None:
    """B3: with a double move the main action costs 2 cocoa, and n is 2."""
    red: Side = {"workers": [(2, 1), (2, 1)], "cocoa": 2, "discoveries": ["double_move"]}
    table = crowded_quarry(red).play("use double_move", "move 2 1 3", "second 1", "main")
    assert table.goods() == {"stone": 1}
    assert table.player().used == ["double_move"]


def test_b04_an_empty_board_costs_nothing() -> None:
    """B4: 0 cocoa."""
    table = teotihuacan(red={"workers": [(5, 2)]}).play("move 5 2 2", "main")
    assert table.goods() == {"wood": 1}


def test_b05_the_lowest_power_counts() -> None:
    """B5: 3 and 5 in the Forest: 2 wood; one power-up, which makes the 5 ascend or the 3 a 4."""
    red: Side = {"workers": [(5, 5), (2, 3)], "cocoa": 1}
    table = teotihuacan(red=red).play("move 5 5 2", "main")
    assert table.goods() == {"wood": 2}
    assert table.options == ["power 2 3", "power 2 5"]
    table.play("power 2 3")
    assert (table.workers(), table.asked) == ([(2, 4), (2, 5)], "")
    table = teotihuacan(red=red).play("move 5 5 2", "main", "power 2 5")
    assert (table.question, table.workers()) == ("choose_reward", [(1, 1), (2, 3)])


def test_b06_a_single_weak_worker() -> None:
    """B6: the Quarry with power 1: a point, and 1 becomes 2."""
    table = teotihuacan(red={"workers": [(1, 1)]}).play("move 1 1 3", "main")
    assert (table.points(), table.goods(), table.workers()) == (1, {}, [(3, 2)])


def test_b07_three_workers_in_the_gold_deposits() -> None:
    """B7: 3 gold, a temple step and 2 power-ups."""
    table = teotihuacan(red={"workers": [(6, 2), (4, 3), (4, 4)], "cocoa": 1})
    table.play("move 6 2 4", "main", "step red")
    assert (table.goods(), table.points(), table.temples()) == ({"gold": 3}, 1, {"red": 1})
    table.play("power 4 2", "power 4 3")
    assert table.workers() == [(4, 3), (4, 4), (4, 4)]
    assert table.asked == ""


def test_b08_technologies_after_the_quarry() -> None:
    """B8: n 2, L 4 with 05 and 07: 4 stone, 3 points, 1 cocoa."""
    red: Side = {"workers": [(1, 4), (3, 5)], "cocoa": 1, "technologies": ["05", "07"]}
    table = teotihuacan(red=red).play("move 1 4 3", "main")
    assert (table.goods(), table.points()) == ({"stone": 4, "cocoa": 1}, 3)


def test_b09_a_single_strong_worker_in_the_second_row() -> None:
    """B9: two others own the tile: 3 points each; a green step, no power-up."""
    table = teotihuacan(
        red={"workers": [(3, 4)], "gold": 2},
        yellow={"technologies": ["11"]},
        blue={"technologies": ["11"]},
    )
    table.play("move 3 4 5", "main", "technology 11")
    assert table.goods() == {"cocoa": 1}, "of the green step"
    assert (table.player().technologies, table.temples()) == (["11"], {"green": 1})
    assert [table.points(seat) for seat in ("red", "yellow", "green", "blue")] == [0, 3, 0, 3]
    assert (table.workers(), table.asked) == ([(5, 4)], "")


def test_b10_a_single_weaker_worker_stays_in_the_first_row() -> None:
    """B10: power 3: row 2 is illegal."""
    table = teotihuacan(red={"workers": [(3, 3)], "gold": 2}).play("move 3 3 5", "main")
    assert table.offered("technology") == ["01", "03", "05"]
    assert [table.refused[f"technology {n}"] for n in ("07", "09", "11")] == ["row-too-high"] * 3


def test_b11_a_row_above_a_full_one() -> None:
    """R11: B11: n 2, row 2 full, two buildings in row 1: 2 points, an Avenue step, one power-up."""
    table = teotihuacan(red={"workers": [(2, 1), (6, 2)], "wood": 2, "cocoa": 1}, nobles=[2, 4, 0])
    table.play("move 2 1 6", "main", "row 1")
    assert (table.goods(), table.points(), table.player().avenue) == ({}, 2, 1)
    assert table.state.nobles == [3, 4, 0]
    table.play("power 6 2")
    assert (table.workers(), table.asked) == ([(6, 1), (6, 3)], "")


def test_b12_the_first_building_of_the_third_row() -> None:
    """B12: n 3: 7 points; the building value stays 5."""
    table = teotihuacan(red={"workers": [(2, 1), (6, 1), (6, 1)], "wood": 2, "cocoa": 1})
    assert table.state.building_value == 5
    table.play("move 2 1 6", "main", "row 3")
    assert (table.points(), table.goods()) == (7, {})
    assert (table.state.taken, table.state.building_value) == (1, 5)


def test_b20_a_worker_more_and_a_resource_less() -> None:
    """B20: two workers and technology 15: up to 3 tiles for 5 stone, 2 power-ups."""
    red: Side = {"workers": [(2, 1), (8, 1)], "stone": 5, "cocoa": 1, "technologies": ["15"]}
    table = teotihuacan(red=red, display=["P31", "P32", "P20"])
    table.play("move 2 1 8", "main", "build P31", "at 1 0 0 0", "save stone")
    table.play("build P32", "at 1 0 1 0", "build P20", "at 1 0 2 0")
    assert (table.goods(), len(table.state.pyramid), table.player().track) == ({}, 3, 3)
    table.play("power 8 1", "power 8 1")
    assert (table.workers(), table.asked) == ([(8, 2), (8, 2)], "")


def whole_pyramid(until: int) -> list[Laid]:
    """The first places of the pyramid, filled."""
    return [(tile, *place, 0) for tile, place in zip(PYRAMID_TILES, PLACES[:until], strict=False)]


def test_b21_the_top_of_the_pyramid() -> None:
    """B21: 7 points; this round ends, one more follows, then the final Eclipse."""
    table = teotihuacan(
        2,
        when="round",
        pyramid=whole_pyramid(29),
        display=["P31", "P32", "P30"],
        light=3,
        red={"workers": [(2, 1)], "stone": 2, "wood": 3, "cocoa": 9},
        yellow={"workers": [(1, 1)], "cocoa": 9},
    )
    table.play("move 2 1 8", "main", "build P31", "at 4 0 0 0")
    matches = 7 + len([icon for icon in top_cells(29) if icon == "-"])
    assert table.points() == matches
    assert (table.state.light, table.state.final, table.goods()) == (10, True, {"cocoa": 9})
    assert table.asked == "yellow"
    table.play("move 1 1 3", "cocoa")
    assert (table.state.round, table.state.last_round) == (2, True)
    table.play("move 8 2 7", "cocoa", "move 3 1 5", "cocoa")
    assert (table.question, table.points()) == ("pay_salary", matches + 4 + 2)
    table.play("salary 1", "salary 1")
    assert (table.state.over, table.state.eclipse, table.table.over) == (True, 1, True)


def test_b21_in_the_round_before_an_eclipse() -> None:
    """B21, 10.4: an Eclipse that was already due becomes the final one without further delay."""
    table = teotihuacan(
        2,
        when="round",
        pyramid=whole_pyramid(29),
        display=["P31", "P32", "P30"],
        light=10,
        last_round=True,
        red={"workers": [(2, 1)], "stone": 2, "wood": 3, "cocoa": 1},
        yellow={"workers": [(1, 1)]},
    )
    table.play("move 2 1 8", "main", "build P31", "at 4 0 0 0", "move 1 1 3", "cocoa")
    assert (table.question, table.state.round) == ("pay_salary", 1)
    table.play("salary 1", "salary 1")
    assert table.state.over


def top_cells(until: int) -> str:
    """The four icons in the middle of a pyramid."""
    icons = teotihuacan(pyramid=whole_pyramid(until)).state.icons
    return "".join(icons[3][3:5] + icons[4][3:5])


def test_b22_an_ascension() -> None:
    """B22: Avenue 3 with a tile to claim; power 1 on board 1; a reward; the light disc."""
    table = teotihuacan(
        do=power_up_any(1),
        red={"workers": [(2, 5)], "avenue": 2},
        light=7,
        piles={"avenue 3": ["res2", "vp4"]},
    )
    assert (table.question, table.player().avenue) == ("claim_find", 3)
    assert table.options == ["claim res2", "pass"]
    assert table.refused["claim vp4"] == "needs-more"
    table.play("claim res2")
    assert (table.player().discoveries, table.workers()) == (["res2"], [(1, 1)])
    assert table.refused == {"reward two_steps": "needs-more"}
    table.play("reward five_points")
    assert (table.points(), table.state.light) == (5, 8)
    assert table.state.piles["avenue 3"] == ["vp4"]


def test_b23_two_steps_on_the_same_temple() -> None:
    """B23: green 2, 3 cocoa paid; step 3: 1 cocoa or a tile; step 4: 2 cocoa."""
    table = teotihuacan(
        do=power_up_any(1),
        red={"workers": [(2, 5)], "cocoa": 3, "temples": {"green": 2}},
        piles={"green 3": ["res2"]},
    )
    table.play("reward two_steps")
    assert table.goods() == {}
    table.play("step green")
    assert table.options == ["claim res2", "reward"]
    table.play("reward")
    assert table.goods() == {"cocoa": 1}
    table.play("step green")
    assert (table.goods(), table.temples()) == ({"cocoa": 3}, {"green": 4})


def test_b24_the_top_of_a_temple_has_room_for_one() -> None:
    """B24: blue 10, another player on 11: the step is lost."""
    high: Side = {"temples": {"blue": 10}}
    table = teotihuacan(do=step("blue"), red=high, green={"temples": {"blue": 11}})
    assert (table.temples(), table.points()) == ({"blue": 10}, 0)
    table = teotihuacan(do=step_anywhere(1), red=high, green={"temples": {"blue": 11}})
    assert table.options == ["step red", "step green"]
    assert table.refused == {"step blue": "no-step-left"}
    assert teotihuacan(do=step("blue"), red=high).points() == 6


def test_b25_both_options_on_an_occupied_space() -> None:
    """B25: 2 cocoa for displacing and for both; then a blue step and the tile of the board."""
    red: Side = {"workers": [(6, 2)], "cocoa": 2, "wood": 1}
    rival: Side = {"workers": [(4, 3, "blue")]}
    table = teotihuacan(red=red, yellow=rival, tiles={4: "mask4"}, stack=["vp4"])
    table.play("move 6 2 4", "worship blue rite tile", "take 1 gold")
    assert (table.goods(), table.temples()) == ({"gold": 1}, {"blue": 1})
    assert (table.player().masks, table.state.tiles["4"]) == ([4], "vp4")
    assert (table.workers(), table.workers("yellow")) == ([(4, 2, "blue")], [(4, 3)])
    table = teotihuacan(red=red, yellow=rival, tiles={4: "mask2"}).play("move 6 2 4")
    assert table.refused["worship blue rite tile"] == "needs-more", "no cocoa is left for the tile"
    assert table.offered("worship") == ["blue rite", "blue tile"]
    own: Side = {"workers": [(6, 2), (4, 3, "blue")], "cocoa": 9, "wood": 1}
    table = teotihuacan(red=own, tiles={4: "mask4"}).play("move 6 2 4")
    assert table.offered("worship") == []
    assert table.refused["worship blue rite"] == "own-worker-there"


def test_b26_a_royal_tile_as_often_as_it_is_paid() -> None:
    """B26: royal 06, P 3, 2 cocoa: at most two repetitions."""
    table = teotihuacan(red={"workers": [(4, 3)], "cocoa": 2}, royal={"middle": "06"})
    table.play("move 4 3 1", "worship middle rite", "royal", "royal", "stop")
    assert table.goods() == {"stone": 2, "gold": 2}
    assert (table.workers(), table.asked) == ([(1, 3, "middle")], "")


def test_b27_royal_08_is_used_less_often_than_the_power() -> None:
    """B27: P 4 and 3 cocoa: three temple steps; with P 1 it is legal and has no effect."""
    table = teotihuacan(red={"workers": [(4, 4)], "cocoa": 3}, royal={"right": "08"})
    table.play("move 4 4 1", "worship right rite")
    table.play("royal", "step red", "royal", "step red", "royal", "step red")
    assert (table.goods(), table.temples(), table.asked) == ({}, {"red": 3}, "")
    table = teotihuacan(red={"workers": [(4, 1)], "cocoa": 3}, royal={"right": "08"})
    table.play("move 4 1 1", "worship right rite")
    assert (table.goods(), table.workers()) == ({"cocoa": 3}, [(1, 1, "right")])


def test_b28_sets_of_masks() -> None:
    """B28: kinds 2, 5, 7 and a second 5: 6 + 1 points."""
    assert teotihuacan(do=score_masks(), red={"masks": [2, 5, 7, 5]}).points() == 7


def test_b29_the_first_eclipse() -> None:
    """B29: three players; +36, +26 and +19 points."""
    table = teotihuacan(
        3,
        when="eclipse",
        nobles=[2, 1, 1],
        light=11,
        dark=11,
        red={
            "avenue": 5,
            "track": 4,
            "masks": [2, 5, 7, 5],
            "workers": [(2, 1), (3, 2), (4, 4)],
            "cocoa": 2,
        },
        yellow={"avenue": 2, "track": 4, "workers": [(2, 1), (3, 1), (5, 3)], "cocoa": 5},
        green={
            "track": 1,
            "masks": [1, 2, 3, 4, 5],
            "workers": [(2, 3, "red"), (3, 5), (8, 5)],
            "cocoa": 5,
        },
    )
    assert table.state.building_value == 3
    assert [table.points(seat) for seat in ("red", "yellow", "green")] == [42, 26, 19]
    assert table.refused["salary 3"] == "needs-more"
    assert table.refused["salary 5"] == "salary-is-lower"
    table.play("salary 2", "salary 3", "salary 5")
    assert [table.points(seat) for seat in ("red", "yellow", "green")] == [36, 26, 19]
    assert [table.goods(seat) for seat in ("red", "yellow", "green")] == [{}, {"cocoa": 2}, {}]
    s = table.state
    assert (s.dark, s.light, s.eclipse) == (10, 0, 2)
    assert [player.track for player in s.players] == [0, 0, 0]


def three_players(light: int) -> Play:
    """Three players with a dark disc on 11; red and yellow have workers that will ascend."""
    return teotihuacan(
        3,
        when="round",
        light=light,
        dark=11,
        red={"workers": [(5, 5)]},
        yellow={"workers": [(5, 5), (7, 1)]},
        green={"workers": [(1, 1)]},
    )


def test_b30_the_end_of_a_round_brings_the_last_round() -> None:
    """B30: light 9; an ascension: 10; the end of the round: 11; one more round, the Eclipse."""
    table = three_players(9)
    table.play("move 5 5 2", "main", "reward five_points")
    assert table.state.light == 10
    table.play("move 7 1 6", "cocoa")
    assert (table.state.light, table.state.last_round) == (10, False)
    table.play("move 1 1 3", "cocoa")
    assert (table.state.light, table.state.last_round, table.state.round) == (11, True, 2)
    table.play("move 1 1 5", "cocoa", "move 5 5 8", "cocoa", "move 3 1 5", "cocoa")
    assert (table.question, table.asked) == ("pay_salary", "red")


def test_b30_an_ascension_in_the_last_round_does_not_move_the_disc() -> None:
    """B30: the light disc stays on the dark disc."""
    table = three_players(10)
    table.play("move 5 5 8", "cocoa", "move 7 1 6", "cocoa", "move 1 1 3", "cocoa")
    assert (table.state.light, table.state.last_round) == (11, True)
    table.play("move 8 5 7", "cocoa")
    table.play("move 5 5 2", "main", "reward five_points")
    assert (table.workers("yellow"), table.state.light) == ([(1, 1), (6, 1)], 11)
    table.play("move 3 1 2", "cocoa")
    assert (table.question, table.state.dark) == ("pay_salary", 11)


def test_b31_the_disc_arrives_in_the_middle_of_a_round() -> None:
    """B31: light 10; player 2 ascends: 11; a full round follows this one, then the Eclipse."""
    table = three_players(10)
    table.play("move 5 5 8", "cocoa")
    table.play("move 5 5 2", "main", "reward five_points")
    assert (table.state.light, table.state.last_round) == (11, False)
    table.play("move 1 1 3", "cocoa")
    assert (table.state.light, table.state.last_round, table.state.round) == (11, True, 2)
    table.play("move 8 5 7", "cocoa", "move 7 1 6", "cocoa")
    assert table.question == "turn"
    table.play("move 3 1 5", "cocoa")
    assert table.question == "pay_salary"


def test_b32_temple_bonus_tiles() -> None:
    """B32: BT7 with workers 2, 5, 5, 4: 31 points; BT5 with another bonus tile: 18."""
    workers: list[Stand] = [(2, 2), (3, 5, "green"), (5, 5), (8, 4)]
    table = teotihuacan(
        do=score_bonus_tiles(),
        red={"workers": workers, "temples": {"blue": 10}},
        bonus_tiles={"blue": "BT7", "red": "BT5"},
    )
    assert table.points() == 31
    table = teotihuacan(
        do=score_bonus_tiles(),
        red={"workers": workers, "temples": {"blue": 10, "red": 11}},
        bonus_tiles={"blue": "BT7", "red": "BT5"},
    )
    assert table.points() == 31 + 18


def test_b38_two_ways_of_unlocking() -> None:
    """B38: for 3 cocoa and then a move, or free of charge as the whole turn."""
    locked: list[Stand] = [(2, 1, "red"), (3, 2, "green"), (4, 3, "blue")]
    table = teotihuacan(red={"workers": locked, "cocoa": 3})
    assert table.options == ["unlock", "pay unlock"]
    table.play("pay unlock")
    assert (table.goods(), table.workers()) == ({}, [(2, 1), (3, 2), (4, 3)])
    table.play("move 4 3 3", "cocoa")
    assert table.goods() == {"cocoa": 2}
    table = teotihuacan(red={"workers": locked, "cocoa": 3}).play("unlock")
    assert (table.goods(), table.workers()) == ({"cocoa": 3}, [(2, 1), (3, 2), (4, 3)])
    assert table.asked == ""
