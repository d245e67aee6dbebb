"""Undo requests: how long they live, and how the entries of a record change them."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from match.entries import Entry
from match.words import (
    ASKED,
    DECLINED,
    DONE,
    LAPSED,
    RENAMED,
    RETRACTED,
    SEAT,
    TURN,
    UNDO_ANSWERED,
    UNDO_REQUESTED,
    UNDO_WITHDRAWN,
    WITHDRAWN,
)

CONSENT_MS = 24 * 3600 * 1000
"""The lifetime of an undo request."""


class Request(Struct, frozen=True, array_like=True):
    """An undo request; ``id`` is its revision, and ``expires`` its end (ms)."""

    id: int
    seat: int
    back_to: int
    agreed: tuple[int, ...] = ()
    expires: int = 0


@dataclass(frozen=True, slots=True)
class RequestState:
    """An undo request as the record shows it; ``state`` is one of ``words.UNDO_STATES``."""

    id: int
    seat: int
    back_to: int | None
    state: str
    agreed: tuple[int, ...]
    needed: tuple[int, ...]


def request_after(request: Request | None, entry: Entry, rev: int) -> Request | None:
    """Return the open request after an entry that leaves the table alone."""
    if entry.kind == UNDO_REQUESTED and entry.back_to is not None:
        return Request(rev, entry.seat, entry.back_to, expires=entry.at + CONSENT_MS)
    if request is None or entry.kind == UNDO_WITHDRAWN:
        return None
    if entry.kind == UNDO_ANSWERED:
        agreed = tuple(sorted({*request.agreed, entry.seat}))
        return replace(request, agreed=agreed) if entry.agree else None
    if entry.kind == SEAT and entry.why != RENAMED:
        # The new holder has agreed to nothing.
        return replace(request, agreed=tuple(n for n in request.agreed if n != entry.seat))
    return request


def state_after(asked: Entry, entry: Entry) -> str:
    """Return the state of a request after an entry that follows it."""
    if entry.kind == TURN:
        return LAPSED
    if entry.kind == RETRACTED:
        return DONE if (entry.seat, entry.back_to) == (asked.seat, asked.back_to) else LAPSED
    if entry.kind == UNDO_WITHDRAWN:
        return entry.why or WITHDRAWN
    return DECLINED if entry.kind == UNDO_ANSWERED else ASKED
