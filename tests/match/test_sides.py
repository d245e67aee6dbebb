"""Sides that are no seats: an automa has no chair and no clock, is never asked, and is ranked."""

from __future__ import annotations

from engine.title import Title
from match import pauses
from match.replay import walk
from match.tables import table_of
from match.words import PERSON
from tests.match.book import TEN, Book


def test_a_match_of_one_seat_is_played_against_an_automa(book: Book, toy: Title) -> None:
    match = book.new(toy, TEN, (PERSON,))
    assert len(table_of(match).state.players) == 2
    while not match.over:
        assert [asked.seat for asked in match.position.awaited] == [0]
        assert (len(match.chairs), len(match.position.times)) == (1, 1)
        assert set(match.snapshot.own) <= {0}
        options = [option.id for option in table_of(match).decision(0).options]
        match = book.play(match, 0, ["rest" if "rest" in options else options[0]])
    assert sorted(standing.side for standing in match.position.result) == [0, 1]
    assert {entry.seat for entry in book.entries(match) if entry.kind == "turn"} == {0}
    *_, last = walk(match, book.entries(match))
    assert last.position == match.position


def test_one_person_alone_agrees_to_a_pause(book: Book, toy: Title) -> None:
    match = book.wish(book.new(toy, TEN, (PERSON,)), pauses.pause, 0)
    assert match.paused
