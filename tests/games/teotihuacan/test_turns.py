"""Turns beyond the worked examples: moving, unlocking, worship, ascension, salary (4, 5, 7, 10)."""

from __future__ import annotations

import pytest

from games.teotihuacan import TITLE
from games.teotihuacan.eclipse import score_bonus_tiles
from games.teotihuacan.power import power_up_any
from games.teotihuacan.scoring import standings
from tests.games.teotihuacan.builder import Play, Side, teotihuacan

REWARDS = ["five_points", "two_steps", "new_worker", "one_step", "five_cocoa"]


def test_a_worker_moves_one_to_three_boards_clockwise() -> None:
    """R1: along positions, whatever the numbers of the boards."""
    table = teotihuacan(red={"workers": [(4, 2), (2, 1, "red")], "cocoa": 2})
    assert table.options == ["move 4 2 1", "move 4 2 3", "move 4 2 5", "unlock"]
    assert table.refused["move 4 2 2"] == "out-of-reach"
    assert table.refused["move 2 1 8"] == "no-such-worker"
    assert table.refused["pay unlock"] == "needs-more"
    table = teotihuacan(red={"workers": [(1, 1)]}, ring=[1, 2, 3, 4, 8, 5, 6, 7])
    assert table.options == ["move 1 1 2", "move 1 1 3", "move 1 1 4"]
    assert table.refused["unlock"] == "no-locked-worker"


def test_workers_of_equal_power_on_a_board_are_alike() -> None:
    table = teotihuacan(red={"workers": [(4, 2), (4, 2), (4, 3)]})
    assert table.offered("move") == ["4 2 1", "4 2 3", "4 2 5", "4 3 1", "4 3 3", "4 3 5"]


def test_a_main_action_needs_its_cocoa_and_its_cost() -> None:
    rivals: Side = {"workers": [(6, 1), (8, 1)]}
    red: Side = {"workers": [(2, 1)], "wood": 1, "discoveries": ["vp4"]}
    table = teotihuacan(red={**red, "wood": 2}, yellow=rivals).play("move 2 1 6")
    assert table.refused["main"] == "needs-more"
    table = teotihuacan(red={**red, "cocoa": 1}, yellow=rivals).play("move 2 1 6")
    assert table.refused["main"] == "action-impossible"
    table = teotihuacan(red={"workers": [(4, 1)], "cocoa": 9}).play("move 4 1 1")
    assert table.refused["main"] == "no-main-action"


LOCKED: Side = {"workers": [(2, 1, "red"), (4, 2)], "cocoa": 3}


def test_r05_unlocking_at_any_moment_of_a_normal_turn() -> None:
    """R5: before the move, on arrival, or at the very end."""
    free = [(1, 2), (2, 1)]
    table = teotihuacan(red=LOCKED).play("pay unlock", "move 4 2 1", "cocoa")
    assert (table.workers(), table.goods()) == (free, {"cocoa": 1})
    table = teotihuacan(red=LOCKED).play("move 4 2 1", "pay unlock", "cocoa")
    assert (table.workers(), table.goods()) == (free, {"cocoa": 1})
    table = teotihuacan(red=LOCKED).play("move 4 2 1", "cocoa")
    assert (table.question, table.options) == ("finish", ["pay unlock", "end"])
    table.play("pay unlock")
    assert (table.workers(), table.goods()) == (free, {"cocoa": 1})


def test_an_unlock_turn_frees_all_workers_and_ends() -> None:
    red: Side = {"workers": [(2, 1, "red"), (1, 2, "left"), (4, 2)]}
    table = teotihuacan(red=red, yellow={"workers": [(5, 1)]}).play("unlock")
    assert (table.workers(), table.asked) == ([(1, 2), (2, 1), (4, 2)], "yellow")


def test_a_worker_unlocked_after_the_arrival_was_not_there_before() -> None:
    """4.2: colours are those of the unlocked workers before the arrival; n counts all now."""
    red: Side = {"workers": [(2, 1, "red"), (5, 2)], "cocoa": 3}
    table = teotihuacan(red=red).play("move 5 2 2", "pay unlock")
    table.play("main")
    assert table.goods() == {"wood": 1}


