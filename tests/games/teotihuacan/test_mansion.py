"""Mansion (M7): royal tiles, their owners, and the Teotibot that passes it (section 13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from engine.core import Effect
from engine.module import part
from games.teotihuacan import TITLE
from games.teotihuacan.action_tiles import worship_next
from games.teotihuacan.bot_workers import advance, raise_and_advance
from games.teotihuacan.box import ALL, box
from games.teotihuacan.data import TRACKS
from games.teotihuacan.locking import give_way
from games.teotihuacan.modules.mansion.automa import activate_royal
from games.teotihuacan.modules.mansion.owners import BY_SLOT, TABLE, Mansion
from games.teotihuacan.modules.obsidian.great import GreatTiles
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import step
from tests.games.teotihuacan.automa import PRIEST, using
from tests.games.teotihuacan.builder import SEATS, Play, Side, solo, teotihuacan
from tests.games.teotihuacan.random_games import play_random_games

MODULES = ("obsidian", "mansion")
FREE = "teotibot_mansion_free"


def owned(owners: dict[str, str] | None = None, draws: int = 0) -> Callable[[Teotihuacan], None]:
    """Lay out the owners of slots, and begin with another draw of luck."""

    def prepare(s: Teotihuacan) -> None:
        part(s, Mansion).owners = {slot: SEATS.index(seat) for slot, seat in (owners or {}).items()}
        s.draws += draws

    return prepare


def mansion(seats: int = 4, *, owners: dict[str, str] | None = None, **rest: Any) -> Play:
    """A table with the module; ``owners`` are seats by slot."""
    return teotihuacan(seats, modules=MODULES, prepare=owned(owners), **rest)


def owners(table: Play) -> dict[str, str]:
    """The owner of each slot that has one."""
    return {slot: SEATS[side] for slot, side in part(table.state, Mansion).owners.items()}


def begun(number: int, seats: int = 2) -> Teotihuacan:
    """A new game."""
    return cast(Teotihuacan, TITLE.begin(seats, MODULES, bytes([number]) * 32))


# Setting up


def test_the_royal_tiles_of_the_setup() -> None:
    """One tile of each category out of four, shuffled over the slots."""
    seen, places = set(), set()
    for number in range(40):
        royal = begun(number).royal
        assert sorted(ALL.royal[tile].category for tile in royal.values()) == ["A", "B", "C"]
        seen |= set(royal.values())
        places |= {(slot, ALL.royal[tile].category) for slot, tile in royal.items()}
    assert seen == {f"{n:02}" for n in range(1, 13)}
    assert len(places) == 9


def test_a_great_discovery_tile_lies_on_the_mansion() -> None:
    """Instead of the usual one; the other boards have usual ones."""
    for number in range(5):
        s = begun(number)
        kinds = {board: ALL.discoveries[tile or ""].stack for board, tile in s.tiles.items()}
        assert kinds == {"1": "great", "2": "", "3": "", "4": "", "7": ""}
        assert len(s.tiles) + sum(map(len, s.piles.values())) + len(s.discovery_stack) == 54 + 2
        assert len(part(s, GreatTiles).stack) == 26 - 5 - 2
        assert part(s, Mansion).owners == {}


def test_ownership_tiles_lie_on_the_first_large_steps() -> None:
    """Blue 4, red 5 and green 3 for the left, middle and right slot, which is assumed."""
    steps = {tile.temple: (tile.slot, tile.on_step) for tile in TABLE.ownership}
    assert steps == {"blue": ("left", 4), "red": ("middle", 5), "green": ("right", 3)}
    for temple, (_, n) in steps.items():
        assert n == min(map(int, TRACKS.piles[temple]))
    assert all(tile.assumed for tile in TABLE.ownership)


# Royal tiles


def test_e01_the_power_bonus() -> None:
    """E1: two own workers in the Mansion add 2 to a power of 3; 4 obsidian are paid."""
    red: Side = {"workers": [(6, 3), (1, 1), (1, 2)], "obsidian": 4}
    table = mansion(red=red, royal={"right": "12"}).play("move 6 3 1", "worship right rite")
    assert table.events("use_royal") == [("use_royal", "12", 5)]
    table.play("royal", "royal", "royal", "royal", "end")
    assert (table.goods(), table.points(), table.asked) == ({"cocoa": 4}, 8, "")
    table = mansion(red={**red, "obsidian": 9}, royal={"right": "12"})
    table.play("move 6 3 1", "worship right rite", *["royal"] * 5, "end")
    assert (table.goods(), table.points(), table.asked) == ({"cocoa": 5, "obsidian": 4}, 10, "")


def test_who_counts_for_the_power_bonus() -> None:
    """Own unlocked workers; one that moved along counts, locked ones and others do not."""
    red: Side = {"workers": [(6, 3), (6, 1), (1, 2, "left")], "discoveries": ["double_move"]}
    table = mansion(red=red, yellow={"workers": [(1, 1)]})
    table.play("use double_move", "move 6 3 1", "second 1", "worship right rite")
    assert table.events("use_royal") == [("use_royal", "01", 4)]
    assert table.goods() == {"cocoa": 5}
    base = teotihuacan(red={"workers": [(6, 3), (1, 1)]}).play("move 6 3 1", "worship right rite")
    assert base.goods() == {"cocoa": 4}, "the Palace has no bonus"


def test_e02_pairs_of_great_discovery_tiles() -> None:
    """E2: used ones and masks are counted, tiles of the base are not."""
    red: Side = {"discoveries": ["obsidian3", "vp4", "move_back"], "used": ["refresh2", "res2"]}
    red |= {"masks": [8, 8, 4]}
    for workers, points in (([(6, 3), (1, 1), (1, 2)], 4), ([(6, 1)], 2)):
        table = mansion(red={**red, "workers": workers}, royal={"left": "10"})
        power = workers[0][1]
        table.play(f"move 6 {power} 1", "worship left rite", "end")
        assert table.points() == points


def test_e03_cocoa_for_obsidian() -> None:
    """E3."""
    red: Side = {"workers": [(6, 4)], "cocoa": 3, "discoveries": ["res2"]}
    table = mansion(red=red, royal={"middle": "11"}).play("move 6 4 1", "worship middle rite")
    assert table.goods() == {"obsidian": 4}
    table = mansion(red={**red, "cocoa": 2}, royal={"middle": "11"}).play("move 6 4 1")
    assert table.refused["worship middle rite"] == "needs-more"


def test_the_largest_gain_of_any_resources() -> None:
    """Royal tile 07 with P 8: power 5 and three more workers."""
    red: Side = {"workers": [(6, 5), (1, 1), (1, 1), (1, 1)], "cocoa": 1, "wood": 1}
    table = mansion(red=red, royal={"left": "07"}).play("move 6 5 1", "worship left rite")
    assert len(table.options) == 45
    assert table.play("take 3 stone 5 gold").goods() == {"stone": 3, "gold": 5}


def test_the_great_tile_comes_with_a_royal_tile() -> None:
    """R52: for 1 cocoa more and its own cost; another great tile is laid at once."""
    red: Side = {"workers": [(6, 1)], "cocoa": 1, "obsidian": 1}
    table = mansion(red=red, tiles={1: "powerup3"}, great=["mask8", "move_back"])
    table.play("move 6 1 1")
    assert table.refused["worship left tile"] == "royal-tile-first"
    table.play("worship left rite tile", "claim powerup3")
    assert table.events("show_tile") == [("show_tile", 1, "move_back")]
    assert (table.goods(), table.player().discoveries) == ({}, ["powerup3"])
    assert (table.state.tiles["1"], part(table.state, GreatTiles).stack) == ("move_back", ["mask8"])
    usual = mansion(red={"workers": [(5, 1)]}, tiles={2: "res2"}, stack=["vp4"])
    usual.play("move 5 1 2", "worship red tile", "claim res2")
    assert (usual.state.tiles["2"], usual.state.tiles["1"]) == ("vp4", None)


# Claiming


def test_e05_the_first_on_a_large_step_owns_a_royal_tile() -> None:
    """E5: besides the discovery tile or the reward."""
    for answer, points in (("reward", 2), ("claim res2", 0)):
        table = mansion(
            do=step("red"), red={"temples": {"red": 4}}, piles={"red 5": ["res2", "vp4"]}
        )
        assert (owners(table), table.question) == ({"middle": "red"}, "claim_or_reward")
        assert table.play(answer).points() == points
    assert owners(mansion(do=step("blue"), red={"temples": {"blue": 3}})) == {"left": "red"}
    assert owners(mansion(do=step("green"), red={"temples": {"green": 2}})) == {"right": "red"}
    assert owners(mansion(do=step("green"), red={"temples": {"green": 5}})) == {}
    assert owners(mansion(do=step("red"), red={"temples": {"red": 3}})) == {}


def test_later_players_gain_nothing_more() -> None:
    table = mansion(do=step("red"), red={"temples": {"red": 4}}, owners={"middle": "blue"})
    assert (owners(table), table.events("own_royal")) == ({"middle": "blue"}, [])
    assert table.points() == 2


def test_the_teotibot_claims_like_a_player() -> None:
    table = solo(bot={"temples": {"green": 2}}, do=step("green"), modules=MODULES)
    assert owners(table) == {"right": "yellow"}


# Using a royal tile that has an owner

OWNER: Side = {"workers": [(5, 5), (2, 1)]}
USER: Side = {"workers": [(6, 1)], "cocoa": 2, "temples": {"red": 4}}


def test_e04_a_tile_of_another_player() -> None:
    """E4: R28, R44: the step, the royal tile, then the owner's power-up in this turn."""
    table = mansion(red=USER, green=OWNER, owners={"middle": "green"}, light=3)
    table.play("move 6 1 1", "worship middle rite")
    assert table.options == ["step", "royal"]
    table.play("step")
    assert (table.temples(), table.points(), owners(table)) == ({"red": 5}, 2, {"middle": "green"})
    assert table.goods() == {"cocoa": 1}
    table.play("royal")
    assert table.goods() == {"wood": 1, "stone": 1}
    assert (table.asked, table.question) == ("green", "power_up_any")
    assert table.options == ["power 2 1", "power 5 5"]
    table.play("power 5 5")
    assert (table.asked, table.question) == ("green", "choose_reward")
    assert table.player("green").avenue == 1
    table.play("reward five_points")
    assert (table.points("green"), table.state.light) == (5, 4)
    assert table.workers("green") == [(1, 1), (2, 1)]
    assert table.asked == "green", "whose own turn comes next"
    assert table.question == "turn"


