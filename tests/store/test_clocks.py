"""Clocks, pauses and changes of seats: all of it follows from the record."""

from __future__ import annotations

from functools import partial

import pytest

from engine.table import Table
from engine.title import Title
from match.chairs import Chair
from match.clocks import next_deadline
from match.head import Clock
from match.match import Match
from match.position import CONSENT_MS
from match.replay import walk
from match.tables import table_of
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
from store import Store, pauses, seats, timeouts, turns, undo
from store.seats import NotClaimable, Resigned
from store.turns import Away, Paused, Stale
from tests.store.timed import BOT, EACH, SECOND, TEN, Time, new


def keep(db: Store, match: Match) -> Match:
    """Everybody keeps the first card, at once."""
    for seat in [asked.seat for asked in match.position.awaited]:
        step = table_of(match).decision(seat).options[0].id
        match = turns.play(db, match, seat, [step]).match
    return match


def play(db: Store, match: Match, *steps: str) -> Match:
    """The seat that is asked plays; ``rest`` without steps."""
    return turns.play(db, match, match.position.awaited[0].seat, steps or ["rest"]).match


def left(match: Match) -> list[float]:
    """The seconds of each seat, as they were when its clock last stood still."""
    return [time.left / SECOND for time in match.position.times]


def due(match: Match, seat: int) -> int | None:
    asked = match.position.question(seat)
    assert asked is not None
    return asked.due


def assert_replays(db: Store, match: Match) -> None:
    """The record leads to the stored position again."""
    *_, last = walk(match, db.games.entries(match))
    assert last.position == match.position
    assert last.holders == tuple(chair.holder for chair in match.chairs)
    assert last.table.save() == match.snapshot.state


def test_seats_asked_together_have_deadlines_of_their_own(
    db: Store, toy: Title, clock: Time
) -> None:
    match = new(db, toy, clock, TEN)
    assert [due(match, seat) for seat in range(3)] == [clock.now + 10 * SECOND] * 3
    clock.go_on(4)
    step = table_of(match).decision(1).options[0].id
    match = turns.play(db, match, 1, [step]).match
    assert left(match) == [10, 8, 10]
    assert due(match, 0) == clock.now + 6 * SECOND
    clock.go_on(3)
    match = keep(db, match)
    assert left(match) == [5, 8, 5]
    assert due(match, 0) == clock.now + 5 * SECOND
    assert_replays(db, match)


def test_a_clock_of_turns_begins_anew_with_every_turn(db: Store, toy: Title, clock: Time) -> None:
    match = keep(db, new(db, toy, clock, EACH))
    clock.go_on(9)
    match = play(db, match)
    assert due(match, 1) == clock.now + 10 * SECOND
    match = play(db, play(db, match))
    assert due(match, 0) == clock.now + 10 * SECOND
    assert_replays(db, match)


@pytest.mark.parametrize("limit", [TEN, EACH])
def test_taking_a_turn_back_gives_no_time_back(
    db: Store, toy: Title, clock: Time, limit: Clock
) -> None:
    match = keep(db, new(db, toy, clock, limit))
    back_to = match.rev
    at_first = match.position.times[0].left / SECOND
    for used in (3, 2):
        clock.go_on(used)
        match = play(db, match)
        match = undo.retract(db, "g", 0, back_to, match.rev)
    assert due(match, 0) == clock.now + round((at_first - 5) * SECOND)
    assert left(match)[0] == at_first - 5
    assert_replays(db, match)


def test_bots_have_no_clock_and_who_comes_back_has_what_was_left(
    db: Store, toy: Title, clock: Time
) -> None:
    match = keep(db, new(db, toy, clock, TEN))
    clock.go_on(5)
    match = seats.carry_out(db, match, lambda game: seats.put_bot(game, 0, BOT))
    assert due(match, 0) is None
    assert next_deadline(match) is None
    clock.go_on(100)
    match = seats.carry_out(db, match, lambda game: seats.give_back(game, 0, PERSON))
    assert due(match, 0) == clock.now + 7 * SECOND
    assert_replays(db, match)


def test_leaving_a_seat_to_a_bot_for_a_moment_gives_no_new_time_for_a_turn(
    db: Store, toy: Title, clock: Time
) -> None:
    match = keep(db, new(db, toy, clock, EACH))
    clock.go_on(8)
    for holder in (BOT, PERSON):
        change = seats.put_bot if holder == BOT else seats.give_back
        match = seats.carry_out(db, match, lambda g, c=change, h=holder: c(g, 0, h))  # type: ignore[misc]
    assert due(match, 0) == clock.now + 2 * SECOND
    assert_replays(db, match)


