"""Clocks, pauses and changes of seats: all of it follows from the record."""

from __future__ import annotations

from functools import partial

import pytest

from engine.table import Table
from engine.title import Title
from store import Store, pauses, replay, seats, timeouts, turns, undo
from store.clocks import next_deadline
from store.entries import (
    CLAIMED,
    CLOCK,
    EXPIRED,
    RETURNED,
    SEAT,
    TIMEOUT,
    UNDO_WITHDRAWN,
)
from store.games import Stored
from store.head import BANK, OPEN, PERSON, Clock, Seat
from store.moment import CONSENT_MS, RUNNING, WAITING
from store.seats import NotClaimable, Resigned
from store.turns import Away, Paused, Stale
from tests.store.timed import BOT, EACH, SECOND, TEN, Time, new


def keep(db: Store, stored: Stored) -> Stored:
    """Everybody keeps the first card, at once."""
    for seat in [asked.seat for asked in stored.position.awaited]:
        step = turns.table_of(stored).decision(seat).options[0].id
        stored = turns.play(db, stored, seat, [step]).stored
    return stored


def play(db: Store, stored: Stored, *steps: str) -> Stored:
    """The seat that is asked plays; ``rest`` without steps."""
    return turns.play(db, stored, stored.position.awaited[0].seat, steps or ["rest"]).stored


def left(stored: Stored) -> list[float]:
    """The seconds of each seat, as they were when its clock last stood still."""
    return [time.left / SECOND for time in stored.position.times]


def due(stored: Stored, seat: int) -> int | None:
    asked = stored.position.question(seat)
    assert asked is not None
    return asked.due


def assert_replays(db: Store, stored: Stored) -> None:
    """The record leads to the stored position again."""
    *_, last = replay.walk(stored, db.games.entries(stored))
    assert last.position == stored.position
    assert last.holders == tuple(chair.holder for chair in stored.seats)
    assert last.table.save() == stored.moment.state


def test_seats_asked_together_have_deadlines_of_their_own(
    db: Store, toy: Title, clock: Time
) -> None:
    stored = new(db, toy, clock, TEN)
    assert [due(stored, seat) for seat in range(3)] == [clock.now + 10 * SECOND] * 3
    clock.go_on(4)
    step = turns.table_of(stored).decision(1).options[0].id
    stored = turns.play(db, stored, 1, [step]).stored
    assert left(stored) == [10, 8, 10]
    assert due(stored, 0) == clock.now + 6 * SECOND
    clock.go_on(3)
    stored = keep(db, stored)
    assert left(stored) == [5, 8, 5]
    assert due(stored, 0) == clock.now + 5 * SECOND
    assert_replays(db, stored)


def test_a_clock_of_turns_begins_anew_with_every_turn(db: Store, toy: Title, clock: Time) -> None:
    stored = keep(db, new(db, toy, clock, EACH))
    clock.go_on(9)
    stored = play(db, stored)
    assert due(stored, 1) == clock.now + 10 * SECOND
    stored = play(db, play(db, stored))
    assert due(stored, 0) == clock.now + 10 * SECOND
    assert_replays(db, stored)


@pytest.mark.parametrize("limit", [TEN, EACH])
def test_taking_a_turn_back_gives_no_time_back(
    db: Store, toy: Title, clock: Time, limit: Clock
) -> None:
    stored = keep(db, new(db, toy, clock, limit))
    back_to = stored.rev
    at_first = stored.position.times[0].left / SECOND
    for used in (3, 2):
        clock.go_on(used)
        stored = play(db, stored)
        stored = undo.retract(db, "g", 0, back_to, stored.rev)
    assert due(stored, 0) == clock.now + round((at_first - 5) * SECOND)
    assert left(stored)[0] == at_first - 5
    assert_replays(db, stored)


def test_bots_have_no_clock_and_who_comes_back_has_what_was_left(
    db: Store, toy: Title, clock: Time
) -> None:
    stored = keep(db, new(db, toy, clock, TEN))
    clock.go_on(5)
    stored = seats.carry_out(db, stored, lambda game: seats.put_bot(game, 0, BOT))
    assert due(stored, 0) is None
    assert next_deadline(stored) is None
    clock.go_on(100)
    stored = seats.carry_out(db, stored, lambda game: seats.give_back(game, 0, PERSON))
    assert due(stored, 0) == clock.now + 7 * SECOND
    assert_replays(db, stored)


