"""Whatever is killed under load: no acknowledged turn is lost or doubled, and no message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from games import all_titles
from store import Store
from tests.service.ops_fixtures import Installation, eventually, installations
from tests.soak.audit import ASKED, CLAIMED, HOOKED, REPEATED, TOLD, TOOK, TURNS, UNDONE, WATCHED
from tests.soak.crowd import Player, Site, crowd, finish
from tests.soak.kills import LOCAL, kill
from tests.soak.plans import plans
from tests.soak.seen import Game
from tests.soak.strangers import Strangers
from tests.workers.tables import assert_sound

MEANWHILE = 3  # turns acknowledged between two kills
KILLS = ("hooks", "web child", "web", "stream", "worker", "redis", "stream child")


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Installation]]:
    yield from installations(tmp_path)


def turns(players: list[Player]) -> int:
    """Return the number of acknowledged turns."""
    return sum(len(game.acknowledged) for player in players for game in player.games)


def await_turns(players: list[Player], more: int) -> None:
    """Wait until a number of turns have been acknowledged."""
    wanted = turns(players) + more
    assert eventually(lambda: turns(players) >= wanted or any(p.failure for p in players))


def test_no_acknowledged_turn_is_lost_or_doubled(make: Callable[..., Installation]) -> None:
    installation = make(WEB_WORKERS="2", WORKERS="1", **LOCAL).start()
    url, ruleset = f"http://127.0.0.1:{installation.port}", sorted(all_titles())[0]
    wanted, games = plans(range(2, 3))[:5], list[Game]()
    with Strangers(url) as strangers:
        site = Site(url, ruleset, strangers, Event())
        players = crowd(site, wanted, len(wanted), "kills")
        for name in KILLS:
            await_turns(players, MEANWHILE)
            kill(installation, name)
        await_turns(players, MEANWHILE)
        site.stop.set()
        found = finish(players, games.append)
    db = Store.open(installation.redis_url)
    for game in games:
        assert_sound(db, game.id)
        assert db.games.load(game.id).over
    db.redis.close()
    assert len(games) >= len(wanted)
    for what in (TURNS, REPEATED, UNDONE, TOOK, CLAIMED, HOOKED, ASKED, WATCHED, TOLD):
        assert found[what], what
    assert installation.stop() == 0
