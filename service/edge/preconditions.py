"""Preconditions: what must hold before a request acts on a match."""

from __future__ import annotations

from engine.table import Table
from service.edge import requests
from service.edge.database import db
from service.presentation import documents, refusals
from service.presentation.problems import Problem
from store import shown, turns
from store.games import Stored

MOST_ENTRIES = 100
"""Entries that a stale client is sent at most."""


def stale(stored: Stored, known: int, seat: int | None) -> Problem:
    """Return the problem of a stale revision, with the entries since then."""
    since = shown.page(db(), stored, None, seat, known, MOST_ENTRIES) if known < stored.rev else []
    extra = {"rev": stored.rev, "entries": since, "awaited": documents.awaited(stored.position)}
    headers = {"ETag": f'"{stored.rev}"'}
    why = "moved-on" if known <= stored.rev else "not-yet"
    return Problem("stale-revision", why, extra=extra, headers=headers, known=known, rev=stored.rev)


def require_revision(stored: Stored, seat: int | None) -> None:
    """Check the optional If-Match of a request against the present revision.

    :raises Problem: 412, it names another revision; 422, it is no revision.
    """
    known = requests.if_match(stored, required=False)
    if known is not None and known != stored.rev:
        raise stale(stored, known, seat)


def require_player(stored: Stored, seat: int) -> None:
    """Check that no bot plays for this seat.

    :raises Problem: 409.
    """
    if stored.seats[seat].is_bot:
        raise refusals.bot_plays(stored, seat)


def asked_table(stored: Stored, seat: int) -> Table:
    """Return the table of a match in which this seat is asked.

    :raises Problem: 409, the seat is not asked.
    """
    if stored.position.question(seat) is None:
        raise refusals.not_asked(stored, seat)
    return turns.table_of(stored)


def asked_table_at(stored: Stored, seat: int, rev: int) -> Table:
    """Return the table if the seat's question is still the one of this revision.

    :raises Problem: 412, that question is no longer open; 409, the seat is not asked.
    """
    if not turns.is_fresh(stored, seat, rev):
        raise stale(stored, rev, seat)
    return asked_table(stored, seat)