def test_r06_once_round_to_the_same_board() -> None:
    """R6: the worker arrives anew and does not count for cocoa."""
    red: Side = {"workers": [(2, 2)], "discoveries": ["move_anywhere"]}
    table = teotihuacan(red=red).play("use move_anywhere")
    assert len(table.options) == 8
    table.play("move 2 2 2", "main")
    assert (table.goods(), table.player().used) == ({"wood": 1}, ["move_anywhere"])
    table = teotihuacan(red={**red, "workers": [(2, 2), (2, 3)]})
    table.play("use move_anywhere", "move 2 2 2")
    assert table.refused["main"] == "needs-more", "the other worker was there before"


@pytest.mark.parametrize("powers", [(1, 2), (2, 2)])
def test_r06_two_workers_once_round(powers: tuple[int, int]) -> None:
    """R6: both tiles may be combined; neither of the two counts for cocoa."""
    first, second = powers
    tiles = ["double_move", "move_anywhere"]
    table = teotihuacan(red={"workers": [(2, first), (2, second)], "discoveries": tiles})
    table.play("use double_move", "use move_anywhere", f"move 2 {first} 2", f"second {second}")
    table.play("main")
    assert table.goods() == {"wood": 2 if first > 1 else 1}


@pytest.mark.parametrize(
    ("start", "to", "tiles", "cocoa"),
    [
        (4, 1, [], 1),
        (7, 1, [], 1),
        (4, 5, [], 1),
        (1, 3, [], 0),
        (3, 2, [], 0),
        (2, 1, ["move_anywhere"], 1),
        (4, 5, ["move_anywhere"], 0),
        (1, 1, ["move_anywhere"], 0),
        (4, 1, ["double_move"], 1),
        (4, 3, ["double_move"], 1),
    ],
)
def test_r07_cocoa_for_passing_board_1(start: int, to: int, tiles: list[str], cocoa: int) -> None:
    """R7: by normal movement onto or past it; far movement must end there; two workers: once."""
    red: Side = {"workers": [(start, 1), (start, 1)], "technologies": ["01"]}
    red["discoveries"] = [*tiles, "vp4"]
    table = teotihuacan(red=red).play(*(f"use {tile}" for tile in tiles), f"move {start} 1 {to}")
    assert table.goods() == ({"cocoa": cocoa} if cocoa else {})


def test_r07_the_cocoa_pays_for_the_action() -> None:
    """4.4: it is gained before the action is paid."""
    red: Side = {"workers": [(4, 2)], "technologies": ["01"]}
    table = teotihuacan(red=red, yellow={"workers": [(3, 1)]}).play("move 4 2 3", "main")
    assert table.goods() == {"stone": 1}


def test_r08_two_workers_move_and_one_worships() -> None:
    """R8: the other joins the general area without an action."""
    red: Side = {"workers": [(5, 3), (5, 1)], "discoveries": ["double_move"]}
    table = teotihuacan(red=red)
    table.play("use double_move", "move 5 3 2", "second 1", "worship red rite")
    assert table.workers() == [(2, 1), (2, 3, "red")]
    assert (table.points(), table.goods(), table.asked) == (1, {}, "")


def test_a_double_move_needs_two_workers_on_a_board() -> None:
    red: Side = {"workers": [(5, 3), (2, 1), (2, 2)], "discoveries": ["double_move"]}
    table = teotihuacan(red=red).play("use double_move")
    assert table.offered("move") == ["2 1 8", "2 1 7", "2 1 6", "2 2 8", "2 2 7", "2 2 6"]
    table = teotihuacan(red={**red, "workers": [(5, 3), (2, 1)]})
    assert table.refused["use double_move"] == "tile-without-effect"


def test_a_prepared_double_move_can_still_be_made() -> None:
    """A power-up that makes one of the two ascend must not leave the turn without an answer."""
    tiles = ["double_move", "powerup2"]
    red: Side = {"workers": [(2, 5), (2, 1)], "discoveries": tiles}
    table = teotihuacan(red=red).play("use double_move")
    if "use powerup2" in table.options:
        table.play("use powerup2", "power 2 5", "reward five_points", "power 1 1")
    assert table.offered("move") != []


def test_r09_a_worship_whose_step_cannot_be_made() -> None:
    """R9: the temple step is not offered, the tile of the board is."""
    red: Side = {"workers": [(5, 3)], "cocoa": 3, "temples": {"red": 10}}
    top: Side = {"temples": {"red": 11}}
    table = teotihuacan(red=red, yellow=top, tiles={2: "res2"}).play("move 5 3 2")
    assert table.offered("worship") == ["red tile"]
    assert table.refused["worship red rite"] == "no-step-left"
    table.play("worship red tile")
    assert (table.player().discoveries, table.temples()) == (["res2"], {"red": 10})


