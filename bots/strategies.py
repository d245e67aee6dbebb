"""Strategies: a random turn, and the turn with the highest value.

A turn has several small steps, so the value after one step says little. The greedy strategy tries
each option with a random continuation and values the table at the end of the turn. It follows the
best whole turn found, and each question looks for a better continuation. This is a one-level nested
Monte Carlo search within one turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.table import Table, Turn

PLAYOUTS = 200
"""The number of tried turns. It bounds the cost, and a count makes the choice repeatable."""

SHARE = 3
"""A question may use one playout in ``SHARE`` of those left, or one for each of its options."""

LONGEST = 80
"""The longest playout in lines: trades back and forth could be long."""


def random_turn(table: Table, seat: int, rng: Random) -> list[str]:
    """Return a turn with random answers."""
    turn = Turn()
    finish(table, seat, turn, rng)
    return posted(turn)


def finish(table: Table, seat: int, turn: Turn, rng: Random, longest: int | None = None) -> None:
    """Continue a turn at random until it is complete or has ``longest`` lines."""
    while not turn.complete and (longest is None or len(turn.lines) < longest):
        table.play(seat, [rng.choice(table.decision(seat).options).id], turn)


def posted(turn: Turn) -> list[str]:
    """Return the steps to post for this turn: its lines except the forced ones."""
    return [line.step for line in turn.lines if not line.auto]


@dataclass
class Search:
    """The best whole turn found so far, and the remaining playouts.

    A random number breaks ties, so the place of an option does not matter.
    """

    seat: int
    value: Callable[[Any, int], float]
    rng: Random
    left: int = PLAYOUTS
    best: list[str] = field(default_factory=list)
    score: tuple[float, float] | None = None
    seen: set[tuple[str, ...]] = field(default_factory=set)

    def look(self, table: Table, turn: Turn) -> None:
        """Try the options of the current question, each first one equally often."""
        options = [option.id for option in table.decision(self.seat).options]
        self.rng.shuffle(options)
        tries = min(self.left, max(len(options), self.left // SHARE))
        saved = table.save()
        for attempt in range(tries):
            self._try(Table.load(table.title, saved), turn, options[attempt % len(options)])
        self.left -= tries

    def _try(self, table: Table, turn: Turn, step: str) -> None:
        """Play one option and the rest of the turn, and store the turn if it is the best."""
        trial = Turn(list(turn.lines))
        table.play(self.seat, [step], trial)
        finish(table, self.seat, trial, self.rng, LONGEST)
        steps = posted(trial)
        if not trial.complete or tuple(steps) in self.seen:
            return
        self.seen.add(tuple(steps))
        score = (self.value(table.state, self.seat), self.rng.random())
        if self.score is None or score > self.score:
            self.best, self.score = steps, score


def greedy_turn(table: Table, seat: int, rng: Random) -> list[str]:
    """Return the most valuable of ``PLAYOUTS`` turns, or a random one if the title has no value."""
    if table.title.value is None:
        return random_turn(table, seat, rng)
    search, turn = Search(seat, table.title.worth, rng), Turn()
    while not turn.complete and search.left:
        search.look(table, turn)
        if search.score is None:
            break
        table.play(seat, [search.best[len(posted(turn))]], turn)
    if search.score is not None:
        return search.best
    finish(table, seat, turn, rng)
    return posted(turn)
