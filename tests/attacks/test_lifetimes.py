"""Lifetimes: one address makes all the games that it may, and plays none of them."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import httpx

from bench.installation import Installation
from store import Store, keys
from tests.attacks.conftest import Figure
from tests.workers.tables import create, play_person

SETTINGS = {
    "ADDRESS_GAMES_PER_DAY": "12",
    "EXPIRE_UNPLAYED_DAYS": "0.00002",
    "WEB_WORKERS": "1",
    "WORKERS": "1",
}
BODIES: list[dict[str, Any]] = [
    {"ruleset": "tzolkin", "seats": [{"holder": "me"}, {"holder": "user"}]},
    {"ruleset": "cuzco", "seats": [{"holder": "user"}, {"holder": "open"}], "invite": True},
]
PATIENCE = 60.0
"""Seconds until a test fails."""


def rest(db: Store, games: set[str]) -> set[str]:
    """Return the keys that belong to one of some games, and the indexes that have one."""
    found = set[str]()
    for name in map(bytes.decode, db.redis.scan_iter(f"{keys.PREFIX}*")):
        members: Any = db.redis.zrange(name, 0, -1) if db.redis.type(name) == b"zset" else ()
        words = {*name.split(":"), *map(bytes.decode, members)}
        if words & games:
            found.add(name)
    return found


def test_nothing_stays_of_games_without_a_move(site: Installation, figure: Figure) -> None:
    url, db = f"http://127.0.0.1:{site.port}", site.db
    honest = create(db, ["person", "person"])
    play_person(db, honest.id, Random(7))
    games, refused = set[str](), 0
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        token = client.post("/v1/accounts", json={}).json()["token"]
        mine = {"Authorization": f"Bearer {token}"}
        while not refused:
            for body in BODIES:
                made = client.post("/v1/games", json=body, headers=mine)
                if made.status_code == 429:
                    refused += 1
                else:
                    games.add(made.json()["id"])
        begun = time.monotonic()
        while left := rest(db, games):
            assert time.monotonic() < begun + PATIENCE, left
            time.sleep(0.1)
        figure("until nothing was left", time.monotonic() - begun, 10, "s")
        assert len(games) == 12
        assert {client.get(f"/v1/games/{each}").status_code for each in games} == {404}
        assert client.get(f"/v1/games/{honest.id}").json()["status"] == "running"
    assert rest(db, {honest.id})
