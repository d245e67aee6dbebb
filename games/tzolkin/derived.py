"""Facts that follow from the state and that a client needs to draw it: the food days."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.tzolkin.data import SETUP
from games.tzolkin.food_days import corn_for, workers_to_feed
from games.tzolkin.state import Tzolkin


@dataclass(frozen=True, slots=True)
class FoodDay:
    """A food day: its round, the age it belongs to, what the temples give, whether it was held.

    A double advance across ``round`` moves the food day to the next round.
    """

    round: int
    age: int
    rewards: Literal["goods", "points"]
    held: bool


@dataclass(frozen=True, slots=True)
class Demand:
    """The next food day: its round, and the corn that each seat needs to feed its workers.

    ``corn`` has one number a seat, for the workers and farms it has now. ``rounds_left`` is 0 if
    the food day comes at the end of this round.
    """

    round: int
    rounds_left: int
    corn: list[int]


@dataclass(frozen=True, slots=True)
class Derived:
    """What the view shows besides the state: all food days, and the demand of the next one."""

    food_calendar: list[FoodDay]
    next_food_day: Demand | None


def derived(s: Tzolkin) -> Derived:
    """Return the facts that a client would otherwise compute from the rules."""
    days = [
        FoodDay(day.round, day.age, "points" if day.points else "goods", number < s.food_days)
        for number, day in enumerate(SETUP.food_day)
    ]
    return Derived(days, demand(s))


def demand(s: Tzolkin) -> Demand | None:
    """Return what the next food day demands; None after the last one."""
    if s.food_days == len(SETUP.food_day):
        return None
    due = SETUP.food_day[s.food_days].round
    corn = [workers_to_feed(s, seat) * corn_for(s, seat) for seat in range(len(s.players))]
    return Demand(due, max(0, due - s.round), corn)
