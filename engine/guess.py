"""Guesses: what is hidden from a viewer, and full states that look the same to that viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from engine.codec import decode, encode
from engine.core import State
from engine.visibility import HIDDEN, OWN, parts, plan

S = TypeVar("S", bound=State[Any])


class Hidden(NamedTuple):
    """A hidden field of one part of a state."""

    holder: Any
    name: str
    pool: str | None
    choices: Sequence[Any] | None


def hidden_fields(state: Any, viewer: int | None = None) -> Iterator[Hidden]:
    """Yield every field that is hidden from a viewer: a seat, or None for a spectator."""
    for holder, side in parts(state):
        kind: Any = type(holder)
        for name, seen_by, pool, choices, *_ in plan(kind):
            mine = seen_by == OWN and side is not None and side == viewer
            if seen_by in HIDDEN and not mine:
                yield Hidden(holder, name, pool, choices)


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
