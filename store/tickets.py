"""Tickets: short-lived, single-use replacements of tokens for event streams."""

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
    """An account and the hash of its token; a changed token voids the ticket."""

    account_id: str
    mark: bytes


class Admitted(NamedTuple):
    """The viewer of a ticket: a seat (None: a spectator), and the account that asked."""

    seat: int | None
    login: Login | None


class Tickets:
    """All unused tickets."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def issue(self, match: Match, seat: int | None, account: Account | None = None) -> str:
        """Return a ticket to view one game as a seat (None: a spectator), for 60 seconds.

        ``account`` is the account that asked.
        """
        return self._issue(_value(match, seat) + (b"" if account is None else _login(account)))

    def issue_to(self, account: Account) -> str:
        """Return a ticket to follow all games of an account, for 60 seconds."""
        return self._issue(_login(account))

    def _issue(self, value: bytes) -> str:
        ticket = secrets.token_urlsafe(16)
        self._redis.set(keys.ticket(ticket), value, ex=SECONDS)
        return ticket

    def redeem(self, match: Match, ticket: str) -> Admitted:
        """Redeem a ticket and return its viewer.

        :raises KeyError: there is no such ticket for this game, it was used or has expired, or the
            seat changed hands.
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
        """Redeem a ticket and return its account.

        :raises KeyError: there is no such ticket of an account, or it was used or has expired.
        """
        value = self._redis.getdel(keys.ticket(ticket))
        login = _logged_in(value if isinstance(value, bytes) else b"")
        if login is None:
            raise KeyError(ticket)
        return login


def _value(match: Match, seat: int | None) -> bytes:
    """Return the stored form of a ticket; the hash of the token ties it to the holder."""
    holder = b"" if seat is None else match.chairs[seat].token
    return f"{match.id} {SPECTATOR if seat is None else seat} {holder.hex()} ".encode()


def _login(account: Account) -> bytes:
    return f"{account.id} {account.token.hex()}".encode()


def _logged_in(told: bytes) -> Login | None:
    account_id, _, mark = told.decode().partition(" ")
    return Login(account_id, bytes.fromhex(mark)) if account_id.startswith(PREFIX) else None
