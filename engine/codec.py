"""The codec of states, typed by the title's dataclasses."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cache
from typing import Any, TypeVar

import msgspec

from engine.core import Item, State

S = TypeVar("S", bound=State[Any])

_encoder = msgspec.msgpack.Encoder()


def encode(state: State[Any]) -> bytes:
    """Return the whole state as MessagePack; equal states give equal bytes."""
    return _encoder.encode(state)


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


def prepare(kind: type[State[Any]]) -> None:
    """Make the decoder of a kind of state, when its title is loaded.

    The process crashes if two threads make the first decoder of a type.
    """
    untyped: Any = kind
    _decoder(untyped)


def decode(kind: type[S], data: bytes) -> S:
    """Return the state in these bytes.

    :raises msgspec.ValidationError: the bytes are not a state of this kind.
    """
    untyped: Any = kind
    state: S = _decoder(untyped).decode(data)
    state.agenda = _thaw(state.agenda)
    state.apart = [_thaw(private) for private in state.apart]
    return state


def copies(state: S) -> Iterator[S]:
    """Return a function that makes independent copies of a state, cheaper than decoding its bytes.

    The copies share the effects on the agenda, which never change.
    """
    bare = copy(state)
    bare.agenda, bare.apart = [], []
    kind: Any = type(state)
    decoder, data = _decoder(kind), encode(bare)
    while True:
        another: S = decoder.decode(data)
        another.agenda = state.agenda[:]
        another.apart = [private[:] for private in state.apart]
        yield another


def _thaw(agenda: list[Item]) -> list[Item]:
    """MessagePack has no tuples: nested effects are decoded as lists and become tuples again."""
    return [(seat, tuple(map(_tuples, effect))) for seat, effect in agenda]


def _tuples(value: Any) -> Any:
    if type(value) is list:
        return tuple(map(_tuples, value))
    return value
