"""What the sweeper hands out again, how often, and when it gives up."""

from __future__ import annotations

from itertools import pairwise

import pytest

from match.expiry import DAY, Lifetimes
from store import Store, keys
from store.games import NoSuchGame, now_ms
from store.jobs import REPLAY, UNDO
from store.lives import LONGEST_GRACE
from store.words import FAILED, QUEUED
from telemetry.logs import mark
from tests.workers.tables import create
from workers.queues import (
    BOT_TURNS,
    BOTS_ONLY,
    REPLAYS,
    UNDOS,
    enqueue_bots,
    enqueue_bots_only,
    enqueue_job,
    queue,
    waiting,
)
from workers.sweeper import GIVE_UP, LONG_PATIENCE, LONGEST_PAUSE, PATIENCE, ROOM, Sweeper


def test_what_is_not_late_is_left_alone(db: Store) -> None:
    game = create(db, ["bot:random", "person"])
    Sweeper(db).sweep(game.head.created + PATIENCE - 1)
    assert waiting(db, BOT_TURNS) == 0


def test_a_game_without_bots_is_never_due(db: Store) -> None:
    game = create(db, ["person", "person"])
    Sweeper(db).sweep(game.head.created + 10 * PATIENCE)
    assert waiting(db, BOT_TURNS) == 0


def test_what_fails_again_and_again_is_tried_ever_more_rarely(db: Store) -> None:
    game = create(db, ["bot:random", "person"])
    sweeper, start = Sweeper(db), game.head.created
    tried = []
    for now in range(start, start + 200_000, 1_000):
        before = waiting(db, BOT_TURNS)
        sweeper.sweep(now)
        if waiting(db, BOT_TURNS) > before:
            tried.append(now)
    pauses = [after - before for before, after in pairwise(tried)]
    assert tried[0] == start + PATIENCE
    assert pauses == sorted(pauses)
    assert LONGEST_PAUSE <= pauses[-1] <= LONGEST_PAUSE + 2 * PATIENCE


def test_a_long_queue_is_late_but_not_lost(db: Store) -> None:
    game = create(db, ["bot:random", "person"])
    for _ in range(ROOM):
        enqueue_bots(db, game.id)
    Sweeper(db).sweep(game.head.created + PATIENCE)
    assert waiting(db, BOT_TURNS) == ROOM


def test_games_of_bots_only_hide_no_game_of_people(db: Store) -> None:
    for _ in range(ROOM + 1):
        enqueue_bots_only(db, "nogame")
    for _ in range(3):
        create(db, ["bot:random", "bot:random"])
    game = create(db, ["bot:random", "person"])
    Sweeper(db).sweep(game.head.created + LONG_PATIENCE)
    assert [job.args for job in queue(db, BOT_TURNS).jobs] == [[game.id]]
    assert waiting(db, BOTS_ONLY) == ROOM + 1


def test_a_lost_game_of_bots_only_is_handed_out_to_its_own_queue(db: Store) -> None:
    game = create(db, ["bot:random", "bot:random"])
    Sweeper(db).sweep(game.head.created + LONG_PATIENCE)
    assert (waiting(db, BOTS_ONLY), waiting(db, BOT_TURNS)) == (1, 0)


def test_replays_hide_no_undo(db: Store) -> None:
    for _ in range(ROOM + 1):
        db.jobs.create(REPLAY, "nogame", {"from": 0, "to": 1, "every": 1})
    job = db.jobs.create(UNDO, "nogame", {"seat": 0, "back_to": 0, "asked_at": 1})
    Sweeper(db).sweep(job.created + PATIENCE)
    assert (waiting(db, UNDOS), waiting(db, REPLAYS)) == (1, ROOM)


def test_a_job_that_was_lost_is_handed_out_again(db: Store) -> None:
    job = db.jobs.create(UNDO, "nogame", {"seat": 0, "back_to": 0, "asked_at": 1})
    Sweeper(db).sweep(job.created + PATIENCE)
    assert waiting(db, UNDOS) == 1
    assert db.jobs.get(job.id).state == QUEUED


def test_a_job_that_is_never_finished_has_failed(
    db: Store, caplog: pytest.LogCaptureFixture
) -> None:
    job = db.jobs.create(REPLAY, "nogame", {"from": 0, "to": 1, "every": 1})
    Sweeper(db).sweep(job.created + GIVE_UP + 1)
    assert db.jobs.get(job.id).state == FAILED
    assert db.jobs.get(job.id).error == ("job-timeout", {})
    assert db.jobs.overdue(REPLAY, now_ms() + 10 * GIVE_UP) == []
    assert "given up" in caplog.text
    assert job.id not in caplog.text


def test_a_job_that_cannot_be_enqueued_is_told_by_its_mark(
    db: Store, caplog: pytest.LogCaptureFixture
) -> None:
    job = db.jobs.create(REPLAY, "nogame", {"from": 0, "to": 1, "every": 1})
    enqueue_job(Store.open("redis://127.0.0.1:1/0"), job)
    assert mark(job.id) in caplog.text
    assert job.id not in caplog.text


def test_a_finished_job_that_is_asked_for_again_is_not_done_again(db: Store) -> None:
    job = db.jobs.create(UNDO, "nogame", {"seat": 0, "back_to": 0, "asked_at": 1})
    db.jobs.finish(job)
    db.jobs.create(UNDO, "nogame", job.args, job_id=job.id)
    Sweeper(db).sweep(job.created + 10 * PATIENCE)
    assert waiting(db, UNDOS) == 0
    assert db.jobs.overdue(UNDO, now_ms() + GIVE_UP) == []


def test_games_expire_only_a_while_after_the_first_look_of_a_day(db: Store) -> None:
    db = Store(db.redis, Lifetimes(unplayed=14 * DAY))
    game = create(db, ["person", "person"])
    late, sweeper = game.head.created + 15 * DAY, Sweeper(db)
    sweeper.sweep(late)
    sweeper.sweep(late)
    assert db.games.load(game.id) == game
    assert 0 < db.lives.grace() <= LONGEST_GRACE
    db.redis.pexpire(keys.GRACE, 10 * LONGEST_GRACE)  # as after a clock was set back
    assert db.lives.grace() == LONGEST_GRACE
    db.redis.delete(keys.GRACE)  # it is over
    db.redis.delete(keys.LOOKED)  # a day without a look
    sweeper.sweep(late)
    assert db.games.load(game.id) == game
    db.redis.delete(keys.GRACE)
    sweeper.sweep(late)
    with pytest.raises(NoSuchGame):
        db.games.load(game.id)
