"""The Teotibot (section 11): its turn, its action tiles, and the player against it."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from bots.levels import choose_turn
from engine.core import Effect
from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.action_tiles import step_furthest
from games.teotihuacan.bot_choices import gain_fewest
from games.teotihuacan.bot_data import TEOTIBOT
from games.teotihuacan.bot_workers import advance, raise_and_advance
from games.teotihuacan.data import STARTING_TILES
from games.teotihuacan.difficulty import MODULES
from games.teotihuacan.eclipse import score_end
from games.teotihuacan.scoring import standings
from games.teotihuacan.state import ActionPyramid, Teotihuacan
from games.teotihuacan.temples import step, walk_avenue
from games.teotihuacan.teotibot import bot_turn, exchange_cocoa, position_of, slide_tiles
from tests.games.teotihuacan.automa import EXAMPLE, PRIEST, UNABLE, tiles, using
from tests.games.teotihuacan.builder import Side, Stand, solo
from tests.games.teotihuacan.random_games import play


def fresh(number: int = 0, *options: str) -> Table:
    """A new solo game."""
    return Table.new(TITLE, 1, options, bytes([number] * 32))


def state(table: Table) -> Teotihuacan:
    """The state of a table."""
    return cast(Teotihuacan, table.state)


# Setting up


def test_what_the_teotibot_begins_with() -> None:
    """11.1: goods, steps without rewards, a technology without its step, and four workers."""
    table = fresh()
    s = state(table)
    bot = s.players[1]
    assert bot.goods == {"wood": 2, "stone": 2, "gold": 2, "cocoa": 0}
    assert (bot.temples, bot.points) == ({"blue": 1, "red": 1, "green": 1}, 0)
    assert (bot.avenue, bot.track, bot.technologies) == (1, 0, [s.technologies[2]])
    workers = [(each.board, each.power, each.space) for each in bot.workers]
    assert workers == [(4, 2, ""), (6, 2, ""), (8, 2, ""), PRIEST]
    assert sorted([*s.bot.places, s.bot.aside]) == sorted(tile.id for tile in TEOTIBOT.action)
    assert (len(s.bot.places), len(s.bot.arrows)) == (6, 2)
    assert set(s.bot.arrows) <= {"left", "right"}


def test_the_table_of_a_solo_game() -> None:
    """3.1 to 3.3: as for two players; two neutral colours; the player begins, with 1 cocoa."""
    table = fresh()
    s = state(table)
    assert (s.order, s.dark, len(s.pyramid)) == ([0, 1], 10, 14)
    assert s.players[0].goods == {"wood": 0, "stone": 0, "gold": 0, "cocoa": 1}
    sizes = {place: len(pile) for place, pile in s.piles.items() if " ST" not in place}
    assert sizes == {
        "blue 4": 2,
        "red 5": 3,
        "green 3": 1,
        "green 6": 2,
        "avenue 3": 3,
        "avenue 6": 2,
        "avenue 8": 1,
    }
    while table.decision(0).effect[0] != "turn":
        table.step(0, table.decision(0).options[0].id, Turn())
    assert [len(dice) for dice in state(table).neutral] == [3, 3]


@pytest.mark.parametrize("options", [(), ("dealt_starting_tiles",)])
def test_the_player_picks_two_of_four_starting_tiles(options: tuple[str, ...]) -> None:
    """R58: face up by default, in the hand with dealt starting tiles."""
    table = fresh(3, *options)
    offered = [option.id.split()[1] for option in table.decision(0).options]
    assert len(offered) == 4
    assert set(offered) <= set(STARTING_TILES)
    for left in (3, 2):
        table.step(0, table.decision(0).options[0].id, Turn())
        if left == 3:
            assert len(table.decision(0).options) == 3
    placed = [dice for dice in state(table).neutral if dice]
    assert table.decision(0).effect[0] not in ("pick_tile", "keep_tile")
    assert state(table).players[1].starting == []
    assert placed == []


def test_a_game_for_several_players_has_no_teotibot() -> None:
    s = state(Table.new(TITLE, 2, (), bytes(32)))
    assert (s.bot.places, s.bot.aside, s.bot.arrows, len(s.players)) == ([], "", [], 2)


# The turn


def test_each_roll_chooses_a_position() -> None:
    """11.2: position 4 is never rolled."""
    chosen = {roll: position_of(roll) for roll in range(2, 13)}
    assert chosen == {2: 3, 3: 3, 4: 1, 5: 1, 6: 0, 7: 0, 8: 0, 9: 2, 10: 2, 11: 5, 12: 5}


def slid(used: str, arrows: str) -> ActionPyramid:
    """The action pyramid of the example after an action tile was used."""
    do = slide_tiles(f"action_{used}")
    return solo(do=do, action_tiles=EXAMPLE, arrows=arrows.split()).state.bot


def test_b33_slide() -> None:
    """B33: the top tile leaves; the arrows right and left say what slides up."""
    bot = slid("alchemy", "right left")
    assert bot.places == tiles("construction masks decorations nobles worship mastery")
    assert (bot.aside, bot.arrows) == ("action_alchemy", ["left", "left"])


def test_b34_slide_from_the_second_row() -> None:
    """B34: position 2 with the arrow left; the tile aside fills position 5."""
    bot = slid("decorations", "left left")
    assert bot.places == tiles("alchemy construction mastery nobles masks worship")
    assert (bot.aside, bot.arrows) == ("action_decorations", ["left", "right"])


@pytest.mark.parametrize(
    ("used", "arrows", "places"),
    [
        ("alchemy", "right right", "construction nobles decorations worship masks mastery"),
        ("alchemy", "left left", "decorations construction mastery nobles masks worship"),
        ("alchemy", "left right", "decorations construction masks nobles worship mastery"),
        ("construction", "left right", "alchemy masks decorations nobles worship mastery"),
        ("construction", "right left", "alchemy nobles decorations worship masks mastery"),
        ("decorations", "right left", "alchemy construction masks nobles worship mastery"),
        ("mastery", "right left", "alchemy construction decorations nobles masks worship"),
    ],
)
def test_slides(used: str, arrows: str, places: str) -> None:
    """11.2: the first slide follows the top direction tile, the second one the other."""
    bot = slid(used, arrows)
    assert (bot.places, bot.aside) == (tiles(places), f"action_{used}")


def test_a_turn_rolls_uses_and_slides() -> None:
    """11.2: in this order; the light disc moves at the end of the round."""
    table = solo(
        bot={"workers": [*UNABLE, PRIEST]},
        action_tiles=EXAMPLE,
        arrows=["right", "left"],
        red={"workers": [(5, 1)]},
        when="round",
    )
    assert table.asked == "red"
    table.play("move 5 1 2", "cocoa")
    shown = [effect[0] for side, effect in table.trace if side == 1]
    ((_, dice),) = table.events("roll_dice")
    used = EXAMPLE[position_of(sum(dice))]
    assert table.events("use_action_tile") == [("use_action_tile", used)]
    assert table.state.bot.aside == used
    order = ["bot_turn", "roll_dice", "use_action_tile", "slide_tiles", "exchange_cocoa"]
    assert [verb for verb in shown if verb in order] == order
    assert table.events("light_to")[-1] == ("light_to", table.state.light)
    assert (table.asked, table.state.round) == ("red", 2)


def test_b37_cocoa_is_exchanged_once() -> None:
    """B37: of 12 cocoa 10 are discarded for 3 points; of 21 the same, once a turn."""
    table = solo(bot={"cocoa": 12}, do=exchange_cocoa())
    assert (table.goods("yellow"), table.points("yellow")) == ({"cocoa": 2}, 3)
    table = solo(bot={"cocoa": 21}, do=exchange_cocoa())
    assert (table.goods("yellow"), table.points("yellow")) == ({"cocoa": 11}, 3)
    table = solo(bot={"cocoa": 9}, do=exchange_cocoa())
    assert (table.goods("yellow"), table.points("yellow")) == ({"cocoa": 9}, 0)


def test_the_fallback_fills_the_purse() -> None:
    """B37: 7 cocoa and the fallback's 5."""
    table = using("nobles", {"cocoa": 7, "workers": [*UNABLE, PRIEST]})
    assert table.goods("yellow") == {"cocoa": 12}


