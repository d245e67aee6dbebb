"""Buildings: building with a swap, production, and each passive building (10.3, 10.8)."""

from __future__ import annotations

from typing import Unpack

import pytest

from games.tawantinsuyu.buildings import build, build_free, produce_once, turn_up
from games.tawantinsuyu.data import PRODUCTION
from games.tawantinsuyu.festival import before_festival
from games.tawantinsuyu.hilltop import arrive
from games.tawantinsuyu.placing import put_worker
from games.tawantinsuyu.scoring import final_points
from games.tawantinsuyu.tapestries import take_weavings, weave
from tests.games.tawantinsuyu.automa import solo
from tests.games.tawantinsuyu.builder import Play, Side, tawantinsuyu

MARKET = ["PB02", "PB12", "Z03", "Z09"]


def test_one_swap_a_building() -> None:
    """D15: after a swap there is no second one; the next building allows another."""
    table = tawantinsuyu(
        purple={"stone": 4, "gods": ["G15", "G01"]}, market=MARKET, items=[(0, build())] * 2
    )
    table.play("swap", "tuck G15", "replace PB12", "pass")
    assert table.refused["swap"] == "swapped-already"
    table.play("construct PB02")
    assert "swap" in table.options


def test_the_market_is_refilled_at_the_end_of_the_turn() -> None:
    """D16: two buildings of one turn shrink it."""
    table = tawantinsuyu(purple={"stone": 4}, market=MARKET, items=[(0, build())] * 2)
    table.play("construct PB02", "construct Z09")
    assert table.state.market == ["PB12", "Z03"]
    table = tawantinsuyu(
        purple={"priest": 2, "workers": ["green"], "gods": ["G15"], "stone": 2}, market=MARKET
    )
    table.play("place green", "space S2T1", "discard god G15", "task K2T1", "construct PB02")
    assert (table.asked, len(table.state.market)) == ("black", 4)


def test_a_free_building_allows_a_swap() -> None:
    """D46: any tile of the market without its cost."""
    table = tawantinsuyu(
        purple={"gods": ["G15"]}, market=MARKET, production_pile=["PB14"], do=build_free()
    )
    table.play("swap", "replace PB12", "pass", "construct PB14")
    assert (table.player().production, table.goods(), table.hand()) == (["PB14"], {}, [])


def test_a_swap_needs_a_tile_that_can_be_paid() -> None:
    """R154: without one there is no building, and so no swap."""
    table = tawantinsuyu(purple={"gods": ["G15"]}, market=MARKET, do=build())
    assert table.asked == ""
    table = tawantinsuyu(purple={"gods": ["G15"], "stone": 2}, market=MARKET, do=build())
    assert table.options == ["construct PB02", "construct Z09", "swap", "pass"]
    assert table.refused["construct Z03"] == "needs-more"


def test_both_tiles_of_a_swap_are_chosen_first() -> None:
    """R155: the replacements are opened after the choice; the last tile is the lowest."""
    table = tawantinsuyu(
        purple={"gods": ["G15"], "stone": 2},
        market=MARKET,
        production_pile=["PB14", "PB15"],
        do=build(),
    )
    table.play("swap", "replace PB02")
    assert (table.question, table.state.market) == ("swap_out", ["PB12", "Z03", "Z09"])
    table.play("replace PB12")
    assert table.state.market == ["Z03", "Z09", "PB14", "PB15"]
    assert table.state.production_pile[:2] == ["PB12", "PB02"]


def test_passive_buildings_are_never_turned() -> None:
    """D31: only production buildings and army cards turn face down and up."""
    table = tawantinsuyu(
        purple={"passive": ["Z01"], "worn": ["PB01"], "spent": ["A01"]},
        do=turn_up(2, ("production", "army")),
    )
    assert table.options == ["turn PB01", "turn A01", "pass"]
    assert not {f"turn {each}" for each in ("Z01", "Z02")} & table.refused.keys()


# --- production buildings ------------------------------------------------------------------

YIELDS: dict[str, tuple[dict[str, int], int]] = {
    "PB01": ({"potato": 3}, 0),
    "PB02": ({"potato": 3}, 0),
    "PB03": ({"corn": 2}, 0),
    "PB04": ({"corn": 2}, 0),
    "PB05": ({"stone": 2}, 0),
    "PB06": ({"stone": 2}, 0),
    "PB07": ({"gold": 1}, 0),
    "PB08": ({"gold": 1}, 0),
    "PB09": ({"potato": 1, "stone": 1}, 0),
    "PB10": ({"potato": 1}, 0),
    "PB11": ({"potato": 1}, 0),
    "PB12": ({}, 3),
    "PB13": ({}, 3),
    "PB14": ({}, 5),
    "PB15": ({"gold": 1}, 2),
    "PB16": ({"potato": 3, "corn": 1}, 0),
    "PB17": ({"stone": 2}, 1),
    "PB18": ({}, 0),
    "PB19": ({}, 1),
}
CHOICES = {
    "PB09": ["benefit choose", "choose 1 stone"],
    "PB10": ["take deck"],
    "PB11": ["benefit draw_army"],
    "PB18": ["take open"],
    "PB19": ["pay climb"],
}
"""The answers of the buildings that ask something."""


