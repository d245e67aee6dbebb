"""What a client sees of a table: points, dummy workers and the food days."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

from engine.table import Table
from games.tzolkin import TITLE
from schemas import titles
from tests.games.tzolkin.builder import Side, tzolkin
from tests.games.tzolkin.conftest import tables
from tests.games.tzolkin.facts import FOOD_DAYS

SCHEMA = Draft202012Validator(
    {
        "$ref": "#/$defs/View",
        "$defs": titles.of(TITLE, lambda part: f"#/$defs/{part}", lambda *field: field[1]),
    }
)


def shown(table: Table) -> dict[str, Any]:
    """The view as a client reads it."""
    view: dict[str, Any] = json.loads(msgspec.json.encode(table.view()))
    return view


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_view_of_a_game_fits_its_schema(seats: int) -> None:
    for table, rng in tables(seats, 2):
        while not table.over:
            decision = rng.choice(table.open)
            table.commit(decision.seat, [rng.choice(decision.options).id])
            if rng.random() < 0.1:
                SCHEMA.validate(shown(table))
        SCHEMA.validate(shown(table))


def test_points_are_points() -> None:
    """7 corn are a point and three quarters."""
    table = tzolkin(me={"corn": 7, "points": 5}, moment="final scoring").table
    assert shown(table)["players"][0]["points"] == 5 + 1.75


def test_a_dummy_worker_is_a_dummy() -> None:
    table = tzolkin(3, gears={"tikal": {2: "dummy", 3: "me"}}).table
    assert shown(table)["gears"]["tikal"][:4] == [None, None, -1, 0]


@pytest.mark.parametrize(("round", "held"), [(1, 0), (8, 0), (9, 1), (20, 2), (27, 3)])
def test_all_food_days_are_sent(round: int, held: int) -> None:
    days = shown(tzolkin(round=round).table)["food_calendar"]
    assert {day["round"]: day["rewards"] for day in days} == FOOD_DAYS
    assert [day["age"] for day in days] == [1, 1, 2, 2]
    assert [day["held"] for day in days] == [number < held for number in range(4)]


def test_a_food_day_that_was_jumped_over_is_due_now() -> None:
    day = shown(tzolkin(round=9, food_days=0).table)["next_food_day"]
    assert (day["round"], day["rounds_left"]) == (8, 0)


@pytest.mark.parametrize(
    ("buildings", "corn"),
    [
        ([], 10),
        (["A1-01"], 8),
        (["A1-01", "A1-02"], 6),
        (["A1-04"], 5),
        (["A1-01", "A1-02", "A1-04"], 3),  # E14
        (["A1-04", "A1-05"], 0),
    ],
)
def test_the_corn_that_the_next_food_day_demands(buildings: list[str], corn: int) -> None:
    """Of five workers in play; the other seats have three and no farm."""
    me: Side = {"hand": 5, "corn": 1, "buildings": buildings}
    day = shown(tzolkin(3, me=me, round=5).table)["next_food_day"]
    assert day == {"round": 8, "rounds_left": 3, "corn": [corn, 6, 6]}


def test_after_the_last_food_day_there_is_no_next_one() -> None:
    view = shown(tzolkin(moment="final scoring").table)
    assert view["next_food_day"] is None
    assert all(day["held"] for day in view["food_calendar"])
