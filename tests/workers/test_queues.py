"""The queues: who is served first, by which worker, and how long one job takes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rq.serializers import JSONSerializer

from store import Store
from tests.workers.processes import Server, Workers, wait_until
from tests.workers.tables import create
from workers import due_games
from workers.__main__ import Worker
from workers.database import database
from workers.queues import (
    BOT_TURNS,
    BOTS_ONLY,
    DEADLINES,
    HOOK_QUEUES,
    QUEUES,
    REPLAYS,
    UNDOS,
    enqueue_bots_only,
    enqueue_due,
    queue,
    served,
    waiting,
)

PATIENT = ["bots-crowded", "replays", "bots-only"]


@pytest.fixture
def here(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs called in this process work on the test's own server."""
    monkeypatch.setenv("REDIS_URL", server.url)
    database.cache_clear()


def test_clocks_and_undo_come_first_and_games_of_bots_only_last() -> None:
    assert [each.name for each in QUEUES] == ["deadlines", "undo", "bots", *PATIENT]


@pytest.mark.parametrize(
    ("alive", "free"),
    [
        ([], ""),
        (["a"], ""),
        (["b", "a"], "a"),
        (["c", "b", "a"], "a"),
        (list("hgfedcba"), "ab"),
    ],
)
def test_some_of_several_workers_serve_no_patient_queue(alive: Sequence[str], free: str) -> None:
    for own in alive or ["a"]:
        names = [each.name for each in served(QUEUES, alive, own)]
        assert names == [each.name for each in QUEUES if own not in free or not each.patient]


def test_urgent_queues_take_turns(db: Store) -> None:
    """Twenty undos a second of one client kept every bot waiting."""
    worker = Worker(QUEUES, list, connection=db.redis, serializer=JSONSerializer)
    orders = {
        UNDOS: ["deadlines", "bots", "undo"],
        DEADLINES: ["bots", "undo", "deadlines"],
        REPLAYS: ["bots", "undo", "deadlines"],
        BOT_TURNS: ["undo", "deadlines", "bots"],
    }
    for work, order in orders.items():
        worker.reorder_queues(queue(db, work))
        assert [each.name for each in worker.queues] == [*order, *PATIENT]


def test_a_worker_that_is_not_known_yet_serves_all_queues() -> None:
    assert served(QUEUES, ["a", "b"], "new") == list(QUEUES)
    assert served(HOOK_QUEUES, ["a", "b"], "a") == list(HOOK_QUEUES)


def test_a_game_waits_in_the_queue_of_those_who_wait_for_it(db: Store) -> None:
    enqueue_due(db, create(db, ["bot:random", "person"]))
    enqueue_due(db, create(db, ["bot:random", "bot:random"]))
    assert (waiting(db, BOT_TURNS), waiting(db, BOTS_ONLY)) == (1, 1)


@pytest.mark.usefixtures("here")
def test_a_job_of_bots_only_plays_a_few_turns_and_queues_again(db: Store) -> None:
    game = create(db, ["bot:random", "bot:random"])
    due_games.play_bots_only(game.id, 0)
    rev = db.games.load(game.id).rev
    assert 0 < rev <= due_games.FOR_BOTS.turns
    assert [job.args for job in queue(db, BOTS_ONLY).jobs] == [[game.id, rev]]


@pytest.mark.usefixtures("here")
def test_a_job_ends_when_its_time_is_used_up(db: Store) -> None:
    game = create(db, ["bot:random", "bot:random"])
    assert due_games.play_turns(db, game, due_games.Portion(5, -1.0)).rev == 0


@pytest.mark.usefixtures("here")
def test_a_second_job_of_the_same_game_ends_without_a_turn(db: Store) -> None:
    game = create(db, ["bot:random", "bot:random"])
    for _ in range(2):
        due_games.play_bots_only(game.id, 0)
    assert waiting(db, BOTS_ONLY) == 1
    assert db.games.load(game.id).rev <= due_games.FOR_BOTS.turns


def test_two_workers_serve_every_queue_also_after_one_was_killed(
    db: Store, workers: Workers
) -> None:
    started = [workers.start(), workers.start()]
    wait_until(lambda: len(db.heartbeats.names("workers")) == 2, "both workers")
    first = create(db, ["bot:random", "bot:random"])
    enqueue_bots_only(db, first.id)
    wait_until(lambda: db.games.load(first.id).over, "the first game")
    workers.kill(started[0])
    second = create(db, ["bot:random", "bot:random"])
    enqueue_bots_only(db, second.id)
    wait_until(lambda: db.games.load(second.id).over, "the second game")
