"""What a title's folder exports: everything the rest of the program may know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from engine.core import Rules, State


class Standing(NamedTuple):
    """One seat's result: its rank from 1 (shared ranks repeat), points, and named tie-breaks.

    ``points`` counts victory points; titles with fractions give them exactly as floats.
    """

    seat: int
    rank: int
    points: float
    tiebreak: dict[str, int]


Components = Mapping[str, Mapping[str, Any]]
"""The facts of every component by kind and id: ``{"building": {"A1-01": ...}}``."""


@dataclass(frozen=True)
class Title:
    """One title under one version of its rules.

    ``setup`` takes a fresh state apart from its luck: number of seats, switched-on options and
    the 32-byte seed. ``standings`` reads a finished state, best seat first. ``round_of`` tells
    the day or round for display. ``components`` holds the facts of every
    component by kind and id, ``tables`` the facts that belong to no single component.
    ``census`` counts what a game neither makes nor loses (workers, tiles, tokens of a fixed
    number): it is the same from setup to the end. ``value`` estimates how good a state is for a
    seat (higher is better) and is used by bots. ``derived`` returns a dataclass of facts that a
    client needs and that follow from the state; its fields are part of the view.
    """

    name: str
    version: int
    seats: range
    state: type[State[Any]]
    rules: Rules
    setup: Callable[[int, frozenset[str], bytes], State[Any]]
    standings: Callable[[Any], list[Standing]]
    round_of: Callable[[Any], int]
    tables: Callable[[], Mapping[str, Any]]
    census: Callable[[Any], Mapping[str, Any]]
    folder: Path
    components: Callable[[], Components]
    options: Mapping[str, str] = field(default_factory=dict)
    value: Callable[[Any, int], float] | None = None
    derived: Callable[[Any], Any] | None = None

    def __post_init__(self) -> None:
        self.state.verbs = self.rules

    @property
    def id(self) -> str:
        """The ruleset's full name: ``tzolkin@1``."""
        return f"{self.name}@{self.version}"
