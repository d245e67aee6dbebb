"""A game on paper: header and append-only entries; everything else can be rebuilt from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.game import Game
from engine.table import GameOver, IllegalStep, Line, NotYourTurn, Table

HEADER = "ruleset <title@version> seats <number> options <ids or -> seed <64 hexadecimal digits>"
"""How a record as text begins."""


class BadRecord(ValueError):
    """The text is not a record, or its game cannot be played as it stands."""


@dataclass(frozen=True)
class Entry:
    """One entry: a turn (its lines), or a retraction (``back_to`` is the revision it restores).

    A retraction keeps every earlier entry readable and puts those after ``back_to`` out of force.
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
        """Indices of the entries that hold at revision ``upto`` (default: now)."""
        kept: list[int] = []
        for index, entry in enumerate(self.entries[:upto]):
            if entry.back_to is None:
                kept.append(index)
            else:
                kept = [i for i in kept if i < entry.back_to]
        return kept

    def table(self, game: Game, upto: int | None = None) -> Table:
        """The table at revision ``upto``, rebuilt from the start.

        :raises BadRecord: an entry cannot be played; its index and step are named.
        """
        table = Table.new(game, self.seats, self.options, self.seed)
        for index in self.in_force(upto):
            try:
                table.replay(self.entries[index].lines)
            except (GameOver, IllegalStep, NotYourTurn) as error:
                raise BadRecord(f"entry {index}: {error!r}") from error
        return table

    def dumps(self) -> str:
        """The record as text: a header line, then one answer a line, a blank line after each entry.

        ``=`` marks an answer that was the only option; ``undo N`` goes back to revision N.
        """
        options = ",".join(self.options) or "-"
        text = [
            f"ruleset {self.ruleset} seats {self.seats} options {options} seed {self.seed.hex()}"
        ]
        for entry in self.entries:
            text.append("")
            if entry.back_to is not None:
                text.append(f"{entry.seat} undo {entry.back_to}")
            text += [f"{seat} {'= ' if auto else ''}{step}" for seat, step, auto in entry.lines]
        return "\n".join(text) + "\n"

    @classmethod
    def loads(cls, text: str) -> Record:
        """The record that ``dumps`` wrote; lines that start with ``#`` are comments.

        :raises BadRecord: the text has another form; the line is named.
        """
        plain = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
        head, *blocks = plain.strip("\n").split("\n\n")
        words = head.split()
        header: Mapping[str, str] = dict(zip(words[::2], words[1::2], strict=False))
        try:
            options = tuple(o for o in header["options"].split(",") if o != "-")
            seed, seats = bytes.fromhex(header["seed"]), int(header["seats"])
            record = cls(header["ruleset"], seats, seed, options)
        except (KeyError, ValueError) as error:
            raise BadRecord(f"its header should be: {HEADER}") from error
        record.entries = [_entry(block) for block in blocks]
        return record


def _entry(block: str) -> Entry:
    lines = [_line(line) for line in block.split("\n")]
    first = lines[0]
    if first.step.startswith("undo "):
        return Entry(first.seat, back_to=int(first.step.removeprefix("undo ")))
    return Entry(first.seat, tuple(lines))


def _line(text: str) -> Line:
    seat, _, step = text.partition(" ")
    if not seat.isdigit() or not step:
        raise BadRecord(f"{text!r}: a line is a seat, a space and a step")
    return Line(int(seat), step.removeprefix("= "), step.startswith("= "))


def steps(record: Record) -> Iterator[Line]:
    """Every answer in force, in order."""
    for index in record.in_force():
        yield from record.entries[index].lines
