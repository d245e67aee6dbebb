"""Where a game stands at every revision follows from its record alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.table import GameOver
from engine.title import Title
from match.chairs import Chair
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
from store import Store, pauses, seats, timeouts, turns, undo
from store.seats import NobodyAway, NotClaimable, Resigned
from store.turns import Paused
from tests.store.timed import BOT, EACH, TEN, Time, new


def wishes(db: Store, at: Time, rng: Random) -> list[Callable[[Match], Match]]:
    """All that may happen in a game, most of it to any seat."""

    def wish(make: Callable[[Match, int], Change | None]) -> Callable[[Match], Match]:
        def carry_out(match: Match) -> Match:
            place = rng.randrange(len(match.chairs))
            return seats.carry_out(db, match, lambda game: make(game, place))

        return carry_out

    def turn(match: Match) -> Match:
        seat = rng.choice(match.position.awaited).seat
        table, steps = table_of(match), list[str]()
        while not table.peek(seat, steps)[1].complete:
            options = table.peek(seat, steps)[0].decision(seat).options
            steps.append(rng.choice(options).id)
        return turns.play(db, match, seat, steps).match

    def retract(match: Match) -> Match:
        entries = db.games.entries(match)
        seat = rng.randrange(len(match.chairs))
        back_to = undo.last_turn(entries, seat)
        return match if back_to is None else undo.retract(db, "g", seat, back_to, match.rev)

    def ask(match: Match) -> Match:
        return match if match.position.request else undo.request(db, match, 0, 0)

    def wait(match: Match) -> Match:
        at.go_on(rng.choice((1, 4, 11, 90_000)))
        return timeouts.expire(db, match, at.now)

    def claim(match: Match) -> Match:
        seat = Chair(rng.choice((PERSON, BOT)), token=rng.randbytes(2))
        return seats.claim(db, match, None, seat)[0]

    return [
        *([turn] * 6),
        retract,
        ask,
        wait,
        wait,
        claim,
        wish(lambda game, n: seats.put_bot(game, n, BOT)),
        wish(lambda game, n: seats.give_back(game, n, PERSON)),
        wish(lambda game, n: pauses.pause(game, n) if game.chairs[n].is_person else None),
        wish(pauses.resume),
        wish(lambda game, n: seats.resign(game, n, BOT) if rng.random() < 0.1 else None),
    ]


@pytest.mark.parametrize("limit", [TEN, EACH, Clock(BANK, 30, 5, BOT), Clock(PER_TURN, 5, 0, BOT)])
def test_every_position_follows_from_the_record(
    db: Store, toy: Title, clock: Time, limit: Clock
) -> None:
    rng, kinds, reasons = Random(limit.seconds), set(), set()
    for _ in range(12):
        db.redis.flushall()
        match = new(db, toy, clock, limit)
        seen = {0: match.position}
        things = wishes(db, clock, rng)
        while not match.over and match.rev < 80:
            clock.go_on(rng.random() * 3)
            try:
                match = rng.choice(things)(match)
            except (Paused, NobodyAway, Resigned, NotClaimable, GameOver):
                continue
            seen[match.rev] = match.position
        entries = db.games.entries(match)
        for step in walk(match, entries):
            if step.rev in seen:
                assert step.position == seen[step.rev], step.rev
        kinds |= {entry.kind for entry in entries}
        reasons |= {entry.why for entry in entries}
    assert kinds >= {TURN, RETRACTED, SEAT, CLOCK, UNDO_REQUESTED, END}
    assert reasons >= {TIMEOUT, "host", RETURNED, RESIGNED, PAUSE, RESUME}
