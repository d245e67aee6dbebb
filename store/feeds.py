"""Feeds: the changed games of each account, in order. Commits write them."""

from __future__ import annotations

from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from store import keys, script

START = "0-0"
"""The cursor before everything."""


class Lost(Exception):
    """The feed no longer has this cursor, or never had it."""


class Moved(NamedTuple):
    """A game was created, or reached revision ``rev`` by ``new`` entries; or it was deleted."""

    id: str
    game: str
    rev: int
    new: int

    @property
    def deleted(self) -> bool:
        """Return whether the game was deleted (store/delete.lua)."""
        return self.new < 0


class Feeds:
    """The feeds of all accounts."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def end(self, account_id: str) -> str:
        """Return the cursor after everything so far."""
        rows: Any = self._redis.xrevrange(keys.account_feed(account_id), count=1)
        return rows[0][0].decode() if rows else START

    def after(self, account_id: str, cursor: str, limit: int) -> list[Moved]:
        """Return at most ``limit`` moves after this cursor, oldest first.

        :raises Lost: some moves have expired, or the cursor is of another feed.
        """
        name = keys.account_feed(account_id)
        with self._redis.pipeline() as pipe:
            pipe.xinfo_stream(name)
            pipe.xrange(name, f"({cursor}", "+", limit)
            info, rows = pipe.execute(raise_on_error=False)
        if isinstance(info, ResponseError):  # nothing has happened yet
            info, rows = {"last-generated-id": START, "length": 0, "first-entry": None}, []
        for each in (info, rows):
            if isinstance(each, Exception):
                raise each
        if _place(cursor) > _place(_text(info["last-generated-id"])):
            raise Lost(cursor)
        # A feed that is not full has lost nothing.
        if info["length"] >= script.KEPT_FEED and _place(cursor) < _place(
            _text(info["first-entry"][0])
        ):
            raise Lost(cursor)
        return [_moved(id_, fields) for id_, fields in rows]


def _moved(id_: bytes, fields: dict[bytes, bytes]) -> Moved:
    return Moved(id_.decode(), fields[b"game"].decode(), int(fields[b"rev"]), int(fields[b"new"]))


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _place(cursor: str) -> tuple[int, int]:
    ms, _, number = cursor.partition("-")
    return int(ms), int(number or 0)
