"""The data files against the facts written down a second time in facts.py."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import pytest

from engine.tables import Written, effects
from games.tzolkin import data
from tests.games.tzolkin import facts, laws
from tests.games.tzolkin.facts import Effect


def as_fact(effect: tuple[Any, ...]) -> list[Effect]:
    """An effect of a data file in the words of facts.py."""
    verb, *args = effect
    match verb:
        case "gain":
            return [("gain", str(n), kind) for kind, n in args[0].items()]
        case "take_skulls":
            return [("gain", str(args[0]), "skull")]
        case "step":
            return [(args[0], str(args[1]))]
        case "develop":
            return [(args[0], "1")]
        case "farm":
            return [("farm", args[0], str(args[1]))]
        case "trade" | "may_build":
            return [({"trade": "market", "may_build": "build"}[verb],)]
    names = {
        "step_any": "temple",
        "develop_any": "technology",
        "score": "points",
        "recruit": "worker",
        "may_borrow": "borrow",
    }
    return [(names[verb], str(args[0]))]


def facts_of(written: list[Written]) -> list[Effect]:
    return [fact for effect in effects(written) for fact in as_fact(effect)]


def test_how_many_of_each() -> None:
    assert (len(data.WEALTH), len(data.BUILDINGS), len(data.MONUMENTS)) == (21, 32, 13)
    assert (data.SETUP.skulls, data.SETUP.workers, data.SETUP.most_workers) == (13, 3, 6)


@pytest.mark.parametrize("tile", facts.WEALTH)
def test_wealth_tile(tile: str) -> None:
    """D52: its effects in the order of the sources."""
    found = data.WEALTH[tile]
    assert astuple(found.dummy) == facts.WEALTH[tile].dummy
    assert facts_of(found.do) == facts.WEALTH[tile].effects


@pytest.mark.parametrize("tile", facts.BUILDINGS)
def test_building(tile: str) -> None:
    """D52: its effects in the order of the sources."""
    found, fact = data.BUILDINGS[tile], facts.BUILDINGS[tile]
    assert (found.age, found.group, found.cost) == (fact.age, fact.group, fact.cost)
    assert facts_of(found.do) == fact.effects


@pytest.mark.parametrize("tile", facts.MONUMENTS)
def test_monument(tile: str) -> None:
    """What each scores is tested by playing (test_scoring.py)."""
    found, fact = data.MONUMENTS[tile], facts.MONUMENTS[tile]
    assert (found.group, found.cost) == (fact.group, fact.cost)


def test_dummy_spaces() -> None:
    """Four odd spaces on every small gear, five spaces on Chichen Itza, none twice."""
    spaces = [tile.dummy for tile in facts.WEALTH.values()]
    assert len(set(spaces)) == 21
    for gear in laws.GEARS:
        own = sorted(space for each, space in spaces if each == gear)
        assert own == ([0, 3, 5, 7, 10] if gear == "chichen_itza" else [1, 3, 5, 7])


def test_gears() -> None:
    for gear, teeth in laws.GEARS.items():
        found = data.GEARS[gear]
        assert (found.teeth, found.last) == (teeth, laws.LAST[gear])
        assert len(found.actions) == (9 if gear == "chichen_itza" else 5)
        assert not any(action.assumed for action in found.actions)
    assert list(data.GEARS) == list(laws.GEARS)


def test_caves() -> None:
    for n, action in enumerate(data.GEARS["chichen_itza"].actions, 1):
        cave = facts.CAVES[n]
        blocks = [("take_any", cave.blocks)] if cave.blocks else []
        assert list(effects(action.do)) == [
            ("lay_skull", n),
            ("score", cave.points),
            ("step", cave.temple, 1),
            *blocks,
            ("offering",),
        ]


def test_temples() -> None:
    steps = {
        (temple.id, step.step): (step.points, next(iter(step.reward), None))
        for temple in data.TEMPLES.values()
        for step in temple.steps
    }
    assert steps == facts.STEPS
    assert all(
        set(step.reward.values()) <= {1}
        for temple in data.TEMPLES.values()
        for step in temple.steps
    )
    assert {t.id: tuple(t.leader) for t in data.TEMPLES.values()} == facts.LEADERS
    assert {t.id: (t.bottom, t.top) for t in data.TEMPLES.values()} == laws.RANGE


def test_jungle_market_calendar() -> None:
    assert {group.id: (group.corn, group.wood) for group in data.GROUPS.values()} == facts.HARVEST
    assert {group.id for group in data.GROUPS.values() if group.wooded} == {3, 4, 5}
    assert data.MARKET == facts.MARKET
    assert [sum(data.SETUP.surcharge[: n + 1]) for n in range(6)] == facts.SURCHARGE
    days = {day.round: "points" if day.points else "goods" for day in data.SETUP.food_day}
    assert days == facts.FOOD_DAYS
    assert [day.age for day in data.SETUP.food_day] == [1, 1, 2, 2]


def test_nothing_is_assumed() -> None:
    """Every number has at least two sources; a mark would have to be taken up here."""
    tables: list[Any] = [*data.WEALTH.values(), *data.BUILDINGS.values(), *data.MONUMENTS.values()]
    tables += [*data.GEARS.values(), *data.TEMPLES.values(), *data.TRACKS.values()]
    tables += data.GROUPS.values()
    assert not [each.id for each in tables if each.assumed]
