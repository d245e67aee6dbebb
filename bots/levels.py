"""Levels of bots, and the choice of a turn by a bot of a level."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from bots.strategies import greedy_turn, random_turn
from engine.guess import guess
from engine.table import Table, Turn

Bot = Callable[[Table, int, Random], list[str]]
"""A bot: it chooses one whole turn, the steps up to the barrier.

The bot may play on the table that it gets. Its hidden part is a guess.
"""

BOTS: Mapping[str, Bot] = {"random": random_turn, "greedy": greedy_turn}
"""All bots by level, the weakest first."""


def choose_turn(level: str, table: Table, seat: int, rng: Random) -> list[str]:
    """Return the steps that a bot of this level would post for ``seat`` now.

    The bot gets a copy in which everything that its seat may not see is dealt again from ``rng``.
    ``table`` does not change. A guess may end a turn sooner or later than the true table, because a
    pile is empty in only one of them. The turn then stops or continues as for any client.

    :raises KeyError: there is no such level; ``BOTS`` lists them.
    :raises engine.table.GameOver: the game is over.
    :raises engine.table.NotYourTurn: other seats are asked.
    """
    bot = BOTS[level]
    table.decision(seat)
    steps, ahead, turn = list[str](), table.clone(), Turn()
    while not turn.complete:
        for step in bot(Table(table.title, guess(ahead.state, seat, rng)), seat, rng):
            if not turn.complete:
                ahead.play(seat, [step], turn)
                steps.append(step)
    return steps
