"""Seeks in Redis: pools in which they wait, and the seeks of each account.

A seek enters its pool, and leaves it for a match, in one script each. So a seek meets every other
one that fits, and has one match at most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Raw, Struct
from msgspec.structs import replace
from redis import Redis

from match.seeks import Seek, Terms, decode_seek
from match.snapshot import pack
from store import keys, script
from store.games import AlreadyAnswered, Conflict, now_ms
from store.script import KeptAnswer, RememberedAnswer, Served, as_text, remembered

SECONDS = 600
"""The lifetime of a seek after it was created or renewed, and of its record after a match."""
MOST_SEEKS = 5
"""The maximal number of seeks of an account that wait."""
MOST_POOLS, MOST_IN_POOL = 100, 100
"""The limits of a count of what others wait for."""

_RENEW = """
local key, pool, own, pools = unpack(KEYS)
local id, terms, expires, lasts = unpack(ARGV)
if not redis.call('ZSCORE', pool, id) or redis.call('PEXPIREAT', key, expires) == 0 then
  return 0
end
redis.call('ZADD', own, expires, id)
redis.call('ZADD', pools, expires, terms)
for _, each in ipairs({pool, own, pools}) do redis.call('PEXPIRE', each, 2 * lasts) end
return 1
"""

_WITHDRAW = """
local key, pool, own = unpack(KEYS)
if redis.call('ZREM', pool, ARGV[1]) == 0 then return 0 end
redis.call('ZREM', own, ARGV[1])
redis.call('DEL', key)
return 1
"""


class NoSuchSeek(Exception):
    """The account has no seek of this id, or it has expired."""


class TooManySeeks(Exception):
    """The account has the maximal number of waiting seeks."""


class SeekPool(NamedTuple):
    """The waiting seeks of some terms, oldest first, and the id of the newest that came.

    ``expired`` are the ids of seeks that do not wait any more.
    """

    waiting: list[Seek]
    newest: str
    expired: list[str]


class KeptSeek(NamedTuple):
    """A stored seek and when it expires (ms); None: it has found its match."""

    seek: Seek
    expires: int | None


class _Entering(Struct):
    """What the script of a new seek reads by name, packed as MessagePack."""

    id: str
    key: str
    pool: str
    own: str
    pools: str
    terms: str
    newest: str
    expired: list[str]
    body: Raw
    expires: int
    answer: RememberedAnswer | None = None
    lasts: int = SECONDS * 1000
    most: int = MOST_SEEKS


class Seeks:
    """All seeks in Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._enter = redis.register_script(script.text_of("seek"))
        self._renew = redis.register_script(_RENEW)
        self._withdraw = redis.register_script(_WITHDRAW)

    def pool(self, terms: Terms) -> SeekPool:
        """Return the seeks that wait under these terms."""
        rows: Any = self._redis.zrange(keys.seek_pool(terms.pool), 0, -1)
        ids = [row.decode() for row in rows]
        waiting = self._waiting(ids)
        expired = sorted(set(ids) - {seek.id for seek in waiting})
        return SeekPool(waiting, ids[-1] if ids else "", expired)

    def enter(self, seek: Seek, over: SeekPool, answer: KeptAnswer | None = None) -> int:
        """Let a new seek wait, and return when it expires (ms).

        :raises Conflict: another seek came after ``over`` was read, and may fit.
        :raises TooManySeeks: the account has ``MOST_SEEKS``.
        :raises AlreadyAnswered: the request is a duplicate.
        """
        key, pool, own, pools = _keys(seek)
        expires = seek.created + SECONDS * 1000
        call = _Entering(
            seek.id,
            key,
            pool,
            own,
            pools,
            seek.terms.pool,
            over.newest,
            over.expired,
            as_text(pack(seek)),
            expires,
            remembered(answer),
        )
        told = [key, pool, own, pools, *([call.answer.key] if call.answer else [])]
        reply = self._enter(told, [pack(call)])
        if reply[0] == b"answered":
            raise AlreadyAnswered(reply[1])
        if reply[0] == b"moved":
            raise Conflict(seek.id)
        if reply[0] == b"full":
            raise TooManySeeks(seek.account)
        return expires

    def get(self, account_id: str, seek_id: str) -> KeptSeek:
        """Return a seek of an account.

        :raises NoSuchSeek: there is none.
        """
        if not keys.is_id(seek_id):
            raise NoSuchSeek(seek_id)
        with self._redis.pipeline() as pipe:
            pipe.get(keys.seek(seek_id))
            pipe.zscore(keys.account_seeks(account_id), seek_id)
            data, expires = pipe.execute()
        found = decode_seek(data) if isinstance(data, bytes) else None
        if found is None or found.account != account_id:
            raise NoSuchSeek(seek_id)
        if found.match:
            return KeptSeek(found, None)
        if expires is None:
            raise NoSuchSeek(seek_id)
        return KeptSeek(found, int(expires))

    def of_account(self, account_id: str) -> list[KeptSeek]:
        """Return the waiting seeks of an account, oldest first."""
        rows: Any = self._redis.zrange(keys.account_seeks(account_id), 0, -1, withscores=True)
        times = {row.decode(): int(score) for row, score in rows}
        found = [KeptSeek(seek, times[seek.id]) for seek in self._waiting(list(times))]
        return sorted(found, key=lambda kept: (kept.seek.created, kept.seek.id))

    def renew(self, seek: Seek) -> int:
        """Let a seek wait for its whole lifetime again, and return when it expires (ms).

        :raises NoSuchSeek: it does not wait any more.
        """
        expires = now_ms() + SECONDS * 1000
        arguments: list[str | int] = [seek.id, seek.terms.pool, expires, SECONDS * 1000]
        if not self._renew(_keys(seek), arguments):
            raise NoSuchSeek(seek.id)
        return expires

    def withdraw(self, seek: Seek) -> bool:
        """Delete a waiting seek; return False if it does not wait any more."""
        return bool(self._withdraw(_keys(seek), [seek.id]))

    def all_waiting(self) -> list[Seek]:
        """Return what accounts wait for, the pools that were renewed last first."""
        pools: Any = self._redis.zrevrange(keys.SEEK_POOLS, 0, MOST_POOLS - 1)
        pipe = self._redis.pipeline(transaction=False)
        for pool in pools:
            pipe.zrange(keys.seek_pool(pool.decode()), 0, MOST_IN_POOL - 1)
        return self._waiting([row.decode() for rows in pipe.execute() for row in rows])

    def _waiting(self, ids: list[str]) -> list[Seek]:
        """Return the seeks of these ids that wait, in the same order."""
        rows: Any = self._redis.mget(map(keys.seek, ids)) if ids else []
        found = [decode_seek(row) for row in rows if row is not None]
        return [seek for seek in found if not seek.match]


def served(seek: Seek, match_id: str, waits: bool) -> Served:
    """Return a seek that a new match serves, as the script of its creation reads it."""
    key, pool, own, _ = _keys(seek)
    body = as_text(pack(replace(seek, match=match_id)))
    return Served(seek.id, key, pool, own, waits, body, SECONDS)


def _keys(seek: Seek) -> list[str]:
    """Return the keys of a seek, its pool, the seeks of its account, and the pools."""
    own = keys.account_seeks(seek.account)
    return [keys.seek(seek.id), keys.seek_pool(seek.terms.pool), own, keys.SEEK_POOLS]