@pytest.mark.parametrize("building", PRODUCTION)
def test_production(building: str) -> None:
    """10.8: a building gives its yield and stays face up."""
    table = tawantinsuyu(
        purple={"production": [building], "points": 10, "gold": int(building == "PB19")},
        do=produce_once(),
    )
    table.play(*CHOICES.get(building, []))
    player, (goods, points) = table.player(), YIELDS[building]
    assert (table.goods(), table.points(), table.asked) == (goods, 10 + points, "")
    assert (player.production, player.worn) == ([building], [])
    others = len(table.hand()), len(player.soldiers), len(player.tapestries), player.temple
    assert others == tuple(int(building == each) for each in ("PB10", "PB11", "PB18", "PB19"))


# --- passive buildings ---------------------------------------------------------------------


def put(colour: str, space: str, **given: Unpack[Side]) -> Play:
    """The table after purple has put a worker on a space."""
    side: Side = {"workers": [colour], **given}
    return tawantinsuyu(
        purple=side,
        do=put_worker(colour, colour, space),
        prepare=lambda s: setattr(s.now, "space", space),
    )


def test_z01_workers_as_couriers() -> None:
    """Z01: 1 food less, and a task more in an empty segment."""
    table = tawantinsuyu(
        purple={"priest": 2, "workers": ["green"], "gods": ["G01"], "passive": ["Z01"]}
    )
    assert table.refused["place green"] == "no-space-to-pay"
    table.play("place green as yellow", "space S1T2", "discard god G01")
    assert table.state.now.tasks == 2


def test_z02_workers_as_priests() -> None:
    """Z02: a potato for a task more, and a god card after the tasks."""
    table = tawantinsuyu(
        purple={"workers": ["green"], "gods": ["G01"], "passive": ["Z02"], "potato": 1}
    )
    table.play("place green as white", "space S1T2", "discard god G01", "pay")
    assert (table.state.now.tasks, table.goods()) == (2, {})
    table.play("task K5T3", "stop", "take deck")
    assert len(table.hand()) == 1


def test_z03_a_warrior_turns_buildings_up() -> None:
    """Z03: up to two production buildings."""
    table = put("red", "S4T1", passive=["Z03"], worn=["PB01", "PB02", "PB03"], spent=["A01"])
    assert table.options == ["turn PB01", "turn PB02", "turn PB03", "pass"]
    table.play("turn PB02", "turn PB03")
    assert (table.player().worn, table.question) == (["PB01"], "work")


def test_z04_new_connections_pay_at_once() -> None:
    """Z04: also at the other end; a place without a match pays nothing."""
    table = tawantinsuyu(
        4,
        purple={"passive": ["Z04"], "tapestries": [["SW01"]], "points": 10},
        weavings=["W08", "W16"],
        do=take_weavings(2),
    )
    table.play("take open", "lay right 1")
    assert table.points() == 13
    table.play("take open", "lay left 1")
    assert (table.points(), table.asked) == (13, "")


def test_z05_architects_and_craftsmen() -> None:
    """Z05: both count on blue and on green spaces, but not twice."""
    for colour, space, tasks in (
        ("blue", "S2T2", 2),
        ("green", "S1T2", 2),
        ("blue", "S1T2", 2),
        ("blue", "S1T1", 1),
        ("red", "S2T2", 1),
    ):
        assert put(colour, space, passive=["Z05"]).state.now.tasks == tasks


def test_z06_potatoes_and_god_cards() -> None:
    """Z06: 4 potatoes at each festival; god cards are worth 1 VP more at the end."""
    table = tawantinsuyu(purple={"passive": ["Z06"], "gods": ["G01", "G02"]}, do=before_festival())
    assert table.goods() == {"potato": 4}
    assert final_points(table.state, 0)["gods"] == 4


def test_z07_own_steps_score() -> None:
    """Z07: 1 VP for each own marker that lowers the food."""
    table = tawantinsuyu(
        purple={"passive": ["Z07"], "workers": ["blue"], "points": 10},
        steps={"ST5U": "purple", "ST5L": "purple"},
        do=put_worker("blue", "blue", "S5B4"),
    )
    assert table.points() == 12


def test_z08_five_weavings() -> None:
    """Z08: draw 5, put 2 under the pile, and go on with 3."""
    table = tawantinsuyu(4, purple={"passive": ["Z08"], "corn": 1}, do=weave())
    drawn = [*table.state.drawn]
    assert table.offered("return") == drawn
    assert len(drawn) == 5
    table.play(f"return {drawn[0]}", f"return {drawn[3]}")
    assert table.offered("buy") == [drawn[1], drawn[2], drawn[4]]
    assert table.state.weaving_pile[:2] == [drawn[3], drawn[0]]


