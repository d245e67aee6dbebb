"""Crowds: many games of one address that await bots wait behind those of others."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from engine.title import Title
from match.match import Match
from store import Store, keys
from store.backlog import HOUR, SERVED_AT_ONCE
from store.games import now_ms
from tests.service.table import Table
from tests.service.test_accounts import app_key
from tests.service.test_limits import service
from workers import due_games
from workers.database import database
from workers.queues import BOT_TURNS, CROWDED, CROWDED_PATIENCE, queue, waiting
from workers.sweeper import PATIENCE, Sweeper

SEATS = ["bot:random", "bot:random", "user"]


@pytest.fixture
def client(
    redis_url: str, db: Store, toy: Title, monkeypatch: pytest.MonkeyPatch
) -> Iterator[httpx.Client]:
    """Yield a client of a service with limits; jobs called in this process use its store."""
    monkeypatch.setenv("REDIS_URL", redis_url)
    database.cache_clear()
    with service(redis_url) as found:
        yield found
    database.cache_clear()


def made(client: httpx.Client, db: Store, number: int = SERVED_AT_ONCE + 2) -> list[Match]:
    """Return new games of one address that await bots."""
    return [db.games.load(Table(client, seats=SEATS).id) for _ in range(number)]


def waits(db: Store) -> tuple[int, int]:
    """Return the number of jobs in the first queue, and in that of crowds."""
    return waiting(db, BOT_TURNS), waiting(db, CROWDED)


def test_only_some_games_of_an_address_are_served_at_once(client: httpx.Client, db: Store) -> None:
    games = made(client, db)
    assert waits(db) == (SERVED_AT_ONCE, 2)
    assert [job.args for job in queue(db, CROWDED).jobs] == [[each.id, 0] for each in games[-2:]]


def test_a_game_leaves_the_crowd_when_a_person_is_asked(client: httpx.Client, db: Store) -> None:
    games = made(client, db)
    for match in games[:3]:
        due_games.play_bots(match.id)
    assert waits(db) == (SERVED_AT_ONCE, 5), "two of them were crowded"
    for job in queue(db, CROWDED).jobs:
        due_games.play_crowded(*job.args)
    for match in games:
        due_games.play_bots(match.id)
    assert not any(match.bot_awaited for match in map(db.games.load, [m.id for m in games]))
    assert not db.redis.keys(f"{keys.CROWD}*")
    assert not db.due.overdue(now_ms() + CROWDED_PATIENCE)


def test_the_sweeper_takes_a_crowded_job_for_lost_much_later(
    client: httpx.Client, db: Store
) -> None:
    *_, last = made(client, db)
    db.redis.delete(queue(db, BOT_TURNS).key)
    Sweeper(db).sweep(now_ms() + PATIENCE + 1_000)
    assert waits(db) == (SERVED_AT_ONCE, 2)
    assert last.id in db.due.overdue(now_ms() + CROWDED_PATIENCE)


def test_a_job_of_another_revision_ends(client: httpx.Client, db: Store) -> None:
    *_, last = made(client, db)
    due_games.play_crowded(last.id, 1)
    assert db.games.load(last.id).rev == 0


def test_a_job_of_a_game_that_is_gone_ends(client: httpx.Client, db: Store) -> None:
    *_, last = made(client, db)
    db.redis.delete(keys.game(last.id))
    due_games.play_crowded(last.id, 0)
    assert last.id not in db.due.overdue(now_ms() + CROWDED_PATIENCE)


def test_a_game_that_no_bot_can_play_counts_for_an_hour(client: httpx.Client, db: Store) -> None:
    *_, last = made(client, db)
    assert db.crowds.hold(last, now_ms())
    assert not db.crowds.hold(last, now_ms() + HOUR + 1)


def test_games_of_app_keys_are_no_crowd(client: httpx.Client, db: Store) -> None:
    token = app_key(db)
    for _ in range(SERVED_AT_ONCE + 2):
        Table(client, token, seats=SEATS)
    assert waits(db) == (SERVED_AT_ONCE + 2, 0)
