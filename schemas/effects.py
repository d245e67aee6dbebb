"""JSON Schemas of effects: objects with a verb and its arguments by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Literal, get_args, get_origin

import msgspec

from engine.core import Effect, Verb
from engine.effects import EFFECT, SIDE, VERB, arguments, is_sided, of_list
from engine.title import Title
from schemas import prose

Json = dict[str, Any]
Label = Callable[[str], str]
"""Describes an argument by its name."""

OF_SIDE = "OfSide"
"""Added to the reference of an effect: the same with the side that it is for."""

NUMBER: Json = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
"""The schema of whole numbers."""


def of_title(title: Title, effect: str, label: Label) -> Json:
    """Return the schema of a title's effects: one object for each verb.

    ``effect`` is the reference to this schema, ``label`` the description of an argument.
    """
    told = [_of_verb(verb, effect, label) for _, verb in sorted(title.rules.verbs.items())]
    return {"description": f"A verb of {title.id} and its arguments.", "anyOf": told}


def _of_verb(verb: Verb[Any], effect: str, label: Label) -> Json:
    """Return the schema of a verb's effects. Of a secret one, another seat sees only the verb."""
    parameters = verb.signature.parameters.values()
    needed = [p.name for p in parameters if p.default is inspect.Parameter.empty]
    told = {
        each.name: {"description": label(each.name), **_argument(each.hint, effect)}
        for each in arguments(verb)
    }
    return {
        "type": "object",
        "description": prose.plain(verb.doc),
        "properties": {VERB: {"const": verb.name, "description": "The verb."}, **told},
        "required": [VERB] if verb.own else [VERB, *needed],
        "additionalProperties": False,
    }


def of_all(titles: Iterable[Title], effect: str, label: Label) -> Json:
    """Return one schema for the effects of all titles: a verb, and every argument that one has.

    ``label`` describes an argument. One name has one type in all titles, so that a client needs one
    class for all effects.

    :raises ValueError: it has two.
    """
    found: dict[str, Json] = {}
    for title in titles:
        for verb in title.rules.verbs.values():
            for each in arguments(verb):
                told = _argument(each.hint, effect)
                if found.setdefault(each.name, told) != told:
                    text = f"{title.name} {verb.name}: the argument {each.name!r} has two types"
                    raise ValueError(text)
    shown = {name: {"description": label(name), **told} for name, told in sorted(found.items())}
    verb_of = {"type": "string", "maxLength": 60, "description": "What happens; see the ruleset."}
    return {
        "type": "object",
        "description": "What happens: a verb, and its arguments by name. The schemas of the "
        "ruleset list the verbs of a title, and the arguments of each.",
        "properties": {VERB: verb_of, **shown},
        "required": [VERB],
        "additionalProperties": False,
    }


def of_tables(effect: Json) -> Json:
    """Return the schema of a title's effects in tables, where the game adds some arguments."""
    return {**effect, "anyOf": [{**verb, "required": [VERB]} for verb in effect["anyOf"]]}


def of_side(effect: str) -> Json:
    """Return the schema of an effect with the side that it is for."""
    side = {**NUMBER, "description": "The side: a seat, or an automa; -1: the table."}
    shown = {SIDE: side, EFFECT: {"$ref": effect, "description": "The effect."}}
    return {
        "type": "object",
        "description": "An effect, and the side that it is for.",
        "properties": shown,
        "required": list(shown),
        "additionalProperties": False,
    }


def _argument(hint: Any, effect: str) -> Json:
    if hint == Effect:
        return {"$ref": effect}
    if is_sided(hint):
        return {"$ref": f"{effect}{OF_SIDE}"}
    if (items := of_list(hint)) is not None:
        return {"type": "array", "items": _argument(items, effect)}
    if get_origin(hint) is dict:
        return {"type": "object", "additionalProperties": _argument(get_args(hint)[1], effect)}
    if get_origin(hint) is Literal:
        return {"type": "string"}
    if hint is int:
        return NUMBER
    plain: Json = msgspec.json.schema(hint)
    return plain
