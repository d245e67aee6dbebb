"""Random games of Teotihuacan with any modules, with every law of section 18 at every step."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import cast

from engine.core import Decision
from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.data import DISCOVERIES
from games.teotihuacan.state import Teotihuacan
from tests.contract.play import OPTIONS_AT_MOST
from tests.games.teotihuacan import laws

RICH = {"cocoa": 8, "wood": 5, "stone": 5, "gold": 4, "obsidian": 4}
"""What everybody owns more of each good at the start of every other game."""

Watch = Callable[[Teotihuacan, Turn], None]
"""Sees the state and the events after each step."""

Choose = Callable[[Decision, Random], str]
"""Chooses the answer to a question."""


def any_answer(decision: Decision, rng: Random) -> str:
    """Choose an answer at random."""
    return rng.choice(decision.options).id


def random_table(seats: int, options: tuple[str, ...], number: int) -> tuple[Table, Random]:
    """A fresh table; at every second one everybody is rich, so that tiles and levels come up."""
    rng = Random(f"teotihuacan {seats} {options} {number}")
    table = Table.new(TITLE, seats, options, rng.randbytes(32))
    s = cast(Teotihuacan, table.state)
    for player in s.players if number % 2 else []:
        player.goods = {kind: n + RICH[kind] for kind, n in player.goods.items()}
        for tile in [tile for tile in s.discovery_stack if not DISCOVERIES[tile].mask][:5]:
            s.discovery_stack.remove(tile)
            player.discoveries.append(tile)
    return Table(TITLE, s), rng


def play(
    table: Table, rng: Random, watch: Watch | None = None, choose: Choose = any_answer
) -> Teotihuacan:
    """Play to the end: every law holds, nothing is lost, and each question has an answer."""
    s, census = cast(Teotihuacan, table.state), TITLE.counted(table.state)
    s.verbs.lapsed.clear()  # what tests of other tables left there
    while not table.over:
        decision = rng.choice(table.open)
        assert 1 <= len(decision.options) <= OPTIONS_AT_MOST
        before, turn = laws.noted(s), Turn()
        table.step(decision.seat, choose(decision, rng), turn)
        laws.check(s)
        laws.check_change(before, s, turn.trace)
        assert TITLE.counted(s) == census
        if watch is not None:
            watch(s, turn)
    lapsed = {name for name in s.verbs.lapsed if not s.verbs.verbs[name].optional}
    assert lapsed == set(), "a question without an answer"
    return s


def play_random_games(seats: int, options: tuple[str, ...], games: int = 2) -> list[Teotihuacan]:
    """Play some random games to their ends; return the last states."""
    return [play(*random_table(seats, options, number)) for number in range(games)]
