"""Bots: they choose whole turns, and see of a table only what their seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from bots.greedy import greedy_turn
from bots.uniform import random_turn
from engine.guess import guess
from engine.table import Table

Bot = Callable[[Table, int, Random], list[str]]
"""Chooses one whole turn of a seat: the steps to post, up to the barrier that ends the turn.

The table belongs to the bot, which may play on it. Its hidden part is a guess.
"""

BOTS: Mapping[str, Bot] = {"random": random_turn, "greedy": greedy_turn}
"""Every bot by the name of its level."""


def choose_turn(level: str, table: Table, seat: int, rng: Random) -> list[str]:
    """The steps with which a bot of this level would answer for ``seat`` now.

    The bot is given a copy in which everything its seat may not see is dealt anew from ``rng``;
    ``table`` is not changed. The steps form one complete turn on the true table as well, because
    what a seat may not see changes none of its options before something is revealed, and a
    reveal ends the turn.

    :raises KeyError: no such level; ``BOTS`` lists them.
    :raises engine.table.GameOver: nobody is asked any more.
    :raises engine.table.NotYourTurn: other seats are asked.
    """
    bot = BOTS[level]
    table.decision(seat)
    return bot(Table(table.game, guess(table.state, seat, rng)), seat, rng)