def test_z09_the_longest_tapestry() -> None:
    """Z09: 1 VP for each of its weavings at each festival."""
    table = tawantinsuyu(
        purple={"passive": ["Z09"], "tapestries": [["SW01"], ["W05", "W09"]], "points": 10},
        do=before_festival(),
    )
    table.play("benefit score_longest")
    assert table.points() == 12


def test_z10_goods_at_festivals() -> None:
    """Z10: 2 potatoes, 1 corn and 1 stone."""
    table = tawantinsuyu(purple={"passive": ["Z10"]}, do=before_festival())
    assert table.goods() == {"potato": 2, "corn": 1, "stone": 1}


def test_z11_a_weaving_at_each_offering() -> None:
    """Z11: also when a rival's high priest arrives there."""
    table = tawantinsuyu(black={"passive": ["Z11"]}, do=arrive("offering"))
    table.play("take under", "lay new")
    assert (len(table.player("black").tapestries), table.question) == (1, "lead_offer")


def test_z12_gold_for_a_temple_step() -> None:
    """Z12: at each worship and before each festival."""
    table = tawantinsuyu(black={"passive": ["Z12"], "gold": 2}, do=arrive("worship"))
    table.play("pay climb")
    assert (table.player("black").temple, table.asked) == (1, "purple")
    table = tawantinsuyu(purple={"passive": ["Z12"], "gold": 1}, do=before_festival())
    table.play("pay climb")
    assert (table.player().temple, table.goods()) == (1, {})


def test_z14_two_tasks_more() -> None:
    """Z14: for placing a warrior."""
    assert put("red", "S1T1", passive=["Z14"]).state.now.tasks == 3
    assert put("blue", "S1T1", passive=["Z14"]).state.now.tasks == 1


def test_z15_exchanges_without_limit() -> None:
    """R162 (Z15): 2 stone, 1 gold and 2 corn are equal at any time of the own turn."""
    table = tawantinsuyu(purple={"passive": ["Z15"], "stone": 2})
    table.play("exchange 2 stone 1 gold", "exchange 1 gold 2 corn", "exchange 2 corn 1 gold")
    assert (table.goods(), table.question) == ({"gold": 1}, "turn")
    assert table.refused["exchange 2 stone 1 gold"] == "needs-more"
    table = tawantinsuyu(black={"passive": ["Z15"], "stone": 2})
    assert table.refused["exchange 2 stone 1 gold"] == "no-such-building"


def test_z17_gold_at_each_conquest() -> None:
    """Z17: 1 gold and 1 VP, also of a rival's action."""
    table = tawantinsuyu(black={"passive": ["Z17"], "points": 10}, do=arrive("conquer"))
    assert (table.goods("black"), table.points("black")) == ({"gold": 1}, 11)


def test_z18_a_card_at_each_rejuvenation() -> None:
    """Z18: 1 army card and 1 gold."""
    table = tawantinsuyu(black={"passive": ["Z18"]}, do=arrive("rejuvenate"))
    table.play("benefit draw_army")
    assert (table.goods("black"), len(table.player("black").soldiers)) == ({"gold": 1}, 1)


def test_z19_god_cards_for_potatoes() -> None:
    """Z19: a potato for a god card, as often as wanted in the own turn."""
    table = tawantinsuyu(purple={"passive": ["Z19"], "potato": 2})
    for _ in range(2):
        table.play("use Z19", "take deck")
    assert (table.goods(), len(table.hand()), table.question) == ({}, 2, "turn")
    assert table.refused["use Z19"] == "building-without-effect"


def test_z20_resource_tasks() -> None:
    """Z20: 1 more of the resource and 1 VP, but not for gold."""
    for icon, space, goods, points in (
        ("K5T1", "S5T1", {"potato": 4}, 11),
        ("K2T3", "S2T2", {"corn": 3}, 11),
        ("K1T2", "S1T1", {"stone": 3}, 11),
        ("K4T2", "S5T1", {"gold": 1}, 10),
    ):
        table = put("red", space, passive=["Z20"], points=10).play(f"task {icon}")
        assert (table.goods(), table.points()) == (goods, points)


def test_axomamma_pays_for_benefits() -> None:
    """R178: whenever it can, and the benefit is possible."""
    for bot, temple in (
        (Side(gold=1, passive=["Z12"]), 1),
        (Side(passive=["Z12"]), 0),
        (Side(gold=1, passive=["Z12"], temple=12), 12),
    ):
        table = solo(bot=bot, do=arrive("worship"), actor="purple")
        assert table.player("black").temple == temple
        assert table.goods("black") == ({"gold": 1} if temple == 12 else {})
