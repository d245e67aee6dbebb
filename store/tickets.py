"""Tickets: short-lived replacements of tokens for event streams.

A redirect has a ticket that works once. A lasting ticket, for the EventSource of a browser, works
as long as it is used.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

from redis import Redis

from match.match import Match
from store import keys
from store.accounts import Account
from store.tokens import ACCOUNT_PREFIX

SECONDS = 60
"""How long a ticket waits for its first use, or for the next one after its stream has ended."""
BEAT = 15
"""How often a stream must renew its lasting ticket, in seconds."""
SPECTATOR = -1
_LASTING = "live_"


class Login(NamedTuple):
    """An account and the id of its token; a ticket is void when the token is revoked."""

    account_id: str
    token_id: str

    @classmethod
    def of(cls, account: Account) -> Login:
        """Return the login of an account that sent its token."""
        assert account.token is not None
        return cls(account.id, account.token.id)


class Admitted(NamedTuple):
    """The viewer of a ticket: a seat (None: a spectator), and the account that asked."""

    seat: int | None
    login: Login | None


class Tickets:
    """All tickets."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def issue(
        self,
        match: Match,
        seat: int | None,
        account: Account | None = None,
        lasting: bool = False,
    ) -> str:
        """Return a ticket to view one game as a seat (None: a spectator), for 60 seconds.

        ``account`` is the account that asked.
        """
        login = b"" if account is None else _login(account)
        return self._issue(_value(match, seat) + login, lasting)

    def issue_to(self, account: Account, lasting: bool = False) -> str:
        """Return a ticket to follow all games of an account, for 60 seconds."""
        return self._issue(_login(account), lasting)

    def _issue(self, value: bytes, lasting: bool) -> str:
        ticket = (_LASTING if lasting else "") + secrets.token_urlsafe(16)
        self._redis.set(keys.ticket(ticket), value, ex=SECONDS)
        return ticket

    def redeem(self, match: Match, ticket: str) -> Admitted:
        """Redeem a ticket and return its viewer.

        :raises KeyError: there is no such ticket for this game, it was used or has expired, or the
            seat changed hands.
        """
        told = self._redeem(ticket)
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
        login = _logged_in(self._redeem(ticket))
        if login is None:
            raise KeyError(ticket)
        return login

    def renew(self, ticket: str) -> None:
        """Keep a lasting ticket for a minute after the next renewal."""
        self._redis.expire(keys.ticket(ticket), SECONDS + BEAT)

    def _redeem(self, ticket: str) -> bytes:
        """Return what a ticket permits; one that does not last is used up."""
        name = keys.ticket(ticket)
        if is_lasting(ticket):
            value = self._redis.getex(name, ex=SECONDS + BEAT)
        else:
            value = self._redis.getdel(name)
        return value if isinstance(value, bytes) else b""


def is_lasting(ticket: str) -> bool:
    """Return whether a ticket may be used again."""
    return ticket.startswith(_LASTING)


def _value(match: Match, seat: int | None) -> bytes:
    """Return the stored form of a ticket; the hash of the token ties it to the holder."""
    holder = b"" if seat is None else match.chairs[seat].token
    return f"{match.id} {SPECTATOR if seat is None else seat} {holder.hex()} ".encode()


def _login(account: Account) -> bytes:
    return " ".join(Login.of(account)).encode()


def _logged_in(told: bytes) -> Login | None:
    account_id, _, token_id = told.decode().partition(" ")
    return Login(account_id, token_id) if account_id.startswith(ACCOUNT_PREFIX) else None
