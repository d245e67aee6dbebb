"""The worked examples of the rules reference, as transcripts (E1 to E20)."""

from __future__ import annotations

import pytest

from engine.core import NOBODY, queue
from engine.module import part
from games.cuzco.board import ways
from games.cuzco.modules.pututu.tiles import Pututus, award_pututus
from tests.games.cuzco.builder import cuzco


def test_e01_a_medal_uses_a_face_up_card_without_an_offering() -> None:
    """E1: two medals become one, the offering stays, the card is discarded and replaced."""
    table = cuzco(
        when="market",
        order=["blue", "red", "yellow", "green"],
        blue={"medal": 2, "offering": 1, "food": 1},
        gods=["yellow2"],
        line=["ceramic_decanter", "jewellery"],
    )
    assert table.options == ["medal yellow2", "skip"]
    table.play("medal yellow2", "buy ceramic_decanter")
    assert table.goods("blue") == {"medal": 1, "offering": 1}
    assert (table.player("blue").points, table.player("blue").wares) == (5, ["ceramic_decanter"])
    assert table.state.discards == ["yellow2"]
    assert table.state.gods["yellow"] is not None
    assert table.state.medals_gone == 1


def test_e02_a_die_must_be_lower_than_all_on_the_space() -> None:
    """E2: with 5 and 3 on the study space only 1 and 2 may follow."""
    for die in range(1, 7):
        table = cuzco(red={"dice": [die]}, dice={"study": [("blue", 5), ("green", 3)]})
        assert ("place study" in table.options) == (die < 3)
        assert (table.refused.get("place study") == "not-lower") == (die >= 3)


def test_e03_the_fire_blessing_gives_one_of_each_pair() -> None:
    """E3: a god card and a food; not an offering as well, nor both knowledge and food."""
    table = cuzco(
        order=["green", "red", "yellow", "blue"],
        green={"dice": [3], "offering": 2, "gods": ["yellow2", "green2"]},
    )
    table.play("die 3", "place temple", "step 2")
    assert table.options == [f"god {g}" for g in ("blue", "white", "red", "green", "yellow")] + [
        "offering"
    ]
    table.play("god red")
    assert (table.asked, table.options) == ("green", ["knowledge", "food"])
    table.play("food")
    assert table.goods("green") == {"offering": 2, "food": 1}
    assert table.player("green").knowledge == 0
    assert len(table.player("green").gods) == 3


def test_e04_a_stone_road_with_a_four() -> None:
    """E4: of the six ends the stone ones with 2 and 4 can be used."""
    table = cuzco(red={"dice": [4]})
    table.play("die 4", "place move_stone")
    assert table.offered("go") == ["I1", "I3"]
    assert table.refused["go I5"] == "road-too-long"
    assert [table.refused[f"go I{n}"] for n in (2, 4, 6)] == [
        "road-too-long",
        "other-kind-of-road",
        "other-kind-of-road",
    ]
    ends = [(way.kind, way.die, way.to) for way in ways("ADBECF", 0, "CUZCO")]
    assert ends == [
        ("stone", 2, "I1"),
        ("bridge", 6, "I2"),
        ("stone", 4, "I3"),
        ("bridge", 2, "I4"),
        ("stone", 6, "I5"),
        ("bridge", 4, "I6"),
    ]


def test_e05_a_delivery_brings_a_space_and_a_feather() -> None:
    """E5: the quipu lies on Green's, a third space is free, a pink feather is set."""
    table = cuzco(
        order=["blue", "red", "yellow", "green"],
        blue={"dice": [4]},
        rotation=2,
        piles={"I5": ["green"]},
    )
    supply = table.state.feathers["pink"]
    assert table.player("blue").free_spaces == 2
    table.play("die 4", "place move_stone", "go I5", "feather pink 4")
    assert table.pile("I5") == ["green", "blue"]
    assert (table.player("blue").quipus, table.player("blue").free_spaces) == (9, 3)
    assert table.player("blue").feathers["pink"] == [4]
    assert table.state.feathers["pink"] == supply - 1


def test_e06_into_and_out_of_cuzco() -> None:
    """E6: back in Cuzco the fire blessing; on the next move the overlay may be turned first."""
    table = cuzco(
        order=["blue", "red", "yellow", "green"], blue={"dice": [4], "chaski": "I5"}, rotation=2
    )
    table.play("die 4", "place move_stone", "go CUZCO", "offering", "knowledge")
    assert table.pile("I5") == []
    assert (table.player("blue").quipus, table.player("blue").may_turn) == (10, True)
    table = cuzco(red={"dice": [4], "may_turn": True}, rotation=2)
    table.play("die 4", "place move_stone")
    assert table.offered("turn") == ["0", "1", "3", "4", "5"]
    table.play("turn 1")
    assert table.options == ["go I2", "go I4"]
    table.play("go I4", "feather orange 3")
    assert (table.state.rotation, table.player().chaski) == (1, "I4")
    assert not table.player().may_turn


