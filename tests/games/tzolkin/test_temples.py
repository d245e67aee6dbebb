"""Temples: climbing, the one place on a top step, falling, food days (sections 9 and 10)."""

from __future__ import annotations

from typing import cast

import pytest

from tests.games.tzolkin import facts, laws
from tests.games.tzolkin.builder import Side, tzolkin
from tests.games.tzolkin.facts import LEADERS, STEPS

TEMPLES = list(laws.RANGE)
TOP = {temple: top for temple, (_, top) in laws.RANGE.items()}

temples = pytest.mark.parametrize("temple", TEMPLES)


def side(**numbers: int) -> Side:
    return cast(Side, numbers)


@temples
def test_d20_a_step_beyond_the_top_is_lost(temple: str) -> None:
    """D20, R58: the temple may be named, the corn is gone."""
    table = tzolkin(me=side(**{temple: TOP[temple]}, corn=3), gears={"uxmal": {1: "me"}})
    table.play("pick uxmal 1", "uxmal 1")
    assert table.options == [f"climb {each}" for each in TEMPLES]
    turn = table.play(f"climb {temple}")
    assert table.player().temples[temple] == TOP[temple]
    assert table.goods() == {}
    assert [effect for _, effect in turn.trace if effect[0] == "climb"] == [("climb", 0, temple)]


@temples
def test_d20_a_step_onto_an_occupied_top_is_lost(temple: str) -> None:
    """D20: one marker stands there; below it any number."""
    below = TOP[temple] - 1
    table = tzolkin(
        me=side(**{temple: below}, corn=3, light=0),
        left=side(**{temple: TOP[temple]}),
        across=side(**{temple: below}),
        gears={"uxmal": {1: "me"}},
    )
    table.play("pick uxmal 1", "uxmal 1", f"climb {temple}")
    assert table.player().temples[temple] == below
    assert not table.player().light


@temples
def test_the_top_is_free_again_when_its_marker_falls(temple: str) -> None:
    below = TOP[temple] - 1
    table = tzolkin(
        me=side(**{temple: TOP[temple]}),
        left=side(**{temple: below}, corn=3),
        gears={"uxmal": {1: "left"}},
    )
    table.play(f"beg {temple}", "place tikal", "done")
    table.play("pick uxmal 1", "uxmal 1", f"climb {temple}")
    assert table.player("left").temples[temple] == TOP[temple]
    assert table.player("me").temples[temple] == below


@temples
@pytest.mark.parametrize("light", [True, False])
def test_the_top_turns_the_board_to_its_light_side(temple: str, light: bool) -> None:
    table = tzolkin(
        me=side(**{temple: TOP[temple] - 1}, corn=3, light=light), gears={"uxmal": {1: "me"}}
    )
    table.play("pick uxmal 1", "uxmal 1", f"climb {temple}")
    assert table.player().temples[temple] == TOP[temple]
    assert table.player().light


@temples
def test_a_lower_step_does_not(temple: str) -> None:
    table = tzolkin(
        me=side(**{temple: TOP[temple] - 2}, corn=3, light=0), gears={"uxmal": {1: "me"}}
    )
    table.play("pick uxmal 1", "uxmal 1", f"climb {temple}")
    assert not table.player().light


def test_who_climbs_to_the_top_again_gets_the_light_side_again() -> None:
    """Falling from it keeps the side; reaching it turns the board."""
    table = tzolkin(me=side(chaac=5, light=0), gears={"uxmal": {1: "me"}})
    table.play("beg chaac")
    assert not table.player().light
    table.play("pick uxmal 1", "uxmal 1", "climb chaac")
    assert table.player().light


@pytest.mark.parametrize(
    ("tile", "temple"), [("A2-13", "chaac"), ("A2-18", "quetzalcoatl"), ("A2-15", "kukulkan")]
)
@pytest.mark.parametrize(
    ("below", "taken", "climbed"),
    [(3, True, 2), (2, True, 1), (1, True, 0), (2, False, 2), (1, False, 1), (0, False, 0)],
)
def test_d21_two_steps_one_by_one(
    tile: str, temple: str, below: int, taken: bool, climbed: int
) -> None:
    """D21: stop below a taken top, or on a free one; the rest is lost."""
    start = TOP[temple] - below
    cost = facts.BUILDINGS[tile].cost
    table = tzolkin(
        me=side(**{temple: start}, **cost),
        left=side(**{temple: TOP[temple] if taken else 0}),
        round=15,
        gears={"tikal": {2: "me"}},
        display=[tile],
    )
    table.play("pick tikal 2", "tikal 2")
    assert table.player().temples[temple] == start + climbed


