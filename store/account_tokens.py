"""Tokens of accounts: each has a name and scopes. They are fields of the account's hash."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from redis import Redis
from redis.client import Pipeline

from store import keys
from store.idempotency import refuse_duplicate, remember, watched
from store.script import KeptAnswer
from store.words import FULL, SCOPES

MOST = 20
"""Tokens of an account."""
PREFIX = "tok_"
MINUTE = 60_000
_TOKEN, _USED = "token:", "used:"

_TOUCH = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
end
"""
"""Write the last use of a token, unless the token was revoked meanwhile."""


class NoSuchToken(Exception):
    """The account has no token of this id."""


class TooManyTokens(Exception):
    """The account has as many tokens as it may."""


class AccountToken(Struct, frozen=True, array_like=True):
    """A token of an account: its SHA-256, and what it permits.

    ``created`` and ``used`` are in ms; ``used`` is the last use, within a minute; 0: never. It is
    stored in a field of its own.
    """

    mark: bytes
    scopes: tuple[str, ...] = (FULL,)
    name: str = ""
    created: int = 0
    used: int = 0

    @property
    def id(self) -> str:
        """Return its public id."""
        return token_id(self.mark)

    def permits(self, scope: str) -> bool:
        """Return whether it has this scope."""
        return scope in self.scopes or FULL in self.scopes


_decoder = msgspec.msgpack.Decoder(AccountToken)


def token_id(mark: bytes) -> str:
    """Return the public id of the token with this SHA-256; it does not reveal the SHA-256."""
    return PREFIX + sha256(mark).hexdigest()[:16]


def normal(scopes: Iterable[str]) -> tuple[str, ...]:
    """Return scopes in order, each once; ``full`` contains the others."""
    wanted = set(scopes)
    return (FULL,) if FULL in wanted else tuple(each for each in SCOPES if each in wanted)


def fields_of(token_id: str) -> tuple[str, str]:
    """Return the names of the two fields of a token."""
    return _TOKEN + token_id, _USED + token_id


def written(token: AccountToken) -> dict[Any, Any]:
    """Return the stored form of a token, as a field of the account's hash."""
    return {_TOKEN + token.id: msgspec.msgpack.encode(replace(token, used=0))}


def stored(value: bytes | None, used: bytes | None) -> AccountToken | None:
    """Return a token from its two fields."""
    return None if value is None else replace(_decoder.decode(value), used=int(used or 0))


def ids(fields: Iterable[bytes]) -> list[str]:
    """Return the ids of the tokens among the names of an account's fields."""
    names = (field.decode() for field in fields)
    return [name.removeprefix(_TOKEN) for name in names if name.startswith(_TOKEN)]


def wake(redis: Redis, topics: Iterable[str]) -> None:
    """Wake up the streams of these tokens, which then check their token."""
    for topic in topics:
        redis.publish(keys.WAKE_CHANNEL, f"{topic} 0")


class AccountTokens:
    """The tokens of all accounts in Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._touch = redis.register_script(_TOUCH)

    def all(self, account_id: str) -> list[AccountToken]:
        """Return the tokens of an account, oldest first."""
        found: Any = self._redis.hgetall(keys.account(account_id))
        pairs = ([found.get(name.encode()) for name in fields_of(id_)] for id_ in ids(found))
        tokens = (stored(value, used) for value, used in pairs)
        return sorted((each for each in tokens if each), key=lambda each: each.created)

    def get(self, account_id: str, token_id: str) -> AccountToken:
        """Return one token of an account.

        :raises NoSuchToken: there is none.
        """
        pair: list[Any] = self._redis.hmget(keys.account(account_id), *fields_of(token_id))
        found = stored(*pair)
        if found is None:
            raise NoSuchToken(token_id)
        return found

    def add(
        self, account_id: str, by: str, token: AccountToken, answer: KeptAnswer | None = None
    ) -> None:
        """Add a token; ``by`` is the id of the token that asks for it.

        :raises AlreadyAnswered: the request is a duplicate.
        :raises NoSuchToken: the token that asks has been revoked.
        :raises TooManyTokens: the account has ``MOST``.
        """
        name = keys.account(account_id)

        def change(pipe: Pipeline) -> None:
            there: Any = pipe.hkeys(name)
            known = ids(there)
            refuse_duplicate(pipe, answer)  # after the tokens, of which the first request makes one
            if by not in known:
                raise NoSuchToken(by)
            if len(known) >= MOST:
                raise TooManyTokens(account_id)
            pipe.multi()
            pipe.hset(name, mapping=written(token))
            remember(pipe, answer)

        self._redis.transaction(change, name, *watched(answer))

    def rename(self, account_id: str, token_id: str, name: str) -> AccountToken:
        """Change the name of a token, and return the token.

        :raises NoSuchToken: the account has no such token.
        """
        account, found = keys.account(account_id), fields_of(token_id)

        def change(pipe: Pipeline) -> Any:
            pair: Any = pipe.hmget(account, *found)
            before = stored(*pair)
            if before is None:
                raise NoSuchToken(token_id)
            after = replace(before, name=name)
            pipe.multi()
            pipe.hset(account, mapping=written(after))
            return after

        renamed = self._redis.transaction(change, account, value_from_callable=True)
        assert isinstance(renamed, AccountToken)
        return renamed

    def revoke(self, account_id: str, token_id: str) -> None:
        """Revoke a token and end its streams.

        :raises NoSuchToken: the account has no such token.
        """
        with self._redis.pipeline() as pipe:
            pipe.hdel(keys.account(account_id), *fields_of(token_id))
            wake(pipe, [token_id])
            if not pipe.execute()[0]:
                raise NoSuchToken(token_id)

    def touch(self, account_id: str, token: AccountToken, now: int) -> AccountToken:
        """Return a token with its last use, which is written at most once a minute."""
        if now - token.used < MINUTE:
            return token
        self._touch(keys=[keys.account(account_id)], args=[*fields_of(token.id), now])
        return replace(token, used=now)
