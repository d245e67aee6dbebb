"""Secrecy: a field declares who may see it; views and guesses follow from one walk over a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, field, fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

from msgspec import UNSET

ALL, INTERNAL, SECRET, OWN = "all", "internal", "secret", "own"
HIDDEN = (SECRET, OWN)
SIDES = "players"
"""The field of a state that holds its sides: a part inside one belongs to that side."""
BY_SIDE = {"by_side": True}
MODULE_PART = {"module": True}
"""Metadata of a field for the part of a module, which is unset where the module is not chosen."""


def _hidden(
    seen_by: str,
    pool: str | None,
    default: Any,
    default_factory: Any,
    choices: Sequence[Any] | None = None,
    ordered: bool = False,
) -> Any:
    metadata = {"seen_by": seen_by, "pool": pool, "choices": choices, "ordered": ordered}
    return field(default=default, default_factory=default_factory, metadata=metadata)


def internal(default: Any = MISSING, default_factory: Any = MISSING) -> Any:
    """Declare a field of the machinery: in no view, not even its size."""
    return _hidden(INTERNAL, None, default, default_factory)


def secret(pool: str | None = None, default: Any = MISSING, default_factory: Any = MISSING) -> Any:
    """Declare a list that no viewer sees; views show its length.

    Fields of the same ``pool`` hold the same kind of things: for a viewer, each of these things
    may be in any of these fields (see ``engine.guess``).
    """
    return _hidden(SECRET, pool, default, default_factory)


def owner_only(
    pool: str | None = None,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    choices: Sequence[Any] | None = None,
    ordered: bool = False,
) -> Any:
    """Declare a list that only the side it belongs to sees; the others see its length.

    ``choices``: the list holds free choices of the player from these, not things of a pool.
    ``ordered``: the list is always sorted, so it is sorted in guesses too.
    """
    return _hidden(OWN, pool, default, default_factory, choices, ordered)


def by_side() -> Any:
    """Declare a list of parts, one for each side: what is in a part belongs to that side."""
    return field(default_factory=list, metadata=BY_SIDE)


class Field(NamedTuple):
    """A field of a dataclass: who sees it, its pool, its choices, and whether it holds parts.

    ``by_side``: its parts belong to the sides, one each. ``optional``: it is left out when unset.
    ``ordered``: it is always sorted.
    """

    name: str
    seen_by: str
    pool: str | None
    choices: Sequence[Any] | None
    nests: bool
    by_side: bool
    optional: bool
    ordered: bool


def _kind(value: Any) -> Any:
    """Return the class of a value, as a type that a cache accepts."""
    return type(value)


@cache
def plan(kind: Any) -> tuple[Field, ...]:
    """Return the fields of a dataclass in order. They are found once for each class."""
    hints = get_type_hints(kind)
    return tuple(
        Field(
            each.name,
            each.metadata.get("seen_by", ALL),
            each.metadata.get("pool"),
            each.metadata.get("choices"),
            any(map(_is_part, _within(hints[each.name]))),
            each.name == SIDES or "by_side" in each.metadata,
            "module" in each.metadata,
            bool(each.metadata.get("ordered")),
        )
        for each in fields(kind)
    )


def _within(hint: Any) -> Iterator[Any]:
    """Yield a type and all types inside it: of ``dict[str, Card | None]`` also ``Card``."""
    yield hint
    for argument in get_args(hint):
        yield from _within(argument)


def _is_part(hint: Any) -> bool:
    kind = hint.__bound__ if isinstance(hint, TypeVar) else hint
    return isinstance(kind, type) and is_dataclass(kind)


def held(value: Any) -> Iterator[Any]:
    """Yield the parts in a field: the value itself, or those in its lists and dicts."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from held(each)
    elif isinstance(value, dict):
        yield from held(list(value.values()))
    elif is_dataclass(value):
        yield value


def parts(holder: Any, side: int | None = None) -> Iterator[tuple[Any, int | None]]:
    """Yield a state and all dataclasses inside it, each with the side that it belongs to."""
    yield holder, side
    for each in plan(_kind(holder)):
        if each.nests:
            for n, part in enumerate(held(getattr(holder, each.name))):
                yield from parts(part, n if each.by_side else side)


def view(value: Any) -> dict[str, Any]:
    """Return the part of a state that everybody may see, ready to be encoded.

    It shares structure with the state: encode it before the state moves on.
    """
    kind: Any = type(value)
    names, read, counted, nested, optional = _shown(kind)
    shown = dict(zip(names, read(value), strict=True))
    for name in counted:
        shown[name] = len(shown[name])
    for name in nested:
        shown[name] = _plain(shown[name], view)
    for name in optional:
        if shown[name] is UNSET:
            del shown[name]
    return shown


