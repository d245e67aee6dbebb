"""The worked examples of the rules reference, as transcripts."""

from __future__ import annotations

from games.tawantinsuyu.buildings import build
from games.tawantinsuyu.conquest import conquer
from games.tawantinsuyu.festival import hold_festival, pay_gods
from games.tawantinsuyu.hilltop import offer, produce, rejuvenate, worship
from games.tawantinsuyu.scoring import score_end, standings
from games.tawantinsuyu.setup import different_workers, take_laid
from games.tawantinsuyu.steps import set_step
from games.tawantinsuyu.tapestries import merchants, take_weavings, weave
from games.tawantinsuyu.turns import end_of_turn
from tests.games.tawantinsuyu.builder import tawantinsuyu


def test_e01_the_food_of_a_placement() -> None:
    """E1: roaming 1 and descending 3; a rival's upper step helps, and its owner scores."""
    table = tawantinsuyu(
        purple={"priest": 2, "workers": ["green"], "gods": ["G15"], "potato": 3, "corn": 2},
        black={"points": 15},
        steps={"ST1U": "black"},
    )
    table.play("place green", "space S1B4", "discard god G15", "spend 3 potato 1 corn")
    assert (table.goods(), table.points("black")) == ({"corn": 1}, 16)


def test_e02_two_markers_and_a_courier() -> None:
    """E2: the own marker and a rival's lower the food; only the rival scores."""
    table = tawantinsuyu(
        purple={"priest": 3, "workers": ["yellow"], "gods": ["G22"], "potato": 4, "points": 18},
        black={"points": 20},
        steps={"ST5U": "purple", "ST5L": "black"},
    )
    table.play("place yellow", "space S5B2", "discard god G22")
    assert (table.goods(), table.points(), table.points("black")) == ({"potato": 1}, 18, 21)


def test_e03_four_tasks() -> None:
    """E3: two neighbours of the colour and a blue space: gold, weave, steps, gold."""
    table = tawantinsuyu(
        purple={"workers": ["blue"], "gods": ["G01"], "stone": 3, "corn": 1, "points": 20},
        hill={"S1T1": "blue", "S2T2": "blue"},
    )
    table.play("place blue", "space S1T2", "discard god G01")
    assert table.state.now.tasks == 4
    table.play("task K5T3")
    assert table.refused["task K5T3"] == "icon-used"
    table.play("task K1T3", f"buy {table.state.weaving}", "spend 1 corn", "lay new")
    table.play("task K1T1", "step ST3U", "spend 3 stone", "task K5T3")
    assert (table.goods(), table.points()) == ({"corn": 1, "potato": 2, "gold": 2}, 24)
    assert [len(row) for row in table.player().tapestries] == [1]


def test_e04_five_tasks() -> None:
    """E4: four neighbours of the colour; the fourth and the fifth task begin a new set."""
    table = tawantinsuyu(
        purple={"priest": 5, "workers": ["blue"], "gods": ["G01"], "corn": 1},
        hill=dict.fromkeys(["S4M2", "S4M4", "S5M2", "S5M3"], "blue"),
        steps={"ST5U": "purple"},
        market=["PB01", "PB02", "Z01", "Z02"],
    )
    table.play("place blue", "space S5M1", "discard god G01")
    assert table.state.now.tasks == 5
    table.play("task K4M3", "task K5M1", "task K4M4", "construct PB01", "task K4M3", "task K5M1")
    assert table.goods() == {"stone": 3, "potato": 6}
    assert table.player().production == ["PB01"]


def test_e05_a_lost_task() -> None:
    """E5: the second task must be another icon, and no other one is possible."""
    table = tawantinsuyu(
        purple={"priest": 5, "workers": ["green"], "gods": ["G22"], "corn": 1, "potato": 1},
        steps={"ST5U": "purple", "ST5L": "purple"},
        village=(),
    )
    table.play("place green", "space S5B2", "discard god G22", "spend 1 potato")
    assert table.state.now.tasks == 2
    assert (table.options, table.refused["task K5B1"]) == (["task K5B2", "stop"], "task-impossible")
    table.play("task K5B2")
    assert (table.goods(), table.asked) == ({"corn": 3}, "black")


def test_e06_a_warrior() -> None:
    """E6: an army card, and a worker of another colour from a space beside."""
    table = tawantinsuyu(
        purple={"priest": 3, "workers": ["red", "white"], "gods": ["G22"]},
        hill={"S3M3": "blue"},
        steps={"ST3U": "purple"},
    )
    table.play("place red", "space S3M4", "discard god G22")
    assert (table.state.now.tasks, len(table.player().soldiers)) == (1, 1)
    table.play("take S3M3", "task K3M2")
    assert (table.player().workers, table.state.hill) == (["white", "blue"], {"S3M4": "red"})
    assert table.goods() == {"potato": 3}


