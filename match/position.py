"""Positions: the state of a match besides its table, and how entries change it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from engine.table import Table
from engine.title import Standing
from match.entries import Entry
from match.undo_requests import Request, request_after
from match.words import CANCELLED, END, OVER, RUNNING, WAITING


class Awaited(Struct, frozen=True, array_like=True):
    """A seat to move, and the revision and time (ms) at which its question was opened.

    ``due`` is its deadline (ms); None without a running clock.
    """

    seat: int
    rev: int
    at: int
    due: int | None = None


class Rest(Struct, frozen=True, array_like=True):
    """A pause: the seats that agree, and since when (ms) it holds; None: not all agree."""

    agreed: tuple[int, ...]
    since: int | None = None


class Time(Struct, frozen=True, array_like=True):
    """A seat's time in ms when its clock last stopped.

    ``left`` is the remaining time, ``earned`` the part from increments for turns in force. ``late``
    marks a seat whose time has expired, so that it may be claimed.
    """

    left: int
    earned: int = 0
    late: bool = False


class Position(Struct, frozen=True, array_like=True):
    """The position of a game.

    ``stage`` is the revision since which seats are asked together; ``times`` has one for each seat
    of a started game with a clock. ``ended`` is when (ms) the game ended.
    """

    status: str
    round: int
    awaited: tuple[Awaited, ...] = ()
    stage: int | None = None
    request: Request | None = None
    result: tuple[Standing, ...] = ()
    rest: Rest | None = None
    times: tuple[Time, ...] = ()
    ended: int | None = None

    @property
    def rests_since(self) -> int | None:
        """Return since when (ms) the game is paused; None: it is not."""
        return None if self.rest is None else self.rest.since

    def question(self, seat: int) -> Awaited | None:
        """Return the open question of this seat, if it is asked."""
        return next((a for a in self.awaited if a.seat == seat), None)


def _position(table: Table, awaited: tuple[Awaited, ...], stage: int | None, at: int) -> Position:
    if table.over:
        return Position(OVER, _round(table), result=tuple(table.standings()), ended=at)
    return Position(RUNNING, _round(table), awaited, stage)


def _round(table: Table) -> int:
    return table.title.round_of(table.state)


def _asked(table: Table, rev: int, at: int) -> tuple[Awaited, ...]:
    return tuple(Awaited(seat, rev, at) for seat in table.awaited)


def waiting(table: Table) -> Position:
    """Return the position of a game with open seats."""
    return Position(WAITING, _round(table))


def started(table: Table, rev: int, at: int) -> Position:
    """Return the position of a game that begins at this revision."""
    return _position(table, _asked(table, rev, at), rev if table.state.apart else None, at)


def after_turn(before: Position, table: Table, entry: Entry, rev: int) -> Position:
    """Return the position after a turn; seats that have not answered retain their question."""
    answered = {line.seat for line in entry.lines}
    awaited = tuple(
        a if each not in answered and (a := before.question(each)) else Awaited(each, rev, entry.at)
        for each in table.awaited
    )
    # A revealing answer ends a stage; if seats are still asked together, it is another stage.
    begun = rev if before.stage is None or entry.reveals else before.stage
    return _position(table, awaited, begun if table.state.apart else None, entry.at)


def between_steps(before: Position, table: Table, entry: Entry, rev: int) -> Position:
    """Return the position between two steps of a turn, whose entry leads to revision ``rev``.

    Seats that were asked before the turn retain their question.
    """
    awaited = tuple(before.question(each) or Awaited(each, rev, entry.at) for each in table.awaited)
    return msgspec.structs.replace(before, round=_round(table), awaited=awaited)


def after_retraction(then: Position, rev: int, at: int) -> Position:
    """Return the position after a retraction to the position ``then``: its questions are new.

    ``times`` are those of then, with the increments of turns that are no longer in force.
    """
    awaited = tuple(Awaited(a.seat, rev, at) for a in then.awaited)
    return Position(then.status, then.round, awaited, then.stage, times=then.times)


def after_entry(before: Position, table: Table, entry: Entry, rev: int) -> Position:
    """Return the position after an entry that leaves the table alone: seats, undo requests."""
    if entry.starts:
        return started(table, rev, entry.at)
    if entry.kind == END and entry.why == CANCELLED:
        return Position(CANCELLED, before.round, ended=entry.at)
    request = request_after(before.request, entry, rev)
    return msgspec.structs.replace(before, request=request)


_position_decoder = msgspec.msgpack.Decoder(Position)


def decode_position(data: bytes) -> Position:
    """Return the position that ``pack`` wrote."""
    return _position_decoder.decode(data)
