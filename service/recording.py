"""Recording: a game as JSON or as readable text, to be kept, reviewed, checked and imported."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from engine.luck import Draw, hearing
from engine.record import Entry as Recorded
from engine.record import Record
from engine.table import Line
from service import documents
from store import replay, shown
from store.entries import RETRACTED, TURN, Entry
from store.games import Stored
from store.head import Fork, Seat

FORMAT, VERSION = "chasqui-record", 2

HIDDEN = "?"
"""Stands for a step, the seed or a state that the viewer may not see yet."""

Draws = Sequence[Sequence[Draw]]
"""The draws that led to each revision; the first are those of the setup."""


def id_of(stored: Stored) -> str:
    """The id the record bears: the game's own, or that under which it was imported."""
    return stored.head.record or stored.id


def draws_of(stored: Stored, entries: Sequence[Entry]) -> Draws:
    """Every draw of a game, found by playing it again."""
    found = []
    with hearing() as heard:
        for _ in replay.walk(stored, entries):
            found.append(heard[:])
            heard.clear()
    return found


def as_json(
    stored: Stored, entries: Sequence[Entry], viewer: int | None, draws: Draws | None = None
) -> dict[str, Any]:
    """The record as plain data; with ``draws`` it is complete, otherwise what the viewer may see.

    Two games with the same record give the same bytes.
    """
    head, everything = stored.head, draws is not None
    gone = shown.retracted(entries)
    told = []
    for index, entry in enumerate(entries):
        line = shown.entry(stored, index, entry, viewer, index in gone, everything)
        if draws is not None and (entry.kind == TURN or draws[index + 1]):
            line["draws"] = [draw._asdict() for draw in draws[index + 1]]
        told.append(line)
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": id_of(stored),
        "ruleset": head.ruleset,
        "options": head.options,
        "name": head.name,
        "created": shown.iso(head.created),
        "status": stored.position.status,
        "undo": head.undo,
        "clock": asdict(head.clock) if head.clock else None,
        "waits": head.waits,
        "holders": replay.first_holders(stored),
        "seats": [_seat(number, chair) for number, chair in enumerate(stored.seats)],
        "commitment": head.commitment,
        "seed": head.seed.hex() if everything else None,
        "fork": _fork(head.fork, everything) if head.fork else None,
        "draws": None if draws is None else [draw._asdict() for draw in draws[0]],
        "entries": told,
        "result": documents.result(stored.position.result),
    }


def _seat(number: int, chair: Seat) -> dict[str, Any]:
    told = {"seat": number, "holder": chair.holder, "name": chair.name}
    return {**told, "resigned": chair.resigned}


def _fork(fork: Fork, everything: bool) -> dict[str, Any]:
    state = b64encode(fork.state).decode() if everything else None
    seal = fork.seal if everything else None
    return {"game": fork.game, "rev": fork.rev, "state": state, "seal": seal}


def as_text(
    stored: Stored, entries: Sequence[Entry], viewer: int | None, everything: bool = False
) -> str:
    """The record as ``engine.record.Record`` writes it, below a few lines of comment.

    Only turns and retractions are in it, so its revisions are its own.
    """
    kept = [i for i, entry in enumerate(entries) if entry.kind in (TURN, RETRACTED)]
    head, everything = stored.head, everything or stored.over
    record = Record(head.ruleset, len(stored.seats), head.seed, head.options)
    for index in kept:
        entry = entries[index]
        if entry.back_to is None:
            lines = shown.steps(stored, index, entry, viewer, everything)
            played = tuple(Line(s["seat"], s["step"] or HIDDEN, s["auto"]) for s in lines)
            record.entries.append(Recorded(entry.seat, played))
        else:
            back_to = sum(1 for i in kept if i < entry.back_to)
            record.entries.append(Recorded(entry.seat, back_to=back_to))
    text = record.dumps()
    if not everything:
        text = text.replace(head.seed.hex(), HIDDEN, 1)
    return "\n".join([*comment(stored, everything), text])


def comment(stored: Stored, everything: bool) -> list[str]:
    """Who played when, and what the service was bound to; names cannot hold a line break.

    A record that nobody has stored has no id yet, and no commitment.
    """
    head, position = stored.head, stored.position
    lines = [f"# created {shown.iso(head.created)}, {position.status}"]
    if record_id := id_of(stored):
        title = f"# game {record_id} {head.name}".rstrip()
        lines = [title, *lines, f"# commitment {head.commitment}"]
    if head.fork is not None:
        fork = [HIDDEN if part is None else part for part in _fork(head.fork, everything).values()]
        lines.append(f"# fork {' '.join(map(str, fork))}")
    for number, chair in enumerate(stored.seats):
        lines.append(f"# seat {number}: {chair.holder} {chair.name}".rstrip())
    for each in position.result:
        lines.append(f"# seat {each.seat}: rank {each.rank}, {each.points:g} points")
    return lines
