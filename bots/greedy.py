"""A bot that looks one turn ahead and takes the turn its title values most.

A turn consists of several small steps, so the value after a single step says little. Every
option is therefore tried by playing the rest of the turn at random and valuing the table at the
end of the turn. The best whole turn found so far is kept and followed, and each further question
looks for a better continuation (nested Monte Carlo search of one level, over one turn).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bots.uniform import finish, posted, random_turn
from engine.table import Table, Turn

PLAYOUTS = 200
"""Turns tried before one is chosen; bounds the cost, and by counting keeps it repeatable."""

SHARE = 3
"""A question may use one playout in ``SHARE`` of those left, or one for each of its options."""

LONGEST = 80
"""Lines after which a playout is given up: trades back and forth could go on for long."""


@dataclass
class Search:
    """The best whole turn found so far, and the playouts still allowed.

    Equal values are told apart by a random number, so no option is favoured by its place.
    """

    seat: int
    value: Callable[[Any, int], float]
    rng: Random
    left: int = PLAYOUTS
    best: list[str] = field(default_factory=list)
    score: tuple[float, float] | None = None
    seen: set[tuple[str, ...]] = field(default_factory=set)

    def look(self, table: Table, turn: Turn) -> None:
        """Try the options of the present question, each first one as often as the others."""
        options = [option.id for option in table.decision(self.seat).options]
        self.rng.shuffle(options)
        tries = min(self.left, max(len(options), self.left // SHARE))
        saved = table.save()
        for attempt in range(tries):
            self._try(Table.load(table.game, saved), turn, options[attempt % len(options)])
        self.left -= tries

    def _try(self, table: Table, turn: Turn, step: str) -> None:
        """Play one option and the rest of the turn; remember the turn if none was better."""
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
    """The most valuable turn among ``PLAYOUTS`` tried; random for a title without a value."""
    if table.game.value is None:
        return random_turn(table, seat, rng)
    search, turn = Search(seat, table.game.value, rng), Turn()
    while not turn.complete and search.left:
        search.look(table, turn)
        if search.score is None:
            break
        table.play(seat, [search.best[len(posted(turn))]], turn)
    if search.score is not None:
        return search.best
    finish(table, seat, turn, rng)
    return posted(turn)