def test_e07_a_priest() -> None:
    """E7: a potato buys a task, and a god card comes after the tasks."""
    table = tawantinsuyu(
        purple={
            "priest": 4,
            "workers": ["white"],
            "gods": ["G29", "G01", "G02"],
            "potato": 1,
            "tapestries": [["SW03", "W19"]],
        },
    )
    table.play("place white", "space S4T1", "discard god G29", "pay")
    assert (table.goods(), table.state.now.tasks) == ({}, 2)
    table.play("task K4T2", "task K4T1", "take deck")
    assert (table.goods(), len(table.hand())) == ({"gold": 1, "stone": 2}, 3)


def test_e08_a_courier_in_an_empty_segment() -> None:
    """E8: food 0 + 5 - 1, and 1 + 1 tasks."""
    table = tawantinsuyu(purple={"priest": 5, "workers": ["yellow"], "gods": ["G01"], "potato": 4})
    table.play("place yellow", "space S5B1", "discard god G01")
    assert (table.goods(), table.state.now.tasks) == ({}, 2)


def test_e09_lower_steps() -> None:
    """E9: the owner of the upper marker scores 2 VP, also if it is the player."""
    for owner, points, theirs in (("black", 34, 27), ("purple", 36, 25)):
        table = tawantinsuyu(
            purple={"stone": 3, "points": 30},
            black={"points": 25},
            steps={"ST2U": owner},
            do=set_step(),
        )
        assert table.refused["step ST3L"] == "upper-spot-free"
        table.play("step ST2L")
        assert table.goods() == {"corn": 1, "potato": 2}
        assert (table.points(), table.points("black")) == (points, theirs)


def test_e10_the_central_offer_overflows() -> None:
    """E10: with two players the fourth card sends the others back into the deck."""
    table = tawantinsuyu(
        purple={"priest": 4, "workers": ["green"], "gods": ["G29"]},
        offer=["G03", "G11", "G24"],
        village=(),
    )
    table.play("place green", "space S4T1", "discard god G29", "task K4T2")
    assert table.state.offer == ["G29"]
    assert {"G03", "G11", "G24"} <= {*table.state.god_deck}


def test_e11_weaving() -> None:
    """E11: two weavings for 3 corn; the next player buys the third for 3 corn."""
    table = tawantinsuyu(
        4, purple={"corn": 4}, black={"corn": 3}, weavings=["W08", "W19", "W30"], do=weave()
    )
    top = table.state.weaving_pile[-1]
    table.play("buy W08", "lay new", "buy W19", "lay right 1")
    assert (table.asked, table.options) == ("black", ["buy W30", "pass"])
    table.play("buy W30", "lay new")
    assert (table.goods(), table.goods("black")) == ({"corn": 1}, {})
    assert table.player().tapestries == [["W08", "W19"]]
    assert table.player("black").tapestries == [["W30"]]
    assert table.state.weaving == top


def test_e12_merchants() -> None:
    """E12: each of two connections pays."""
    table = tawantinsuyu(
        4,
        purple={"points": 40, "gods": ["G01"], "tapestries": [["SW01", "W08", "W16"]]},
        do=merchants(),
    )
    table.play("take deck")
    assert (table.points(), table.goods(), len(table.hand())) == (43, {"potato": 1}, 2)


def test_e13_a_pattern_once_in_a_tapestry() -> None:
    """E13: a second chevron needs another row."""
    table = tawantinsuyu(
        4,
        purple={"tapestries": [["SW01", "W08"], ["W05"]]},
        weavings=["W03"],
        do=take_weavings(1),
    )
    table.play("take open")
    assert table.options == ["lay new", "lay left 2", "lay right 2"]
    assert table.refused["lay left 1"] == "pattern-there"


def test_e14_building_with_a_swap() -> None:
    """E14: a god card under the deck replaces two tiles of the market before the building."""
    table = tawantinsuyu(
        purple={"stone": 2, "gods": ["G15", "G01", "G02"]},
        market=["PB07", "PB12", "Z03", "Z09"],
        production_pile=["PB02"],
        passive_pile=["Z12"],
        do=build(),
    )
    table.play("swap", "tuck G15", "replace PB12", "replace Z09")
    assert (table.state.god_deck[0], table.refused["swap"]) == ("G15", "swapped-already")
    assert table.state.production_pile[0] == "PB12"
    table.play("construct PB02")
    assert (table.goods(), len(table.hand())) == ({}, 2)
    assert sorted(table.state.market) == ["PB07", "Z03", "Z12"]


