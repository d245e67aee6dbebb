"""Random games of Tawantinsuyu with any options, with every law at every step."""

from __future__ import annotations

from random import Random
from typing import cast

from engine.table import Table, Turn
from games.tawantinsuyu import TITLE
from games.tawantinsuyu.state import Tawantinsuyu
from tests.contract.play import OPTIONS_AT_MOST
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
    """Play to the end: every law holds, nothing is lost, and each question has an answer."""
    s, census = cast(Tawantinsuyu, table.state), TITLE.counted(table.state)
    s.verbs.lapsed.clear()  # what tests of other tables left there
    while not table.over:
        decision = rng.choice(table.open)
        assert 1 <= len(decision.options) <= OPTIONS_AT_MOST
        before, turn = laws.noted(s), Turn()
        table.step(decision.seat, rng.choice(decision.options).id, turn)
        laws.check(s)
        laws.check_change(before, s, turn.trace)
        assert TITLE.counted(s) == census
    lapsed = {name for name in s.verbs.lapsed if not s.verbs.verbs[name].optional}
    assert lapsed == set(), "a question without an answer"
    return s
