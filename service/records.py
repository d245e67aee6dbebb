"""Records brought back: read from JSON or text, played again, compared with what they say."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import games
from engine.luck import commitment
from engine.record import BadRecord
from engine.record import Record as Text
from engine.table import Line
from service import recording
from service.fairness import TAG
from store import records
from store.entries import END, RETRACTED, SEAT, TURN, Entry, pack_lines
from store.games import Stored, now_ms
from store.head import CONSENT, OPEN, PERSON, UNLISTED, Clock, Fork, Head, Seat
from store.moment import CANCELLED, RUNNING, Moment, Position
from store.records import Checked, Fault

Json = dict[str, Any]
Trusts = Callable[[str, Fork], bool]
"""Whether a state that a record brings along was made by this service, under these rules."""

MOST_TEXT_LINES = 20_000
"""Of a text: an entry takes a line and one for each answer, and comments may be among them."""
OPTIONAL = ("draws", "commitment", "holders")
"""What a record need not tell."""
_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})Z", re.ASCII)
_ENTRY = re.compile(r"/entries/(\d+)", re.ASCII)
_SEAT = r"# seat ([0-9]{1,2}): (open|person|hook|bot:[a-z]{1,20})(?: (.{1,40}))?"


@dataclass(frozen=True)
class Claim:
    """A record as somebody brings it. ``told`` is it as JSON, or the lines of its text.

    Only header and seats of ``bare`` count; its id is "" where the record bears none.
    """

    bare: Stored
    entries: list[Entry]
    told: Json | list[str]


@dataclass(frozen=True)
class Proven:
    """A record that holds what it says: the game at its end, and what playing it gave."""

    stored: Stored
    checked: Checked

    def as_json(self) -> Json:
        """The whole record as JSON."""
        told = recording.as_json(self.stored, self.checked.entries, None, self.checked.draws)
        return told | {"id": self.stored.id or None, "commitment": told["commitment"] or None}

    def as_text(self) -> str:
        """The whole record as text."""
        return recording.as_text(self.stored, self.checked.entries, None, everything=True)


def check(claim: Claim, trusts: Trusts) -> Proven:
    """Play a record and compare everything it says with what is so.

    :raises Fault: the first thing that is not as it should be.
    """
    _check_head(claim.bare, trusts)
    checked = records.play(claim.bare, claim.entries, close=isinstance(claim.told, list))
    proven = Proven(replace(claim.bare, moment=checked.moment), checked)
    if isinstance(claim.told, list):
        _compare_text(proven, claim.told)
    elif found := difference(proven.as_json(), claim.told):
        place, expected, got = found
        entry = _ENTRY.match(place)
        raise Fault("record-differs", place, expected, got, int(entry[1]) if entry else None)
    return proven


def _check_head(bare: Stored, trusts: Trusts) -> None:
    head, seats = bare.head, len(bare.seats)
    known = games.ids()
    if head.ruleset not in known:
        raise Fault("record-differs", "/ruleset", known, head.ruleset)
    game = games.find(head.ruleset)
    if seats not in game.seats:
        raise Fault("record-differs", "/seats", f"{game.seats[0]} to {game.seats[-1]}", seats)
    for place, option in enumerate(head.options):
        if option not in game.options or option in head.options[:place]:
            raise Fault("record-differs", f"/options/{place}", sorted(game.options), option)
    if head.created > now_ms() + records.CLOCKS_APART:
        raise Fault("record-time", "/created", "no time to come", head.created)
    if bare.id and head.commitment != (made := commitment(TAG, bare.id, head.seed)):
        raise Fault("record-commitment", "/commitment", made, head.commitment)
    if head.fork is not None and not trusts(head.ruleset, head.fork):
        raise Fault("record-start", "/fork/seal")


def difference(ours: Any, theirs: Any, place: str = "") -> tuple[str, Any, Any] | None:
    """Where two pieces of JSON differ first: a JSON pointer, and what stands in each there.

    What is ``OPTIONAL`` is not missed in the other.
    """
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            if key in OPTIONAL and theirs.get(key) is None:
                continue
            if key not in theirs or key not in ours:
                return f"{place}/{key}", ours.get(key), theirs.get(key)
            if found := difference(ours[key], theirs[key], f"{place}/{key}"):
                return found
        return None
    if isinstance(ours, list | tuple) and isinstance(theirs, list):
        for index in range(max(len(ours), len(theirs))):
            if index >= len(ours):
                return f"{place}/{index}", None, theirs[index]
            if index >= len(theirs):
                return f"{place}/{index}", ours[index], None
            if found := difference(ours[index], theirs[index], f"{place}/{index}"):
                return found
        return None
    same = ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool)
    return None if same else (place, ours, theirs)


def _compare_text(proven: Proven, lines: Sequence[str]) -> None:
    """Every comment of a kind that we write must be the one we would write."""
    ours = recording.comment(proven.stored, everything=True)
    for line in lines:
        start = " ".join(line.split()[: 3 if line.startswith("# seat") else 2])
        alike = [own for own in ours if own.startswith(f"{start} ")]
        if alike and line.rstrip() not in alike:
            raise Fault("record-differs", "", alike, line)


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
        _ms(told["created"], "/created"),
        told["undo"],
        UNLISTED,
        b"",
        waits=told["waits"],
        name=told["name"],
        clock=Clock(**clock) if clock else None,
        fork=_fork(**fork) if fork else None,
        seats=tuple(told["holders"] or _first_holders(told["seats"], entries)),
    )
    seats = tuple(Seat(s["holder"], s["name"], resigned=s["resigned"]) for s in told["seats"])
    read = [_entry(entry, index) for index, entry in enumerate(entries)]
    return Claim(_bare(told["id"] or "", head, seats), read, dict(told))


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


def _bare(record_id: str, head: Head, seats: tuple[Seat, ...]) -> Stored:
    return Stored(record_id, head, seats, Moment(0, Position(RUNNING, 0), b"", b"", {}))


def _ms(written: str, place: str, index: int | None = None) -> int:
    """A time as ms since 1970."""
    found = _TIME.fullmatch(written)
    try:
        if found is None:
            raise ValueError
        seconds = datetime.fromisoformat(found[1]).replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise Fault("record-time", place, "2026-11-21T12:00:00.000Z", written, index) from None
    return round(seconds) * 1000 + int(found[2])


def _fork(game: str, rev: int, state: str | None, seal: str | None) -> Fork:
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
    )


def _packed(seat: int, lines: Sequence[Line], index: int) -> tuple[str | tuple[str, int], ...]:
    """The answers of a turn; those that were no only option are its seat's."""
    for place, line in enumerate(lines):
        if not line.auto and line.seat != seat:
            where = f"/entries/{index}/steps/{place}/seat"
            raise Fault("record-differs", where, seat, line.seat, index)
    return pack_lines(lines)


