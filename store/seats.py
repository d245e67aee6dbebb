"""Seats: taken and left before a game starts; the last one taken starts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from store import moment as moments
from store.entries import SEAT, Entry
from store.games import Change, Conflict, Stored, now_ms
from store.head import OPEN, Seat
from store.moment import WAITING
from store.script import Answer
from store.turns import table_of

if TYPE_CHECKING:
    from store import Store


class AlreadyStarted(Exception):
    """Seats change only before the start."""


class GameFull(Exception):
    """No seat is open."""


class SeatTaken(Exception):
    """This seat is not open; ``open`` are those that are."""

    def __init__(self, seat: int, free: list[int]) -> None:
        super().__init__(f"seat {seat} is taken")
        self.seat, self.free = seat, free


def take(
    db: Store,
    stored: Stored,
    place: int | None,
    seat: Seat,
    remember: Callable[[Stored, int], Answer | None] | None = None,
) -> tuple[Stored, int]:
    """Put a person or a bot on an open seat (None: the first); the game after it, and which seat.

    ``remember`` makes the answer to keep from what this will return.

    :raises AlreadyStarted: all seats have been taken before.
    :raises GameFull: none is open.
    :raises SeatTaken: this one is not.
    :raises store.games.AlreadyAnswered: the same request was carried out before.
    """
    while True:
        free = [n for n, chair in enumerate(stored.seats) if chair.holder == OPEN]
        if not free:
            raise GameFull
        if place is not None and place not in free:
            raise SeatTaken(place, free)
        chosen = free[0] if place is None else place
        change = _change(stored, chosen, seat, starts=len(free) == 1)
        after = Stored(stored.id, stored.head, change.seats or (), change.moment)
        try:
            answer = remember(after, chosen) if remember else None
            return db.games.commit(stored, change, answer), chosen
        except Conflict:
            stored = db.games.load(stored.id)


def leave(db: Store, stored: Stored, place: int) -> Stored:
    """Make a seat open again.

    :raises AlreadyStarted: the game has begun.
    """
    while stored.position.status == WAITING:
        try:
            return db.games.commit(stored, _change(stored, place, Seat(OPEN), starts=False))
        except Conflict:
            stored = db.games.load(stored.id)
    raise AlreadyStarted


def _change(stored: Stored, place: int, seat: Seat, starts: bool) -> Change:
    chairs = (*stored.seats[:place], seat, *stored.seats[place + 1 :])
    entry = Entry(SEAT, now_ms(), place, holder=seat.holder, name=seat.name, starts=starts)
    position = moments.after_entry(stored.position, table_of(stored), entry, stored.rev + 1)
    moment = msgspec.structs.replace(stored.moment, rev=stored.rev + 1, position=position)
    return Change([entry], moment, seats=chairs)
