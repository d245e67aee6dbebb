"""The eight actions, the dice and phase II (rules sections 4 and 6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.table import IllegalStep
from games.cuzco.data import ABILITIES, MASKS, SETUP, SPACES
from games.cuzco.headdress import SLOTS
from tests.games.cuzco.builder import Play, Side, cuzco

LOW: Side = {"dice": [1]}


def acting(seats: int = 4, die: int = 6, **more: Any) -> Play:
    """Red is about to place a die."""
    side: Side = {"dice": [die]}
    side |= more.pop("red", {})
    return cuzco(seats, red=side, **more)


class TestPlacing:
    """Dice go down on a space, whatever their owner."""

    def test_the_spaces_by_number_of_players(self) -> None:
        assert {n: len(spaces) for n, spaces in SPACES.players.items()} == {"2": 6, "3": 7, "4": 8}
        two = acting(2, die=6, red={"feathers": {"purple": [1], "turquoise": [1]}})
        assert two.offered("place") == [
            "move_stone",
            "move_bridge",
            "study",
            "farm",
            "exchange",
            "temple",
            "headdress",
            "victory_points",
        ]

    def test_a_double_space_has_one_row_of_dice_and_a_free_choice(self) -> None:
        table = cuzco(2, red={"dice": [5]}, dice={"study_farm": [("yellow", 4)]})
        assert table.refused["place study"] == table.refused["place farm"] == "not-lower"
        table = cuzco(2, red={"dice": [3]}, dice={"study_farm": [("yellow", 4)]})
        assert {"study", "farm"} <= set(table.offered("place"))
        table.play("place farm", f"take {table.state.display['farm'][0]}")
        assert table.dice("study_farm") == [("yellow", 4), ("red", 3)]

    def test_the_same_value_is_not_lower(self) -> None:
        assert "place temple" not in acting(die=4, dice={"temple": [("red", 4)]}).options

    def test_d02_the_victory_point_space_takes_any_die(self) -> None:
        """D2: whatever lies there; always 2 points."""
        table = acting(die=6, dice={"victory_points": [("blue", 1), ("red", 6)]})
        table.play("place victory_points")
        assert table.player().points == 2

    def test_three_dice_each_in_token_order(self) -> None:
        table = cuzco(red={"dice": [1, 2, 2]})
        assert table.options == ["die 1", "die 2"]
        table.play("die 2", "place victory_points")
        assert table.player().dice == [1, 2]
        assert table.asked == "yellow"

    def test_r75_actions_without_effect_cannot_be_chosen(self) -> None:
        """D16, R75: no priest in the supply, no free space, no ready circlet, no usable road."""
        stairs = {1: "red", 2: "red", 3: "red", 4: "red"}
        table = acting(die=1, stairs=stairs, red={"tiles": ["st-food-1", "st-food-2"]})
        refused = {step.split()[1] for step, why in table.refused.items() if why == "no-effect"}
        assert refused == {"move_stone", "move_bridge", "study", "farm", "temple", "headdress"}
        assert table.offered("place") == ["exchange", "victory_points"]


class TestRoads:
    """Moving the chaski."""

    def test_d04_an_own_quipu_lets_pass_and_gives_nothing(self) -> None:
        """D4: nothing is laid or taken."""
        table = acting(die=4, piles={"I3": ["red"]}).play("place move_stone", "go I3")
        assert table.pile("I3") == ["red"]
        assert (table.player().quipus, sum(map(len, table.player().feathers.values()))) == (9, 0)

    def test_d05_the_overlay_is_not_turned_on_the_first_departure(self) -> None:
        """D5: only by a chaski that has come back; then to any position, in phase II too."""
        assert acting().play("place move_stone").offered("turn") == []
        again = acting(red={"may_turn": True}, rotation=3).play("place move_stone")
        assert again.offered("turn") == ["0", "1", "2", "4", "5"]
        tiles: Side = {"tiles": ["st-stone_road-1"], "may_turn": True}
        table = cuzco(when="tiles", red=tiles, blue={"chaski": "I1"})
        table.play("use study stone_road", "turn 1", "go I2", "feather purple 1")
        assert (table.state.rotation, table.player("blue").chaski) == (1, "I1")

    def test_the_overlay_is_turned_once_before_a_departure(self) -> None:
        table = acting(red={"may_turn": True}).play("place move_stone", "turn 2")
        assert table.offered("turn") == []

    def test_d06_quipus_leave_the_mask_before_the_reserve(self) -> None:
        """D6: the reserve only when the mask has none left."""
        side: Side = {"quipus": 1, "reserve": 2}
        piles = {f"O{n}": ["red"] for n in range(1, 7)} | {"I6": ["red"]}
        table = acting(die=4, red=side, piles=piles).play(
            "place move_stone", "go I3", "feather orange 2"
        )
        assert (table.player().quipus, table.player().reserve) == (0, 2)
        side = {"quipus": 0, "reserve": 3}
        table = acting(die=4, red=side, piles=piles).play(
            "place move_stone", "go I3", "feather orange 2"
        )
        assert (table.player().quipus, table.player().reserve) == (0, 2)

    def test_r73_without_a_quipu_left_a_village_gives_nothing(self) -> None:
        """R73: the chaski may go there; nothing is laid, and no feather is taken."""
        piles = {f"O{n}": ["red"] for n in range(1, 7)} | {f"I{n}": ["red"] for n in (1, 4, 5, 6)}
        table = acting(die=4, piles=piles).play("place move_stone", "go I3")
        assert (table.player().quipus, table.player().reserve) == (0, 0)
        assert (table.player().chaski, table.pile("I3"), table.asked) == ("I3", [], "yellow")
        assert not any(table.player().feathers.values())

    def test_with_three_feathers_of_the_colour_a_quipu_is_laid_all_the_same(self) -> None:
        table = acting(die=4, red={"feathers": {"orange": [2, 3, 6]}}).play(
            "place move_stone", "go I3"
        )
        assert (table.pile("I3"), table.asked) == (["red"], "yellow")

    def test_a_feather_goes_into_a_free_slot_of_its_colour(self) -> None:
        table = acting(die=4, red={"feathers": {"orange": [3]}}).play("place move_stone", "go I3")
        assert table.options == ["feather orange 2", "feather orange 6"]

    def test_cuzco_brings_the_fire_blessing_and_no_quipu(self) -> None:
        table = acting(die=2, red={"chaski": "I1"}).play("place move_stone", "go CUZCO")
        assert table.question == "bless"
        assert (table.player().may_turn, table.player().quipus) == (True, 10)


class TestExchange:
    """Seven trades in any mix."""

    def test_all_seven_trades(self) -> None:
        side: Side = {"tiles": ["st-food-2", "fa-food-3"]}
        steps = {
            "slide st-food-2": ({}, 2, 0),
            "slide fa-food-3": ({"food": 3}, 0, 0),
            "points": ({}, 0, 1),
            "offering": ({"offering": 1}, 0, 0),
            "god green": ({}, 0, 0),
            "feather pink 2": ({}, 0, 0),
            "hold": ({}, 0, 0),
        }
        for step, (goods, knowledge, points) in steps.items():
            table = acting(die=2, red=side).play("place exchange", step)
            if table.asked == "red":
                table.play("done")
            player = table.player()
            assert (table.goods(), player.knowledge, player.points) == (goods, knowledge, points)
            assert len(player.gods) == (step == "god green")
            assert player.feathers["pink"] == ([2] if "feather" in step else [])
            assert (player.quipus, player.reserve) == ((9, 1) if step == "hold" else (10, 0))

    def test_r61_any_order_each_as_often_as_wanted_and_the_rest_is_lost(self) -> None:
        """R61: six points of six pips, or an offering between two points and one pip lost."""
        assert acting(die=6).play("place exchange", *["points"] * 6).player().points == 6
        table = acting(die=5).play("place exchange", "points", "offering", "points", "done")
        assert (table.player().points, table.goods()) == (2, {"offering": 1})
        assert table.asked == "yellow"

    def test_d09_a_tile_is_slid_once(self) -> None:
        """D9: then it is refused."""
        table = acting(die=3, red={"tiles": ["st-food-2"]}).play(
            "place exchange", "slide st-food-2"
        )
        assert table.refused["slide st-food-2"] == "already-slid"

    def test_r75_a_part_may_be_without_effect(self) -> None:
        """R75: on the last space of knowledge a study tile may be slid, and a step be taken."""
        side: Side = {"tiles": ["st-food-3"], "knowledge": 15}
        table = acting(die=1, red=side).play("place exchange", "slide st-food-3")
        assert (table.player().slid, table.player().knowledge) == (["st-food-3"], 15)
        table = acting(die=1, red=side).play("place temple", "step 1", "offering", "knowledge")
        assert (table.player().knowledge, table.asked) == (15, "yellow")
        table = cuzco(when="tiles", red={"tiles": ["st-knowledge-1"], "knowledge": 15})
        assert table.asked == "", "a whole use without effect is not offered"

    def test_r74_offerings_and_food_never_run_out(self) -> None:
        """R74: more than the box holds (30 and 36)."""
        side: Side = {"offering": 200, "food": 200, "points": 499, "tiles": ["fa-food-3"]}
        table = acting(die=4, red=side)
        table.play("place exchange", "slide fa-food-3", "offering", "points")
        assert table.goods() == {"offering": 201, "food": 203}
        assert table.player().points == 500

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_r74_the_feathers_suffice_for_every_slot(self, seats: int) -> None:
        """R74: three of each colour for each player."""
        supply = SETUP.players[str(seats)].feathers
        for colour in MASKS.colours:
            slots = {len(circlets[colour]) for circlets in SLOTS.values()}
            assert supply >= seats * max(slots)

    def test_two_pips_for_what_costs_two(self) -> None:
        table = acting(die=1).play("place exchange")
        assert table.options == ["points", "done"]
        assert {"offering", "hold", "god red", "feather pink 2"} <= table.refused.keys()
        assert table.refused["offering"] == "too-few-pips"

    def test_d10_surplus_knowledge_is_lost_and_restacks_nothing(self) -> None:
        """D10: one point a step up to 15; who is there stays below who came later."""
        side: Side = {"tiles": ["st-food-3"], "knowledge": 13}
        table = acting(die=1, red=side, arrivals=["green", "red", "blue", "yellow"])
        table.play("place exchange", "slide st-food-3")
        assert (table.player().knowledge, table.state.arrivals[-1]) == (15, 0)
        side = {"tiles": ["st-food-3"], "knowledge": 15}
        table = acting(die=1, red=side, arrivals=["green", "red", "blue", "yellow"])
        table.play("place exchange", "slide st-food-3")
        assert (table.player().knowledge, table.state.arrivals[-1]) == (15, 1)


class TestTemple:
    """Priests on the stairs."""

    def test_d03_a_lower_step_may_be_chosen(self) -> None:
        """D3: at most the die, also for positions and circlets."""
        assert acting(die=3).play("place temple").offered("step") == ["1", "2", "3"]
        table = acting(die=2).play("place study")
        assert len(table.offered("take")) == 2
        feathers = {c: [1, 2, 3, 4, 5, 6] for c in ("turquoise", "purple", "orange", "pink")}
        table = acting(die=3, red={"feathers": feathers}).play("place headdress")
        assert table.offered("circlet") == ["1", "2", "3"]

    def test_a_priest_pushes_those_below(self) -> None:
        table = acting(die=3, stairs={3: "blue", 2: "red"}).play("place temple", "step 3")
        assert table.stairs == {3: "red", 2: "blue", 1: "red"}
        assert table.events("send_home") == []

    def test_a_priest_pushed_off_returns_to_its_owner(self) -> None:
        table = acting(die=3, stairs={3: "blue", 2: "red", 1: "green"})
        table.play("place temple", "step 3")
        assert table.stairs == {3: "red", 2: "blue", 1: "red"}
        assert table.player("green").priests == 4

    def test_an_empty_step_stops_the_pushing(self) -> None:
        table = acting(die=4, stairs={4: "blue", 2: "green"}).play("place temple", "step 4")
        assert table.stairs == {4: "red", 3: "blue", 2: "green"}


class TestHeaddress:
    """Circlets between two feathers."""

    def test_points_of_tile_and_round_and_the_fire_blessing(self) -> None:
        """Circlet 3 (2) in round 4 (7): 9 points."""
        side: Side = {"feathers": {"turquoise": [3], "orange": [3]}}
        table = acting(die=3, red=side, round=4).play("place headdress")
        table.play("offering", "food")
        assert (table.player().points, table.player().circlets) == (9, [3])
        assert table.goods() == {"offering": 1, "food": 1}
        assert table.player().feathers["orange"] == [3]

    @pytest.mark.parametrize(("round", "bonus"), [(1, 10), (2, 10), (3, 7), (4, 7), (5, 4), (6, 4)])
    def test_the_bonus_of_the_round(self, round: int, bonus: int) -> None:
        side: Side = {"feathers": {"turquoise": [1], "purple": [1]}}
        table = acting(die=1, red=side, round=round).play("place headdress", "offering", "food")
        assert table.player().points == bonus + 1

    def test_refused_circlets_say_why(self) -> None:
        side: Side = {
            "feathers": {"turquoise": [1, 3, 5], "purple": [1], "orange": [3], "pink": [5]},
            "circlets": [1],
        }
        table = acting(die=4, red=side).play("place headdress")
        assert table.question == "bless", "only circlet 3 could be activated"
        side["feathers"]["pink"] = [5, 4]
        side["feathers"]["purple"] = [1, 4]
        table = acting(die=4, red=side).play("place headdress")
        assert table.offered("circlet") == ["3", "4"]
        assert table.refused["circlet 1"] == "circlet-active"
        assert table.refused["circlet 2"] == "feathers-missing"
        assert table.refused["circlet 5"] == "strength-too-low"


class TestTiles:
    """Phase II."""

    @pytest.mark.parametrize("kind", ["study", "farm"])
    @pytest.mark.parametrize("number", [1, 2, 3])
    @pytest.mark.parametrize("ability", list(ABILITIES))
    def test_every_ability_in_every_amount(self, ability: str, number: int, kind: str) -> None:
        tiles = [f"{kind[:2]}-{ability}-{n}" for n in range(1, number + 1)]
        feathers = {c: [1, 2, 3, 4, 5, 6] for c in ("turquoise", "purple", "orange", "pink")}
        side: Side = {"tiles": tiles, "quipus": 5}
        if ability == "headdress":
            side["feathers"] = feathers
        table = cuzco(when="tiles", red=side)
        table.play(f"use {kind} {ability}")
        up_to = (3, 6, 6)[number - 1]
        if ability in ("stone_road", "rope_bridge"):
            assert table.events("use_group") == [("use_group", kind, ability, number, 2 * number)]
        elif ability in ("study", "farm"):
            assert len(table.options) == up_to
        elif ability == "headdress":
            assert len(table.offered("circlet")) == up_to
        elif ability == "feather":
            assert table.table.open[0].effect == ("pick_feathers", False, number)
        elif ability == "god_card":
            table.play(*["god red"] * number)
            assert len(table.player().gods) == number
        elif ability == "hold_quipu":
            assert (table.player().quipus, table.player().reserve) == (5 - number, number)
        elif ability == "victory_points":
            assert table.player().points == 2 * number
        elif ability == "knowledge":
            assert table.player().knowledge == number
        else:
            assert table.goods() == {ability: number}

    def test_d17_a_third_tile_may_add_nothing(self) -> None:
        """D17: positions stop at 6, also when doubled."""
        tiles = [f"st-study-{n}" for n in (1, 2, 3)]
        table = cuzco(when="tiles", red={"tiles": tiles, "quipus": 5})
        double = cuzco(when="tiles", red={"tiles": tiles, "gods": ["green1"], "offering": 1})
        assert double.asked == ""
        table.play("use study study")
        assert len(table.options) == 6

    def test_one_study_use_and_one_farm_use_in_any_order(self) -> None:
        tiles = ["st-food-1", "st-offering-1", "fa-food-1", "fa-offering-1"]
        table = cuzco(when="tiles", red={"tiles": tiles})
        table.play("use farm food")
        assert table.offered("use") == ["study food", "study offering"]
        table.play("use study offering")
        assert (table.goods(), table.asked) == ({"food": 1, "offering": 1}, "")

    def test_r64_a_group_is_used_with_all_its_tiles(self) -> None:
        """R64: fewer would never be better."""
        tiles = ["st-food-1", "st-food-2", "fa-food-3"]
        table = cuzco(when="tiles", red={"tiles": tiles}).play("use study food", "use farm food")
        assert table.goods() == {"food": 3}

    def test_r76_two_stone_roads_are_one_road_of_value_four(self) -> None:
        """R76: not four roads one after the other, and not a longer way."""
        tiles = ["st-stone_road-1", "st-stone_road-2"]
        table = cuzco(when="tiles", red={"tiles": tiles}).play("use study stone_road", "go I3")
        table.play("feather orange 2")
        assert (table.player().chaski, table.asked) == ("I3", "")

    def test_r78_a_tile_won_in_the_same_turn_counts(self) -> None:
        """R78: the farm tile just taken is used at once."""
        table = cuzco(
            when="tiles",
            red={"tiles": ["st-farm-1"]},
            farm=["fa-food-1", "fa-farm-1", "fa-study-1"],
        )
        table.play("use study farm", "take fa-food-1", "use farm food")
        assert table.goods() == {"food": 1}

    def test_groups_that_could_do_nothing_are_refused(self) -> None:
        table = cuzco(when="tiles", red={"tiles": ["st-headdress-1", "fa-food-1"]})
        uses = {step: why for step, why in table.refused.items() if step.startswith("use")}
        assert uses.pop("use study headdress") == "nothing-to-do"
        assert set(uses.values()) == {"no-such-tiles"}
        assert len(uses) == 24 - 2

    def test_headdress_in_phase_two_has_all_its_effects(self) -> None:
        feathers = {"turquoise": [1], "purple": [1]}
        table = cuzco(when="tiles", red={"tiles": ["fa-headdress-1"], "feathers": feathers})
        table.play("use farm headdress", "offering", "knowledge")
        assert (table.player().points, table.player().knowledge) == (11, 1)


class TestPututu:
    """The module: pututu tiles turn dice."""

    def test_never_below_one_nor_above_six(self) -> None:
        side: Side = {"dice": [6], "pututu": {1: 1, 2: 1}}
        table = cuzco(options=("pututu",), red=side)
        assert [o for o in table.options if o.split()[0] in ("raise", "lower")] == [
            "lower 1",
            "lower 2",
        ]
        side = {"dice": [2], "pututu": {1: 1, 2: 1}}
        table = cuzco(options=("pututu",), red=side)
        assert [o for o in table.options if o.split()[0] in ("raise", "lower")] == [
            "lower 1",
            "raise 1",
            "raise 2",
        ]
        table.play("raise 2", "place victory_points")
        assert table.dice("victory_points") == [("red", 4)]

    def test_without_the_module_there_are_none(self) -> None:
        table = cuzco(red={"dice": [3]})
        assert "pututu" not in table.table.view()
        assert not {step for step in table.refused if step.startswith("raise")}
        with pytest.raises(IllegalStep):
            table.play("raise 1")
