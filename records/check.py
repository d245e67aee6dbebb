"""Records brought back: read from JSON or text, played again, compared with what they say."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import games
from engine.luck import commitment
from match.faults import Fault
from match.head import Fork
from match.match import Match
from records import claims, old_text, recording, sheet
from records.claims import Claim, Json
from records.sheet import Sheet
from schemas.loading import Invalid, load
from schemas.records import Record
from service.views.fairness import TAG
from store import records
from store.admission import CLOCKS_APART
from store.games import now_ms
from store.records import Checked

Trusts = Callable[[str, Fork], bool]
"""Whether a state that a record brings along was made by this service, under these rules."""

MOST_TEXT_LINES = 20_000
"""Of a text: an entry takes a line and one for each answer, and comments may be among them."""
OPTIONAL = ("draws", "commitment", "holders")
"""What a record need not tell."""
_RESULT = re.compile(r"^/entries/\d+(?=/result)", re.ASCII)
_ENTRY = re.compile(r"/entries/(\d+)", re.ASCII)


@dataclass(frozen=True)
class Proven:
    """A record that holds what it says: the game at its end, and what playing it gave."""

    match: Match
    checked: Checked

    def as_json(self) -> Json:
        """The whole record as JSON."""
        told = recording.as_json(self.match, self.checked.entries, None, self.checked.draws)
        return told | {"id": self.match.id or None, "commitment": told["commitment"] or None}

    def as_text(self) -> str:
        """The whole record as text."""
        return sheet.write(self.as_json())


def of_text(text: str) -> Claim:
    """What a record as readable text claims.

    :raises Fault: a line is none of a record's, or it was taken from a running game.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if (count := text.count("\n") + 1) > MOST_TEXT_LINES:
        raise Fault("record-too-long", "/lines", MOST_TEXT_LINES, count)
    if _is_old(text):
        return old_text.claim(text)
    read = sheet.read(text)
    entries = read.told["entries"]
    try:
        records.measure(len(entries), sum(len(entry.get("steps", ())) for entry in entries))
        told = claims.of_json(load(Record(), read.told))
    except Invalid as error:
        place, message = error.faults[0]
        expected = message.removeprefix("should be ")
        raise _in_text(Fault("record-line", place, expected, place), read) from None
    except Fault as fault:
        raise _in_text(fault, read) from None
    return replace(told, told=read.told, sheet=read)


def _is_old(text: str) -> bool:
    """Whether it is a text of version 1, which said no version."""
    lines = (line.strip() for line in text.split("\n"))
    return next((x for x in lines if x and x[0] != "#"), "").startswith("ruleset ")


def check(claim: Claim, trusts: Trusts) -> Proven:
    """Play a record and compare everything it says with what is so.

    :raises Fault: the first thing that is not as it should be; of a text, with its line.
    """
    try:
        return _check(claim, trusts)
    except Fault as fault:
        raise fault if claim.sheet is None else _in_text(fault, claim.sheet) from None


def _check(claim: Claim, trusts: Trusts) -> Proven:
    _check_head(claim.bare, trusts)
    old = isinstance(claim.told, list)
    checked = records.play(claim.bare, claim.entries, close=old)
    proven = Proven(replace(claim.bare, snapshot=checked.snapshot), checked)
    if isinstance(claim.told, list):
        old_text.compare(proven.match, claim.told)
    elif found := difference(proven.as_json(), claim.told):
        place, expected, got = found
        entry = _ENTRY.match(place)
        fault = Fault("record-differs", place, expected, got, int(entry[1]) if entry else None)
        raise fault if claim.sheet is None else _as_lines(fault, proven, claim.sheet)
    return proven


def _in_text(fault: Fault, read: Sheet) -> Fault:
    """The same fault, with the line of the text that it is about."""
    if fault.line is None:
        fault.line = read.line_of(fault.place)
    return fault


def _as_lines(fault: Fault, proven: Proven, read: Sheet) -> Fault:
    """A difference told as the line that it should be and the line that it is."""
    # The entry that ends a game tells of the result, too; the text does so once.
    fault.place = place = _RESULT.sub("", fault.place)
    ours, line = dict(sheet.written(proven.as_json())), read.line_of(place)
    while place and place not in ours:
        place = place.rpartition("/")[0]
    got = read.text[line - 1].strip()
    return Fault(fault.why, fault.place, ours.get(place, "").strip(), got, fault.index, line)


def _check_head(bare: Match, trusts: Trusts) -> None:
    head, seats = bare.head, len(bare.chairs)
    known = games.ids()
    if head.ruleset not in known:
        raise Fault("record-differs", "/ruleset", known, head.ruleset)
    game = games.find(head.ruleset)
    if seats not in game.seats:
        raise Fault("record-differs", "/seats", f"{game.seats[0]} to {game.seats[-1]}", seats)
    for place, option in enumerate(head.options):
        if option not in game.options or option in head.options[:place]:
            raise Fault("record-differs", f"/options/{place}", sorted(game.options), option)
    if head.created > now_ms() + CLOCKS_APART:
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
