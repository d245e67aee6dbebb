"""University, temple, market, palace, the end of the round and of the game (sections 7 to 9)."""

from __future__ import annotations

from typing import Any

import pytest

from games.cuzco import TITLE
from games.cuzco.counting import COUNTS, met
from games.cuzco.data import TASKS, Requirement
from tests.games.cuzco.builder import Play, Side, cuzco


class TestUniversity:
    """Knowledge makes points and the new turn order."""

    def test_points_and_order(self) -> None:
        """D10: one point a step."""
        table = cuzco(
            when="university",
            red={"knowledge": 3},
            yellow={"knowledge": 15},
            green={"knowledge": 7},
        )
        assert table.order == ["yellow", "green", "red", "blue"]
        assert [player.points for player in table.state.players] == [3, 15, 7, 0]
        assert all(player.knowledge == 0 for player in table.state.players)

    def test_d11_later_arrivals_go_first(self) -> None:
        """D11: of equal markers the one on top; who never moved keeps the order on space 0."""
        table = cuzco(
            when="university",
            order=["red", "yellow", "green", "blue"],
            arrivals=["blue", "green", "red", "yellow"],
            red={"knowledge": 4},
            yellow={"knowledge": 4},
        )
        assert table.order == ["yellow", "red", "green", "blue"]
        assert table.state.arrivals == [3, 2, 0, 1]