def test_r44_the_owner_uses_no_tile_in_the_turn_of_another_player() -> None:
    """R44: with the wide use of free cocoa (R48), the tile pays in the own turn only."""
    more = (*MODULES, "wide_free_cocoa")
    tile: Side = {"discoveries": ["free_cocoa"]}
    green: Side = {"workers": [(5, 5)], **tile}
    table = teotihuacan(
        red=USER, green=green, modules=more, prepare=owned({"middle": "green"})
    ).play("move 6 1 1", "worship middle rite", "royal", "stop", "pass")
    assert (table.asked, table.question) == ("green", "choose_reward")
    assert table.refused["free two_steps"] == "not-in-own-turn"
    assert "free one_step" not in {*table.options, *table.refused}
    red: Side = {**USER, **tile, "workers": [(6, 1), (5, 5)]}
    table = teotihuacan(red=red, modules=more, prepare=owned({"middle": "red"}))
    table.play("move 6 1 1", "worship middle rite", "royal", "stop", "pass")
    assert (table.asked, table.question) == ("red", "choose_reward")
    assert "free two_steps" in table.options


def test_r28_the_step_may_come_after_the_royal_tile() -> None:
    """R28: once in all; the cocoa may come from the royal tile itself."""
    red: Side = {"workers": [(6, 1)], "temples": {"green": 3}}
    table = mansion(red=red, owners={"right": "green"}, green={"workers": [(5, 1)]})
    table.play("move 6 1 1", "worship right rite")
    assert table.options == ["step", "pass"], "the first question has one answer without cocoa"
    table.play("step")
    assert (table.temples(), table.goods()) == ({"green": 4}, {"cocoa": 2 - 1 + 2})
    assert (table.question, table.workers("green")) == ("finish", [(5, 2)])
    table = mansion(red=USER, owners={"middle": "green"}, green=OWNER)
    table.play("move 6 1 1", "worship middle rite", "royal", "stop")
    assert table.options == ["step", "pass"]
    table.play("pass")
    assert (table.goods(), table.question) == ({"cocoa": 2}, "power_up_any")


