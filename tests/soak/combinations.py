"""Random games of a title without options, with each option alone, and with many together.

``python -m tests.soak.combinations TITLE`` plays ``--games`` with each option alone, and
``--together`` with each of the random ``--sets``. A game ends, keeps its census, has no negative
goods, and obeys the laws of the title's tests at each turn.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from engine.table import Table
from engine.title import Title
from games import find
from tests.contract.play import OPTIONS_AT_MOST, random_options, seed, with_required
from tests.soak.laws import law_of_states


class Series(NamedTuple):
    """Games of one title, number of seats and set of options."""

    title: str
    seats: int
    options: tuple[str, ...]
    games: int


class Seen(NamedTuple):
    """What a series showed: its games, its steps, and its largest question."""

    games: int
    steps: int
    largest: int


def alone(title: Title, games: int) -> Iterator[Series]:
    """Yield the series without options, and with each option and what it requires."""
    sets = dict.fromkeys([(), *(with_required(title, name) for name in title.options)])
    for seats in title.seats:
        for options in sets:
            if not title.faults(seats, options):
                yield Series(title.name, seats, options, games)


def together(title: Title, games: int, sets: int) -> Iterator[Series]:
    """Yield series of random legal sets of options, with the numbers of seats in turn."""
    for number in range(sets):
        seats = title.seats[number % len(title.seats)]
        options = tuple(random_options(title, seats, Random(f"{title.name} {number}")))
        yield Series(title.name, seats, options, games)


def play(series: Series) -> Seen:
    """Play a series.

    :raises AssertionError: a game breaks a law.
    """
    title, law, steps, largest = find(series.title), law_of_states(series.title), 0, 0
    for number in range(series.games):
        words = (*series[:3], number)
        rng, luck = Random(str(words)), seed("combinations", *words)
        table = Table.new(title, series.seats, series.options, luck)
        census, turns = title.counted(table.state), 0
        while not table.over:
            decision = rng.choice(table.open)
            largest = max(largest, len(decision.options))
            table.play(decision.seat, [rng.choice(decision.options).id])
            steps += 1
            if table.state.turn != turns:
                turns = table.state.turn
                assert title.counted(table.state) == census, words
                law(table.state)
            assert all(min(p.goods.values()) >= 0 for p in table.state.players), words
        law(table.state)
        assert title.counted(table.state) == census, words
    assert largest <= OPTIONS_AT_MOST, series
    return Seen(series.games, steps, largest)


def main() -> None:
    """Play all series on all cores, and print what was played."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.combinations", description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--together", type=int, default=10)
    parser.add_argument("--sets", type=int, default=40)
    asked = parser.parse_args()
    title = find(asked.title)
    for name, plan in (
        ("alone", list(alone(title, asked.games))),
        ("together", list(together(title, asked.together, asked.sets))),
    ):
        with ProcessPoolExecutor() as pool:
            seen = list(pool.map(play, plan))
        total = Counter[str]()
        for each in seen:
            total.update(games=each.games, steps=each.steps)
        most = max((each.largest for each in seen), default=0)
        print(
            f"{name}: {len(plan)} series, {total['games']} games, {total['steps']} steps, "
            f"largest question {most} options",
            flush=True,
        )


if __name__ == "__main__":
    main()