def test_e15_worship() -> None:
    """E15: one large and one small statue for 4 steps; a follower gives one for 1 step."""
    table = tawantinsuyu(
        purple={"temple": 3, "statues": ["large cross", "small cross"]},
        black={"temple": 1, "statues": ["large waves"]},
        do=worship(),
    )
    table.play("give large cross", "benefit draw_army")
    table.play(f"keep {table.player().recruits[0]}", "benefit choose", "choose 1 stone")
    assert table.options[:2] == ["give small cross", "pass"]
    table.play("give small cross")
    player, rival = table.player(), table.player("black")
    assert (player.temple, table.goods(), len(player.soldiers)) == (7, {"stone": 1}, 1)
    assert (player.statues, table.state.lost) == ([], ["large cross", "small cross"])
    table.play("give large waves", "take deck")
    assert (rival.temple, table.goods("black"), len(rival.gods)) == (2, {"potato": 1}, 1)


def test_e16_offering_for_all() -> None:
    """E16: 6 corn for 3 steps, 3 corn for 1 step; 2 corn are too few."""
    table = tawantinsuyu(
        3,
        purple={"corn": 7, "temple": 6},
        black={"corn": 3},
        orange={"corn": 2},
        do=offer(),
    )
    table.play("offer 6", "offer 3")
    assert (table.player().temple, table.goods()) == (9, {"corn": 1, "stone": 2})
    assert (table.player("black").temple, table.goods("black")) == (1, {})
    assert (table.player("orange").temple, table.asked) == (0, "")


def test_e17_gold_instead_of_the_action() -> None:
    """E17: only the active player may take gold; the next one uses two buildings."""
    table = tawantinsuyu(black={"production": ["PB01", "PB12"], "points": 10}, do=produce())
    table.play("gold")
    assert (table.goods(), table.asked) == ({"gold": 1}, "black")
    assert table.options == ["activate PB01", "activate PB12", "pass"]
    table.play("activate PB01", "activate PB12")
    assert (table.goods("black"), table.points("black")) == ({"potato": 3}, 13)
    assert (table.player("black").worn, table.asked) == (["PB01", "PB12"], "")


def test_e18_conquering() -> None:
    """E18: a casualty, cards for potatoes, a conquest each, and one more."""
    table = tawantinsuyu(
        purple={
            "army": ["A01", "A19"],
            "soldiers": ["A06", "A20", "A23"],
            "potato": 2,
            "points": 30,
        },
        black={"army": ["A21", "A22"], "soldiers": ["A07"], "potato": 1},
        village=["red", "green"],
        casualties=["blue"],
        do=conquer(),
    )
    table.play("lose corn_end", "march", "play A06", "play A20", "play A23", "play A07")
    assert (table.state.casualties, table.goods(), table.goods("black")) == (
        ["blue", "green"],
        {},
        {},
    )
    table.play("invade chinchaysuyu_4", "lose A01", "turn A19")
    assert (table.points(), table.player().spent) == (34, ["A19"])
    table.play("invade antisuyu_3", "lose A07")
    assert table.goods("black") == {"stone": 2, "potato": 1}
    table.play("invade chinchaysuyu_3", "lose A06", "benefit take_gods", "take deck")
    table.play("benefit take_weavings", "take open", "lay new")
    assert (table.points(), table.goods(), table.player().conquests) == (34, {}, 8)
    assert (table.player().army, table.player().spent) == (["A20", "A23"], ["A19"])
    assert (len(table.hand()), len(table.player().tapestries), table.asked) == (1, 1, "")


def test_e19_rejuvenate() -> None:
    """E19: the first is free, the second costs 1 food; a rival pays corn for each."""
    table = tawantinsuyu(
        purple={"spent": ["A19"], "worn": ["PB01"], "potato": 1},
        black={"spent": ["A20"], "worn": ["PB02"], "potato": 3, "corn": 2},
        do=rejuvenate(),
    )
    table.play("turn A19", "turn PB01")
    assert (table.goods(), table.player().army) == ({}, ["A19"])
    assert table.player().production == ["PB01"]
    table.play("turn A20", "turn PB02")
    assert table.goods("black") == {"potato": 3}
    assert (table.player("black").army, table.player("black").production) == (["A20"], ["PB02"])


def test_e20_the_end_of_a_turn() -> None:
    """E20: a worker is bought at the potato end; one is left, so there is no festival."""
    table = tawantinsuyu(
        purple={"workers": ["white"], "potato": 1}, village=["green", "red"], do=end_of_turn()
    )
    assert table.refused["hire corn_end"] == "needs-more"
    table.play("hire potato_end")
    assert (table.player().workers, table.goods()) == (["white", "green"], {})
    assert (table.state.village, table.state.token) == (["red"], None)


