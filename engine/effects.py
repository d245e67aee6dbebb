"""Effects as objects: a verb and its arguments by name, as clients see them.

``("place", "tikal", 2)`` is ``{"verb": "place", "gear": "tikal", "number": 2}``. The names are the
parameters of the verb. An argument that holds effects is written in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from engine.core import Effect, Verb

VERB, SIDE, EFFECT = "verb", "seat", "effect"
"""Members of a written effect, and of an effect with the side that it is for."""

Verbs = Mapping[str, Verb[Any]]
WrittenEffect = dict[str, Any]
Write = Callable[[Verbs, Any], Any]
"""A function that writes an argument."""

MANY = (tuple, list)


class Argument(NamedTuple):
    """An argument of a verb: its name, its type, and how to write it (None: as it is)."""

    name: str
    hint: Any
    write: Write | None


def written(verbs: Verbs, effect: Effect) -> WrittenEffect:
    """Return an effect as an object."""
    name = effect[0]
    found: WrittenEffect = {VERB: name}
    for argument, value in zip(arguments(verbs[name]), effect[1:], strict=False):
        found[argument.name] = value if argument.write is None else argument.write(verbs, value)
    return found


def all_written(verbs: Verbs, effects: Iterable[Effect]) -> list[WrittenEffect]:
    """Return effects as objects."""
    return [written(verbs, effect) for effect in effects]


@cache
def arguments(verb: Verb[Any]) -> tuple[Argument, ...]:
    """Return the arguments of a verb, in order."""
    hints = get_type_hints(verb.run)
    found = []
    for name in verb.signature.parameters:
        hint = plain(hints.get(name, Any))
        found.append(Argument(name, hint, _writer(hint)))
    return tuple(found)


def plain(hint: Any) -> Any:
    """Return a type without None."""
    if get_origin(hint) in (Union, UnionType):
        kept = [each for each in get_args(hint) if each is not NoneType]
        return kept[0] if len(kept) == 1 else hint
    return hint


def of_list(hint: Any) -> Any:
    """Return the type of the items of a list, or None for another type; an effect is no list."""
    if hint == Effect or get_origin(hint) not in MANY:
        return None
    items = get_args(hint)
    return items[0] if get_origin(hint) is list or items[-1] is Ellipsis else None


def is_sided(hint: Any) -> bool:
    """Return whether a type is an effect with the side that it is for."""
    return get_origin(hint) is tuple and get_args(hint) == (int, Effect)


def _writer(hint: Any) -> Write | None:
    """Return how to write a value of a type that may hold effects; None: as it is."""
    if hint == Effect:
        return _write_effect
    if is_sided(hint):
        return _write_sided
    items = of_list(hint)
    inside = None if items is None else _writer(items)
    if inside is None:
        return None
    write = inside
    return lambda verbs, values: [write(verbs, each) for each in values]


def _write_effect(verbs: Verbs, effect: Effect) -> WrittenEffect | None:
    return written(verbs, effect) if effect else None


def _write_sided(verbs: Verbs, item: tuple[int, Effect]) -> WrittenEffect:
    side, effect = item
    return {SIDE: side, EFFECT: written(verbs, effect)}