class TestTemple:
    """Points for priests, and the medal."""

    @pytest.mark.parametrize("round", range(1, 7))
    def test_points_by_round(self, round: int) -> None:
        table = cuzco(when="temple", round=round, stairs={6: "red", 3: "red", 1: "red", 2: "blue"})
        assert table.player().points == 3 * ((round + 1) // 2)
        assert table.goods() == {"medal": 1}
        assert table.state.medals == 5

    def test_the_highest_step_breaks_a_tie(self) -> None:
        stairs = {6: "green", 5: "red", 4: "red", 1: "green"}
        assert cuzco(when="temple", stairs=stairs).goods("green") == {"medal": 1}

    def test_without_priests_a_medal_leaves(self) -> None:
        table = cuzco(when="temple")
        assert (table.state.medals, table.state.medals_gone) == (5, 1)


class TestMarket:
    """One good of the line for food."""

    def test_only_what_can_be_paid_of_this_line(self) -> None:
        table = cuzco(when="market", red={"food": 3}, line=["soup", "ceramic_bowl", "tools"])
        assert table.options == ["buy ceramic_bowl", "buy soup", "skip"]
        assert table.refused["buy tools"] == "needs-more"
        assert table.refused["buy jewellery"] == "not-in-line"
        table.play("buy ceramic_bowl")
        assert (table.goods(), table.player().points) == ({}, 4)

    def test_who_cannot_buy_is_not_asked(self) -> None:
        assert cuzco(when="market", line=["soup"]).asked == ""


class TestPalace:
    """Tasks."""

    def test_d12_a_task_may_be_declined(self) -> None:
        """D12: then one must be put away, no matter which."""
        side: Side = {"food": 5, "tasks": ["G26", "G18", "G16"]}
        table = cuzco(when="palace", red=side)
        assert table.offered("complete") == ["G26"]
        assert table.offered("discard") == ["G26", "G18", "G16"]
        table.play("discard G26")
        assert (table.player().points, table.player().completed) == (0, [])
        assert "G26" in table.state.removed

    def test_d13_one_player_after_the_other_does_both(self) -> None:
        """D13: completing and drawing are one turn."""
        table = cuzco(when="palace", red={"tasks": ["G01", "G02", "G03"]})
        table.play("discard G01")
        assert (table.asked, table.question) == ("red", "choose_task")
        table.play(table.options[0])
        assert (table.asked, table.question) == ("yellow", "settle_task")

    def test_at_most_one_task_a_round(self) -> None:
        side: Side = {"food": 5, "offering": 4, "tasks": ["G26", "G25", "G16"]}
        table = cuzco(when="palace", red=side).play("complete G25")
        assert table.question == "choose_task"

    def test_the_ring_stands_on_bridge_five_after_the_last_round(self) -> None:
        table = cuzco(2, when="phase three", round=6)
        for _ in range(2):
            assert table.state.ring == 4
            table.play(f"discard {table.offered('discard')[0]}", f"take {table.state.palace[0]}")
        assert (table.state.ring, table.state.phase, table.asked) == (5, "end", "")

    def test_a_task_is_taken_in_the_last_round_too(self) -> None:
        table = cuzco(when="palace", round=6, red={"tasks": ["G01", "G02", "G03"]})
        table.play("discard G01")
        assert len(table.offered("take")) == 6


class TestRoundEnd:
    """The next round is prepared."""

    def test_everything_is_laid_out_anew(self) -> None:
        table = cuzco(
            2,
            when="phase three",
            dice={"exchange": [("red", 4), ("yellow", 2)]},
            red={"dice": [1, 5]},
            yellow={"dice": [3, 3]},
        )
        old = [tile for row in table.state.display.values() for tile in row]
        for _ in range(2):
            table.play(f"discard {table.offered('discard')[0]}", f"take {table.state.palace[0]}")
        s = table.state
        assert (s.round, s.phase, s.ring) == (2, "I", 1)
        assert set(old) <= set(s.removed)
        assert all(len([t for t in row if t]) == 6 for row in s.display.values())
        assert (len(s.palace), s.market[0], len(s.market[1])) == (4, [], 4)
        assert all(dice == [] for dice in s.spaces.values())
        assert all(len(player.dice) == 3 for player in s.players)


BONUSES: list[tuple[str, Side, int]] = [
    (
        "feathers",
        {"feathers": {c: [1, 2, 3] for c in ("turquoise", "purple", "orange", "pink")}},
        6,
    ),
    ("tasks", {"completed": [f"G0{n}" for n in range(1, 10)]}, 9),
    ("circlets", {"circlets": [1, 2, 3, 4, 5, 6]}, 9),
    ("goods", {"wares": ["soup"] * 6}, 6),
    (
        "tiles",
        {"tiles": [f"st-{a}-{n}" for a in ("food", "farm", "study", "feather") for n in (1, 2, 3)]},
        12,
    ),
]


@pytest.mark.parametrize(("name", "side", "points"), BONUSES, ids=[b[0] for b in BONUSES])
def test_bonuses_are_all_or_nothing(name: str, side: Side, points: int) -> None:
    assert cuzco(when="scoring", red=side).player().points == points
    less: Any = {}
    for key, value in dict[str, Any](side).items():
        less[key] = {**value, "pink": [1]} if isinstance(value, dict) else value[1:]
    assert cuzco(when="scoring", red=less).player().points == 0


def test_what_is_left_over_is_worth_nothing() -> None:
    side: Side = {"food": 9, "offering": 9, "gods": ["red1"], "pututu": {1: 3}}
    assert cuzco(when="scoring", options=("pututu",), red=side).player().points == 0


def test_ties_go_to_who_is_earlier_in_turn_order() -> None:
    order = ["blue", "red", "yellow", "green"]
    table = cuzco(when="scoring", order=order, red={"points": 30}, blue={"points": 30})
    standings = TITLE.standings(table.state)
    assert [each.side for each in standings] == [3, 0, 1, 2]
    assert [each.rank for each in standings] == [1, 2, 3, 4]
    assert standings[0].tiebreak == {"turn_order": 1}


NEEDS: dict[str, dict[str, Any]] = {
    "tiles_of_kind": {"study": {"tiles": ["st-food-1", "st-food-2", "st-food-3", "st-farm-1"]},
                      "farm": {"tiles": ["fa-food-1", "fa-food-2", "fa-food-3", "fa-farm-1"]}},
    "slid_tiles_of_kind": {
        kind: {"tiles": tiles, "slid": tiles}
        for kind, tiles in {
            "study": ["st-food-1", "st-food-2", "st-food-3"],
            "farm": ["fa-food-1", "fa-food-2", "fa-food-3"],
        }.items()
    },
}  # fmt: skip


def satisfying(requirement: Requirement) -> dict[str, Any]:
    """What meets one requirement exactly: keyword arguments of a side, or of the table."""
    name, least, kind = requirement.counts, requirement.least, requirement.kind
    if name in NEEDS:
        full = NEEDS[name][kind]
        return {key: value[:least] for key, value in full.items()}
    abilities = ["food", "farm", "study"]
    simple: dict[str, dict[str, Any]] = {
        "tiles_slid": {"tiles": ["st-food-1", "st-food-2", "fa-food-1", "fa-food-2", "fa-food-3"]},
        "distinct_abilities": {"tiles": [f"{kind[:2]}-{a}-1" for a in abilities[:least]]},
        "tiles_with_ability": {"tiles": [f"st-{kind}-1", f"fa-{kind}-1"]},
        "priests_on_stairs": {"stairs": dict.fromkeys(range(1, least + 1), "red")},
        "goods": {"wares": ["soup"] * least},
        "goods_of_type": {"wares": [kind] * least},
        "distinct_goods": {"wares": ["soup", "clothes", "tools"][:least]},
        "has_turn_order_1": {},
        "villages": {"piles": {f"I{n}" if n < 7 else f"O{n - 6}": ["red", "blue"]
                               for n in range(1, least + 1)}},
        "villages_outer": {"piles": {f"O{n}": ["red"] for n in range(1, least + 1)}},
        "villages_of_colour": {"piles": {v: ["red"] for v in COLOURS.get(kind, [])}},
        "villages_of_building": {"piles": {v: ["red"] for v in BUILDINGS.get(kind, [])}},
        "god_cards_same_god": {"gods": ["red1", "red2", "red1"]},
        "god_cards_of": {"gods": [f"{kind}1", f"{kind}3"]},
        "distinct_gods": {"gods": ["red1", "blue1", "green1", "white1"]},
        "active_circlets": {"circlets": list(range(1, least + 1))},
        "inti_medals": {"medal": least},
        "offerings": {"offering": least},
        "food": {"food": least},
        "feathers": {"feathers": {"turquoise": [1, 2, 3], "pink": [2, 4, 5], "orange": [2]}},
        "feathers_of_colour": {"feathers": {kind: [1, 2, 3]}},
        "quipus_in_reserve": {"reserve": least, "quipus": 10 - least},
    }  # fmt: skip
    found = simple[name]
    return {**found, "slid": found["tiles"]} if name == "tiles_slid" else found


COLOURS = {
    "turquoise": ["I6", "O2", "O5"],
    "purple": ["I1", "I2", "O4"],
    "orange": ["I3", "I4", "O1"],
    "pink": ["I5", "O3", "O6"],
}
BUILDINGS = {
    "tambo": ["I1", "I4", "O5"],
    "storehouse": ["I2", "I6", "O3"],
    "shrine": ["I3", "O1", "O6"],
    "watchtower": ["I5", "O2", "O4"],
}


def laid_out(requirements: list[Requirement], *, order: list[str]) -> Play:
    """A table at which these requirements, and no more, are met."""
    table: dict[str, Any] = {}
    side: Any = {}
    for requirement in requirements:
        for key, value in satisfying(requirement).items():
            if key in ("piles", "stairs"):
                table[key] = value
            elif isinstance(value, list):
                side[key] = [*side.get(key, []), *value]
            else:
                side[key] = value
    return cuzco(when="scoring", red=side, order=order, **table)


@pytest.mark.parametrize("task", list(TASKS))
def test_every_task_needs_what_it_says_and_no_more(task: str) -> None:
    requires = TASKS[task].requires
    first = ["red", "yellow", "green", "blue"]
    assert met(laid_out(requires, order=first).state, 0, task, 0)
    assert not met(laid_out(requires[1:], order=first[::-1]).state, 0, task, 0)
    assert not met(laid_out(requires, order=first).state, 1, task, 0)


def test_every_count_is_used() -> None:
    used = {each.counts for task in TASKS.values() for each in task.requires}
    assert COUNTS.keys() - used == {"completed_tasks", "tiles_on_mask"}


def test_d14_a_relaxed_task_gives_four_points() -> None:
    """D14: see also the tests of the yellow cards."""
    side: Side = {"gods": ["yellow1"], "offering": 1, "food": 4, "tasks": ["G26", "G18", "G16"]}
    table = cuzco(when="end", red=side).play("play yellow1", "complete G26")
    assert table.player().points == 4
