"""Bots: they choose whole turns, and see of a table only what their seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from bots.greedy import greedy_turn
from bots.uniform import random_turn
from engine.guess import guess
from engine.table import Table, Turn

Bot = Callable[[Table, int, Random], list[str]]
"""Chooses one whole turn of a seat: the steps to post, up to the barrier that ends the turn.

The table belongs to the bot, which may play on it. Its hidden part is a guess.
"""

BOTS: Mapping[str, Bot] = {"random": random_turn, "greedy": greedy_turn}
"""Every bot by the name of its level, the weakest first."""


def choose_turn(level: str, table: Table, seat: int, rng: Random) -> list[str]:
    """The steps with which a bot of this level would answer for ``seat`` now.

    The bot is given a copy in which everything its seat may not see is dealt anew from ``rng``;
    ``table`` is not changed. Where its guess ends a turn sooner or later than the truth does (a
    pile may be empty in one of them), the turn goes on or stops as it would for any client.

    :raises KeyError: no such level; ``BOTS`` lists them.
    :raises engine.table.GameOver: nobody is asked any more.
    :raises engine.table.NotYourTurn: other seats are asked.
    """
    bot = BOTS[level]
    table.decision(seat)
    steps, ahead, turn = list[str](), table.clone(), Turn()
    while not turn.complete:
        for step in bot(Table(table.game, guess(ahead.state, seat, rng)), seat, rng):
            if not turn.complete:
                ahead.play(seat, [step], turn)
                steps.append(step)
    return steps