def of_text(text: str) -> Claim:
    """What a record as readable text claims.

    :raises Fault: the text is no record, or was taken from a running game.
    """
    text = text.replace("\r\n", "\n")
    lines = text.split("\n")
    if len(lines) > MOST_TEXT_LINES:
        raise Fault("record-too-long", "/lines", MOST_TEXT_LINES, len(lines))
    if _found(lines, rf"ruleset .* seed {re.escape(recording.HIDDEN)}") is not None:
        raise Fault("record-hidden", "/seed", "64 hexadecimal digits", recording.HIDDEN)
    try:
        record = Text.loads(text)
    except ValueError as error:
        said = str(error) if isinstance(error, BadRecord) else "a number is none"
        raise Fault("record-text", got=said) from None
    if len(record.seed) != 32 or not 0 < record.seats <= 20:
        raise Fault("record-text", got=lines[0])
    records.measure(len(record.entries), sum(len(entry.lines) for entry in record.entries))
    head, record_id, seats = _text_head(record, [line for line in lines if line.startswith("# ")])
    entries = [
        Entry(TURN, head.created, each.seat, _packed(each.seat, each.lines, index))
        if each.back_to is None
        else Entry(RETRACTED, head.created, each.seat, back_to=each.back_to)
        for index, each in enumerate(record.entries)
    ]
    if _found(lines, r"# created (\S+), cancelled"):
        entries.append(Entry(END, head.created, why=CANCELLED))
    return Claim(_bare(record_id, head, seats), entries, lines)


def _text_head(record: Text, lines: Sequence[str]) -> tuple[Head, str, tuple[Seat, ...]]:
    """Header, id and seats; whatever the comments do not tell is as in a new game."""
    game = _found(lines, r"# game ([0-9A-Za-z_-]{1,64})(?: (.{1,40}))?") or ("", "")
    created = _found(lines, r"# created (\S+), [a-z]+")
    promise = _found(lines, r"# commitment ([0-9a-f]{64})")
    fork = _found(lines, r"# fork ([0-9A-Za-z_-]{1,64}) ([0-9]{1,10}) (\S+) (\S+)")
    seats = [Seat(PERSON)] * record.seats
    for line in lines:
        told = re.fullmatch(_SEAT, line, re.ASCII)
        if told and int(told[1]) < len(seats):
            seats[int(told[1])] = Seat(told[2], told[3] or "")
    kept = commitment(TAG, game[0], record.seed) if game[0] else ""
    head = Head(
        record.ruleset,
        record.options,
        record.seed,
        promise[0] if promise else kept,
        _ms(created[0], "/created") if created else now_ms(),
        CONSENT,
        UNLISTED,
        b"",
        name=game[1] or "",
        fork=_fork(fork[0], int(fork[1]), fork[2], fork[3]) if fork else None,
    )
    return head, game[0], tuple(seats)


def _found(lines: Sequence[str], pattern: str) -> tuple[str, ...] | None:
    """The groups of the first line of this form."""
    matches = (re.fullmatch(pattern, line, re.ASCII) for line in lines)
    return next((found.groups("") for found in matches if found), None)