# General rules


@pytest.mark.parametrize(
    ("effect", "workers"),
    [
        (advance(5, 3), [(2, 3)]),
        (advance(5, 4), [(8, 4)]),
        (advance(4, 3), [(3, 3)]),
        (advance(4, 5), [(5, 5)]),
        (advance(6, 4), [(3, 4)]),
        (advance(1, 1), [(3, 1)]),
        (raise_and_advance(2, 3), [(7, 4)]),
        (raise_and_advance(2, 2), [(8, 3)]),
    ],
)
def test_workers_advance_past_board_1(effect: Effect, workers: list[Stand]) -> None:
    """R29: board 1 is never counted. The boards lie as 1 3 5 2 8 7 6 4."""
    _, board, power = effect
    assert solo(bot={"workers": [(board, power)]}, do=effect).workers("yellow") == workers


def test_ascension_of_a_worker() -> None:
    """11.3: an Avenue step, 5 points, the light disc; the new worker advances from board 1."""
    table = solo(bot={"workers": [(2, 5)], "avenue": 2}, light=3, do=raise_and_advance(2, 5))
    assert table.workers("yellow") == [(3, 1)]
    assert (table.points("yellow"), table.state.light) == (5, 4)
    assert table.player("yellow").avenue == 3


def test_no_discovery_tiles_on_steps() -> None:
    """R22: the printed reward on the temples, nothing on the Avenue."""
    piles = {"red 5": ["vp4"], "avenue 3": ["vp4"]}
    table = solo(bot={"temples": {"red": 4}}, piles=piles, do=step("red"))
    assert (table.points("yellow"), table.player("yellow").discoveries) == (2, [])
    table = solo(bot={"avenue": 2}, piles=piles, do=walk_avenue())
    assert (table.player("yellow").avenue, table.player("yellow").discoveries) == (3, [])


