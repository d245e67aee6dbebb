"""Forks: the state with which a new game branches off from another."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from engine.codec import decode, encode
from engine.core import State
from engine.guess import guess
from engine.title import Title
from engine.visibility import hidden_fields


def branch(game: Title, state: bytes, viewer: int | None, seed: bytes, over: bool) -> bytes:
    """A state to go on from with luck of its own, from draw 0 on.

    While the other game runs (not ``over``), everything its ``viewer`` may not see there is dealt
    anew: the result follows from what that seat (None: a spectator) sees and from the seed alone.
    """
    then: State[Any] = decode(game.state, state)
    if not over:
        _tidy(then, viewer)
        then = guess(then, viewer, Random(seed))
    then.seed, then.draws = seed, 0
    return encode(then)


def _tidy(state: State[Any], viewer: int | None) -> None:
    """Lay hidden things in a fixed order, so that how they lay has no part in dealing them anew."""
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
