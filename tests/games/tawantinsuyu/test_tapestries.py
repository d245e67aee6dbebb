"""Weaving and tapestries (10.5, 10.6, section 11)."""

from __future__ import annotations

from games.tawantinsuyu.tapestries import any_connection, take_weavings, weave
from tests.games.tawantinsuyu.builder import Side, tawantinsuyu

OPEN = ["W08", "W19", "W30"]


def test_what_is_left_is_offered_to_the_others() -> None:
    """D17: in turn order, one weaving each for 3 corn."""
    table = tawantinsuyu(
        4,
        purple={"corn": 1},
        black={"corn": 2},
        orange={"corn": 9},
        grey={"corn": 3},
        weavings=OPEN,
        do=weave(),
    )
    table.play("buy W19", "lay new")
    assert (table.asked, table.options) == ("orange", ["buy W08", "buy W30", "pass"])
    table.play("buy W30", "lay new")
    assert (table.goods("orange"), table.asked) == ({"corn": 6}, "grey")
    table.play("pass")
    assert (table.goods("grey"), table.asked) == ({"corn": 3}, "")


def test_unsold_weavings_go_under_the_pile_as_drawn() -> None:
    """D18: the last one drawn is the lowest; the next one of the pile is opened."""
    table = tawantinsuyu(4, purple={"corn": 1}, weavings=OPEN, do=weave())
    top = table.state.weaving_pile[-1]
    table.play("pass")
    assert table.state.weaving_pile[:3] == OPEN[::-1]
    assert table.state.weaving == top


def test_a_second_tapestry() -> None:
    """D19: a player may begin one although the weaving fits another."""
    table = tawantinsuyu(
        purple={"tapestries": [["SW01"], ["W01"]]}, weavings=["W05"], do=take_weavings(1)
    )
    table.play("take open")
    assert table.offered("lay") == ["new", "left 1", "right 1", "left 2", "right 2"]
    table.play("lay new")
    assert table.player().tapestries == [["SW01"], ["W01"], ["W05"]]


def test_the_ends_of_a_row_do_not_meet() -> None:
    """D20: a tapestry is no ring."""
    table = tawantinsuyu(purple={"tapestries": [["SW03", "SW04"]]})
    assert not any_connection(table.state, 0)
    table = tawantinsuyu(purple={"tapestries": [["SW04", "SW03"]]})
    assert any_connection(table.state, 0)


def test_a_weaving_is_laid_before_the_next_is_bought() -> None:
    """R156: and the next one costs 2 corn more."""
    table = tawantinsuyu(4, purple={"corn": 6, "tapestries": [["SW01"]]}, weavings=OPEN, do=weave())
    table.play("buy W30")
    assert (table.question, table.goods()) == ("lay", {"corn": 5})
    table.play("lay new")
    assert (table.question, table.offered("buy")) == ("buy_weaving", ["W08", "W19"])
    table.play("buy W19", "lay left 2", "buy W08", "lay new")
    assert (table.goods(), table.player().tapestries) == ({}, [["SW01"], ["W19", "W30"], ["W08"]])


def test_a_pattern_once_in_each_row() -> None:
    """11: at either end, as it lies; the edges need not be equal."""
    table = tawantinsuyu(
        purple={"tapestries": [["SW01", "W05"]]}, weavings=["W09"], do=take_weavings(1)
    )
    table.play("take open", "lay left 1")
    assert table.player().tapestries == [["W09", "SW01", "W05"]]


def test_army_cards_pay_for_more_weavings() -> None:
    """5, 10.5: in the own turn a card of the hand may bring the corn for the next weaving."""
    purple: Side = {"corn": 1, "soldiers": ["A06"]}
    table = tawantinsuyu(4, purple=purple, weavings=OPEN, do=weave()).play("buy W08", "lay new")
    assert table.refused["buy W19"] == "needs-more"
    table.play("discard A06", "buy W19", "lay new")
    assert (table.player().tapestries, table.goods()) == ([["W08"], ["W19"]], {})