def test_e21_a_surplus_worker() -> None:
    """E21: at the end of the turn one of three workers goes back to the box."""
    table = tawantinsuyu(
        purple={"priest": 3, "workers": ["red", "white"], "gods": ["G22"]},
        hill={"S3M3": "blue"},
        steps={"ST3U": "purple"},
        village=["green", "red"],
    )
    table.play("place red", "space S3M4", "discard god G22", "take S3M3", "task K3M2")
    boxed = table.state.boxed["white"]
    table.play("hire potato_end", "dismiss white")
    assert (table.player().workers, table.state.boxed["white"]) == (["blue", "green"], boxed + 1)


def test_e22_a_festival() -> None:
    """E22: merchants, temple, majorities, potatoes, refill, god cards, and a new market."""
    table = tawantinsuyu(
        purple={
            "points": 40,
            "gods": ["G01", "G02"],
            "potato": 5,
            "temple": 6,
            "tapestries": [["SW01", "W10"]],
        },
        black={"points": 36, "gods": ["G03", "G04"], "potato": 4, "temple": 2},
        conquests={
            **dict.fromkeys(["chinchaysuyu_1", "chinchaysuyu_2", "antisuyu_5"], "purple"),
            **dict.fromkeys(["chinchaysuyu_3", "antisuyu_2", "qullasuyu_1"], "black"),
        },
        village=(),
        casualties=["red", "red", "blue"],
        token="purple",
        do=hold_festival(),
    )
    market = set(table.state.market)
    assert table.points() == 46
    table.play("benefit choose", "choose 1 stone")
    assert table.points("black") == 37
    table.play("take deck")
    assert (table.points(), table.points("black")) == (52, 38)
    assert (table.goods(), table.goods("black")) == ({"potato": 1, "stone": 1}, {})
    assert (len(table.state.village), [*table.state.hill]) == (6, [f"S{n}M1" for n in range(1, 6)])
    assert (len(table.hand()), len(table.hand("black"))) == (3, 5)
    assert (table.asked, table.question) == ("purple", "play_gods")
    table.play("pass", "pass")
    assert not market & {*table.state.market}
    assert (table.state.festivals, table.state.token, len(table.state.market)) == (1, None, 4)


def test_e23_the_score_never_falls_below_0() -> None:
    """E23: 4 missing potatoes would cost 8 VP; the cards stay in hand."""
    table = tawantinsuyu(purple={"points": 5, "gods": ["G01", "G02"]}, do=pay_gods())
    assert (table.points(), len(table.hand())) == (0, 2)


def test_e24_the_final_scoring() -> None:
    """E24: 72 points become 99."""
    table = tawantinsuyu(
        purple={
            "points": 72,
            "tapestries": [["SW01", "W05", "W09", "W13"], ["W17", "W18"]],
            "temple": 10,
            "production": ["PB01", "PB02"],
            "passive": ["Z01"],
            "worn": ["PB03"],
            "gods": ["G01"],
            "open_gods": ["G02"],
            "army": ["A01", "A02"],
            "spent": ["A03"],
            "soldiers": ["A04", "A05", "A06"],
            "workers": ["red"],
            "gold": 3,
        },
        do=score_end(),
    )
    assert table.points() == 99


def test_e25_a_tie() -> None:
    """E25: the goods break a tie."""
    table = tawantinsuyu(
        purple={"points": 99, "gold": 3, "stone": 1, "potato": 2},
        black={"points": 99, "stone": 2, "corn": 3},
    )
    assert [(each.side, each.rank) for each in standings(table.state)] == [(0, 1), (1, 2)]


def test_e26_different_starting_workers() -> None:
    """E26: a matching worker goes back into the bag."""
    state = tawantinsuyu(bag=["blue", "blue", "yellow"]).state
    assert sorted(different_workers(state)) == ["blue", "yellow"]
    assert {colour: n for colour, n in state.bag.items() if n} == {"blue": 1}


def test_e27_benefits_of_the_setup() -> None:
    """E27: the benefits of five cards, and a building paid with them."""
    table = tawantinsuyu(
        purple={"stone": 2, "points": 10, "laid": ["G01", "G09", "G24", "G04", "G05"]},
        market=["PB01", "PB02", "Z01", "Z02"],
        do=take_laid(),
    )
    table.play("benefit draw_army")
    assert table.goods() == {"potato": 5, "corn": 1, "stone": 3}
    assert (table.points(), len(table.player().soldiers)) == (15, 1)
    table.play("benefit build", "construct PB01")
    assert (table.goods(), table.player().production) == ({"potato": 5, "stone": 2}, ["PB01"])