FARM = ["fa-food-1", "fa-farm-1", "fa-study-1", "fa-offering-1", "fa-feather-1", "fa-knowledge-1"]


def test_e07_a_farm_tile_of_a_position_up_to_the_die() -> None:
    """E7: a 4 reaches positions 1 to 4; the position taken stays empty."""
    table = cuzco(2, red={"dice": [4]}, farm=FARM)
    table.play("die 4", "place farm")
    assert table.offered("take") == FARM[:4]
    assert [table.refused[f"take {tile}"] for tile in FARM[4:]] == ["position-too-high"] * 2
    table.play(f"take {FARM[2]}")
    assert table.state.display["farm"][2] is None


def test_e08_the_tile_lies_on_an_empty_space_and_does_nothing_yet() -> None:
    """E8: one space less, food unchanged."""
    table = cuzco(red={"dice": [4]}, farm=FARM)
    free = table.player().free_spaces
    table.play("die 4", "place farm", f"take {FARM[0]}")
    assert table.player().tiles == [FARM[0]]
    assert table.player().free_spaces == free - 1
    assert table.goods() == {}


def test_e09_an_exchange_with_a_five() -> None:
    """E9: two study tiles (2 + 3), a farm tile (3) and an offering."""
    tiles = ["st-food-2", "st-study-3", "fa-farm-3"]
    table = cuzco(red={"dice": [5], "knowledge": 1, "tiles": tiles})
    table.play("die 5", "place exchange")
    table.play(*(f"slide {tile}" for tile in tiles), "offering")
    assert table.asked == "yellow"
    assert table.player().knowledge == 6
    assert table.goods() == {"food": 3, "offering": 1}
    assert table.player().slid == tiles


def test_e10_equal_tiles_are_one_stronger_use() -> None:
    """E10: two stone roads are one move of value 4, three food tiles are 3 food."""
    stone = ["st-stone_road-1", "st-stone_road-2"]
    food = ["fa-food-1", "fa-food-2", "fa-food-3"]
    table = cuzco(when="tiles", red={"tiles": [*stone, *food], "slid": [stone[0]]})
    assert table.offered("use") == ["study stone_road", "farm food"]
    table.play("use study stone_road")
    assert table.offered("go") == ["I1", "I3"]
    table.play("go I3", "feather orange 2", "use farm food")
    assert table.goods() == {"food": 3}
    assert table.player().tiles == [*stone, *food]
    assert table.player().slid == [stone[0]]


def test_e11_the_market() -> None:
    """E11: Green buys soup for 1 food and 1 point; then the others may buy; one good remains."""
    goods = ["soup", "clothes", "clothes", "ceramic_bowl", "soup"]
    table = cuzco(
        when="phase three",
        arrivals=["blue", "yellow", "red", "green"],
        line=goods,
        red={"food": 9},
        yellow={"food": 9},
        green={"food": 4},
        blue={"food": 9},
    )
    assert (table.order, table.asked) == (["green", "red", "yellow", "blue"], "green")
    table.play("buy soup")
    assert table.goods("green") == {"food": 3}
    assert (table.player("green").points, table.player("green").wares) == (1, ["soup"])
    table.play("buy soup").play("buy clothes").play("buy ceramic_bowl")
    assert table.state.market[0] == ["clothes"]
    for _ in range(4):
        task = table.offered("discard")[0]
        table.play(
            f"discard {task}", table.options[0] if False else f"take {table.state.palace[0]}"
        )
    assert table.state.market[0] == []
    assert "clothes" in table.state.removed


def test_e12_a_task_is_shown_not_paid() -> None:
    """E12: three purple feathers: 6 points, the tile goes to the pile, the feathers stay."""
    feathers = {"purple": [1, 4, 6]}
    table = cuzco(when="palace", red={"tasks": ["G28", "G18", "G29"], "feathers": feathers})
    assert table.offered("complete") == ["G28"]
    assert table.refused["complete G29"] == "task-not-met"
    table.play("complete G28")
    assert table.player().points == 6
    assert table.player().completed == ["G28"]
    assert table.player().feathers["purple"] == [1, 4, 6]


def test_e13_tasks_are_not_refilled_until_the_round_ends() -> None:
    """E13: the players pick from 6, 5, 4 and 3; two remain and leave the game."""
    table = cuzco(when="phase three", arrivals=["blue", "yellow", "red", "green"])
    left = []
    for _ in range(4):
        table.play(f"discard {table.offered('discard')[0]}")
        left.append(len(table.options))
        remaining = [task for task in table.state.palace if f"take {task}" != table.options[0]]
        table.play(table.options[0])
    assert left == [6, 5, 4, 3]
    assert len(remaining) == 2
    assert set(remaining) <= set(table.state.removed)
    assert len(table.state.palace) == 6