def test_refused_steps() -> None:
    """Without cocoa, or with a marker that cannot go up."""
    red: Side = {"workers": [(6, 1)], "cocoa": 3, "temples": {"red": 10}}
    table = mansion(
        red=red,
        yellow={"temples": {"red": 11}},
        green={"workers": [(5, 1), (2, 2)]},
        owners={"middle": "green"},
    )
    table.play("move 6 1 1", "worship middle rite", "stop")
    assert table.question == "power_up_any", "no step is left"
    red = {"workers": [(6, 1)], "cocoa": 3}
    table = mansion(red=red, royal={"middle": "11"}, owners={"middle": "red"})
    table.play("move 6 1 1", "worship middle rite")
    assert table.goods() == {"obsidian": 1}, "the price of the tile is left"


def test_r84_a_step_before_leaves_the_price_of_the_tile() -> None:
    """R84: also with obsidian for cocoa."""
    red: Side = {"workers": [(6, 1), (5, 1)], "cocoa": 3, "obsidian": 1, "technologies": ["3.5"]}
    table = mansion(red=red, royal={"middle": "11"}, owners={"middle": "red"})
    table.play("move 6 1 1", "worship middle rite", "step")
    assert table.options == ["spend 1 cocoa", "spend 1 obsidian"]
    table.play("spend 1 cocoa")
    assert (table.goods(), table.temples()) == ({"cocoa": 2, "obsidian": 1}, {"red": 1})