def test_who_comes_back_with_nothing_left_has_a_tenth_of_the_bank(
    db: Store, toy: Title, clock: Time
) -> None:
    match = keep(db, new(db, toy, clock, Clock(BANK, 600, 0, BOT)))
    clock.go_on(600)
    match = timeouts.expire(db, match, clock.now)
    assert (match.chairs[0].holder, match.chairs[0].is_away) == (BOT, True)
    entry = db.games.entries(match)[-1]
    assert (entry.kind, entry.why, entry.holder) == (SEAT, TIMEOUT, BOT)
    match = seats.carry_out(db, match, lambda game: seats.give_back(game, 0, PERSON))
    assert db.games.entries(match)[-1].why == RETURNED
    assert due(match, 0) == clock.now + 60 * SECOND
    assert_replays(db, match)


def test_a_late_seat_may_be_claimed_until_it_plays(db: Store, toy: Title, clock: Time) -> None:
    match = keep(db, new(db, toy, clock, TEN))
    deadline = due(match, 0)
    assert next_deadline(match) == deadline
    clock.go_on(12)
    assert timeouts.expire(db, match, clock.now - SECOND) == match
    match = timeouts.expire(db, match, clock.now)
    entry = db.games.entries(match)[-1]
    assert (entry.kind, entry.why, entry.seat) == (CLOCK, TIMEOUT, 0)
    assert next_deadline(match) is None
    assert timeouts.expire(db, match, clock.now + SECOND) == match
    played = play(db, match)
    assert seats.late_seats(played) == []
    assert left(played)[0] == 2
    with pytest.raises(NotClaimable):
        seats.claim(db, match, 0, Chair(PERSON, token=b"new"))
    assert_replays(db, played)


def test_a_newcomer_has_all_the_time_there_is(db: Store, toy: Title, clock: Time) -> None:
    match = keep(db, new(db, toy, clock, TEN))
    clock.go_on(12)
    match = timeouts.expire(db, match, clock.now)
    with pytest.raises(NotClaimable):
        seats.claim(db, match, 1, Chair(PERSON, token=b"new"))
    with pytest.raises(NotClaimable):
        seats.claim(db, match, None, Chair(PERSON, token=b"new"), mine=0)
    match, seat = seats.claim(db, match, None, Chair(PERSON, "Zoe", b"new"))
    assert (seat, match.chairs[0].token, match.chairs[0].name) == (0, b"new", "Zoe")
    assert db.games.entries(match)[-1].why == CLAIMED
    assert due(match, 0) == clock.now + 10 * SECOND
    assert_replays(db, match)


def test_in_a_pause_nobodys_time_runs(db: Store, toy: Title, clock: Time) -> None:
    match = keep(db, new(db, toy, clock, TEN))
    clock.go_on(3)
    for seat in (0, 2):
        match = seats.carry_out(db, match, partial(pauses.pause, seat=seat))
        assert not match.paused
    assert seats.carry_out(db, match, lambda game: pauses.pause(game, 0)) == match
    match = seats.carry_out(db, match, lambda game: pauses.pause(game, 1))
    assert match.paused
    assert next_deadline(match) is None
    assert db.deadlines.overdue(1 << 60) == []
    with pytest.raises(Paused):
        play(db, match)
    clock.go_on(1000)
    assert timeouts.expire(db, match, clock.now) == match
    match = seats.carry_out(db, match, lambda game: pauses.resume(game, pauses.HOST))
    assert due(match, 0) == clock.now + 9 * SECOND
    assert seats.carry_out(db, match, lambda game: pauses.resume(game, 1)) == match
    assert_replays(db, match)


def test_a_bot_that_is_put_in_during_a_pause_costs_no_time(
    db: Store, toy: Title, clock: Time
) -> None:
    match = keep(db, new(db, toy, clock, TEN))
    clock.go_on(3)
    for seat in range(3):
        match = seats.carry_out(db, match, partial(pauses.pause, seat=seat))
    clock.go_on(50)
    match = seats.carry_out(db, match, lambda game: seats.put_bot(game, 0, BOT))
    assert db.due.overdue(1 << 60) == []
    clock.go_on(50)
    match = seats.carry_out(db, match, lambda game: seats.give_back(game, 0, PERSON))
    clock.go_on(50)
    match = seats.carry_out(db, match, lambda game: pauses.resume(game, 2))
    assert due(match, 0) == clock.now + 9 * SECOND
    assert_replays(db, match)


