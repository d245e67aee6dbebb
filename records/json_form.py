"""The JSON form of a record: written from a match, and read back."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import asdict

from engine.luck import Draw, hearing
from engine.table import Line
from match import foreign_records
from match.chairs import Chair
from match.entries import Entry, pack_lines
from match.errors import Fault
from match.head import Clock, Fork, Head
from match.match import Match
from match.position import Position
from match.replay import walk
from match.snapshot import Snapshot
from match.tables import first_holders
from match.visibility import iso, retracted_indices, visible_entry
from match.words import RUNNING, TURN, UNLISTED
from records.text_form import Text

Json = dict[str, Any]

FORMAT, VERSION = "chasqui-record", 2

LONGEST_WORD = 60
_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})Z", re.ASCII)

Draws = Sequence[Sequence[Draw]]
"""The draws before each revision; the first are those of the setup."""


def id_of(match: Match) -> str:
    """Return the id of the record: the match's own, or the one it was imported with."""
    return match.head.record or match.id


def draws_of(match: Match, entries: Sequence[Entry]) -> Draws:
    """Return every draw of a match by replaying it."""
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
    """Return the record as a viewer may see it; ``draws`` or ``everything`` lifts all secrecy.

    Two matches with the same record give the same bytes.
    """
    head, everything = match.head, everything or draws is not None
    gone = retracted_indices(entries)
    told = []
    for index, entry in enumerate(entries):
        line = visible_entry(match, index, entry, viewer, index in gone, everything)
        if draws is not None and (entry.kind == TURN or draws[index + 1]):
            line["draws"] = [draw._asdict() for draw in draws[index + 1]]
        told.append(line)
    comment = {"comment": head.comment} if head.comment else {}
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": id_of(match),
        "ruleset": head.ruleset,
        "options": head.options,
        "name": head.name,
        **comment,
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
        "result": [each.document() for each in match.position.result] or None,
    }


def _seat(number: int, chair: Chair) -> dict[str, Any]:
    told = {"seat": number, "holder": chair.holder, "name": chair.name}
    return {**told, "resigned": chair.resigned}


def _fork(fork: Fork, everything: bool) -> dict[str, Any]:
    state = b64encode(fork.state).decode() if everything else None
    seal = fork.seal if everything else None
    return {"game": fork.game, "rev": fork.rev, "state": state, "seal": seal}


@dataclass(frozen=True)
class Claim:
    """An unverified record.

    If ``bare``, only header and chairs count; the id is "" if the record has none. ``data`` is the
    JSON form, ``text`` the original text, if any.
    """

    bare: Match
    entries: list[Entry]
    data: Json
    text: Text | None = None


def of_json(told: Mapping[str, Any]) -> Claim:
    """Read a record as JSON, whose shape the schema has checked.

    :raises Fault: the record is too long, is incomplete, or has an invalid value.
    """
    entries = told["entries"]
    measure(entries)
    if told["seed"] is None:
        raise Fault("record-hidden", "/seed", "64 hexadecimal digits", None)
    clock, fork = told["clock"], told["fork"]
    head = Head(
        told["ruleset"],
        tuple(told["options"]),
        bytes.fromhex(told["seed"]),
        told["commitment"] or "",
        _ms(told["created"], "/created"),
        told["undo"],
        UNLISTED,
        b"",
        waits=told["waits"],
        name=told["name"],
        clock=Clock(**clock) if clock else None,
        fork=_fork_of(**fork) if fork else None,
        holders=tuple(told["holders"]),
        comment=told.get("comment") or "",
    )
    seats = tuple(Chair(s["holder"], s["name"], resigned=s["resigned"]) for s in told["seats"])
    read = [_entry(entry, index) for index, entry in enumerate(entries)]
    return Claim(bare(told["id"] or "", head, seats), read, dict(told))


def measure(entries: Sequence[Json]) -> None:
    """Check the length of a record.

    :raises Fault: it is too long.
    """
    foreign_records.measure(len(entries), sum(len(entry.get("steps", ())) for entry in entries))


def bare(record_id: str, head: Head, seats: tuple[Chair, ...]) -> Match:
    """Return a match of which only id, header and chairs count."""
    return Match(record_id, head, seats, Snapshot(0, Position(RUNNING, 0), b"", b"", {}))


def _ms(written: str, place: str, index: int | None = None) -> int:
    """Return a time as ms since 1970."""
    found = _TIME.fullmatch(written)
    try:
        if found is None:
            raise ValueError
        seconds = datetime.fromisoformat(found[1]).replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise Fault("record-time", place, "2026-11-21T12:00:00.000Z", written, index) from None
    return round(seconds) * 1000 + int(found[2])


def _fork_of(game: str, rev: int, state: str | None, seal: str | None) -> Fork:
    if state is None or seal is None:
        raise Fault("record-hidden", "/fork/state", "Base64", None)
    try:
        return Fork(game, rev, b64decode(state, validate=True), seal)
    except ValueError:  # not Base64, or not even ASCII
        raise Fault("record-differs", "/fork/state", "Base64", state) from None


def _entry(told: Mapping[str, Any], index: int) -> Entry:
    """Return an unverified entry; ``check`` compares all of it later."""
    for member in ("holder", "name", "why"):
        if len(word := told.get(member) or "") > LONGEST_WORD:
            raise Fault("record-differs", f"/entries/{index}/{member}", None, word, index)
    lines = []
    for place, line in enumerate(told.get("steps", ())):
        if line["step"] is None:
            where = f"/entries/{index}/steps/{place}/step"
            raise Fault("record-hidden", where, "a step", None, index)
        lines.append(Line(line["seat"], line["step"], line["auto"]))
    return Entry(
        told["kind"],
        _ms(told["at"], f"/entries/{index}/at", index),
        told.get("seat", -1),
        _packed(told.get("seat", -1), lines, index),
        back_to=told.get("back_to"),
        request=told.get("request") if told["kind"] != "undo-requested" else None,
        agree=told.get("agree"),
        holder=told.get("holder"),
        name=told.get("name", ""),
        starts=told.get("starts", False),
        why=told.get("why") or "",
        comment=told.get("comment") or "",
    )


def _packed(seat: int, lines: Sequence[Line], index: int) -> tuple[str | tuple[str, int], ...]:
    """Pack the answers of a turn; the seat of the turn must have given all but the forced ones."""
    for place, line in enumerate(lines):
        if not line.auto and line.seat != seat:
            where = f"/entries/{index}/steps/{place}/seat"
            raise Fault("record-differs", where, seat, line.seat, index)
    return pack_lines(lines)
