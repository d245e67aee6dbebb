"""Idempotency keys: the stored answers of requests that create something."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct
from redis import Redis
from redis.client import Pipeline

from store import keys
from store.games import AlreadyAnswered
from store.script import ANSWER_SECONDS, KeptAnswer


class Remembered(Struct, frozen=True, array_like=True):
    """An answer without its tokens, and what is needed to derive them again.

    ``request`` is the SHA-256 of the request's body, ``subject`` the id of the created thing.
    """

    request: bytes
    subject: str
    salt: bytes
    body: bytes
    roles: tuple[str, ...] = ()


_decoder = msgspec.msgpack.Decoder(Remembered)


def digest(place: str, key: str) -> str:
    """Return the digest under which the answer to a request is stored."""
    return hashlib.sha256(f"{place}\0{key}".encode()).hexdigest()


def encode(answer: Remembered) -> bytes:
    """Return the stored form of an answer."""
    return msgspec.msgpack.encode(answer)


def decode(data: bytes) -> Remembered:
    """Return the answer from its stored form."""
    return _decoder.decode(data)


def watched(answer: KeptAnswer | None) -> list[str]:
    """Return the key that a transaction of a request with this answer watches, if any."""
    return [keys.answer(answer.digest)] if answer else []


def refuse_duplicate(pipe: Pipeline, answer: KeptAnswer | None) -> None:
    """Check within a transaction that the request has no answer yet.

    :raises AlreadyAnswered: the request is a duplicate.
    """
    kept = pipe.get(keys.answer(answer.digest)) if answer else None
    if isinstance(kept, bytes):
        raise AlreadyAnswered(kept)


def remember(pipe: Pipeline, answer: KeptAnswer | None) -> None:
    """Store the answer of a request for its duplicates."""
    if answer is not None:
        pipe.set(keys.answer(answer.digest), answer.body, ex=ANSWER_SECONDS)


class Idempotency:
    """The stored answers; each expires after 24 hours."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def get(self, name: str) -> Remembered | None:
        """Return the stored answer of this digest."""
        data = self._redis.get(keys.answer(name))
        return decode(data) if isinstance(data, bytes) else None

    def claim(self, name: str, answer: Remembered) -> Remembered:
        """Store an answer unless there is one, and return the valid one."""
        if self._redis.set(keys.answer(name), encode(answer), ex=ANSWER_SECONDS, nx=True):
            return answer
        return self.get(name) or answer
