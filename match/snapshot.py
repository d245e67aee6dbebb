"""Snapshots: the state of a match at one revision."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from engine.table import Table
from match.position import Position


class Snapshot(Struct, frozen=True):
    """A revision, its position, and its blobs.

    ``state`` is MessagePack for the engine; ``view`` and the values of ``own`` (by seat) are JSON,
    ready to be sent.
    """

    rev: int
    position: Position
    state: bytes
    view: bytes
    own: dict[int, bytes]


def capture(table: Table, rev: int, position: Position) -> Snapshot:
    """Return the snapshot of a table."""
    return Snapshot(rev, position, table.save(), view_blob(table), own_blobs(table))


def view_blob(table: Table) -> bytes:
    """Return the public view as JSON."""
    return msgspec.json.encode(table.view())


def own_blobs(table: Table) -> dict[int, bytes]:
    """Return the hidden part of each seat as JSON."""
    return {seat: msgspec.json.encode(table.own(seat)) for seat in range(table.state.seats)}


_own_decoder = msgspec.msgpack.Decoder(dict[int, bytes])


def decode_own(data: bytes) -> dict[int, bytes]:
    """Return the own blobs by seat from the bytes of ``pack``."""
    return _own_decoder.decode(data)


def pack(value: Any) -> bytes:
    """Return a structure of this package as MessagePack."""
    return msgspec.msgpack.encode(value)
