"""Recording: a game as JSON or as readable text, to be kept, reviewed, checked and imported."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from engine.luck import Draw, hearing
from match.chairs import Chair
from match.entries import Entry
from match.head import Fork
from match.match import Match
from match.replay import walk
from match.tables import first_holders
from match.visibility import iso, retracted_indices, visible_entry
from match.words import TURN
from records import sheet
from service.presentation import documents

FORMAT, VERSION = "chasqui-record", 2

Draws = Sequence[Sequence[Draw]]
"""The draws that led to each revision; the first are those of the setup."""


def id_of(match: Match) -> str:
    """The id the record bears: the game's own, or that under which it was imported."""
    return match.head.record or match.id


def draws_of(match: Match, entries: Sequence[Entry]) -> Draws:
    """Every draw of a game, found by playing it again."""
    found = []
    with hearing() as heard:
        for _ in walk(match, entries):
            found.append(heard[:])
            heard.clear()
    return found


def as_json(
    match: Match,
    entries: Sequence[Entry],
    viewer: int | None,
    draws: Draws | None = None,
    everything: bool = False,
) -> dict[str, Any]:
    """The record as plain data: what the viewer may see, or with ``draws`` or ``everything`` all.

    Two games with the same record give the same bytes.
    """
    head, everything = match.head, everything or draws is not None
    gone = retracted_indices(entries)
    told = []
    for index, entry in enumerate(entries):
        line = visible_entry(match, index, entry, viewer, index in gone, everything)
        if draws is not None and (entry.kind == TURN or draws[index + 1]):
            line["draws"] = [draw._asdict() for draw in draws[index + 1]]
        told.append(line)
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": id_of(match),
        "ruleset": head.ruleset,
        "options": head.options,
        "name": head.name,
        "created": iso(head.created),
        "status": match.position.status,
        "undo": head.undo,
        "clock": asdict(head.clock) if head.clock else None,
        "waits": head.waits,
        "holders": first_holders(match),
        "seats": [_seat(number, chair) for number, chair in enumerate(match.chairs)],
        "commitment": head.commitment,
        "seed": head.seed.hex() if everything else None,
        "fork": _fork(head.fork, everything) if head.fork else None,
        "draws": None if draws is None else [draw._asdict() for draw in draws[0]],
        "entries": told,
        "result": documents.result(match.position.result),
    }


def _seat(number: int, chair: Chair) -> dict[str, Any]:
    told = {"seat": number, "holder": chair.holder, "name": chair.name}
    return {**told, "resigned": chair.resigned}


def _fork(fork: Fork, everything: bool) -> dict[str, Any]:
    state = b64encode(fork.state).decode() if everything else None
    seal = fork.seal if everything else None
    return {"game": fork.game, "rev": fork.rev, "state": state, "seal": seal}


def as_text(match: Match, entries: Sequence[Entry], viewer: int | None) -> str:
    """The record as text: what the viewer may see, and all of it once the game is over."""
    return sheet.write(as_json(match, entries, viewer, everything=match.over))
