"""The check of records: read a record, replay it, and compare everything.

Imports, the stateless engine, ``python -m service.verify`` and new matches all use it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import games
from engine.luck import TAG, commitment
from engine.title import Title
from match import foreign_records
from match.admission import CLOCKS_APART
from match.chairs import Chair
from match.errors import Fault
from match.foreign_records import Checked
from match.head import Fork, Head
from match.match import Match
from match.words import CONSENT, PERSON, UNLISTED
from records import json_form, text_form
from records.json_form import Claim, Json
from records.text_form import Text
from schemas.loading import Invalid, load
from schemas.records import Record

Trusts = Callable[[str, Fork], bool]
"""A function that returns whether this service made the state of a fork."""

MOST_TEXT_LINES = 20_000
"""The maximal number of lines of a text. An entry takes a line, and each answer another."""
OPTIONAL = ("draws", "commitment", "comment")
"""Members that a record may leave out."""
_RESULT = re.compile(r"^/entries/\d+(?=/result)", re.ASCII)
_ENTRY = re.compile(r"/entries/(\d+)", re.ASCII)


@dataclass(frozen=True)
class Proven:
    """A verified record: the match at its end, and the results of the replay."""

    match: Match
    checked: Checked

    def as_json(self) -> Json:
        """Return the whole record as JSON."""
        data = json_form.as_json(self.match, self.checked.entries, None, self.checked.draws)
        return data | {"id": self.match.id or None, "commitment": data["commitment"] or None}

    def as_text(self) -> str:
        """Return the whole record as text."""
        return text_form.write(self.as_json())


def new(title: Title, seats: int, options: Sequence[str], seed: bytes, now: int) -> Proven:
    """Return the record of a new match: players on all seats, no entries."""
    holders = (PERSON,) * seats
    head = Head(title.id, tuple(options), seed, "", now, CONSENT, UNLISTED, b"", holders=holders)
    bare = json_form.bare("", head, tuple(map(Chair, holders)))
    checked = foreign_records.start(bare)
    return Proven(replace(bare, snapshot=checked.snapshot), checked)


def read(record: Json | str) -> Claim:
    """Read a record: JSON of the checked shape, or text.

    :raises Fault: the record is too long, is incomplete, or has an invalid line or value.
    """
    return _of_text(record) if isinstance(record, str) else json_form.of_json(record)


def _of_text(text: str) -> Claim:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if (count := text.count("\n") + 1) > MOST_TEXT_LINES:
        raise Fault("record-too-long", "/lines", MOST_TEXT_LINES, count)
    found = text_form.read(text)
    try:
        json_form.measure(found.data["entries"])
        claim = json_form.of_json(load(Record(), found.data))
    except Invalid as error:
        place, message = error.faults[0]
        got = found.rows[found.line_of(place) - 1].strip()
        expected = message.removeprefix("should be ")
        why = "record-value" if expected == message else "record-line"
        raise _with_line(Fault(why, place, expected, got), found) from None
    except Fault as fault:
        raise _with_line(fault, found) from None
    return replace(claim, data=found.data, text=found)


def check(claim: Claim, trusts: Trusts, now: int) -> Proven:
    """Replay a record and compare everything.

    :raises Fault: the first difference; for a text, with its line.
    """
    try:
        return _check(claim, trusts, now)
    except Fault as fault:
        raise fault if claim.text is None else _with_line(fault, claim.text) from None


def _check(claim: Claim, trusts: Trusts, now: int) -> Proven:
    _check_head(claim.bare, trusts, now)
    checked = foreign_records.play_record(claim.bare, claim.entries, now)
    proven = Proven(replace(claim.bare, snapshot=checked.snapshot), checked)
    if found := difference(proven.as_json(), claim.data):
        place, expected, got = found
        entry = _ENTRY.match(place)
        fault = Fault("record-differs", place, expected, got, int(entry[1]) if entry else None)
        raise fault if claim.text is None else _as_lines(fault, proven, claim.text)
    return proven


def _with_line(fault: Fault, text: Text) -> Fault:
    """Add the text line to a fault."""
    if fault.line is None:
        fault.line = text.line_of(fault.place)
    return fault


def _as_lines(fault: Fault, proven: Proven, text: Text) -> Fault:
    """Return a difference as the line that is expected and the line of the text."""
    # The last entry repeats the result, which the text has only once.
    fault.place = place = _RESULT.sub("", fault.place)
    ours, line = dict(text_form.written(proven.as_json())), text.line_of(place)
    while place and place not in ours:
        place = place.rpartition("/")[0]
    got = text.rows[line - 1].strip()
    return Fault(fault.why, fault.place, ours.get(place, "").strip(), got, fault.index, line)


def _check_head(bare: Match, trusts: Trusts, now: int) -> None:
    head, seats = bare.head, len(bare.chairs)
    known = games.ids()
    if head.ruleset not in known:
        raise Fault("record-differs", "/ruleset", known, head.ruleset)
    title = games.find(head.ruleset)
    for wrong in title.faults(seats, head.options):
        member, _, index = wrong.place.partition("/")
        got = head.options[int(index)] if index else {"seats": seats}.get(member)
        raise Fault("record-differs", f"/{wrong.place}", wrong.text.removeprefix("should be "), got)
    if head.created > now + CLOCKS_APART:
        raise Fault("record-time", "/created", "no time to come", head.created)
    if bare.id and head.commitment != (made := commitment(TAG, bare.id, head.seed)):
        raise Fault("record-commitment", "/commitment", made, head.commitment)
    if head.fork is not None and not trusts(head.ruleset, head.fork):
        raise Fault("record-start", "/fork/seal")


def difference(ours: Any, theirs: Any, place: str = "") -> tuple[str, Any, Any] | None:
    """Return the first difference of two pieces of JSON: its JSON pointer and both values.

    Members that are ``OPTIONAL`` may be missing in the second.
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
