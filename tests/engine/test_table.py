"""A table: turns, barriers, previews, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from engine.table import GameOver, IllegalStep, NotYourTurn, Table, Turn
from tests.engine.test_core import SEED, after_keeping
from tests.toy import TITLE


def test_a_turn_is_complete_when_another_seat_is_asked() -> None:
    """Half a turn is not complete; with its last step it is."""
    table = after_keeping()
    half = table.clone().play(0, ["take 3"])
    assert not half.complete
    whole = table.play(0, ["take 3", "done"])
    assert whole.complete
    assert not whole.reveals


def test_drawing_and_rolling_are_barriers() -> None:
    """What luck decides, or what comes to light, cannot be taken back unasked."""
    for step in ("roll", "draw"):
        turn = after_keeping().play(0, [step])
        assert turn.complete
        assert turn.reveals


def test_a_question_with_one_option_is_answered_and_written_down() -> None:
    """With one card left to choose from, keeping it is no question; the record has it all the
    same."""
    table = Table.new(TITLE, 2, (), SEED)
    table.state.players[1].dealt = table.state.players[1].dealt[:1]
    table = Table(TITLE, table.state)
    only = table.decision(1).options[0].id
    turn = table.commit(0, [table.decision(0).options[0].id])
    assert [(line.seat, line.step, line.auto) for line in turn.lines][1:] == [(1, only, True)]


def with_heap(stones: int) -> Table:
    """The toy after keeping, with this many stones on the heap."""
    state: Any = after_keeping().state
    state.heap = stones
    return Table(TITLE, state)


def test_an_illegal_step_says_where_and_why() -> None:
    """The step's number, what could be answered instead, and the title's reason."""
    table = with_heap(1)
    with pytest.raises(IllegalStep) as caught:
        table.play(0, ["take 1", "take 1"])
    assert caught.value.index == 1
    assert caught.value.decision is None
    table = with_heap(2)
    with pytest.raises(IllegalStep) as caught:
        table.play(0, ["take 3"])
    refusal, decision = caught.value.refusal, caught.value.decision
    assert refusal is not None
    assert (refusal.reason, refusal.params, refusal.rule) == ("too-few", {"n": 2}, "toy 1")
    assert decision is not None
    assert "take 2" in [o.id for o in decision.options]


def test_steps_after_the_end_of_a_turn_are_refused() -> None:
    """What comes after a barrier belongs to the next turn."""
    with pytest.raises(IllegalStep) as caught:
        after_keeping().play(0, ["rest", "rest"])
    assert (caught.value.index, caught.value.decision) == (1, None)


def test_only_who_is_asked_may_answer() -> None:
    """Other seats learn who is asked; after the end no seat is asked."""
    table = after_keeping()
    with pytest.raises(NotYourTurn) as caught:
        table.play(1, ["rest"])
    assert caught.value.awaited == [0]
    while not table.over:
        table.commit(table.awaited[0], ["rest"])
    with pytest.raises(GameOver):
        table.play(0, ["rest"])


def test_a_preview_stops_before_what_it_would_reveal() -> None:
    """Nothing of the deck or of the die shows ahead of time."""
    table = after_keeping()
    for step in ("draw", "roll"):
        ahead, turn = table.peek(0, [step])
        assert turn.reveals
        assert turn.complete
        assert turn.trace == []
        assert ahead.view() == table.view()


def test_a_preview_shows_everything_else() -> None:
    """A turn without luck can be seen to its end."""
    ahead, turn = after_keeping().peek(0, ["take 2", "give back"])
    assert ahead.view()["heap"] == 4
    assert [effect[0] for _, effect in turn.trace][:2] == ["take", "gain"]


def test_options_tell_whether_they_end_the_turn() -> None:
    """Taking one stone ends it, taking two leads to a question."""
    table = after_keeping()
    options = [option.id for option in table.decision(0).options]
    ends = dict(zip(options, table.barriers(0), strict=True))
    assert ends == {step: step not in ("take 2", "take 3") for step in options}


@pytest.mark.parametrize(
    ("seats", "options", "words"), [(5, (), "1 to 4 seats"), (2, ("turbo",), "no such option")]
)
def test_a_table_needs_seats_and_options_the_title_has(
    seats: int, options: tuple[str, ...], words: str
) -> None:
    """The error says what would have been right."""
    with pytest.raises(ValueError, match=words):
        Table.new(TITLE, seats, options, SEED)


def test_a_turn_of_nothing_is_incomplete() -> None:
    """No steps, no turn."""
    assert after_keeping().play(0, []) == Turn()
