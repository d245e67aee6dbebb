"""Whatever is killed under load: no acknowledged turn is lost or doubled, and no message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event

import psutil
import pytest

from games import all_games
from store import Store
from tests.service.ops_fixtures import Installation, eventually, installations
from tests.soak.crowd import Game, Player, crowd, finish
from tests.workers.tables import assert_sound

MEANWHILE = 10  # turns acknowledged between two kills

TABLES = (("user", "user"), ("user", "bot:random"), ("user", "bot:greedy"))


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Installation]]:
    yield from installations(tmp_path)


def victim(installation: Installation, name: str) -> psutil.Process:
    """The process to kill: a program of the supervisor's, or a child that gunicorn forked."""
    program, _, child = name.partition(" ")
    process = installation.program(program)
    if child:
        assert eventually(lambda: bool(process.children()))
        process = Random(name).choice(process.children())
    return process


def turns(players: list[Player]) -> int:
    """How many turns have been acknowledged so far."""
    return sum(len(game.acknowledged) for player in players for game in player.games)


def await_turns(players: list[Player], more: int) -> None:
    """Wait until so many more turns have been acknowledged."""
    wanted = turns(players) + more
    assert eventually(lambda: turns(players) >= wanted or any(p.failure for p in players))


def test_no_acknowledged_turn_is_lost_or_doubled(make: Callable[..., Installation]) -> None:
    installation = make(WEB_WORKERS="2", WORKERS="1").start()
    stop, url = Event(), f"http://127.0.0.1:{installation.port}"
    players = crowd(url, sorted(all_games())[0], TABLES, 4, "kills", stop)
    for name in ("web child", "web", "stream", "worker", "redis", "redis", "stream child"):
        await_turns(players, MEANWHILE)
        killed = victim(installation, name)
        killed.kill()
        assert eventually(lambda killed=killed: not killed.is_running())  # type: ignore[misc]
        assert eventually(installation.healthy)
    await_turns(players, MEANWHILE)
    stop.set()
    games: list[Game] = []
    finish(players, games.append)
    db = Store.open(installation.redis_url)
    for game in games:
        assert_sound(db, game.id)
        assert db.games.load(game.id).over
    db.redis.close()
    assert len(games) >= len(players)
    assert installation.stop() == 0
