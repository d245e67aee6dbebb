"""The sheet: a whole record as readable text, and back.

It says what the record as JSON says, but for the draws, which follow from the seed and the turns.
``notation`` has the form of each line. Blank lines and lines that start with ``#`` mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from match.faults import Fault
from match.words import END, TURN, UNDO_REQUESTED
from records.notation import (
    ANSWER,
    BEGINS,
    ENTRIES,
    ENTRY,
    HEADER,
    LISTED,
    OMITTED,
    Json,
    examples,
    form_of,
)

FIRST = "chasqui-record"
"""The word that this form of text begins with."""
VERSIONS = (2,)

LONGEST = 200
"""Characters of a line that are compared with what it may have been meant to be."""

HELP = """\
# Above: who sat where, how the game ended, the seed of all draws, and the commitment made to it
# before the first one. Below, an entry: the revision after it, when, and what happened; under a
# turn its answers: the seat, = if it was the only option, the step. ? stands for what is secret.
# /docs has more; /v1/games/{id}/log?events=1 tells in words what each turn led to."""


@dataclass
class Sheet:
    """What a text says: the record as JSON would, and by JSON pointer the line (from 1) of it.

    ``head`` is the number of the last line of the header, ``last`` that of the last line.
    """

    told: Json
    text: Sequence[str]
    lines: dict[str, int] = field(default_factory=dict)
    head: int = 1
    last: int = 1

    def line_of(self, pointer: str) -> int:
        """The line that tells of a place in the record, or after which it should be told."""
        ends = self.last if pointer.startswith("/entries") else self.head
        while pointer and pointer not in self.lines:
            pointer = pointer.rpartition("/")[0]
        return self.lines.get(pointer, ends)


def written(told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The lines of a record that is given as JSON would, each with the JSON pointer to its place.

    Lines that mean nothing have an empty one.
    """
    for form in HEADER:
        member = form.words[0]
        if member not in OMITTED or told[member] != OMITTED[member]:
            yield f"/{member}", form.write(told)
    for member, form in LISTED.items():
        for place, each in enumerate(told[member] or ()):
            yield f"/{member}/{place}", form.write(each)
    yield "", f"\n{HELP}"
    for index, entry in enumerate(told["entries"]):
        yield "", ""
        yield f"/entries/{index}", form_of(entry).write(entry)
        for place, line in enumerate(entry.get("steps", ())):
            answer = ANSWER.write({**line, "own": line["seat"]})
            yield f"/entries/{index}/steps/{place}", f"   {answer}"


def write(told: Mapping[str, Any]) -> str:
    """A record that is given as JSON would be, as text."""
    return "".join(f"{line}\n" for _, line in written(told))


def read(text: str) -> Sheet:
    """What a text says that ``write`` wrote, or somebody by hand.

    :raises Fault: a line has another form, or one is missing.
    """
    empty: Json = {"format": FIRST, "seats": [], "result": None, "draws": None, "entries": []}
    sheet = Sheet(empty, text.split("\n"))
    for number, line in enumerate(sheet.text, start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        sheet.last = number
        if ENTRY.fullmatch(line):
            _require_header(sheet, line)
            _read_entry(sheet, number, line)
        elif sheet.told["entries"]:
            _read_answer(sheet, number, line)
        else:
            _read_header(sheet, number, line)
    _require_header(sheet, "")
    for entry in sheet.told["entries"]:
        if entry["kind"] == END:
            entry["result"] = sheet.told["result"] or []
    return sheet


def _fault(number: int, expected: Any, got: str) -> Fault:
    return Fault("record-line", "", expected, got, line=number)


def _key(line: str) -> str:
    """What a line of the header begins with."""
    return line.split(" ")[0] if line.startswith(FIRST) else line.partition(":")[0]


def _read_header(sheet: Sheet, number: int, line: str) -> None:
    begins = line.split(" ")[0].rstrip(":")
    if begins in ("seat", "result"):
        _read_listed(sheet, number, line, "seats" if begins == "seat" else begins)
        return
    form = next((each for each in HEADER if _key(each.template) == _key(line)), None)
    if form is None:
        missing = [each for each in HEADER if each.words[0] not in sheet.told]
        raise _fault(number, examples(missing[:1] or ENTRIES[:1]), line)
    told, member = form.read(line), form.words[0]
    if told is None or told.get("version", 2) not in VERSIONS:
        raise _fault(number, examples([form]), line)
    if member in sheet.told:
        raise _fault(number, f"once only: line {sheet.line_of(f'/{member}')} tells it", line)
    sheet.told |= told
    _note(sheet, f"/{member}", number)


def _read_listed(sheet: Sheet, number: int, line: str, member: str) -> None:
    if (told := LISTED[member].read(line)) is None:
        raise _fault(number, examples([LISTED[member]]), line)
    listed = sheet.told[member] = sheet.told[member] or []
    _note(sheet, f"/{member}/{len(listed)}", number)
    listed.append(told)


def _note(sheet: Sheet, pointer: str, number: int) -> None:
    sheet.lines[pointer] = number
    if not sheet.told["entries"]:
        sheet.head = number


def _require_header(sheet: Sheet, line: str) -> None:
    """All of the header must have been told; what may be left out is as if it were."""
    sheet.told = {**OMITTED, **sheet.told}
    missing = [form for form in HEADER if form.words[0] not in sheet.told]
    if not sheet.told["seats"]:
        missing.append(LISTED["seats"])
    if missing:
        raise _fault(sheet.last, examples(missing[:1]), line)


def _read_entry(sheet: Sheet, number: int, line: str) -> None:
    found = next((told for form in ENTRIES if (told := form.read(line))), None)
    if found is None:
        raise _fault(number, _alike(line[:LONGEST]), line)
    entries = sheet.told["entries"]
    if found["kind"] == TURN:
        found["steps"] = []
    elif found["kind"] == UNDO_REQUESTED:
        found["request"] = found["rev"]
    if not found.get("why"):
        found.pop("why", None)
    entries.append(found)
    _note(sheet, f"/entries/{len(entries) - 1}", number)


def _alike(line: str) -> list[str]:
    """What the line of an entry may have been meant to be, with its own revision and time."""
    found = get_close_matches(line, examples(ENTRIES), n=3, cutoff=0)
    if (own := BEGINS.match(line)) is None:
        return found
    return [BEGINS.sub(own[0], each, count=1) for each in found]


def _read_answer(sheet: Sheet, number: int, line: str) -> None:
    entry, index = sheet.told["entries"][-1], len(sheet.told["entries"]) - 1
    if "steps" not in entry:
        raise _fault(number, "the next entry: answers stand below turns", line)
    found = ANSWER.read(line)
    if found is None:
        raise _fault(number, examples([ANSWER]), line)
    _note(sheet, f"/entries/{index}/steps/{len(entry['steps'])}", number)
    entry["steps"].append({"seat": found["own"], "auto": found["auto"], "step": found["step"]})
