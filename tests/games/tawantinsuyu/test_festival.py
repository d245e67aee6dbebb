"""Festivals (section 16)."""

from __future__ import annotations

from typing import Any

from games.tawantinsuyu.festival import hold_festival, majority, pay_gods
from games.tawantinsuyu.paying import lose_points
from games.tawantinsuyu.state import Tawantinsuyu
from tests.games.tawantinsuyu.builder import Play, Side, tawantinsuyu


def festival(seats: int = 2, **given: Any) -> Play:
    """A table at a festival of purple."""
    return tawantinsuyu(seats, village=(), token="purple", do=hold_festival(), **given)


def test_two_potatoes_for_a_god_card() -> None:
    """D27: by an option 1 potato; the cards stay in hand."""
    side: Side = {"gods": ["G01", "G02"], "potato": 5}
    table = tawantinsuyu(purple=side, do=pay_gods())
    assert (table.goods(), len(table.hand())) == ({"potato": 1}, 2)
    table = tawantinsuyu(purple=side, options=("potato_1",), do=pay_gods())
    assert (table.goods(), len(table.hand())) == ({"potato": 3}, 2)


def test_missing_potatoes() -> None:
    """D29: 2 VP each, after all potatoes are paid; corn is not accepted."""
    table = tawantinsuyu(
        purple={"gods": ["G01", "G02"], "potato": 3, "corn": 9, "points": 10}, do=pay_gods()
    )
    assert (table.goods(), table.points(), len(table.hand())) == ({"corn": 9}, 8, 2)


def test_no_score_below_0() -> None:
    """D30: further losses are forgiven."""
    assert tawantinsuyu(purple={"points": 3}, do=lose_points(8)).points() == 0


def test_gold_for_missing_potatoes_is_voluntary() -> None:
    """R159: the player chooses how much gold is paid."""
    side: Side = {"gods": ["G01"], "potato": 1, "gold": 2, "points": 10}
    table = tawantinsuyu(purple=side, do=pay_gods())
    assert table.options == ["spend 0 gold", "spend 1 gold", "spend 2 gold"]
    assert table.refused["spend 3 gold"] == "tribute-is-lower"
    table.play("spend 0 gold")
    assert (table.goods(), table.points()) == ({"gold": 2}, 8)
    table = tawantinsuyu(purple=side, do=pay_gods()).play("spend 1 gold")
    assert (table.goods(), table.points()) == ({"gold": 1}, 10)
    table = tawantinsuyu(purple=side, do=pay_gods()).play("spend 2 gold")
    assert (table.goods(), table.points()) == ({"potato": 1}, 10)


def test_the_festival_is_in_the_turn_of_the_holder() -> None:
    """R158: the holder may use what is free in the own turn; the others may not."""
    side: Side = {"points": 10}
    table = festival(
        purple={**side, "gods": ["G01"], "soldiers": ["A01"]},
        black={**side, "gods": ["G02"], "soldiers": ["A02"]},
    )
    assert (table.asked, table.options) == ("purple", ["spend 0 gold", "discard A01"])
    table.play("discard A01", "spend 0 gold")
    assert (table.goods(), table.points(), table.points("black")) == ({"potato": 1}, 10, 6)


def test_a_short_bag() -> None:
    """D35: the village gets what is there; an empty bag brings the token back at once."""
    table = festival(bag=["red"])
    assert (table.state.village, table.state.token) == (["red"], None)
    assert (table.state.hill, table.points()) == ({}, 10)
    table = festival(bag=())
    assert (table.state.village, table.state.token, table.points()) == ([], 0, 12)
    table = festival(bag=(), festivals=1)
    assert (table.state.festivals, table.state.token, table.points()) == (2, 0, 14)


def test_the_whole_reward_of_the_temple_step() -> None:
    """D45: cards and workers too."""
    table = festival(purple={"temple": 10}, black={"temple": 6, "points": 10})
    table.play("benefit take_gods", "take deck", "benefit draw_army")
    table.play(f"keep {table.player().recruits[0]}")
    assert (table.points(), len(table.player().soldiers)) == (16, 1)
    table.play("benefit choose", "choose welcome", "welcome red")
    assert (table.points("black"), table.player("black").workers) == (13, ["red"])


def test_a_short_god_deck() -> None:
    """R160: fewer cards are drawn, first by the player with the fewest points."""

    def one_card(s: Tawantinsuyu) -> None:
        s.god_deck = ["G11"]

    table = festival(purple={"points": 20}, black={"points": 10}, offer=["G03"], prepare=one_card)
    assert (table.hand(), table.hand("black"), table.state.offer) == ([], ["G11"], ["G03"])


def test_majorities() -> None:
    """16.3: the most markers, else the rightmost of those that tie."""
    owners = {
        "antisuyu_1": "purple",
        "antisuyu_2": "black",
        "antisuyu_3": "black",
        "antisuyu_6": "purple",
        "qullasuyu_7": "purple",
        "qullasuyu_1": "black",
        "qullasuyu_2": "black",
    }
    state = tawantinsuyu(conquests=owners).state
    winners = [majority(state, each) for each in ("antisuyu", "qullasuyu", "kuntisuyu")]
    assert winners == [0, 1, None]


def test_who_draws_how_many_god_cards() -> None:
    """16.7: the fewest points first; of equal players the one after the holder has more."""
    for points, drawn in (
        ([10, 20, 30, 40], [2, 2, 1, 1]),
        ([10, 10, 10, 10], [1, 1, 2, 2]),
        ([40, 10, 10, 10], [1, 1, 2, 2]),
    ):
        sides = dict(
            zip(("purple", "black", "orange", "grey"), [{"points": n} for n in points], strict=True)
        )
        table = festival(4, **sides)
        hands = [len(table.state.hand(side)) for side in range(4)]
        assert hands == drawn


def test_playing_god_cards() -> None:
    """16.8: up to three cards without statues; they go into the deck, not into the offer."""
    table = festival(
        purple={"gods": ["G01", "G02", "G04", "G10"], "potato": 8, "points": 10},
        black={"points": 30},
    )
    table.play("play G01", "play G02", "play G04")
    assert (table.goods(), table.points()) == ({"potato": 3, "stone": 2}, 13)
    assert (table.asked, table.question) == ("black", "play_gods")
    table.play("pass")
    assert {"G01", "G02", "G04"} <= {*table.state.god_deck}
    assert table.state.offer == []
