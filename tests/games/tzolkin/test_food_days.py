"""Feeding and the change of age (section 9)."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from games.tzolkin import TITLE
from tests.games.tzolkin import facts
from tests.games.tzolkin.builder import Side, tzolkin, verbs

ONES = ["A1-01", "A1-02", "A1-03"]
THREES = ["A2-01", "A2-02", "A2-03"]
DISCOUNTS = ["A1-04", "A1-05"]


def fed(workers: int, corn: int, farmed: int, discounts: int) -> tuple[int, int]:
    """Corn left and points lost, by feeding workers one after the other while corn lasts."""
    hungry = max(0, workers - farmed)
    price = max(0, 2 - discounts)
    while hungry and corn >= price:
        corn -= price
        hungry -= 1
    return corn, 3 * hungry


FARMS = [
    [*ones, *threes, *discounts]
    for n, m, d in product(range(4), range(4), range(3))
    if n + m + d <= 4
    for ones in [ONES[:n]]
    for threes in [THREES[:m]]
    for discounts in [DISCOUNTS[:d]]
]


@pytest.mark.parametrize("farms", FARMS, ids=lambda farms: "+".join(farms) or "none")
def test_feeding(farms: list[str]) -> None:
    """D42: as many workers as possible, for every number of workers and amount of corn."""
    farmed = sum(tile in ONES for tile in farms) + 3 * sum(tile in THREES for tile in farms)
    discounts = sum(tile in DISCOUNTS for tile in farms)
    for workers, corn in product(range(3, 7), range(14)):
        side: Side = {"hand": workers, "corn": corn, "buildings": farms}
        table = tzolkin(me=side, round=21, moment="end of round")
        left, lost = fed(workers, corn, farmed, discounts)
        assert table.goods().get("corn", 0) == left
        assert table.points() == -lost
        assert table.state.workers_in_play(0) == workers, "unfed workers stay in play"


def test_workers_everywhere_but_in_the_bank_are_fed() -> None:
    """In hand, on gears, and on the first player space."""
    side: Side = {"corn": 20, "hand": 1}
    gears = {"tikal": {0: "me", 3: "me"}}
    table = tzolkin(me=side, gears=gears, start="me", round=8, moment="end of round")
    assert table.goods() == {"corn": 20 - 2 * 4}


def test_d42_nobody_is_asked_whether_to_feed() -> None:
    """D42: the day passes without a question until the next turn."""
    for round in (8, 14, 21):
        table = tzolkin(me={"corn": 9}, round=round, moment="end of round")
        assert table.question == "turn"
        assert table.goods() == {"corn": 3}


def test_d43_a_worker_gained_on_the_food_day_is_fed() -> None:
    """D43: four workers in play by then."""
    table = tzolkin(me={"corn": 8}, marker="left", round=8, gears={"uxmal": {3: "me"}})
    table.play("pick uxmal 3", "uxmal 3")
    assert table.state.food_days == 1
    assert table.goods() == {}
    assert table.points() == 0


def test_d44_points_fall_below_zero() -> None:
    """D44: at any time."""
    side: Side = {"hand": 6, "points": 2, "chaac": -1, "quetzalcoatl": -1, "kukulkan": -1}
    table = tzolkin(me=side, round=14, moment="end of round")
    assert table.points() == 2 - 18 - 6
    assert table.points("left") == -9 + 3 + 1 + 2


def test_d45_corn_and_blocks_never_run_out() -> None:
    """D45: more than the printed 65 corn tokens and the 65 blocks there are."""
    side: Side = {"corn": 500, "wood": 100, "stone": 100, "gold": 100}
    table = tzolkin(me=side, gears={"yaxchilan": {5: "me"}})
    table.play("pick yaxchilan 5", "yaxchilan 5")
    assert table.goods() == {"corn": 502, "wood": 100, "stone": 101, "gold": 101}


def test_d39_feeding_comes_before_the_temples() -> None:
    """D39: on every food day."""
    for round, reward in ((8, "temple_goods"), (14, "temple_points"), (21, "temple_goods")):
        told = verbs(tzolkin(round=round, moment="end of round").trace)
        starving = [n for n, verb in enumerate(told) if verb == "starve"]
        assert len(starving) == 4
        assert max(starving) < told.index(reward)


def test_d40_the_buildings_of_the_second_age_come_before_the_temple_rewards() -> None:
    """D40: after feeding, and only on the second food day."""
    told = verbs(tzolkin(round=14, moment="end of round").trace)
    last_fed = max(n for n, verb in enumerate(told) if verb == "starve")
    assert last_fed < told.index("next_age") < told.index("temple_points")
    for round in (8, 21, 27):
        assert "next_age" not in verbs(tzolkin(round=round, moment="end of round").trace)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_change_of_age(seats: int) -> None:
    """Six tiles of the second age, twelve in the stack; monuments and own tiles stay."""
    side: Side = {"buildings": ["A1-01", "A1-09"], "monuments": ["M05"]}
    before = tzolkin(seats, me=side, round=14).state
    display, monuments, later = list(before.display), list(before.monuments), set(before.later)
    table = tzolkin(seats, me=side, round=14, moment="end of round")
    s = table.state
    assert s.age == 2
    assert (len(s.display), len(s.stack), s.later) == (6, 12, [])
    assert set(s.display + s.stack) == later
    assert s.removed == display
    assert s.monuments == monuments
    assert (table.player().buildings, table.player().monuments) == (["A1-01", "A1-09"], ["M05"])


def test_a_display_that_has_shrunk_is_full_again_in_the_second_age() -> None:
    table = tzolkin(round=14, display=["A1-04", "A1-05"], moment="end of round")
    assert len(table.state.display) == 6
    assert table.state.removed == ["A1-04", "A1-05"]


def test_buildings_of_the_second_age_are_sold_afterwards() -> None:
    table = tzolkin(me={"wood": 12, "corn": 6}, marker="me", round=14, moment="end of round")
    offered = {facts.BUILDINGS[tile].age for tile in table.state.display}
    assert offered == {2}


def test_the_order_of_the_seats_does_not_matter() -> None:
    """Everybody feeds and is rewarded at the same time: the marker changes nothing."""
    sides: list[Side] = [{"corn": n, "chaac": n, "kukulkan": n} for n in range(4)]
    ends = []
    for marker in ("me", "left", "across", "right"):
        table = tzolkin(
            me=sides[0],
            left=sides[1],
            across=sides[2],
            right=sides[3],
            marker=marker,
            round=8,
            moment="end of round",
        )
        ends.append([(p.goods, p.points) for p in table.state.players])
    assert all(one == other for one, other in combinations(ends, 2))


def test_the_round_shown_is_the_day() -> None:
    assert TITLE.round_of(tzolkin(round=8).state) == 8