def test_a_request_for_an_undo_expires_after_a_day(db: Store, toy: Title, clock: Time) -> None:
    match = play(db, keep(db, new(db, toy, clock, None)), "roll")
    match = undo.request(db, match, 0, 3)
    assert next_deadline(match) == clock.now + CONSENT_MS
    clock.go_on(CONSENT_MS / SECOND - 1)
    assert timeouts.expire(db, match, clock.now) == match
    clock.go_on(1)
    assert db.deadlines.overdue(clock.now) == ["g"]
    match = timeouts.expire(db, match, clock.now)
    assert match.position.request is None
    entry = db.games.entries(match)[-1]
    assert (entry.kind, entry.why, entry.request) == (UNDO_WITHDRAWN, EXPIRED, 5)
    assert db.deadlines.overdue(1 << 60) == []
    assert_replays(db, match)


def test_a_closed_seat_is_gone_and_was_there(db: Store, toy: Title, clock: Time) -> None:
    match = new(db, toy, clock, TEN, (PERSON, OPEN, PERSON, OPEN))
    assert left(match) == []
    match = seats.carry_out(db, match, lambda game: seats.close(game, 1))
    assert [chair.token for chair in match.chairs] == [b"0", b"2", b""]
    assert (match.position.status, match.rev) == (WAITING, 1)
    match = seats.carry_out(db, match, lambda game: seats.close(game, 2))
    assert (match.position.status, left(match)) == (RUNNING, [10, 10])
    players = [len(step.table.state.players) for step in walk(match, db.games.entries(match))]
    assert players == [4, 3, 2]
    fresh = Table.new(toy, 2, (), match.head.seed)
    assert match.snapshot.state == fresh.save()
    assert_replays(db, play(db, keep(db, match)))


def test_an_undo_changes_the_table_and_not_who_sits_there(
    db: Store, toy: Title, clock: Time
) -> None:
    match = keep(db, new(db, toy, clock, TEN))
    back_to = match.rev
    match = play(db, match)
    match = seats.carry_out(db, match, lambda game: seats.resign(game, 0, BOT))
    match = seats.carry_out(db, match, lambda game: pauses.pause(game, 1))
    chairs, rest = match.chairs, match.position.rest
    match = undo.retract(db, "g", 0, back_to, match.rev)
    assert (match.chairs, match.position.rest) == (chairs, rest)
    assert match.position.question(0) is not None
    assert due(match, 0) is None
    assert db.due.overdue(1 << 60) == ["g"]
    with pytest.raises(Resigned):
        seats.give_back(match, 0, PERSON)
    assert_replays(db, match)


def test_a_persons_turn_that_meets_a_bot_or_a_newcomer_is_refused(
    db: Store, toy: Title, clock: Time
) -> None:
    before = keep(db, new(db, toy, clock, TEN))
    match = seats.carry_out(db, before, lambda game: seats.put_bot(game, 0, BOT))
    with pytest.raises(Away):
        turns.post(db, before, 0, ["rest"], before.rev)
    with pytest.raises(Away):
        turns.post(db, match, 0, ["rest"], before.rev)
    match = seats.carry_out(db, match, lambda game: seats.give_back(game, 0, PERSON))
    clock.go_on(20)
    match = timeouts.expire(db, match, clock.now)
    match, _ = seats.claim(db, match, 0, Chair(PERSON, token=b"new"))
    with pytest.raises(turns.SeatLost):
        turns.post(db, before, 0, ["rest"], before.rev)
    assert db.games.load("g") == match


def test_a_wish_about_a_seat_that_moved_is_stale(db: Store, toy: Title, clock: Time) -> None:
    before = new(db, toy, clock, None, (PERSON, OPEN, PERSON, OPEN))
    seats.carry_out(db, before, lambda game: seats.close(game, 1))
    with pytest.raises(Stale):
        seats.carry_out(db, before, lambda game: seats.put_bot(game, 2, BOT), 2)
    assert db.games.load("g").rev == 1
