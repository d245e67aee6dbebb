"""A moment: everything that holds at one revision of a game."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from engine.game import Standing
from engine.table import Table
from store.entries import UNDO_ANSWERED, UNDO_REQUESTED, UNDO_WITHDRAWN, Entry

WAITING, RUNNING, OVER, CANCELLED = "waiting", "running", "over", "cancelled"
STATUSES = (WAITING, RUNNING, OVER, CANCELLED)
FINISHED = (OVER, CANCELLED)
"""Nothing more will happen, and nothing is secret any more."""


class Awaited(Struct, frozen=True, array_like=True):
    """A seat that is asked, and the revision and time (ms) at which its question was opened."""

    seat: int
    rev: int
    at: int


class Request(Struct, frozen=True, array_like=True):
    """An undo that waits for the consent of others; ``id`` is the revision that asked for it."""

    id: int
    seat: int
    back_to: int
    agreed: tuple[int, ...] = ()


class Position(Struct, frozen=True, array_like=True):
    """Where a game stands. ``stage`` is the revision since which seats are asked together."""

    status: str
    round: int
    awaited: tuple[Awaited, ...] = ()
    stage: int | None = None
    request: Request | None = None
    result: tuple[Standing, ...] = ()

    def question(self, seat: int) -> Awaited | None:
        """The open question of this seat, if it is asked."""
        return next((a for a in self.awaited if a.seat == seat), None)


class Moment(Struct, frozen=True):
    """A revision, where the game stands there, and its blobs.

    ``state`` is MessagePack for the engine; ``view`` and the values of ``own`` (by seat) are JSON,
    ready to be sent.
    """

    rev: int
    position: Position
    state: bytes
    view: bytes
    own: dict[int, bytes]


def _position(table: Table, awaited: tuple[Awaited, ...], stage: int | None) -> Position:
    if table.over:
        return Position(OVER, _round(table), result=tuple(table.standings()))
    return Position(RUNNING, _round(table), awaited, stage)


def _round(table: Table) -> int:
    return table.game.round_of(table.state)


def _asked(table: Table, rev: int, at: int) -> tuple[Awaited, ...]:
    return tuple(Awaited(seat, rev, at) for seat in table.awaited)


def waiting(table: Table) -> Position:
    """A game whose seats are not all taken yet."""
    return Position(WAITING, _round(table))


def started(table: Table, rev: int, at: int) -> Position:
    """A game that begins at this revision."""
    return _position(table, _asked(table, rev, at), rev if table.state.apart else None)


def after_turn(before: Position, table: Table, entry: Entry, rev: int) -> Position:
    """Where a turn leads; who was asked before and has not answered keeps the old question."""
    answered = {line.seat for line in entry.lines}
    awaited = tuple(
        a if each not in answered and (a := before.question(each)) else Awaited(each, rev, entry.at)
        for each in table.awaited
    )
    # An answer that reveals ended one stage; if seats are still asked together, it is another.
    begun = rev if before.stage is None or entry.reveals else before.stage
    return _position(table, awaited, begun if table.state.apart else None)


def after_retraction(then: Position, rev: int, at: int) -> Position:
    """Where a retraction leads that restores the position ``then``: its questions are new."""
    awaited = tuple(Awaited(a.seat, rev, at) for a in then.awaited)
    return Position(then.status, then.round, awaited, then.stage)


def after_entry(before: Position, table: Table, entry: Entry, rev: int) -> Position:
    """Where an entry leads that leaves the table alone: seats taken, an undo talked about."""
    if entry.starts:
        return started(table, rev, entry.at)
    request = before.request
    if entry.kind == UNDO_REQUESTED and entry.back_to is not None:
        request = Request(rev, entry.seat, entry.back_to)
    elif entry.kind == UNDO_WITHDRAWN or (entry.kind == UNDO_ANSWERED and not entry.agree):
        request = None
    elif entry.kind == UNDO_ANSWERED and request is not None:
        agreed = tuple(sorted({*request.agreed, entry.seat}))
        request = msgspec.structs.replace(request, agreed=agreed)
    return msgspec.structs.replace(before, request=request)


def capture(table: Table, rev: int, position: Position) -> Moment:
    """The moment this table is in."""
    return Moment(rev, position, table.save(), view_blob(table), own_blobs(table))


def view_blob(table: Table) -> bytes:
    """What everybody may see, as JSON."""
    return msgspec.json.encode(table.view())


def own_blobs(table: Table) -> dict[int, bytes]:
    """What each seat sees besides, as JSON; seats that see nothing more are left out."""
    seats = range(len(table.state.players))
    return {seat: msgspec.json.encode(own) for seat in seats if (own := table.own(seat))}


_position_decoder = msgspec.msgpack.Decoder(Position)
_own_decoder = msgspec.msgpack.Decoder(dict[int, bytes])


def decode_position(data: bytes) -> Position:
    """The position that ``pack`` wrote."""
    return _position_decoder.decode(data)


def decode_own(data: bytes) -> dict[int, bytes]:
    """The own blobs by seat that ``pack`` wrote."""
    return _own_decoder.decode(data)


def pack(value: Any) -> bytes:
    """A structure of this package as MessagePack."""
    return msgspec.msgpack.encode(value)
