"""God cards at their moments, their limits, and Inti medals (rules section 5)."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from engine.guess import guess
from engine.table import Table, Turn
from games.cuzco import TITLE
from games.cuzco.rounds import clear_board
from games.cuzco.state import Cuzco
from tests.contract.play import random_game
from tests.games.cuzco.builder import Play, Side, cuzco


def placing(*cards: str, die: int = 3, offering: int = 3, **more: Any) -> Play:
    """Red is about to place a die and holds these cards."""
    side: Side = {"dice": [die], "gods": list(cards), "offering": offering}
    return cuzco(red=side, **more).play(f"die {die}")


def using(*cards: str, tiles: list[str], offering: int = 3, **more: Any) -> Play:
    """Red is in phase II and holds these cards and tiles."""
    side: Side = {"gods": list(cards), "offering": offering, "tiles": tiles}
    side |= more.pop("red", {})
    return cuzco(when="tiles", red=side, **more)


class TestPaying:
    """A card costs an offering, a medal uses a card of the display for nothing."""

    def test_a_card_costs_an_offering_and_is_discarded(self) -> None:
        dice = {"study": [("blue", 2)]}
        table = placing("blue3", dice=dice).play("play blue3", "lift study 3")
        assert table.goods() == {"offering": 2}
        assert (table.player().gods, table.state.discards) == ([], ["blue3"])

    def test_no_offering_no_card(self) -> None:
        table = placing("blue3", offering=0, dice={"study": [("blue", 2)]})
        assert table.offered("play") == []
        assert table.refused["play blue3"] == "card-not-payable"

    def test_not_at_another_moment_nor_in_another_phase(self) -> None:
        table = placing("white3", "yellow2", "green1")
        assert table.offered("play") == []
        assert {table.refused[f"play {card}"] for card in ("white3", "yellow2", "green1")} == {
            "not-the-moment"
        }

    def test_d07_several_medals_in_a_turn_on_different_abilities(self) -> None:
        """D7: a medal per card, never the same ability twice; the revealed card may be used."""
        dice = {"study": [("blue", 2)], "farm": [("blue", 2)]}
        table = cuzco(red={"dice": [3], "medal": 3}, gods=["blue3"], dice=dice)
        table.state.god_pile = [
            *[card for card in table.state.god_pile if card != "blue1"],
            *["blue1"] * 4,
        ]
        table.play("medal blue3", "lift study 3", "medal blue1")
        assert table.state.gods["blue"] == "blue1"
        assert table.goods() == {"medal": 1}
        assert table.offered("medal") == []
        assert table.refused["medal blue1"] == "card-limit"
        assert {"place study", "place farm"} <= set(table.options)

    def test_d08_different_abilities_on_one_die_but_each_once(self) -> None:
        """D8: equal cards do not add up."""
        dice = {"study": [("blue", 2)], "farm": [("blue", 2)]}
        table = placing("blue3", "blue3", "blue1", dice=dice).play("play blue3", "lift study 3")
        assert table.offered("play") == ["blue1"]
        assert table.refused["play blue3"] == "card-limit"
        table.play("play blue1")
        assert "place farm" in table.options

    def test_an_empty_deck_is_made_anew_from_its_discards(self) -> None:
        table = cuzco(red={"dice": [3]})
        s = table.state
        s.discards = [card for card in s.god_pile if card.startswith("red")]
        s.god_pile = [card for card in s.god_pile if not card.startswith("red")]
        table.play("place temple", "step 1", "god red")
        assert s.gods["red"] is not None
        assert s.discards == []

    def test_r72_a_discarded_card_makes_an_exhausted_deck_anew(self) -> None:
        """R72: it is turned up at once, before anything else happens."""
        table = exhausted("red", side={"dice": [4], "gods": ["red1"], "offering": 1})
        table.play("place move_stone", "go I3", "feather orange 2", "play red1")
        assert table.state.gods["red"] == "red1"
        assert table.state.discards == []
        assert table.player().points == 1

    def test_r72_other_gods_stay_exhausted(self) -> None:
        """R72: only the god of the discarded card."""
        table = exhausted("red", side={"dice": [3], "gods": ["white1"], "offering": 1})
        table.play("place temple", "play white1", "step 1", "offering", "food")
        assert table.state.gods["red"] is None
        assert table.state.discards == ["white1"]

    def test_without_any_card_left_a_deck_shows_none(self) -> None:
        table = cuzco(red={"dice": [3]})
        s = table.state
        s.removed = [card for card in s.god_pile if card.startswith("red")]
        s.god_pile = [card for card in s.god_pile if not card.startswith("red")]
        table.census = TITLE.counted(s)
        table.play("place temple", "step 1", "god red")
        assert s.gods["red"] is None
        table = Play(s)
        assert "god red" not in table.options

    def test_r70_a_card_that_could_do_nothing_is_not_offered(self) -> None:
        """R70: nothing is in the way of the die; a strength of 6 is the most there is."""
        table = placing("blue1", "white1", die=6)
        assert table.offered("play") == []
        assert table.refused["play blue1"] == "card-without-effect"
        table.play("place temple")
        assert table.question == "temple"


class TestBlue:
    """Placing dice."""

    def test_blue1_ignores_the_dice_but_not_for_others(self) -> None:
        dice = {"study": [("blue", 5), ("green", 2)]}
        table = placing("blue1", die=4, dice=dice)
        assert "place study" not in table.options
        table.play("play blue1", "place study", table_tile(table))
        assert table.dice("study")[-1] == ("red", 4)
        assert table.asked == "yellow"
        assert table.refused["place study"] == "not-lower"
        assert min(value for _, value in table.dice("study")) == 2

    def test_blue2_acts_as_another_space_and_leaves_the_die(self) -> None:
        table = placing("blue2", die=3).play("place exchange", "play blue2")
        assert table.offered("act") == [
            "move_stone",
            "move_bridge",
            "study",
            "farm",
            "temple",
            "victory_points",
        ]
        assert table.refused["act exchange"] == "same-space"
        assert table.refused["act headdress"] == "no-effect"
        table.play("act temple")
        assert table.offered("step") == list("123")
        assert table.dice("exchange") == [("red", 3)]
        assert table.dice("temple") == []

    def test_blue2_takes_the_actions_of_other_spaces_only(self) -> None:
        side: Side = {"dice": [3], "gods": ["blue2"], "offering": 1}
        table = cuzco(2, red=side).play("place study", "play blue2")
        assert not {"study", "farm"} & set(table.offered("act"))
        assert table.refused["act farm"] == "same-space"

    def test_blue2_with_the_strength_reached_before(self) -> None:
        """An exchange has no limit; the temple has, also after the exchange was strengthened."""
        table = placing("blue2", "white1", "white2", die=3).play(
            "place exchange", "play white1", "play white2", "play blue2", "act temple"
        )
        assert table.table.open[0].effect == ("temple", 6)

    def test_blue2_is_strengthened_afterwards(self) -> None:
        """Only circlet 3 could be activated: with 2 more strength the action can be chosen."""
        feathers = {"purple": [3], "orange": [3]}
        side: Side = {"dice": [1], "gods": ["blue2", "white2"], "offering": 2, "mask": 3}
        side["feathers"] = feathers
        table = cuzco(red=side).play("place victory_points", "play blue2", "act headdress")
        assert table.question == "bless", "only the card makes it possible, so it is played"
        assert (table.goods(), table.player().circlets) == ({}, [3])

    def test_r77_a_die_may_lie_where_its_action_has_no_effect(self) -> None:
        """R77: the card gives the die another action, and must be used then."""
        assert "place headdress" not in placing(die=3).options
        table = placing("blue2", die=3)
        table.play("place headdress")
        assert table.question == "act_as_other_space", "there is nothing else to do"
        table.play("act victory_points")
        assert table.player().points == 2
        assert table.dice("headdress") == [("red", 3)]

    def test_blue3_lifts_the_lowest_die_of_any_owner(self) -> None:
        dice = {"study": [("blue", 5), ("green", 2), ("yellow", 2)], "temple": [("red", 4)]}
        table = placing("blue3", dice=dice).play("play blue3")
        assert table.offered("lift") == ["study 1", "study 2", "temple 0"]
        assert table.refused["lift study 3"] == "no-lowest-die"
        assert table.refused["lift farm 0"] == "no-lowest-die"
        assert table.refused["lift victory_points 0"] == "takes-any-die"
        table.play("lift study 2")
        assert table.dice("study") == [("blue", 5), ("yellow", 2)]
        assert table.player("green").spent == [2]
        assert "place study" not in table.options

    def test_blue3_needs_a_die_that_sets_a_limit(self) -> None:
        table = placing("blue3", dice={"victory_points": [("blue", 2)]})
        assert table.offered("play") == []
        assert table.refused["play blue3"] == "card-without-effect"

    def test_a_lifted_die_is_not_placed_again_in_its_round(self) -> None:
        side: Side = {"dice": [3], "gods": ["blue3"], "offering": 1}
        table = cuzco(2, red=side, yellow={"dice": []}, dice={"study_farm": [("yellow", 2)]})
        table.play("play blue3", "place victory_points")
        assert (table.player("yellow").dice, table.player("yellow").spent) == ([], [2])
        clear_board.run(table.state, -1)
        assert (table.player("yellow").dice, table.player("yellow").spent) == ([2], [])

    def test_d20_no_card_turns_a_die(self) -> None:
        """D20: what a card does never changes the values of the dice."""
        for number in range(4):
            trace = random_game("cuzco", 4, (), number).trace
            assert not any(effect[0] == "turn_die" for _, effect in trace)


def exhausted(god: str, side: Side) -> Play:
    """Red has this side; no card of the god lies in its deck, on it, or among the discards."""
    s = cuzco(red=side).state
    s.god_pile = [card for card in s.god_pile if not card.startswith(god)]
    s.gods[god] = None
    return Play(s)


def table_tile(table: Play) -> str:
    """Taking the tile on the first position of the study tiles."""
    return f"take {table.state.display['study'][0]}"


class TestWhite:
    """Strength of dice."""

    def test_white1_acts_as_six_and_leaves_the_die(self) -> None:
        table = placing("white1", die=2).play("place temple", "play white1", "step 6")
        assert table.stairs == {6: "red"}
        assert table.dice("temple") == [("red", 2)]

    def test_white2_adds_two_up_to_six(self) -> None:
        table = placing("white2", die=5).play("place temple", "play white2")
        assert table.offered("step") == list("123456")

    def test_white2_has_no_limit_for_an_exchange(self) -> None:
        """D8: first set, then add: an exchange of eight pips."""
        table = placing("white1", "white2", die=2).play("place exchange", "play white1")
        assert table.offered("play") == ["white2"]
        table.play("play white2")
        assert table.table.open[0].effect == ("exchange", 8)

    def test_what_was_added_to_is_not_set_afterwards(self) -> None:
        table = placing("white1", "white2", die=2).play("place exchange", "play white2")
        assert table.table.open[0].effect == ("exchange", 4)

    def test_an_action_may_be_chosen_for_the_strength_a_card_gives(self) -> None:
        """No circlet takes a 1 here, but one takes a 3."""
        feathers = {"purple": [3], "orange": [3]}
        side: Side = {"dice": [1], "gods": ["white2"], "offering": 1, "feathers": feathers}
        side["mask"] = 3
        table = cuzco(red=side).play("place headdress")
        assert table.question == "bless", "only the card makes it possible, so it is played"
        assert table.goods() == {}
        assert table.player().circlets == [3]

    def test_r69_strength_is_raised_before_the_action_begins(self) -> None:
        """R69: a card taken during an exchange does not strengthen it."""
        table = cuzco(red={"dice": [5], "offering": 2}, gods=["white2"]).play(
            "place exchange", "god white"
        )
        assert table.table.open[0].effect == ("exchange", 3)
        assert table.offered("play") == []

    def test_white3_is_an_exchange_of_three_after_the_action(self) -> None:
        table = placing("white3").play("place victory_points")
        assert table.options == ["play white3", "done"]
        table.play("play white3")
        assert table.table.open[0].effect == ("exchange", 3)
        table.play("offering", "points")
        assert (table.player().points, table.goods()) == (3, {"offering": 3})
        assert table.asked == "yellow"


class TestRed:
    """The chaski."""

    def test_red1_scores_the_village_on_delivery(self) -> None:
        table = placing("red1", die=6).play("place move_bridge", "go I2", "feather purple 1")
        assert table.options == ["play red1", "done"]
        table.play("play red1")
        assert table.player().points == 3

    def test_red1_not_where_nothing_is_delivered(self) -> None:
        table = placing("red1", die=6, piles={"I2": ["red"]}).play("place move_bridge", "go I2")
        assert table.asked == "yellow"

    def test_red2_opens_the_other_kind_of_road(self) -> None:
        table = placing("red2", die=2).play("place move_stone")
        assert table.options == ["go I1", "play red2"]
        table.play("play red2")
        assert table.options == ["go I1", "go I4"]

    def test_red2_makes_a_move_possible(self) -> None:
        """Only a stone road of 1 leads from I3 with a 1; on the bridge it takes the card."""
        table = placing("red2", die=1, offering=1)
        table.state.players[0].chaski = "I3"
        table = Play(table.state).play("place move_bridge")
        assert (table.player().chaski, table.goods()) == ("I2", {})

    def test_red3_gives_two_feathers_of_different_colours(self) -> None:
        table = placing("red3", die=6).play("place move_bridge", "go I2", "feather purple 1")
        table.play("play red3", "feather pink 2")
        assert not any(option.startswith("feather pink") for option in table.options)
        table.play("feather orange 3")
        assert {c: len(n) for c, n in table.player().feathers.items()} == {
            "turquoise": 0,
            "purple": 1,
            "orange": 1,
            "pink": 1,
        }

    def test_each_delivery_of_phase_two_may_be_helped_anew(self) -> None:
        tiles = ["st-stone_road-1", "st-stone_road-2", "fa-stone_road-1", "fa-stone_road-2"]
        table = using("red1", "red1", tiles=tiles)
        table.play("use study stone_road", "go I1", "feather purple 1", "play red1")
        table.play("use farm stone_road", "go I6", "feather turquoise 1", "play red1")
        assert table.player().points == 2


class TestGreen:
    """Study and farm tiles."""

    def test_green1_doubles_the_group_used_next(self) -> None:
        table = using("green1", tiles=["st-food-1", "st-food-2", "fa-offering-1"])
        table.play("play green1", "use study food")
        assert table.goods() == {"offering": 2, "food": 4}
        table.play("use farm offering")
        assert table.goods() == {"offering": 3, "food": 4}

    def test_green1_stops_at_six(self) -> None:
        tiles = ["st-stone_road-1", "st-stone_road-2"]
        table = using("green1", tiles=tiles).play("play green1", "use study stone_road")
        assert table.table.open[0].effect == ("move", "stone", 6)

    def test_green2_uses_one_more_group(self) -> None:
        """R65: it is offered when a group is left that could not be used otherwise."""
        table = using("green2", tiles=["st-food-1", "st-offering-1", "fa-food-1"])
        assert table.offered("play") == []
        table.play("use study food")
        assert table.offered("use") == ["farm food"]
        assert table.refused["use study offering"] == "no-use-left"
        assert table.refused["use study food"] == "already-used"
        table.play("play green2")
        assert table.offered("use") == ["study offering", "farm food"]
        table.play("use study offering", "use farm food")
        assert table.goods() == {"offering": 3, "food": 2}

    def test_green3_repeats_the_group_just_used(self) -> None:
        table = using("green3", tiles=["st-food-1", "st-food-2", "fa-offering-1"])
        assert table.offered("play") == []
        table.play("use study food", "play green3")
        assert table.goods() == {"offering": 2, "food": 4}

    def test_one_green_card_a_phase(self) -> None:
        table = using("green1", "green3", "green2", tiles=["st-food-1", "st-offering-1"])
        table.play("play green1", "use study food")
        assert table.goods() == {"offering": 2, "food": 2}
        assert table.asked != "red"


class TestYellow:
    """Market and tasks."""

    def test_yellow2_saves_three_food(self) -> None:
        side: Side = {"gods": ["yellow2"], "offering": 1, "food": 1}
        table = cuzco(when="market", red=side, line=["ceramic_decanter", "tools"])
        table.play("play yellow2")
        assert table.options == ["buy ceramic_decanter", "skip"]
        table.play("buy ceramic_decanter")
        assert table.goods() == {}

    def test_yellow2_never_pays_out(self) -> None:
        side: Side = {"gods": ["yellow2"], "offering": 1, "food": 1}
        table = cuzco(when="market", red=side, line=["soup"])
        table.play("play yellow2", "buy soup")
        assert table.goods() == {"food": 1}

    def test_yellow3_buys_one_more_of_the_line(self) -> None:
        """R66: after a purchase of the own turn."""
        side: Side = {"gods": ["yellow3", "yellow3"], "offering": 2, "food": 6}
        table = cuzco(when="market", red=side, line=["soup", "clothes", "tools"])
        assert table.offered("play") == []
        table.play("buy soup", "play yellow3", "buy clothes")
        assert table.player().wares == ["soup", "clothes"]
        assert table.goods() == {"offering": 1, "food": 3}
        assert table.question == "", "once a round, and nobody else can buy"

    def test_yellow1_lowers_one_requirement_for_four_points(self) -> None:
        """D14: four points instead of six."""
        side: Side = {"gods": ["yellow1"], "offering": 1, "food": 4, "tasks": ["G26", "G18", "G16"]}
        table = cuzco(when="palace", red=side)
        assert table.offered("complete") == []
        table.play("play yellow1", "complete G26")
        assert table.player().points == 4

    def test_yellow1_waives_the_turn_order_token(self) -> None:
        side: Side = {"gods": ["yellow1"], "offering": 1, "tasks": ["S5", "G18", "G16"]}
        side["tiles"] = ["st-food-1"]
        order = ["yellow", "red", "green", "blue"]
        table = cuzco(when="palace", yellow={"tasks": ["G01", "G02", "G03"]}, red=side, order=order)
        table.play("discard G01", f"take {table.state.palace[0]}", "play yellow1")
        assert table.offered("complete") == ["S5"]

    def test_the_price_of_the_card_counts_against_the_task(self) -> None:
        """Four offerings are asked for; paying one for the card leaves two: not enough."""
        side: Side = {"gods": ["yellow1"], "offering": 3, "tasks": ["G25", "G18", "G16"]}
        table = cuzco(when="palace", red=side)
        assert table.offered("play") == []

    def test_three_at_the_end_of_the_game(self) -> None:
        side: Side = {"gods": ["yellow1"] * 3, "offering": 3, "food": 4}
        side |= {"tasks": ["G26", "G18", "G23"], "wares": ["soup", "jewellery"]}
        table = cuzco(when="end", red=side)
        table.play("play yellow1", "complete G26", "play yellow1", "complete G18")
        table.play("play yellow1", "complete G23")
        assert table.player().points == 12
        assert table.player().completed == ["G26", "G18", "G23"]

    def test_r67_tasks_that_hold_are_completed_by_themselves_at_the_end(self) -> None:
        """R67: players are not asked whether to score; the rest leaves the game."""
        side: Side = {"food": 5, "tasks": ["G26", "G18", "G16"]}
        table = cuzco(when="end", red=side)
        assert table.question == ""
        assert (table.player().points, table.player().completed) == (6, ["G26"])
        assert {"G18", "G16"} <= set(table.state.removed)


class TestSecrets:
    """Cards dealt in the setup are seen by their owner only."""

    def test_r62_who_might_have_a_card_is_waited_for(self) -> None:
        """R62: with a secret card and an offering there is a question, answered automatically."""
        lines = []
        for secret, offering in ((["yellow1"], 1), (["yellow1"], 0), ([], 1)):
            side: Side = {"dice": [3], "secret": secret, "offering": offering}
            table = cuzco(red=side)
            turn = table.table.play(0, ["place victory_points"])
            lines.append([line.step for line in turn.lines])
        asked = ["place victory_points", "act", "done"]
        assert lines == [asked, *[["place victory_points"]] * 2]

    def test_r62_the_others_cannot_tell_a_useful_card(self) -> None:
        """R62: the same seat is awaited whatever its secret cards are."""
        table = cuzco(red={"dice": [3], "secret": ["white3", "red1"], "offering": 1})
        table.table.step(0, "place victory_points", Turn())
        table.table.step(0, "act", Turn())
        assert table.question == "after_action"
        for n in range(20):
            other = Table(TITLE, guess(table.state, 1, Random(n)))
            assert other.awaited == table.table.awaited
            assert other.view() == table.table.view()

    def test_r63_a_card_known_to_all_is_played_first(self) -> None:
        """R63: of two equal cards the one taken openly goes."""
        side: Side = {"dice": [3], "secret": ["blue3"], "gods": ["blue3"], "offering": 2}
        table = cuzco(red=side, dice={"study": [("blue", 2)]}).play("play blue3")
        assert (table.player().gods, table.player().dealt_gods) == ([], ["blue3"])

    def test_r68_hands_are_open_before_the_last_tasks(self) -> None:
        """R68: a task may count them."""
        side: Side = {"secret": ["yellow2", "yellow3"], "tasks": ["G09", "G18", "G16"]}
        table = cuzco(when="end", red=side)
        assert table.events("show_hand") == [("show_hand", ("yellow2", "yellow3"))]
        assert table.player().completed == ["G09"]

    def test_every_hand_is_of_different_gods(self) -> None:
        """D19: a player with two cards of one god swaps one; the rest lies open."""
        for seats in (2, 3, 4):
            for number in range(12):
                table = Table.new(TITLE, seats, (), bytes([number]) * 32)
                while table.state.apart:
                    seat = table.awaited[0]
                    table.commit(seat, [table.decision(seat).options[0].id])
                s = cast(Cuzco, table.state)
                hands = [player.dealt_gods for player in s.players]
                assert all(hand[0][:-1] != hand[1][:-1] for hand in hands)
                assert len(s.discards) == {2: 1, 3: 4, 4: 2}[seats]
                shown = [card for hand in hands for card in hand] + s.discards
                gods = sorted(card[:-1] for card in shown)
                assert all(gods.count(god) == (1 if seats == 2 else 2) for god in gods)

    def test_all_cards_are_used_in_random_games(self) -> None:
        trace = [e for n in range(12) for _, e in random_game("cuzco", 4, (), n).trace]
        used = {effect[1] for effect in trace if effect[0] in ("play_card", "spend_medal")}
        assert len(used) == 15