def test_any_resource_is_the_one_it_has_fewest_of() -> None:
    """11.3: ties gold, stone, wood; a step with two resources chooses for each."""
    table = solo(bot={"wood": 1}, do=gain_fewest(3))
    assert table.goods("yellow") == {"wood": 1, "stone": 1, "gold": 2}
    table = solo(bot={"temples": {"blue": 4}, "gold": 1, "stone": 1}, do=step("blue"))
    assert table.goods("yellow") == {"wood": 1, "stone": 1, "gold": 2}


def test_any_temple_is_the_one_it_is_furthest_on() -> None:
    """11.3: ties blue, red, green; a marker that cannot move is passed over."""
    table = solo(bot={"temples": {"red": 6, "green": 6, "blue": 1}}, do=step_furthest(1))
    assert table.temples("yellow") == {"red": 7, "green": 6, "blue": 1}
    top: Side = {"temples": {"green": 11, "red": 9}}
    assert solo(bot=top, do=step_furthest(1)).temples("yellow") == {"green": 11, "red": 10}
    red: Side = {"temples": {"red": 11}}
    table = solo(bot={"temples": {"red": 10, "blue": 2}}, red=red, do=step_furthest(2))
    assert table.temples("yellow") == {"red": 10, "blue": 4}


def test_its_workers_are_a_colour() -> None:
    """11.3: they count for the cocoa of the player, the locked one does not."""
    red: Side = {"workers": [(5, 1)]}
    table = solo(red=red, bot={"workers": [(2, 2), (2, 3), PRIEST]}).play("move 5 1 2", "cocoa")
    assert table.goods() == {"cocoa": 2}
    table = solo(red=red, bot={"workers": [(7, 2, "any")]})
    assert table.play("move 5 1 2", "cocoa").goods() == {"cocoa": 1}


# The player and the Teotibot


def test_b39_the_displaced_worship_worker() -> None:
    """B39, R24: board 4 holds the player's worker, so it goes to board 3, without steps."""
    red: Side = {"workers": [(2, 1), (4, 2, "blue")], "cocoa": 1}
    table = solo(red=red, bot={"workers": [PRIEST]})
    table.play("move 2 1 7", "worship any rite", "step red")
    assert (table.goods(), table.workers()) == ({}, [(4, 2, "blue"), (7, 1, "any")])
    assert table.workers("yellow") == [(3, 1, "green")]
    assert table.temples("yellow") == {}


def test_a_displaced_worker_without_an_empty_space() -> None:
    """R24: it takes the next space, and the player's worker there is unlocked."""
    locked: list[Stand] = [(4, 2, "blue"), (3, 2, "green"), (2, 2, "red")]
    red: Side = {"workers": [(8, 1), *locked], "cocoa": 1}
    table = solo(red=red, bot={"workers": [PRIEST]}).play("move 8 1 7", "worship any rite")
    table.play("step red")
    assert table.workers("yellow") == [(4, 1, "blue")]
    assert table.workers() == [(2, 2, "red"), (3, 2, "green"), (4, 2), (7, 1, "any")]


def test_it_scores_for_its_technologies() -> None:
    """6.2: the player acquires a technology that the Teotibot has."""
    red: Side = {"workers": [(3, 1)], "gold": 1}
    table = solo(red=red, bot={"technologies": ["03"]})
    table.play("move 3 1 5", "main", "technology 03")
    assert (table.points("yellow"), table.player().technologies) == (3, ["03"])