FieldReader = Callable[[Any], tuple[Any, ...]]


def _reading(names: Sequence[str]) -> FieldReader:
    """Return the fastest way to read these fields."""
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda holder: tuple([getattr(holder, name) for name in names])) if names else nothing


def nothing(holder: Any) -> tuple[Any, ...]:
    """Return the fields of a class that has none to read."""
    return ()


class Shown(NamedTuple):
    """What a view shows of a class: the fields, and those of which it shows something else.

    ``counted`` fields show their length, ``nested`` ones the views of their parts; ``optional``
    ones are left out when unset.
    """

    names: list[str]
    read: FieldReader
    counted: list[str]
    nested: list[str]
    optional: list[str]


@cache
def _shown(kind: Any) -> Shown:
    every = [each for each in plan(kind) if each.seen_by != INTERNAL]
    open_ = [each for each in every if each.seen_by == ALL]
    return Shown(
        names := [each.name for each in every],
        _reading(names),
        [each.name for each in every if each.seen_by != ALL],
        [each.name for each in open_ if each.nests],
        [each.name for each in open_ if each.optional],
    )


def _plain(value: Any, show: Callable[[Any], Any]) -> Any:
    """Return a value with ``show`` of each part in place of the part."""
    if isinstance(value, list | tuple):
        return [_plain(each, show) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each, show) for key, each in value.items()}
    return show(value) if is_dataclass(value) else value


def own(state: Any, seat: int) -> dict[str, Any]:
    """Return what this seat sees besides the public view: its hidden fields that are not empty.

    Those in the part of a module are under the module's name.
    """
    return _own(state.players[seat]) | _own_elsewhere(state, seat)


def _own(holder: Any) -> dict[str, Any]:
    """Return the hidden fields in a part that belongs to the viewer."""
    found: dict[str, Any] = {}
    for each in _with_secrets(_kind(holder)):
        value = getattr(holder, each.name)
        if each.seen_by == OWN and value:
            found[each.name] = value
        elif each.nests and each.seen_by == ALL and any(map(_own, held(value))):
            found[each.name] = _plain(value, _own)
    return found


@cache
def _with_secrets(kind: Any) -> tuple[Field, ...]:
    """Return the fields of a class that are hidden or may hold hidden fields further inside."""
    hidden, nested = _marks(kind)
    return tuple(each for each in plan(kind) if each.name in hidden or each.name in nested)


def _own_elsewhere(holder: Any, seat: int) -> dict[str, Any]:
    """Return what belongs to the viewer in the parts of the table."""
    found: dict[str, Any] = {}
    for each in _with_secrets(_kind(holder)):
        if not each.nests or each.name == SIDES:
            continue
        value = getattr(holder, each.name)
        if each.by_side:
            inside = _own(value[seat]) if value else {}
        else:
            inside = _own_elsewhere(value, seat) if is_dataclass(value) else {}
        if inside:
            found[each.name] = inside
    return found


@cache
def _leads_to_secrets(hint: Any) -> bool:
    """Return whether a value of this type may hold hidden fields; a type variable may."""
    for each in _within(hint):
        if isinstance(each, TypeVar):
            return True
        if _is_part(each) and any(_marks(each)):
            return True
    return False


@cache
def _marks(kind: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the hidden fields of a class, and its fields with more of them further inside."""
    hints = get_type_hints(kind)
    hidden = tuple(each.name for each in plan(kind) if each.seen_by in HIDDEN)
    nested = [each.name for each in plan(kind) if each.nests]
    return hidden, tuple(name for name in nested if _leads_to_secrets(hints[name]))


@cache
def _reader(kind: Any) -> tuple[FieldReader, tuple[str, ...]]:
    """Return the fastest way to read the hidden fields of a class, and where more of them are."""
    hidden, nested = _marks(kind)
    return _reading(hidden), nested


def fingerprint(state: Any) -> list[Any]:
    """Return the luck counter and a copy of every hidden list.

    A move that leaves it equal has drawn nothing and revealed nothing.
    """
    marks: list[Any] = [state.draws]
    _mark(state, marks)
    return marks


def _mark(holder: Any, marks: list[Any]) -> None:
    kind: Any = type(holder)
    read, nested = _reader(kind)
    marks += map(list.copy, read(holder))
    for name in nested:
        inside = getattr(holder, name)
        if inside is UNSET:
            continue
        if name == SIDES and inside and not (sides := _reader(_kind(inside[0])))[1]:
            read = sides[0]  # sides are alike, and this is hot
            for side in inside if read is not nothing else ():
                marks += map(list.copy, read(side))
            continue
        for part in inside if name == SIDES else held(inside):
            _mark(part, marks)
