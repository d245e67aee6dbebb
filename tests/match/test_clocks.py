"""Clocks, pauses and changes of seats: all of it follows from the record."""

from __future__ import annotations

import pytest

from engine.table import Table
from engine.title import Title
from match import claims, pauses, seating, undo
from match.chairs import Chair
from match.clocks import next_deadline
from match.errors import Refused
from match.head import Clock
from match.match import Match
from match.replay import walk
from match.tables import table_of
from match.undo_requests import CONSENT_MS
from match.words import (
    BANK,
    CLAIMED,
    CLOCK,
    EXPIRED,
    OPEN,
    PERSON,
    RETURNED,
    RUNNING,
    SEAT,
    TIMEOUT,
    UNDO_WITHDRAWN,
    WAITING,
)
from tests.match.book import BOT, EACH, SECOND, TEN, Book


def keep(book: Book, match: Match) -> Match:
    """Everybody keeps the first card, at once."""
    for seat in [asked.seat for asked in match.position.awaited]:
        step = table_of(match).decision(seat).options[0].id
        match = book.play(match, seat, [step])
    return match


def play(book: Book, match: Match, *steps: str) -> Match:
    """The seat that is asked plays; ``rest`` without steps."""
    return book.play(match, match.position.awaited[0].seat, steps or ["rest"])


def left(match: Match) -> list[float]:
    """The seconds of each seat, as they were when its clock last stood still."""
    return [time.left / SECOND for time in match.position.times]


def due(match: Match, seat: int) -> int | None:
    asked = match.position.question(seat)
    assert asked is not None
    return asked.due


def assert_replays(book: Book, match: Match) -> None:
    """The record leads to the stored position again."""
    *_, last = walk(match, book.entries(match))
    assert last.position == match.position
    assert last.holders == tuple(chair.holder for chair in match.chairs)
    assert last.table.save() == match.snapshot.state


def test_seats_asked_together_have_deadlines_of_their_own(book: Book, toy: Title) -> None:
    match = book.new(toy, TEN)
    assert [due(match, seat) for seat in range(3)] == [book.now + 10 * SECOND] * 3
    book.go_on(4)
    step = table_of(match).decision(1).options[0].id
    match = book.play(match, 1, [step])
    assert left(match) == [10, 8, 10]
    assert due(match, 0) == book.now + 6 * SECOND
    book.go_on(3)
    match = keep(book, match)
    assert left(match) == [5, 8, 5]
    assert due(match, 0) == book.now + 5 * SECOND
    assert_replays(book, match)


def test_a_clock_of_turns_begins_anew_with_every_turn(book: Book, toy: Title) -> None:
    match = keep(book, book.new(toy, EACH))
    book.go_on(9)
    match = play(book, match)
    assert due(match, 1) == book.now + 10 * SECOND
    match = play(book, play(book, match))
    assert due(match, 0) == book.now + 10 * SECOND
    assert_replays(book, match)


@pytest.mark.parametrize("limit", [TEN, EACH])
def test_taking_a_turn_back_gives_no_time_back(book: Book, toy: Title, limit: Clock) -> None:
    match = keep(book, book.new(toy, limit))
    back_to = match.rev
    at_first = match.position.times[0].left / SECOND
    for used in (3, 2):
        book.go_on(used)
        match = play(book, match)
        match = book.retract(match, 0, back_to)
    assert due(match, 0) == book.now + round((at_first - 5) * SECOND)
    assert left(match)[0] == at_first - 5
    assert_replays(book, match)


def test_bots_have_no_clock_and_who_comes_back_has_what_was_left(book: Book, toy: Title) -> None:
    match = keep(book, book.new(toy, TEN))
    book.go_on(5)
    match = book.wish(match, seating.put_bot, 0, BOT)
    assert due(match, 0) is None
    assert next_deadline(match) is None
    book.go_on(100)
    match = book.wish(match, seating.give_back, 0, PERSON)
    assert due(match, 0) == book.now + 7 * SECOND
    assert_replays(book, match)


def test_leaving_a_seat_to_a_bot_for_a_moment_gives_no_new_time_for_a_turn(
    book: Book, toy: Title
) -> None:
    match = keep(book, book.new(toy, EACH))
    book.go_on(8)
    for holder in (BOT, PERSON):
        rule = seating.put_bot if holder == BOT else seating.give_back
        match = book.wish(match, rule, 0, holder)
    assert due(match, 0) == book.now + 2 * SECOND
    assert_replays(book, match)


def test_who_comes_back_with_nothing_left_has_a_tenth_of_the_bank(book: Book, toy: Title) -> None:
    match = keep(book, book.new(toy, Clock(BANK, 600, 0, BOT)))
    book.go_on(600)
    match = book.expire(match, book.now)
    assert (match.chairs[0].holder, match.chairs[0].is_away) == (BOT, True)
    entry = book.entries(match)[-1]
    assert (entry.kind, entry.why, entry.holder) == (SEAT, TIMEOUT, BOT)
    match = book.wish(match, seating.give_back, 0, PERSON)
    assert book.entries(match)[-1].why == RETURNED
    assert due(match, 0) == book.now + 60 * SECOND
    assert_replays(book, match)


