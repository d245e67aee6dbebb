"""Titles: everything that a title's folder exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from engine.core import Rules, State

S = TypeVar("S", bound=State[Any])


class Standing(NamedTuple):
    """One side's result: its rank from 1 (shared ranks repeat), points, and named tie-breaks.

    ``points`` counts victory points; titles with fractions give them exactly as floats.
    """

    side: int
    rank: int
    points: float
    tiebreak: dict[str, int]

    def document(self) -> dict[str, Any]:
        """Return the standing as clients see it: they number sides and seats alike."""
        return {"seat": self.side, **{k: v for k, v in self._asdict().items() if k != "side"}}


Components = Mapping[str, Mapping[str, Any]]
"""The facts of every component by kind and id: ``{"building": {"A1-01": ...}}``."""


class Fault(NamedTuple):
    """A wish for a new game that the title refuses: its place (``options/0``) and the reason."""

    place: str
    text: str


class Start(NamedTuple):
    """What a game begins with: ``seats`` of the ``sides`` are asked, the rules play the others."""

    seats: int
    sides: int
    options: frozenset[str]
    seed: bytes
    rules: int = 1
    modules: tuple[str, ...] = ()

    def state(self, kind: type[S], players: list[Any]) -> S:
        """Return an empty state with these sides."""
        return kind(players, self.seed, 0, self.seats, self.rules, self.modules)


@dataclass(frozen=True)
class Title:
    """One title under one version of its rules.

    ``setup`` makes a fresh state. ``seats`` are the numbers of seats it is for; ``sides`` returns
    how many sides there are for a number of seats and some options, where the rules play sides
    of their own. ``standings`` reads a finished state, best side first. ``round_of`` returns the
    day or round for display. ``options`` are the variants by id. ``components`` holds the
    facts of every component by kind and id, ``tables`` those that belong to no component.

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
    setup: Callable[[Start], State[Any]]
    standings: Callable[[Any], list[Standing]]
    round_of: Callable[[Any], int]
    tables: Callable[[], Mapping[str, Any]]
    census: Callable[[Any], Mapping[str, Any]]
    folder: Path
    components: Callable[[], Components]
    options: Mapping[str, str] = field(default_factory=dict)
    value: Callable[[Any, int], float] | None = None
    derived: Callable[[Any], Any] | None = None
    sides: Callable[[int, frozenset[str]], int] = lambda seats, options: seats

    def __post_init__(self) -> None:
        self.state.verbs = self.rules

    @property
    def id(self) -> str:
        """Return the ruleset's full name: ``tzolkin@1``."""
        return f"{self.name}@{self.version}"

    def faults(self, seats: int, options: Sequence[str]) -> list[Fault]:
        """Return what is wrong with the wishes for a new game."""
        found = []
        if seats not in self.seats:
            found.append(Fault("seats", f"should be {self.seats[0]} to {self.seats[-1]} seats"))
        for index, option in enumerate(options):
            if option not in self.options:
                known = ", ".join(self.options) or "none"
                found.append(Fault(f"options/{index}", f"no such option; there are: {known}"))
            elif option in options[:index]:
                found.append(Fault(f"options/{index}", "is given twice"))
        return found

    def begin(self, seats: int, options: Iterable[str], seed: bytes) -> State[Any]:
        """Return the state of a new game.

        :raises ValueError: the title refuses this number of seats or these options.
        """
        chosen = list(options)
        if faults := self.faults(seats, chosen):
            raise ValueError("; ".join(f"{self.name} {f.place}: {f.text}" for f in faults))
        sides = self.sides(seats, frozenset(chosen))
        return self.setup(Start(seats, sides, frozenset(chosen), seed, self.version))
