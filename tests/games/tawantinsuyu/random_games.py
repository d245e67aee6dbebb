"""Random games of Tawantinsuyu with any options, with every law at every step."""

from __future__ import annotations

from random import Random
from typing import cast

from engine.table import Table
from games.tawantinsuyu import TITLE
from games.tawantinsuyu.state import Tawantinsuyu
from tests.games import random_games
from tests.games.tawantinsuyu import laws

RICH = {"potato": 6, "corn": 6, "stone": 6, "gold": 4}
"""What each side owns more of each good at the start of every other game."""


def random_table(seats: int, options: tuple[str, ...], number: int) -> tuple[Table, Random]:
    """A fresh table; at every second one all sides are rich, so that dear things come up."""
    rng = Random(f"tawantinsuyu {seats} {options} {number}")
    table = Table.new(TITLE, seats, options, rng.randbytes(32))
    s = cast(Tawantinsuyu, table.state)
    for player in s.players if number % 2 else []:
        player.goods = {kind: n + RICH[kind] for kind, n in player.goods.items()}
    return Table(TITLE, s), rng


def play(table: Table, rng: Random) -> Tawantinsuyu:
    """The last state of a game played to the end."""
    random_games.play(table, rng, laws)
    return cast(Tawantinsuyu, table.state)
