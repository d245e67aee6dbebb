"""Priests and priestesses (module 1; 15.7): the choice, and what each priest changes."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.module import part
from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.discovery import keep, no_claim
from games.teotihuacan.modules.dealt_starting_tiles.dealing import Dealing
from games.teotihuacan.modules.priests_and_priestesses.priests import (
    PRIESTS,
    SOLO,
    Offices,
    office,
)
from games.teotihuacan.paying import ANY
from games.teotihuacan.power import raise_power
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import step, step_anywhere
from tests.games.teotihuacan.builder import Side
from tests.games.teotihuacan.priests import M1, with_priest

BASE = [priest for priest, known in PRIESTS.items() if not known.needs]


def fresh(seats: int, *options: str, number: int = 1) -> Table:
    """A new game with priests."""
    return Table.new(TITLE, seats, sorted([M1, *options]), bytes([number]) * 32)


def state(table: Table) -> Teotihuacan:
    """The state of a table."""
    return cast(Teotihuacan, table.state)


def answer(table: Table, wanted: str = "") -> None:
    """Give the first answer that begins with a word, or the first one."""
    seat = table.awaited[0]
    options = [option.id for option in table.decision(seat).options]
    table.step(
        seat, next((o for o in options if wanted and o.startswith(wanted)), options[0]), Turn()
    )


def asked(table: Table) -> str:
    """The first open question."""
    return str(table.open[0].effect[0])


# The tables


def test_the_priests() -> None:
    """15.7: ten priests, two with other modules, and those of the Teotibot."""
    assert [each.number for each in PRIESTS.values()] == [f"{n:02}" for n in range(1, 13)]
    assert len(BASE) == 10
    assert [each.number for each in SOLO.values()] == [f"S{n:02}" for n in range(1, 9)]
    assert PRIESTS["tlaloc"].tile == {ANY: 1}


# The choice


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_two_priests_are_dealt_and_one_is_kept(seats: int) -> None:
    """R117: the starting tiles lie there, the choice is secret, and all priests turn up at once."""
    table = fresh(seats)
    s = state(table)
    everyone = part(s, Offices)
    assert len(s.offered) == 2 * seats + 2
    assert [len(own.dealt) for own in everyone.sides[:seats]] == [2] * seats
    assert table.awaited == list(range(seats))
    kept = [everyone.sides[seat].dealt[1] for seat in range(seats)]
    for seat in range(seats):
        assert {own.priest for own in everyone.sides[:seats]} == {""}
        table.step(seat, f"priest {kept[seat]}", Turn())
    assert [own.priest for own in everyone.sides[:seats]] == kept
    assert sorted([*everyone.box, *kept]) == sorted(BASE)
    assert asked(table) == "pick_tile"


def test_what_others_see_of_the_choice() -> None:
    """R117: each player sees the own priests only, until all have chosen."""
    table = fresh(2)
    first = part(state(table), Offices).sides[0].dealt[:]
    assert table.own(0)[M1] == {"sides": {"dealt": first}}
    assert table.view()[M1]["sides"][1] == table.view()[M1]["sides"][0]
    turn = Turn()
    table.step(0, f"priest {first[0]}", turn)
    assert (0, ("hold_priest", first[0])) in turn.trace
    assert [own["dealt"] for own in table.view()[M1]["sides"]] == [1, 2]
    assert first[0] not in str(table.view()[M1])


def test_the_choice_comes_before_that_of_dealt_starting_tiles() -> None:
    """15.7: the tiles are dealt, then priests are kept, then tiles."""
    table = fresh(2, "dealt_starting_tiles")
    assert [len(hand.dealt) for hand in part(state(table), Dealing).hands] == [4, 4]
    asked_of: list[str] = []
    while not asked_of or asked(table) in ("keep_priest", "keep_tile"):
        asked_of.append(asked(table))
        answer(table)
    assert asked_of == ["keep_priest"] * 2 + ["keep_tile"] * 4


@pytest.mark.parametrize(
    ("options", "count"), [((), 10), (("obsidian",), 11), (("altars_and_shamans", "obsidian"), 12)]
)
def test_priests_of_other_modules(options: tuple[str, ...], count: int) -> None:
    s = state(fresh(2, *options))
    everyone = part(s, Offices)
    assert len([*everyone.box, *everyone.sides[0].dealt, *everyone.sides[1].dealt]) == count


def test_no_priests_in_the_first_game() -> None:
    assert TITLE.faults(2, [M1, "first_game"])


# Priest 01


def test_priest_01_a_mask_brings_a_step_and_a_resource() -> None:
    """15.7: after a mask of a board, of a temple and of the Avenue alike."""
    red: Side = {"workers": [(3, 1)], "wood": 1}
    table = with_priest("quetzalcohuatl", red=red, tiles={2: "mask4"})
    table.play("move 3 1 2", "worship red tile", "claim mask4", "step green", "take 1 gold")
    assert (table.goods(), table.temples()) == ({"gold": 1, "cocoa": 1}, {"green": 1})
    assert table.player().masks == [4]


def test_priest_01_claims_masks_only() -> None:
    """15.7: other discovery tiles are refused wherever they lie."""
    red: Side = {"workers": [(3, 1), (3, 1)], "wood": 1, "cocoa": 5, "temples": {"green": 2}}
    table = with_priest("quetzalcohuatl", red=red, tiles={2: "res2"}).play("move 3 1 2")
    assert table.refused["worship red tile"] == "priest-forbids"
    assert table.refused["worship red rite tile"] == "priest-forbids"
    assert "worship red rite" in table.options
    piles = {"green 3": ["vp4", "mask5"]}
    table = with_priest("quetzalcohuatl", red=red, piles=piles, do=step("green"))
    assert table.options == ["claim mask5", "reward"]
    table.play("claim mask5", "step blue", "take 1 wood", "take 1 wood")
    assert (table.temples(), table.player().masks) == ({"green": 3, "blue": 1}, [5])


def test_r103_great_discovery_tiles_are_others() -> None:
    """R103: they may be claimed, and their masks bring nothing."""
    table = with_priest("quetzalcohuatl", modules=("obsidian",), do=keep("mask8"))
    assert (table.player().masks, table.question) == ([8], "")
    assert no_claim(table.state, 0, "obsidian3") is None
    assert no_claim(table.state, 0, "res2") is not None


# Priest 02


def test_priest_02_borrows_a_worker_of_another_player() -> None:
    """15.7, R101: it counts for the number of workers; all colours are paid."""
    yellow: Side = {"workers": [(2, 2), (2, 3)]}
    red: Side = {"workers": [(3, 4)], "cocoa": 1}
    table = with_priest("tlaloc", red=red, yellow=yellow).play("move 3 4 2", "main")
    assert (table.question, table.options) == ("borrow", ["borrow 2", "borrow 3", "borrow nothing"])
    assert table.refused == {f"borrow {n}": "no-such-worker-of-others" for n in (1, 4, 5)}
    table.play("borrow 3")
    assert table.goods() == {"wood": 2}


def test_r101_the_borrowed_worker_counts_for_the_lowest_power() -> None:
    """R101: it gets no power-up, and it counts in one action only."""
    yellow: Side = {"workers": [(2, 1)]}
    red: Side = {"workers": [(3, 4), (2, 4)], "cocoa": 4}
    table = with_priest("tlaloc", red=red, yellow=yellow).play("move 3 4 2", "main", "borrow 1")
    assert table.goods() == {"cocoa": 3, "wood": 2}, "three workers, the lowest of power 1"
    assert table.forced == ["power 2 4"]
    assert table.play("power 2 5").workers() == [(1, 1), (2, 4)], "two power-ups of own workers"
    table.play("reward five_cocoa")
    assert office(table.state, 0).borrowed == 0
    assert table.workers("yellow") == [(2, 1)]


def test_r101_no_more_than_three_workers_count() -> None:
    """R51: with three own workers nothing is asked; to borrow nothing is allowed."""
    yellow: Side = {"workers": [(2, 5)]}
    three: Side = {"workers": [(3, 4), (2, 4), (2, 4)], "cocoa": 2}
    assert with_priest("tlaloc", red=three, yellow=yellow).play("move 3 4 2", "main").question == (
        "power_up"
    )
    alone: Side = {"workers": [(3, 4)], "cocoa": 1}
    table = with_priest("tlaloc", red=alone, yellow=yellow).play("move 3 4 2", "main")
    assert table.play("borrow nothing").goods() == {"wood": 2}


def test_r100_whom_priest_02_borrows_from() -> None:
    """R100: from the Teotibot too; neither neutral nor locked workers, nor on other boards."""
    alone: Side = {"workers": [(3, 4)], "cocoa": 2}
    yellow: Side = {"workers": [(2, 5, "red")]}
    table = with_priest("tlaloc", red=alone, yellow=yellow, seats=2, neutral=[[2], []])
    assert table.play("move 3 4 2", "main").goods() == {"cocoa": 1, "wood": 2}
    table = with_priest("tlaloc", seats=1, red=alone, yellow={"workers": [(2, 4), (7, 1, "any")]})
    assert table.play("move 3 4 2", "main", "borrow 4").goods() == {"cocoa": 3, "wood": 3}
    table = with_priest("tlaloc", red={**alone, "workers": [(2, 4)]}, yellow={"workers": [(6, 4)]})
    assert table.play("move 2 4 6").forced == ["cocoa"], "no worker is borrowed there"


def test_priest_02_pays_more_for_buildings() -> None:
    """15.7: a building costs a resource of any kind more."""
    red: Side = {"workers": [(8, 1)], "wood": 2}
    assert with_priest("tlaloc", red=red).play("move 8 1 6").forced == ["cocoa"]
    table = with_priest("tlaloc", red={**red, "stone": 1, "gold": 1}).play("move 8 1 6", "main")
    table.play("row 1", "spend 1 stone 2 wood")
    assert (table.goods(), table.points()) == ({"gold": 1}, 3)


def test_priest_02_pays_more_for_pyramid_tiles() -> None:
    """15.7: each tile costs a resource of any kind more."""
    red: Side = {"workers": [(5, 1), (8, 1)], "stone": 5, "gold": 1, "cocoa": 1}
    table = with_priest("tlaloc", red=red, display=["P31", "P32", "P01"])
    table.play("move 5 1 8", "main", "build P31", "at 1 0 0 0", "spend 3 stone")
    assert table.goods() == {"stone": 2, "gold": 1}
    table.play("build P32", "at 1 0 1 0")
    assert table.goods() == {}
    poor = with_priest("tlaloc", red={"workers": [(5, 1)], "stone": 2}).play("move 5 1 8")
    assert poor.forced == ["cocoa"]


def test_r107_technology_15_may_save_the_extra_resource() -> None:
    """R107: two stone pay for a tile of two stone and one resource less one."""
    red: Side = {"workers": [(5, 1)], "stone": 2, "technologies": ["15"]}
    table = with_priest("tlaloc", red=red, display=["P31"]).play("move 5 1 8", "main", "build P31")
    table.play("at 1 0 0 0")
    assert table.goods() == {}


# Priest 03


def test_priest_03_pays_one_cocoa() -> None:
    """15.7: on an empty board and on a full one alike."""
    red: Side = {"workers": [(3, 4)], "cocoa": 1}
    others: dict[str, Side] = {c: {"workers": [(2, 1)]} for c in ("yellow", "green", "blue")}
    for sides in ({}, others):
        rest: dict[str, Any] = {**sides}
        table = with_priest("chalchiuhtlicue", red=red, **rest).play("move 3 4 2", "main")
        assert table.goods() == {"wood": 2}
    poor = with_priest("chalchiuhtlicue", red={"workers": [(3, 4)]}).play("move 3 4 2")
    assert poor.refused["main"] == "needs-more"


def test_r102_a_discovery_tile_pays_the_cocoa() -> None:
    """R102: the tile of free cocoa pays the one cocoa too."""
    red: Side = {"workers": [(3, 4)], "discoveries": ["free_cocoa"]}
    table = with_priest("chalchiuhtlicue", red=red).play("move 3 4 2", "use free_cocoa", "main")
    assert (table.goods(), table.player().used) == ({"wood": 2}, ["free_cocoa"])


# Priest 04


def test_priest_04_counts_one_worker_more_on_boards_6_and_7() -> None:
    red: Side = {"workers": [(8, 1), (8, 1)], "wood": 2, "gold": 2}
    table = with_priest("oxomoco", red=red).play("move 8 1 6", "main", "row 2")
    assert table.points() == 5
    table = with_priest("oxomoco", red=red).play("move 8 1 7", "main")
    table.play(f"decorate {table.offered('decorate')[0]}")
    assert table.goods().get("gold", 0) == 0, "two gold for two workers"
    alone: Side = {"workers": [(3, 4)]}
    assert with_priest("oxomoco", red=alone).play("move 3 4 2", "main").goods() == {"wood": 2}


# Priest 05


def test_priest_05_worships_without_cocoa() -> None:
    """15.7: neither for displacing nor for both options; the royal tile keeps its price."""
    red: Side = {"workers": [(8, 1)], "gold": 1}
    table = with_priest(
        "xipe_totec", red=red, yellow={"workers": [(4, 2, "blue")]}, tiles={4: "cocoa4"}
    )
    table.play("move 8 1 4", "worship blue rite tile", "take 1 wood", "claim cocoa4")
    assert table.goods() == {"wood": 1}
    assert (table.player().discoveries, table.workers("yellow")) == (["cocoa4"], [(4, 2)])
    table = with_priest("xipe_totec", red={"workers": [(4, 1)]}, royal={"middle": "07"})
    assert table.play("move 4 1 1").refused["worship middle rite"] == "needs-more"


@pytest.mark.parametrize(("locked", "cocoa"), [(1, 2), (2, 4), (3, 5)])
def test_priest_05_pays_for_each_worker_to_unlock(locked: int, cocoa: int) -> None:
    """15.7: 2 cocoa for each locked worker, 5 at most."""
    places = [(2, 1, "red"), (3, 1, "green"), (4, 1, "blue")]
    red: Side = {"workers": [(5, 1), *places[:locked]], "cocoa": cocoa}
    table = with_priest("xipe_totec", red=red).play("pay unlock")
    assert (table.goods(), len(table.workers())) == ({}, 1 + locked)
    poor = with_priest("xipe_totec", red={**red, "cocoa": cocoa - 1})
    assert poor.refused["pay unlock"] == "needs-more"


# Priest 06


def test_priest_06_two_rewards() -> None:
    """15.7, R111: the same one twice or two different ones, one after the other."""
    red: Side = {"workers": [(2, 5), (3, 1), (3, 1)], "cocoa": 0}
    table = with_priest("xolotl", red=red, do=raise_power(2, 5)).play("reward five_points")
    assert (table.points(), table.question) == (5, "choose_reward")
    assert table.play("reward five_points").points() == 10
    assert (table.player().avenue, table.state.light) == (1, 1)
    table = with_priest("xolotl", red=red, do=raise_power(2, 5)).play("reward new_worker")
    assert table.refused["reward new_worker"] == "all-workers-in-play"
    assert table.play("reward five_cocoa").goods() == {"cocoa": 7}


def test_priest_06_a_toll_for_each_step() -> None:
    """15.7, R110: 1 cocoa or 3 points before the step; else it is lost."""
    red: Side = {"cocoa": 1, "points": 3, "temples": {"green": 0}}
    table = with_priest("xolotl", red=red, do=step_anywhere(3)).play("step green")
    assert table.options == ["toll goods", "toll points", "toll nothing"]
    table.play("toll points", "step green", "toll nothing", "step green", "toll goods")
    assert (table.points(), table.temples(), table.goods()) == (
        0,
        {"green": 2},
        {"cocoa": 2 - 1 + 1},
    )


def test_r110_a_step_that_is_not_paid_is_lost() -> None:
    """R110: without cocoa and with less than 3 points nothing is asked."""
    table = with_priest("xolotl", red={"points": 2}, do=step("red"))
    assert (table.temples(), table.points(), table.question) == ({}, 2, "")
    table = with_priest("xolotl", red={"points": 2, "cocoa": 1}, do=step("red"))
    assert table.refused == {"toll points": "too-few-points"}
    assert table.play("toll goods").temples() == {"red": 1}
    red: Side = {"workers": [(3, 1)]}
    table = with_priest("xolotl", red=red).play("move 3 1 2", "worship red rite")
    assert (table.workers(), table.temples()) == ([(2, 1, "red")], {})


# Priest 07


def test_priest_07_moves_four_boards() -> None:
    """15.7: without a price; boards beyond cost 3 cocoa (R112)."""
    table = with_priest("ehecatl", red={"workers": [(1, 1)]})
    assert [o for o in table.options if o.startswith("move")] == [
        f"move 1 1 {board}" for board in (3, 5, 2, 8)
    ]
    assert table.refused["move 1 1 7"] == "needs-more"
    table = with_priest("ehecatl", red={"workers": [(3, 4)], "cocoa": 3}).play("move 3 4 4")
    assert (table.goods(), table.workers()) == ({}, [(4, 4)])
    assert table.play("main").goods() == {"gold": 2}


def test_r112_a_paid_movement_is_far() -> None:
    """R112: once round is possible; technology 01 needs the end on board 1, as in R7."""
    red: Side = {"workers": [(3, 4)], "cocoa": 3, "technologies": ["01"]}
    assert with_priest("ehecatl", red=red).play("move 3 4 1").goods() == {"cocoa": 1}
    table = with_priest("ehecatl", red=red).play("move 3 4 3", "cocoa")
    assert table.goods() == {}, "collected 1 less 1; no cocoa for passing"
    table = with_priest("ehecatl", red={"workers": [(4, 4)], "technologies": ["01"]})
    assert table.play("move 4 4 2").goods() == {"cocoa": 1}, "four boards are no far movement"


def test_priest_07_moves_two_workers_far() -> None:
    """Discovery tiles for the movement hold with it."""
    red: Side = {"workers": [(3, 2), (3, 2)], "cocoa": 3, "discoveries": ["double_move"]}
    table = with_priest("ehecatl", red=red).play(
        "use double_move", "move 3 2 4", "second 2", "main"
    )
    assert table.goods() == {"gold": 2}
    red = {"workers": [(3, 2)], "cocoa": 3, "discoveries": ["move_anywhere"]}
    table = with_priest("ehecatl", red=red).play("use move_anywhere", "move 3 2 4")
    assert table.goods() == {"cocoa": 3}


def test_priest_07_collects_less_and_never_pays_to_unlock() -> None:
    red: Side = {"workers": [(3, 1), (4, 1, "blue")], "cocoa": 9}
    table = with_priest("ehecatl", red=red)
    assert table.refused["pay unlock"] == "priest-forbids"
    assert "unlock" in table.options
    table = with_priest("ehecatl", red=red, yellow={"workers": [(2, 1)]})
    assert table.play("move 3 1 2", "cocoa").goods() == {"cocoa": 10}
    table = with_priest("ehecatl", red=red).play("move 3 1 2", "cocoa")
    assert table.goods() == {"cocoa": 9}
