"""Bot turns by real worker processes, which are killed, doubled, or without messages."""

from __future__ import annotations

import signal
from functools import partial
from random import Random

import pytest

from store import Store
from tests.workers.processes import Server, Workers, wait_until
from tests.workers.tables import assert_sound, create, play_person
from workers.queues import enqueue_bots

BOTS = ["bot:greedy", "bot:random", "bot:greedy", "bot:random"]


def rev(db: Store, game_id: str) -> int:
    return db.games.load(game_id).rev


def has_more(db: Store, game_id: str, known: int) -> bool:
    """Return whether a game is beyond a revision."""
    return rev(db, game_id) > known


def is_over(db: Store, game_id: str) -> bool:
    return db.games.load(game_id).over


def test_bots_answer_a_person_and_then_wait(db: Store, workers: Workers) -> None:
    game = create(db, ["person", "bot:random", "bot:greedy"])
    workers.start()
    enqueue_bots(db, game.id)
    wait_until(lambda: not db.games.load(game.id).bot_awaited, "the secret choices of the bots")
    rng = Random(1)
    for _ in range(4):
        before = play_person(db, game.id, rng)
        enqueue_bots(db, game.id)
        wait_until(lambda: not db.games.load(game.id).bot_awaited, "the bots")
        assert rev(db, game.id) > before.rev
    assert {a.seat for a in db.games.load(game.id).position.awaited} == {0}
    assert db.due.overdue(2**60) == []
    assert_sound(db, game.id)


def test_a_game_nobody_was_told_of_is_swept_up(db: Store, workers: Workers) -> None:
    game = create(db, BOTS[:2])
    workers.start()
    wait_until(lambda: db.games.load(game.id).over, "the end of the game")
    assert_sound(db, game.id)


def test_a_killed_worker_is_replaced_in_the_middle_of_its_job(db: Store, workers: Workers) -> None:
    game = create(db, BOTS)
    enqueue_bots(db, game.id)
    for _ in range(3):
        at = rev(db, game.id)
        worker = workers.start()
        wait_until(partial(has_more, db, game.id, at + 3), "some turns")
        workers.kill(worker)
        assert not db.games.load(game.id).over
        assert db.bots_due.overdue(2**60) == [game.id]
    at, worker = rev(db, game.id), workers.start()
    wait_until(lambda: has_more(db, game.id, at + 10), "more turns")
    worker.terminate()
    worker.wait()
    assert_sound(db, game.id)


def test_two_workers_on_one_game_double_no_turn(db: Store, workers: Workers) -> None:
    games = [create(db, BOTS[:2]) for _ in range(2)]
    for _ in range(10):
        for game in games:
            enqueue_bots(db, game.id)
    workers.start()
    workers.start()
    for game in games:
        wait_until(partial(is_over, db, game.id), "the ends")
        assert_sound(db, game.id)


def test_a_worker_told_to_stop_finishes_its_job(db: Store, workers: Workers) -> None:
    game = create(db, BOTS)
    enqueue_bots(db, game.id)
    worker = workers.start()
    wait_until(lambda: rev(db, game.id) > 2, "the first turns")
    worker.send_signal(signal.SIGTERM)
    assert worker.wait() == 0
    assert db.redis.zcard("rq:wip:bots") == 0 == db.redis.zcard("rq:wip:bots-only")
    # A job ends by handing the game on to the next one.
    assert db.redis.llen("rq:queue:bots-only") >= 1


def test_the_game_goes_on_after_the_server_was_killed(
    server: Server, db: Store, workers: Workers
) -> None:
    game = create(db, BOTS)
    workers.start()
    wait_until(lambda: rev(db, game.id) > 5, "the first turns")
    server.kill()
    server.start()
    at = rev(db, game.id)
    assert not is_over(db, game.id)

    def goes_on() -> bool:
        # As the supervisor does: a worker may end because its server was away.
        if workers.all[-1].poll() is not None:
            workers.start()
        return has_more(db, game.id, at + 10)

    wait_until(goes_on, "more turns")
    workers.all[-1].terminate()
    workers.all[-1].wait()
    assert_sound(db, game.id)


def test_nothing_of_a_finished_job_is_left_behind(db: Store, workers: Workers) -> None:
    games = [create(db, ["bot:random"] * 2) for _ in range(3)]
    workers.start()
    for game in games:
        wait_until(partial(is_over, db, game.id), "the ends")
    wait_until(lambda: db.redis.zcard("rq:wip:bots-only") == 0, "the last job")
    names = [key.decode() for key in db.redis.keys("rq:*") if isinstance(key, bytes)]
    kinds = {name.split(":")[1] for name in names}
    assert kinds == {"queues", "workers", "worker"}


def test_a_bot_in_a_game_that_is_gone_is_forgotten(db: Store, workers: Workers) -> None:
    game = create(db, BOTS)
    db.redis.delete(f"chasqui:g:{game.id}")
    workers.start()
    wait_until(lambda: db.bots_due.overdue(2**60) == [], "the sweeper")


@pytest.mark.parametrize("variable", ["", "http://example.org", "redis://127.0.0.1:1"])
def test_a_wrong_address_is_told_in_one_line(variable: str, workers: Workers) -> None:
    workers.environ["REDIS_URL"] = variable
    assert workers.start().wait() == 1