def test_an_eclipse_without_a_salary() -> None:
    """11.5: it takes part in the steps before; it pays nothing and loses nothing."""
    bot: Side = {"workers": [(2, 5), (3, 5), PRIEST], "cocoa": 3, "avenue": 2, "track": 1}
    table = solo(bot={**bot, "masks": [1, 2]}, red={}, when="eclipse")
    assert table.points("yellow") == 2 * 5 + 4 + 4 + 3
    assert table.goods("yellow") == {"cocoa": 3}


def test_scoring_at_the_end() -> None:
    """11.5: 15 for each bonus tile, 2 for each technology, 1 for each good."""
    bot: Side = {"temples": {"red": 10, "blue": 11, "green": 9}, "technologies": ["01", "03"]}
    table = solo(bot={**bot, "wood": 1, "gold": 2, "cocoa": 4}, do=score_end())
    assert table.points("yellow") == 15 * 2 + 2 * 2 + 7


def test_the_player_wins_with_more_points_only() -> None:
    """R25: a tie is a win of the Teotibot, whatever cocoa the player has."""
    for points, ranks in ((19, [(1, 1), (0, 2)]), (20, [(1, 1), (0, 2)]), (21, [(0, 1), (1, 2)])):
        table = solo(red={"points": points, "cocoa": 9}, bot={"points": 20}, do=exchange_cocoa())
        assert [(each.side, each.rank) for each in standings(table.state)] == ranks


# Settings


def test_each_setting_has_its_other_values_as_options() -> None:
    """11.6: one of each setting, and in solo games only."""
    assert [len(setting.others) for setting in TEOTIBOT.setting] == [2, 2, 4, 2, 4, 4]
    assert len(MODULES) == 18
    assert TITLE.faults(1, ["teotibot_power_3", "teotibot_bonus_5"]) == []
    assert TITLE.faults(1, ["teotibot_power_3", "teotibot_power_1"])
    assert TITLE.faults(2, ["teotibot_power_3"])
    assert TITLE.faults(1, ["first_game"])


def test_settings_of_the_start() -> None:
    """R145: all three dice of the boards, and all three resources, begin with one value."""
    bot = state(fresh(0, "teotibot_power_3", "teotibot_resources_1")).players[1]
    assert [worker.power for worker in bot.workers] == [3, 3, 3, 1]
    assert bot.goods == {"wood": 1, "stone": 1, "gold": 1, "cocoa": 0}


def test_settings_of_points_and_steps() -> None:
    table = solo(bot={"cocoa": 10}, do=exchange_cocoa(), modules=("teotibot_exchange_5",))
    assert table.points("yellow") == 5
    modules = ("teotibot_bonus_25", "teotibot_technology_0")
    bot: Side = {"temples": {"red": 10}, "technologies": ["01"]}
    assert solo(bot=bot, do=score_end(), modules=modules).points("yellow") == 25
    for option, blue, free in (("teotibot_worship_1", 1, 2), ("teotibot_worship_3", 3, 4)):
        table = using("worship", {"workers": [PRIEST]}, modules=(option,))
        assert table.temples("yellow") == {"blue": blue}
        table = using("worship", {"workers": [(2, 1, "red")]}, modules=(option,))
        assert sum(table.temples("yellow").values()) == free


# Whole games


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("options", [(), ("dark_eclipse", "teotibot_power_3")])
def test_laws_of_solo_games(number: int, options: tuple[str, ...]) -> None:
    """Games end; the Teotibot is asked nothing, and takes no discovery tiles but masks."""
    table = fresh(number, *options)
    s = play(table, Random(number), lambda *_: asked_alone(table))
    assert s.turn >= 20
    assert s.players[1].discoveries == []


def asked_alone(table: Table) -> None:
    """Only the player is asked."""
    assert table.awaited == ([] if table.over else [0])


def test_a_greedy_bot_plays_the_seat() -> None:
    """value.py compares the player with the Teotibot."""
    table, rng = fresh(7), Random(7)
    for _ in range(6):
        table.commit(0, choose_turn("greedy", table, 0, rng))
    assert state(table).round > 1


def test_the_turn_ends_with_the_game() -> None:
    s = solo().state
    s.over, before = True, list(s.bot.places)
    s.agenda = [(1, bot_turn())]
    assert s.verbs.settle(s, []) == []
    assert s.bot.places == before
