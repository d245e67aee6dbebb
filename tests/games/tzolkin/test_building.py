"""Constructing buildings and monuments, and Architecture (section 12)."""

from __future__ import annotations

from typing import cast

import pytest

from tests.games.tzolkin import facts
from tests.games.tzolkin.builder import Side, tzolkin

RICH = {"wood": 9, "stone": 9, "gold": 9, "skull": 1}
TIKAL_2 = {"tikal": {2: "me"}}
TIKAL_4 = {"tikal": {4: "me"}}


def side(**numbers: int) -> Side:
    return cast(Side, numbers)


class TestArchitecture:
    """Level 1 a corn, level 2 two points, level 3 a block less."""

    @pytest.mark.parametrize(
        ("level", "corn", "points"), [(0, 0, 0), (1, 1, 0), (2, 1, 2), (3, 1, 2)]
    )
    def test_d26_always_applied_to_a_single_building(
        self, level: int, corn: int, points: int
    ) -> None:
        """D26: declining is not offered."""
        table = tzolkin(me=side(wood=2, architecture=level), gears=TIKAL_2, display=["A1-09"])
        table.play("pick tikal 2", "tikal 2")
        assert table.asked == "left", "there was one way to build it"
        assert table.goods() == {k: n for k, n in {"corn": corn, "wood": level == 3}.items() if n}
        assert table.points() == points

    def test_d28_any_kind_of_the_cost_is_saved(self) -> None:
        """D28: a kind with at least one in the price, whether or not one owns it."""
        board = side(wood=1, stone=2, gold=1, architecture=3)
        table = tzolkin(me=board, round=15, gears=TIKAL_2, display=["A2-08", "A2-13"])
        table.play("pick tikal 2", "tikal 2")
        assert table.options == [
            "build A2-08 saving wood",
            "build A2-08 saving stone",
            "build A2-08 saving gold",
            "build A2-13 saving stone",
        ]
        table.play("build A2-08 saving stone")
        assert table.goods() == {"stone": 1, "corn": 1}

    def test_d28_the_block_saved_need_not_be_there(self) -> None:
        """D28: what the player lacks decides what can be saved; the rest is refused."""
        table = tzolkin(me=side(wood=1, architecture=3), gears=TIKAL_2, display=["A1-06", "A1-10"])
        table.play("pick tikal 2", "tikal 2")
        assert table.options == ["build A1-06 saving gold", "build A1-10 saving stone"]
        assert table.refused["build A1-06 saving wood"] == "needs-more"
        assert table.refused["build A1-10 saving wood"] == "needs-more"

    def test_a_building_for_one_block_is_free(self) -> None:
        table = tzolkin(me=side(architecture=3), gears=TIKAL_2, display=["A1-01", "A1-13"])
        table.play("pick tikal 2", "tikal 2")
        assert table.options == ["build A1-01 saving wood", "build A1-13 saving gold"]
        table.play("build A1-01 saving wood")
        assert table.goods() == {"corn": 1}

    def test_the_corn_gained_cannot_pay(self) -> None:
        """It comes after paying; it pays for what the tile gives next."""
        board = side(wood=2, stone=1, gold=1, architecture=1)
        table = tzolkin(me=board, round=15, gears=TIKAL_2, display=["A2-07"])
        table.play("pick tikal 2", "tikal 2", "borrow palenque 1")
        assert table.goods() == {"corn": 3}

    @pytest.mark.parametrize("level", range(3))
    def test_d25_a_level_from_the_tile_does_not_count_for_it(self, level: int) -> None:
        """D25: the level before its own effects counts."""
        before = [(0, 0), (1, 0), (1, 2)]
        table = tzolkin(me=side(gold=1, architecture=level), gears=TIKAL_2, display=["A1-13"])
        table.play("pick tikal 2", "tikal 2")
        assert table.player().technologies["architecture"] == level + 1
        assert (table.goods().get("corn", 0), table.points()) == before[level]


