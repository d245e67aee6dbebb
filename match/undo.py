"""Undo: its conditions, its consent, and its entry."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from match import course
from match.entries import Entry, in_force
from match.errors import Refused, refuses
from match.match import Change, Match
from match.requirements import (
    require_awake,
    require_player,
    require_started,
    require_unresigned,
)
from match.snapshot import Snapshot
from match.tables import table_of
from match.undo_requests import RequestState, state_after
from match.words import (
    AGREED,
    ASKED,
    DECLINED,
    FREE,
    LAPSED,
    LINES_PLAYED_ON,
    MOST_PLAYED_ON,
    NONE,
    OTHER_SEAT,
    RENAMED,
    RETRACTED,
    REVEALS,
    SEAT,
    SEAT_CHANGED,
    STAYING,
    TURN,
    UNDO_ANSWERED,
    UNDO_REQUESTED,
    UNDO_WITHDRAWN,
    WITHDRAWN,
)

_AGREEING = (UNDO_REQUESTED, UNDO_ANSWERED, SEAT)
"""Entries after which all people may have agreed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An undo that a seat may have: the revision to restore, and whether others must agree."""

    back_to: int
    consent: bool


def last_turn(entries: Sequence[Entry], seat: int) -> int | None:
    """Return the revision before the newest turn of this seat that is in force."""
    return next((i for i in reversed(in_force(entries)) if entries[i].seat == seat), None)


def must_agree(match: Match, seat: int) -> list[int]:
    """Return the seats whose consent an undo of ``seat`` needs.

    They are the seats of all other people, also of those for whom a bot plays.
    """
    return [n for n, chair in enumerate(match.chairs) if n != seat and chair.consents]


@refuses("stale-revision", "undo-not-allowed", require_started, require_player, require_awake)
def plan(match: Match, entries: Sequence[Entry], seat: int, known: int, wanted: int | None) -> Plan:
    """Return how a seat may take turns back that it chose to at revision ``known``.

    ``wanted`` is the revision to restore (None: before the seat's last turn).
    """
    require_started(match)
    require_player(match, seat)
    require_awake(match)
    if match.rev >= MOST_PLAYED_ON or sum(len(e.packed) for e in entries) >= LINES_PLAYED_ON:
        raise Refused("undo-not-allowed", match, "too-long", back_to=wanted)
    if known > match.rev or any(e.kind in (TURN, RETRACTED) for e in entries[known:]):
        raise Refused("stale-revision", match, known=known, viewer=seat)
    last = last_turn(entries, seat)
    if last is None or (wanted is not None and wanted > last):
        raise Refused("undo-not-allowed", match, "nothing", back_to=wanted)
    # No undo goes back before the start.
    first = next((i + 1 for i, entry in enumerate(entries) if entry.starts), 0)
    back_to = last if wanted is None else max(wanted, first)
    return Plan(back_to, _needs_consent(match, entries, seat, back_to))


@refuses("undo-not-allowed")
def _needs_consent(match: Match, entries: Sequence[Entry], seat: int, back_to: int) -> bool:
    """Return whether other people must agree to an undo, if the policy allows that."""
    obstacle, policy = _obstacle(entries, seat, back_to), match.head.undo
    if obstacle is None or policy == FREE:
        return False
    if policy == NONE:
        raise Refused("undo-not-allowed", match, obstacle, back_to=back_to)
    if not must_agree(match, seat):
        return False
    if match.position.request is not None:
        raise Refused("undo-not-allowed", match, "request", back_to=back_to)
    return True


def _obstacle(entries: Sequence[Entry], seat: int, back_to: int) -> str | None:
    """Return why a seat may not go back to a revision without asking; None if it may."""
    undone = [entries[i] for i in in_force(entries) if i >= back_to]
    if any(entry.seat != seat for entry in undone):
        return OTHER_SEAT
    return REVEALS if any(entry.reveals for entry in undone) else None


def find_repeated(
    entries: Sequence[Entry], seat: int, known: int, wanted: int | None
) -> int | None:
    """Return the index of the entry that this very request already became after ``known``."""
    for index, entry in enumerate(entries[known:], known):
        mine = entry.seat == seat and wanted in (None, entry.back_to)
        if mine and entry.kind in (RETRACTED, UNDO_REQUESTED):
            return index
        if entry.kind in (TURN, RETRACTED):
            return None
    return None


def ask(match: Match, now: int, seat: int, back_to: int) -> Change:
    """Ask the others for an undo; the id of the request is the revision after it."""
    return course.append(match, Entry(UNDO_REQUESTED, now, seat, back_to=back_to))


@refuses("forbidden", "undo-not-allowed", require_unresigned)
def answer(match: Match, now: int, asked: RequestState, seat: int, agree: bool) -> Change | None:
    """Answer a request for a seat; return None if the answer changes nothing.

    A player for whom a bot plays may answer too.
    """
    require_unresigned(match, seat)
    if seat == asked.seat:
        raise Refused("forbidden", match, "own-request")
    if asked.state in (AGREED, DECLINED) or (agree and seat in asked.agreed):
        return None
    if asked.state != ASKED:
        raise Refused("undo-not-allowed", match, LAPSED, back_to=asked.back_to)
    return course.append(match, Entry(UNDO_ANSWERED, now, seat, request=asked.id, agree=agree))


@refuses("forbidden", "undo-not-allowed")
def withdraw(match: Match, now: int, asked: RequestState, seat: int) -> Change | None:
    """Withdraw a seat's own request; return None if it was withdrawn."""
    if seat != asked.seat:
        raise Refused("forbidden", match, "own-seat", seat=asked.seat)
    if asked.state == WITHDRAWN:
        return None
    if asked.state not in (ASKED, AGREED):
        raise Refused("undo-not-allowed", match, LAPSED, back_to=asked.back_to)
    return course.append(match, Entry(UNDO_WITHDRAWN, now, seat, request=asked.id))


@refuses("not-found")
def state_of(match: Match, entries: Sequence[Entry], request_id: int) -> RequestState:
    """Return an undo request as the record shows it."""
    index = request_id - 1
    if not 0 <= index < len(entries) or entries[index].kind != UNDO_REQUESTED:
        raise Refused("not-found", match, "undo", id=request_id)
    asked, agreed, state = entries[index], set[int](), ASKED
    for entry in entries[request_id:]:
        if entry.kind == UNDO_ANSWERED and entry.agree:
            agreed.add(entry.seat)
        elif entry.kind == SEAT and entry.why != RENAMED:
            agreed.discard(entry.seat)
        elif (state := state_after(asked, entry)) != ASKED:
            break
    needed = tuple(n for n in must_agree(match, asked.seat) if n not in agreed)
    if state == ASKED and not needed:
        state = AGREED
    return RequestState(request_id, asked.seat, asked.back_to, state, tuple(sorted(agreed)), needed)


def job_id(match: Match, entries: Sequence[Entry]) -> str:
    """Return the id of the job for the request that all people agreed to.

    People can agree twice if a new player takes a seat before the first job is done; each time
    has its own id. The id is secret because the host's mark is never shown.
    """
    agreed = max(i for i, entry in enumerate(entries, 1) if entry.kind in _AGREEING)
    data = b"%b undo %b %d" % (match.head.host, match.id.encode(), agreed)
    return hashlib.sha256(data).hexdigest()[:32]


def is_agreed(match: Match, request: int) -> bool:
    """Return whether this request waits and all people have agreed to it."""
    asked = match.position.request
    if asked is None or asked.id != request:
        return False
    return not set(must_agree(match, asked.seat)) - set(asked.agreed)


@refuses("undo-not-allowed")
def find_retraction(
    match: Match,
    entries: Sequence[Entry],
    seat: int,
    back_to: int,
    asked_at: int,
    request: int | None,
) -> int | None:
    """Return the revision after this retraction if it was done; None if it may be done now.

    It was allowed at revision ``asked_at``, by ``request`` if others had to agree. ``entries`` are
    those since then.
    """
    for rev, entry in enumerate(entries, asked_at + 1):
        if entry.kind == RETRACTED and (entry.seat, entry.back_to) == (seat, back_to):
            return rev
        if entry.kind in (TURN, RETRACTED):
            raise Refused("undo-not-allowed", match, OTHER_SEAT, back_to=back_to)
        if entry.kind == SEAT and entry.seat == seat and entry.why not in STAYING:
            raise Refused("undo-not-allowed", match, SEAT_CHANGED, back_to=back_to)
    if request is not None and not is_agreed(match, request):
        raise Refused("undo-not-allowed", match, LAPSED, back_to=back_to)
    return None


def retract(match: Match, now: int, seat: int, back_to: int, then: Snapshot) -> Change:
    """Go back to revision ``back_to``, of which ``then`` is the snapshot; the chairs stay."""
    rev, entry = match.rev + 1, Entry(RETRACTED, now, seat, back_to=back_to)
    position = course.after(
        match.head, match.holders, match.position, table_of(match), entry, rev, then.position
    )
    return Change([entry], Snapshot(rev, position, then.state, then.view, then.own))
