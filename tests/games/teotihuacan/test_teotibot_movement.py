"""The movement of the Teotibot (S1; 15.6): its direction tiles, and how far workers advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from engine.core import Effect
from engine.module import part
from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.bot_workers import advance, fall_back, raise_and_advance
from games.teotihuacan.modules.teotibot_movement.column import Column
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.teotibot import bot_turn, slide_tiles
from tests.games.teotihuacan.automa import EXAMPLE, PRIEST, UNABLE, tiles
from tests.games.teotihuacan.builder import Play, solo
from tests.games.teotihuacan.random_games import play, random_table


def moving(distances: Sequence[int], arrows: Sequence[str] = ("left",) * 4, **rest: Any) -> Play:
    """A table with a column of direction tiles, from the top."""

    def prepare(s: Teotihuacan) -> None:
        part(s, Column).distances = list(distances)

    table = {"action_tiles": EXAMPLE, "arrows": arrows} | rest
    return solo(modules=("teotibot_movement",), prepare=prepare, **table)


def test_four_direction_tiles_are_shuffled_into_a_column() -> None:
    """15.6, R95: each has both arrows, and a random side up."""
    seen = set()
    for number in range(20):
        table = Table.new(TITLE, 1, ("teotibot_movement",), bytes([number] * 32))
        s = cast(Teotihuacan, table.state)
        assert sorted(part(s, Column).distances) == [1, 1, 2, 3]
        assert len(s.bot.arrows) == 4
        seen |= set(zip(part(s, Column).distances, s.bot.arrows, strict=True))
    assert seen == {(n, arrow) for n in (1, 2, 3) for arrow in ("left", "right")}
    assert TITLE.faults(2, ["teotibot_movement"])


@pytest.mark.parametrize("power", [1, 5])
@pytest.mark.parametrize(("top", "to"), [(1, 5), (2, 2), (3, 8)])
def test_workers_advance_as_the_top_tile_says(top: int, to: int, power: int) -> None:
    """15.6: whatever their power."""
    bot: Any = {"workers": [(3, power), PRIEST]}
    table = moving([top, 1, 1, 1], bot=bot, do=advance(3, power))
    assert table.workers("yellow") == sorted([(to, power), PRIEST], key=str)


def test_board_1_is_passed_and_not_counted() -> None:
    """R29: from position 7 three boards on are positions 8, 2 and 3."""
    table = moving([3, 2, 1, 1], bot={"workers": [(6, 2), PRIEST]}, do=advance(6, 2))
    assert table.workers("yellow") == [(5, 2), PRIEST]


def test_a_new_worker_is_put_that_far_beyond_board_1() -> None:
    """E22: from power 5 to power 1 on position 4."""
    table = moving([3, 1, 2, 1], bot={"workers": [(5, 5), PRIEST]}, do=raise_and_advance(5, 5))
    assert table.workers("yellow") == [(2, 1), PRIEST]
    assert table.points("yellow") == 5


def test_a_fallback_uses_the_top_tile_too() -> None:
    """15.6: every worker that is to advance."""
    table = moving([2, 1, 1, 3], bot={"workers": [(3, 1), (6, 4), PRIEST]}, do=fall_back())
    assert table.workers("yellow") == [(2, 2), (6, 4), PRIEST]


def test_two_tiles_slide_and_the_top_one_goes_below_all() -> None:
    """15.6: the slides use the two upper tiles, B33; then the top one is turned over."""
    arrows = ["right", "left", "right", "right"]
    table = moving([1, 3, 2, 1], arrows, do=slide_tiles("action_alchemy"))
    s = table.state
    assert s.bot.places == tiles("construction masks decorations nobles worship mastery")
    assert s.bot.aside == "action_alchemy"
    assert s.bot.arrows == ["left", "right", "right", "left"]
    assert part(s, Column).distances == [3, 2, 1, 1]


def test_the_tile_on_top_during_the_action_counts() -> None:
    """15.6: it is turned over after the action only."""
    bot: Any = {"workers": [*UNABLE, PRIEST]}
    table = moving([3, 1, 2, 1], bot=bot, do=bot_turn(), action_tiles=tiles("mastery") * 7)
    assert part(table.state, Column).distances == [1, 2, 1, 3]
    assert table.events("go_on") == [("go_on", 1, 3, 2)]


@pytest.mark.parametrize("options", [(), ("altars_and_shamans", "obsidian")])
def test_laws_of_random_games(options: tuple[str, ...]) -> None:
    """Games end; the column keeps its tiles, and no advance ends on board 1."""
    advances: list[Effect] = []

    def watch(s: Teotihuacan, turn: Turn) -> None:
        """Collect the advances."""
        advances.extend(effect for _, effect in turn.trace if effect[0] == "go_on")

    for number in range(3):
        play(*random_table(1, ("teotibot_movement", *options), number), watch)
        assert advances
    assert all(to != 1 for *_, to in advances)
