"""Double sends and races: whatever is sent how often by how many, it happens once."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import httpx

from match.tables import table_of
from match.words import RETRACTED, SEAT, TURN
from store import Store
from tests.contract.play import random_steps
from tests.service.table import seated
from tests.workers.tables import assert_sound

CLIENTS = 5
Json = dict[str, Any]


class Storm:
    """A few clients with connections of their own that send all at once, game after game."""

    def __init__(self, url: str, db: Store, ruleset: str, seed: str) -> None:
        self.db, self.ruleset, self.rng = db, ruleset, Random(seed)
        self.clients = [httpx.Client(base_url=url, timeout=60) for _ in range(CLIENTS)]
        self.pool = ThreadPoolExecutor(CLIENTS)
        self.sent: Counter[str] = Counter()

    def close(self) -> None:
        """Hang up."""
        self.pool.shutdown()
        for client in self.clients:
            client.close()

    def at_once(self, what: str, send: Callable[[httpx.Client, int], httpx.Response]) -> list[Any]:
        """Let every client send at the same time; return the answers."""
        self.sent[what] += CLIENTS
        return list(self.pool.map(send, self.clients, range(CLIENTS)))

    def run(self, sends: int) -> None:
        """Send at least a number of requests; every game is audited when it ends."""
        while self.sent.total() < sends:
            Match(self).play(sends)


class Match:
    """One game in the storm: what must be in its record, kept beside it."""

    def __init__(self, storm: Storm) -> None:
        self.storm, self.rng, self.db = storm, storm.rng, storm.db
        key = {"Idempotency-Key": uuid.UUID(int=self.rng.getrandbits(128)).hex}
        body = {"ruleset": storm.ruleset, "seats": seated("user", "open"), "undo": "free"}
        made = storm.at_once(
            "the same game created", lambda http, _: http.post("/v1/games", json=body, headers=key)
        )
        assert {answer.status_code for answer in made} == {201}
        told = {(a.json()["id"], str(a.json()["tokens"])) for a in made}
        assert len(told) == 1, "one key, one game"
        self.id: str = made[0].json()["id"]
        self.path = f"/v1/games/{self.id}"
        self.tokens = {0: made[0].json()["tokens"]["seats"]["0"], 1: self.join()}
        self.expected: list[tuple[str, int, tuple[str, ...]]] = [(SEAT, 1, ())]

    def join(self) -> str:
        """Everybody wants the one open seat; one gets it."""
        answers = self.storm.at_once(
            "one seat wanted by all",
            lambda http, n: http.post(f"{self.path}/seats", json={"name": f"client {n}"}),
        )
        counted = Counter(answer.status_code for answer in answers)
        assert counted == {201: 1, 409: CLIENTS - 1}, counted
        return next(str(a.json()["token"]) for a in answers if a.status_code == 201)

    def play(self, sends: int) -> None:
        """Turns, races and undos until the game is over or enough was sent."""
        while True:
            match = self.db.games.load(self.id)
            if match.over or self.storm.sent.total() >= sends:
                break
            seat = self.rng.choice([a.seat for a in match.position.awaited])
            turns = [random_steps(table_of(match), seat, self.rng) for _ in range(CLIENTS)]
            if self.rng.random() < 0.5:
                turns = turns[:1] * CLIENTS
            self.race(seat, match.rev, turns)
            if self.rng.random() < 0.1:
                self.undo(seat)
        self.audit()

    def race(self, seat: int, rev: int, turns: Sequence[list[str]]) -> None:
        """All post for one seat on one revision: one turn is played, its repeats are answered."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}", "If-Match": f'"{rev}"'}
        what = "the same turn posted" if turns[0] == turns[-1] else "other turns on one revision"
        answers = self.storm.at_once(
            what,
            lambda http, n: http.post(
                f"{self.path}/turns", json={"steps": turns[n]}, headers=headers
            ),
        )
        won = next(n for n, a in enumerate(answers) if a.status_code == 201)
        for steps, answer in zip(turns, answers, strict=True):
            if steps == turns[won]:
                assert answer.status_code in (200, 201), answer.text
                assert answer.content == answers[won].content
            else:
                assert answer.status_code == 412, answer.text
        assert sum(answer.status_code == 201 for answer in answers) == 1
        self.expected.append((TURN, seat, tuple(turns[won])))

    def undo(self, seat: int) -> None:
        """All ask for the same undo: it is done once."""
        match = self.db.games.load(self.id)
        if match.over:
            return
        headers = {"Authorization": f"Bearer {self.tokens[seat]}", "If-Match": f'"{match.rev}"'}
        headers["Prefer"] = "wait=10"
        answers = self.storm.at_once(
            "the same undo asked for",
            lambda http, _: http.post(f"{self.path}/undo", json={}, headers=headers),
        )
        assert {answer.status_code for answer in answers} <= {200, 202}, answers[0].text
        assert any(answer.status_code == 200 for answer in answers)
        self.expected.append((RETRACTED, seat, ()))

    def audit(self) -> None:
        """The record holds exactly what was expected, and replays to what is stored."""
        match = self.db.games.load(self.id)
        found = [
            (entry.kind, entry.seat, tuple(entry.posted))
            for entry in self.db.games.entries(match)
            if entry.kind in (TURN, RETRACTED, SEAT)
        ]
        assert found == self.expected
        assert_sound(self.db, self.id)