def test_worship_pays_for_displacing_and_for_both() -> None:
    rival: Side = {"workers": [(7, 4, "any")]}
    table = teotihuacan(red={"workers": [(2, 1)], "cocoa": 1}, yellow=rival, tiles={7: "res2"})
    table.play("move 2 1 7")
    assert table.offered("worship") == ["any rite", "any tile"]
    assert table.refused["worship any tile rite"] == "needs-more"
    table.play("worship any tile")
    assert (table.goods(), table.workers("yellow")) == ({}, [(7, 4)])
    assert table.player().discoveries == ["res2"]


def test_r49_an_own_worker_is_never_displaced() -> None:
    """R49: its space is blocked, on the Palace only that one."""
    red: Side = {"workers": [(4, 1), (1, 1, "left")], "cocoa": 5}
    table = teotihuacan(red=red).play("move 4 1 1")
    assert table.offered("worship") == ["middle rite", "right rite"]
    assert table.refused["worship left rite"] == "own-worker-there"


def test_a_paid_unlocking_makes_room_on_the_own_space() -> None:
    """4, 5: after 3 cocoa the space is empty, and no worker is displaced."""
    red: Side = {"workers": [(5, 3), (2, 1, "red")], "cocoa": 3}
    table = teotihuacan(red=red).play("move 5 3 2", "pay unlock", "worship red rite")
    assert (table.workers(), table.goods()) == ([(2, 1), (2, 3, "red")], {})


def test_the_royal_tile_comes_with_the_tile_of_the_palace() -> None:
    """Section 5: for 1 cocoa more both, in either order; never the discovery tile alone."""
    red: Side = {"workers": [(4, 2)], "cocoa": 1}
    table = teotihuacan(red=red, tiles={1: "res2"}).play("move 4 2 1")
    assert set(table.offered("worship")) == {
        f"{slot} {way}"
        for slot in ("left", "middle", "right")
        for way in ("rite", "rite tile", "tile rite")
    }
    assert table.refused["worship left tile"] == "royal-tile-first"
    table.play("worship right rite tile")
    assert table.goods() == {"cocoa": 3}, "1 paid, royal 01 brings P + 1"
    assert table.player().discoveries == ["res2"]


def test_no_tile_to_claim() -> None:
    table = teotihuacan(red={"workers": [(5, 1)], "cocoa": 5}).play("move 5 1 2")
    assert table.refused["worship red tile"] == "no-tile-there"
    assert table.refused["worship blue rite"] == "other-board"


def test_r52_a_claimed_tile_is_replaced_at_once() -> None:
    """R52: R20: with an empty stack the place stays empty."""
    red: Side = {"workers": [(5, 1)], "wood": 2}
    table = teotihuacan(red=red, tiles={2: "vp4"}, stack=["res2", "mask3"])
    table.play("move 5 1 2", "worship red tile")
    assert table.state.tiles["2"] == "mask3"
    assert table.state.discovery_stack == ["res2"]
    table = teotihuacan(red=red, tiles={2: "vp4"}, stack=[]).play("move 5 1 2", "worship red tile")
    assert table.state.tiles["2"] is None


def test_a_claimed_tile_may_be_used_in_the_same_turn() -> None:
    """R43: vp4 scores 4 points at once."""
    table = teotihuacan(red={"workers": [(5, 1)], "wood": 1}, tiles={2: "vp4"})
    table.play("move 5 1 2", "worship red tile", "use vp4")
    assert (table.points(), table.player().used, table.goods()) == (4, ["vp4"], {})


def test_r55_the_first_option_does_not_pay_for_the_second() -> None:
    """R55: the tile must be payable when the worship begins."""
    red: Side = {"workers": [(6, 1)], "cocoa": 1}
    table = teotihuacan(red=red, tiles={4: "mask4"}).play("move 6 1 4")
    assert table.offered("worship") == ["blue rite"]