def test_leaving_a_seat_to_a_bot_for_a_moment_gives_no_new_time_for_a_turn(
    db: Store, toy: Title, clock: Time
) -> None:
    stored = keep(db, new(db, toy, clock, EACH))
    clock.go_on(8)
    for holder in (BOT, PERSON):
        change = seats.put_bot if holder == BOT else seats.give_back
        stored = seats.carry_out(db, stored, lambda g, c=change, h=holder: c(g, 0, h))  # type: ignore[misc]
    assert due(stored, 0) == clock.now + 2 * SECOND
    assert_replays(db, stored)


def test_who_comes_back_with_nothing_left_has_a_tenth_of_the_bank(
    db: Store, toy: Title, clock: Time
) -> None:
    stored = keep(db, new(db, toy, clock, Clock(BANK, 600, 0, BOT)))
    clock.go_on(600)
    stored = timeouts.expire(db, stored, clock.now)
    assert (stored.seats[0].holder, stored.seats[0].is_away) == (BOT, True)
    entry = db.games.entries(stored)[-1]
    assert (entry.kind, entry.why, entry.holder) == (SEAT, TIMEOUT, BOT)
    stored = seats.carry_out(db, stored, lambda game: seats.give_back(game, 0, PERSON))
    assert db.games.entries(stored)[-1].why == RETURNED
    assert due(stored, 0) == clock.now + 60 * SECOND
    assert_replays(db, stored)


def test_a_late_seat_may_be_claimed_until_it_plays(db: Store, toy: Title, clock: Time) -> None:
    stored = keep(db, new(db, toy, clock, TEN))
    deadline = due(stored, 0)
    assert next_deadline(stored) == deadline
    clock.go_on(12)
    assert timeouts.expire(db, stored, clock.now - SECOND) == stored
    stored = timeouts.expire(db, stored, clock.now)
    entry = db.games.entries(stored)[-1]
    assert (entry.kind, entry.why, entry.seat) == (CLOCK, TIMEOUT, 0)
    assert next_deadline(stored) is None
    assert timeouts.expire(db, stored, clock.now + SECOND) == stored
    played = play(db, stored)
    assert seats.late_seats(played) == []
    assert left(played)[0] == 2
    with pytest.raises(NotClaimable):
        seats.claim(db, stored, 0, Seat(PERSON, token=b"new"))
    assert_replays(db, played)


def test_a_newcomer_has_all_the_time_there_is(db: Store, toy: Title, clock: Time) -> None:
    stored = keep(db, new(db, toy, clock, TEN))
    clock.go_on(12)
    stored = timeouts.expire(db, stored, clock.now)
    with pytest.raises(NotClaimable):
        seats.claim(db, stored, 1, Seat(PERSON, token=b"new"))
    with pytest.raises(NotClaimable):
        seats.claim(db, stored, None, Seat(PERSON, token=b"new"), mine=0)
    stored, seat = seats.claim(db, stored, None, Seat(PERSON, "Zoe", b"new"))
    assert (seat, stored.seats[0].token, stored.seats[0].name) == (0, b"new", "Zoe")
    assert db.games.entries(stored)[-1].why == CLAIMED
    assert due(stored, 0) == clock.now + 10 * SECOND
    assert_replays(db, stored)


def test_in_a_pause_nobodys_time_runs(db: Store, toy: Title, clock: Time) -> None:
    stored = keep(db, new(db, toy, clock, TEN))
    clock.go_on(3)
    for seat in (0, 2):
        stored = seats.carry_out(db, stored, partial(pauses.pause, seat=seat))
        assert not stored.paused
    assert seats.carry_out(db, stored, lambda game: pauses.pause(game, 0)) == stored
    stored = seats.carry_out(db, stored, lambda game: pauses.pause(game, 1))
    assert stored.paused
    assert next_deadline(stored) is None
    assert db.deadlines.overdue(1 << 60) == []
    with pytest.raises(Paused):
        play(db, stored)
    clock.go_on(1000)
    assert timeouts.expire(db, stored, clock.now) == stored
    stored = seats.carry_out(db, stored, lambda game: pauses.resume(game, pauses.HOST))
    assert due(stored, 0) == clock.now + 9 * SECOND
    assert seats.carry_out(db, stored, lambda game: pauses.resume(game, 1)) == stored
    assert_replays(db, stored)


