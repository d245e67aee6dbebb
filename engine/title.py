"""Titles: everything that a title's folder exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from engine.codec import prepare
from engine.core import Rules, State
from engine.module import Components, Module, combined, enlarged, hooked

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


class StartFault(NamedTuple):
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
    modules: tuple[Module, ...] = ()
    kind: type[State[Any]] | None = None

    def state(self, kind: type[S], players: list[Any]) -> S:
        """Return an empty state with these sides, and the empty parts of the modules."""
        names = tuple(module.name for module in self.modules)
        whole: Any = self.kind or kind
        s: S = whole(players, self.seed, 0, self.seats, self.rules, names)
        for module in self.modules:
            if module.part is not None:
                setattr(s, module.name, module.part())
        return s


class Combinations(dict[tuple[str, ...], Rules]):
    """The rules of a title by the modules that are played with; each is made once."""

    def __init__(self, base: Rules, modules: Sequence[Module]) -> None:
        super().__init__()
        self._base, self._modules = base, modules

    def __missing__(self, names: tuple[str, ...]) -> Rules:
        chosen = [module for module in self._modules if module.name in names]
        self[names] = combined(self._base, chosen) if chosen else self._base
        return self[names]


@dataclass(frozen=True)
class Title:
    """One title under one version of its rules; the folder serves version 1 to the newest.

    ``setup`` makes a fresh state. ``seats`` are the numbers of seats it is for; ``sides`` returns
    how many sides there are for a number of seats and some options, where the rules play sides
    of their own. ``standings`` reads a finished state, best side first. ``round_of`` returns the
    day or round for display. ``options`` are the variants by id. ``components`` holds the
    facts of every component by kind and id, ``tables`` those that belong to no component.

    ``census`` counts what a game neither makes nor loses (workers, tiles, tokens of a fixed
    number): it is the same from setup to the end. ``value`` estimates how good a state is for a
    seat (higher is better) and is used by bots. ``derived`` returns a dataclass of facts that a
    client needs and that follow from the state; its fields are part of the view.

    ``dealers`` deal the hidden things of a pool in a guess, where not each of them may be in any
    place: see ``engine.guess.deal``, which deals the other pools.
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
    modules: tuple[Module, ...] = ()
    dealers: Mapping[str, Callable[..., None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        base = self.rules.base or self.rules  # a title may be made from another by replace()
        kind = enlarged(self.state, self.modules)
        prepare(kind)
        kind.combinations = self.state.combinations = Combinations(base, self.modules)
        kind.dealers = self.dealers
        whole = {
            "state": kind,
            "rules": hooked(base, self.modules) if self.modules else base,
            "options": {**self.options, **{each.name: each.summary for each in self.modules}},
        }
        for name, value in whole.items():
            object.__setattr__(self, name, value)

    def at(self, version: int) -> Title:
        """Return the title under an older version of its rules.

        The state of a game carries the version; a rule that was corrected looks at it.
        """
        if version == self.version:
            return self
        older = copy(self)
        object.__setattr__(older, "version", version)
        return older

    def module(self, name: str) -> Module | None:
        """Return the module of this name; None where an option is a variant of the base."""
        return next((each for each in self.modules if each.name == name), None)

    def excluded_by(self, name: str) -> list[str]:
        """Return the options that cannot be played with an option, whichever of them says so."""
        module = self.module(name)
        said = module.excludes if module else ()
        return [*said, *(m.name for m in self.modules if name in m.excludes and m.name not in said)]

    def chosen(self, s: State[Any]) -> list[Module]:
        """Return the modules that a game is played with."""
        return [module for module in self.modules if module.name in s.modules]

    def all_components(self) -> dict[str, dict[str, Any]]:
        """Return the facts of every component of the base and of all modules, by kind and id."""
        found = {kind: dict(facts) for kind, facts in self.components().items()}
        for module in self.modules:
            for kind, facts in module.components().items():
                found.setdefault(kind, {}).update(facts)
        return found

    def all_tables(self) -> dict[str, Any]:
        """Return the tables of the base and of all modules that belong to no component."""
        found = dict(self.tables())
        for module in self.modules:
            found |= module.tables()
        return found

    def counted(self, s: State[Any]) -> dict[str, Any]:
        """Return the census of the base and of the chosen modules, which never changes."""
        found = dict(self.census(s))
        for module in self.chosen(s):
            found |= {f"{module.name} {name}": n for name, n in module.census(s).items()}
        return found

    def worth(self, s: State[Any], side: int) -> float:
        """Return how good a state is for a side, modules included.

        :raises TypeError: the title has no value function.
        """
        if self.value is None:
            raise TypeError(f"{self.name} has no value function")
        return self.value(s, side) + sum(each.value(s, side) for each in self.chosen(s))

    @property
    def id(self) -> str:
        """Return the ruleset's full name: ``tzolkin@1``."""
        return f"{self.name}@{self.version}"

    def faults(self, seats: int, options: Sequence[str]) -> list[StartFault]:
        """Return what is wrong with the wishes for a new game."""
        found = []
        if seats not in self.seats:
            found.append(
                StartFault("seats", f"should be {self.seats[0]} to {self.seats[-1]} seats")
            )
        for index, option in enumerate(options):
            if option not in self.options:
                known = ", ".join(self.options) or "none"
                found.append(StartFault(f"options/{index}", f"no such option; there are: {known}"))
            elif option in options[:index]:
                found.append(StartFault(f"options/{index}", "is given twice"))
            elif fault := self._module_fault(option, seats, options):
                found.append(StartFault(f"options/{index}", fault))
        return found

    def _module_fault(self, option: str, seats: int, options: Sequence[str]) -> str | None:
        """Return why a module cannot be played with these seats and options."""
        module = self.module(option)
        if module is None:
            return None
        if lacking := [each for each in module.requires if each not in options]:
            return f"requires {', '.join(lacking)}"
        if clashing := [each for each in module.excludes if each in options]:
            return f"cannot be combined with {', '.join(clashing)}"
        if module.seats and seats not in module.seats:
            noun = "seat" if list(module.seats) == [1] else "seats"
            return f"is for {', '.join(map(str, module.seats))} {noun}"
        return None

    def begin(self, seats: int, options: Iterable[str], seed: bytes) -> State[Any]:
        """Return the state of a new game.

        :raises ValueError: the title refuses this number of seats or these options.
        """
        chosen = list(options)
        if faults := self.faults(seats, chosen):
            raise ValueError("; ".join(f"{self.name} {f.place}: {f.text}" for f in faults))
        sides = self.sides(seats, frozenset(chosen))
        modules = tuple(module for module in self.modules if module.name in chosen)
        start = Start(seats, sides, frozenset(chosen), seed, self.version, modules, self.state)
        s = self.setup(start)
        for module in modules:
            module.setup(s)
        return s