class TestTikal4:
    """12.2: one or two buildings or one monument, Architecture once."""

    def test_one_building_is_enough(self) -> None:
        table = tzolkin(me=side(wood=9), gears=TIKAL_4, display=["A1-01", "A1-02", "A1-03"])
        table.play("pick tikal 4", "tikal 4", "build A1-01")
        assert table.options == ["build A1-02", "build A1-03", "done"]
        table.play("done")
        assert table.player().buildings == ["A1-01"]

    def test_not_a_third_building(self) -> None:
        table = tzolkin(me=side(wood=9), gears=TIKAL_4, display=["A1-01", "A1-02", "A1-03"])
        table.play("pick tikal 4", "tikal 4", "build A1-01", "build A1-03")
        assert table.asked == "left"

    def test_tikal_2_builds_one(self) -> None:
        table = tzolkin(me=side(wood=9), gears=TIKAL_2, display=["A1-01", "A1-02", "A1-03"])
        table.play("pick tikal 2", "tikal 2", "build A1-02")
        assert table.asked == "left"

    @pytest.mark.parametrize(
        ("first", "second", "corn", "points"),
        [
            ("build A1-01", "build A1-02", 1, 2),
            ("build A1-01 plain", "build A1-02", 1, 2),
            ("build A1-01", "done", 1, 2),
            ("build A1-01 plain", "done", 0, 0),
        ],
    )
    def test_d27_architecture_is_applied_to_one_of_two(
        self, first: str, second: str, corn: int, points: int
    ) -> None:
        """D27: to the first, or kept for the second; not building that one loses it."""
        board = side(wood=3, architecture=2)
        table = tzolkin(me=board, gears=TIKAL_4, display=["A1-01", "A1-02", "A1-03"])
        table.play("pick tikal 4", "tikal 4", first, second)
        assert table.goods().get("corn", 0) == corn
        assert table.points() == points

    def test_the_building_without_architecture_costs_its_full_price(self) -> None:
        board = side(wood=2, stone=1, architecture=3)
        table = tzolkin(me=board, gears=TIKAL_4, display=["A1-09", "A1-10"])
        table.play("pick tikal 4", "tikal 4")
        assert table.options == [
            "build A1-09 saving wood",
            "build A1-10 saving wood",
            "build A1-10 saving stone",
            "build A1-09 plain",
            "build A1-10 plain",
        ]
        table.play("build A1-10 saving wood")
        assert table.options == ["build A1-09", "done"]
        table.play("build A1-09")
        assert table.goods() == {"corn": 2}

    def test_kept_for_the_second_it_is_saved_there(self) -> None:
        board = side(wood=3, architecture=3)
        table = tzolkin(me=board, gears=TIKAL_4, display=["A1-01", "A1-09", "A1-11"])
        table.play("pick tikal 4", "tikal 4", "build A1-01 plain")
        assert table.options == ["build A1-09 saving wood", "build A1-11 saving wood", "done"]

    def test_a_level_of_the_first_building_counts_for_the_second(self) -> None:
        """With no Architecture before, it was not applied: the second gets the new level."""
        table = tzolkin(me=side(gold=1, wood=1), gears=TIKAL_4, display=["A1-13", "A1-01"])
        table.play("pick tikal 4", "tikal 4", "build A1-13", "build A1-01")
        assert table.goods() == {"corn": 1}
        table = tzolkin(
            me=side(gold=1, wood=1, architecture=1), gears=TIKAL_4, display=["A1-13", "A1-01"]
        )
        table.play("pick tikal 4", "tikal 4", "build A1-13 plain", "build A1-01")
        assert (table.goods(), table.points()) == ({"corn": 1}, 2)

    def test_applied_to_the_first_the_new_level_does_not_count_for_the_second(self) -> None:
        table = tzolkin(
            me=side(gold=1, wood=1, architecture=2), gears=TIKAL_4, display=["A1-13", "A1-01"]
        )
        table.play("pick tikal 4", "tikal 4", "build A1-13", "build A1-01")
        assert (table.goods(), table.points()) == ({"corn": 1}, 2)

    def test_what_the_first_building_gives_pays_for_the_second(self) -> None:
        """A1-12 gives the gold for A1-13."""
        board = side(wood=2, stone=1)
        table = tzolkin(me=board, gears=TIKAL_4, display=["A1-12", "A1-13"])
        table.play("pick tikal 4", "tikal 4", "build A1-12", "build A1-13")
        assert table.goods() == {}
        assert table.player().buildings == ["A1-12", "A1-13"]

    def test_an_action_of_the_first_building_comes_before_the_second(self) -> None:
        """A2-07 borrows Yaxchilan 1 for the wood that A2-01 takes."""
        board = side(corn=1, wood=3, stone=1, gold=1)
        table = tzolkin(me=board, round=15, gears=TIKAL_4, display=["A2-07", "A2-01"])
        table.play("pick tikal 4", "tikal 4", "build A2-07", "borrow yaxchilan 1", "build A2-01")
        assert table.goods() == {}
        assert table.points() == 2


