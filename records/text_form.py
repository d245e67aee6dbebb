"""The text form of a record: written from its JSON form, and read back.

It holds everything but the draws, which follow from the seed and the turns. ``notation`` has the
form of each line. A line that starts with ``#`` is a comment on the entry above it, or on the
record before the first entry. Blank lines and lines that start with ``##`` are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from match.errors import Fault
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
"""The first word of the text form."""
VERSION = 2

LONGEST = 200
"""Characters of an invalid line that are compared with valid lines."""

HELP = """\
## Above: who sat where, how the game ended, the seed of all draws, and the commitment made to it
## before the first one. Below, an entry: the revision after it, when, and what happened; under a
## turn its answers: the seat, = if it was the only option, the step. ? stands for what is secret.
## /docs has more; /v1/games/{id}/log?events=1 tells in words what each turn led to."""
IGNORED, COMMENT = "##", "#"


@dataclass
class Text:
    """A text and the record in it: ``data`` is its JSON form, ``lines`` the line of each pointer.

    Lines count from 1. ``head`` is the last line of the header, ``last`` the last line of all.
    """

    data: Json
    rows: Sequence[str]
    lines: dict[str, int] = field(default_factory=dict)
    head: int = 1
    last: int = 1

    def line_of(self, pointer: str) -> int:
        """Return the line of a place in the record, or the line after which it is missing."""
        ends = self.last if pointer.startswith("/entries") else self.head
        while pointer and pointer not in self.lines:
            pointer = pointer.rpartition("/")[0]
        return self.lines.get(pointer, ends)


