"""The catalogue for clients: every component with its facts, and the tables besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.module import Components
from engine.tables import Written
from games.tzolkin.data import (
    BUILDINGS,
    GEARS,
    GROUPS,
    MONUMENTS,
    SETUP,
    TECHNOLOGIES,
    TEMPLES,
    TRACKS,
    WEALTH,
    Action,
    Gear,
    Temple,
    Track,
)


@dataclass(frozen=True)
class GearFacts:
    """A gear: its spaces and hidden teeth by number, and the spaces that allow any action.

    The view lists the occupants of the teeth from 0: first the spaces, then the hidden teeth.
    """

    id: str
    teeth: int
    spaces: list[int]
    hidden: list[int]
    any_action: list[int]
    actions: list[int]
    lends: bool
    ahead: bool
    assumed: bool


@dataclass(frozen=True)
class Space:
    """A space: its gear (None: the first player space), its number, its actions free of corn."""

    gear: str | None
    space: int
    actions: list[int]


@dataclass(frozen=True)
class ActionFacts:
    """A numbered action of a gear: its printed price, its effects, whether it can be borrowed."""

    gear: str
    number: int
    price: dict[str, int]
    do: list[Written]
    lent: bool
    assumed: bool


@dataclass(frozen=True)
class TempleFacts:
    """A temple: its lowest and highest step, and the leader's bonus at the end of each age."""

    id: str
    bottom: int
    top: int
    leader_first_age: int
    leader_second_age: int
    assumed: bool


@dataclass(frozen=True)
class TempleStep:
    """A step of a temple: points at the end of an age, goods in the middle of one."""

    temple: str
    step: int
    points: int
    reward: dict[str, int]
    holds_one_marker: bool


@dataclass(frozen=True)
class Technology:
    """A technology: the number of its levels."""

    id: str
    levels: int
    assumed: bool


@dataclass(frozen=True)
class Level:
    """A level of a technology, or the bonus beyond the last: its price in blocks, what it adds."""

    technology: str
    level: int
    price: int
    adds: dict[str, int]
    do: list[Written]
    is_bonus: bool


def components() -> Components:
    """Return the facts of every component by kind and id."""
    return {
        "gear": {gear.id: _gear(gear) for gear in GEARS.values()},
        "space": dict(_spaces()),
        "action": dict(_actions()),
        "wealth": WEALTH,
        "building": BUILDINGS,
        "monument": MONUMENTS,
        "temple": {temple.id: _temple(temple) for temple in TEMPLES.values()},
        "step": dict(_steps()),
        "technology": {t.id: Technology(t.id, len(t.levels), t.assumed) for t in TRACKS.values()},
        "level": {id_: level for track in TRACKS.values() for id_, level in _levels(track)},
        "jungle": {str(group.id): group for group in GROUPS.values()},
        "food_day": {str(day.round): day for day in SETUP.food_day},
    }


def tables() -> dict[str, Any]:
    """Return the facts that belong to no single component."""
    return {"setup": SETUP}


def _numbers(gear: Gear) -> list[int]:
    return list(range(1, len(gear.actions) + 1))


def _any_action(gear: Gear) -> list[int]:
    return list(range(len(gear.actions) + 1, gear.last + 1))


def _gear(gear: Gear) -> GearFacts:
    return GearFacts(
        gear.id,
        gear.teeth,
        list(range(gear.last + 1)),
        list(range(gear.last + 1, gear.teeth)),
        _any_action(gear),
        _numbers(gear),
        gear.lends,
        gear.ahead,
        gear.assumed,
    )


def _spaces() -> Iterator[tuple[str, Space]]:
    yield "start", Space(None, 0, [])
    for gear in GEARS.values():
        free = dict.fromkeys(_any_action(gear), _numbers(gear))
        for space in range(gear.last + 1):
            actions = free.get(space, [space] if space else [])
            yield f"{gear.id} {space}", Space(gear.id, space, actions)


def _actions() -> Iterator[tuple[str, ActionFacts]]:
    for gear in GEARS.values():
        for number, action in zip(_numbers(gear), gear.actions, strict=True):
            yield f"{gear.id} {number}", _action(gear, number, action)


def _action(gear: Gear, number: int, action: Action) -> ActionFacts:
    lent = gear.lends and action.lent
    return ActionFacts(gear.id, number, action.price, action.do, lent, action.assumed)


def _temple(temple: Temple) -> TempleFacts:
    first, second = temple.leader
    return TempleFacts(temple.id, temple.bottom, temple.top, first, second, temple.assumed)


def _steps() -> Iterator[tuple[str, TempleStep]]:
    for temple in TEMPLES.values():
        for rung in temple.steps:
            alone = rung.step == temple.top
            facts = TempleStep(temple.id, rung.step, rung.points, rung.reward, alone)
            yield f"{temple.id} {rung.step}", facts


def _levels(track: Track) -> Iterator[tuple[str, Level]]:
    for level, adds in enumerate(track.levels, 1):
        price = TECHNOLOGIES.prices[level - 1]
        yield f"{track.id} {level}", Level(track.id, level, price, adds, [], False)
    beyond = len(track.levels) + 1
    bonus = Level(track.id, beyond, TECHNOLOGIES.bonus_price, {}, track.bonus, True)
    yield f"{track.id} bonus", bonus
