"""Tickets: a token's short-lived, single-use stand-in for one event stream."""

from __future__ import annotations

import secrets

from redis import Redis

from store import keys

SECONDS = 60
SPECTATOR = -1


class Tickets:
    """All tickets that have not been used or run out."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def issue(self, game_id: str, seat: int | None) -> str:
        """A ticket to see one game as one seat (None: as a spectator), for 60 seconds."""
        ticket = secrets.token_urlsafe(16)
        value = f"{game_id} {SPECTATOR if seat is None else seat}"
        self._redis.set(keys.ticket(ticket), value, ex=SECONDS)
        return ticket

    def redeem(self, game_id: str, ticket: str) -> int | None:
        """The seat a ticket stands for (None: a spectator); it is used up by this.

        :raises KeyError: no such ticket for this game, or it was used or has run out.
        """
        value = self._redis.getdel(keys.ticket(ticket))
        owner, _, seat = (value.decode() if isinstance(value, bytes) else value or "").partition(
            " "
        )
        if owner != game_id:
            raise KeyError(ticket)
        return None if int(seat) == SPECTATOR else int(seat)
