"""Solo tables of Tawantinsuyu: black is Axomamma.

``solo(bot={"stone": 3}, roll=3)`` is a table on which Axomamma takes a turn and rolls 3; then the
player is asked. ``do`` is an effect that is resolved for Axomamma instead. ``skip`` is for other
luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Effect
from games.tawantinsuyu.axomamma_choices import roll as rolled
from games.tawantinsuyu.axomamma_data import AXOMAMMA
from games.tawantinsuyu.state import Axomamma, Tawantinsuyu, Token
from games.tawantinsuyu.turns import own_turn
from tests.games.tawantinsuyu.builder import Play, Side, tawantinsuyu

TUCKED = ("G01", "G08", "G15", "G22")
"""Zigzag, spiral, four squares and cross."""

START = [(row.id, value, spot) for row in AXOMAMMA.row for value, spot in row.tokens]
"""The tokens at the start: row, value and spot."""


def solo(
    *,
    bot: Side | None = None,
    purple: Side | None = None,
    do: Effect | None = None,
    actor: str = "black",
    roll: int = 0,
    tucked: Sequence[str] = TUCKED,
    tokens: Sequence[tuple[str, int, int]] = START,
    personality: str = "",
    placed: bool = True,
    skip: int = 0,
    **rest: Any,
) -> Play:
    """A table in the middle of a solo game; see the module."""

    def prepare(s: Tawantinsuyu) -> None:
        board = [Token(value, row, spot) for row, value, spot in tokens]
        s.axomamma = Axomamma(personality, list(tucked), board, placed)
        for card in tucked:
            s.god_deck.remove(card)
        s.draws += 10 * skip
        while roll and next_roll(s) != roll:
            s.draws += 1

    table = {"purple": purple, "black": bot, "do": do or own_turn(), "actor": actor, **rest}
    return tawantinsuyu(1, prepare=prepare, **table)


def next_roll(s: Tawantinsuyu) -> int:
    """The next roll of the die."""
    before = s.draws
    value = rolled(s)
    s.draws = before
    return value


def under(table: Play) -> list[tuple[str, int, int]]:
    """The tokens on the board: row, value and spot."""
    return [(each.row, each.value, each.spot) for each in table.state.axomamma.tokens]


def bot_of(table: Play) -> tuple[dict[str, int], int]:
    """The goods and the points of Axomamma."""
    return table.goods("black"), table.points("black")
