"""Preconditions: what must hold before a request acts on a match."""

from __future__ import annotations

from engine.table import Table
from match.match import Match
from match.tables import table_of
from service.edge import requests
from service.edge.database import db
from service.presentation import documents, refusals
from service.presentation.problems import Problem
from store import turns
from store.history import log_page

MOST_ENTRIES = 100
"""The maximal number of entries in the answer to a stale client."""


def stale(match: Match, known: int, seat: int | None) -> Problem:
    """Return the problem of a stale revision, with the entries since then."""
    since = (
        log_page(db().games, match, None, seat, known, MOST_ENTRIES) if known < match.rev else []
    )
    extra = {"rev": match.rev, "entries": since, "awaited": documents.awaited(match.position)}
    headers = {"ETag": f'"{match.rev}"'}
    why = "moved-on" if known <= match.rev else "not-yet"
    return Problem("stale-revision", why, extra=extra, headers=headers, known=known, rev=match.rev)


def require_revision(match: Match, seat: int | None) -> None:
    """Check the optional If-Match of a request against the current revision.

    :raises Problem: 412, it names another revision; 422, it is not a revision.
    """
    known = requests.if_match(match, required=False)
    if known is not None and known != match.rev:
        raise stale(match, known, seat)


def require_player(match: Match, seat: int) -> None:
    """Check that no bot plays for this seat.

    :raises Problem: 409.
    """
    if match.chairs[seat].is_bot:
        raise refusals.bot_plays(match, seat)


def asked_table(match: Match, seat: int) -> Table:
    """Return the table of a match in which this seat is asked.

    :raises Problem: 409, the seat is not asked.
    """
    if match.position.question(seat) is None:
        raise refusals.not_asked(match, seat)
    return table_of(match)


def asked_table_at(match: Match, seat: int, rev: int) -> Table:
    """Return the table if the seat's question is still the one of this revision.

    :raises Problem: 412, that question is no longer open; 409, the seat is not asked.
    """
    if not turns.is_fresh(match, seat, rev):
        raise stale(match, rev, seat)
    return asked_table(match, seat)
