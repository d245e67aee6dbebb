"""Accounts: each has tokens for many seats and games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from redis import Redis
from redis.client import Pipeline

from store import account_tokens, keys, recoveries
from store.account_tokens import AccountToken
from store.games import AlreadyAnswered, now_ms
from store.script import ANSWER_SECONDS, KeptAnswer, Quota
from store.tokens import ACCOUNT_PREFIX, fingerprint, new_id
from store.words import GUEST, KEY

_FIELDS = ("name", "kind", "created", "games_per_day", "disabled")
_DAY = 24 * 3600 * 1000


class NoSuchAccount(Exception):
    """There is no account of this id."""


class Account(Struct, frozen=True):
    """An account of a person or an application.

    ``kind`` is ``key`` (an application with an app key) or ``guest``. ``created`` is in ms;
    ``games_per_day`` is the quota for a UTC day, None: no quota. ``disabled`` accounts are refused.
    ``token`` is the token of the account that a request sent.
    """

    id: str
    name: str
    kind: str
    created: int
    games_per_day: int | None = None
    disabled: bool = False
    token: AccountToken | None = None

    @property
    def is_key(self) -> bool:
        """Return whether the operator created it."""
        return self.kind == KEY


def new_account_id() -> str:
    """Return a new id, different from ids of games."""
    return ACCOUNT_PREFIX + new_id()


def opened(
    token: str,
    name: str = "",
    kind: str = GUEST,
    games_per_day: int | None = None,
    token_name: str = "",
) -> Account:
    """Return a new account with its first token, which begins with its id and permits all."""
    now = now_ms()
    first = AccountToken(fingerprint(token), name=token_name, created=now)
    return Account(token.partition(".")[0], name, kind, now, games_per_day, token=first)


def account_of(token: str) -> str | None:
    """Return the id of the account in a token, or None for other tokens."""
    return token.partition(".")[0] if token.startswith(ACCOUNT_PREFIX) else None


def quota(account: Account | None, now: int) -> list[Quota]:
    """Return the quota of an account for a creation at this time (ms), if it has one."""
    if account is None or account.games_per_day is None:
        return []
    day, lasts = until_midnight(now)
    return [Quota(keys.account_day(account.id, day), account.games_per_day, lasts)]


def until_midnight(now: int) -> tuple[str, int]:
    """Return the UTC day of this time (ms) as ``20261121``, and the ms until it ends."""
    return f"{datetime.fromtimestamp(now / 1000, UTC):%Y%m%d}", _DAY - now % _DAY


class Accounts:
    """All accounts in Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def get(self, account_id: str, token_id: str = "") -> Account | None:
        """Return the account of this id, if any, with its token of this id, if any."""
        if not keys.is_id(account_id):
            return None
        pair = account_tokens.fields_of(token_id) if token_id else ()
        found: list[Any] = self._redis.hmget(keys.account(account_id), *_FIELDS, *pair)
        account = _account(account_id, found[: len(_FIELDS)])
        if account is None or not token_id:
            return account
        return replace(account, token=account_tokens.stored(*found[len(_FIELDS) :]))

    def in_use(self, account_ids: Iterable[str]) -> dict[str, Account]:
        """Return those of these accounts that exist and are not disabled, by id."""
        found = {each: self.get(each) for each in account_ids}
        return {name: each for name, each in found.items() if each and not each.disabled}

    def admits(self, account_id: str, token_id: str) -> bool:
        """Return whether this token of an account is valid; without one, whether the account is."""
        account = self.get(account_id, token_id)
        if account is None or account.disabled:
            return False
        return account.token is not None or not token_id

    def honours(self, account_id: str, made: int) -> bool:
        """Return whether tokens of an account's seats, and of the host, work in a game.

        ``made`` is when (ms) the game was created. A recovery ends those of all earlier games,
        because who has stolen a token of the account may have these too.
        """
        at = self._redis.hget(keys.account(account_id), recoveries.RECOVERED)
        return at is None or int(at) < made

    def create(
        self, account: Account, recovery: str = "", answer: KeptAnswer | None = None
    ) -> None:
        """Store a new account with its first token and its recovery code, if it has one.

        :raises AlreadyAnswered: the request is a duplicate.
        """
        with self._redis.pipeline() as pipe:
            if answer is not None:
                pipe.set(keys.answer(answer.digest), answer.body, ex=ANSWER_SECONDS, nx=True)
            pipe.hset(keys.account(account.id), mapping=_fields(account, recovery))
            if account.is_key:
                pipe.zadd(keys.APP_KEYS, {account.id: account.created})
            first = pipe.execute()[0]
        if answer is not None and not first:
            # The token of the new account is unknown to clients, so the account can be dropped.
            self._redis.delete(keys.account(account.id))
            kept = self._redis.get(keys.answer(answer.digest))
            raise AlreadyAnswered(kept if isinstance(kept, bytes) else b"")

    def rename(self, account_id: str, name: str) -> None:
        """Change the name of an account; seats keep the name they were taken with."""
        self._redis.hset(keys.account(account_id), "name", name)

    def disable(self, account_id: str, forget: bool = False) -> None:
        """Disable an account; its games and seats stay. ``forget`` deletes its name too.

        :raises NoSuchAccount: no account has this id.
        """
        if self.get(account_id) is None:
            raise NoSuchAccount(account_id)
        name = keys.account(account_id)

        def change(pipe: Pipeline) -> None:
            there: Any = pipe.hkeys(name)
            known = account_tokens.ids(there)
            pipe.multi()
            pipe.hset(name, "disabled", 1)
            if forget:
                pipe.hset(name, "name", "")
                gone = [field for each in known for field in account_tokens.fields_of(each)]
                pipe.hdel(name, recoveries.FIELD, *gone)
            pipe.delete(keys.webhooks(account_id))
            pipe.zrem(keys.WEBHOOKS_DUE, account_id)
            account_tokens.wake(pipe, known)

        self._redis.transaction(change, name)

    def app_keys(self) -> list[Account]:
        """Return all app keys, oldest first, including revoked ones."""
        rows = self._redis.zrange(keys.APP_KEYS, 0, -1)
        found = (self.get(row.decode()) for row in rows if isinstance(row, bytes))
        return [account for account in found if account is not None]

    def games_today(self, account: Account) -> int | None:
        """Return the number of games created since midnight UTC; None without a quota."""
        if account.games_per_day is None:
            return None
        return int(self._redis.get(keys.account_day(account.id, until_midnight(now_ms())[0])) or 0)


def _fields(account: Account, recovery: str) -> dict[Any, Any]:
    found: dict[Any, Any] = {
        "name": account.name,
        "kind": account.kind,
        "created": account.created,
        "games_per_day": "" if account.games_per_day is None else account.games_per_day,
        "disabled": int(account.disabled),
    }
    if account.token is not None:
        found |= account_tokens.written(account.token)
    return found | ({recoveries.FIELD: fingerprint(recovery)} if recovery else {})


def _account(account_id: str, values: Sequence[Any]) -> Account | None:
    name, kind, created, games, disabled = values
    if name is None or kind is None:
        return None
    return Account(
        account_id,
        name.decode(),
        kind.decode(),
        int(created or 0),
        int(games) if games else None,
        disabled == b"1",
    )
