"""Tickets: a token's short-lived, single-use stand-in for one event stream."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from redis import Redis

from match.match import Match
from store import keys
from store.accounts import PREFIX, Account

SECONDS = 60
SPECTATOR = -1


class Login(NamedTuple):
    """An account, and the hash of the token by which it came; void as soon as it has another."""

    account_id: str
    mark: bytes


class Admitted(NamedTuple):
    """Whose eyes a ticket lends: a seat's (None: a spectator's), and the account that asked."""

    seat: int | None
    login: Login | None


class Tickets:
    """All tickets that have not been used or run out."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def issue(self, match: Match, seat: int | None, account: Account | None = None) -> str:
        """A ticket to see one game as one seat (None: as a spectator), for 60 seconds.

        ``account`` is the one that asks for it.
        """
        return self._issue(_value(match, seat) + (b"" if account is None else _login(account)))

    def issue_to(self, account: Account) -> str:
        """A ticket to follow all games of an account, for 60 seconds."""
        return self._issue(_login(account))

    def _issue(self, value: bytes) -> str:
        ticket = secrets.token_urlsafe(16)
        self._redis.set(keys.ticket(ticket), value, ex=SECONDS)
        return ticket

    def redeem(self, match: Match, ticket: str) -> Admitted:
        """What a ticket stands for; it is used up by this.

        :raises KeyError: no such ticket for this game, it was used or has run out, or somebody
            else has the seat by now.
        """
        value = self._redis.getdel(keys.ticket(ticket))
        told = value if isinstance(value, bytes) else b""
        seats: list[int | None] = [None, *range(len(match.chairs))]
        for seat in seats:
            start = _value(match, seat)
            if told.startswith(start):
                return Admitted(seat, _logged_in(told.removeprefix(start)))
        raise KeyError(ticket)

    def redeem_of(self, ticket: str) -> Login:
        """The account a ticket stands for; it is used up by this.

        :raises KeyError: no such ticket of an account, it was used or has run out.
        """
        value = self._redis.getdel(keys.ticket(ticket))
        login = _logged_in(value if isinstance(value, bytes) else b"")
        if login is None:
            raise KeyError(ticket)
        return login


def _value(match: Match, seat: int | None) -> bytes:
    """What a ticket is kept as; the hash of the seat's token ties it to who sits there now."""
    holder = b"" if seat is None else match.chairs[seat].token
    return f"{match.id} {SPECTATOR if seat is None else seat} {holder.hex()} ".encode()


def _login(account: Account) -> bytes:
    return f"{account.id} {account.token.hex()}".encode()


def _logged_in(told: bytes) -> Login | None:
    account_id, _, mark = told.decode().partition(" ")
    return Login(account_id, bytes.fromhex(mark)) if account_id.startswith(PREFIX) else None
