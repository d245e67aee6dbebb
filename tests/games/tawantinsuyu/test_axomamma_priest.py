"""Axomamma (section 19): its high-priest actions, festivals, the end, and the difficulty."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from engine.table import Table
from games.tawantinsuyu import TITLE
from games.tawantinsuyu.axomamma import begin_axomamma, recover
from games.tawantinsuyu.axomamma_board import use_spot
from games.tawantinsuyu.axomamma_priest import (
    catch_up,
    conquer_cheapest,
    conquer_dearest,
    finish,
    score_weavings,
    spared,
    way_to_action,
)
from games.tawantinsuyu.conquest import conquer, set_conquest
from games.tawantinsuyu.data import CONQUESTS, SYMBOLS
from games.tawantinsuyu.difficulty import MODULES
from games.tawantinsuyu.festival import hold_festival
from games.tawantinsuyu.hilltop import arrive, offer, produce, rejuvenate, worship
from games.tawantinsuyu.scoring import end_game, standings
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.turns import own_turn
from tests.games.tawantinsuyu.automa import solo
from tests.games.tawantinsuyu.builder import Play, Side
from tests.games.tawantinsuyu.random_games import play, random_table

OPTIONS = [module.name for module in MODULES]


def acting(action: str, bot: Side, **rest: Any) -> Play:
    """A table on which the high priest of Axomamma arrives at an action."""
    return solo(bot=bot, do=arrive(action), **{"village": ["green", "blue"], **rest})


# Actions and following


def test_it_produces() -> None:
    """S1: all buildings give their yield; the one of the highest number stays face up."""
    table = acting("produce", {"production": ["PB12", "PB01", "PB07"]})
    bot = table.player("black")
    assert (bot.production, bot.worn) == (["PB12"], ["PB01", "PB07"])
    assert (table.goods("black"), table.points("black")) == ({"potato": 3, "gold": 1}, 13)


def test_it_follows_to_produce() -> None:
    """S1: all buildings give their yield and are turned down."""
    table = solo(bot={"production": ["PB12", "PB01"]}, do=produce(), actor="purple")
    table.play("pass")
    assert (table.player("black").worn, table.points("black")) == (["PB01", "PB12"], 13)


@pytest.mark.parametrize(
    ("bot", "good"),
    [
        ({}, "corn"),
        ({"corn": 1}, "stone"),
        ({"stone": 1}, "corn"),
        ({"corn": 1, "stone": 1}, "corn"),
    ],
)
def test_a_choice_of_goods(bot: Side, good: str) -> None:
    """19.5: it takes what it has least of, in a tie corn rather than stone."""
    given: Side = {**bot, "production": ["PB09"]}
    before = solo(bot=bot, actor="purple").goods("black")
    table = acting("produce", given)
    assert table.goods("black") == {**before, good: before.get(good, 0) + 1, "potato": 1}


@pytest.mark.parametrize(
    ("bot", "temple", "goods"),
    [
        ({"corn": 7, "temple": 6}, 9, {"corn": 1, "stone": 2}),
        ({"corn": 5, "temple": 4}, 6, {"corn": 1, "stone": 1}),
        ({"corn": 3, "gold": 1, "temple": 2}, 4, {}),
        ({"corn": 6, "temple": 11}, 12, {"corn": 4, "gold": 1}),
        ({"corn": 6, "temple": 12}, 12, {"corn": 6}),
    ],
)
def test_it_offers(bot: Side, temple: int, goods: dict[str, int]) -> None:
    """19.5, R173: as much as it can, with gold too, and no more than it needs."""
    table = acting("offering", bot, village=[], nomads=[])
    assert (table.player("black").temple, table.goods("black")) == (temple, goods)


def test_it_follows_to_offer() -> None:
    """19.5: one step for 3 corn."""
    table = solo(bot={"corn": 7}, do=offer(), actor="purple")
    table.play("pass")
    assert (table.player("black").temple, table.goods("black")) == (1, {"corn": 4})


def test_it_worships() -> None:
    """19.5: a large and a small statue for four steps; the player may follow."""
    statues = ["small cross", "large zigzag", "small waves"]
    table = acting("worship", {"statues": statues}, purple={"statues": ["small spiral"]})
    assert (table.asked, table.question) == ("purple", "follow_worship")
    bot = table.player("black")
    assert (bot.statues, bot.temple) == (["small waves"], 4)


def test_it_follows_to_worship() -> None:
    """19.5, R173: one step for a small statue rather than for a large one."""
    statues = ["large zigzag", "small waves"]
    table = solo(bot={"statues": statues}, do=worship(), actor="purple")
    table.play("pass")
    bot = table.player("black")
    assert (bot.statues, bot.temple) == (["large zigzag"], 1)


def test_it_rejuvenates() -> None:
    """19.5: it turns everything up without payment."""
    table = acting("rejuvenate", {"worn": ["PB01"], "spent": ["A01", "A19"]})
    bot = table.player("black")
    assert (bot.worn, bot.spent, bot.production) == ([], [], ["PB01"])
    assert sorted(bot.army) == ["A01", "A19"]


def test_it_follows_to_rejuvenate() -> None:
    """19.5, R177: half of the buildings and half of the cards, rounded up, the best ones."""
    bot: Side = {"worn": ["PB01", "PB05", "PB03"], "spent": ["A01", "A19"]}
    table = solo(bot=bot, do=rejuvenate(), actor="purple")
    table.play("pass")
    black = table.player("black")
    assert (black.production, black.worn) == (["PB05", "PB03"], ["PB01"])
    assert (black.army, black.spent) == (["A19"], ["A01"])


def test_it_conquers() -> None:
    """19.5, R172: a casualty of the potato end, all cards free, two conquests around mine."""
    table = acting(
        "conquer",
        {"soldiers": ["A19", "A20"], "army": ["A01", "A02", "A21"]},
        purple={"army": ["A03"]},
    )
    assert table.state.casualties == ["green"]
    assert (table.asked, table.question) == ("purple", "place_conquest")
    first = next(space for space, side in table.state.conquests.items() if side == 1)
    assert (first, CONQUESTS[first].discard) == ("antisuyu_6", 2)
    bot = table.player("black")
    assert sorted(table.state.army_discards) == ["A01", "A02"]
    assert (len(bot.army), len(bot.spent), bot.temple, bot.points) == (2, 1, 2, 12)
    table.play("invade antisuyu_1", "take deck")
    second = [space for space, side in table.state.conquests.items() if side == 1][1]
    assert (CONQUESTS[second].discard, len(bot.army)) == (0, 1)


def test_a_nomad_is_lost_when_the_village_is_empty() -> None:
    """R172: a random nomad."""
    table = acting("conquer", {}, village=[], nomads=["red"])
    assert table.state.casualties == ["red"]


def test_it_follows_to_conquer() -> None:
    """19.5, S5: all cards free, and one conquest with the fewest discards."""
    bot: Side = {"soldiers": ["A01"], "army": ["A19"]}
    table = solo(bot=bot, do=conquer(), actor="purple", village=["red"])
    table.play("pass")
    (space,) = table.state.conquests
    assert CONQUESTS[space].discard == 0
    assert table.state.army_discards == []


REGIONS = [
    ({}, "antisuyu_6"),
    ({"antisuyu_1": "purple"}, "chinchaysuyu_6"),
    (dict.fromkeys(["antisuyu_1", "chinchaysuyu_1", "kuntisuyu_1"], "black"), "qullasuyu_6"),
    (
        {
            "antisuyu_1": "purple",
            "chinchaysuyu_1": "black",
            "kuntisuyu_1": "purple",
            "qullasuyu_1": "black",
        },
        "chinchaysuyu_6",
    ),
    (
        {
            f"{region}_{n}": "black" if region == "chinchaysuyu" else "purple"
            for region in ("antisuyu", "chinchaysuyu", "kuntisuyu", "qullasuyu")
            for n in (1, 2, 3)
        },
        "antisuyu_6",
    ),
]


@pytest.mark.parametrize(("conquests", "space"), REGIONS)
def test_the_regions_in_a_tie(conquests: dict[str, str], space: str) -> None:
    """19.5: fewest markers, fewer than 3 of its own, fewest of the player, then the order."""
    army = ["A01", "A02", "A19"]
    table = solo(bot={"army": army}, do=conquer_dearest(), conquests=conquests)
    assert {*table.state.conquests} - {*conquests} == {space}


def test_no_marker_is_left() -> None:
    """D39: then there is no conquest."""
    taken = dict.fromkeys(list(CONQUESTS)[:10], "black")
    table = solo(bot={"army": ["A19", "A20"]}, do=conquer_cheapest(), conquests=taken)
    assert len(table.state.conquests) == 10


@pytest.mark.parametrize(
    ("action", "building", "goods"),
    [("conquer", "Z17", {"gold": 1}), ("rejuvenate", "Z18", {"gold": 1})],
)
def test_its_passive_buildings(action: str, building: str, goods: dict[str, int]) -> None:
    """R170: those that act when a high priest arrives work for it too."""
    table = acting(action, {"passive": [building]}, village=["green"])
    assert table.goods("black") == goods


def test_a_connection_brings_it_nothing() -> None:
    """19.3, R170: with the building that pays connections at once, too."""
    bot: Side = {"corn": 1, "passive": ["Z04"], "tapestries": [["SW01"]]}
    table = solo(bot=bot, do=use_spot("middle", 1), weavings=["W05", "W06", "W13"])
    assert (len(table.player("black").tapestries[0]), table.points("black")) == (2, 10)
    assert table.events("benefits") == []


@pytest.mark.parametrize(
    ("gold", "temple", "goods"), [(1, 4, {}), (0, 3, {}), (1, 12, {"gold": 1})]
)
def test_it_pays_for_benefits(gold: int, temple: int, goods: dict[str, int]) -> None:
    """R178: whenever it can, and the benefit is possible."""
    bot: Side = {"production": ["PB19"], "gold": gold, "temple": 3 if temple < 12 else temple}
    table = acting("produce", bot)
    assert (table.player("black").temple, table.goods("black")) == (temple, goods)
    assert table.points("black") == 11


CONQUERED: list[tuple[str, Side, dict[str, object]]] = [
    ("kuntisuyu_4", {}, {"production": ["PB07"]}),
    ("kuntisuyu_4", {"production": ["PB01", "PB02"]}, {"passive": ["Z05"]}),
    ("qullasuyu_4", {}, {"statues": ["small spiral"], "points": 13}),
    ("qullasuyu_7", {"priest": 3}, {"steps": 4, "points": 14}),
    ("chinchaysuyu_5", {"tapestries": [["SW01"]]}, {"tapestries": [["SW01", "W05"]]}),
    ("antisuyu_4", {}, {"workers": ["blue"]}),
]


@pytest.mark.parametrize(("space", "bot", "after"), CONQUERED)
def test_what_conquests_bring(space: str, bot: Side, after: dict[str, object]) -> None:
    """19.4, R175, R180: what a player would choose follows from its rules."""
    table = solo(
        bot=bot,
        do=set_conquest(space),
        market=["PB07", "Z05"],
        weavings=["W05", "W06"],
        nomads=["blue"],
        roll=2,
    )
    found = {name: getattr(table.player("black"), name) for name in after}
    if "statues" in after:
        found["statues"] = [table.player("black").statues[0]]
    assert found == after


def test_a_conquest_brings_no_statue_when_none_is_left() -> None:
    """10.4: the supply has no small one for it, so it rolls no die either."""
    every: Side = {"statues": [f"small {symbol}" for symbol in SYMBOLS] * 2}
    table = solo(purple=every, do=set_conquest("qullasuyu_4"))
    assert (table.player("black").statues, table.points("black")) == ([], 10)
    assert table.events("roll_die") == []


def test_a_building_turns_things_up_for_it() -> None:
    """R170, R177: after the production, a building before a card."""
    bot: Side = {"passive": ["Z16"], "worn": ["PB03", "PB05"], "spent": ["A19"]}
    table = acting("produce", bot)
    assert table.player("black").production == ["PB05"]


# Festivals and the end


def test_a_festival_of_axomamma() -> None:
    """19.6: points for weavings and when it is behind; no potatoes and no god cards."""
    table = solo(
        bot={"tapestries": [["SW01", "W05"], ["W09"]], "temple": 3, "potato": 4},
        purple={"points": 30},
        do=hold_festival(),
        token="black",
        casualties=["blue"],
        conquests={"antisuyu_1": "black"},
    )
    assert (table.asked, table.question) == ("purple", "play_gods")
    assert table.points("black") == 10 + 3 + 1 + 1 + 2
    assert (table.goods("black"), table.hand("black")) == ({"potato": 4}, [])
    assert (len(table.hand()), len(table.state.village)) == (1, 6)


def test_it_scores_nothing_when_it_is_ahead() -> None:
    """19.6: 2 VP only if it has fewer points."""
    assert solo(bot={"points": 20}, do=catch_up(2)).points("black") == 20
    assert solo(bot={"points": 10}, do=catch_up(1)).points("black") == 10
    assert solo(bot={"points": 9}, do=catch_up(1)).points("black") == 11


def test_it_takes_the_token() -> None:
    """15, R182: it empties the village in its turn, and holds the festival at its next one."""
    table = solo(
        bot={"workers": ["red"]},
        tokens=[("bottom", n, 1) for n in (1, 2, 3, 4)],
        village=["blue"],
    )
    assert (table.state.token, table.points("black")) == (1, 11)
    assert table.asked == "purple"
    table.play("pray", "take deck", "take deck", "train")
    assert table.state.festivals == 0
    table.play(table.options[0], "pass")
    assert (table.state.festivals, table.state.token) == (1, None)


def test_the_end_of_the_game() -> None:
    """19.6: it rejuvenates and worships once more, and the player may not follow."""
    table = solo(
        bot={
            "worn": ["PB01"],
            "spent": ["A01"],
            "statues": ["large cross", "small cross"],
            "temple": 5,
            "stone": 2,
            "workers": ["red", "red"],
        },
        purple={"statues": ["small zigzag"]},
        do=finish(),
    )
    bot = table.player("black")
    assert (bot.temple, bot.statues, bot.army) == (9, [], ["A01"])
    assert table.points("black") == 10 + 2 + 1 + 2 + 2
    assert table.events("follow_worship") == []


@pytest.mark.parametrize(
    ("own", "rival", "result", "ranks"),
    [
        (120, 119, "won", [0, 1]),
        (119, 100, "lost", [0, 1]),
        (130, 130, "lost", [1, 0]),
        (130, 140, "lost", [1, 0]),
    ],
)
def test_who_wins(own: int, rival: int, result: str, ranks: list[int]) -> None:
    """19.6, R183: 120 VP at least, and more than Axomamma, which comes first in a tie."""
    table = solo(bot={"points": rival}, purple={"points": own}, do=end_game())
    assert table.events("tell_result") == [("tell_result", result)]
    assert [each.side for each in standings(table.state)] == ranks


# The difficulty


def test_the_options() -> None:
    """19.6: five make it easier and seven harder; they are for one seat and go together."""
    assert (len(OPTIONS), len({*OPTIONS})) == (12, 12)
    assert TITLE.faults(1, OPTIONS) == []
    assert [fault.text for fault in TITLE.faults(2, OPTIONS[:1])] == ["is for 1 seat"]


def test_without_a_personality() -> None:
    """19.6: on that spot it gains 1 gold only."""
    options = ("axomamma_without_personality",)
    state = cast(Tawantinsuyu, Table.new(TITLE, 1, options, bytes(32)).state)
    assert state.axomamma.personality == ""
    assert solo(do=begin_axomamma("")).state.axomamma.personality == ""
    assert solo(do=use_spot("top", 4)).goods("black") == {"gold": 1}


def test_dear_buildings() -> None:
    """19.6: a building costs it 2 stone."""
    options, market = ("axomamma_dear_buildings",), ["PB07"]
    for stone, goods in ((2, {}), (1, {"stone": 1, "gold": 1})):
        bot: Side = {"stone": stone}
        table = solo(bot=bot, do=use_spot("middle", 2), options=options, market=market)
        assert table.goods("black") == goods


@pytest.mark.parametrize(
    ("option", "priest", "bot", "ways"),
    [
        ("axomamma_two_statues", 5, {"statues": ["small cross"]}, (1, 0)),
        ("axomamma_equal_soldiers", 3, {"army": ["A19"]}, (0, 1)),
    ],
)
def test_other_conditions(option: str, priest: int, bot: Side, ways: tuple[int, int]) -> None:
    """19.6: two statues for worship; as many soldiers as casualties for conquer."""
    given: Side = {**bot, "priest": priest}
    for options, way in zip(((), (option,)), ways, strict=True):
        table = solo(
            bot=given, actor="purple", options=options, casualties=["red", "red"], do=own_turn()
        )
        assert way_to_action(table.state, 1) == way


def test_one_conquest() -> None:
    """19.6: it places no second marker."""
    bot: Side = {"army": ["A01", "A02", "A19", "A20"]}
    table = acting("conquer", bot, options=("axomamma_one_conquest",))
    assert len(table.state.conquests) == 1


@pytest.mark.parametrize(
    ("option", "soldiers", "points"),
    [(None, 1, 11), ("axomamma_no_recruits", 0, 11), ("axomamma_worker_points", 1, 13)],
)
def test_without_a_worker(option: str | None, soldiers: int, points: int) -> None:
    """19.6: no army card, or 2 VP more."""
    options = (option,) if option else ()
    table = solo(do=recover(), options=options, nomads=["green"], offer=["G02"])
    assert (len(table.player("black").soldiers), table.points("black")) == (soldiers, points)


@pytest.mark.parametrize(("action", "bot"), [("offering", {"corn": 2}), ("worship", {})])
def test_a_free_step(action: str, bot: Side) -> None:
    """19.6, R179: a temple step first, when its priest leads."""
    table = acting(action, bot, options=("axomamma_free_step",))
    assert table.player("black").temple == (2 if bot else 1)


def test_light_conquests() -> None:
    """19.6, R174: 1 soldier less of both kinds, but one in all."""
    assert [spared(each, 1) for each in ((2, 2), (3, 1), (1, 0), (0, 1), (1, 1))] == [
        (1, 1),
        (2, 0),
        (1, 0),
        (0, 1),
        (1, 0),
    ]
    options = ("axomamma_light_conquests",)
    table = solo(bot={"army": ["A01", "A02"]}, do=conquer_dearest(), options=options)
    assert [*table.state.conquests] == ["antisuyu_6"]


def test_points_for_actions() -> None:
    """19.6: 2 VP whenever its priest takes an action."""
    bot: Side = {"corn": 4, "priest": 1}
    table = solo(bot=bot, options=("axomamma_action_points",))
    assert table.points("black") == 12


def test_points_for_weavings() -> None:
    """19.6: 2 VP for each at a festival."""
    bot: Side = {"tapestries": [["SW01", "W05"], ["W09"]]}
    table = solo(bot=bot, do=score_weavings(), options=("axomamma_weaving_points",))
    assert table.points("black") == 16


def test_points_for_goods() -> None:
    """19.6: 1 VP for each good left, so 2 for each gold."""
    bot: Side = {"corn": 2, "gold": 3}
    table = solo(bot=bot, do=finish(), options=("axomamma_goods_points",))
    assert table.points("black") == 10 + 2 + 6


@pytest.mark.parametrize("number", range(12))
def test_random_games_end(number: int) -> None:
    """Any options together: the game ends, and every law holds."""
    luck = Random(number)
    options = tuple(name for name in OPTIONS if luck.random() < 0.4)
    assert play(*random_table(1, options, number)).over
