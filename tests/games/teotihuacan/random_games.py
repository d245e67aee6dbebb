"""Random games with modules, checked at every step."""

from __future__ import annotations

from random import Random
from typing import cast

from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.state import Teotihuacan

RICHES = 6
"""What everybody owns more of each good at the start of every other game."""


def play_random_games(seats: int, options: tuple[str, ...], games: int = 2) -> list[Teotihuacan]:
    """Play some random games to their ends; return the last states."""
    return [play_random_game(seats, options, number) for number in range(games)]


def play_random_game(seats: int, options: tuple[str, ...], number: int) -> Teotihuacan:
    """Play a random game: nothing is lost or below zero, and each question can be answered."""
    rng = Random(f"modules {seats} {options} {number}")
    table = Table.new(TITLE, seats, options, rng.randbytes(32))
    s = cast(Teotihuacan, table.state)
    for player in s.players if number % 2 else []:
        player.goods = {kind: n + RICHES for kind, n in player.goods.items()}
    table = Table(TITLE, s)
    census = TITLE.counted(s)
    s.verbs.lapsed.clear()  # what tests of other tables left there
    while not table.over:
        decision = rng.choice(table.open)
        assert 1 <= len(decision.options) <= 150
        table.step(decision.seat, rng.choice(decision.options).id, Turn())
        for player in s.players:
            assert min(*player.goods.values(), player.points) >= 0
        assert TITLE.counted(s) == census
    lapsed = {name for name in s.verbs.lapsed if not s.verbs.verbs[name].optional}
    assert lapsed == set(), "a question without an answer"
    return s
