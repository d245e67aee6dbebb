"""Determinization: a full state that a viewer cannot tell from the true one."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from engine.codec import decode, encode
from engine.core import State
from engine.visibility import hidden_fields

S = TypeVar("S", bound=State[Any])


def guess(state: S, viewer: int | None, rng: Random) -> S:
    """Return a copy with a new seed, in which all that ``viewer`` may not see is dealt anew.

    Hidden things of one pool are shuffled together and dealt back in the same numbers. Secret
    choices of others are made again. Private agendas of other seats are hidden too: a viewer sees
    only whether their seats have answered, and their questions read the fields dealt here.
    """
    copy = decode(type(state), encode(state))
    copy.seed = rng.randbytes(32)
    pools: dict[str, list[tuple[Any, str]]] = {}
    for holder, name, pool, choices in hidden_fields(copy, viewer):
        if choices is not None:
            setattr(holder, name, [rng.choice(choices) for _ in getattr(holder, name)])
            continue
        pools.setdefault(pool or f"{id(holder)} {name}", []).append((holder, name))
    for places in pools.values():
        things = [thing for holder, name in places for thing in getattr(holder, name)]
        rng.shuffle(things)
        for holder, name in places:
            count = len(getattr(holder, name))
            setattr(holder, name, things[:count])
            del things[:count]
    return copy