def test_a_bot_that_is_put_in_during_a_pause_costs_no_time(
    db: Store, toy: Title, clock: Time
) -> None:
    stored = keep(db, new(db, toy, clock, TEN))
    clock.go_on(3)
    for seat in range(3):
        stored = seats.carry_out(db, stored, partial(pauses.pause, seat=seat))
    clock.go_on(50)
    stored = seats.carry_out(db, stored, lambda game: seats.put_bot(game, 0, BOT))
    assert db.due.overdue(1 << 60) == []
    clock.go_on(50)
    stored = seats.carry_out(db, stored, lambda game: seats.give_back(game, 0, PERSON))
    clock.go_on(50)
    stored = seats.carry_out(db, stored, lambda game: pauses.resume(game, 2))
    assert due(stored, 0) == clock.now + 9 * SECOND
    assert_replays(db, stored)


def test_a_request_for_an_undo_expires_after_a_day(db: Store, toy: Title, clock: Time) -> None:
    stored = play(db, keep(db, new(db, toy, clock, None)), "roll")
    stored = undo.request(db, stored, 0, 3)
    assert next_deadline(stored) == clock.now + CONSENT_MS
    clock.go_on(CONSENT_MS / SECOND - 1)
    assert timeouts.expire(db, stored, clock.now) == stored
    clock.go_on(1)
    assert db.deadlines.overdue(clock.now) == ["g"]
    stored = timeouts.expire(db, stored, clock.now)
    assert stored.position.request is None
    entry = db.games.entries(stored)[-1]
    assert (entry.kind, entry.why, entry.request) == (UNDO_WITHDRAWN, EXPIRED, 5)
    assert db.deadlines.overdue(1 << 60) == []
    assert_replays(db, stored)


def test_a_closed_seat_is_gone_and_was_there(db: Store, toy: Title, clock: Time) -> None:
    stored = new(db, toy, clock, TEN, (PERSON, OPEN, PERSON, OPEN))
    assert left(stored) == []
    stored = seats.carry_out(db, stored, lambda game: seats.close(game, 1))
    assert [chair.token for chair in stored.seats] == [b"0", b"2", b""]
    assert (stored.position.status, stored.rev) == (WAITING, 1)
    stored = seats.carry_out(db, stored, lambda game: seats.close(game, 2))
    assert (stored.position.status, left(stored)) == (RUNNING, [10, 10])
    players = [
        len(step.table.state.players) for step in replay.walk(stored, db.games.entries(stored))
    ]
    assert players == [4, 3, 2]
    fresh = Table.new(toy, 2, (), stored.head.seed)
    assert stored.moment.state == fresh.save()
    assert_replays(db, play(db, keep(db, stored)))


def test_an_undo_changes_the_table_and_not_who_sits_there(
    db: Store, toy: Title, clock: Time
) -> None:
    stored = keep(db, new(db, toy, clock, TEN))
    back_to = stored.rev
    stored = play(db, stored)
    stored = seats.carry_out(db, stored, lambda game: seats.resign(game, 0, BOT))
    stored = seats.carry_out(db, stored, lambda game: pauses.pause(game, 1))
    chairs, rest = stored.seats, stored.position.rest
    stored = undo.retract(db, "g", 0, back_to, stored.rev)
    assert (stored.seats, stored.position.rest) == (chairs, rest)
    assert stored.position.question(0) is not None
    assert due(stored, 0) is None
    assert db.due.overdue(1 << 60) == ["g"]
    with pytest.raises(Resigned):
        seats.give_back(stored, 0, PERSON)
    assert_replays(db, stored)


def test_a_persons_turn_that_meets_a_bot_or_a_newcomer_is_refused(
    db: Store, toy: Title, clock: Time
) -> None:
    before = keep(db, new(db, toy, clock, TEN))
    stored = seats.carry_out(db, before, lambda game: seats.put_bot(game, 0, BOT))
    with pytest.raises(Away):
        turns.post(db, before, 0, ["rest"], before.rev)
    with pytest.raises(Away):
        turns.post(db, stored, 0, ["rest"], before.rev)
    stored = seats.carry_out(db, stored, lambda game: seats.give_back(game, 0, PERSON))
    clock.go_on(20)
    stored = timeouts.expire(db, stored, clock.now)
    stored, _ = seats.claim(db, stored, 0, Seat(PERSON, token=b"new"))
    with pytest.raises(turns.SeatLost):
        turns.post(db, before, 0, ["rest"], before.rev)
    assert db.games.load("g") == stored


def test_a_wish_about_a_seat_that_moved_is_stale(db: Store, toy: Title, clock: Time) -> None:
    before = new(db, toy, clock, None, (PERSON, OPEN, PERSON, OPEN))
    seats.carry_out(db, before, lambda game: seats.close(game, 1))
    with pytest.raises(Stale):
        seats.carry_out(db, before, lambda game: seats.put_bot(game, 2, BOT), 2)
    assert db.games.load("g").rev == 1
