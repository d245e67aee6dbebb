"""Preconditions: what must hold before a request acts on a match."""

from __future__ import annotations

from match.match import Match
from match.refusals import Refused, refuses
from service.edge import requests
from service.edge.context import db
from service.presentation import documents
from service.presentation.problems import Problem
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


@refuses("stale-revision")
def require_revision(match: Match, seat: int | None) -> None:
    """Check the optional If-Match of a request against the current revision.

    :raises Problem: 412, it names another revision; 422, it is not a revision.
    """
    known = requests.if_match(match, required=False)
    if known is not None and known != match.rev:
        raise Refused("stale-revision", match, known=known, viewer=seat)