PAIRS = ["climb chaac quetzalcoatl", "climb chaac kukulkan", "climb quetzalcoatl kukulkan"]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("kind", facts.MARKET)
def test_tikal_5_a_block_for_two_different_temples(pair: str, kind: str) -> None:
    table = tzolkin(me=side(**{kind: 2}), gears={"tikal": {5: "me"}})
    table.play("pick tikal 5", "tikal 5")
    assert table.options == PAIRS
    table.play(pair)
    assert table.player().temples == {t: int(t in pair) for t in TEMPLES}
    assert table.goods() == {kind: 1}


@pytest.mark.parametrize("pair", PAIRS)
def test_d20_tikal_5_with_blocked_temples(pair: str) -> None:
    """D20: two different ones are named even where a step is lost, or both are."""
    table = tzolkin(
        me=side(wood=1, chaac=5, kukulkan=5), left=side(kukulkan=6), gears={"tikal": {5: "me"}}
    )
    table.play("pick tikal 5", "tikal 5", pair)
    assert table.temples() == (5, int("quetzalcoatl" in pair), 5)
    assert table.goods() == {}


def test_tikal_5_needs_a_block() -> None:
    table = tzolkin(me=side(corn=9, skull=2), gears={"tikal": {5: "me"}})
    table.play("pick tikal 5")
    assert table.asked == "left"


@pytest.mark.parametrize(("temple", "step"), STEPS)
def test_rewards_of_every_step(temple: str, step: int) -> None:
    """Tan days: the goods of the own step and all below; teal days: the points of the own step."""
    goods: dict[str, int] = {}
    for (each, lower), (_, reward) in STEPS.items():
        if each == temple and lower <= step and reward:
            goods[reward] = goods.get(reward, 0) + 1
    board = side(**{temple: step}, corn=6)
    above = side(**{each: TOP[each] for each in TEMPLES if (each, step) != (temple, TOP[temple])})
    for round in (8, 21):
        table = tzolkin(me=board, left=above, round=round, moment="end of round")
        assert table.goods() == goods
        assert table.points() == 0
    bonus = LEADERS[temple][0] if step == TOP[temple] else 0
    table = tzolkin(me=board, left=above, round=14, moment="end of round")
    assert table.goods() == {}
    assert table.points() == STEPS[temple, step][0] + bonus


def test_rewards_add_up_over_the_temples() -> None:
    board = side(chaac=5, quetzalcoatl=7, kukulkan=6, corn=6)
    table = tzolkin(me=board, round=8, moment="end of round")
    assert table.goods() == {"stone": 2, "gold": 2, "wood": 2, "skull": 1}
    table = tzolkin(me=board, round=14, moment="end of round")
    assert table.points() == 8 + 13 + 10 + 6 + 2 + 4


@pytest.mark.parametrize("bank", range(5))
def test_d30_too_few_skulls_for_all_means_none_for_anybody(bank: int) -> None:
    """D30: three are due; with two or fewer, no player gets one, but all get blocks."""
    due = side(kukulkan=4, corn=6)
    table = tzolkin(
        me=due,
        left=due,
        across=due,
        right=side(corn=6),
        round=8,
        bank_skulls=bank,
        moment="end of round",
    )
    skulls = [table.goods(seat).get("skull", 0) for seat in ("me", "left", "across")]
    assert skulls == [int(bank >= 3)] * 3
    assert [table.goods(seat)["wood"] for seat in ("me", "left", "across")] == [2] * 3
    assert table.state.skulls == (bank - 3 if bank >= 3 else bank)


@temples
@pytest.mark.parametrize("leaders", [1, 2, 3, 4])
@pytest.mark.parametrize(("round", "age"), [(14, 0), (27, 1)])
def test_d41_each_of_several_leaders_gets_half(
    temple: str, leaders: int, round: int, age: int
) -> None:
    """D41: half of the bonus, however many share the lead."""
    other = side(corn=6, **dict.fromkeys(TEMPLES, 0))
    ahead = side(corn=6, **dict.fromkeys(TEMPLES, 0) | {temple: 1})
    sides = [ahead] * leaders + [other] * (4 - leaders)
    table = tzolkin(
        me=sides[0],
        left=sides[1],
        across=sides[2],
        right=sides[3],
        round=round,
        moment="end of round",
    )
    bonus = LEADERS[temple][age]
    elsewhere = sum(LEADERS[each][age] for each in TEMPLES if each != temple) / 2
    own = bonus if leaders == 1 else bonus / 2
    assert table.points("me") == STEPS[temple, 1][0] + own + elsewhere
    if leaders < 4:
        assert table.points("right") == elsewhere


@pytest.mark.parametrize("step", [0, -1])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d41_the_start_and_the_bottom_can_lead(step: int, seats: int) -> None:
    """D41: all on the same step, even the lowest, share every bonus."""
    same = side(corn=6, **dict.fromkeys(TEMPLES, step))
    table = tzolkin(
        seats, me=same, left=same, across=same, right=same, round=14, moment="end of round"
    )
    printed = sum(STEPS[temple, step][0] for temple in TEMPLES)
    assert [p.points for p in table.state.players] == [printed + 3 + 1 + 2] * seats
