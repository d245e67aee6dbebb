"""Random games of Teotihuacan with any modules, with every law of section 18 at every step."""

from __future__ import annotations

from random import Random
from typing import cast

from engine.table import Table
from games.teotihuacan import TITLE
from games.teotihuacan.data import DISCOVERIES
from games.teotihuacan.state import Teotihuacan
from tests.games import random_games
from tests.games.random_games import Choose, Watch, any_answer
from tests.games.teotihuacan import laws

RICH = {"cocoa": 8, "wood": 5, "stone": 5, "gold": 4, "obsidian": 4}
"""What everybody owns more of each good at the start of every other game."""


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
    """The last state of a game played to the end."""
    random_games.play(table, rng, laws, watch, choose)
    return cast(Teotihuacan, table.state)


def play_random_games(seats: int, options: tuple[str, ...], games: int = 2) -> list[Teotihuacan]:
    """Play some random games to their ends; return the last states."""
    return [play(*random_table(seats, options, number)) for number in range(games)]
