"""Planned games: stored games with turns known from a record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench import recorded
from bench.recorded import Record
from engine.luck import commitment
from engine.table import Table
from engine.title import Title
from match.chairs import Chair
from match.head import Head
from match.match import Match
from match.position import started
from match.snapshot import Snapshot, capture
from match.words import FREE, PERSON, PUBLIC
from store import Store
from store.games import now_ms
from store.tokens import fingerprint, new_id, new_token

NAMES = ("Ada", "Grace", "Katherine", "Mary", "Sofia")


@dataclass(frozen=True)
class Turn:
    """A turn to post: its seat, its steps, and the revision."""

    seat: int
    steps: tuple[str, ...]
    rev: int


@dataclass(frozen=True)
class Plan:
    """A plan of a game: its first snapshot, one in the middle, and its turns."""

    title: Title
    record: Record
    start: Snapshot
    middle: Snapshot
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Planned:
    """A stored game, the tokens of its seats, and its plan."""

    id: str
    tokens: Sequence[str]
    plan: Plan


def plans(title: Title, seats: int) -> list[Plan]:
    """Return a plan of each recorded game of a title with this number of seats."""
    return [_plan(title, record) for record in recorded.records(title, seats)]


def _plan(title: Title, record: Record) -> Plan:
    table = Table.new(title, record.seats, record.options, record.seed)
    start = capture(table, 0, started(table, 0, now_ms()))
    turns = []
    for rev, entry in enumerate(record.entries):
        steps = [line.step for line in entry.lines if line.seat == entry.seat and not line.auto]
        turns.append(Turn(entry.seat, tuple(steps), rev))
    table = record.table(title, len(turns) // 2)
    middle = capture(table, 0, started(table, 0, now_ms()))
    return Plan(title, record, start, middle, tuple(turns))


def create(db: Store, plan: Plan, at: Snapshot | None = None) -> Planned:
    """Store a game of players that follows a plan; ``at`` selects another start."""
    game_id, seats = new_id(), range(plan.record.seats)
    tokens = [new_token(game_id) for _ in seats]
    ruleset, seed = plan.title.id, plan.record.seed
    promise = commitment(ruleset, game_id, seed)
    host = fingerprint(new_token(game_id))
    head = Head(ruleset, plan.record.options, seed, promise, now_ms(), FREE, PUBLIC, host)
    chairs = tuple(Chair(PERSON, NAMES[n % len(NAMES)], fingerprint(tokens[n])) for n in seats)
    assert db.games.create(Match(game_id, head, chairs, at or plan.start))
    return Planned(game_id, tokens, plan)


def requests(planned: Planned, prefer: str = "") -> Iterator[bytes]:
    """Yield the turns of a game as HTTP requests."""
    path = f"/v1/games/{planned.id}/turns"
    for turn in planned.plan.turns:
        yield request(path, planned.tokens[turn.seat], turn, prefer)


def request(path: str, token: str, turn: Turn, prefer: str = "") -> bytes:
    """Return a turn as an HTTP request to this path."""
    body = json.dumps({"steps": turn.steps})
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {token}",
        f'If-Match: "{turn.rev}"',
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *([f"Prefer: {prefer}"] if prefer else []),
    ]
    return "\r\n".join([*lines, "", body]).encode()