def written(told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the lines of a record, each with the JSON pointer to its place ("" for help)."""
    for form in HEADER:
        member = form.words[0]
        if member not in OMITTED or told[member] != OMITTED[member]:
            yield f"/{member}", form.write(told)
    for member, form in LISTED.items():
        for place, each in enumerate(told[member] or ()):
            yield f"/{member}/{place}", form.write(each)
    if "comment" in told:
        yield "/comment", _comment(told["comment"], "")
    yield "", f"\n{HELP}"
    for index, entry in enumerate(told["entries"]):
        yield "", ""
        yield f"/entries/{index}", form_of(entry).write(entry)
        for place, line in enumerate(entry.get("steps", ())):
            answer = ANSWER.write({**line, "own": line["seat"]})
            yield f"/entries/{index}/steps/{place}", f"   {answer}"
        if "comment" in entry:
            yield f"/entries/{index}/comment", _comment(entry["comment"], "   ")


def _comment(text: str, indent: str) -> str:
    """Return the lines of a comment."""
    return "\n".join(f"{indent}{COMMENT} {line}".rstrip(" ") for line in text.split("\n"))


def write(told: Mapping[str, Any]) -> str:
    """Return a record, given in its JSON form, as text."""
    return "".join(f"{line}\n" for _, line in written(told))


def read(text: str) -> Text:
    """Read a text.

    :raises Fault: a line has an invalid form, or a line is missing.
    """
    empty: Json = {"format": FIRST, "seats": [], "result": None, "draws": None, "entries": []}
    found = Text(empty, text.split("\n"))
    for number, line in enumerate(found.rows, start=1):
        line = line.strip()
        if not line or line.startswith(IGNORED):
            continue
        if line.startswith(COMMENT):
            _read_comment(found, number, line)
            continue
        found.last = number
        if ENTRY.fullmatch(line):
            _require_header(found, line)
            _read_entry(found, number, line)
        elif found.data["entries"]:
            _read_answer(found, number, line)
        else:
            _read_header(found, number, line)
    _require_header(found, "")
    for owner in (found.data, *found.data["entries"]):
        if "comment" in owner:
            owner["comment"] = owner["comment"].rstrip("\n")
    for entry in found.data["entries"]:
        if entry["kind"] == END:
            entry["result"] = found.data["result"] or []
    return found


def _read_comment(text: Text, number: int, line: str) -> None:
    """Add a line to the comment on the entry above it, or on the record."""
    entries = text.data["entries"]
    place, owner = (f"/entries/{len(entries) - 1}", entries[-1]) if entries else ("", text.data)
    said = line.removeprefix(COMMENT).removeprefix(" ")
    # A comment begins with its first line that is not empty.
    if "comment" in owner:
        owner["comment"] += f"\n{said}"
    elif said:
        owner["comment"] = said
        text.lines[f"{place}/comment"] = number


def _fault(number: int, expected: Any, got: str) -> Fault:
    return Fault("record-line", "", expected, got, line=number)


def _key(line: str) -> str:
    """Return the word with which a line of the header begins."""
    return line.split(" ")[0] if line.startswith(FIRST) else line.partition(":")[0]


def _read_header(text: Text, number: int, line: str) -> None:
    begins = line.split(" ")[0].rstrip(":")
    if begins in ("seat", "result"):
        _read_listed(text, number, line, "seats" if begins == "seat" else begins)
        return
    form = next((each for each in HEADER if _key(each.template) == _key(line)), None)
    if form is None:
        missing = [each for each in HEADER if each.words[0] not in text.data]
        raise _fault(number, examples(missing[:1] or ENTRIES[:1]), line)
    told, member = form.read(line), form.words[0]
    if told is None or told.get("version", VERSION) != VERSION:
        raise _fault(number, examples([form]), line)
    if member in text.data:
        raise _fault(number, f"once only: line {text.line_of(f'/{member}')} tells it", line)
    text.data |= told
    _note(text, f"/{member}", number)


def _read_listed(text: Text, number: int, line: str, member: str) -> None:
    if (told := LISTED[member].read(line)) is None:
        raise _fault(number, examples([LISTED[member]]), line)
    listed = text.data[member] = text.data[member] or []
    _note(text, f"/{member}/{len(listed)}", number)
    listed.append(told)


def _note(text: Text, pointer: str, number: int) -> None:
    text.lines[pointer] = number
    if not text.data["entries"]:
        text.head = number


def _require_header(text: Text, line: str) -> None:
    """Check that the header is complete; add the defaults of lines that may be left out."""
    text.data = {**OMITTED, **text.data}
    missing = [form for form in HEADER if form.words[0] not in text.data]
    if not text.data["seats"]:
        missing.append(LISTED["seats"])
    if missing:
        raise _fault(text.last, examples(missing[:1]), line)


def _read_entry(text: Text, number: int, line: str) -> None:
    found = next((told for form in ENTRIES if (told := form.read(line))), None)
    if found is None:
        raise _fault(number, _alike(line[:LONGEST]), line)
    entries = text.data["entries"]
    if found["kind"] == TURN:
        found["steps"] = []
    elif found["kind"] == UNDO_REQUESTED:
        found["request"] = found["rev"]
    if not found.get("why"):
        found.pop("why", None)
    entries.append(found)
    _note(text, f"/entries/{len(entries) - 1}", number)


def _alike(line: str) -> list[str]:
    """Return valid lines that are similar to an invalid entry, with its own revision and time."""
    found = get_close_matches(line, examples(ENTRIES), n=3, cutoff=0)
    if (own := BEGINS.match(line)) is None:
        return found
    return [BEGINS.sub(own[0], each, count=1) for each in found]


def _read_answer(text: Text, number: int, line: str) -> None:
    entry, index = text.data["entries"][-1], len(text.data["entries"]) - 1
    if "steps" not in entry:
        raise _fault(number, "the next entry: answers stand below turns", line)
    found = ANSWER.read(line)
    if found is None:
        raise _fault(number, examples([ANSWER]), line)
    _note(text, f"/entries/{index}/steps/{len(entry['steps'])}", number)
    entry["steps"].append({"seat": found["own"], "auto": found["auto"], "step": found["step"]})
