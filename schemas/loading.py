"""Loading: what a client sent, checked against a schema, with every fault named at its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from marshmallow import Schema, ValidationError, fields

from schemas.fields import MOST_FAULTS

__all__ = ["FieldFault", "Invalid", "Malformed", "Schema", "load", "load_query", "read_json"]

_decoder = msgspec.json.Decoder()


class FieldFault(NamedTuple):
    """One thing that is wrong: where (a JSON pointer, or a query parameter) and why."""

    place: str
    message: str


class Invalid(Exception):
    """What was sent does not fit the schema; ``faults`` are the first of what is wrong."""

    def __init__(self, faults: Iterable[FieldFault]) -> None:
        self.faults = list(islice(faults, MOST_FAULTS))
        super().__init__(f"{len(self.faults)} faults")


class Malformed(Exception):
    """What was sent is not JSON; its text says why."""


def read_json(data: bytes | str) -> Any:
    """Return the value of a JSON text.

    :raises Malformed: it is not JSON in UTF-8.
    :raises Invalid: an object has a duplicate key.
    """
    try:
        decoded = _decoder.decode(data)
        text = data if isinstance(data, str) else data.decode()
        # With one colon there is one member at most: most turns are as short as that.
        if text.count(":") > 1:
            _require_once(text)
        return decoded
    except msgspec.DecodeError as error:
        raise Malformed(str(error).removeprefix("JSON is malformed: ")) from None
    except UnicodeDecodeError as error:  # its places count from the start of a string in it
        raise Malformed(f"a string in it is not UTF-8: {error.reason}") from None
    except RecursionError:
        raise Malformed("it is nested too deeply") from None


Pairs = list[tuple[str, Any]]


class _Twice(Exception):
    """An object has a member of this name twice; it also stands for such an object."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def _require_once(text: str) -> None:
    """Make sure that no object of a text in JSON has a member twice.

    :raises Invalid: one has.
    """
    try:
        _reader(_once).decode(text)
    except _Twice:
        place = _place_of_twice(_reader(_marked).decode(text))
        raise Invalid([FieldFault(place, "should be given once, and is there twice")]) from None


def _once(pairs: Pairs) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    last = {name: place for place, (name, _) in enumerate(pairs)}
    # The last duplicate key wins, so the earlier ones are extra.
    raise _Twice(next(name for place, (name, _) in enumerate(pairs) if last[name] != place))


def _marked(pairs: Pairs) -> dict[str, Any] | _Twice:
    try:
        return _once(pairs)
    except _Twice as twice:
        return twice


@cache
def _reader(make: Callable[[Pairs], Any]) -> json.JSONDecoder:
    """Return the decoder of objects.

    Numbers stay text, because they are unused and some are too long for Python.
    """
    return json.JSONDecoder(object_pairs_hook=make, parse_int=str, parse_float=str, strict=False)


def _place_of_twice(decoded: Any) -> str:
    """Return the JSON pointer of the first duplicate key.

    The loop stores places as chains. Written out, a long name would be copied for each item below.
    """
    left: list[tuple[Any, Any]] = [((), decoded)]
    while not isinstance(left[-1][1], _Twice):
        chain, value = left.pop()
        below = list(value.items() if isinstance(value, dict) else enumerate(value))
        left += [
            ((chain, name), each)
            for name, each in reversed(below)
            if isinstance(each, dict | list | _Twice)
        ]
    chain, twice = left[-1]
    names = [twice.name]
    while chain:
        chain, name = chain
        names.append(name)
    return reduce(_below, reversed(names), "")


def load(schema: Schema, data: Any) -> dict[str, Any]:
    """Return the checked body of a request.

    :raises Invalid: places are JSON pointers.
    """
    if not isinstance(data, dict):
        raise Invalid([FieldFault("", "should be an object: {…}")])
    try:
        loaded: dict[str, Any] = schema.load(data)
    except ValidationError as error:
        raise Invalid(_faults(schema, error.messages_dict, "")) from None
    return loaded


def load_query(schema: Schema, lists: Mapping[str, list[str]]) -> dict[str, Any]:
    """Return the checked parameters of a query, given as lists of values by name.

    :raises Invalid: places are names of parameters.
    """
    data: dict[str, Any] = {}
    parameters = {field.data_key or name: field for name, field in schema.fields.items()}
    for name, values in lists.items():
        field = parameters.get(name)
        if field is not None and getattr(field, "inner", None) is not None:
            data[name] = values
        elif len(values) > 1:
            raise Invalid([FieldFault(name, "should be given once")])
        else:
            data[name] = values[0]
    try:
        loaded: dict[str, Any] = schema.load(data)
    except ValidationError as error:
        raise Invalid(
            FieldFault("" if name == "_schema" else f"{name}{fault.place}", fault.message)
            for name, below in error.messages_dict.items()
            for fault in _faults(schema, below, "")
        ) from None
    return loaded


def _faults(schema: Schema, messages: Any, place: str) -> Iterator[FieldFault]:
    """Yield what is wrong, in the order of the schema."""
    if isinstance(messages, dict):
        for key, below in messages.items():
            inside = _inside(schema, key) if isinstance(below, dict) else schema
            yield from _faults(inside, below, place if key == "_schema" else _below(place, key))
        return
    known = ", ".join(field.data_key or name for name, field in schema.fields.items())
    for text in messages:
        unknown = text == "Unknown field."
        yield FieldFault(place, f"unknown; known are: {known}" if unknown else _sentence(text))


def _inside(schema: Schema, key: Any) -> Schema:
    """Return the schema of what stands there; the same one where that has none of its own."""
    named = (f for name, f in schema.fields.items() if (f.data_key or name) == key)
    field: Any = next(named, None)
    while isinstance(field, fields.List):
        field = field.inner
    return field.schema if isinstance(field, fields.Nested) else schema


def _below(place: str, key: Any) -> str:
    """Return the JSON pointer (RFC 6901) of a member or an item."""
    return f"{place}/{str(key).replace('~', '~0').replace('/', '~1')}"


_PLAIN = {
    "Missing data for required field.": "is missing",
    "Field may not be null.": "should not be null",
    "Not a valid string.": "should be a string",
    "Not a valid boolean.": "should be true or false",
    "Not a valid list.": "should be a list",
    "Invalid input type.": "should be an object: {…}",
}


def _sentence(text: Any) -> str:
    """Return a fault in plain words."""
    said = _PLAIN.get(str(text), str(text))
    return said.rstrip(".").replace("Must be", "should be").replace("Length must", "length should")
