"""Entries: the lines of a game's append-only record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct, field

from engine.table import Line
from engine.title import Standing
from match.words import RETRACTED, TURN

Packed = str | tuple[str, int]
"""A packed line: a posted step of the entry's seat, or a forced step and its seat."""


class Entry(Struct, frozen=True, omit_defaults=True):
    """An entry of a record. Short names make the log small; ``at`` is in ms since 1970.

    ``secret`` are the indices of lines whose answers only their seat may see before the end.
    ``apart`` marks an answer given while all seats were asked together. ``back_to`` is the revision
    that an undo restores. ``request`` is the revision of the answered undo request. ``starts``
    marks the change of seats that started the game. ``why`` is the reason of a change of a seat, a
    clock or the end. ``comment`` comes from an imported record.
    """

    kind: str = field(name="k")
    at: int = field(name="t")
    seat: int = field(name="s", default=-1)
    packed: tuple[Packed, ...] = field(name="l", default=())
    secret: tuple[int, ...] = field(name="h", default=())
    reveals: bool = field(name="r", default=False)
    apart: bool = field(name="a", default=False)
    back_to: int | None = field(name="b", default=None)
    request: int | None = field(name="q", default=None)
    agree: bool | None = field(name="y", default=None)
    holder: str | None = field(name="o", default=None)
    name: str = field(name="n", default="")
    starts: bool = field(name="g", default=False)
    result: tuple[Standing, ...] = field(name="e", default=())
    why: str = field(name="w", default="")
    comment: str = field(name="c", default="")

    @property
    def lines(self) -> list[Line]:
        """Return the answers of a turn, forced ones included, in order."""
        return [
            Line(self.seat, line, False) if isinstance(line, str) else Line(line[1], line[0], True)
            for line in self.packed
        ]

    @property
    def posted(self) -> list[str]:
        """Return the steps that the seat itself chose."""
        return [line for line in self.packed if isinstance(line, str)]


def pack_lines(lines: Iterable[Line]) -> tuple[Packed, ...]:
    """Return the lines of a turn in the form of ``Entry.packed``."""
    return tuple((line.step, line.seat) if line.auto else line.step for line in lines)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)
_list_decoder = msgspec.json.Decoder(list[Entry])


def encode(entry: Entry) -> bytes:
    """Return an entry as compact JSON."""
    return _encoder.encode(entry)


def decode(data: bytes) -> Entry:
    """Return the entry from the bytes of ``encode``."""
    return _decoder.decode(data)


def encode_all(entries: Sequence[Entry]) -> bytes:
    """Return a whole log as one JSON list."""
    return _encoder.encode(entries)


def decode_all(data: bytes) -> list[Entry]:
    """Return the log from the bytes of ``encode_all``."""
    return _list_decoder.decode(data)


def in_force(entries: Sequence[Entry]) -> list[int]:
    """Return the indices of the turns in force."""
    kept: list[int] = []
    for index, entry in enumerate(entries):
        if entry.kind == TURN:
            kept.append(index)
        elif entry.kind == RETRACTED and entry.back_to is not None:
            kept = [i for i in kept if i < (entry.back_to or 0)]
    return kept
