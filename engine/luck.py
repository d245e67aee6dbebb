"""Verifiable luck: every draw is an HMAC of the seed and a counter."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from engine.core import State

T = TypeVar("T")

TAG = "chasqui/1"
"""The tag of all commitments of this service."""

_SPAN = 1 << 64


class Draw(NamedTuple):
    """A draw: its counter, the number of possible values, and the value."""

    counter: int
    n: int
    value: int


_heard: ContextVar[list[Draw] | None] = ContextVar("heard", default=None)


@contextmanager
def hearing() -> Iterator[list[Draw]]:
    """Record every draw made inside, in this thread, in order."""
    draws: list[Draw] = []
    token = _heard.set(draws)
    try:
        yield draws
    finally:
        _heard.reset(token)


@lru_cache(256)
def _keyed(seed: bytes) -> hmac.HMAC:
    """Return the HMAC of a seed: a copy costs half of what a new one costs."""
    return hmac.new(seed, digestmod="sha256")


def digest_of(seed: bytes, counter: int) -> bytes:
    """Return the HMAC-SHA256 of a counter, written as 8 bytes, big end first."""
    keyed = _keyed(seed).copy()
    keyed.update(counter.to_bytes(8, "big"))
    return keyed.digest()


def draw(s: State[Any], n: int) -> int:
    """Return a number from 0 to ``n - 1``, each equally likely, and advance the counter.

    The first 8 bytes of HMAC-SHA256(seed, counter) are read big end first. Values from the last
    incomplete run of ``n`` are rejected, and the next counter is tried, so that no result is
    favoured.
    """
    if n < 1:
        raise ValueError(f"cannot draw one of {n}")
    limit = _SPAN - _SPAN % n
    while True:
        digest = digest_of(s.seed, s.draws)
        s.draws += 1
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            if (draws := _heard.get()) is not None:
                draws.append(Draw(s.draws - 1, n, value % n))
            return value % n


def one_of(s: State[Any], items: Sequence[T]) -> T:
    """Return one of the items, each equally likely."""
    return items[draw(s, len(items))]


def shuffled(s: State[Any], items: list[T]) -> list[T]:
    """Return the items in random order (Fisher-Yates from the last place down)."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = draw(s, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def commitment(tag: str, game_id: str, seed: bytes) -> str:
    """Return the commitment: SHA-256(tag 0x00 game id 0x00 seed), in hex."""
    data = b"\0".join([tag.encode(), game_id.encode(), seed])
    return hashlib.sha256(data).hexdigest()
