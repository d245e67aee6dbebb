"""Axomamma (section 19.4): what it takes where a player is asked, and its workers."""

from __future__ import annotations

import pytest

from games.tawantinsuyu.army import draw_army
from games.tawantinsuyu.axomamma_choices import bury_gods, take_goods
from games.tawantinsuyu.axomamma_priest import conquer_cheapest
from games.tawantinsuyu.axomamma_workers import enlist
from games.tawantinsuyu.benefits import benefits
from games.tawantinsuyu.tapestries import weave
from games.tawantinsuyu.temple import rise
from tests.games.tawantinsuyu.automa import bot_of, solo
from tests.games.tawantinsuyu.builder import Side

REWARDS: list[tuple[str, dict[str, int], int]] = [
    ("white", {}, 12),
    ("yellow", {"potato": 1}, 11),
    ("red", {}, 10),
    ("green", {"corn": 1}, 10),
    ("blue", {"stone": 1}, 10),
]


@pytest.mark.parametrize(("colour", "goods", "points"), REWARDS)
def test_the_reward_of_a_worker(colour: str, goods: dict[str, int], points: int) -> None:
    """19.4: a good, points, a card or a god card by its colour."""
    table = solo(do=enlist("potato_end"), village=[colour, "blue"], offer=["G02", "G03"])
    assert bot_of(table) == (goods, points)
    assert len(table.player("black").soldiers) == (colour == "red")
    assert table.state.offer == (["G03"] if colour == "white" else ["G02", "G03"])


def test_it_keeps_two_workers() -> None:
    """19.4: a surplus worker leaves the game at once."""
    table = solo(bot={"workers": ["blue", "red"]}, do=enlist("corn_end"), village=["red", "green"])
    assert len(table.player("black").workers) == 2
    assert len(table.events("leave_game")) == 1
    assert table.goods("black") == {"corn": 1}


def test_potatoes_become_points() -> None:
    """19.4: 5 potatoes for 5 VP, as often as there are 5; gold does not count."""
    table = solo(bot={"potato": 4, "gold": 3}, do=take_goods({"potato": 7}))
    assert bot_of(table) == ({"potato": 1, "gold": 3}, 20)


def test_a_god_card() -> None:
    """19.4, R171: the oldest card of the offer goes under the deck for 1 VP, if there is one."""
    table = solo(do=bury_gods(2), offer=["G02"])
    assert (table.points("black"), table.state.god_deck[0]) == (11, "G02")
    assert table.state.offer == []


def test_draw_two_and_keep_one() -> None:
    """19.4: it draws one army card."""
    table = solo(do=benefits((draw_army(2),)), army_deck=["A05", "A06"])
    assert table.player("black").soldiers == ["A05"]


TEMPLE: list[tuple[Side, list[str], list[str], dict[str, int], list[str]]] = [
    ({}, ["green", "red"], ["blue"], {"corn": 1}, ["green"]),
    ({}, [], ["blue"], {"stone": 1}, ["blue"]),
    ({}, [], [], {"stone": 1}, []),
    ({"workers": ["red"]}, ["green"], [], {"stone": 1}, ["red"]),
    ({"workers": ["red"], "stone": 1}, ["green"], [], {"stone": 1, "corn": 1}, ["red", "green"]),
    ({"workers": ["red", "red"], "stone": 2}, ["green"], [], {"stone": 3}, ["red", "red"]),
]


@pytest.mark.parametrize(("bot", "village", "nomads", "goods", "workers"), TEMPLE)
def test_a_stone_or_a_worker(
    bot: Side, village: list[str], nomads: list[str], goods: dict[str, int], workers: list[str]
) -> None:
    """19.4, S4: what it has less of; a worker of the village, else a nomad, else the stone."""
    table = solo(bot=bot, do=rise(6), village=village, nomads=nomads, bag=())
    assert (table.goods("black"), table.player("black").workers) == (goods, workers)


def test_more_weavings_to_choose_from() -> None:
    """R170: with the building that draws five, it puts back those that it likes least."""
    bot: Side = {"corn": 1, "passive": ["Z08"], "tapestries": [["SW01"]]}
    table = solo(bot=bot, do=weave(), weavings=["W05", "W01", "W02", "W09", "W13", "W06"])
    assert table.events("return_weaving")[:2] == [("return_weaving", w) for w in ("W01", "W02")]
    assert table.player("black").tapestries == [["SW01", "W13"]]


def test_a_soldier_less() -> None:
    """R170, D43: with the building that spares a soldier, a conquest takes fewer."""
    taken = ("chinchaysuyu_1", "antisuyu_1", "qullasuyu_1", "kuntisuyu_1")
    bot: Side = {"army": ["A01"], "passive": ["Z13"]}
    table = solo(bot=bot, do=conquer_cheapest(), conquests=dict.fromkeys(taken, "purple"))
    (space,) = {*table.state.conquests} - {*taken}
    assert space.endswith("_2")
    assert table.player("black").spent[:1] == ["A01"]