class TestExtraBuilding:
    """A1-06: a step on any temple, and one more building."""

    def test_d23_architecture_applies_to_it_on_its_own(self) -> None:
        """D23: in Tikal 4 it is applied to A1-06, to the extra building, and not to the second."""
        display = ["A1-06", "A1-01", "A1-02"]
        board = side(wood=3, gold=1, architecture=2)
        table = tzolkin(me=board, gears=TIKAL_4, display=display)
        table.play("pick tikal 4", "tikal 4", "build A1-06", "climb chaac", "build A1-01")
        assert (table.goods(), table.points()) == ({"wood": 1, "corn": 2}, 4)
        table.play("build A1-02")
        assert (table.goods(), table.points()) == ({"corn": 2}, 4)

    def test_d23_kept_back_it_serves_the_extra_and_the_second(self) -> None:
        """D23: A1-06 without Architecture leaves it for the second building of Tikal 4."""
        display = ["A1-06", "A1-01", "A1-02"]
        board = side(wood=3, gold=1, architecture=2)
        table = tzolkin(me=board, gears=TIKAL_4, display=display)
        table.play("pick tikal 4", "tikal 4", "build A1-06 plain", "climb chaac", "build A1-01")
        assert (table.goods(), table.points()) == ({"wood": 1, "corn": 1}, 2)
        table.play("build A1-02")
        assert (table.goods(), table.points()) == ({"corn": 2}, 4)

    def test_d24_it_is_paid_with_blocks_also_after_uxmal_4(self) -> None:
        """D24: as with Tikal 2, however much corn is left."""
        display = ["A1-06", "A1-01", "A1-02"]
        table = tzolkin(me=side(corn=20, wood=1), gears={"uxmal": {4: "me"}}, display=display)
        table.play("pick uxmal 4", "uxmal 4", "build A1-06", "climb chaac", "build A1-02")
        assert table.goods() == {"corn": 16}
        table = tzolkin(me=side(corn=20), gears={"uxmal": {4: "me"}}, display=display)
        table.play("pick uxmal 4", "uxmal 4", "build A1-06", "climb chaac")
        assert table.asked == "left", "R60: without blocks nothing is asked"
        assert table.goods() == {"corn": 16}

    def test_it_may_be_declined_and_is_not_a_monument(self) -> None:
        table = tzolkin(me=side(**RICH), gears=TIKAL_2, display=["A1-06", "A1-01"])
        table.play("pick tikal 2", "tikal 2", "build A1-06", "climb kukulkan")
        assert table.options == ["build A1-01", "done"]
        assert set(table.refused_at_hand.values()) == {"no-monument-here"}
        assert set(table.refused_at_hand) == {f"build {tile}" for tile in facts.MONUMENTS}
        table.play("done")
        assert table.player().buildings == ["A1-06"]
        assert table.temples() == (0, 0, 1)


