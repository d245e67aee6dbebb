"""Random games, kept turn by turn, for the laws to look at."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random

from bench.recorded import Entry, Record
from engine.core import Item
from engine.table import Table, Turn
from engine.title import Title
from games import all_titles
from tests.toy import TITLE as TOY

TITLES: dict[str, Title] = {**all_titles(), TOY.name: TOY}

STEPS_AT_MOST = 3000
OPTIONS_AT_MOST = 150


def cases() -> list[tuple[str, int, tuple[str, ...]]]:
    """Return every title with every number of seats, bare and with as many options as possible."""
    return [
        (title.name, seats, options)
        for title in TITLES.values()
        for seats in title.seats
        for options in [(), *largest_sets(title, seats)]
    ]


def largest_sets(title: Title, seats: int) -> list[tuple[str, ...]]:
    """Return legal sets of options, as large as possible: each playable option is in one.

    Options that no earlier set has come first, so that few sets have them all.
    """
    found: list[tuple[str, ...]] = []
    for first in title.options:
        if not any(first in each for each in found):
            chosen: tuple[str, ...] = ()
            last = [option for option in title.options if any(option in each for each in found)]
            new = [option for option in title.options if option not in last]
            for option in [first, *new, *last]:
                wider = tuple(sorted({*chosen, *with_required(title, option)}))
                chosen = chosen if title.faults(seats, wider) else wider
            if first in chosen:
                found.append(chosen)
    return found


def with_required(title: Title, option: str) -> tuple[str, ...]:
    """Return an option and the modules that it requires, in alphabetical order."""
    module = title.module(option)
    required = module.requires if module is not None else ()
    return tuple(sorted({option, *(each for r in required for each in with_required(title, r))}))


def random_options(title: Title, seats: int, rng: Random) -> list[str]:
    """Return some options that a game may be played with together, in alphabetical order."""
    chosen: list[str] = []
    known = sorted(title.options)
    for option in rng.sample(known, rng.randint(0, len(known))):
        wider = sorted({*chosen, *with_required(title, option)})
        chosen = chosen if title.faults(seats, wider) else wider
    return chosen


def seats_of(title: Title, number: int) -> int:
    """Return how many seats a game of a series has: few in the first one, then more in turn."""
    return title.seats[number % len(title.seats)]


@dataclass
class Played:
    """A finished random game: its record and what was seen on the way."""

    title: Title
    record: Record
    states: list[bytes] = field(default_factory=list)
    trace: list[Item] = field(default_factory=list)
    table: Table | None = None


def seed(*words: object) -> bytes:
    """Return a seed for a luck that is the same in every run."""
    return hashlib.sha256(" ".join(map(str, words)).encode()).digest()


def random_steps(table: Table, seat: int, rng: Random) -> list[str]:
    """Return a random whole turn of this seat, as a client would post it."""
    copy, turn, steps = table.clone(), Turn(), []
    while not turn.complete:
        step = rng.choice(copy.decision(seat).options).id
        steps.append(step)
        copy.play(seat, [step], turn)
    return steps


def turns(
    title: Title, seats: int, options: tuple[str, ...], number: int
) -> Iterator[tuple[Table, int, list[str]]]:
    """Yield the turns of a random game (the table before, the seat, the steps), and commit them."""
    rng = Random(f"{title.id} {seats} {options} {number}")
    table = Table.new(title, seats, options, seed(title.id, seats, number))
    while not table.over:
        seat = rng.choice(table.awaited)
        steps = random_steps(table, seat, rng)
        yield table, seat, steps
        table.commit(seat, steps)


@cache
def random_game(name: str, seats: int, options: tuple[str, ...], number: int = 0) -> Played:
    """Return a whole random game with the state after every turn."""
    title = TITLES[name]
    rng = Random(f"{title.id} {seats} {options} {number}")
    table = Table.new(title, seats, options, seed(title.id, seats, number))
    record = Record(title.id, seats, table.state.seed, options)
    played = Played(title, record, [table.save()])
    while not table.over:
        seat = rng.choice(table.awaited)
        turn = table.commit(seat, random_steps(table, seat, rng))
        record.entries.append(Entry(seat, tuple(turn.lines)))
        played.trace += turn.trace
        played.states.append(table.save())
    played.table = table
    return played
