"""What a worker picked up may do: its action, a lower one for corn, any one, a borrowed one."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from tests.games.tzolkin import laws
from tests.games.tzolkin.builder import Play, Side, crowd, tzolkin

RICH: Side = {"corn": 60, "wood": 9, "stone": 9, "gold": 9, "skull": 3}
COUNT = {gear: 9 if gear == "chichen_itza" else 5 for gear in laws.GEARS}
SMALL = ["palenque", "yaxchilan", "tikal", "uxmal"]
LENT = [f"{gear} {n}" for gear in SMALL for n in range(1, 6) if (gear, n) != ("uxmal", 5)]
EVERY_ACTION = [(gear, n) for gear, count in COUNT.items() for n in range(1, count + 1)]


@pytest.mark.parametrize(("gear", "space"), EVERY_ACTION)
def test_the_action_of_the_space_or_a_lower_one(gear: str, space: int) -> None:
    """It does not matter who stands on the lower spaces."""
    crowded = crowd(**{gear: space})
    crowded[gear][space] = "me"
    table = tzolkin(me=RICH, gears=crowded)
    table.play(f"pick {gear} {space}")
    assert table.options == [*(f"{gear} {n}" for n in range(1, space + 1)), "nothing"]
    beyond = [f"{gear} {n}" for n in range(space + 1, COUNT[gear] + 1)]
    assert table.refused_at_hand == dict.fromkeys(beyond, "too-far-ahead")
    others = {f"{other} {n}" for other, n in EVERY_ACTION if other != gear}
    assert {step for step, why in table.refused.items() if why == "other-gear"} == others


@pytest.mark.parametrize(("space", "action"), [(s, a) for s in range(2, 6) for a in range(1, s)])
def test_a_step_back_costs_a_corn(space: int, action: int) -> None:
    table = tzolkin(me={"corn": 9}, gears={"yaxchilan": {space: "me"}})
    turn = table.play(f"pick yaxchilan {space}", f"yaxchilan {action}")
    assert (0, ("pay", {"corn": space - action})) in turn.trace


def test_r71_an_action_declined_after_stepping_back_is_paid_for() -> None:
    """R71: a visit to the market without an exchange; the corn for the step back is spent."""
    table = tzolkin(me={"corn": 3, "wood": 1}, gears={"uxmal": {3: "me"}})
    table.play("pick uxmal 3", "uxmal 2", "done")
    assert table.asked == "left"
    assert table.goods() == {"corn": 2, "wood": 1}


def test_r71_a_borrowed_action_declined_is_paid_for() -> None:
    """R71: the same for the corn of Uxmal 5."""
    table = tzolkin(me={"corn": 3, "wood": 1}, gears={"uxmal": {5: "me"}})
    table.play("pick uxmal 5", "uxmal 5", "borrow uxmal 2", "done")
    assert table.asked == "left"
    assert table.goods() == {"corn": 2, "wood": 1}


def test_r71_declining_before_choosing_an_action_costs_nothing() -> None:
    """R71: only an action that is chosen is paid for."""
    table = tzolkin(me={"corn": 3, "wood": 1}, gears={"uxmal": {3: "me"}})
    table.play("pick uxmal 3", "nothing")
    assert table.goods() == {"corn": 3, "wood": 1}


@pytest.mark.parametrize("gear", laws.GEARS)
def test_every_option_names_its_action_in_its_effects(gear: str) -> None:
    """A client need not parse the step: the first effect names gear and number."""
    table = tzolkin(me=RICH, gears={gear: {laws.LAST[gear]: "me"}})
    table.play(f"pick {gear} {laws.LAST[gear]}")
    options = table.table.decision(0).options
    assert options[-1] == ("nothing", (), False)
    assert [option.then[0] for option in options[:-1]] == [
        ("perform", gear, n) for n in range(1, COUNT[gear] + 1)
    ]


@pytest.mark.parametrize("gear", laws.GEARS)
def test_any_action_spaces_cost_no_corn(gear: str) -> None:
    """6 and 7 of the small gears, 10 of Chichen Itza; R59: and no paid way is offered beside."""
    for space in range(COUNT[gear] + 1, laws.LAST[gear] + 1):
        table = tzolkin(me={**RICH, "corn": 0}, gears={gear: {space: "me"}})
        table.play(f"pick {gear} {space}")
        offered = {*table.options, *table.refused_at_hand}
        assert offered == {*(f"{gear} {n}" for n in range(1, COUNT[gear] + 1)), "nothing"}
        assert len(table.options) == len(offered) - sum(
            reason in ("needs-more", "nothing-to-do") for reason in table.refused.values()
        )
        assert not set(table.refused.values()) & {"too-far-ahead"}


def test_any_action_still_costs_what_the_action_costs() -> None:
    table = tzolkin(me={"corn": 2}, gears={"uxmal": {7: "me"}})
    table.play("pick uxmal 7")
    assert "uxmal 1" not in table.options
    assert table.refused["uxmal 1"] == "needs-more"
    table = tzolkin(me={"corn": 3}, gears={"uxmal": {7: "me"}})
    table.play("pick uxmal 7", "uxmal 1", "climb kukulkan")
    assert table.goods() == {}


@pytest.mark.parametrize("corn", range(6))
def test_d13_the_corn_must_be_there_before(corn: int) -> None:
    """D13: what an action gives does not pay for stepping back to it."""
    table = tzolkin(me={"corn": corn}, gears={"yaxchilan": {5: "me"}})
    table.play("pick yaxchilan 5")
    reached = [f"yaxchilan {n}" for n in range(1, 6) if 5 - n <= corn]
    assert table.options == [*reached, "nothing"]
    assert set(table.refused_at_hand.values()) <= {"needs-more"}


def test_d13_stepping_back_and_the_printed_cost_add_up() -> None:
    """D13: Uxmal 1 from space 3 takes 2 + 3 corn."""
    for corn, possible in ((4, False), (5, True)):
        table = tzolkin(me={"corn": corn}, gears={"uxmal": {3: "me"}})
        table.play("pick uxmal 3")
        assert ("uxmal 1" in table.options) is possible
    table.play("uxmal 1", "climb chaac")
    assert table.goods() == {}


def test_d13_stepping_back_leaves_less_for_building_with_corn() -> None:
    """D13: A1-09 costs 4 corn at Uxmal 4; from space 5 it takes 5."""
    for corn, possible in ((4, False), (5, True)):
        table = tzolkin(me={"corn": corn}, gears={"uxmal": {5: "me"}}, display=["A1-09"])
        table.play("pick uxmal 5")
        assert ("uxmal 4" in table.options) is possible


def test_d13_a_borrowed_action_must_be_payable_with_what_is_left() -> None:
    """D13: the corn for borrowing comes first: fishing does not pay for itself."""
    table = tzolkin(gears={"uxmal": {5: "me"}})
    table.play("pick uxmal 5")
    assert table.asked == "left", "nothing at all can be done without corn"
    table = tzolkin(me={"corn": 1}, gears={"uxmal": {5: "me"}})
    table.play("pick uxmal 5", "uxmal 5")
    assert "borrow palenque 1" in table.options
    assert "borrow uxmal 1" not in table.options
    assert table.refused["borrow uxmal 1"] == "needs-more"


@pytest.mark.parametrize("space", [5, 6, 7])
def test_uxmal_5_costs_its_corn_from_any_space(space: int) -> None:
    table = tzolkin(me={"corn": 1}, gears={"uxmal": {space: "me"}})
    table.play(f"pick uxmal {space}", "uxmal 5", "borrow yaxchilan 5")
    assert table.goods() == {"gold": 1, "stone": 1, "corn": 2}


def test_d14_uxmal_5_does_not_borrow_itself() -> None:
    """D14: it could only waste corn."""
    table = tzolkin(me=RICH, gears={"uxmal": {5: "me"}})
    table.play("pick uxmal 5", "uxmal 5")
    assert table.options == [f"borrow {action}" for action in LENT]
    assert table.refused["borrow uxmal 5"] == "not-lent"


def test_d15_nor_an_action_of_chichen_itza() -> None:
    """D15: however many skulls one has."""
    table = tzolkin(me=RICH, gears={"uxmal": {5: "me"}})
    table.play("pick uxmal 5", "uxmal 5")
    assert [table.refused[f"borrow chichen_itza {n}"] for n in range(1, 10)] == ["not-lent"] * 9


def test_d14_d15_hold_for_the_tile_too() -> None:
    """D14, D15: the tile that borrows an action lends the same ones."""
    table = tzolkin(me=RICH, round=15, gears={"tikal": {2: "me"}}, display=["A2-07"])
    table.play("pick tikal 2", "tikal 2", "build A2-07")
    offered = [option for option in table.options if option != "done"]
    assert offered == [
        f"borrow {action}" for action in LENT if action not in ("tikal 2", "uxmal 4")
    ]
    assert table.refused["borrow tikal 2"] == "nothing-to-do", "the display is empty"
    assert table.refused["borrow uxmal 5"] == "not-lent"
    assert table.refused["borrow chichen_itza 1"] == "not-lent"


def by_its_space(gear: str, n: int, me: Side) -> Play:
    table = tzolkin(me=me, round=15, gears={gear: {n: "me"}}, display=["A2-05"])
    table.play(f"pick {gear} {n}", f"{gear} {n}")
    return table


def by_stepping_back(gear: str, n: int, me: Side) -> Play:
    board: Side = {**me, "corn": me.get("corn", 0) + 5 - n}
    table = tzolkin(me=board, round=15, gears={gear: {5: "me"}}, display=["A2-05"])
    table.play(f"pick {gear} 5", f"{gear} {n}")
    return table


def by_any_action(gear: str, n: int, me: Side) -> Play:
    table = tzolkin(me=me, round=15, gears={gear: {7: "me"}}, display=["A2-05"])
    table.play(f"pick {gear} 7", f"{gear} {n}")
    return table


def by_uxmal_5(gear: str, n: int, me: Side) -> Play:
    board: Side = {**me, "corn": me.get("corn", 0) + 1}
    table = tzolkin(me=board, round=15, gears={"uxmal": {5: "me"}}, display=["A2-05"])
    table.play("pick uxmal 5", "uxmal 5", f"borrow {gear} {n}")
    return table


def by_a_tile(gear: str, n: int, me: Side) -> Play:
    """Through A2-07, with the blocks it costs and without the points that building it gives."""
    level = me.get("architecture", 0)
    corn, points = me.get("corn", 0) + 1 - (level > 0), -2 - 2 * (level > 1)
    cost = {kind: me_has + price for kind, me_has, price in _prices(me)}
    board = cast(Side, {**me, **cost, "corn": corn, "points": points})
    table = tzolkin(me=board, round=15, gears={"tikal": {2: "me"}}, display=["A2-05", "A2-07"])
    table.play("pick tikal 2", "tikal 2", "build A2-07", f"borrow {gear} {n}")
    return table


def _prices(me: Side) -> list[tuple[str, int, int]]:
    return [("wood", me.get("wood", 0), 2), ("stone", 0, 1), ("gold", me.get("gold", 0), 1)]


Way = Callable[[str, int, Side], Play]
WAYS: list[Way] = [by_its_space, by_stepping_back, by_any_action, by_uxmal_5, by_a_tile]


@pytest.mark.parametrize("way", WAYS)
class TestTechnologiesNameTheAction:
    """D16: they help however the action was reached."""

    def test_d16_fishing(self, way: Way) -> None:
        table = way("palenque", 1, {"agriculture": 2})
        assert table.goods() == {"corn": 4}

    def test_d16_harvest(self, way: Way) -> None:
        table = way("palenque", 4, {"agriculture": 3, "resource_extraction": 1})
        table.play("harvest wood")
        assert table.goods() == {"wood": 4}

    def test_d16_mountains(self, way: Way) -> None:
        table = way("yaxchilan", 3, {"resource_extraction": 3})
        assert table.goods() == {"gold": 2, "corn": 2}

    def test_d16_skulls(self, way: Way) -> None:
        table = way("yaxchilan", 4, {"theology": 3})
        assert table.goods() == {"skull": 2}

    @pytest.mark.parametrize("level", [1, 2])
    def test_d16_building(self, way: Way, level: int) -> None:
        """A2-05 gives 8 points of its own, Architecture a corn and from level 2 on 2 points."""
        table = way("tikal", 2, {"wood": 1, "gold": 2, "architecture": level})
        if table.asked == "me":
            table.play("build A2-05")
        assert table.points() == 8 + 2 * (level == 2)
        assert table.goods() == {"corn": 1}


def test_another_number_of_blocks_is_no_payment() -> None:
    table = tzolkin(me={**RICH, "agriculture": 1}, gears={"tikal": {1: "me"}})
    table.play("pick tikal 1", "tikal 1", "research agriculture")
    two, others = "pay 1 wood 1 gold", ["pay 1 wood", "pay 1 wood 1 stone 1 gold"]
    assert two in table.options
    assert [table.refused[step] for step in others] == ["other-number"] * 2
