"""A match in memory with its record, and a time that goes on only when a test says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from engine.table import Table
from engine.title import Title
from match import claims, course, turns, undo
from match.chairs import Chair
from match.entries import Entry
from match.head import Clock, Head
from match.match import Change, Match
from match.replay import snapshot_at
from match.snapshot import capture
from match.words import BANK, CLAIM, CONSENT, OPEN, PER_TURN, PERSON, PUBLIC

SECOND = 1000
TEN = Clock(BANK, 10, 2, CLAIM)
EACH = Clock(PER_TURN, 10, 0, CLAIM)
BOT = "bot:random"
SEEDS = count()
"""Each match has a seed of its own."""


class Time:
    """The clock of a test, in ms: it advances only on demand."""

    def __init__(self) -> None:
        self.now = 1_795_260_000_000

    def __call__(self) -> int:
        return self.now * 1_000_000

    def go_on(self, seconds: float) -> None:
        self.now += round(seconds * SECOND)


class Book:
    """The record of one match: rules are carried out on it without storage."""

    def __init__(self) -> None:
        self.clock = Time()
        self.record: list[Entry] = []

    @property
    def now(self) -> int:
        return self.clock.now

    def go_on(self, seconds: float) -> None:
        self.clock.go_on(seconds)

    def new(
        self, title: Title, limit: Clock | None, holders: tuple[str, ...] = (PERSON,) * 3
    ) -> Match:
        """Begin a match of these seats now."""
        self.record = []
        return new_match(title, self.now, limit, holders)

    def entries(self, match: Match, after: int = 0) -> list[Entry]:
        """Return the entries of a match from revision ``after`` on."""
        return self.record[after : match.rev]

    def commit(self, match: Match, change: Change | None) -> Match:
        """Return the match after a change; what was recorded after ``match`` is gone."""
        if change is None:
            return match
        self.record[match.rev :] = change.entries
        return match.moved_on(change)

    def wish(
        self, match: Match, rule: Callable[..., Change | None], *wished: Any, **named: Any
    ) -> Match:
        """Carry out a rule; return the match after it."""
        return self.commit(match, rule(match, self.now, *wished, **named))

    def play(self, match: Match, seat: int, steps: Sequence[str]) -> Match:
        """Play a turn; return the match after it."""
        return self.wish(match, turns.play, seat, steps)

    def expire(self, match: Match, due_at: int) -> Match:
        """Carry out all that was due at this time."""
        while (change := claims.next_timeout(match, self.now, due_at)) is not None:
            match = self.commit(match, change)
        return match

    def retract(self, match: Match, seat: int, back_to: int) -> Match:
        """Take turns back; return the match after it."""
        then = snapshot_at(match, self.record, back_to)
        return self.wish(match, undo.retract, seat, back_to, then)

    def answer_undo(self, match: Match, seat: int, agree: bool) -> Match:
        """Have a seat answer the undo request that waits."""
        request = match.position.request
        assert request is not None
        asked = undo.state_of(match, self.entries(match), request.id)
        return self.wish(match, undo.answer, asked, seat, agree)


def new_match(
    title: Title, now: int, limit: Clock | None, holders: tuple[str, ...] = (PERSON,) * 3
) -> Match:
    """Return a match of these seats that begins now."""
    head = Head(
        title.id,
        (),
        next(SEEDS).to_bytes(32),
        "c",
        now,
        CONSENT,
        PUBLIC,
        b"host",
        waits=OPEN in holders,
        clock=limit,
        holders=holders,
    )
    table = Table.new(title, len(holders), (), head.seed)
    begin = capture(table, 0, course.begin(head, holders, table))
    chairs = tuple(
        Chair(holder, token=b"%d" % n if holder != OPEN else b"")
        for n, holder in enumerate(holders)
    )
    return Match("g", head, chairs, begin)
