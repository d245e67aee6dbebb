"""Accounts: each has one token for many seats and games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from redis import Redis
from redis.exceptions import WatchError

from store import keys
from store.games import AlreadyAnswered, now_ms
from store.script import ANSWER_SECONDS, KeptAnswer, Quota
from store.tokens import new_id
from store.words import KEY

PREFIX = "acct_"
_FIELDS = ("name", "kind", "created", "token", "games_per_day", "disabled")
_DAY = 24 * 3600 * 1000


class NoSuchAccount(Exception):
    """There is no account of this id, or its token has changed."""


class Account(Struct, frozen=True):
    """An account of a person or an application.

    ``kind`` is ``key`` (an application with an app key) or ``guest``. ``created`` is in ms;
    ``token`` is the SHA-256 of the account's token. ``games_per_day`` is the quota for a UTC day,
    None: no quota. ``disabled`` accounts are refused.
    """

    id: str
    name: str
    kind: str
    created: int
    token: bytes
    games_per_day: int | None = None
    disabled: bool = False

    @property
    def is_key(self) -> bool:
        """Return whether the operator created it."""
        return self.kind == KEY


def new_account_id() -> str:
    """Return a new id, different from ids of games."""
    return PREFIX + new_id()


def account_of(token: str) -> str | None:
    """Return the id of the account in a token, or None for other tokens."""
    return token.partition(".")[0] if token.startswith(PREFIX) else None


def quota(account: Account, now: int) -> Quota | None:
    """Return the quota for a creation at this time (ms)."""
    if account.games_per_day is None:
        return None
    return Quota(_counter(account.id, now), account.games_per_day, _DAY - now % _DAY)


def _counter(account_id: str, now: int) -> str:
    return keys.account_day(account_id, f"{datetime.fromtimestamp(now / 1000, UTC):%Y%m%d}")


class Accounts:
    """All accounts in Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def get(self, account_id: str) -> Account | None:
        """Return the account of this id, if any."""
        if not keys.is_id(account_id):
            return None
        return _account(account_id, self._redis.hmget(keys.account(account_id), *_FIELDS))

    def create(self, account: Account, answer: KeptAnswer | None = None) -> None:
        """Store a new account.

        :raises AlreadyAnswered: the request is a duplicate.
        """
        with self._redis.pipeline() as pipe:
            if answer is not None:
                pipe.set(keys.answer(answer.digest), answer.body, ex=ANSWER_SECONDS, nx=True)
            pipe.hset(keys.account(account.id), mapping=_fields(account))
            if account.is_key:
                pipe.zadd(keys.APP_KEYS, {account.id: account.created})
            first = pipe.execute()[0]
        if answer is not None and not first:
            # The token of the new account is unknown to clients, so the account can be dropped.
            self._redis.delete(keys.account(account.id))
            kept = self._redis.get(keys.answer(answer.digest))
            raise AlreadyAnswered(kept if isinstance(kept, bytes) else b"")

    def rotate(self, account: Account, token: bytes, answer: KeptAnswer | None = None) -> None:
        """Change the token of an account; the old one becomes invalid.

        :raises NoSuchAccount: the account's token has changed meanwhile.
        """
        name = keys.account(account.id)
        with self._redis.pipeline() as pipe:
            pipe.watch(name)
            if pipe.hget(name, "token") != account.token:
                raise NoSuchAccount(account.id)
            pipe.multi()
            pipe.hset(name, "token", token)
            if answer is not None:
                pipe.set(keys.answer(answer.digest), answer.body, ex=ANSWER_SECONDS)
            self._wake(pipe, account.id)
            try:
                pipe.execute()
            except WatchError:
                raise NoSuchAccount(account.id) from None

    def rename(self, account_id: str, name: str) -> None:
        """Change the name of an account; seats keep the name they were taken with."""
        self._redis.hset(keys.account(account_id), "name", name)

    def disable(self, account_id: str, forget: bool = False) -> None:
        """Disable an account; its games and seats stay. ``forget`` deletes its name too.

        :raises NoSuchAccount: no account has this id.
        """
        if self.get(account_id) is None:
            raise NoSuchAccount(account_id)
        with self._redis.pipeline() as pipe:
            pipe.hset(keys.account(account_id), "disabled", 1)
            if forget:
                pipe.hset(keys.account(account_id), mapping={"name": "", "token": b""})
            pipe.delete(keys.webhooks(account_id))
            pipe.zrem(keys.WEBHOOKS_DUE, account_id)
            self._wake(pipe, account_id)
            pipe.execute()

    def app_keys(self) -> list[Account]:
        """Return all app keys, oldest first, including revoked ones."""
        rows = self._redis.zrange(keys.APP_KEYS, 0, -1)
        found = (self.get(row.decode()) for row in rows if isinstance(row, bytes))
        return [account for account in found if account is not None]

    def games_today(self, account_id: str) -> int:
        """Return the number of games created since midnight UTC, if counted."""
        return int(self._redis.get(_counter(account_id, now_ms())) or 0)

    @staticmethod
    def _wake(redis: Redis, account_id: str) -> None:
        """Wake up the account's streams, which then check their token."""
        redis.publish(keys.WAKE_CHANNEL, f"{account_id} 0")


def _fields(account: Account) -> dict[Any, Any]:
    return {
        "name": account.name,
        "kind": account.kind,
        "created": account.created,
        "token": account.token,
        "games_per_day": "" if account.games_per_day is None else account.games_per_day,
        "disabled": int(account.disabled),
    }


def _account(account_id: str, values: Sequence[Any]) -> Account | None:
    name, kind, created, token, games, disabled = values
    if name is None or kind is None or token is None:
        return None
    return Account(
        account_id,
        name.decode(),
        kind.decode(),
        int(created or 0),
        token,
        int(games) if games else None,
        disabled == b"1",
    )
