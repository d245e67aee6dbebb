"""Accounts: who may hold many seats and create many games, with one token for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from redis import Redis
from redis.exceptions import WatchError

from store import keys
from store.games import AlreadyAnswered, now_ms
from store.script import ANSWER_SECONDS, Answer, Quota
from store.tokens import new_id

KEY, GUEST = "key", "guest"
PREFIX = "acct_"
_FIELDS = ("name", "kind", "created", "token", "games_per_day", "disabled")
_DAY = 24 * 3600 * 1000


class NoSuchAccount(Exception):
    """There is no account of this id, or its token has changed in the meantime."""


class Account(Struct, frozen=True):
    """Somebody who comes back: a person, or an application.

    ``kind`` is ``key`` (an application, let in by the operator) or ``guest``. ``created`` is in
    ms; ``token`` is the SHA-256 of the account's token. ``games_per_day`` limits how many games
    it may create in a day of UTC, None: any number. ``disabled``: nothing is done for it.
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
        """Whether the operator has let it in."""
        return self.kind == KEY


def new_account_id() -> str:
    """An id that no game has."""
    return PREFIX + new_id()


def account_of(token: str) -> str | None:
    """The id of the account a token was made for; None for any other token."""
    return token.partition(".")[0] if token.startswith(PREFIX) else None


def quota(account: Account, now: int) -> Quota | None:
    """What a creation at this time (ms) takes from the account's games of the day."""
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
        """The account of this id, if there is one."""
        if not keys.is_id(account_id):
            return None
        return _account(account_id, self._redis.hmget(keys.account(account_id), *_FIELDS))

    def create(self, account: Account, answer: Answer | None = None) -> None:
        """Store a new account under its fresh id.

        :raises AlreadyAnswered: the same request was carried out before.
        """
        with self._redis.pipeline() as pipe:
            if answer is not None:
                pipe.set(keys.answer(answer.digest), answer.body, ex=ANSWER_SECONDS, nx=True)
            pipe.hset(keys.account(account.id), mapping=_fields(account))
            if account.is_key:
                pipe.zadd(keys.APP_KEYS, {account.id: account.created})
            first = pipe.execute()[0]
        if answer is not None and not first:
            # Nobody knows the token of the one just made, so that nobody misses it.
            self._redis.delete(keys.account(account.id))
            kept = self._redis.get(keys.answer(answer.digest))
            raise AlreadyAnswered(kept if isinstance(kept, bytes) else b"")

    def rotate(self, account: Account, token: bytes, answer: Answer | None = None) -> None:
        """Have another token act for the account; the old one is void from now on.

        :raises NoSuchAccount: the account's token is not the one it was any more.
        """
        name = keys.account(account.id)
        with self._redis.pipeline() as pipe:
            pipe.watch(name)  # type: ignore[no-untyped-call]
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
        """Do nothing more for an account; its games and seats stay. ``forget`` its name too.

        :raises NoSuchAccount: there is none of this id.
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
        """All that the operator has made, oldest first, revoked ones included."""
        rows = self._redis.zrange(keys.APP_KEYS, 0, -1)
        found = (self.get(row.decode()) for row in rows if isinstance(row, bytes))
        return [account for account in found if account is not None]

    def games_today(self, account_id: str) -> int:
        """How many games it has created since midnight UTC, as far as they are counted."""
        return int(self._redis.get(_counter(account_id, now_ms())) or 0)

    @staticmethod
    def _wake(redis: Redis, account_id: str) -> None:
        """Have the account's streams look whether they may go on."""
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
