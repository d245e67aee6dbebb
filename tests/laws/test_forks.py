"""Forks and guesses of every title deal only what can be, whatever the viewer does not see.

The checks know nothing of guesses. They count every component over visible and hidden zones, and
look at the backs of piles. They ask the laws of the title, which are written without the rules.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol, cast

import msgspec
import pytest

from engine.table import Table, Turn
from engine.title import Title
from match.tables import branch
from tests.contract.play import TITLES, random_options, random_steps, seats_of

GAMES = int(os.environ.get("LAW_FORKS", "2"))
"""Games of each title."""
MOMENTS = 8
"""Moments of a game at which it is forked for each seat and for a spectator."""

OWN_LUCK = ("seed", "draws")


class Laws(Protocol):
    """What this law asks of a title's module of laws."""

    def check(self, s: Any, /) -> None:
        """Assert every law that speaks about one state."""

    def backs(self, s: Any, /) -> Any:
        """Return what the backs of hidden things show to everybody, by place."""


def laws_of(title: Title) -> Laws | None:
    """Return the laws of a title, if it has some."""
    name = f"tests.games.{title.name}"
    if find_spec(name) is None:
        return None
    return cast(Laws, import_module(f"{name}.laws"))


def moments(title: Title, number: int, rng: Random) -> Iterator[Table]:
    """Yield the start of a random game and moments of it, spread over the whole game."""
    seats = seats_of(title, number)
    table = Table.new(title, seats, random_options(title, seats, rng), rng.randbytes(32))
    found = [table.save()]
    while not table.over:
        seat = rng.choice(table.awaited)
        table.commit(seat, random_steps(table, seat, rng))
        found.append(table.save())
    later = rng.sample(range(1, len(found) - 1), min(MOMENTS - 1, len(found) - 2))
    for index in (0, *sorted(later)):
        yield Table.load(title, found[index])


def words(value: Any) -> Iterator[str]:
    """Yield every word in a state, each time it occurs: the components wherever they are."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            if key not in OWN_LUCK:
                yield from words([key, each])
    elif isinstance(value, list):
        for each in value:
            yield from words(each)


def shape(value: Any) -> Any:
    """Return a state without what its lists hold: only how long they are."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items() if key not in OWN_LUCK}
    return [shape(each) for each in value] if isinstance(value, list) else None


def check(title: Title, true: Table, fork: Table, viewer: int | None) -> None:
    """Assert that a fork is a game that can be, and the same one to its viewer."""
    assert fork.view() == true.view()
    assert viewer is None or fork.own(viewer) == true.own(viewer)
    one, two = (msgspec.to_builtins(table.state) for table in (true, fork))
    assert Counter(words(two)) == Counter(words(one))
    assert shape(two) == shape(one)
    assert title.counted(fork.state) == title.counted(true.state)
    assert fork.awaited == true.awaited
    if laws := laws_of(title):
        laws.check(fork.state)
        assert laws.backs(fork.state) == laws.backs(true.state)


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_fork_is_a_game_that_can_be(name: str, number: int) -> None:
    """Each viewer forks the game at many moments; one of the forks is played to its end."""
    title, rng = TITLES[name], Random(f"{name} {number}")
    laws, forks = laws_of(title), list[Table]()
    for true in moments(title, number, rng):
        for viewer in (None, *range(true.state.seats)):
            data = branch(title, true.save(), viewer, rng.randbytes(32), over=False)
            fork = Table.load(title, data)
            check(title, true, fork, viewer)
            forks.append(fork)
    fork = rng.choice(forks)
    while not fork.over:
        seat = rng.choice(fork.awaited)
        fork.step(seat, rng.choice(fork.decision(seat).options).id, Turn())
        if laws:
            laws.check(fork.state)
