"""The outcome of an option, as far as its sentence needs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.core import Effect

PAID, GAINED = "paid", "gained"

VERBS = {PAID: ("pay", "spend"), GAINED: ("gain",)}
"""The verbs whose goods add up to what an option costs and brings.

A title calls a price ``spend`` if the player may choose how to pay it.
"""


class Amounts(tuple[tuple[str, int], ...]):
    """Amounts by kind, as pairs: what a cache can hold of a dict."""


NO_AMOUNTS = Amounts()


class Outcome(NamedTuple):
    """A place of a template that is filled from an option's effects.

    ``paid`` and ``gained`` add up goods; ``place.1`` is argument 1 of the effect ``place``.
    """

    place: str
    verb: str
    argument: int | None

    @classmethod
    def of(cls, place: str) -> Outcome | None:
        """Return the outcome of this place, or None."""
        if place in VERBS:
            return cls(place, place, None)
        verb, dot, argument = place.rpartition(".")
        return cls(place, verb, int(argument)) if dot else None

    def read(self, then: tuple[Effect, ...]) -> Any:
        """Return the outcome of these effects, in a hashable form."""
        if self.argument is None:
            return total(then, VERBS[self.verb])
        for effect in then:
            if effect[0] == self.verb:
                return hashable(effect[self.argument + 1])
        return None


def total(then: tuple[Effect, ...], verbs: tuple[str, ...] = VERBS[PAID]) -> Amounts:
    """Return the goods of all effects of some verbs together; by default of those that pay."""
    amounts = [effect[1] for effect in then if effect[0] in verbs]
    if not amounts:
        return NO_AMOUNTS
    if len(amounts) == 1:
        return Amounts(amounts[0].items())
    added: dict[str, int] = {}
    for goods in amounts:
        for kind, n in goods.items():
            added[kind] = added.get(kind, 0) + n
    return Amounts(added.items())


def hashable(value: Any) -> Any:
    """Return the same in a form that a cache can hold."""
    if isinstance(value, Mapping):
        return Amounts(value.items())
    if isinstance(value, list | tuple):
        return tuple(map(hashable, value))
    return value
