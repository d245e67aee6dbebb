"""Commits: rules on stored matches, conflicts, and the lists that every commit keeps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.title import Title
from match import claims, pauses, seating, undo
from match.chairs import Chair
from match.errors import Refused
from match.head import Clock
from match.match import Match
from match.tables import table_of
from match.undo_requests import CONSENT_MS
from match.words import OPEN, PERSON
from store import Store
from store.commits import carry_out, expire, play_turn, post_turn, retract
from tests.match.book import BOT, SECOND, TEN, Time, new_match
from tests.wishes import wish

New = Callable[..., Match]


@pytest.fixture
def new(db: Store, toy: Title, clock: Time) -> New:
    """Make and store a match."""

    def make(limit: Clock | None = TEN, holders: tuple[str, ...] = (PERSON,) * 3) -> Match:
        match = new_match(toy, clock.now, limit, holders)
        assert db.games.create(match)
        return match

    return make


def keep(db: Store, match: Match) -> Match:
    """Every seat keeps its first card."""
    for seat in [asked.seat for asked in match.position.awaited]:
        step = table_of(match).decision(seat).options[0].id
        match = play_turn(db.games, match, seat, [step]).match
    return match


def test_a_turn_that_meets_a_bot_or_a_newcomer_is_refused(db: Store, new: New, clock: Time) -> None:
    before = keep(db, new())
    match = wish(db, before, seating.put_bot, 0, BOT)
    for known in (before, match):
        with pytest.raises(Refused, match="bot-plays"):
            post_turn(db.games, known, 0, ["rest"], before.rev)
    match = wish(db, match, seating.give_back, 0, PERSON)
    clock.go_on(20)
    match = expire(db.games, match, clock.now)
    match = wish(db, match, claims.claim, 0, Chair(PERSON, token=b"new"), None)
    with pytest.raises(Refused, match="unauthorized"):
        post_turn(db.games, before, 0, ["rest"], before.rev)
    assert db.games.load("g") == match


def test_a_wish_about_a_seat_that_moved_is_stale(db: Store, new: New) -> None:
    before = new(None, (PERSON, OPEN, PERSON, OPEN))
    wish(db, before, seating.close, 1)
    with pytest.raises(Refused, match="stale-revision"):
        carry_out(db.games, before, lambda match, now: seating.put_bot(match, now, 2, BOT), place=2)
    assert db.games.load("g").rev == 1


def test_a_wish_is_decided_anew_after_a_conflict(db: Store, new: New) -> None:
    before = new(None, (PERSON, OPEN, OPEN))
    for name in ("Ana", "Ren"):
        after = wish(db, before, seating.take, None, Chair(PERSON, name, name.encode()))
    assert [chair.name for chair in after.chairs] == ["", "Ana", "Ren"]
    with pytest.raises(Refused, match="game-full"):
        wish(db, before, seating.take, None, Chair(PERSON, "Zoe", b"Zoe"))


def test_a_paused_match_is_due_for_nobody(db: Store, new: New, clock: Time) -> None:
    match = keep(db, new())
    assert db.deadlines.overdue(1 << 60) == ["g"]
    for seat in range(3):
        match = wish(db, match, pauses.pause, seat)
    assert db.deadlines.overdue(1 << 60) == []
    match = wish(db, match, seating.put_bot, 0, BOT)
    assert db.due.overdue(1 << 60) == []
    wish(db, match, pauses.resume, 1)
    assert db.due.overdue(1 << 60) == ["g"]


def test_an_undo_request_is_due_when_it_expires(db: Store, new: New, clock: Time) -> None:
    match = keep(db, new(None))
    match = play_turn(db.games, match, 0, ["roll"]).match
    match = wish(db, match, undo.ask, 0, 3)
    clock.go_on(CONSENT_MS / SECOND)
    assert db.deadlines.overdue(clock.now) == ["g"]
    expire(db.games, match, clock.now)
    assert db.deadlines.overdue(1 << 60) == []


def test_a_bot_is_due_again_after_an_undo(db: Store, new: New) -> None:
    match = keep(db, new())
    back_to = match.rev
    match = play_turn(db.games, match, 0, ["rest"]).match
    match = wish(db, match, seating.resign, 0, BOT)
    match = retract(db.games, "g", 0, back_to, match.rev)
    assert db.due.overdue(1 << 60) == ["g"]