@pytest.mark.parametrize(("cocoa", "tile"), [(2, "res3"), (2, "mask4"), (3, "mask2")])
def test_both_options_must_be_payable_together(cocoa: int, tile: str) -> None:
    """4.5: royal 07 costs 1 cocoa and a resource, after 1 cocoa for both and the tile's cost."""
    red: Side = {"workers": [(4, 3)], "cocoa": cocoa, "wood": 1}
    table = teotihuacan(red=red, tiles={1: tile}, royal={"middle": "07"}).play("move 4 3 1")
    assert "worship middle tile rite" not in table.options


def test_the_tile_first_leaves_the_price_of_the_royal_tile() -> None:
    red: Side = {"workers": [(4, 3)], "cocoa": 3, "wood": 1}
    table = teotihuacan(red=red, tiles={1: "res3"}, royal={"middle": "07"}).play("move 4 3 1")
    table.play("worship middle tile rite", "claim res3", "pay wood", "take 3 gold", "end")
    assert (table.goods(), table.player().discoveries) == ({"gold": 3}, ["res3"])


def test_r48_free_cocoa_for_a_main_action() -> None:
    """R48: then no cocoa can be collected."""
    rivals: Side = {"workers": [(2, 1)]}
    red: Side = {"workers": [(5, 2)], "discoveries": ["free_cocoa"]}
    table = teotihuacan(red=red, yellow=rivals).play("move 5 2 2")
    assert table.refused["main"] == "needs-more"
    table.play("use free_cocoa")
    assert table.refused["cocoa"] == "tile-used-for-action"
    table.play("main")
    assert (table.goods(), table.player().used) == ({"wood": 1}, ["free_cocoa"])


def test_r48_free_cocoa_for_a_worship_with_everything_in_it() -> None:
    """R48: displacing, both options and the cocoa of the royal tile; not the cost of the tile."""
    red: Side = {"workers": [(4, 3)], "cocoa": 1, "discoveries": ["free_cocoa"]}
    rival: Side = {"workers": [(1, 1, "middle")]}
    table = teotihuacan(red=red, yellow=rival, tiles={1: "res3"}, royal={"middle": "06"})
    table.play("move 4 3 1", "use free_cocoa", "worship middle tile rite")
    table.play("royal", "royal", "royal", "end")
    assert table.goods() == {"stone": 3, "gold": 3}
    assert (table.player().discoveries, table.workers("yellow")) == (["res3"], [(1, 1)])


def test_r48_free_cocoa_for_the_salary() -> None:
    """R48: the whole salary of one Eclipse."""
    red: Side = {"workers": [(2, 5), (3, 5)], "cocoa": 1, "discoveries": ["free_cocoa"]}
    table = teotihuacan(2, when="eclipse", red={**red, "points": 9})
    table.play("use free_cocoa")
    assert (table.goods(), table.points(), table.player().used) == ({"cocoa": 1}, 9, ["free_cocoa"])


def test_a_turn_never_runs_out_of_answers() -> None:
    """R70: An extra worker was announced: the cocoa for the action cannot be spent on unlocking."""
    red: Side = {
        "workers": [(2, 1), (2, 2, "red")],
        "wood": 2,
        "cocoa": 3,
        "discoveries": ["extra_worker_568"],
    }
    table = teotihuacan(red=red, yellow={"workers": [(6, 1)]})
    table.play("move 2 1 6", "use extra_worker_568")
    assert "pay unlock" not in table.options
    table.play("main")
    assert table.points() == 5


def test_r10_a_new_technology_does_not_help_its_own_action() -> None:
    """R10: technology 03 scores from the next action on."""
    table = teotihuacan(red={"workers": [(3, 1)], "gold": 1}).play("move 3 1 5", "main")
    table.play("technology 03")
    assert table.points() == 1, "of the red step"
    red: Side = {"workers": [(3, 1)], "gold": 1, "technologies": ["03"]}
    table = teotihuacan(red=red).play("move 3 1 5", "main", "technology 01", "take 1 wood")
    assert table.points() == 3


def test_r12_royal_tiles_that_bring_nothing() -> None:
    """R12: "up to" tiles zero times, tiles that score 0; 07 needs its price."""
    table = teotihuacan(red={"workers": [(4, 3)]}, royal={"middle": "06"}).play("move 4 3 1")
    table.play("worship middle rite", "stop")
    assert (table.workers(), table.goods()) == ([(1, 3, "middle")], {})
    table = teotihuacan(red={"workers": [(4, 3)]}).play("move 4 3 1", "worship left rite")
    assert (table.workers(), table.points()) == ([(1, 3, "left")], 0)
    for has in (Side(cocoa=1), Side(wood=1)):
        red: Side = {"workers": [(4, 3)], **has}
        table = teotihuacan(red=red, royal={"middle": "07"}).play("move 4 3 1")
        assert "worship middle rite" in table.refused