def test_r84_a_claim_on_the_step_may_take_the_price_of_the_tile() -> None:
    """R84: then the royal tile has no effect (R109); its owner powers up all the same."""
    red: Side = {"workers": [(6, 4)], "cocoa": 2, "wood": 1, "temples": {"green": 5}}
    table = mansion(
        red=red,
        green={"workers": [(5, 1)]},
        royal={"right": "07"},
        owners={"right": "green"},
        piles={"green 6": ["mask2"]},
    )
    table.play("move 6 4 1", "worship right rite", "step", "claim mask2")
    assert (table.goods(), table.player().masks) == ({}, [2])
    assert table.workers("green") == [(5, 2)]


def test_the_owner_uses_an_own_tile() -> None:
    """The owner may go up too, and powers up any unlocked worker, not the locked one."""
    red: Side = {"workers": [(6, 1), (1, 2), (5, 4)], "cocoa": 1, "temples": {"green": 6}}
    table = mansion(red=red, owners={"right": "red"})
    table.play("move 6 1 1", "worship right rite", "royal", "pass")
    assert table.options == ["power 1 2", "power 5 4"]
    table.play("power 5 4")
    assert table.workers() == [(1, 1, "right"), (1, 2), (5, 5)]


def test_a_power_up_without_an_unlocked_worker_is_lost() -> None:
    """R28."""
    green: Side = {"workers": [(4, 3, "blue"), (3, 1, "green")]}
    table = mansion(red=USER, green=green, owners={"middle": "green"})
    table.play("move 6 1 1", "worship middle rite", "royal", "stop", "pass")
    assert table.events("raise_power") == []


def test_a_royal_tile_without_an_owner_brings_no_step() -> None:
    table = mansion(red=USER, owners={"left": "green"}).play("move 6 1 1", "worship middle rite")
    assert table.question == "use_again"


def test_r82_a_use_that_claims_the_tile_brings_nothing_more() -> None:
    """R82: royal tile 08 on the middle slot, whose red step makes its user the owner."""
    red: Side = {"workers": [(6, 2), (5, 1)], "cocoa": 2, "temples": {"red": 4}}
    table = mansion(red=red, royal={"middle": "08"}).play("move 6 2 1", "worship middle rite")
    table.play("royal", "step red")
    assert (owners(table), table.asked) == ({"middle": "red"}, "")
    assert (table.goods(), table.workers()) == ({"cocoa": 1}, [(1, 2, "middle"), (5, 1)])


def test_r83_free_cocoa_pays_for_the_step() -> None:
    """R83: the step is a part of the worship, also where nothing else of it costs cocoa."""
    red: Side = {"workers": [(6, 1)], "discoveries": ["free_cocoa"]}
    table = mansion(red=red, owners={"left": "red"}).play("move 6 1 1", "use free_cocoa")
    assert "cocoa" not in table.options
    table.play("worship left rite", "step", "take 1 wood")
    assert (table.temples(), table.goods()) == ({"blue": 1}, {"wood": 1})
    table = mansion(red={**red, "discoveries": ["free_cocoa", "res2"]}).play("move 6 1 1")
    plain = ["worship left rite", "worship right rite"]
    assert set(plain) <= set(table.options)
    assert "use free_cocoa" in table.options, "royal tile 02 on the middle slot costs cocoa"
    table = mansion(red={**red, "discoveries": ["free_cocoa", "res2"]}, royal={"middle": "12"})
    assert table.play("move 6 1 1").refused["use free_cocoa"] == "tile-without-effect"


