"""Every building: its price, and what it gives when built through a table (12.3)."""

from __future__ import annotations

from itertools import permutations
from typing import cast

import pytest

from engine.core import Item, then
from engine.tables import effects
from games.tzolkin import TITLE, data
from tests.games.tzolkin import facts
from tests.games.tzolkin.builder import Play, Side, tzolkin
from tests.games.tzolkin.expected import board, changed
from tests.games.tzolkin.facts import BUILDINGS

TRACKS = ["agriculture", "resource_extraction", "architecture", "theology"]
CHOICES = {"temple", "technology", "market", "build", "borrow"}
FIXED = [tile for tile, b in BUILDINGS.items() if not CHOICES & {e[0] for e in b.effects}]
ANY_LEVEL = ["A2-09", "A2-10", "A2-11", "A2-12", "A2-17"]


def ready(tile: str, **me: int) -> Play:
    """Me with a worker on Tikal 2 and the price of the only building for sale."""
    cost = BUILDINGS[tile].cost
    numbers = {kind: me.get(kind, 0) + cost.get(kind, 0) for kind in {*me, *cost}}
    return tzolkin(
        me=cast(Side, numbers),
        round=3 if BUILDINGS[tile].age == 1 else 15,
        gears={"tikal": {2: "me"}},
        display=[tile],
    )


def built(tile: str, **me: int) -> Play:
    table = ready(tile, **me)
    table.play("pick tikal 2", "tikal 2")
    return table


def test_which_buildings_leave_a_choice() -> None:
    """The tests below cover all 32."""
    others = {"A1-06", "A2-06", "A2-07", *ANY_LEVEL}
    assert {*FIXED, *others} == set(BUILDINGS)
    assert len(FIXED) + len(others) == 32


@pytest.mark.parametrize("tile", FIXED)
def test_a_building_without_a_choice(tile: str) -> None:
    table = ready(tile, corn=2, points=1)
    before = board(table.player())
    table.play("pick tikal 2", "tikal 2")
    effects = [*BUILDINGS[tile].effects, ("worker", "1")]
    assert board(table.player()) == changed(before, BUILDINGS[tile].cost, effects)
    assert table.player().buildings == [tile]
    assert table.asked == "left"


@pytest.mark.parametrize("tile", FIXED)
def test_d52_the_order_of_a_tiles_effects_makes_no_difference(tile: str) -> None:
    """D52: in the order of the data file, and any other order gives the same."""
    ends = []
    for order in permutations(effects(data.BUILDINGS[tile].do)):
        s = tzolkin(me={"chaac": 3, "kukulkan": 5, "theology": 2}, left={"chaac": 5}).state
        then(s, 0, *order)
        trace: list[Item] = []
        TITLE.rules.settle(s, trace)
        assert [effect for _, effect in trace if effect in order] == list(order)
        ends.append(board(s.players[0]))
    assert all(end == ends[0] for end in ends)


@pytest.mark.parametrize("tile", BUILDINGS)
def test_a_block_less_is_too_little(tile: str) -> None:
    for kind in BUILDINGS[tile].cost:
        table = ready(tile, **{kind: -1}, corn=50, skull=1)
        table.play("pick tikal 2")
        if table.asked == "me":
            assert table.refused["tikal 2"] == "nothing-to-do"
        assert table.player().buildings == []


def test_a_temple_of_choice_and_one_more_building() -> None:
    for temple, steps in (
        ("chaac", (1, 0, 0)),
        ("quetzalcoatl", (0, 1, 0)),
        ("kukulkan", (0, 0, 1)),
    ):
        table = built("A1-06")
        table.play(f"climb {temple}")
        assert table.temples() == steps
        assert table.asked == "left", "nothing is left to build"


@pytest.mark.parametrize("tile", ANY_LEVEL[:4])
@pytest.mark.parametrize("track", TRACKS)
def test_a_level_of_choice_and_a_good(tile: str, track: str) -> None:
    table = ready(tile)
    before = board(table.player())
    table.play("pick tikal 2", "tikal 2")
    assert table.options == [f"develop {each}" for each in TRACKS]
    table.play(f"develop {track}")
    printed = [e for e in BUILDINGS[tile].effects if e[0] != "technology"]
    effects = [*printed, (track, "1"), ("worker", "1")]
    assert board(table.player()) == changed(before, BUILDINGS[tile].cost, effects)


@pytest.mark.parametrize("second", TRACKS)
@pytest.mark.parametrize("first", TRACKS)
def test_two_levels_in_one_track_or_one_in_each_of_two(first: str, second: str) -> None:
    table = built("A2-17")
    table.play(f"develop {first}", f"develop {second}")
    levels = dict.fromkeys(TRACKS, 0)
    levels[first] += 1
    levels[second] += 1
    assert table.player().technologies == levels
    assert table.asked == "left"


@pytest.mark.parametrize("in_play", [3, 6])
def test_a_worker_and_six_points(in_play: int) -> None:
    """R58: with six in play there is no worker left; the points are given all the same."""
    table = built("A2-04", hand=in_play - 1)
    assert table.state.workers_in_play(0) == min(6, in_play + 1)
    assert table.points() == 6


def test_a_visit_to_the_market_and_six_points() -> None:
    table = built("A2-06", corn=4)
    assert table.options == ["buy wood", "buy stone", "buy gold", "done"]
    table.play("buy wood", "buy wood")
    assert table.goods() == {"wood": 2}
    assert table.points() == 6
    table = built("A2-06", corn=4)
    table.play("done")
    assert (table.goods(), table.points()) == ({"corn": 4}, 6)


def test_the_market_is_not_visited_with_nothing() -> None:
    """R60: and the points are given all the same."""
    table = built("A2-06")
    assert table.asked == "left"
    assert table.points() == 6


def test_a_borrowed_action_and_two_points() -> None:
    table = built("A2-07", corn=1)
    table.play("borrow yaxchilan 5")
    assert table.goods() == {"gold": 1, "stone": 1, "corn": 2}
    assert table.points() == 2
    table = built("A2-07", corn=1)
    assert table.options[-1] == "done"
    table.play("done")
    assert (table.goods(), table.points()) == ({"corn": 1}, 2)


def test_no_action_is_borrowed_without_a_corn() -> None:
    """R60."""
    table = built("A2-07")
    assert table.asked == "left"
    assert table.points() == 2


def test_the_skull_of_a_tile_comes_from_the_bank() -> None:
    cost = cast(Side, facts.BUILDINGS["A2-12"].cost)
    table = tzolkin(me=cost, round=15, gears={"tikal": {2: "me"}}, display=["A2-12"], bank_skulls=0)
    table.play("pick tikal 2", "tikal 2", "develop theology")
    assert table.goods() == {}


@pytest.mark.parametrize("tile", [t for t, b in BUILDINGS.items() if b.group == "farm"])
def test_farms_feed_from_now_on(tile: str) -> None:
    """Built in the round of a food day, a farm works the same day."""
    ((_, kind, n),) = BUILDINGS[tile].effects
    age = BUILDINGS[tile].age
    cost = BUILDINGS[tile].cost
    table = tzolkin(
        me=cast(Side, {**cost, "corn": 20}),
        gears={"tikal": {2: "me"}},
        marker="left",
        round=8 if age == 1 else 21,
        display=[tile],
    )
    table.play("pick tikal 2", "tikal 2")
    hungry = 3 - int(n) if kind == "workers" else 3
    price = 2 if kind == "workers" else 2 - int(n)
    assert table.goods() == {"corn": 20 - hungry * price}
