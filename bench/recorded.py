"""The recorded games of the tests: header and entries as text, from which a game is rebuilt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from bench.report import ROOT
from engine.table import GameOver, IllegalStep, Line, NotYourTurn, Table
from engine.title import Title

FOLDER = ROOT / "tests" / "records"
HEADER = "ruleset <title@version> seats <number> options <ids or -> seed <64 hexadecimal digits>"
"""The first word of a text record."""


class BadRecord(ValueError):
    """The text is not a record, or its game cannot be replayed.

    ``line`` is the number of the wrong line (from 1), if any.
    """

    def __init__(self, said: str, line: int | None = None) -> None:
        super().__init__(said if line is None else f"line {line}: {said}")
        self.line = line


@dataclass(frozen=True)
class Entry:
    """An entry: a turn (its lines), or a retraction (``back_to`` is the revision it restores).

    A retraction leaves earlier entries readable and voids those after ``back_to``.
    """

    seat: int
    lines: tuple[Line, ...] = ()
    back_to: int | None = None


@dataclass
class Record:
    """Header and entries of one game. The revision of a record is its number of entries."""

    ruleset: str
    seats: int
    seed: bytes
    options: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)

    def in_force(self, upto: int | None = None) -> list[int]:
        """Return the indices of the entries in force at revision ``upto`` (default: now)."""
        kept: list[int] = []
        for index, entry in enumerate(self.entries[:upto]):
            if entry.back_to is None:
                kept.append(index)
            else:
                kept = [i for i in kept if i < entry.back_to]
        return kept

    def table(self, title: Title, upto: int | None = None) -> Table:
        """Return the table at revision ``upto``, replayed from the start.

        :raises BadRecord: an entry cannot be played; its index and step are named.
        """
        table = Table.new(title, self.seats, self.options, self.seed)
        for index in self.in_force(upto):
            try:
                table.replay(self.entries[index].lines)
            except (GameOver, IllegalStep, NotYourTurn) as error:
                raise BadRecord(f"entry {index}: {error!r}") from error
        return table

    def dumps(self) -> str:
        """Return the record as text: a header line, then one entry a line.

        ``; `` is between the answers of a seat, ``| `` before those of another one. ``=`` marks an
        answer that was the only option; ``undo N`` goes back to revision N.
        """
        options = ",".join(self.options) or "-"
        head = f"ruleset {self.ruleset} seats {self.seats} options {options} seed {self.seed.hex()}"
        return "\n".join([head, *map(_written, self.entries)]) + "\n"

    @classmethod
    def loads(cls, text: str) -> Record:
        """Return the record from the text of ``dumps``; lines that begin with ``#`` are comments.

        :raises BadRecord: the text has another form; the line is named.
        """
        numbered = enumerate(text.split("\n"), start=1)
        (number, line), *rest = [
            (n, line) for n, line in numbered if line[:1] not in ("", "#")
        ] or [(1, "")]
        words = line.split()
        header: Mapping[str, str] = dict(zip(words[::2], words[1::2], strict=False))
        try:
            options = tuple(o for o in header["options"].split(",") if o != "-")
            seed, seats = bytes.fromhex(header["seed"]), int(header["seats"])
            record = cls(header["ruleset"], seats, seed, options)
        except (KeyError, ValueError) as error:
            raise BadRecord(f"its header should be: {HEADER}", number) from error
        record.entries = [_entry(number, line) for number, line in rest]
        return record


def _written(entry: Entry) -> str:
    if entry.back_to is not None:
        return f"{entry.seat} undo {entry.back_to}"
    parts = []
    for seat, lines in groupby(entry.lines, key=lambda line: line.seat):
        answers = "; ".join(f"{'= ' if line.auto else ''}{line.step}" for line in lines)
        parts.append(f"{seat} {answers}")
    return " | ".join(parts)


def _entry(number: int, text: str) -> Entry:
    lines = [line for part in text.split(" | ") for line in _answers(number, part)]
    first = lines[0]
    if not first.step.startswith("undo "):
        return Entry(first.seat, tuple(lines))
    back_to = first.step.removeprefix("undo ")
    if not re.fullmatch(r"[0-9]{1,10}", back_to):
        raise BadRecord(f"{back_to!r} should be a revision", number)
    return Entry(first.seat, back_to=int(back_to))


def _answers(number: int, text: str) -> list[Line]:
    seat, _, answers = text.partition(" ")
    if not re.fullmatch(r"[0-9]{1,4}", seat) or not answers:
        raise BadRecord(f"{text!r} should be a seat, a space and its answers", number)
    return [
        Line(int(seat), each.removeprefix("= "), each.startswith("= "))
        for each in answers.split("; ")
    ]


def steps(record: Record) -> Iterator[Line]:
    """Return every answer in force, in order."""
    for index in record.in_force():
        yield from record.entries[index].lines


def files(title: Title, seats: int) -> list[Path]:
    """Return the files of a title's recorded games with this number of seats.

    :raises SystemExit: there are none.
    """
    found = sorted((FOLDER / title.name).glob(f"{seats}p-*.txt"))
    if not found:
        raise SystemExit(f"no recorded games of {title.name}; make record TITLE={title.name}")
    return found


def records(title: Title, seats: int) -> list[Record]:
    """Return a title's recorded games with this number of seats."""
    return [Record.loads(file.read_text(encoding="utf-8")) for file in files(title, seats)]
