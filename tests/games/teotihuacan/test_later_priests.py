"""Priests 08 to 12 of module 1, what other modules do to priest 06, and laws (15.7)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.core import NOBODY, Item
from engine.module import part
from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.box import ALL
from games.teotihuacan.data import STARTING_TILES
from games.teotihuacan.eclipse import next_period, owed
from games.teotihuacan.goods import score
from games.teotihuacan.modules.altars_and_shamans.altars import Altars, Shaman
from games.teotihuacan.modules.dealt_starting_tiles.dealing import Dealing
from games.teotihuacan.modules.empire_expansion.benefits import take_special_mask
from games.teotihuacan.modules.mansion.owners import Mansion
from games.teotihuacan.modules.priests_and_priestesses.priests import Offices, office
from games.teotihuacan.power import raise_power
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import step
from tests.games.teotihuacan.builder import Play, Side, teotihuacan
from tests.games.teotihuacan.priests import M1, lay_out_priests, with_priest
from tests.games.teotihuacan.random_games import play_random_games

M8 = "altars_and_shamans"
ALL_TILES, SURE, ROW = "tonacacihuatl", "huitzilopochtli", "xochipilli"


def beginning(priest: str, seats: int, *options: str) -> Table:
    """A new game in which the first seat is dealt this priest."""
    for number in range(256):
        modules = sorted([M1, *options])
        table = Table.new(TITLE, seats, modules, bytes([number]) * 32)
        if priest in part(state(table), Offices).sides[0].dealt:
            return table
    raise AssertionError(f"{priest} is never dealt")


def state(table: Table) -> Teotihuacan:
    """The state of a table."""
    return cast(Teotihuacan, table.state)


def settle(table: Table, *wanted: str, until: str = "turn") -> Table:
    """Give the first answers up to a question, or those wanted where they are offered."""
    while asked(table) != until:
        seat = table.awaited[0]
        options = [option.id for option in table.decision(seat).options]
        table.step(seat, next((each for each in wanted if each in options), options[0]), Turn())
    return table


def asked(table: Table) -> str:
    """The first open question."""
    return str(table.open[0].effect[0])


# Priest 06


def test_r109_the_toll_may_leave_too_little_for_a_royal_tile() -> None:
    """R109: the step of the Mansion and its toll have taken the cocoa of the tile."""

    def lay(s: Teotihuacan) -> None:
        lay_out_priests(s, 0, "xolotl")
        part(s, Mansion).owners = {"middle": 1}

    red: Side = {"workers": [(4, 3)], "cocoa": 2, "wood": 1}
    modules = ("mansion", "obsidian", M1)
    table = teotihuacan(modules=modules, prepare=lay, red=red, royal={"middle": "07"})
    table.play("move 4 3 1", "worship middle rite", "step", "toll goods")
    assert (table.goods(), table.temples()) == ({"wood": 1}, {"red": 1})


# Priest 08


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_r114_what_the_draft_leaves_over_comes_later(seats: int) -> None:
    """R114: the two tiles left over lie before the player, and bring nothing yet."""
    table = settle(beginning(ALL_TILES, seats), f"priest {ALL_TILES}", until="pick_tile")
    s, offered = state(table), state(table).offered[:]
    assert s.players[0].starting == office(s, 0).later == []
    settle(table, until="place_workers" if seats == 1 else "turn")
    later = office(s, 0).later
    assert len(later) == 2
    assert set(later) < set(offered)
    assert all(office(s, seat).later == [] for seat in range(1, seats))
    assert s.offered == []


def test_r114_tiles_dealt_and_not_chosen_come_later() -> None:
    """R114: all four tiles dealt are kept; those of the others go back to the box unseen."""
    table = beginning(ALL_TILES, 2, "dealt_starting_tiles")
    s = state(table)
    first, second = (hand.dealt[:] for hand in part(s, Dealing).hands)
    settle(table, f"priest {ALL_TILES}", until="keep_tile")
    settle(table)
    later = office(s, 0).later
    assert (len(later), set(later) < set(first)) == (2, True)
    assert len(set(second) & set(part(s, Dealing).box)) == 2
    assert not set(later) & set(part(s, Dealing).box)


def test_priest_08_gains_a_tile_after_each_of_two_eclipses() -> None:
    """15.7: the player chooses which one; goods and power-ups are gained, no worker is placed."""
    red: Side = {"workers": [(2, 1), (3, 1), (4, 5)], "cocoa": 9}
    table = with_priest(ALL_TILES, later=("ST10", "ST13"), red=red, do=next_period(2))
    assert (table.question, table.options) == ("take_later", ["gain ST10", "gain ST13"])
    assert table.refused["gain ST1"] == "not-kept-for-later"
    table.play("gain ST10", "power 2 1")
    assert (table.goods(), table.temples(), table.points()) == ({"cocoa": 14}, {"red": 1}, 1)
    assert (table.workers(), table.state.eclipse) == ([(2, 2), (3, 1), (4, 5)], 2)
    assert office(table.state, 0).later == ["ST13"]
    table = with_priest(ALL_TILES, later=("ST13",), red=red, do=next_period(3))
    assert (table.goods(), office(table.state, 0).later) == ({"cocoa": 12, "wood": 5}, [])


def test_priest_08_comes_after_the_discs() -> None:
    """15.7: an ascension moves the light disc of the new period."""
    red: Side = {"workers": [(4, 5), (4, 5), (4, 5)]}
    table = with_priest(ALL_TILES, later=("ST10",), red=red, light=10, when="eclipse")
    table.play("salary 0").play("power 4 5", "reward five_points")
    assert (table.state.light, table.state.dark, table.state.eclipse) == (1, 9, 2)


def test_r114_the_find_beside_a_later_tile() -> None:
    """R114: it stays there until the tile comes, and then it may be claimed."""
    table = settle(beginning(ALL_TILES, 2), f"priest {ALL_TILES}", until="pick_tile")
    s = state(table)
    lying = s.piles["beside ST14"][:]
    s.offered = ["ST1", "ST2", "ST3", "ST4", "ST14", "ST16"]
    table = settle(Table(TITLE, s), "pick ST1", "pick ST2", "pick ST3", "pick ST4")
    s = state(table)
    assert office(s, 0).later == ["ST14", "ST16"]
    assert s.piles["beside ST14"] == lying
    s.agenda, s.players[0].goods = [(NOBODY, next_period(2))], dict.fromkeys(s.players[0].goods, 5)
    table = settle(Table(TITLE, s), "gain ST14", until="claim_find")
    before = len(s.discovery_stack)
    assert [option.id for option in table.decision(0).options] == [f"claim {lying[0]}", "pass"]
    table.step(0, "pass", Turn())
    s = state(table)
    assert "beside ST14" not in s.piles
    assert "beside ST16" in s.piles
    assert (len(s.discovery_stack), s.players[0].goods["stone"]) == (before + 1, 8)


def test_r114_neutral_dice_leave_out_later_tiles() -> None:
    """R114: tiles before a player are not drawn, neither at the start nor at the Eclipse."""
    every = [*STARTING_TILES]
    drawn = set()
    for turns in range(12):
        s = with_priest(ALL_TILES, later=tuple(every[2:]), seats=2).state
        s.seed = bytes([turns]) * 32
        s.agenda = [(NOBODY, ("place_neutral_dice",))]
        office(s, 0).later = every[4:]
        trace: list[Item] = []
        s.verbs.settle(s, trace)
        drawn |= {tile for _, e in trace if e[0] == "put_neutral_dice" for tile in e[2]}
    assert drawn == set(every[:4])


def test_r115_an_extra_wood_for_main_actions() -> None:
    """R115: it is paid once, with the cocoa, and technology 15 does not save it."""
    red: Side = {"workers": [(5, 3), (8, 3)], "stone": 4, "wood": 1, "cocoa": 1}
    table = with_priest(ALL_TILES, red=red, display=["P31", "P32", "P01"])
    table.play("move 5 3 8", "main", "build P31", "at 1 0 0 0", "build P32", "at 1 0 1 0")
    assert table.goods() == {}
    short: Side = {"workers": [(5, 3)], "stone": 2, "technologies": ["15"]}
    assert with_priest(ALL_TILES, red=short).play("move 5 3 8").forced == ["cocoa"]
    nobles: Side = {"workers": [(8, 1)], "wood": 2}
    assert with_priest(ALL_TILES, red=nobles).play("move 8 1 6").forced == ["cocoa"]
    table = with_priest(ALL_TILES, red={**nobles, "wood": 3}).play("move 8 1 6", "main")
    assert (table.goods(), table.points()) == ({}, 3)
    other: Side = {"workers": [(3, 3)]}
    assert with_priest(ALL_TILES, red=other).play("move 3 3 2", "main").goods() == {"wood": 1}


def test_r115_free_cocoa_pays_no_wood() -> None:
    red: Side = {"workers": [(8, 1)], "wood": 3, "discoveries": ["free_cocoa"]}
    table = with_priest(ALL_TILES, red=red, yellow={"workers": [(6, 1)]})
    assert table.play("move 8 1 6", "use free_cocoa", "main").goods() == {}


def test_r115_obsidian_for_the_extra_wood_leaves_the_action_possible() -> None:
    """12.4: what is left must pay for the action."""
    red: Side = {"workers": [(8, 1)], "wood": 1, "obsidian": 1, "gold": 2}
    table = with_priest(ALL_TILES, red=red, modules=("obsidian",)).play("move 8 1 7", "main")
    assert table.goods() == {"obsidian": 1, "gold": 2}, "obsidian is needed as the third gold"
    table = with_priest(ALL_TILES, red={**red, "gold": 3}, modules=("obsidian",))
    table.play("move 8 1 7", "main")
    assert table.options == ["spend 1 wood", "spend 1 obsidian"]


def test_obsidian_for_cocoa_leaves_the_action_possible() -> None:
    """12.4: with technology 3.5 the obsidian that the action needs is not paid as cocoa."""
    red: Side = {"workers": [(5, 1)], "cocoa": 1, "obsidian": 1, "stone": 1}
    red["technologies"] = ["3.5"]
    table = with_priest(SURE, red=red, yellow={"workers": [(8, 1)]}, modules=("obsidian",))
    assert table.play("move 5 1 8", "main").goods() == {"obsidian": 1, "stone": 1}


# Priest 09


def test_priest_09_adds_a_point_to_points() -> None:
    """15.7, R116: to each effect that gives points, and not to its own."""
    table = with_priest(SURE, do=score(4))
    assert (table.points(), table.events("score_more")) == (5, [("score_more", 1)])
    assert with_priest(SURE, do=score(0)).points() == 0
    assert with_priest(SURE, do=score(4), actor=1).points("yellow") == 4
    assert with_priest(SURE, do=step("red")).points() == 2


def test_r116_matches_and_level_of_a_tile_count_apart() -> None:
    """R116: B17 gives 4 + 1 points, and one more for each of the two."""
    red: Side = {"workers": [(5, 1)], "stone": 2}
    table = with_priest(SURE, red=red, display=["P11", "P31", "P32"])
    table.play("move 5 1 8", "main", "build P11", "at 1 1 1 1", "take 1 wood")
    assert (table.points(), table.temples()) == (7, {"blue": 1})


def test_priest_09_at_an_eclipse() -> None:
    """B29: 15, 4, 16 and 7 points for player A, each with one more; the salary is 3 cocoa more."""
    red: Side = {"workers": [(2, 1), (3, 2), (4, 4)], "avenue": 5, "track": 4, "cocoa": 7}
    red["masks"] = [2, 5, 7, 5]
    table = with_priest(SURE, red=red, nobles=(4, 0, 0), when="eclipse")
    assert table.points() == 15 + 4 + 16 + 7 + 4
    assert owed(table.state, 0) == 4 + 3
    assert table.options == [f"salary {n}" for n in range(8)]
    table.play("salary 6")
    assert (table.points(), table.goods()) == (46 - 3, {"cocoa": 1})


def test_priest_09_pays_for_locked_workers_and_not_for_those_aside() -> None:
    red: Side = {"workers": [(2, 1, "red"), (3, 5)]}
    assert owed(with_priest(SURE, red=red).state, 0) == 1 + 2 + 2


# Priest 10


def test_priest_10_learns_cheaply_with_one_worker() -> None:
    """15.7: 1 gold less; a single worker of power 1 chooses from row 2 and is powered up."""
    red: Side = {"workers": [(1, 1)], "gold": 1}
    table = with_priest(ROW, red=red).play("move 1 1 5", "main")
    assert table.offered("technology") == ["01", "03", "05", "07", "09", "11"]
    table.play("technology 11")
    assert (table.goods(), table.workers(), table.temples()) == (
        {"cocoa": 1},
        [(5, 2)],
        {"green": 1},
    )
    table = with_priest(ROW, red={"workers": [(1, 1)]}).play("move 1 1 5", "main")
    assert table.offered("technology") == ["01", "03", "05", "07"], "those of 1 gold are free"


def test_priest_10_never_worships() -> None:
    red: Side = {"workers": [(3, 1)], "cocoa": 9, "discoveries": ["free_cocoa"]}
    table = with_priest(ROW, red=red, tiles={2: "res2"}).play("move 3 1 2")
    ways = ["rite", "tile", "rite tile", "tile rite"]
    assert [table.refused[f"worship red {way}"] for way in ways] == ["priest-forbids"] * 4
    assert table.refused["use free_cocoa"] == "tile-without-effect"


def test_priest_10_claims_nothing_at_temples() -> None:
    """15.7: the reward is taken; tiles of the Avenue may be claimed."""
    piles = {"red 5": ["res2"], "avenue 3": ["res2"]}
    table = with_priest(ROW, red={"temples": {"red": 4}}, piles=piles, do=step("red"))
    assert (table.question, table.points()) == ("", 2)
    red: Side = {"workers": [(2, 5), (3, 1)], "avenue": 2}
    table = with_priest(ROW, red=red, piles=piles, do=raise_power(2, 5))
    assert table.options == ["claim res2", "pass"]


# Priest 11


def test_priest_11_begins_with_a_technology_of_its_own() -> None:
    """R118: one of two that are not on display; without a temple step; no one else gets it."""
    table = settle(
        beginning("coatlicue", 2, "obsidian"), "priest coatlicue", until="choose_technology"
    )
    s = state(table)
    drawn = office(s, 0).drawn
    assert len(drawn) == 2
    assert not set(drawn) & set(s.technologies)
    other = next(tile for tile in ALL.technologies if tile not in drawn)
    refused = {r.id: r.reason for r in table.refusals(0)}
    assert refused[f"technology {other}"] == "not-drawn"
    table.step(0, f"technology {drawn[1]}", Turn())
    s = state(table)
    assert (s.players[0].technologies, office(s, 0).drawn) == ([drawn[1]], [])
    assert set(s.players[0].temples.values()) == {0}


def test_priest_11_pays_obsidian_only_by_name() -> None:
    """15.7: neither for wood nor as a resource of any kind; technology 3.5 asks for it by name."""
    red: Side = {"workers": [(8, 1)], "wood": 1, "obsidian": 3, "cocoa": 1}
    table = with_priest("coatlicue", red=red, modules=("obsidian",)).play("move 8 1 6")
    assert table.forced == ["cocoa"]
    red = {"workers": [(4, 2)], "obsidian": 2, "cocoa": 1, "wood": 1}
    table = with_priest("coatlicue", red=red, modules=("obsidian",), royal={"right": "03"})
    table.play("move 4 2 1", "worship right rite", "royal")
    assert table.goods() == {"obsidian": 2, "cocoa": 3}
    red = {"workers": [(3, 2)], "obsidian": 1, "technologies": ["3.5"]}
    table = with_priest(
        "coatlicue", red=red, yellow={"workers": [(2, 1)]}, modules=("obsidian",)
    ).play("move 3 2 2", "main")
    assert table.goods() == {"wood": 1}


# Priest 12


def with_shaman(standing: bool, modules: tuple[str, ...] = (), **rest: Any) -> Play:
    """A table on which red has priest 12, and its shaman stands or lies."""

    def lay(s: Teotihuacan) -> None:
        lay_out_priests(s, 0, "xiuhtecuhtli")
        part(s, Altars).shamans[0] = Shaman(1, 1, standing)

    return teotihuacan(modules=(M8, *modules, "obsidian", M1), prepare=lay, **rest)


def stands(table: Play) -> bool:
    """Return whether the shaman of red stands."""
    return part(table.state, Altars).shamans[0].standing


def test_priest_12_stands_the_shaman_up() -> None:
    """15.7: before Collect Cocoa, a royal tile and a mask, and at no other time (R119)."""
    red: Side = {"workers": [(3, 1)], "wood": 1, "cocoa": 1}
    assert stands(with_shaman(False, red=red).play("move 3 1 2", "cocoa"))
    table = with_shaman(False, red=red, tiles={2: "mask4"})
    assert stands(table.play("move 3 1 2", "worship red tile", "claim mask4"))
    royal: Side = {"workers": [(4, 1)]}
    assert stands(with_shaman(False, red=royal).play("move 4 1 1", "worship right rite"))
    table = with_shaman(False, red=red, tiles={2: "res2"})
    table.play("move 3 1 2", "worship red tile")
    assert not stands(table)
    table = with_shaman(True, red=red).play("move 3 1 2", "cocoa")
    assert table.events("stand_up") == []
    more = ("empire_expansion",)
    assert stands(with_shaman(False, modules=more, do=take_special_mask("mask9")))


def test_r119_the_shaman_of_another_player_stays() -> None:
    """R119: it stands up for its owner only."""
    table = with_shaman(False, yellow={"workers": [(3, 1)]}).play("move 3 1 2", "cocoa")
    assert not stands(table)


@pytest.mark.parametrize(("standing", "due"), [(True, 2), (False, 4)])
def test_priest_12_pays_a_salary_for_the_shaman(standing: bool, due: int) -> None:
    red: Side = {"workers": [(2, 1), (3, 5)]}
    table = with_shaman(standing, red=red)
    assert owed(table.state, 0) == 1 + 2 + due
    assert owed(table.state, 1) == 0


# Laws


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("more", [(), ("dealt_starting_tiles",)])
def test_laws_of_games_with_priests(seats: int, more: tuple[str, ...]) -> None:
    """Section 18: random games end; nothing is lost, and no question lacks an answer."""
    for s in play_random_games(seats, tuple(sorted([M1, *more]))):
        assert s.turn > 20 * seats