def test_obsidian_for_using_a_royal_tile_of_the_mansion() -> None:
    """Technology 5.5: after the effect, before the step that follows."""
    red: Side = {"workers": [(6, 1)], "technologies": ["5.5", "3.5"]}
    table = mansion(red=red, owners={"middle": "red"}).play("move 6 1 1", "worship middle rite")
    assert table.options == ["step", "pass"]
    assert table.play("step").temples() == {"red": 1}
    assert table.goods() == {}


# The Teotibot


def rolled(face: int, do: Effect, bot: Side, *more: str, **rest: Any) -> Play:
    """A solo table on which the Teotibot has rolled this face."""
    owner = rest.pop("owners", {})
    for draws in range(200):
        table = solo(bot=bot, do=do, modules=(*MODULES, *more), prepare=owned(owner, draws), **rest)
        if table.events("roll_for_royal") == [("roll_for_royal", face)]:
            return table
    raise AssertionError("no such roll")


BOT: Side = {"workers": [(4, 4), (6, 2), PRIEST], "cocoa": 1}
HUMAN: Side = {"workers": [(5, 1), (2, 3)]}


def test_e06_the_teotibot_passes_the_mansion() -> None:
    """E6: R29: from position 8 to 3; a tile without an owner does nothing."""
    table = rolled(2, advance(4, 4), BOT, red=HUMAN, tiles={1: "obsidian3"}, great=["mask8"])
    assert table.workers("yellow") == [(5, 4), (6, 2), PRIEST]
    assert (table.goods("yellow"), table.state.tiles["1"]) == ({"cocoa": 1}, "obsidian3")
    table = rolled(
        2, advance(4, 4), BOT, red=HUMAN, tiles={1: "obsidian3"}, great=["mask8"],
        owners={"middle": "red"},
    )  # fmt: skip
    assert (table.goods("yellow"), table.temples("yellow")) == ({}, {"red": 1})
    assert (table.state.tiles["1"], part(table.state, GreatTiles).discarded) == (
        "mask8",
        ["obsidian3"],
    )
    assert (table.asked, table.options) == ("red", ["power 2 3", "power 5 1"])
    table.play("power 5 1")
    assert table.workers() == [(2, 3), (5, 2)]
    assert table.asked == ""


@pytest.mark.parametrize("face", range(1, 7))
def test_each_face_of_the_die(face: int) -> None:
    """1 left, 2 middle, 3 right; 4 to 6 nothing, also if all royal tiles have owners."""
    every = dict.fromkeys(("left", "middle", "right"), "yellow")
    table = rolled(face, advance(4, 4), BOT, owners=every)
    slot = {1: "left", 2: "middle", 3: "right"}.get(face)
    assert table.events("activate_royal") == ([("activate_royal", slot)] if slot else [])
    temple = {1: "blue", 2: "red", 3: "green"}.get(face)
    assert table.temples("yellow") == ({temple: 1} if temple else {})
    assert table.workers("yellow") == [(5, 5 if slot else 4), (6, 2), PRIEST]


def test_r29_where_a_worker_passes_the_mansion() -> None:
    """R29: by moving from a position before board 1 to one after it, not from board 1."""
    for board, power, passes in ((4, 1, True), (6, 4, True), (7, 4, False), (6, 1, False)):
        bot: Side = {"workers": [(board, power), PRIEST]}
        table = solo(bot=bot, do=advance(board, power), modules=MODULES)
        assert bool(table.events("roll_for_royal")) == passes
    ascends: Side = {"workers": [(7, 5), PRIEST]}
    table = solo(bot=ascends, do=raise_and_advance(7, 5), modules=MODULES)
    assert table.workers("yellow") == [(3, 1), PRIEST]
    assert not table.events("roll_for_royal")


