"""Admission: of seats, clocks, pauses and requests a record tells nothing that cannot be so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.title import Title
from match import claims, foreign_records, pauses, seating, undo
from match.admission import PASSINGS
from match.chairs import Chair
from match.entries import Entry
from match.errors import Fault
from match.head import Clock
from match.match import Match
from match.tables import table_of
from match.undo_requests import CONSENT_MS
from match.words import BANK, FREE, OPEN, PERSON, REASONS, SEAT
from tests.match.book import BOT, SECOND, TEN, Book

Told = tuple[Match, list[Entry]]
BOTS = Clock(BANK, 10, 2, BOT)


def told(book: Book, match: Match) -> Told:
    """A game and its record, which holds as it is."""
    entries = book.entries(match)
    foreign_records.play_record(match, entries, book.now)
    return match, entries


def keep(book: Book, match: Match) -> Match:
    """Every seat keeps its first card, so that turns begin."""
    for asked in match.position.awaited:
        step = table_of(match).decision(asked.seat).options[0].id
        match = book.play(match, asked.seat, [step])
    return match


def claimed(book: Book, toy: Title) -> Told:
    """0, 1, 2: all keep a card. 3: seat 0 is late. 4: it is claimed."""
    match = keep(book, book.new(toy, TEN))
    book.go_on(13)
    match = book.expire(match, book.now)
    return told(book, book.wish(match, claims.claim, 0, Chair(PERSON, "Eva", b"new"), None))


def replaced(book: Book, toy: Title) -> Told:
    """3: a bot takes seat 0, which is late. 4: its person comes back. 5: seat 1 resigns."""
    match = keep(book, book.new(toy, BOTS))
    book.go_on(13)
    match = book.expire(match, book.now)
    match = book.wish(match, seating.give_back, 0, PERSON)
    match = book.wish(match, seating.resign, 1, BOT)
    return told(book, match)


def rested(book: Book, toy: Title) -> Told:
    """3, 4, 5: all want a pause. 6: seat 1 goes on. 7: seat 0 rolls."""
    match = keep(book, book.new(toy, TEN))
    for seat in range(3):
        match = book.wish(match, pauses.pause, seat)
    book.go_on(100)
    match = book.wish(match, pauses.resume, 1)
    return told(book, book.play(match, 0, ["roll"]))


def asked(book: Book, toy: Title) -> Told:
    """3: seat 0 rolls. 4: it asks to go back. 5: seat 1 agrees. 6: the request has expired."""
    match = book.play(keep(book, book.new(toy, None)), 0, ["roll"])
    match = book.answer_undo(book.wish(match, undo.ask, 0, 3), 1, agree=True)
    book.go_on(CONSENT_MS // SECOND + 1)
    return told(book, book.expire(match, book.now))


def waited(book: Book, toy: Title) -> Told:
    """0: seat 2 is taken. 1: left. 2: taken by a bot. 3: given up for three seats by the host."""
    match = book.new(toy, None, (PERSON, OPEN, OPEN))
    match = book.wish(match, seating.take, 2, Chair(PERSON, "Ana", b"2"))
    match = book.wish(match, seating.leave, 2)
    match = book.wish(match, seating.take, 2, Chair(BOT, "Bo"))
    return told(book, book.wish(match, seating.take, 1, Chair(PERSON, "Ren", b"1")))


def _entry(index: int, **changes: Any) -> Callable[[Told], Told]:
    """An entry is another one."""

    def spoil(record: Told) -> Told:
        match, entries = record
        return match, [replace(e, **changes) if n == index else e for n, e in enumerate(entries)]

    return spoil


def _early(index: int, seconds: float) -> Callable[[Told], Told]:
    """An entry, and those after it, came so much earlier."""

    def spoil(record: Told) -> Told:
        match, entries = record
        sooner = round(seconds * SECOND)
        return match, [
            replace(e, at=e.at - sooner) if n >= index else e for n, e in enumerate(entries)
        ]

    return spoil


def _without(index: int) -> Callable[[Told], Told]:
    """An entry is missing."""
    return lambda record: (record[0], [e for n, e in enumerate(record[1]) if n != index])


def _twice(index: int) -> Callable[[Told], Told]:
    """An entry stands there twice."""
    return lambda record: (record[0], [*record[1][: index + 1], *record[1][index:]])


def _head(**changes: Any) -> Callable[[Told], Told]:
    """The header says something else."""

    def spoil(record: Told) -> Told:
        match, entries = record
        head = replace(match.head, **changes)
        return Match(match.id, head, match.chairs, match.snapshot), entries

    return spoil


def _chair(number: int, **changes: Any) -> Callable[[Told], Told]:
    """The record has another final holder."""

    def spoil(record: Told) -> Told:
        match, entries = record
        chairs = [replace(c, **changes) if n == number else c for n, c in enumerate(match.chairs)]
        return Match(match.id, match.head, tuple(chairs), match.snapshot), entries

    return spoil


Make = Callable[[Book, Title], Told]
SPOILT: dict[str, tuple[Make, Callable[[Told], Told], str, str]] = {
    "a timeout before the deadline": (claimed, _early(3, 2), "record-early", "/entries/3/at"),
    "a timeout of a seat not asked": (
        claimed,
        _entry(3, seat=1),
        "record-no-clock",
        "/entries/3/seat",
    ),
    "a timeout twice": (claimed, _twice(3), "record-no-clock", "/entries/4/seat"),
    "a timeout without a clock": (
        claimed,
        _head(clock=None),
        "record-no-clock",
        "/entries/3/seat",
    ),
    "more time than the timeout came after": (
        claimed,
        _head(clock=Clock(BANK, 60, 2)),
        "record-early",
        "/entries/3/at",
    ),
    "a timeout that should have been a bot": (
        claimed,
        _head(clock=BOTS),
        "record-differs",
        "/entries/3/kind",
    ),
    "a claim of a seat that is not late": (
        claimed,
        _without(3),
        "record-not-late",
        "/entries/3/seat",
    ),
    "a claimed seat of another name": (
        claimed,
        _chair(0, name="Ada"),
        "record-differs",
        "/seats/0/name",
    ),
    "a bot before the deadline": (replaced, _early(3, 2), "record-early", "/entries/3/at"),
    "another bot than the clock's": (
        replaced,
        _entry(3, holder="bot:greedy"),
        "record-differs",
        "/entries/3/holder",
    ),
    "a bot though seats are claimed": (
        replaced,
        _head(clock=TEN),
        "record-differs",
        "/entries/3/holder",
    ),
    "back though nobody was away": (replaced, _without(3), "record-seat", "/entries/3/why"),
    "resigned, and a person plays": (
        replaced,
        _entry(5, holder=PERSON),
        "record-seat",
        "/entries/5/why",
    ),
    "resigned, and not told": (
        replaced,
        _chair(1, resigned=False),
        "record-differs",
        "/seats/1/resigned",
    ),
    "resigned without an entry": (
        replaced,
        _chair(0, resigned=True),
        "record-differs",
        "/seats/0/resigned",
    ),
    "a turn in a pause": (rested, _without(6), "record-paused", "/entries/6/kind"),
    "a pause wanted twice": (rested, _twice(3), "record-differs", "/entries/4/seat"),
    "going on without a pause": (rested, _twice(6), "record-differs", "/entries/7/why"),
    "the clock says nothing": (rested, _entry(3, why=""), "record-differs", "/entries/3/why"),
    "expired too soon": (asked, _early(6, 60), "record-early", "/entries/6/at"),
    "expired though nobody asked": (
        asked,
        _without(4),
        "record-request",
        "/entries/4/request",
    ),
    "asked twice": (asked, _twice(4), "record-differs", "/entries/5/kind"),
    "an answer to another request": (
        asked,
        _entry(5, request=4),
        "record-request",
        "/entries/5/request",
    ),
    "an answer to oneself": (asked, _entry(5, seat=0), "record-differs", "/entries/5/seat"),
    "withdrawn by another": (asked, _entry(6, seat=1), "record-differs", "/entries/6/seat"),
    "taken twice": (waited, _twice(0), "record-seat", "/entries/1/why"),
    "left for a bot": (waited, _entry(1, holder=BOT), "record-seat", "/entries/1/why"),
    "started too soon": (waited, _entry(0, starts=True), "record-differs", "/entries/0/starts"),
    "not started": (waited, _entry(3, starts=False), "record-differs", "/entries/3/starts"),
    "resigned before the start": (
        waited,
        _entry(1, holder=BOT, why="resigned"),
        "record-seat",
        "/entries/1/why",
    ),
    "a timeout before the start": (
        waited,
        _entry(1, kind="clock", why="timeout"),
        "record-not-started",
        "/entries/1/kind",
    ),
    "cancelled in play": (
        asked,
        _entry(4, kind="end", why="cancelled"),
        "record-differs",
        "/entries/4/why",
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_cannot_be_so_is_refused(book: Book, toy: Title, name: str) -> None:
    make, spoil, why, place = SPOILT[name]
    match, entries = spoil(make(book, toy))
    with pytest.raises(Fault) as refused:
        foreign_records.play_record(match, entries, book.now)
    assert (refused.value.why, refused.value.place) == (why, place)


def test_a_sandbox_tells_of_a_clock_that_it_has_no_more(book: Book, toy: Title) -> None:
    match, entries = _head(clock=None, undo=FREE)(claimed(book, toy))
    assert len(foreign_records.play_record(match, entries, book.now).entries) == 5


def test_the_end_comes_when_the_last_turn_does(book: Book, toy: Title) -> None:
    match = keep(book, book.new(toy, None))
    while not match.over:
        seat = match.position.awaited[0].seat
        offered = [option.id for option in table_of(match).decision(seat).options]
        step = "rest" if "rest" in offered else offered[0]
        match = book.play(match, seat, [step])
    whole, entries = told(book, match)
    late = [*entries[:-1], replace(entries[-1], at=entries[-1].at + 1)]
    with pytest.raises(Fault) as refused:
        foreign_records.play_record(whole, late, book.now)
    assert refused.value.place == f"/entries/{len(late) - 1}/at"


def test_every_reason_of_a_seat_says_how_it_passes() -> None:
    assert set(PASSINGS) == set(REASONS[SEAT])
