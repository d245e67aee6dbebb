"""Where a game stands at every revision follows from its record alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.title import Title
from match import claims, pauses, seating, undo
from match.chairs import Chair
from match.errors import Refused
from match.head import Clock
from match.match import Change, Match
from match.replay import walk
from match.tables import table_of
from match.words import (
    BANK,
    CLOCK,
    END,
    PAUSE,
    PER_TURN,
    PERSON,
    RESIGNED,
    RESUME,
    RETRACTED,
    RETURNED,
    SEAT,
    TIMEOUT,
    TURN,
    UNDO_REQUESTED,
)
from tests.match.book import BOT, EACH, TEN, Book

NOT_NOW = ("paused", "not-away", "resigned", "not-claimable", "game-over", "bot-plays")


def wishes(book: Book, rng: Random) -> list[Callable[[Match], Match]]:
    """All that may happen in a game, most of it to any seat."""

    def wish(make: Callable[[Match, int, int], Change | None]) -> Callable[[Match], Match]:
        def carry_out(match: Match) -> Match:
            place = rng.randrange(len(match.chairs))
            return book.commit(match, make(match, book.now, place))

        return carry_out

    def turn(match: Match) -> Match:
        seat = rng.choice(match.position.awaited).seat
        table, steps = table_of(match), list[str]()
        while not table.peek(seat, steps)[1].complete:
            options = table.peek(seat, steps)[0].decision(seat).options
            steps.append(rng.choice(options).id)
        return book.play(match, seat, steps)

    def retract(match: Match) -> Match:
        entries = book.entries(match)
        seat = rng.randrange(len(match.chairs))
        back_to = undo.last_turn(entries, seat)
        return match if back_to is None else book.retract(match, seat, back_to)

    def ask(match: Match) -> Match:
        return match if match.position.request else book.wish(match, undo.ask, 0, 0)

    def wait(match: Match) -> Match:
        book.go_on(rng.choice((1, 4, 11, 90_000)))
        return book.expire(match, book.now)

    def claim(match: Match) -> Match:
        seat = Chair(rng.choice((PERSON, BOT)), token=rng.randbytes(2))
        return book.wish(match, claims.claim, None, seat, None)

    return [
        *([turn] * 6),
        retract,
        ask,
        wait,
        wait,
        claim,
        wish(lambda game, now, n: seating.put_bot(game, now, n, BOT)),
        wish(lambda game, now, n: seating.give_back(game, now, n, PERSON)),
        wish(pauses.pause),
        wish(pauses.resume),
        wish(
            lambda game, now, n: seating.resign(game, now, n, BOT) if rng.random() < 0.1 else None
        ),
    ]


@pytest.mark.parametrize("limit", [TEN, EACH, Clock(BANK, 30, 5, BOT), Clock(PER_TURN, 5, 0, BOT)])
def test_every_position_follows_from_the_record(book: Book, toy: Title, limit: Clock) -> None:
    rng, kinds, reasons = Random(limit.seconds), set(), set()
    for _ in range(12):
        match = book.new(toy, limit)
        seen = {0: match.position}
        things = wishes(book, rng)
        while not match.over and match.rev < 80:
            book.go_on(rng.random() * 3)
            try:
                match = rng.choice(things)(match)
            except Refused as refused:
                if refused.code not in NOT_NOW:
                    raise
                continue
            seen[match.rev] = match.position
        entries = book.entries(match)
        for step in walk(match, entries):
            if step.rev in seen:
                assert step.position == seen[step.rev], step.rev
        kinds |= {entry.kind for entry in entries}
        reasons |= {entry.why for entry in entries}
    assert kinds >= {TURN, RETRACTED, SEAT, CLOCK, UNDO_REQUESTED, END}
    assert reasons >= {TIMEOUT, "host", RETURNED, RESIGNED, PAUSE, RESUME}
