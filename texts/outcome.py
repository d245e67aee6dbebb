"""What an option leads to, as far as its sentence tells of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core import Effect

PAID, GAINED = "paid", "gained"

VERBS = {PAID: "pay", GAINED: "gain"}
"""The shared verbs whose goods add up to what an option costs and brings."""


class Goods(tuple[tuple[str, int], ...]):
    """Amounts by kind, as pairs: what a cache can hold of a dict."""


def is_outcome(place: str) -> bool:
    """Whether a place of a template is filled from an option's effects: ``paid``, ``place.1``."""
    return place in VERBS or "." in place


def outcome(then: tuple[Effect, ...], place: str) -> Any:
    """The goods an option pays or gains at once, or one argument of an effect it leads to."""
    verb = VERBS.get(place)
    if verb is not None:
        return _total([effect[1] for effect in then if effect[0] == verb])
    name, _, index = place.rpartition(".")
    found = next((effect[int(index) + 1] for effect in then if effect[0] == name), None)
    return hashable(found)


def _total(amounts: list[Mapping[str, int]]) -> Goods:
    if len(amounts) == 1:
        return Goods(amounts[0].items())
    total: dict[str, int] = {}
    for goods in amounts:
        for kind, n in goods.items():
            total[kind] = total.get(kind, 0) + n
    return Goods(total.items())


def hashable(value: Any) -> Any:
    """The same in a form that a cache can hold."""
    if isinstance(value, Mapping):
        return Goods(value.items())
    if isinstance(value, list | tuple):
        return tuple(map(hashable, value))
    return value
