"""Altars and Shamans (section 14): setup, the Shaman turn, its tiles, and pushing."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from engine.core import Decision
from engine.module import part
from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.box import ALL
from games.teotihuacan.discovery import claim_find
from games.teotihuacan.modules.altars_and_shamans.altars import TILES, Altars
from games.teotihuacan.modules.altars_and_shamans.placing import draw_altar, show_first_board
from games.teotihuacan.state import Teotihuacan
from tests.games.teotihuacan.builder import SEATS, Side
from tests.games.teotihuacan.random_games import play, random_table
from tests.games.teotihuacan.shamans import HARDER, MODULES, ONE, altars, shaman


def fresh(seats: int, number: int = 0) -> Table:
    """A new game."""
    return Table.new(TITLE, seats, MODULES, bytes([number] * 32))


def state(table: Table) -> Teotihuacan:
    """The state of a table."""
    return cast(Teotihuacan, table.state)


# Setup


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_great_tiles_lie_at_each_altar(seats: int) -> None:
    """14: one for each player, two in the solo game."""
    s = state(fresh(seats))
    assert sorted(part(s, Altars).tiles) == sorted(TILES)
    sizes = [len(s.piles[f"altar {n}"]) for n in (1, 2, 3, 4)]
    assert sizes == [max(2, seats)] * 4


def test_shamans_are_placed_in_reverse_order_without_a_benefit() -> None:
    """14: after the starting tiles, each on a free space; they stand."""
    table, rng = fresh(3), Random(1)
    while table.open[0].effect[0] != "place_shaman":
        table.step(table.awaited[0], rng.choice(table.open[0].options).id, Turn())
    s = state(table)
    assert all(len(player.starting) == 2 for player in s.players)
    placed: list[int] = []
    while table.open[0].effect[0] == "place_shaman":
        seat, goods = table.awaited[0], [dict(player.goods) for player in s.players]
        offered = [option.id for option in table.open[0].options]
        assert len(offered) == 8 - len(placed)
        taken = {refusal.id: refusal.reason for refusal in table.refusals(seat)}
        assert taken == {f"shaman {n + 1} 1": "shaman-there" for n in range(len(placed))}
        table.step(seat, f"shaman {len(placed) + 1} 1", Turn())
        placed.append(seat)
        assert [dict(player.goods) for player in s.players] == goods
    assert placed == s.order[::-1]
    assert all(each.standing for each in part(s, Altars).shamans)


def test_the_shaman_of_the_teotibot_is_placed_first() -> None:
    """R31, R91: on the discovery space of an altar, lying; the player may not stand there."""
    table = fresh(1)
    while table.open[0].effect[0] != "place_shaman":
        table.step(0, table.open[0].options[0].id, Turn())
    s = state(table)
    bot = part(s, Altars).shamans[1]
    tile = TILES[part(s, Altars).tiles[bot.altar - 1]]
    assert (tile.first if bot.space == 1 else tile.second) == [["claim_here"]]
    assert not bot.standing
    assert [each.id for each in table.refusals(0)] == [f"shaman {bot.altar} {bot.space}"]


@pytest.mark.parametrize("tile", ALL.starting)
def test_a_starting_tile_leads_to_the_altar_of_the_teotibot(tile: str) -> None:
    """R31: the first altar counterclockwise of the first board of the tile."""
    table = altars(1, shamans={}, actor=1, do=show_first_board(tile))
    position = table.state.position(ALL.starting[tile].boards[0])
    assert shaman(table, "yellow")[0] == [1, 2, 2, 2, 3, 4, 4, 4][position - 1]


def test_the_starting_tile_of_the_teotibot_is_one_that_is_not_kept() -> None:
    """R91: as for neutral dice."""
    s = altars(1, shamans={}).state
    s.players[0].starting, left = list(ALL.starting)[2:], set(list(ALL.starting)[:2])
    drawn = set()
    for number in range(10):
        s.seed = bytes([number] * 32)
        draw_altar.run(s, 1)
        drawn.add(s.agenda.pop()[1][1])
    assert drawn == left


@pytest.mark.parametrize(
    ("place", "board"),
    [
        ((1, 1), 1),
        ((1, 2), 4),
        ((2, 1), 3),
        ((2, 2), 1),
        ((3, 1), 8),
        ((3, 2), 2),
        ((4, 1), 7),
        ((4, 2), 8),
    ],
)
def test_spaces_point_to_neighbours(place: tuple[int, int], board: int) -> None:
    """14: the first space points to the board clockwise, the second to the other one (R1)."""
    before = (place[0] % 4 + 1, 1)
    table = altars(red=ONE, shamans={"red": before})
    table.play("shaman {} {}".format(*place))
    assert table.events("go_to_altar") == [("go_to_altar", *place, board)]


def test_the_altar_tiles_are_assumed() -> None:
    assert all(tile.assumed for tile in TILES.values())


# The Shaman turn


@pytest.mark.parametrize("altar", [1, 2, 3, 4])
def test_the_shaman_goes_to_the_next_altar_counterclockwise(altar: int) -> None:
    """14: either space; other altars are out of reach."""
    table = altars(red=ONE, shamans={"red": (altar, 1, False)})
    following = (altar - 2) % 4 + 1
    assert table.offered("shaman") == [f"{following} 1", f"{following} 2"]
    assert table.refused[f"shaman {altar} 1"] == "other-altar"
    table.play(f"shaman {following} 2")
    assert shaman(table) == (following, 2, True)


def test_a_shaman_turn_takes_the_place_of_a_normal_turn() -> None:
    """14: no worker moves, and the next player is asked."""
    table = altars(red=ONE, yellow=ONE, shamans={"red": (1, 1)})
    table.play("shaman 4 1")
    assert (table.workers(), table.goods()) == ([(5, 3)], {"obsidian": 2})
    assert (table.asked, table.question) == ("yellow", "turn")


@pytest.mark.parametrize(("laid", "space"), [("ALT1", 1), ("ALT2", 1), ("ALT3", 2), ("ALT4", 2)])
def test_a_great_tile_is_claimed_for_its_cost(laid: str, space: int) -> None:
    """14: any one of the altar; it is not replaced. R92: none need be claimed."""
    kinds = ["powerup3", "obsidian3", "mask8"]
    tiles: dict[str, Any] = {"laid": [laid] * 4, "great": {1: kinds}}
    table = altars(red=ONE, shamans={"red": (2, 1)}, **tiles)
    table.play(f"shaman 1 {space}")
    assert table.options == ["claim obsidian3", "claim mask8", "pass"]
    assert table.refused["claim powerup3"] == "needs-more"
    table.play("claim mask8")
    assert (table.player().masks, table.state.piles["altar 1"]) == ([8], kinds[:2])
    table = altars(red=ONE, shamans={"red": (2, 1)}, obsidian=1, **tiles)
    table.play(f"shaman 1 {space}", "claim powerup3")
    assert table.goods() == {}
    assert table.options == ["use powerup3", "end"]
    table = altars(red=ONE, shamans={"red": (2, 1)}, **tiles)
    table.play(f"shaman 1 {space}", "pass")
    assert (table.asked, table.state.piles["altar 1"]) == ("", kinds)


def test_cocoa_is_exchanged_for_obsidian() -> None:
    """14, R92: 2 cocoa for 4 obsidian, or nothing; with less cocoa nothing is asked."""
    table = altars(red={**ONE, "cocoa": 3}, shamans={"red": (2, 1)})
    table.play("shaman 1 2")
    assert table.options == ["exchange", "decline"]
    table.play("exchange")
    assert table.goods() == {"cocoa": 1, "obsidian": 4}
    table = altars(red={**ONE, "cocoa": 3}, shamans={"red": (2, 1)}).play("shaman 1 2", "decline")
    assert table.goods() == {"cocoa": 3}
    table = altars(red={**ONE, "cocoa": 1}, shamans={"red": (2, 1)}).play("shaman 1 2")
    assert (table.asked, table.goods()) == ("", {"cocoa": 1})


def test_an_altar_unlocks_all_own_workers() -> None:
    """14, R92: with an obsidian; the unlocking may be declined."""
    locked: Side = {"workers": [(3, 2, "green"), (4, 1, "blue"), (5, 3)]}
    table = altars(red=locked, shamans={"red": (3, 1)}).play("shaman 2 2")
    assert (table.options, table.goods()) == (["unlock", "decline"], {"obsidian": 1})
    table.play("unlock")
    assert table.workers() == [(3, 2), (4, 1), (5, 3)]
    table = altars(red=locked, shamans={"red": (3, 1)}).play("shaman 2 2", "decline")
    assert table.workers() == sorted(locked["workers"], key=str)
    table = altars(red=ONE, shamans={"red": (3, 1)}).play("shaman 2 2")
    assert (table.asked, table.goods()) == ("", {"obsidian": 1})


def test_workers_walk_back_without_an_action() -> None:
    """E14, R35: an obsidian, two movements of 1 or 2 boards, across board 1 for nothing."""
    red: Side = {"workers": [(5, 3), (3, 2)], "technologies": ["01"]}
    table = altars(red=red, shamans={"red": (4, 1)}).play("shaman 3 1")
    assert table.goods() == {"obsidian": 1}
    assert table.options == ["back 3 2 1", "back 3 2 4", "back 5 3 3", "back 5 3 1", "decline"]
    assert table.refused["back 5 3 4"] == "out-of-reach"
    assert table.refused["back 8 1 2"] == "no-such-worker"
    table.play("back 5 3 1", "back 3 2 1")
    assert (table.workers(), table.goods()) == ([(1, 2), (1, 3)], {"obsidian": 1})
    assert table.asked == ""
    table = altars(red=red, shamans={"red": (4, 1)}).play("shaman 3 1", "back 5 3 3", "decline")
    assert table.workers() == [(3, 2), (3, 3)]
    locked: Side = {"workers": [(3, 2, "green")]}
    table = altars(red=locked, shamans={"red": (4, 1)}).play("shaman 3 1")
    assert (table.asked, table.goods()) == ("", {"obsidian": 1})


def test_no_unlocking_for_cocoa_in_a_shaman_turn() -> None:
    """R5, R90: neither before it nor after it."""
    red: Side = {"workers": [(5, 3), (4, 1, "blue")], "cocoa": 6, "discoveries": ["res2"]}
    table = altars(red=red, shamans={"red": (1, 1)}).play("shaman 4 1")
    assert table.options == ["use res2", "end"]
    assert table.refused["pay unlock"] == "shaman-turn"
    table = altars(red=red, shamans={"red": (1, 1)}).play("pay unlock")
    assert table.offered("shaman") == []
    assert table.refused["shaman 4 1"] == "workers-unlocked"
    assert "move 4 1 1" in table.options


def test_tiles_for_any_time_may_be_used_in_a_shaman_turn() -> None:
    """14: before and after; a tile for the movement of workers rules it out (R90)."""
    red: Side = {"workers": [(5, 3), (5, 1)], "discoveries": ["res2", "vp4", "double_move"]}
    table = altars(red=red, shamans={"red": (1, 1)})
    table.play("use vp4", "shaman 4 1", "use res2", "take 2 wood")
    assert (table.points(), table.goods()) == (4, {"wood": 2, "obsidian": 2})
    table = altars(red=red, shamans={"red": (1, 1)}).play("use double_move")
    assert table.refused["shaman 4 1"] == "a-move-is-prepared"


def test_the_shaman_turn_of_the_turn_before_is_forgotten() -> None:
    """R5: the next turn is a normal one again."""
    red: Side = {"workers": [(5, 3), (4, 1, "blue")], "cocoa": 3}
    table = altars(2, red=red, yellow=ONE, shamans={"red": (1, 1)}, when="round")
    table.play("shaman 4 1", "move 5 3 2", "cocoa")
    assert table.asked == "red"
    assert "pay unlock" in table.options


# Tiles for shamans


def test_a_tile_lets_the_shaman_go_further() -> None:
    """R90, R94: 2 gold, and exactly one altar more; nothing else is left then."""
    held = {"red": ["shaman_plus1"]}
    table = altars(red=ONE, shamans={"red": (1, 1)}, held=held)
    table.play("use shaman_plus1")
    assert (table.question, table.goods()) == ("move_shaman", {"gold": 2})
    assert table.options == ["shaman 3 1", "shaman 3 2"]
    assert table.refused["use shaman_plus1"] == "no-such-tile"
    table.play("shaman 3 1", "decline")
    assert (shaman(table), table.player().used) == ((3, 1, True), ["shaman_plus1"])


def test_both_tiles_may_be_used_for_one_movement() -> None:
    """R94: then the shaman goes three altars."""
    table = altars(red=ONE, shamans={"red": (1, 1)}, held={"red": ["shaman_plus1"] * 2})
    table.play("use shaman_plus1", "use shaman_plus1")
    assert table.options == ["shaman 2 1", "shaman 2 2"]


def test_a_tile_for_the_shaman_comes_before_a_normal_turn_has_begun() -> None:
    """R90: not after unlocking for cocoa, nor when a movement is prepared."""
    red: Side = {"workers": [(5, 3), (4, 1, "blue")], "cocoa": 3}
    table = altars(red=red, shamans={"red": (1, 1)}, held={"red": ["shaman_plus1"]})
    table.play("pay unlock")
    assert table.refused["use shaman_plus1"] == "workers-unlocked"


def test_a_tile_costs_power_and_stands_the_shaman_up() -> None:
    """R36: an own unlocked worker of power 2 or more pays; the shaman may stand already."""
    red: Side = {"workers": [(5, 3), (3, 1), (4, 4, "blue")]}
    do = claim_find("altar 1")
    great = {1: ["cocoa2_stand"]}
    table = altars(red=red, shamans={"red": (1, 2, False)}, great=great, do=do)
    table.play("claim cocoa2_stand")
    assert table.workers() == [(3, 1), (4, 4, "blue"), (5, 2)]
    two: Side = {"workers": [(5, 3), (3, 2), (2, 1), (4, 4, "blue")]}
    table = altars(red=two, shamans={"red": (1, 2, False)}, great=great, do=do)
    table.play("claim cocoa2_stand")
    assert table.options == ["lower 3 2", "lower 5 3"]
    assert table.refused["lower 2 1"] == "power-is-lowest"
    assert table.refused["lower 4 4"] == "no-such-worker"
    weak: Side = {"workers": [(5, 1), (4, 4, "blue")]}
    assert altars(red=weak, shamans={"red": (1, 2)}, great=great, do=do).asked == ""
    for standing in (False, True):
        place = (1, 2, standing)
        table = altars(red=ONE, shamans={"red": place}, held={"red": ["cocoa2_stand"]})
        table.play("use cocoa2_stand")
        assert (shaman(table), table.goods()) == ((1, 2, True), {"cocoa": 2})


def test_the_worker_of_the_action_pays_no_power() -> None:
    """R13, R36: a great tile at a worship is not paid by the worker that moved."""
    table = altars(red=ONE, shamans={"red": (1, 2)}, tiles={2: "res2"})
    table.play("move 5 3 2")
    table.state.tiles["2"] = "cocoa2_stand"
    fresh_table = Table(TITLE, table.state)
    refused = {each.id: each.reason for each in fresh_table.refusals(0)}
    assert refused["worship red tile"] == "price-impossible"


# Pushing


def test_shamans_push_each_other_on() -> None:
    """E11, R30: each owner chooses a space of the next altar; only the active one gains."""
    table = altars(
        yellow=ONE,
        shamans={"red": (1, 1), "blue": (4, 1, False), "green": (3, 1), "yellow": (2, 1)},
        laid=["ALT4", "ALT1", "ALT2", "ALT3"],
    )
    table.play("shaman 1 1")
    assert (table.asked, table.question) == ("red", "move_on")
    assert table.options == ["shaman 4 1", "shaman 4 2"]
    assert table.refused["shaman 1 1"] == "other-altar"
    assert table.goods("yellow") == {}
    table.play("shaman 4 1")
    assert (table.asked, table.options) == ("blue", ["shaman 3 1", "shaman 3 2"])
    table.play("shaman 3 2")
    assert table.asked == ""
    assert [table.goods(seat) for seat in SEATS] == [{}, {"obsidian": 2}, {}, {}]
    places = [shaman(table, seat) for seat in SEATS]
    assert places == [(4, 1, True), (1, 1, True), (3, 1, True), (3, 2, True)]


def test_a_chain_of_pushes_ends() -> None:
    """R30: three shamans at most are pushed, each to an altar of its own."""
    table = altars(
        yellow=ONE,
        shamans={"yellow": (2, 1), "red": (1, 1), "blue": (4, 1), "green": (3, 1)},
        laid=["ALT4"] * 4,
    )
    table.play("shaman 1 1", "shaman 4 1", "shaman 3 1")
    assert (table.asked, table.options) == ("green", ["shaman 2 1", "shaman 2 2"])
    table.play("shaman 2 1")
    places = [shaman(table, seat) for seat in SEATS]
    assert places == [(4, 1, True), (1, 1, True), (2, 1, True), (3, 1, True)]


def test_a_pushed_shaman_stands_for_its_owner() -> None:
    """14: a lying shaman is stood up by being pushed."""
    table = altars(yellow=ONE, shamans={"red": (1, 2, False), "yellow": (2, 1)})
    table.play("shaman 1 2", "shaman 4 2")
    assert shaman(table) == (4, 2, True)


# Laws


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_laws_of_random_games(seats: int) -> None:
    """Games end; every move of a shaman is made."""
    used: set[str] = set()

    def choose(decision: Decision, rng: Random) -> str:
        """Choose, and note it."""
        step = wished(decision, rng)
        used.add(step)
        return step

    for number in range(4):
        play(*random_table(seats, HARDER if seats == 1 else MODULES, number), choose=choose)
    assert len([step for step in used if step.startswith("shaman")]) == 8


def wished(decision: Decision, rng: Random) -> str:
    """A random answer, one for the shaman more often than others."""
    options = [option.id for option in decision.options]
    shamans = [id_ for id_ in options if "shaman" in id_]
    return rng.choice(shamans if shamans and rng.random() < 0.3 else options)
