"""General rules of the specification's schemas, made for generators of clients.

Many generators know OpenAPI 3.1 in part. They need a format for a number, a type beside a constant,
and null outside of a list of words. Lists of words that occur in several places have a name, so
that a generated client has one type for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from match import words
from schemas.fields import LANGUAGES
from schemas.webhook_events import WEBHOOK_EVENTS
from store import words as store_words

Json = dict[str, Any]

Listed = tuple[str, Sequence[str]]
"""A list of words with its description."""

NAMED: dict[str, Listed] = {
    "AccountKind": ("How an account was made.", store_words.ACCOUNT_KINDS),
    "ClockKind": ("What the seconds of a clock are for.", words.CLOCK_KINDS),
    "DisabledReason": ("Why a webhook is disabled.", store_words.DISABLED_REASONS),
    "EntryKind": ("What an entry of the record is about.", words.KINDS),
    "GameStatus": ("The status of a game.", words.STATUSES),
    "JobKind": ("What a job does.", store_words.JOB_KINDS),
    "JobState": ("The state of a job.", store_words.JOB_STATES),
    "Language": ("A language of the sentences.", LANGUAGES),
    "RatePolicy": ("The name of a rate limit.", store_words.RATE_POLICIES),
    "RateScope": ("Which requests are counted together.", store_words.RATE_SCOPES),
    "ServicePart": ("A part of the service.", store_words.PARTS),
    "UndoPolicy": ("When turns may be undone that others have seen.", words.UNDO_POLICIES),
    "UndoState": ("The state of an undo request.", words.UNDO_STATES),
    "Visibility": ("Who may see a game.", words.VISIBILITIES),
    "WebhookEvent": ("An event that a webhook is sent.", WEBHOOK_EVENTS),
}
"""Lists of words, by the name of their schema."""

SMALLEST, LARGEST = -(2**31), 2**31 - 1
_VALUES = ("example", "examples", "default", "enum", "const", "mapping", "required", "security")
"""Members of the specification that hold no schemas."""

_OF_WORDS = ("type", "enum", "minLength", "maxLength")
_NULL: Json = {"type": "null"}


def reference(name: str) -> str:
    """Return the reference to a schema."""
    return f"#/components/schemas/{name}"


def walked(part: Any, rule: Callable[[Json], Json]) -> Any:
    """Return a part of the specification with a rule applied to each schema, inner ones first."""
    if isinstance(part, list):
        return [walked(each, rule) for each in part]
    if not isinstance(part, dict):
        return part
    told = {
        key: {name: walked(each, rule) for name, each in value.items()}
        if key == "properties" and isinstance(value, dict)
        else value
        if key in _VALUES
        else walked(value, rule)
        for key, value in part.items()
    }
    return rule(told)


def tidied(document: Json, more: Mapping[str, Listed]) -> Json:
    """Return the specification with the general rules applied, and with the named words.

    ``more`` are named words that only the caller knows.
    """
    named = {**NAMED, **more}
    names = {frozenset(each): name for name, (_, each) in named.items()}
    told: Json = walked(document, partial(_tidy, names))
    schemas = told["components"]["schemas"]
    text = str(told)
    for name, (description, each) in named.items():
        if f"'{reference(name)}'" in text:
            shape = {"title": name, "type": "string", "enum": list(each)}
            schemas[name] = {**shape, "description": description}
    told["components"]["schemas"] = dict(sorted(schemas.items()))
    return told


def _tidy(names: Mapping[frozenset[str], str], schema: Json) -> Json:
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    if "enum" in schema and "string" in kinds:
        return _listed(names, schema)
    if isinstance(schema.get("const"), str):
        return {"type": "string", **schema}
    if "integer" in kinds:
        return _whole(schema)
    if "number" in kinds:
        return {**schema, "format": "double"}
    return schema


def _whole(schema: Json) -> Json:
    """Limit a whole number, by default to 32 bits."""
    least, most = schema.get("minimum", SMALLEST), schema.get("maximum", LARGEST)
    size = "int32" if least >= SMALLEST and most <= LARGEST else "int64"
    return {**schema, "format": size, "minimum": least, "maximum": most}


def _listed(names: Mapping[frozenset[str], str], schema: Json) -> Json:
    """Take null out of a list of words, and refer to a list that has a name."""
    listed = [each for each in schema["enum"] if each is not None]
    name = names.get(frozenset(listed))
    beside = {key: each for key, each in schema.items() if key not in _OF_WORDS}
    shape: Json = {"$ref": reference(name)} if name else {"type": "string", "enum": listed}
    if "null" not in schema["type"]:
        return {**shape, **beside}
    return {"anyOf": [shape, _NULL], **beside}
