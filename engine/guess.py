"""Guesses: what is hidden from a viewer, and full states that look the same to that viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec

from engine.codec import decode, encode
from engine.core import State
from engine.visibility import HIDDEN, OWN, parts, plan

S = TypeVar("S", bound=State[Any])


class Hidden(NamedTuple):
    """A hidden field of one part of a state; ``ordered`` lists are always sorted."""

    holder: Any
    name: str
    pool: str | None
    choices: Sequence[Any] | None
    ordered: bool

    @property
    def things(self) -> list[Any]:
        """Return what the field holds."""
        found: list[Any] = getattr(self.holder, self.name)
        return found


def hidden_fields(state: Any, viewer: int | None = None) -> Iterator[Hidden]:
    """Yield every field that is hidden from a viewer: a seat, or None for a spectator."""
    for holder, side in parts(state):
        kind: Any = type(holder)
        for each in plan(kind):
            mine = each.seen_by == OWN and side is not None and side == viewer
            if each.seen_by in HIDDEN and not mine:
                yield Hidden(holder, each.name, each.pool, each.choices, each.ordered)


def guess(state: S, viewer: int | None, rng: Random) -> S:
    """Return a copy with a new seed, in which all that ``viewer`` may not see is dealt anew.

    Hidden things of one pool are dealt back in the same numbers: in any place, or as the title's
    dealer of the pool says (``Title.dealers``). Secret choices of others are made again. The result
    depends only on what the viewer sees, and on ``rng``. Private agendas of other seats are hidden
    too: a viewer sees only whether their seats have answered, and their questions read the fields
    dealt here.
    """
    copy = decode(type(state), encode(state))
    copy.seed = rng.randbytes(32)
    pools: dict[str, list[Hidden]] = {}
    for number, place in enumerate(hidden_fields(copy, viewer)):
        if place.choices is not None:
            setattr(place.holder, place.name, [rng.choice(place.choices) for _ in place.things])
        else:
            pools.setdefault(place.pool or f"{number} {place.name}", []).append(place)
    for pool, places in pools.items():
        dealer: Callable[..., None] = copy.dealers.get(pool) or deal
        dealer(copy, places, rng)
        for place in places:
            if place.ordered:
                place.things.sort()
    return copy


def deal(s: State[Any], places: Sequence[Hidden], rng: Random) -> None:
    """Deal the things of one pool again: each may be in any of these places."""
    things = [thing for place in places for thing in place.things]
    things.sort(key=msgspec.msgpack.encode)  # so that the true order does not matter
    rng.shuffle(things)
    for place in places:
        count = len(place.things)
        setattr(place.holder, place.name, things[:count])
        del things[:count]