def test_r87_the_teotibot_pays_only_for_a_step_that_it_makes() -> None:
    """R87: without cocoa, or at the top, the owner still powers up."""
    no_cocoa: Side = {**BOT, "cocoa": 0}
    table = rolled(2, advance(4, 4), no_cocoa, owners={"middle": "yellow"})
    assert (table.temples("yellow"), table.workers("yellow")[0]) == ({}, (5, 5))
    at_top: Side = {**BOT, "temples": {"red": 11}}
    table = rolled(2, advance(4, 4), at_top, owners={"middle": "yellow"})
    assert table.goods("yellow") == {"cocoa": 1}


def test_the_harder_game_makes_the_step_free() -> None:
    """The option for one seat."""
    table = rolled(3, advance(4, 4), BOT, FREE, owners={"right": "yellow"})
    assert (table.temples("yellow"), table.goods("yellow")) == ({"green": 1}, {"cocoa": 2})
    assert TITLE.faults(2, [*MODULES, FREE])
    assert TITLE.faults(1, ["obsidian", FREE])
    assert not TITLE.faults(1, [*MODULES, FREE])


def test_the_teotibot_powers_up_its_highest_worker() -> None:
    """Of equal ones that furthest from board 1, also beyond 5; it does not advance."""
    bot: Side = {"workers": [(3, 4), (7, 4), PRIEST]}
    table = solo(
        bot=bot, do=activate_royal("left"), modules=MODULES, prepare=owned({"left": "yellow"})
    )
    assert table.workers("yellow") == [(3, 4), (7, 1, "any"), (7, 5)]
    bot = {"workers": [(3, 4), (7, 5), PRIEST]}
    table = solo(
        bot=bot, do=activate_royal("left"), modules=MODULES, prepare=owned({"left": "yellow"})
    )
    assert table.workers("yellow") == [(1, 1), (3, 4), PRIEST]
    assert table.points("yellow") == 5


def test_a_player_uses_a_tile_of_the_teotibot() -> None:
    """The Teotibot powers up its highest worker, last of all."""
    bot: Side = {"workers": [(3, 4), (6, 1), PRIEST]}
    table = teotihuacan(
        1, red=USER, yellow=bot, modules=MODULES, prepare=owned({"middle": "yellow"})
    )
    table.play("move 6 1 1", "worship middle rite", "step", "royal")
    assert table.workers("yellow") == [(3, 5), (6, 1), PRIEST]


def test_r86_the_worship_move_past_the_mansion() -> None:
    """R86: from board 4 to board 3, before the temple steps."""
    bot: Side = {"workers": [(8, 2), (4, 1, "blue")], "cocoa": 1}
    table = rolled(2, worship_next(), bot, owners={"middle": "yellow"})
    assert table.workers("yellow") == [(3, 1, "green"), (8, 3)]
    assert table.temples("yellow") == {"red": 1, "green": 2}
    reached = [effect[1] for effect in table.events("reach")]
    assert reached == ["red", "green", "green"]
    before: Side = {"workers": [(8, 2), PRIEST]}
    assert not solo(bot=before, do=worship_next(), modules=MODULES).events("roll_for_royal")


def test_r85_a_displaced_worker_does_not_roll() -> None:
    """R85: it is moved without any effect."""
    bot: Side = {"workers": [(8, 2), (4, 1, "blue")]}
    table = solo(bot=bot, do=give_way(), modules=MODULES)
    assert table.workers("yellow") == [(3, 1, "green"), (8, 2)]
    assert not table.events("roll_for_royal")


def test_the_teotibot_takes_no_mask_of_the_mansion() -> None:
    bot: Side = {"workers": [(6, 1), PRIEST], "obsidian": 3}
    table = using("masks", bot, modules=MODULES, tiles={1: "mask8"})
    assert (table.player("yellow").masks, table.goods("yellow")["cocoa"]) == ([], 5)


# Laws


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games(seats: int) -> None:
    """Section 18: they end, nothing is lost or below zero, and each question has an answer."""
    claimed: set[str] = set()
    for s in play_random_games(seats, MODULES, 3):
        assert s.over
        claimed |= part(s, Mansion).owners.keys()
        assert set(part(s, Mansion).owners) <= set(BY_SLOT)
        assert s.tiles["1"] is None or box(s).discoveries[s.tiles["1"]].stack == "great"
    assert claimed


def test_modules_that_do_not_go_together() -> None:
    """The Mansion needs Obsidian."""
    assert TITLE.faults(2, ["mansion"])
    assert not TITLE.faults(2, MODULES)
