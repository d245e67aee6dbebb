"""Claims: what a record says of itself, before any of it is believed."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine.table import Line
from match.chairs import Chair
from match.entries import Entry, pack_lines
from match.faults import Fault
from match.head import Clock, Fork, Head
from match.match import Match
from match.position import Position
from match.snapshot import Snapshot
from match.words import OPEN, PERSON, RUNNING, SEAT, UNLISTED
from records.sheet import Sheet
from store import records

Json = dict[str, Any]

_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})Z", re.ASCII)


@dataclass(frozen=True)
class Claim:
    """A record as somebody brings it. ``told`` is it as JSON, or the lines of a text of old.

    Only header and seats of ``bare`` count; its id is "" where the record bears none. ``sheet`` is
    the text it was read from, if it was one.
    """

    bare: Match
    entries: list[Entry]
    told: Json | list[str]
    sheet: Sheet | None = None


def of_json(told: Mapping[str, Any]) -> Claim:
    """What a record as JSON claims; its shape has been checked before.

    :raises Fault: it holds only what one viewer could see, or cannot be understood.
    """
    entries = told["entries"]
    records.measure(len(entries), sum(len(entry.get("steps", ())) for entry in entries))
    if told["seed"] is None:
        raise Fault("record-hidden", "/seed", "64 hexadecimal digits", None)
    clock, fork = told["clock"], told["fork"]
    head = Head(
        told["ruleset"],
        tuple(told["options"]),
        bytes.fromhex(told["seed"]),
        told["commitment"] or "",
        ms(told["created"], "/created"),
        told["undo"],
        UNLISTED,
        b"",
        waits=told["waits"],
        name=told["name"],
        clock=Clock(**clock) if clock else None,
        fork=fork_of(**fork) if fork else None,
        holders=tuple(told["holders"] or _first_holders(told["seats"], entries)),
    )
    seats = tuple(Chair(s["holder"], s["name"], resigned=s["resigned"]) for s in told["seats"])
    read = [_entry(entry, index) for index, entry in enumerate(entries)]
    return Claim(bare(told["id"] or "", head, seats), read, dict(told))


def _first_holders(seats: Sequence[Json], entries: Sequence[Json]) -> list[str]:
    """Who held which seat at first, in a record that does not tell.

    Such a record knows only seats that were taken, and left again, before the start.
    """
    holders = [seat["holder"] for seat in seats]
    for entry in reversed(entries):
        place = entry.get("seat", -1)
        if entry["kind"] == SEAT and 0 <= place < len(holders):
            holders[place] = PERSON if entry.get("holder") == OPEN else OPEN
    return holders


def bare(record_id: str, head: Head, seats: tuple[Chair, ...]) -> Match:
    return Match(record_id, head, seats, Snapshot(0, Position(RUNNING, 0), b"", b"", {}))


def ms(written: str, place: str, index: int | None = None) -> int:
    """A time as ms since 1970."""
    found = _TIME.fullmatch(written)
    try:
        if found is None:
            raise ValueError
        seconds = datetime.fromisoformat(found[1]).replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise Fault("record-time", place, "2026-11-21T12:00:00.000Z", written, index) from None
    return round(seconds) * 1000 + int(found[2])


def fork_of(game: str, rev: int, state: str | None, seal: str | None) -> Fork:
    if state is None or seal is None:
        raise Fault("record-hidden", "/fork/state", "Base64", None)
    try:
        return Fork(game, rev, b64decode(state, validate=True), seal)
    except ValueError:  # not Base64, or not even ASCII
        raise Fault("record-differs", "/fork/state", "Base64", state) from None


def _entry(told: Mapping[str, Any], index: int) -> Entry:
    """An entry as it says of itself; ``check`` compares all of it afterwards."""
    for member in ("holder", "name", "why"):
        if (word := told.get(member)) and not 0 < len(word) <= 60:
            raise Fault("record-differs", f"/entries/{index}/{member}", None, word, index)
    lines = []
    for place, line in enumerate(told.get("steps", ())):
        if line["step"] is None:
            where = f"/entries/{index}/steps/{place}/step"
            raise Fault("record-hidden", where, "a step", None, index)
        lines.append(Line(line["seat"], line["step"], line["auto"]))
    return Entry(
        told["kind"],
        ms(told["at"], f"/entries/{index}/at", index),
        told.get("seat", -1),
        packed(told.get("seat", -1), lines, index),
        back_to=told.get("back_to"),
        request=told.get("request") if told["kind"] != "undo-requested" else None,
        agree=told.get("agree"),
        holder=told.get("holder"),
        name=told.get("name", ""),
        starts=told.get("starts", False),
        why=told.get("why") or "",
    )


def packed(seat: int, lines: Sequence[Line], index: int) -> tuple[str | tuple[str, int], ...]:
    """The answers of a turn; those that were no only option are its seat's."""
    for place, line in enumerate(lines):
        if not line.auto and line.seat != seat:
            where = f"/entries/{index}/steps/{place}/seat"
            raise Fault("record-differs", where, seat, line.seat, index)
    return pack_lines(lines)
