"""Where a game stands at every revision follows from its record alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.table import GameOver
from engine.title import Title
from store import Store, pauses, replay, seats, timeouts, turns, undo
from store.entries import (
    CLOCK,
    END,
    PAUSE,
    RESIGNED,
    RESUME,
    RETRACTED,
    RETURNED,
    SEAT,
    TIMEOUT,
    TURN,
    UNDO_REQUESTED,
)
from store.games import Change, Stored
from store.head import BANK, PER_TURN, PERSON, Clock, Seat
from store.seats import NobodyAway, NotClaimable, Resigned
from store.turns import Paused
from tests.store.timed import BOT, EACH, TEN, Time, new


def wishes(db: Store, at: Time, rng: Random) -> list[Callable[[Stored], Stored]]:
    """All that may happen in a game, most of it to any seat."""

    def wish(make: Callable[[Stored, int], Change | None]) -> Callable[[Stored], Stored]:
        def carry_out(stored: Stored) -> Stored:
            place = rng.randrange(len(stored.seats))
            return seats.carry_out(db, stored, lambda game: make(game, place))

        return carry_out

    def turn(stored: Stored) -> Stored:
        seat = rng.choice(stored.position.awaited).seat
        table, steps = turns.table_of(stored), list[str]()
        while not table.peek(seat, steps)[1].complete:
            options = table.peek(seat, steps)[0].decision(seat).options
            steps.append(rng.choice(options).id)
        return turns.play(db, stored, seat, steps).stored

    def retract(stored: Stored) -> Stored:
        entries = db.games.entries(stored)
        seat = rng.randrange(len(stored.seats))
        back_to = undo.last_turn(entries, seat)
        return stored if back_to is None else undo.retract(db, "g", seat, back_to, stored.rev)

    def ask(stored: Stored) -> Stored:
        return stored if stored.position.request else undo.request(db, stored, 0, 0)

    def wait(stored: Stored) -> Stored:
        at.go_on(rng.choice((1, 4, 11, 90_000)))
        return timeouts.expire(db, stored, at.now)

    def claim(stored: Stored) -> Stored:
        seat = Seat(rng.choice((PERSON, BOT)), token=rng.randbytes(2))
        return seats.claim(db, stored, None, seat)[0]

    return [
        *([turn] * 6),
        retract,
        ask,
        wait,
        wait,
        claim,
        wish(lambda game, n: seats.put_bot(game, n, BOT)),
        wish(lambda game, n: seats.give_back(game, n, PERSON)),
        wish(lambda game, n: pauses.pause(game, n) if game.seats[n].is_person else None),
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
        stored = new(db, toy, clock, limit)
        seen = {0: stored.position}
        things = wishes(db, clock, rng)
        while not stored.over and stored.rev < 80:
            clock.go_on(rng.random() * 3)
            try:
                stored = rng.choice(things)(stored)
            except (Paused, NobodyAway, Resigned, NotClaimable, GameOver):
                continue
            seen[stored.rev] = stored.position
        entries = db.games.entries(stored)
        for step in replay.walk(stored, entries):
            if step.rev in seen:
                assert step.position == seen[step.rev], step.rev
        kinds |= {entry.kind for entry in entries}
        reasons |= {entry.why for entry in entries}
    assert kinds >= {TURN, RETRACTED, SEAT, CLOCK, UNDO_REQUESTED, END}
    assert reasons >= {TIMEOUT, "host", RETURNED, RESIGNED, PAUSE, RESUME}