class TestMonuments:
    """12.4: only with Tikal 4, at the full price, without Architecture."""

    @pytest.mark.parametrize("tile", facts.MONUMENTS)
    @pytest.mark.parametrize("level", [0, 3])
    def test_every_monument_at_its_price(self, tile: str, level: int) -> None:
        cost = facts.MONUMENTS[tile].cost
        table = tzolkin(me=side(**cost, architecture=level), gears=TIKAL_4, monuments=[tile])
        shown = list(table.state.monuments)
        table.play("pick tikal 4", "tikal 4", f"build {tile}")
        assert table.goods() == {}
        assert table.points() == 0
        assert table.player().monuments == [tile]
        assert table.state.monuments == [m for m in shown if m != tile], "not replaced"
        assert table.asked == "left", "no building besides"

    @pytest.mark.parametrize("tile", facts.MONUMENTS)
    def test_a_good_less_is_too_little(self, tile: str) -> None:
        cost = facts.MONUMENTS[tile].cost
        for kind in cost:
            board = side(**cost, architecture=3)
            board.update(cast(Side, {kind: cost[kind] - 1}))
            table = tzolkin(me=board, gears={"tikal": {7: "me"}}, monuments=[tile])
            table.play("pick tikal 7", "tikal 4")
            assert f"build {tile}" not in table.options
            assert table.refused[f"build {tile}"] == "needs-more"

    def test_d29_the_skull_goes_back_to_the_bank(self) -> None:
        """D29: where it can be taken again."""
        table = tzolkin(
            me=side(gold=4, skull=1),
            gears={"tikal": {4: "me"}, "yaxchilan": {4: "me"}},
            monuments=["M11"],
            bank_skulls=0,
        )
        table.play("pick tikal 4", "tikal 4", "build M11")
        assert table.state.skulls == 1
        table.play("pick yaxchilan 4", "yaxchilan 4")
        assert table.goods() == {"skull": 1}
        assert table.state.skulls == 0

    def test_not_with_tikal_2_nor_as_the_second(self) -> None:
        table = tzolkin(me=side(**RICH), gears=TIKAL_2, display=["A1-01", "A1-02"])
        table.play("pick tikal 2", "tikal 2")
        assert table.options == ["build A1-01", "build A1-02"]
        assert set(table.refused_at_hand.values()) == {"no-monument-here"}
        table = tzolkin(me=side(**RICH), gears=TIKAL_4, display=["A1-01", "A1-02"])
        table.play("pick tikal 4", "tikal 4")
        assert {f"build {tile}" for tile in table.state.monuments} < set(table.options)
        table.play("build A1-01")
        assert table.options == ["build A1-02", "done"]
        assert set(table.refused_at_hand.values()) == {"no-monument-here"}

    def test_with_tikal_4_when_it_is_borrowed(self) -> None:
        table = tzolkin(me=side(**RICH, corn=1), gears={"uxmal": {5: "me"}}, monuments=["M12"])
        table.play("pick uxmal 5", "uxmal 5", "borrow tikal 4", "build M12")
        assert table.player().monuments == ["M12"]

    def test_a_player_may_own_several(self) -> None:
        table = tzolkin(
            me=side(**RICH | {"gold": 20}),
            gears={"tikal": {4: "me", 5: "me"}},
            monuments=["M12", "M10"],
        )
        table.play("pick tikal 4", "tikal 4", "build M12", "pick tikal 5")
        assert "tikal 4" not in table.options, "the step back costs a corn"


class TestRefusals:
    """A possible but illegal answer has another reason than an unknown one."""

    def test_d28_the_block_saved_is_named_where_one_is_saved(self) -> None:
        display = ["A1-06", "A1-01"]
        table = tzolkin(me=side(**RICH, architecture=3), gears=TIKAL_2, display=display)
        table.play("pick tikal 2", "tikal 2")
        assert table.refused["build A1-06"] == "name-what-is-saved"
        assert table.refused["build A1-02 saving wood"] == "not-on-display"
        table = tzolkin(me=side(**RICH, architecture=2), gears=TIKAL_2, display=display)
        table.play("pick tikal 2", "tikal 2")
        assert table.refused["build A1-06 saving wood"] == "nothing-saved"
        assert "build A1-06" in table.options

    def test_d27_without_architecture_nothing_is_kept_back(self) -> None:
        table = tzolkin(me=side(**RICH), gears=TIKAL_4, display=["A1-06"], monuments=["M12"])
        table.play("pick tikal 4", "tikal 4")
        assert table.refused["build A1-06 plain"] == "nothing-kept-back"
        assert table.refused["build M10"] == "not-on-display"
        assert table.refused["build A2-01 plain"] == "not-on-display"
