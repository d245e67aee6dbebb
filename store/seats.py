"""Seats: who takes them, leaves them, or has a bot play there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.table import GameOver
from match import course
from match.chairs import Chair
from match.entries import Entry
from match.match import Change, Match
from match.snapshot import capture
from match.tables import first_table, title_of
from match.words import (
    BY_HOST,
    CANCELLED,
    CLAIMED,
    CLOSED,
    END,
    HOOK,
    JOINED,
    LEFT,
    OPEN,
    PERSON,
    RENAMED,
    RESIGNED,
    RETURNED,
    RUNNING,
    SEAT,
    UNDO_WITHDRAWN,
    WAITING,
)
from store.games import Conflict, now_ms
from store.notes import note
from store.script import Answer
from store.turns import NotStarted, Stale

if TYPE_CHECKING:
    from store import Store

Wish = Callable[[Match], Change | None]
"""What somebody wants, made anew for each state of the game; None: it is so already."""

Remember = Callable[[Match, int], Answer | None]
"""Makes the answer to keep from the game after a change and the seat that it gave."""


class AlreadyStarted(Exception):
    """This is possible only before the start."""


class GameFull(Exception):
    """No seat is open."""


class SeatTaken(Exception):
    """This seat is not open; ``open`` are those that are."""

    def __init__(self, seat: int, free: list[int]) -> None:
        super().__init__(f"seat {seat} is taken")
        self.seat, self.free = seat, free


class NotClaimable(Exception):
    """The time of this seat has not run out (None: of no seat); ``late`` are those whose has."""

    def __init__(self, seat: int | None, late: list[int]) -> None:
        super().__init__(f"seat {seat} cannot be claimed")
        self.seat, self.late = seat, late


class NobodyAway(Exception):
    """Nobody is away from this seat who could come back to it."""


class Resigned(Exception):
    """Whoever had this seat has given up for good."""


class TooFewSeats(Exception):
    """The game cannot be played by one fewer; ``least`` is the number it needs."""

    def __init__(self, least: int) -> None:
        super().__init__(f"{least} seats are needed")
        self.least = least


def take(
    db: Store,
    match: Match,
    place: int | None,
    seat: Chair,
    remember: Remember | None = None,
) -> tuple[Match, int]:
    """Put a person or a bot on an open seat (None: the first); the game after it, and which seat.

    ``remember`` makes the answer to keep from what this will return.

    :raises GameOver: the game has ended.
    :raises GameFull: none is open.
    :raises SeatTaken: this one is not.
    :raises store.games.AlreadyAnswered: the same request was carried out before.
    """
    while True:
        _require_alive(match)
        free = open_seats(match)
        if not free:
            raise GameFull
        if place is not None and place not in free:
            raise SeatTaken(place, free)
        chosen = free[0] if place is None else place
        why = BY_HOST if seat.is_bot else JOINED
        change = _seated(match, chosen, seat, why, starts=len(free) == 1)
        after = Match(match.id, match.head, change.chairs or (), change.snapshot)
        try:
            answer = remember(after, chosen) if remember else None
            return db.games.commit(match, change, answer), chosen
        except Conflict:
            match = db.games.load(match.id)


def carry_out(db: Store, match: Match, wish: Wish, place: int | None = None) -> Match:
    """Commit what is wished for, if anything; the game after it.

    :raises Stale: while others moved, seat ``place`` has become another one or another's.
    :raises Exception: as the wish.
    """
    known = match
    while (change := wish(match)) is not None:
        try:
            return db.games.commit(match, change)
        except Conflict:
            match = db.games.load(match.id)
        if place is not None and _owners(match, place) != _owners(known, place):
            raise Stale(match, known.rev)
    return match


def _owners(match: Match, place: int) -> tuple[object, ...]:
    return len(match.chairs), *(chair.owner for chair in match.chairs[place : place + 1])


def leave(match: Match, place: int, why: str = LEFT) -> Change | None:
    """Make a seat open again; None: it is.

    :raises GameOver: the game was cancelled.
    :raises AlreadyStarted: it has begun.
    """
    _require_waiting(match)
    if match.chairs[place].holder == OPEN:
        return None
    return _seated(match, place, Chair(OPEN), why)


def rename(match: Match, place: int, name: str) -> Change | None:
    """Give the player at a seat another name; None: it is so already, or the seat is open.

    :raises GameOver: the game has ended.
    """
    _require_alive(match)
    chair = match.chairs[place]
    if chair.holder == OPEN or chair.name == name:
        return None
    return _seated(match, place, replace(chair, name=name), RENAMED)


def put_bot(
    match: Match, place: int, holder: str, why: str = BY_HOST, at: int | None = None, name: str = ""
) -> Change | None:
    """Have a bot (``bot:<level>``) play at a seat, for whoever has it; None: it does already.

    The player's name stays if no other ``name`` is given.

    ``at`` is the time (ms) at which that is so (default: now).

    :raises GameOver: the game has ended.
    """
    _require_alive(match)
    seat = match.chairs[place]
    if seat.holder == holder:
        return None
    starts = seat.holder == OPEN and len(open_seats(match)) == 1
    bot = replace(seat, holder=holder, name=name or seat.name)
    return _seated(match, place, bot, why, starts, at)


def give_back(match: Match, place: int, holder: str, name: str = "") -> Change | None:
    """Let the person (or the hook, as ``holder`` says) play again; None: they do already.

    :raises GameOver: the game has ended.
    :raises Resigned: they have given up.
    :raises NobodyAway: no such holder has this seat.
    """
    _require_alive(match)
    seat = match.chairs[place]
    if seat.resigned:
        raise Resigned
    if seat.holder == holder:
        return None
    if not seat.is_away or holder != (HOOK if seat.hook else PERSON):
        raise NobodyAway
    back = replace(seat, holder=holder, name=name or seat.name)
    return _seated(match, place, back, RETURNED)


def close(match: Match, place: int) -> Change:
    """Take an open seat away; those after it move down, and the table is set up for fewer.

    :raises GameOver: the game was cancelled.
    :raises AlreadyStarted: the game has begun.
    :raises SeatTaken: somebody sits there.
    :raises TooFewSeats: the title, or a fork, needs all the seats there are.
    """
    _require_waiting(match)
    free, game = open_seats(match), title_of(match)
    if place not in free:
        raise SeatTaken(place, free)
    chairs = (*match.chairs[:place], *match.chairs[place + 1 :])
    if match.head.fork is not None or len(chairs) not in game.seats:
        raise TooFewSeats(len(match.chairs) if match.head.fork else game.seats[0])
    entry = Entry(SEAT, now_ms(), place, holder=CLOSED, starts=len(free) == 1, why=CLOSED)
    table, rev = first_table(match.head, len(chairs), game), match.rev + 1
    holders = [chair.holder for chair in chairs]
    position = course.after(match.head, holders, match.position, table, entry, rev)
    return Change([entry], capture(table, rev, position), chairs=chairs)


def cancel(match: Match) -> Change | None:
    """End a game that has not begun; None: it was cancelled before.

    :raises GameOver: it was played to the end.
    :raises AlreadyStarted: it has begun.
    """
    if match.position.status == CANCELLED:
        return None
    _require_waiting(match)
    return note(match, Entry(END, now_ms(), why=CANCELLED))


def resign(match: Match, place: int, holder: str) -> Change | None:
    """Give a seat up for good: from now on a bot (``holder``) plays; None: it was before.

    :raises GameOver: the game has ended.
    :raises NotStarted: it has not begun; the seat can be left.
    """
    _require_alive(match)
    if match.position.status == WAITING:
        raise NotStarted
    seat = match.chairs[place]
    if seat.resigned:
        return None
    return _seated(match, place, replace(seat, holder=holder, resigned=True), RESIGNED)


def claim(
    db: Store,
    match: Match,
    place: int | None,
    seat: Chair,
    mine: int | None = None,
    remember: Remember | None = None,
) -> tuple[Match, int]:
    """Take over a seat whose time has run out (None: the first); the game after, and which seat.

    A person takes the place of who had it. A bot stands in, so that they may come back. ``mine``
    is a seat that whoever claims has already, and cannot have again with fresh time.

    :raises GameOver: the game has ended.
    :raises NotClaimable: there is no such seat (any more).
    :raises store.games.AlreadyAnswered: the same request was carried out before.
    """
    while True:
        _require_alive(match)
        late = [n for n in late_seats(match) if n != mine]
        if not late or (place is not None and place not in late):
            raise NotClaimable(place, late)
        chosen = late[0] if place is None else place
        new = replace(match.chairs[chosen], holder=seat.holder) if seat.is_bot else seat
        change = _seated(match, chosen, new, CLAIMED)
        after = Match(match.id, match.head, change.chairs or (), change.snapshot)
        try:
            answer = remember(after, chosen) if remember else None
            return db.games.commit(match, change, answer), chosen
        except Conflict:
            match = db.games.load(match.id)


def open_seats(match: Match) -> list[int]:
    """The seats that anybody may take."""
    return [n for n, chair in enumerate(match.chairs) if chair.holder == OPEN]


def late_seats(match: Match) -> list[int]:
    """The seats whose time has run out, so that they may be claimed."""
    return [n for n, time in enumerate(match.position.times) if time.late]


def _seated(
    match: Match, place: int, seat: Chair, why: str, starts: bool = False, at: int | None = None
) -> Change:
    """The change that puts somebody on a seat.

    Who sat there takes along what they asked of the others: whoever comes has asked for nothing.
    """
    chairs, at = (*match.chairs[:place], seat, *match.chairs[place + 1 :]), at or now_ms()
    asked = match.position.request
    entries = [Entry(SEAT, at, place, holder=seat.holder, name=seat.name, starts=starts, why=why)]
    if asked is not None and asked.seat == place and why != RENAMED:
        entries.append(Entry(UNDO_WITHDRAWN, at, place, request=asked.id))
    return note(match, *entries, seats=chairs)


def _require_alive(match: Match) -> None:
    if match.position.status not in (WAITING, RUNNING):
        raise GameOver


def _require_waiting(match: Match) -> None:
    _require_alive(match)
    if match.position.status != WAITING:
        raise AlreadyStarted