def test_a_late_seat_may_be_claimed_until_it_plays(book: Book, toy: Title) -> None:
    match = keep(book, book.new(toy, TEN))
    deadline = due(match, 0)
    assert next_deadline(match) == deadline
    book.go_on(12)
    assert book.expire(match, book.now - SECOND) == match
    match = book.expire(match, book.now)
    entry = book.entries(match)[-1]
    assert (entry.kind, entry.why, entry.seat) == (CLOCK, TIMEOUT, 0)
    assert next_deadline(match) is None
    assert book.expire(match, book.now + SECOND) == match
    played = play(book, match)
    assert played.late_seats == []
    assert left(played)[0] == 2
    with pytest.raises(Refused, match="not-claimable"):
        book.wish(played, claims.claim, 0, Chair(PERSON, token=b"new"), None)
    assert_replays(book, played)


def test_a_newcomer_has_all_the_time_there_is(book: Book, toy: Title) -> None:
    match = keep(book, book.new(toy, TEN))
    book.go_on(12)
    match = book.expire(match, book.now)
    with pytest.raises(Refused, match="not-claimable"):
        book.wish(match, claims.claim, 1, Chair(PERSON, token=b"new"), None)
    with pytest.raises(Refused, match="not-claimable"):
        book.wish(match, claims.claim, None, Chair(PERSON, token=b"new"), 0)
    match = book.wish(match, claims.claim, None, Chair(PERSON, "Zoe", b"new"), None)
    assert (match.chairs[0].token, match.chairs[0].name) == (b"new", "Zoe")
    assert book.entries(match)[-1].why == CLAIMED
    assert due(match, 0) == book.now + 10 * SECOND
    assert_replays(book, match)


def test_in_a_pause_nobodys_time_runs(book: Book, toy: Title) -> None:
    match = keep(book, book.new(toy, TEN))
    book.go_on(3)
    for seat in (0, 2):
        match = book.wish(match, pauses.pause, seat)
        assert not match.paused
    assert book.wish(match, pauses.pause, 0) == match
    match = book.wish(match, pauses.pause, 1)
    assert match.paused
    assert next_deadline(match) is None
    with pytest.raises(Refused, match="paused"):
        play(book, match)
    book.go_on(1000)
    assert book.expire(match, book.now) == match
    match = book.wish(match, pauses.resume, pauses.HOST)
    assert due(match, 0) == book.now + 9 * SECOND
    assert book.wish(match, pauses.resume, 1) == match
    assert_replays(book, match)


def test_a_bot_that_is_put_in_during_a_pause_costs_no_time(book: Book, toy: Title) -> None:
    match = keep(book, book.new(toy, TEN))
    book.go_on(3)
    for seat in range(3):
        match = book.wish(match, pauses.pause, seat)
    book.go_on(50)
    match = book.wish(match, seating.put_bot, 0, BOT)
    book.go_on(50)
    match = book.wish(match, seating.give_back, 0, PERSON)
    book.go_on(50)
    match = book.wish(match, pauses.resume, 2)
    assert due(match, 0) == book.now + 9 * SECOND
    assert_replays(book, match)


def test_a_request_for_an_undo_expires_after_a_day(book: Book, toy: Title) -> None:
    match = play(book, keep(book, book.new(toy, None)), "roll")
    match = book.wish(match, undo.ask, 0, 3)
    assert next_deadline(match) == book.now + CONSENT_MS
    book.go_on(CONSENT_MS / SECOND - 1)
    assert book.expire(match, book.now) == match
    book.go_on(1)
    assert next_deadline(match) == book.now
    match = book.expire(match, book.now)
    assert match.position.request is None
    entry = book.entries(match)[-1]
    assert (entry.kind, entry.why, entry.request) == (UNDO_WITHDRAWN, EXPIRED, 5)
    assert next_deadline(match) is None
    assert_replays(book, match)


def test_a_closed_seat_is_gone_and_was_there(book: Book, toy: Title) -> None:
    match = book.new(toy, TEN, (PERSON, OPEN, PERSON, OPEN))
    assert left(match) == []
    match = book.wish(match, seating.close, 1)
    assert [chair.token for chair in match.chairs] == [b"0", b"2", b""]
    assert (match.position.status, match.rev) == (WAITING, 1)
    match = book.wish(match, seating.close, 2)
    assert (match.position.status, left(match)) == (RUNNING, [10, 10])
    players = [len(step.table.state.players) for step in walk(match, book.entries(match))]
    assert players == [4, 3, 2]
    fresh = Table.new(toy, 2, (), match.head.seed)
    assert match.snapshot.state == fresh.save()
    assert_replays(book, play(book, keep(book, match)))


def test_an_undo_changes_the_table_and_not_who_sits_there(book: Book, toy: Title) -> None:
    match = keep(book, book.new(toy, TEN))
    back_to = match.rev
    match = play(book, match)
    match = book.wish(match, seating.resign, 0, BOT)
    match = book.wish(match, pauses.pause, 1)
    chairs, rest = match.chairs, match.position.rest
    match = book.retract(match, 0, back_to)
    assert (match.chairs, match.position.rest) == (chairs, rest)
    assert match.position.question(0) is not None
    assert due(match, 0) is None
    assert match.bot_awaited
    with pytest.raises(Refused, match="resigned"):
        seating.give_back(match, book.now, 0, PERSON)
    assert_replays(book, match)