POWERFUL: Side = {"discoveries": ["powerup2"], "workers": [(5, 5), (7, 1)]}


def test_r13_the_arriving_worker_is_not_powered_up() -> None:
    """R13: from its arrival to the end of a main action; others are, and it was before."""
    table = teotihuacan(red=POWERFUL).play("move 5 5 2", "use powerup2")
    assert table.workers() == [(2, 5), (7, 3)]
    table = teotihuacan(red={**POWERFUL, "workers": [(5, 5)]}).play("move 5 5 2")
    assert table.refused["use powerup2"] == "tile-without-effect"
    table = teotihuacan(red=POWERFUL).play("use powerup2")
    assert table.options == ["power 5 5", "power 7 1"]
    table = teotihuacan(red=POWERFUL).play("move 5 5 2", "cocoa", "use powerup2")
    assert table.options == ["power 2 5", "power 7 1"]


def test_r13_of_equal_workers_it_is_the_other_one_that_is_powered_up() -> None:
    red: Side = {"discoveries": ["powerup2"], "workers": [(5, 1), (2, 1)], "cocoa": 1}
    table = teotihuacan(red=red).play("move 5 1 2", "use powerup2")
    assert table.workers() == [(2, 1), (2, 3)]


def test_r56_a_worker_that_ascends_meanwhile_still_counts() -> None:
    """R56: two workers place two tiles, though one has left for board 1."""
    red: Side = {"workers": [(2, 1), (8, 4)], "discoveries": ["powerup2"], "stone": 4, "cocoa": 1}
    table = teotihuacan(red=red, display=["P31", "P32", "P20"])
    table.play("move 2 1 8", "main", "build P31", "at 1 0 0 0", "use powerup2")
    table.play("power 8 4", "power 8 5", "reward five_points", "build P32", "at 1 0 1 0")
    table.play("power 8 1")
    assert (table.workers(), len(table.state.pyramid)) == ([(1, 1), (8, 2)], 2)


def test_power_ups_without_a_worker_on_the_board_are_lost() -> None:
    red: Side = {"workers": [(5, 5)], "technologies": ["13"], "cocoa": 1}
    table = teotihuacan(red=red).play("move 5 5 2", "main", "reward five_points")
    assert (table.workers(), table.asked) == ([(1, 1)], "")


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_of_an_ascension(reward: str) -> None:
    red: Side = {"workers": [(2, 5), (3, 1), (4, 1)], "cocoa": 3}
    table = teotihuacan(do=power_up_any(1), red=red, light=9).play("power 2 5")
    assert table.offered("reward") == REWARDS
    table.play(f"reward {reward}")
    while table.asked:
        table.play("step red")
    found = (table.goods(), table.points(), table.temples(), len(table.workers()))
    assert (
        found
        == {
            "five_points": ({"cocoa": 3}, 5, {}, 3),
            "two_steps": ({}, 2, {"red": 2}, 3),
            "new_worker": ({"cocoa": 5}, 0, {}, 4),
            "one_step": ({"cocoa": 3}, 1, {"red": 1}, 3),
            "five_cocoa": ({"cocoa": 8}, 0, {}, 3),
        }[reward]
    )
    assert ((1, 3) in table.workers()) == (reward == "new_worker")
    assert (table.player().avenue, table.state.light) == (1, 10)


def test_the_fourth_worker_comes_once() -> None:
    red: Side = {"workers": [(2, 5), (3, 1), (4, 1), (1, 3)]}
    table = teotihuacan(do=power_up_any(1), red=red).play("power 2 5")
    assert table.refused["reward new_worker"] == "all-workers-in-play"


def salaries(red: Side) -> Play:
    """The salary of an Eclipse for workers of power 1, 3, 4 and 5: 6 cocoa."""
    workers: Side = {"workers": [(2, 1), (3, 3, "green"), (4, 4), (8, 5)]}
    return teotihuacan(2, when="eclipse", red={**workers, **red})


