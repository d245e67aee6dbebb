"""Turns: what is refused, what forced answers become, and how an entry is written."""

from __future__ import annotations

from random import Random

import pytest

from engine.table import Line, Turn
from engine.title import Title
from games import find
from match.entries import Entry, decode, encode
from match.errors import Refused
from match.match import Match
from match.replay import walk
from match.tables import table_of
from match.words import OPEN, PERSON, TURN
from tests.match.book import Book


def opened(book: Book, toy: Title) -> Match:
    """Return a match in which all seats have kept their first card."""
    match = book.new(toy, None)
    for asked in table_of(match).open:
        match = book.play(match, asked.seat, [asked.options[0].id])
    return match


def test_a_turn_is_refused_before_the_start_and_after_the_end(book: Book, toy: Title) -> None:
    waiting = book.new(toy, None, (PERSON, OPEN, OPEN))
    with pytest.raises(Refused, match="not-started"):
        book.play(waiting, 0, ["rest"])
    match = opened(book, toy)
    while not match.over:
        match = book.play(match, match.position.awaited[0].seat, ["rest"])
    with pytest.raises(Refused, match="game-over"):
        book.play(match, 0, ["rest"])


@pytest.mark.parametrize(
    ("seat", "steps", "code"),
    [
        (1, ["rest"], "not-your-turn"),
        (0, ["fly"], "illegal-step"),
        (0, ["take 2"], "incomplete-turn"),
        (0, [], "incomplete-turn"),
    ],
)
def test_a_turn_is_refused(book: Book, toy: Title, seat: int, steps: list[str], code: str) -> None:
    with pytest.raises(Refused, match=code):
        book.play(opened(book, toy), seat, steps)


def test_forced_answers_are_in_the_entry_that_led_to_them(book: Book) -> None:
    match, rng = book.new(find("tzolkin"), None), Random(1)
    lines: list[Line] = []
    while not match.over:
        table, turn, rev = table_of(match), Turn(), match.rev
        seat = rng.choice(table.awaited)
        while not turn.complete:
            table.play(seat, [rng.choice(table.decision(seat).options).id], turn)
        posted = [line.step for line in turn.lines if not line.auto]
        match = book.play(match, seat, posted)
        entry = book.entries(match, rev)[0]
        assert entry.posted == posted
        assert entry.lines[: len(turn.lines)] == turn.lines
        lines += entry.lines
    assert any(line.auto for line in lines)
    assert list(walk(match, book.entries(match)))[-1].table.over


def test_an_entry_is_written_in_few_bytes() -> None:
    entry = Entry(TURN, 1_795_260_000_000, 2, ("pick tikal 4", ("tikal 4", 2)), reveals=True)
    assert encode(entry) == (
        b'{"k":"turn","t":1795260000000,"s":2,"l":["pick tikal 4",["tikal 4",2]],"r":true}'
    )
    assert decode(encode(entry)) == entry
    assert entry.posted == ["pick tikal 4"]
