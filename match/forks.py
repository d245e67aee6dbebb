"""Forks: the first state of a game that branches off from another."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from engine.codec import decode, encode
from engine.core import State
from engine.guess import guess, hidden_fields
from engine.title import Title


def branch(title: Title, state: bytes, viewer: int | None, seed: bytes, over: bool) -> bytes:
    """Return the first state of a fork, with its own luck from draw 0 on.

    While the other game runs (not ``over``), everything hidden from its ``viewer`` is dealt again.
    The result depends only on what that seat (None: a spectator) sees and on the seed.
    """
    then: State[Any] = decode(title.state, state)
    if not over:
        _tidy(then, viewer)
        then = guess(then, viewer, Random(seed))
    then.seed, then.draws = seed, 0
    return encode(then)


def _tidy(state: State[Any], viewer: int | None) -> None:
    """Sort hidden things, so that their order does not affect the new deal."""
    pools: dict[str, list[tuple[Any, str]]] = {}
    for number, (holder, name, pool, _) in enumerate(hidden_fields(state, viewer)):
        pools.setdefault(pool or f"{number} {name}", []).append((holder, name))
    for places in pools.values():
        things = [thing for holder, name in places for thing in getattr(holder, name)]
        things.sort(key=msgspec.msgpack.encode)
        for holder, name in places:
            count = len(getattr(holder, name))
            setattr(holder, name, things[:count])
            del things[:count]
