"""JSON Schemas of what differs from title to title, derived from its state and its verbs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import msgspec

from engine.core import Effect, State, Verb
from engine.title import Title
from engine.visibility import INTERNAL, OWN, SECRET

Json = dict[str, Any]
"""A JSON Schema (2020-12)."""

SHARED = ("View", "Own", "Effect", "Effects")
"""The parts that the specification has as components, because its answers refer to them."""


def component(game: Title, part: str) -> str:
    """The name of a title's schema in the specification, and of its class in generated clients."""
    return f"{game.name.title().replace('_', '')}{part}"


def of(game: Title, ref: Callable[[str], str]) -> dict[str, Json]:
    """The schemas of a title by part: its view, a seat's own, an effect, effects, an option.

    ``ref`` makes the reference to another part.
    """
    effects = {"type": "array", "items": {"$ref": ref("Effect")}}
    return {
        "View": _whole_view(game),
        "Own": _own(game),
        "Effect": _effect(game),
        "Effects": effects,
        "Option": _option(ref("Effects")),
    }


def _whole_view(game: Title) -> Json:
    """The view of the state, with the fields of the title's derived facts."""
    view = {**_view(game, game.state), "title": component(game, "View")}
    if game.derived is not None:
        more = _view(game, get_type_hints(game.derived)["return"])
        view["properties"] |= more["properties"]
        view["required"] += more["required"]
    return view


def _described(game: Title, kind: type, schema: Json) -> Json:
    named = {"title": component(game, kind.__name__), **schema}
    text = inspect.getdoc(kind)
    return {"description": text, **named} if text else named


def _object(properties: Mapping[str, Json], required: Iterable[str]) -> Json:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _view(game: Title, kind: type) -> Json:
    """By the law of ``engine.visibility.view``: hidden lists show their length only."""
    shown: dict[str, Json] = {}
    hints = get_type_hints(kind)
    for each in fields(kind):
        seen_by = each.metadata.get("seen_by", "all")
        if seen_by in (SECRET, OWN):
            owner = "its seat" if seen_by == OWN else "nobody"
            text = f"How many; which ones {owner} may see."
            shown[each.name] = {"type": "integer", "minimum": 0, "description": text}
        elif seen_by != INTERNAL:
            players = each.name == "players"
            shown[each.name] = _players(game, kind) if players else _any(game, hints[each.name])
    return _described(game, kind, _object(shown, shown))


def _players(game: Title, kind: type) -> Json:
    return {"type": "array", "items": _view(game, _player(kind))}


def _player(kind: type) -> type:
    """The class of the players: what the state's base is parametrised with."""
    for base in getattr(kind, "__orig_bases__", ()):
        for argument in get_args(base):
            if isinstance(argument, type):
                return argument
    raise TypeError(f"{kind.__name__} should derive from {State.__name__}[Player]")


def _any(game: Title, kind: Any) -> Json:
    return _view(game, kind) if is_dataclass(kind) and isinstance(kind, type) else _plain(kind)


def _plain(kind: Any) -> Json:
    schema = msgspec.json.schema(kind)
    inlined: Json = _inline(schema, schema.pop("$defs", {}))
    return inlined


def _inline(schema: Any, parts: Mapping[str, Json]) -> Any:
    """The schema without references to parts of itself, so that it can stand anywhere.

    An array always tells its items, because many tools ask for that; where they are in
    ``prefixItems``, ``maxItems`` says that there are no more.
    """
    if isinstance(schema, list):
        return [_inline(each, parts) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inline(parts[schema["$ref"].rpartition("/")[2]], parts)
    told = {key: _inline(value, parts) for key, value in schema.items()}
    return {**told, "items": told.get("items") or {}} if told.get("type") == "array" else told


def _own(game: Title) -> Json:
    player = _player(game.state)
    hints = get_type_hints(player)
    owned = [f.name for f in fields(player) if f.metadata.get("seen_by") == OWN]
    shown = _object({name: _any(game, hints[name]) for name in owned}, ())
    text = f"What a seat of {game.id} sees besides."
    return {"title": component(game, "Own"), "description": text, **shown}


def _effect(game: Title) -> Json:
    told = [_call(verb) for _, verb in sorted(game.rules.verbs.items())]
    return {"description": f"A verb of {game.id} and its arguments.", "anyOf": told}


def _call(verb: Verb[Any]) -> Json:
    hints = get_type_hints(verb.run)
    arguments = [_argument(hints.get(p, Any)) for p in verb.signature.parameters]
    few = sum(p.default is inspect.Parameter.empty for p in verb.signature.parameters.values())
    return {
        "type": "array",
        "description": verb.doc,
        "prefixItems": [{"const": verb.name}, *arguments],
        "items": {},
        "minItems": 1 if verb.own else 1 + few,
        "maxItems": 1 + len(arguments),
    }


def _argument(kind: Any) -> Json:
    if kind is Effect or Effect in get_args(kind):
        return {"type": "array", "items": {}}
    return _plain(kind)


def _option(effects: str) -> Json:
    shown = {
        "step": {"type": "string"},
        "text": {"type": "string"},
        "effects": {"$ref": effects},
        "barrier": {"type": "boolean"},
    }
    return _object(shown, shown)
