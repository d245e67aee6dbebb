"""Pauses: all people agree that the game rests, and anybody lets it go on."""

from __future__ import annotations

from engine.table import GameOver
from match.entries import Entry
from match.match import Change, Match
from match.words import CLOCK, FINISHED, PAUSE, RESUME, WAITING
from store.games import now_ms
from store.notes import note
from store.turns import NotStarted

HOST = -1
"""Stands for the host in an entry about the clock."""


def missing(match: Match) -> list[int]:
    """The people who have not agreed to a pause."""
    rest = match.position.rest
    agreed = rest.agreed if rest else ()
    return [n for n, chair in enumerate(match.chairs) if chair.is_person and n not in agreed]


def pause(match: Match, seat: int) -> Change | None:
    """A seat wants the game to rest; None: it has said so before, or the game rests.

    :raises NotStarted: seats are still open.
    :raises GameOver: the game has ended.
    """
    _require_running(match)
    rest = match.position.rest
    if match.paused or (rest is not None and seat in rest.agreed and missing(match)):
        return None
    return note(match, Entry(CLOCK, now_ms(), seat, why=PAUSE))


def resume(match: Match, seat: int) -> Change | None:
    """A seat (or ``HOST``) lets the game go on, or wants no pause; None: nobody does.

    :raises NotStarted: seats are still open.
    :raises GameOver: the game has ended.
    """
    _require_running(match)
    if match.position.rest is None:
        return None
    return note(match, Entry(CLOCK, now_ms(), seat, why=RESUME))


def _require_running(match: Match) -> None:
    if match.position.status == WAITING:
        raise NotStarted
    if match.position.status in FINISHED:
        raise GameOver
