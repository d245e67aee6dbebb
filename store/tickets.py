"""Tickets: a token's short-lived, single-use stand-in for one event stream."""

from __future__ import annotations

import secrets

from redis import Redis

from store import keys
from store.accounts import PREFIX, Account
from store.games import Stored

SECONDS = 60
SPECTATOR = -1


class Tickets:
    """All tickets that have not been used or run out."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def issue(self, stored: Stored, seat: int | None) -> str:
        """A ticket to see one game as one seat (None: as a spectator), for 60 seconds."""
        return self._issue(_value(stored, seat))

    def issue_to(self, account: Account) -> str:
        """A ticket to follow all games of an account, for 60 seconds."""
        return self._issue(f"{account.id} {account.token.hex()}".encode())

    def _issue(self, value: bytes) -> str:
        ticket = secrets.token_urlsafe(16)
        self._redis.set(keys.ticket(ticket), value, ex=SECONDS)
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

    def redeem_of(self, ticket: str) -> tuple[str, bytes]:
        """The account a ticket stands for, and the hash of its token; it is used up by this.

        :raises KeyError: no such ticket of an account, it was used or has run out.
        """
        value = self._redis.getdel(keys.ticket(ticket))
        account_id, _, mark = (value if isinstance(value, bytes) else b"").decode().partition(" ")
        if not account_id.startswith(PREFIX):
            raise KeyError(ticket)
        return account_id, bytes.fromhex(mark)


def _value(stored: Stored, seat: int | None) -> bytes:
    """What a ticket is kept as; the hash of the seat's token ties it to who sits there now."""
    holder = b"" if seat is None else stored.seats[seat].token
    return f"{stored.id} {SPECTATOR if seat is None else seat} {holder.hex()}".encode()
