"""Tables laid out by hand are such as the game itself would reach."""

from __future__ import annotations

from typing import cast

import pytest

from engine.codec import encode
from engine.table import Table
from games.tzolkin import TITLE
from games.tzolkin.state import Tzolkin
from tests.games.tzolkin.builder import SEATS, tzolkin


def started(seats: int) -> Table:
    """A real game, played up to its first turn."""
    table = Table.new(TITLE, seats, (), bytes([seats] * 32))
    for seat in range(seats):
        table.commit(seat, [table.decision(seat).options[0].id])
    return table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_agenda_is_the_one_of_a_game(seats: int) -> None:
    """At every turn of a round, for every holder of the marker."""
    table = started(seats)
    s = cast(Tzolkin, table.state)
    for turn in range(seats):
        mover = SEATS[table.awaited[0]]
        laid = tzolkin(seats, marker=SEATS[s.start_player], mover=mover, round=1)
        assert laid.state.agenda == s.agenda
        assert laid.asked == mover
        assert turn == (table.awaited[0] - s.start_player) % seats
        steps = ["place tikal"]
        after = table.clone().play(table.awaited[0], steps)
        table.commit(table.awaited[0], steps if after.complete else [*steps, "done"])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_arguments_give_the_same_state(seats: int) -> None:
    assert encode(tzolkin(seats).state) == encode(tzolkin(seats).state)


def test_a_short_display_means_that_the_stack_has_run_out() -> None:
    s = tzolkin(display=["A1-05"]).state
    assert (s.display, s.stack) == (["A1-05"], [])
    assert len(s.players[3].buildings) == 13


def test_an_impossible_table_is_not_built() -> None:
    """Two markers on a top step, seven workers, fourteen skulls."""
    with pytest.raises(AssertionError):
        tzolkin(me={"chaac": 5}, left={"chaac": 5})
    with pytest.raises(AssertionError):
        tzolkin(me={"hand": 6}, gears={"tikal": {1: "me"}})
    with pytest.raises(AssertionError):
        tzolkin(me={"skull": 7}, left={"skull": 7})
    with pytest.raises(AssertionError):
        tzolkin(gears={"tikal": {8: "me"}})
