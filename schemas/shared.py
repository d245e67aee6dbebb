"""Fields that many schemas share, each with its limits: numbers, seats, ids, texts, lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from marshmallow import Schema, fields, validate

from match.turns import MOST_STEPS
from match.words import STATUSES
from schemas.fields import COUNT, JsonInt, List, Listed, Pattern, QueryInt

ID = r"^[0-9A-Za-z_-]{1,64}$"
HOLDER = r"^(open|person|hook|bot:[a-z]{1,20})$"
HEX = r"^[0-9a-f]{64}$"
CODE = r"^[a-z0-9_.-]{1,80}$"
PLAYER = r"player_[0-9A-Za-z_-]{16}"
"""The public id of an account."""

SEATS = 20
"""No game has more seats."""

OPTIONS = 50
"""No game has more options."""

TEXT = 10_000
"""No sentence is longer."""

LISTED = 10_000
"""No list in an answer is longer, except the entries of a record."""

IS_ID = Pattern(ID, error="should be an id: 1 to 64 of letters, digits, - and _")
IS_HEX = Pattern(HEX, error="should be 64 hexadecimal digits")
IS_HOLDER = Pattern(HOLDER, error="should be open, person, hook or bot:<level>")


def count(description: str, least: int = 0, most: int = COUNT, **kwargs: Any) -> JsonInt:
    """Return a whole number between two limits."""
    limits = validate.Range(least, most)
    return JsonInt(validate=limits, metadata={"description": description}, **kwargs)


def seat(description: str = "The number of the seat, from 0.", **kwargs: Any) -> JsonInt:
    """Return the number of a seat."""
    return count(description, 0, SEATS - 1, **kwargs)


OWN_SEAT = "One of the caller's seats, if its account holds several."


def seen_by(otherwise: str = "the lowest of them") -> QueryInt:
    """Return the own seat that a query names."""
    return QueryInt(
        data_key="as",
        validate=validate.Range(0, SEATS - 1),
        metadata={"description": f"{OWN_SEAT} By default {otherwise}."},
    )


def acting(otherwise: str) -> JsonInt:
    """Return the own seat that a body names."""
    return seat(f"{OWN_SEAT} By default {otherwise}.", data_key="as")


def side(description: str, **kwargs: Any) -> JsonInt:
    """Return the number of a side: a seat, an automa, or -1 for what belongs to no side."""
    return count(description, -1, SEATS, **kwargs)


def seats(description: str, **kwargs: Any) -> fields.List[Any]:
    """Return a list of seats by number."""
    each = JsonInt(validate=validate.Range(0, SEATS - 1))
    return several(each, description, SEATS, **kwargs)


def text(description: str, most: int = TEXT, **kwargs: Any) -> fields.String:
    """Return a text of limited length."""
    limits = validate.Length(max=most, error="should have at most {max} characters")
    return fields.String(validate=limits, metadata={"description": description}, **kwargs)


def matching(pattern: str, description: str, *examples: str, **kwargs: Any) -> fields.String:
    """Return a text that matches a pattern."""
    told = {"description": description, **({"examples": list(examples)} if examples else {})}
    return fields.String(validate=Pattern(pattern), metadata=told, **kwargs)


def word(words: Iterable[str], description: str, **kwargs: Any) -> fields.String:
    """Return a word of a closed list."""
    listed = validate.OneOf(tuple(words))
    return fields.String(validate=listed, metadata={"description": description}, **kwargs)


def ident(description: str, *examples: str, **kwargs: Any) -> fields.String:
    """Return an id: letters, digits, - and _."""
    return matching(ID, description, *examples, **kwargs)


def ruleset(description: str = "The title and its version.", **kwargs: Any) -> Listed:
    """Return the id of a ruleset: a title and its version."""
    return Listed("RulesetId", description, "tzolkin@1", **kwargs)


def ruleset_name(**kwargs: Any) -> Listed:
    """Return the name of a ruleset: a title, or a version of it."""
    told = "A title, `tzolkin`, or a version of it, `tzolkin@1`."
    return Listed("RulesetName", told, "tzolkin", validate=validate.Length(1, 80), **kwargs)


def options(description: str, *examples: list[str], **kwargs: Any) -> List:
    """Return the options of a ruleset in a request or a record."""
    each = fields.String(validate=validate.Length(1, 80))
    told = {"description": description, **({"examples": list(examples)} if examples else {})}
    return List(each, validate=validate.Length(0, OPTIONS), metadata=told, **kwargs)


def options_shown(description: str, **kwargs: Any) -> fields.List[Any]:
    """Return the options of a ruleset in an answer."""
    each = fields.String(validate=validate.Length(1, 80))
    return several(each, description, OPTIONS, **kwargs)


def status(**kwargs: Any) -> fields.String:
    """Return the status of a game."""
    told = (
        "`waiting`: for players. `running`: in play. `over`: it has a result. `cancelled`: ended "
        "without a result."
    )
    return word(STATUSES, told, **kwargs)


def current_round(**kwargs: Any) -> JsonInt:
    """Return the round of a game."""
    return count("The current round.", **kwargs)


def step(description: str, **kwargs: Any) -> fields.String:
    """Return a step of a turn."""
    return text(description, 200, **kwargs)


def steps_shown(description: str, **kwargs: Any) -> fields.List[Any]:
    """Return the steps of a turn in an answer."""
    each = fields.String(validate=validate.Length(1, 200))
    return several(each, description, MOST_STEPS, **kwargs)


def several(
    inner: fields.Field[Any], description: str, most: int = LISTED, **kwargs: Any
) -> fields.List[Any]:
    """Return a list of limited length."""
    limits = validate.Length(max=most, error="should have at most {max} items")
    return fields.List(inner, validate=limits, metadata={"description": description}, **kwargs)


def nested(schema: type[Schema] | str, description: str, **kwargs: Any) -> fields.Nested:
    """Return an object with a schema of its own."""
    return fields.Nested(schema, metadata={"description": description}, **kwargs)


def has(member: str) -> dict[str, Any]:
    """Return the JSON Schema of objects that have a member."""
    return {"required": [member]}


def one_is_null(first: str, second: str) -> dict[str, Any]:
    """Return the keywords of objects in which exactly one of two members is null."""
    null = {"type": "null", "description": "Absent: null."}
    return {
        "if": {"properties": {first: null}},
        "then": {"not": {"properties": {second: null}}},
        "else": {"properties": {second: null}},
    }


def exactly_one(first: str, second: str, third: str) -> dict[str, Any]:
    """Return the keywords of objects that have exactly one of three members.

    Generators of clients make classes of ``oneOf``; they leave these keywords alone.
    """
    return {
        "if": has(first),
        "then": {"not": {"anyOf": [has(second), has(third)]}},
        "else": {"if": has(second), "then": {"not": has(third)}, "else": has(third)},
    }
