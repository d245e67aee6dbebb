"""Tickets: a token's short-lived, single-use stand-in for one event stream."""

from __future__ import annotations

import secrets

from redis import Redis

from store import keys
from store.games import Stored

SECONDS = 60
SPECTATOR = -1


class Tickets:
    """All tickets that have not been used or run out."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def issue(self, stored: Stored, seat: int | None) -> str:
        """A ticket to see one game as one seat (None: as a spectator), for 60 seconds."""
        ticket = secrets.token_urlsafe(16)
        self._redis.set(keys.ticket(ticket), _value(stored, seat), ex=SECONDS)
        return ticket

    def redeem(self, stored: Stored, ticket: str) -> int | None:
        """The seat a ticket stands for (None: a spectator); it is used up by this.

        :raises KeyError: no such ticket for this game, it was used or has run out, or somebody
            else has the seat by now.
        """
        value = self._redis.getdel(keys.ticket(ticket))
        seats: list[int | None] = [None, *range(len(stored.seats))]
        for seat in seats:
            if value == _value(stored, seat):
                return seat
        raise KeyError(ticket)


def _value(stored: Stored, seat: int | None) -> bytes:
    """What a ticket is kept as; the hash of the seat's token ties it to who sits there now."""
    holder = b"" if seat is None else stored.seats[seat].token
    return f"{stored.id} {SPECTATOR if seat is None else seat} {holder.hex()}".encode()
