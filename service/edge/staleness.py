"""Staleness: a caller who answers a revision that is no longer the present one."""

from __future__ import annotations

from service.edge.database import db
from service.edge.problems import Problem
from service.presentation import documents
from store import shown
from store.games import Stored

MOST_ENTRIES = 100


def stale(stored: Stored, known: int, seat: int | None) -> Problem:
    """The game has moved on; the document carries what happened since."""
    since = shown.page(db(), stored, None, seat, known, MOST_ENTRIES) if known < stored.rev else []
    extra = {
        "rev": stored.rev,
        "entries": since,
        "awaited": documents.awaited(stored.position),
    }
    headers = {"ETag": f'"{stored.rev}"'}
    why = "moved-on" if known <= stored.rev else "not-yet"
    return Problem("stale-revision", why, extra=extra, headers=headers, known=known, rev=stored.rev)
