"""Time that has run out, found by the sweepers of real worker processes."""

from __future__ import annotations

from functools import partial

from match.entries import Entry
from match.head import Clock
from match.words import BANK, CLAIM, CLOCK, PER_TURN, PERSON, SEAT, TIMEOUT
from store import Store
from store.games import now_ms
from tests.workers.processes import Server, Workers, wait_until
from tests.workers.tables import assert_sound, create
from workers.queues import DEADLINES, waiting
from workers.sweeper import Sweeper

HOUR = 3_600_000
PEOPLE = [PERSON] * 2


def entries(db: Store, game_id: str) -> list[Entry]:
    return db.games.entries(db.games.load(game_id))


def late(db: Store, game_id: str) -> list[tuple[int, str]]:
    """The seats whose time has run out, as the record tells."""
    return [(e.seat, e.why) for e in entries(db, game_id) if e.kind == CLOCK]


def both_late(db: Store, game_id: str) -> bool:
    """Return whether two seats are late."""
    return len(late(db, game_id)) == 2


def test_a_bot_takes_the_seat_of_who_is_late(db: Store, workers: Workers) -> None:
    clock = Clock(PER_TURN, 5, 0, "bot:random")
    game = create(db, PEOPLE, clock=clock, created=now_ms() - HOUR)
    workers.start()
    wait_until(lambda: db.games.load(game.id).over, "the bots to finish the game")
    seats = [entry for entry in entries(db, game.id) if entry.kind == SEAT]
    assert [(e.seat, e.holder, e.why) for e in seats] == [
        (0, "bot:random", TIMEOUT),
        (1, "bot:random", TIMEOUT),
    ]
    assert_sound(db, game.id)
    assert db.deadlines.overdue(1 << 60) == []


def test_every_late_seat_may_be_claimed_also_after_the_server_was_killed(
    server: Server, db: Store, workers: Workers
) -> None:
    games = [
        create(db, [*PEOPLE, "bot:random"], clock=Clock(BANK, 5, 0, CLAIM), created=now_ms() - HOUR)
        for _ in range(3)
    ]
    server.kill()
    server.start()
    workers.start()
    workers.start()
    for game in games:
        wait_until(partial(both_late, db, game.id), "the end")
        assert late(db, game.id) == [(0, TIMEOUT), (1, TIMEOUT)]
        assert [time.late for time in db.games.load(game.id).position.times] == [True, True, False]
        assert_sound(db, game.id)
    assert db.deadlines.overdue(1 << 60) == []


def test_a_deadline_is_swept_when_it_has_passed_and_not_before(db: Store) -> None:
    game = create(db, PEOPLE, clock=Clock(PER_TURN, 60, 0, CLAIM))
    deadline = game.head.created + 60_000
    Sweeper(db).sweep(deadline - 1)
    assert waiting(db, DEADLINES) == 0
    Sweeper(db).sweep(deadline)
    assert waiting(db, DEADLINES) == 1


def test_the_deadline_of_a_game_that_is_gone_is_forgotten(db: Store, workers: Workers) -> None:
    clock = Clock(PER_TURN, 5, 0, CLAIM)
    game = create(db, PEOPLE, clock=clock, created=now_ms() - HOUR)
    db.redis.delete(f"chasqui:g:{game.id}")
    workers.start()
    wait_until(lambda: db.deadlines.overdue(1 << 60) == [], "the sweeper")