def test_r16_the_salary_may_be_refused() -> None:
    """R16: 3 points for each cocoa; not below 0; cocoa may be kept."""
    table = salaries({"points": 20, "cocoa": 9})
    assert table.options == [f"salary {n}" for n in range(7)]
    assert table.play("salary 6").points() == 20
    table = salaries({"points": 20, "cocoa": 9}).play("salary 2")
    assert (table.points(), table.goods()) == (8, {"cocoa": 7})
    assert salaries({"points": 20, "cocoa": 0}).play("salary 0").points() == 2
    assert salaries({"points": 17}).play("salary 0").points() == 0


def test_cocoa_of_a_tile_pays_a_salary() -> None:
    table = salaries({"points": 20, "discoveries": ["cocoa4", "vp4"]})
    assert table.options == ["salary 0", "use cocoa4"]
    assert table.refused["use vp4"] == "no-such-tile"
    table.play("use cocoa4", "salary 4")
    assert (table.points(), table.goods()) == (14, {})


@pytest.mark.parametrize("options", [(), ("dark_eclipse",)])
def test_r17_ties(options: tuple[str, ...]) -> None:
    """R17: more cocoa, then the earlier player; with the Dark Eclipse the later one."""
    sides: list[Side] = [{"points": 30}, {"points": 30}, {"points": 30, "cocoa": 1}, {"points": 31}]
    red, yellow, green, blue = sides
    order = ["yellow", "blue", "red", "green"]
    table = teotihuacan(
        red=red, yellow=yellow, green=green, blue=blue, order=order, options=options
    )
    ranked = [standing.side for standing in standings(table.state)]
    assert ranked == ([3, 2, 0, 1] if options else [3, 2, 1, 0])
    assert [standing.rank for standing in TITLE.standings(table.state)] == [1, 2, 3, 4]


def test_the_dark_eclipse_is_scored_after_the_turn() -> None:
    """10.2: play goes on with the next player."""
    table = teotihuacan(
        2,
        when="round",
        options=("dark_eclipse",),
        light=9,
        red={"workers": [(5, 5)], "avenue": 1, "cocoa": 1},
        yellow={"workers": [(1, 1)], "cocoa": 1},
    )
    table.play("move 5 5 2", "main", "reward five_points")
    assert (table.question, table.points()) == ("pay_salary", 5 + 2 * 5)
    table.play("salary 1", "salary 1")
    assert (table.asked, table.question) == ("yellow", "turn")
    s = table.state
    assert (s.eclipse, s.light, s.dark, s.round) == (2, 0, 9, 1)
    table.play("move 1 1 3", "cocoa")
    assert (table.asked, s.round, s.light) == ("red", 2, 1)


def test_the_dark_eclipse_at_the_end_of_a_round_ends_the_game_at_once() -> None:
    table = teotihuacan(
        2,
        when="round",
        options=("dark_eclipse",),
        eclipse=3,
        light=7,
        dark=8,
        red={"workers": [(2, 1)]},
        yellow={"workers": [(1, 1)]},
    )
    table.play("move 2 1 8", "cocoa", "move 1 1 3", "cocoa", "salary 1", "salary 1")
    assert (table.state.over, table.asked, table.state.round) == (True, "", 1)


@pytest.mark.parametrize(
    ("tile", "points"), [("BT1", 3), ("BT2", 10), ("BT3", 15), ("BT4", 12), ("BT5", 9), ("BT6", 6)]
)
def test_r42_bonus_tiles(tile: str, points: int) -> None:
    """R42: BT6 counts used and unused tiles, no masks; 9.4."""
    red: Side = {
        "temples": {"blue": 10, "red": 9},
        "technologies": ["01", "03"],
        "avenue": 4,
        "masks": [4, 4, 5],
        "discoveries": ["res2", "vp4"],
        "used": ["res3"],
    }
    table = teotihuacan(do=score_bonus_tiles(), red=red, bonus_tiles={"blue": tile, "red": "BT7"})
    assert table.points() == points


def test_bonus_tiles_are_scored_in_the_order_of_the_temples() -> None:
    """10.4: blue, red, green."""
    red: Side = {"temples": {"blue": 10, "red": 10, "green": 11}}
    table = teotihuacan(do=score_bonus_tiles(), red=red)
    scored = [effect[1] for effect in table.events("score_bonus_tile")]
    assert scored == ["blue", "red", "green"]
