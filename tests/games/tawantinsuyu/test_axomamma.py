"""Axomamma (section 19): its start, its turn, its board and what it takes."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.table import Table, Turn
from engine.visibility import view
from games.tawantinsuyu import TITLE
from games.tawantinsuyu.army import draw_army
from games.tawantinsuyu.axomamma import seek_space
from games.tawantinsuyu.axomamma_board import move_tokens, use_spot, use_spots
from games.tawantinsuyu.axomamma_data import PERSONALITIES
from games.tawantinsuyu.axomamma_priest import way_to_action
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.tapestries import weave
from tests.games.tawantinsuyu.automa import START, bot_of, next_roll, solo, under
from tests.games.tawantinsuyu.builder import Play, Side

ALL = [*range(1, 6)]


def fresh(number: int = 0, *options: str) -> Table:
    """A new solo game."""
    return Table.new(TITLE, 1, options, bytes([number] * 32))


def state(table: Table) -> Tawantinsuyu:
    """The state of a table."""
    return cast(Tawantinsuyu, table.state)


# The start


def test_what_axomamma_begins_with() -> None:
    """19.1: goods, a card, two different workers, a weaving, tucked cards, tokens."""
    s = state(fresh())
    bot = s.players[1]
    assert bot.goods == {"potato": 0, "corn": 2, "stone": 2, "gold": 1}
    assert (bot.points, bot.priest, len(bot.soldiers), len({*bot.workers})) == (10, 0, 1, 2)
    assert [len(row) for row in bot.tapestries] == [1]
    assert s.axomamma.personality in PERSONALITIES
    tokens = [(each.row, each.value, each.spot) for each in s.axomamma.tokens]
    assert tokens == START
    assert sorted(value for _, value, _ in tokens) == [1, 1, 2, 2, 2, 3, 3, 4]
    cards = [*s.axomamma.tucked, *s.god_deck, *s.players[0].dealt]
    assert (len({*s.axomamma.tucked}), len(cards), len(bot.gods)) == (4, 42, 0)


def test_the_table_of_a_solo_game() -> None:
    """19.1: as for two players; the player is first and chooses a weaving second."""
    table = fresh()
    s = state(table)
    assert (s.first, len(s.village), len(s.nomads), len(s.hill)) == (0, 6, 3, 5)
    assert table.open[0].effect[0] == "choose_start"
    assert len(table.open[0].options) == 3


def test_its_hand_is_hidden() -> None:
    """19.1: the player sees how many army cards it has, and its tucked god cards."""
    s = state(fresh())
    shown = view(s)
    assert shown["players"][1]["soldiers"] == 1
    assert shown["axomamma"]["tucked"] == s.axomamma.tucked


@pytest.mark.parametrize("number", range(4))
def test_its_priest_follows_that_of_the_player(number: int) -> None:
    """19.1: as many spaces clockwise as the die shows, with a step marker and no benefits."""
    table = fresh(number)
    while table.open[0].effect[0] != "place_priest":
        table.step(0, table.open[0].options[0].id, Turn())
    turn = Turn()
    table.step(0, "section 4", turn)
    s = state(table)
    value = next(effect[1] for _, effect in turn.trace if effect[0] == "roll_die")
    section = (4 - 1 + value) % 5 + 1
    bot = s.players[1]
    assert (bot.priest, s.steps, bot.steps) == (section, {f"ST{section}U": 1}, 4)
    assert (bot.points, bot.goods["corn"]) == (10, 2)
    assert table.open[0].effect[0] == "turn"


# The turn


def test_e28_a_turn() -> None:
    """E28: a placement by the roll 3, 2 corn, a small statue, and two tokens on spot 1."""
    table = solo(
        bot={
            "corn": 3,
            "stone": 3,
            "production": ["PB01"],
            "workers": ["blue", "red"],
        },
        roll=3,
        tucked=["G08", "G15", "G01", "G22"],
        god_deck=["G02"],
    )
    bot = table.player("black")
    assert (table.state.hill, bot.workers) == ({"S1T2": "blue"}, ["red"])
    assert bot_of(table) == ({"corn": 5}, 13)
    assert [each.split()[0] for each in bot.statues] == ["small"]
    moved = [t for t in under(table) if t[1] == 3]
    assert moved == [("top", 3, 1), ("middle", 3, 1)]
    assert [t for t in under(table) if t[1] != 3] == [t for t in START if t[1] != 3]
    assert table.state.axomamma.tucked == ["G08", "G15", "G02", "G22"]
    assert (table.state.offer, table.asked, table.question) == (["G01"], "purple", "turn")


CONDITIONS: list[tuple[int, Side, int]] = [
    (1, {"corn": 4}, 1),
    (1, {"corn": 3}, 0),
    (4, {"production": ["PB01", "PB02"]}, 1),
    (4, {"production": ["PB01"]}, 0),
    (5, {"statues": ["small zigzag"]}, 1),
    (5, {}, 0),
    (3, {"soldiers": ["A01"], "army": ["A19"]}, 1),
    (3, {"soldiers": ["A01"], "army": ["A02"]}, 0),
    (2, {"worn": ["PB01"], "spent": ["A01", "A02"]}, 1),
    (2, {"worn": ["PB01"], "spent": ["A01"]}, 0),
    (1, {"worn": ["PB01", "PB02", "PB03"]}, 2),
    (1, {"worn": ["PB01", "PB02", "PB03"], "corn": 4}, 1),
    (5, {"worn": ["PB01", "PB02", "PB03"]}, 0),
]


@pytest.mark.parametrize(("priest", "bot", "way"), CONDITIONS)
def test_the_conditions_of_its_priest(priest: int, bot: Side, way: int) -> None:
    """19.2, S2: two spaces ahead, the nearer one first; two casualties."""
    given: Side = {**bot, "priest": priest}
    table = solo(bot=given, do=draw_army(0), casualties=["blue", "red"], actor="purple")
    assert way_to_action(table.state, 1) == way


def test_its_priest_acts() -> None:
    """19.2: it moves and acts; a card, and two old cards of the offer without points."""
    table = solo(
        bot={"corn": 4, "priest": 5, "temple": 2, "workers": ["red"]},
        purple={"corn": 3},
        offer=["G02", "G03", "G04"],
    )
    assert (table.asked, table.question) == ("purple", "follow_offer")
    table.play("offer 3")
    bot = table.player("black")
    assert (bot.priest, bot.temple, len(bot.soldiers), bot.workers) == (2, 4, 2, ["red"])
    assert (table.player().temple, table.points("black")) == (1, 10)
    assert (table.state.offer, table.state.god_deck[:2]) == (["G04"], ["G03", "G02"])
    assert (table.asked, table.question) == ("purple", "turn")


def test_no_worker() -> None:
    """19.2: a random nomad, points for old cards, an army card, and a step of its priest."""
    table = solo(bot={"priest": 1}, nomads=["green"], bag=["blue"], offer=["G02"])
    bot = table.player("black")
    assert (bot.workers, bot.priest, len(bot.soldiers)) == (["green"], 2, 1)
    assert bot_of(table) == ({"corn": 1}, 11)
    assert (table.state.nomads, table.state.offer) == (["blue"], [])
    assert table.question == "turn"


def test_the_first_worker_is_chosen_by_luck() -> None:
    """19.2: the first time any of them, afterwards the oldest."""
    left: dict[bool, set[str]] = {placed: set() for placed in (False, True)}
    for placed, found in left.items():
        for roll in range(1, 5):
            for priest in ALL:
                bot: Side = {"workers": ["blue", "red"], "priest": priest}
                tokens = [("top", 4, 1)]
                table = solo(bot=bot, roll=roll, placed=placed, tokens=tokens, skip=priest)
                found.update(table.player("black").workers)
    assert left == {False: {"blue", "red"}, True: {"red"}}


PLACES = [
    (0, {}, "S1T2"),
    (0, {"S1T2": "blue"}, "S4T2"),
    (1, {}, "S2M4"),
    (1, {"S2M4": "blue", "S4M1": "red", "S5M1": "red"}, "S1T2"),
    (2, {}, "S1B2"),
    (0, {"S1T2": "blue", "S4T2": "red"}, "S2M4"),
]


@pytest.mark.parametrize(("festivals", "hill", "space"), PLACES)
def test_where_it_places_a_worker(festivals: int, hill: dict[str, str], space: str) -> None:
    """19.2, R176: the terrace of the festival, then up, then down; the cheapest space there."""
    table = solo(
        bot={"workers": ["white"], "priest": 1},
        do=seek_space("white", 1, 0),
        hill=hill,
        festivals=festivals,
        steps={"ST2U": "purple"},
    )
    assert table.state.hill == {**hill, space: "white"}
    assert table.goods("black") == {}
    assert table.points() == (11 if space == "S2M4" else 10)


def test_no_space_of_a_symbol() -> None:
    """19.2: the card goes to the offer, and another one is tucked and tried."""
    zigzag = ["S1B2", "S1T2", "S2M4", "S3B1", "S4M1", "S4T2", "S5B1", "S5M1"]
    table = solo(
        bot={"workers": ["white"], "priest": 2},
        do=seek_space("white", 1, 0),
        hill={space: "blue" if space < "S3" else "red" for space in zigzag},
        god_deck=["G02", "G09", "G23"],
    )
    assert table.state.hill["S5T1"] == "white"
    assert table.state.offer == ["G01", "G02", "G09"]
    assert table.state.axomamma.tucked[0] == "G23"


@pytest.mark.parametrize(("statue", "points"), [("small zigzag", 15), ("large spiral", 10)])
def test_a_statue_of_the_symbol(statue: str, points: int) -> None:
    """19.2: 5 VP for an own statue of the symbol, and nothing else of the card."""
    bot: Side = {"workers": ["white"], "statues": [statue]}
    table = solo(bot=bot, do=seek_space("white", 1, 0))
    assert bot_of(table) == ({}, points)


# The board


def test_a_roll_acts_from_the_top_down() -> None:
    """19.2: the tokens of value 2: stone, then a weaving, then a worker of the village."""
    table = solo(
        bot={"corn": 1, "tapestries": [["SW01"]]},
        do=use_spots(2),
        village=["blue", "red"],
        weavings=["W05", "W01", "W02"],
    )
    assert [effect[1:] for effect in table.events("use_spot")] == [
        ("top", 2),
        ("middle", 1),
        ("bottom", 1),
    ]
    bot = table.player("black")
    assert (bot.tapestries, bot.workers) == ([["SW01", "W05"]], ["blue"])
    assert table.goods("black") == {"stone": 3, "gold": 1}


def test_tokens_go_round_their_rows() -> None:
    """19.2: as many spots as their value; two tokens may share a spot."""
    table = solo(do=move_tokens(2))
    moved = [t for t in under(table) if t[1] == 2]
    assert moved == [("top", 2, 4), ("middle", 2, 3), ("bottom", 2, 3)]


def spot(row: str, n: int, bot: Side | None = None, **rest: Any) -> Play:
    """A table on which Axomamma has used a spot."""
    return solo(bot=bot, do=use_spot(row, n), **rest)


SPOTS: list[tuple[str, int, Side, dict[str, int], int]] = [
    ("top", 1, {}, {"potato": 2}, 10),
    ("top", 1, {"potato": 3}, {}, 15),
    ("top", 2, {}, {"stone": 2}, 10),
    ("top", 3, {}, {"corn": 2}, 10),
    ("top", 4, {}, {"gold": 1}, 10),
    ("top", 5, {"stone": 1}, {"stone": 1, "corn": 1}, 10),
    ("top", 5, {"corn": 1}, {"stone": 1, "corn": 1}, 10),
    ("top", 5, {}, {"corn": 1}, 10),
    ("middle", 1, {}, {"gold": 1}, 10),
    ("middle", 2, {}, {"gold": 1}, 10),
    ("middle", 3, {"stone": 2}, {"stone": 2, "gold": 1}, 10),
    ("middle", 5, {"stone": 2}, {"stone": 2, "gold": 1}, 10),
    ("middle", 5, {"stone": 2, "gold": 1}, {"corn": 1, "potato": 2}, 14),
    ("bottom", 2, {}, {}, 12),
]


@pytest.mark.parametrize(("row", "n", "bot", "goods", "points"), SPOTS)
def test_the_spots(row: str, n: int, bot: Side, goods: dict[str, int], points: int) -> None:
    """19.3: goods, points, and 1 gold instead of what it cannot pay."""
    assert bot_of(spot(row, n, bot)) == (goods, points)


def test_the_spots_of_the_bottom_row() -> None:
    """19.3: workers of both ends, an army card, a nomad; nothing if that is impossible."""
    village = ["green", "blue", "white"]
    assert spot("bottom", 1, village=village).player("black").workers == ["green"]
    assert spot("bottom", 3, village=village).player("black").workers == ["white"]
    assert len(spot("bottom", 4).player("black").soldiers) == 1
    assert spot("bottom", 5, nomads=["red"]).player("black").workers == ["red"]
    for n in (1, 3):
        assert bot_of(spot("bottom", n, village=[])) == ({}, 10)


PERSONAL: list[tuple[str, Side, dict[str, object]]] = [
    ("axomamma_statue", {}, {"points": 13}),
    ("axomamma_weaving", {"tapestries": [["SW01"]]}, {"tapestries": [["SW01", "W05"]]}),
    ("axomamma_temple", {"temple": 3}, {"temple": 4, "points": 10}),
    ("axomamma_building", {"production": ["PB01"]}, {"production": ["PB01", "PB07"]}),
    ("axomamma_building", {"production": ["PB01", "PB02"]}, {"passive": ["Z05"]}),
]


@pytest.mark.parametrize(("personality", "bot", "after"), PERSONAL)
def test_the_personality(personality: str, bot: Side, after: dict[str, object]) -> None:
    """19.3, R175: 1 gold, and a statue, a weaving, a temple step or a building without payment."""
    table = spot(
        "top",
        4,
        bot,
        personality=personality,
        weavings=["W05", "W01"],
        market=["PB07", "Z05"],
    )
    assert table.goods("black") == {"gold": 1}
    assert {name: getattr(table.player("black"), name) for name in after} == after
    assert table.state.weaving == ("W01" if personality == "axomamma_weaving" else "W05")


WEAVINGS: list[tuple[Side, list[list[str]], dict[str, int]]] = [
    (
        {"corn": 3, "tapestries": [["SW01"], ["SW04", "W18"]]},
        [["SW01"], ["SW04", "W18", "W09", "W05"]],
        {},
    ),
    ({"corn": 1, "tapestries": [["SW01"]]}, [["SW01", "W09"]], {"gold": 1}),
    ({"corn": 1, "gold": 2, "tapestries": [["SW01"]]}, [["SW01", "W09", "W05"]], {}),
    ({"corn": 4, "tapestries": [["SW02", "W10"]]}, [["SW02", "W10", "W01"], ["W09"]], {"corn": 1}),
]


@pytest.mark.parametrize(("bot", "rows", "goods"), WEAVINGS)
def test_weaving(bot: Side, rows: list[list[str]], goods: dict[str, int]) -> None:
    """19.3: two weavings, for the largest tapestry, of high numbers; or one and gold."""
    table = spot("middle", 1, bot, weavings=["W05", "W01", "W09"])
    assert table.player("black").tapestries == rows
    assert table.goods("black") == goods


def test_the_player_may_buy_what_it_leaves() -> None:
    """10.5: the weaving that is left is offered to the player."""
    table = spot(
        "middle",
        1,
        {"corn": 3, "tapestries": [["SW01"]]},
        purple={"corn": 3},
        weavings=["W05", "W01", "W09"],
    )
    assert (table.asked, table.question, table.offered("buy")) == ("purple", "buy_left", ["W01"])


LEFT: list[tuple[Side, list[list[str]], dict[str, int]]] = [
    ({"corn": 3, "tapestries": [["SW01"]]}, [["SW01", "W09"]], {}),
    ({"corn": 2, "gold": 1, "tapestries": [["SW01"]]}, [["SW01"]], {"corn": 2, "gold": 1}),
    ({"corn": 3, "tapestries": [["SW02", "W10"]]}, [["SW02", "W10", "W01"]], {}),
    ({"corn": 3, "tapestries": []}, [], {"corn": 3}),
]


@pytest.mark.parametrize(("bot", "rows", "goods"), LEFT)
def test_it_buys_what_the_player_leaves(
    bot: Side, rows: list[list[str]], goods: dict[str, int]
) -> None:
    """19.3, S3, R181: one weaving for 3 corn, without gold, for a tapestry that it has."""
    table = solo(
        bot=bot,
        purple={"corn": 1},
        do=weave(),
        actor="purple",
        weavings=["W02", "W01", "W09"],
    )
    table.play("buy W02", "lay new")
    assert table.player("black").tapestries == rows
    assert table.goods("black") == goods


def test_a_building() -> None:
    """19.3: stone rather than gold, whatever the cost; production or passive."""
    market = ["PB07", "Z05"]
    table = spot("middle", 2, {"stone": 1, "gold": 1}, market=market)
    assert (table.player("black").production, table.goods("black")) == (["PB07"], {"gold": 1})
    table = spot("middle", 4, {"gold": 1}, market=market)
    assert (table.player("black").passive, table.goods("black")) == (["Z05"], {})


@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_a_large_statue(roll: int) -> None:
    """19.3: large if it can pay for it; the die chooses the tucked card."""
    symbols = ["zigzag", "spiral", "four_squares", "cross"]
    table = spot("middle", 3, {"stone": 3, "gold": 2}, roll=roll)
    assert table.player("black").statues == [f"large {symbols[roll - 1]}"]
    assert bot_of(table) == ({}, 19)


def test_the_next_statue_clockwise() -> None:
    """19.3: without such a statue the next slot counts, and any statue if none fits."""
    gone: Side = {"statues": ["large cross"]}
    table = spot("middle", 3, {"stone": 3, "gold": 2}, purple=gone, roll=4)
    assert table.player("black").statues == ["large zigzag"]
    names = ["zigzag", "spiral", "four_squares", "cross"]
    all_gone: Side = {"statues": [f"large {each}" for each in names]}
    table = spot("middle", 3, {"stone": 3, "gold": 2}, purple=all_gone)
    assert table.player("black").statues[0] in ("large diamond", "large waves")


STEPS = [
    (4, {}, "ST4U"),
    (4, {"ST4U": "purple"}, "ST5U"),
    (5, {"ST5U": "black"}, "ST1U"),
    (4, {f"ST{n}U": "purple" for n in (1, 2, 3, 4)} | {"ST5U": "black"}, "ST5L"),
    (4, {f"ST{n}U": "purple" for n in ALL}, "ST4L"),
]


@pytest.mark.parametrize(("priest", "steps", "spot_id"), STEPS)
def test_steps(priest: int, steps: dict[str, str], spot_id: str) -> None:
    """19.3: upper spots clockwise from its priest, then lower ones, not under the player's."""
    table = spot("middle", 5, {"stone": 3, "priest": priest}, steps=steps)
    assert table.state.steps[spot_id] == 1
    assert table.goods("black") == {"corn": 1, "potato": 2}
    assert table.points() == (12 if spot_id == "ST4L" else 10)


def test_the_die() -> None:
    """19.1: the faces 1, 2, 2, 3, 3, 4."""
    table = solo(actor="purple")
    counts = dict.fromkeys(range(1, 5), 0)
    for _ in range(600):
        counts[next_roll(table.state)] += 1
        table.state.draws += 1
    assert min(counts[2], counts[3]) > max(counts[1], counts[4]) > 50
