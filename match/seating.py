"""Seating: players and bots take seats, leave them and come back; the host closes and cancels."""

from __future__ import annotations

from msgspec.structs import replace

from match import course
from match.chairs import Chair
from match.entries import Entry
from match.errors import Refused, refuses
from match.match import Change, Match
from match.requirements import require_alive, require_room, require_started, require_waiting
from match.snapshot import capture
from match.tables import first_table, least_seats, title_of
from match.words import (
    BY_HOST,
    CANCELLED,
    CLOSED,
    DISABLED,
    ENABLED,
    END,
    HOOK,
    JOINED,
    LEFT,
    OPEN,
    PERSON,
    RENAMED,
    RESIGNED,
    RETURNED,
    SEAT,
    UNDO_WITHDRAWN,
)

RETURNS = 200
"""The entries of a long record in which players still come back: each was absent for a while."""


@refuses("game-full", "seat-taken", require_alive, require_room)
def take(match: Match, now: int, seat: int | None, chair: Chair) -> Change:
    """Seat a person or a bot on an open seat (None: the first one)."""
    require_alive(match)
    free, every = match.free_seats, match.open_seats
    if chair.is_bot:  # the host may fill a reserved seat too, the other ones first
        free = [*free, *(each for each in every if each not in free)]
    if not free:
        raise Refused("game-full", match, seats=len(match.chairs))
    if seat is not None and seat not in free:
        raise Refused("seat-taken", match, seat=seat, open=free)
    require_room(match)
    why = BY_HOST if chair.is_bot else JOINED
    return hand_over(match, now, free[0] if seat is None else seat, chair, why, len(every) == 1)


@refuses(require_waiting)
def leave(match: Match, now: int, seat: int, why: str = LEFT) -> Change | None:
    """Make a seat open again before the start; return None if it is open."""
    require_waiting(match)
    if match.chairs[seat].holder == OPEN:
        return None
    return hand_over(match, now, seat, Chair(OPEN), why)


@refuses(require_alive, require_room)
def rename(match: Match, now: int, seat: int, name: str) -> Change | None:
    """Give the player at a seat a name; return None if the seat has it or is open."""
    require_alive(match)
    chair = match.chairs[seat]
    if chair.holder == OPEN or chair.name == name:
        return None
    if name:  # a name can always be removed
        require_room(match)
    return hand_over(match, now, seat, replace(chair, name=name), RENAMED)


@refuses(require_alive, require_room)
def put_bot(match: Match, now: int, seat: int, holder: str, name: str = "") -> Change | None:
    """Have a bot (``bot:<level>``) play at a seat for its owner; return None if it does.

    Without a ``name`` the seat keeps its own.
    """
    require_alive(match)
    chair = match.chairs[seat]
    if chair.holder == holder:
        return None
    require_room(match)  # also for the seat of a person, who could not always come back
    starts = match.open_seats == [seat]
    bot = replace(chair, holder=holder, name=name or chair.name)
    return hand_over(match, now, seat, bot, BY_HOST, starts)


@refuses("resigned", "not-away", require_alive, require_room)
def give_back(match: Match, now: int, seat: int, holder: str, name: str = "") -> Change | None:
    """Let the owner of a seat, a person or a hook, play again; return None if it plays."""
    require_alive(match)
    chair = match.chairs[seat]
    if chair.resigned:
        raise Refused("resigned", match, seat=seat)
    if chair.holder == holder:
        return None
    if not chair.is_away or holder != (HOOK if chair.hook else PERSON):
        raise Refused("not-away", match, seat=seat, holder=chair.holder)
    require_room(match, RETURNS)
    back = replace(chair, holder=holder, name=name or chair.name)
    return hand_over(match, now, seat, back, RETURNED)


@refuses("seat-taken", "too-few-seats", require_waiting)
def close(match: Match, now: int, seat: int) -> Change:
    """Remove an open seat; later seats move down, and the table is set up for fewer players."""
    require_waiting(match)
    free, title, head = match.open_seats, title_of(match), match.head
    if seat not in free:
        raise Refused("seat-taken", match, seat=seat, open=free)
    chairs = (*match.chairs[:seat], *match.chairs[seat + 1 :])
    if len(chairs) < (least := least_seats(head, len(match.chairs), title)):
        raise Refused("too-few-seats", match, least=least, seats=len(match.chairs))
    entry = Entry(SEAT, now, seat, holder=CLOSED, starts=len(free) == 1, why=CLOSED)
    table, rev = first_table(head, len(chairs), title), match.rev + 1
    holders = [chair.holder for chair in chairs]
    position = course.after(head, holders, match.position, table, entry, rev)
    return Change([entry], capture(table, rev, position), chairs=chairs)


@refuses(rename, close, give_back, put_bot)
def hold(match: Match, now: int, seat: int, holder: str | None, name: str) -> Change | None:
    """Have a seat held as a player wishes: closed, returned, or by a bot; or name its player."""
    if name and holder in (None, match.chairs[seat].holder):
        return rename(match, now, seat, name)
    if holder == CLOSED:
        return close(match, now, seat)
    if holder in (PERSON, HOOK):
        return give_back(match, now, seat, holder, name)
    return put_bot(match, now, seat, holder or "", name)


@refuses(require_waiting)
def cancel(match: Match, now: int) -> Change | None:
    """End a match that has not begun; return None if it was cancelled before."""
    if match.position.status == CANCELLED:
        return None
    require_waiting(match)
    return course.append(match, Entry(END, now, why=CANCELLED))


@refuses(require_started)
def resign(match: Match, now: int, seat: int, holder: str) -> Change | None:
    """Give a seat up for good: a bot (``holder``) plays it; return None if it was given up."""
    require_started(match)
    chair = match.chairs[seat]
    if chair.resigned:
        return None
    return hand_over(match, now, seat, replace(chair, holder=holder, resigned=True), RESIGNED)


@refuses("not-found", require_room)
def switch_hook(match: Match, now: int, seat: int, disabled: bool) -> Change | None:
    """Disable or enable the hook of a seat; return None if it is so or the match is over."""
    chair = match.chairs[seat]
    if not chair.is_hook:
        raise Refused("not-found", match, "hook", seat=seat)
    if chair.disabled == disabled or match.over:
        return None
    if not disabled:
        require_room(match)
    why = DISABLED if disabled else ENABLED
    entry = Entry(SEAT, now, seat, holder=chair.holder, name=chair.name, why=why)
    return course.append(
        match, entry, chairs=match.with_chair(seat, replace(chair, disabled=disabled))
    )


def hand_over(
    match: Match, now: int, seat: int, chair: Chair, why: str, starts: bool = False
) -> Change:
    """Have a new holder at a seat; an undo request of the old one is withdrawn."""
    entries = [Entry(SEAT, now, seat, holder=chair.holder, name=chair.name, starts=starts, why=why)]
    request = match.position.request
    if request is not None and request.seat == seat and why != RENAMED:
        entries.append(Entry(UNDO_WITHDRAWN, now, seat, request=request.id))
    return course.append(match, *entries, chairs=match.with_chair(seat, chair))