def test_e14_unused_medals_score_two_each() -> None:
    """E14: two of them are 4 points."""
    assert cuzco(when="scoring", red={"medal": 2}).player().points == 4


def test_e15_villages_with_the_own_quipu_on_top() -> None:
    """E15: O6, O2 and I5 are 8 points; where red lies under another there are none."""
    piles = {"O6": ["red"], "O2": ["blue", "red"], "I5": ["red"], "O5": ["red", "green"]}
    table = cuzco(when="scoring", piles=piles)
    assert table.player().points == 8
    assert table.player("green").points == 6
    assert table.player("blue").points == 0


@pytest.mark.parametrize(("delivered", "points"), [(10, 10), (9, 0)])
def test_e16_ten_quipus(delivered: int, points: int) -> None:
    """E16: all ten delivered are 10 points, nine are nothing."""
    villages = [f"I{n}" for n in range(1, 7)] + [f"O{n}" for n in range(1, 7)]
    piles = {village: ["yellow", "red"] for village in villages[:delivered]}
    table = cuzco(when="scoring", piles=piles, yellow={"reserve": 0})
    assert table.player("yellow").points == points


def test_e17_pututus_run_short_for_those_who_come_first() -> None:
    """E17: of two pairs the later in turn order gets the last +1/-1 tile; the triple a +2/-2."""
    table = cuzco(
        options=("pututu",),
        order=["green", "red", "yellow", "blue"],
        green={"dice": [2, 2, 5]},
        red={"dice": [1, 2, 3]},
        yellow={"dice": [4, 6, 6]},
        blue={"dice": [3, 3, 3]},
    )
    s = table.state
    part(s, Pututus).supply[1] = 1
    s.agenda = []
    queue(s, [(NOBODY, award_pututus.run())])
    s.verbs.settle(s, [])
    tiles = {seat: table.pututu(seat) for seat in ("red", "yellow", "green", "blue")}
    assert tiles == {
        "red": {1: 0, 2: 0},
        "yellow": {1: 1, 2: 0},
        "green": {1: 0, 2: 0},
        "blue": {1: 0, 2: 1},
    }
    assert part(s, Pututus).supply == {1: 0, 2: 2}


def test_e18_pututus_turn_a_six_into_a_four() -> None:
    """E18: two +1/-1 tiles make the 6 lower than the 5 on the farm space."""
    table = cuzco(
        options=("pututu",),
        order=["yellow", "red", "green", "blue"],
        yellow={"dice": [6], "pututu": {1: 2}},
        dice={"farm": [("red", 5)]},
        farm=FARM,
    )
    supply = part(table.state, Pututus).supply[1]
    table.play("die 6")
    assert "place farm" not in table.options
    assert [option for option in table.options if option[0] in "lr"] == ["lower 1"]
    table.play("lower 1", "lower 1", "place farm")
    assert table.offered("take") == FARM[:4]
    table.play(f"take {FARM[3]}")
    assert table.pututu("yellow") == {1: 0, 2: 0}
    assert part(table.state, Pututus).supply[1] == supply + 2
    assert table.dice("farm") == [("red", 5), ("yellow", 4)]


def test_e19_a_die_carries_out_the_action_of_another_space() -> None:
    """E19: with a 2 on the headdress space Red's 5 activates circlet 5 from the exchange space."""
    table = cuzco(
        round=2,
        dice={"headdress": [("blue", 2)]},
        red={
            "dice": [5],
            "gods": ["blue2"],
            "offering": 1,
            "feathers": {"turquoise": [5], "pink": [5]},
        },
    )
    assert table.refused["place headdress"] == "not-lower"
    table.play("place exchange", "play blue2", "act headdress")
    assert (table.question, table.goods()) == ("bless", {})
    table.play("god red", "knowledge")
    assert (table.player().points, table.player().circlets) == (13, [5])
    assert table.asked == "yellow", "no exchange follows"


def test_e20_a_lifted_die_makes_room() -> None:
    """E20: without the 1 on the study space a 4 can follow the 5."""
    table = cuzco(
        order=["blue", "red", "yellow", "green"],
        blue={"dice": [4], "gods": ["blue3"], "offering": 1},
        dice={"study": [("red", 5), ("green", 1)]},
    )
    assert "place study" not in table.options
    table.play("play blue3", "lift study 2", "place study")
    assert table.offered("take") == table.state.display["study"][:4]
    assert table.dice("study") == [("red", 5), ("blue", 4)]
