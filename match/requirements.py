"""Requirements: checks that rules of a match make first."""

from __future__ import annotations

from match.errors import Refused, refuses
from match.match import Match
from match.words import MOST_PLAYED_ON, WAITING


@refuses("game-over")
def require_alive(match: Match) -> None:
    """Refuse a match that has ended or was cancelled."""
    if match.over:
        raise Refused("game-over", match)


@refuses("not-over")
def require_over(match: Match) -> None:
    """Refuse a match that has not ended."""
    if not match.over:
        raise Refused("not-over", match, status=match.position.status)


@refuses("already-started", require_alive)
def require_waiting(match: Match) -> None:
    """Refuse a match that has begun."""
    require_alive(match)
    if match.position.status != WAITING:
        raise Refused("already-started", match, status=match.position.status)


@refuses("not-started", require_alive)
def require_started(match: Match) -> None:
    """Refuse a match that waits for players or has ended."""
    require_alive(match)
    if match.position.status == WAITING:
        raise Refused("not-started", match, open=match.open_seats)


@refuses("forbidden")
def require_room(match: Match, more: int = 0) -> None:
    """Refuse what could go on without end in a match with a long record.

    The rest of the match must fit: turns, timeouts, resigning, and returns, which may come until
    there are ``more`` entries.
    """
    if match.rev >= MOST_PLAYED_ON + more:
        raise Refused("forbidden", match, "long-record", entries=MOST_PLAYED_ON + more)


@refuses("resigned")
def require_unresigned(match: Match, seat: int) -> None:
    """Refuse a seat whose player has resigned."""
    if match.chairs[seat].resigned:
        raise Refused("resigned", match, seat=seat)


@refuses("bot-plays", require_unresigned)
def require_player(match: Match, seat: int) -> None:
    """Refuse a seat that a bot plays."""
    require_unresigned(match, seat)
    if match.chairs[seat].is_bot:
        raise Refused("bot-plays", match, seat=seat)


@refuses("paused")
def require_awake(match: Match) -> None:
    """Refuse a paused match."""
    if match.paused:
        raise Refused("paused", match)


@refuses("not-your-turn", require_started)
def require_asked(match: Match, seat: int) -> None:
    """Refuse a seat that is not asked."""
    require_started(match)
    if match.position.question(seat) is None:
        raise Refused("not-your-turn", match, seat=seat)


@refuses("stale-revision")
def require_fresh(match: Match, seat: int, known: int) -> None:
    """Refuse a choice made at revision ``known`` if the seat's question is another one now."""
    if not is_fresh(match, seat, known):
        raise Refused("stale-revision", match, known=known, viewer=seat)


def is_fresh(match: Match, seat: int, known: int) -> bool:
    """Return whether a choice made at revision ``known`` answers the seat's present question."""
    asked = match.position.question(seat)
    return (match.rev if asked is None else asked.rev) <= known <= match.rev
