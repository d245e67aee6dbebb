"""A snapshot: everything that holds at one revision of a match."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from engine.table import Table
from match.position import Position


class Snapshot(Struct, frozen=True):
    """A revision, where the game stands there, and its blobs.

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
    """What everybody may see, as JSON."""
    return msgspec.json.encode(table.view())


def own_blobs(table: Table) -> dict[int, bytes]:
    """What each seat sees besides, as JSON; seats that see nothing more are left out."""
    seats = range(table.state.seats)
    return {seat: msgspec.json.encode(own) for seat in seats if (own := table.own(seat))}


_own_decoder = msgspec.msgpack.Decoder(dict[int, bytes])


def decode_own(data: bytes) -> dict[int, bytes]:
    """The own blobs by seat that ``pack`` wrote."""
    return _own_decoder.decode(data)


def pack(value: Any) -> bytes:
    """A structure of this package as MessagePack."""
    return msgspec.msgpack.encode(value)
