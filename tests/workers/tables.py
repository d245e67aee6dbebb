"""Stored games for tests, made without the HTTP edge."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from engine.luck import commitment
from engine.table import Table
from games import find
from match import course
from match.chairs import Chair
from match.head import Clock, Head
from match.match import Match
from match.replay import walk
from match.snapshot import capture
from match.tables import table_of
from match.words import FREE, OPEN, PERSON, PUBLIC, TURN
from store import Store
from store.commits import play_turn
from store.games import now_ms
from store.tokens import fingerprint, new_id

TITLE = "tzolkin"


def token_of(game_id: str, seat: int) -> str:
    """The token of a seat in a test's game."""
    return f"{game_id}.seat-{seat}"


def create(
    db: Store,
    holders: Sequence[str],
    name: str = TITLE,
    visibility: str = PUBLIC,
    game_id: str = "",
    clock: Clock | None = None,
    created: int = 0,
) -> Match:
    """Store a new game whose seats are held like this: ``person``, ``bot:random``, ``open``.

    ``created`` (ms) may lie in the past, so that a ``clock`` has run out.
    """
    title, game_id, seed = find(name), game_id or new_id(), Random(7).randbytes(32)
    table = Table.new(title, len(holders), (), seed)
    at = created or now_ms()
    promise = commitment(title.id, game_id, seed)
    waits = OPEN in holders
    host = fingerprint(token_of(game_id, -1))
    head = Head(title.id, (), seed, promise, at, FREE, visibility, host, waits=waits)
    head = msgspec.structs.replace(head, clock=clock, holders=tuple(holders))
    seats = tuple(
        Chair(holder, "", fingerprint(token_of(game_id, seat)) if holder == PERSON else b"")
        for seat, holder in enumerate(holders)
    )
    start = capture(table, 0, course.begin(head, holders, table))
    match = Match(game_id, head, seats, start)
    assert db.games.create(match)
    return match


def play_person(db: Store, game_id: str, rng: Random) -> Match:
    """Play one random turn of the first person who is asked."""
    match = db.games.load(game_id)
    seat = next(a.seat for a in match.position.awaited if match.chairs[a.seat].holder == PERSON)
    table = table_of(match)
    steps: list[str] = []
    while not table.peek(seat, steps)[1].complete:
        ahead = table.peek(seat, steps)[0]
        steps.append(rng.choice(ahead.decision(seat).options).id)
    return play_turn(db.games, match, seat, steps).match


def turns(db: Store, game_id: str) -> list[tuple[int, list[str]]]:
    """Every turn of the record: who, and the steps."""
    match = db.games.load(game_id)
    return [(e.seat, e.posted) for e in db.games.entries(match) if e.kind == TURN]


def assert_sound(db: Store, game_id: str) -> None:
    """The record can be played again from the start, and leads to the stored state."""
    match = db.games.load(game_id)
    for step in walk(match, db.games.entries(match)):
        last = step
    assert last.rev == match.rev
    assert last.position == match.position
    assert last.table.save() == match.snapshot.state
