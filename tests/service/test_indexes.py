"""Indexes: whatever happens to games, in whatever order, each stands where it is looked for."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import httpx
import pytest

from match import seating
from match.replay import snapshot_at
from store import Store, commits, keys, script, snapshots
from store.audit import Audit, Flaw
from store.games import now_ms
from tests.service.table import Json, Table
from tests.wishes import wish

DEEDS = 160
PATIENCE = 60.0  # seconds
SEATS: list[str | Json] = [
    "user",
    "user",
    "open",
    "bot:random",
    {"holder": "hook", "url": "https://example.org/x"},
]
HOLDERS = ["person", "hook", "closed", "bot:random", "bot:greedy"]
CLOCKS: list[Json | None] = [
    None,
    {"kind": "bank", "seconds": 5, "increment": 1},
    {"kind": "turn", "seconds": 5, "on_timeout": "bot:random"},
]


class Crowd:
    """Many games, and the operations on them with their tokens."""

    def __init__(self, client: httpx.Client, db: Store, rng: Random) -> None:
        self.client, self.db, self.rng = client, db, rng
        self.games: list[Table] = []
        self.ana: str = client.post("/v1/accounts").json()["token"]

    def create(self) -> None:
        rng = self.rng
        seats = [rng.choice(("user", "me")), *rng.choices(SEATS, k=rng.choice((1, 2)))]
        clock, undo = rng.choice(CLOCKS), rng.choice(("consent", "free"))
        self.games.append(Table(self.client, self.ana, seats=seats, clock=clock, undo=undo))

    def act(self) -> None:
        """Something happens to some game, or is refused."""
        deeds = (self.play, self.play, self.play, self.hold, self.join, self.pause, self.undo)
        others = (self.answer, self.expire, self.claim, self.switch, self.give_up)
        table = self.rng.choice(self.games[-4:])
        if self.rng.random() < 0.05:
            self.create()
        else:
            self.rng.choice(deeds + others)(table)

    def _seat(self, table: Table) -> int:
        return self.rng.choice(list(table.tokens))

    def play(self, table: Table) -> None:
        for seat in table.tokens:
            choices = table.see(seat).get("choices")
            if choices:
                names = [option["step"] for option in choices["options"]]
                table.turn(seat, "rest" if "rest" in names else names[0])

    def hold(self, table: Table) -> None:
        table.hold(self.rng.randrange(3), self.rng.choice(HOLDERS))

    def join(self, table: Table) -> None:
        self._take(table, "/seats")

    def claim(self, table: Table) -> None:
        self._take(table, "/claim")

    def _take(self, table: Table, path: str) -> None:
        told = table.post(path, None, {}).json()
        if "token" in told:
            table.tokens[told["you"]] = told["token"]

    def pause(self, table: Table) -> None:
        table.pause(*table.tokens, paused=self.rng.random() < 0.5)

    def undo(self, table: Table) -> None:
        table.post("/undo", self._seat(table), {}, If_Match=f'"{table.rev}"')

    def answer(self, table: Table) -> None:
        asked = table.see().get("undo_request")
        if asked:
            agree = {"agree": self.rng.random() < 0.8}
            table.post(f"/undo/{asked['id']}/answers", self._seat(table), agree)

    def expire(self, table: Table) -> None:
        commits.expire(self.db.games, self.db.games.load(table.id), now_ms() + 10_000)

    def switch(self, table: Table) -> None:
        """Hooks are switched off and on."""
        for seat, chair in enumerate(self.db.games.load(table.id).chairs):
            if chair.is_hook:
                match = self.db.games.load(table.id)
                wish(self.db, match, seating.switch_hook, seat, not chair.disabled)

    def give_up(self, table: Table) -> None:
        if self.rng.random() < 0.3:
            table.cancel()
            table.post("/resign", self._seat(table))


def wrong(db: Store) -> list[str]:
    """Return the errors in indexes, logs and replays."""
    found, redis = [], db.redis
    names = [name.decode() for name in redis.scan_iter(keys.game("*"), _type="hash")]
    games = [db.games.load(name.removeprefix(keys.game(""))) for name in names]
    indexes = {keys.DUE, keys.BOTS_DUE, keys.HOOKS_DUE, keys.DEADLINES}
    for lists in ("games:*", "ended:*", "expiring:*", "p:*", "a:*:games", "a:*:ended"):
        indexes |= {name.decode() for name in redis.scan_iter(f"{keys.PREFIX}{lists}")}
    for index in indexes:
        rows = redis.zrange(index, 0, -1)
        have = {row.decode() for row in rows if isinstance(row, bytes)}
        should = {match.id for match in games if index in script.standing(match)}
        found += [f"{index} {game}" for game in have ^ should]
    for match in games:
        length = redis.llen(keys.log(match.id))
        if length != (0 if match.over else match.rev):
            found.append(f"log {match.id}")
        _cache = snapshots.Snapshots()
        entries = db.games.entries(match)
        if snapshot_at(match, entries, match.rev).position != match.position:
            found.append(f"replay {match.id}")
    return found


def flaws(db: Store) -> list[Flaw]:
    """Return what ``python -m service check`` would print."""
    audit = Audit(db.redis)
    found = [flaw for game_id in audit.game_ids() for flaw in audit.game(game_id)]
    found += [flaw for account_id in audit.account_ids() for flaw in audit.account(account_id)]
    return found + [
        flaw for name in audit.list_names() for flaw in audit.entries(name) if flaw is not None
    ]


def settled(look: Callable[[], list[str]]) -> list[str]:
    """Return what is still wrong a moment later, when no operation is running."""
    deadline = time.monotonic() + PATIENCE
    while (found := look()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


@pytest.mark.usefixtures("worker")
def test_each_game_stands_where_it_is_looked_for(
    client: httpx.Client, db: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "_cache", snapshots.Snapshots())
    crowd = Crowd(client, db, Random(7))
    crowd.create()
    for _ in range(DEEDS):
        crowd.act()
    assert len(crowd.games) > 5
    assert settled(lambda: wrong(db)) == []
    assert flaws(db) == []
