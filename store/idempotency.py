"""Idempotency keys: what a creating request answered, for when it is sent again."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct
from redis import Redis

from store import keys
from store.script import ANSWER_SECONDS


class Remembered(Struct, frozen=True, array_like=True):
    """An answer without the tokens it carried, and what is needed to make those again.

    ``request`` is the SHA-256 of the request's body, ``subject`` the id of what was created.
    """

    request: bytes
    subject: str
    salt: bytes
    body: bytes
    roles: tuple[str, ...] = ()


def digest(place: str, key: str) -> str:
    """The name under which the answer to a request at this path with this key is kept."""
    return hashlib.sha256(f"{place}\0{key}".encode()).hexdigest()


def encode(answer: Remembered) -> bytes:
    """An answer as it is stored."""
    return msgspec.msgpack.encode(answer)


def decode(data: bytes) -> Remembered:
    """The answer that ``encode`` wrote."""
    return msgspec.msgpack.decode(data, type=Remembered)


class Idempotency:
    """The remembered answers; each is kept for 24 hours."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def get(self, name: str) -> Remembered | None:
        """The answer remembered under this digest."""
        data = self._redis.get(keys.answer(name))
        return decode(data) if isinstance(data, bytes) else None

    def claim(self, name: str, answer: Remembered) -> Remembered:
        """Remember an answer unless there is one; the one that counts is returned."""
        if self._redis.set(keys.answer(name), encode(answer), ex=ANSWER_SECONDS, nx=True):
            return answer
        return self.get(name) or answer
