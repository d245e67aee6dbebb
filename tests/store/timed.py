"""Stored games with a clock, and a time that goes on only when a test says so."""

from __future__ import annotations

from itertools import count

from engine.table import Table
from engine.title import Title
from match import course
from match.chairs import Chair
from match.head import Clock, Head
from match.match import Match
from match.snapshot import capture
from match.words import BANK, CLAIM, CONSENT, OPEN, PER_TURN, PERSON, PUBLIC
from store import Store

SECOND = 1000
TEN = Clock(BANK, 10, 2, CLAIM)
EACH = Clock(PER_TURN, 10, 0, CLAIM)
BOT = "bot:random"
SEEDS = count()
"""Rebuilt moments are kept by id and seed, so that each game of a test needs one of its own."""


class Time:
    """The time of a test, in ms: it goes on only when told to."""

    def __init__(self) -> None:
        self.now = 1_795_260_000_000

    def __call__(self) -> int:
        return self.now * 1_000_000

    def go_on(self, seconds: float) -> None:
        self.now += round(seconds * SECOND)


def new(
    db: Store, game: Title, at: Time, limit: Clock | None, holders: tuple[str, ...] = (PERSON,) * 3
) -> Match:
    """A stored game of three seats, which begins now."""
    head = Head(
        game.id,
        (),
        next(SEEDS).to_bytes(32),
        "c",
        at.now,
        CONSENT,
        PUBLIC,
        b"host",
        waits=OPEN in holders,
        clock=limit,
        holders=holders,
    )
    table = Table.new(game, len(holders), (), head.seed)
    begin = capture(table, 0, course.begin(head, holders, table))
    chairs = tuple(
        Chair(holder, token=b"%d" % n if holder != OPEN else b"")
        for n, holder in enumerate(holders)
    )
    match = Match("g", head, chairs, begin)
    assert db.games.create(match)
    return match
