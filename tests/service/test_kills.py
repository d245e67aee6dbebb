"""Whatever is killed under load: no acknowledged turn is lost or doubled, and no message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from games import all_games
from store import Store
from tests.service.ops_fixtures import Installation, eventually, installations
from tests.soak.crowd import Game, Player, crowd, finish
from tests.soak.kills import kill
from tests.workers.tables import assert_sound

MEANWHILE = 10  # turns acknowledged between two kills

TABLES = (("user", "user"), ("user", "bot:random"), ("user", "bot:greedy"))


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Installation]]:
    yield from installations(tmp_path)


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
        kill(installation, name)
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
    assert any(game.repeats for game in games)
    assert installation.stop() == 0
