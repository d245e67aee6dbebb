"""JSON Schemas of what differs from title to title, derived from its state and its verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from engine import tables
from engine.core import State
from engine.table import TITLE
from engine.title import Title
from engine.visibility import BY_SIDE, INTERNAL, OWN, SECRET
from schemas import effects, prose
from schemas.fields import COUNT
from schemas.shared import LISTED, TEXT

Json = dict[str, Any]
"""A JSON Schema (2020-12)."""

Label = Callable[[str, str, str], str]
"""Describes a field of a view by the class that declares it, its name, and who may see it."""

ALL, FACT, ARGUMENT = "all", "fact", "argument"
"""Seen by all; a fact of a component, which is the same in every game."""

LIMITS: dict[str, Json] = {
    "integer": {"minimum": -COUNT, "maximum": COUNT},
    "string": {"maxLength": TEXT},
    "array": {"maxItems": LISTED},
}
"""Limits of what a title may show, where it has none of its own."""

SHARED = ("View", "Own", "Component", "Tables")
"""The parts that the specification has as components, because its answers refer to them."""


def component(title: Title, part: str) -> str:
    """Return the name of a title's schema in the specification and in generated clients."""
    return f"{title.name.title().replace('_', '')}{part}"


def of(title: Title, ref: Callable[[str], str], label: Label) -> dict[str, Json]:
    """Return the schemas of a title by part: views, effects, option, component, tables.

    ``ref`` makes the reference to another part, ``label`` the description of a field.
    """
    parts = {
        "View": _whole_view(title, label),
        "Own": _own(title, label),
        "Effect": effects.of_title(title, ref("Effect"), partial(_of_argument, label)),
        "EffectOfSide": effects.of_side(ref("Effect")),
        "Option": _option(ref("Effect")),
        "Component": _component(title, label),
        "Tables": _tables(title, label),
    }
    parts |= {name: _named(parts[name], component(title, name)) for name in SHARED}
    return {name: limited(_referring(part, ref("Effect"))) for name, part in parts.items()}


def _named(schema: Any, name: str) -> Any:
    """Return a schema in which each object has a title, as generated clients need one.

    It is the title of the object around it, and the name of the member. Values of a map add a
    word, because some generators name the map like the member.
    """
    if isinstance(schema, list):
        return [_named(each, name) for each in schema]
    if not isinstance(schema, dict) or tables.MARK in schema:
        return schema
    if "properties" not in schema:
        values = {"additionalProperties": f"{name}Value"}
        return {key: _named(each, values.get(key, name)) for key, each in schema.items()}
    name = schema.get("title", name)
    around = name.removesuffix("Component").removesuffix("Table")
    members = {
        member: _named(each, around + member.title().replace("_", ""))
        for member, each in schema["properties"].items()
    }
    return {**schema, "title": name, "properties": members}


def _referring(schema: Any, effect: str) -> Any:
    """Return a schema with references to the effects that it holds."""
    if isinstance(schema, list):
        return [_referring(each, effect) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if tables.MARK in schema:
        return {key: schema[key] for key in ("description",) if key in schema} | {"$ref": effect}
    return {key: _referring(each, effect) for key, each in schema.items()}


def _of_argument(label: Label, name: str) -> str:
    return label("", name, ARGUMENT)


def limited(schema: Any) -> Any:
    """Return a schema in which every number, text and list has limits."""
    if isinstance(schema, list):
        return [limited(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    limits = {} if "enum" in schema else LIMITS.get(str(schema.get("type")), {})
    return {
        **limits,
        **{key: each if key == "enum" else limited(each) for key, each in schema.items()},
    }


def shown(title: Title) -> Iterator[tuple[str, str, str]]:
    """Yield every field of a view as its path (``players.goods``), its class and its name."""
    yield from _shown(title.state, "")
    if title.derived is not None:
        yield from _shown(_derived(title), "")


def _shown(kind: type, path: str) -> Iterator[tuple[str, str, str]]:
    hints = get_type_hints(kind)
    for each in fields(kind):
        if each.metadata.get("seen_by") == INTERNAL:
            continue
        yield f"{path}{each.name}", kind.__name__, each.name
        part = _player(kind) if each.name == "players" else hints[each.name]
        for nested in filter(_is_nested, _within(part)):
            yield from _shown(nested, f"{path}{each.name}.")


def _within(hint: Any) -> Iterator[Any]:
    """Yield a type and all types that its arguments name, ``Die`` for ``dict[str, list[Die]]``."""
    yield hint
    for each in get_args(hint):
        yield from _within(each)


def _is_nested(kind: Any) -> bool:
    return isinstance(kind, type) and is_dataclass(kind)


def _derived(title: Title) -> type:
    """Return the class of the facts that a title derives from its state."""
    derived: type = get_type_hints(title.derived)["return"]
    return derived


def _whole_view(title: Title, label: Label) -> Json:
    """Return the view of the state, with the fields of the title's derived facts."""
    view = {**_view(title, title.state, label), "title": component(title, "View")}
    _name_title(title, view)
    if title.derived is not None:
        more = _view(title, _derived(title), label)
        view["properties"] |= more["properties"]
        view["required"] += more["required"]
    return view


def _name_title(title: Title, schema: Json) -> None:
    """Add the member that tells the schemas of the titles apart."""
    name = {"type": "string", "enum": [title.name], "description": "The name of the title."}
    schema["properties"] = {TITLE: name, **schema["properties"]}
    schema["required"] = [TITLE, *schema["required"]]


def _described(title: Title, kind: type, schema: Json) -> Json:
    named = {"title": component(title, kind.__name__), **schema}
    text = prose.of_class(kind)
    return {"description": text, **named} if text else named


def _object(properties: Mapping[str, Json], required: Iterable[str]) -> Json:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _view(title: Title, kind: type, label: Label) -> Json:
    """Describe what ``engine.visibility.view`` shows: of hidden lists only the length."""
    shown: dict[str, Json] = {}
    optional = {each.name for each in fields(kind) if "module" in each.metadata}
    hints = get_type_hints(kind)
    for each in fields(kind):
        seen_by = each.metadata.get("seen_by", ALL)
        if seen_by == INTERNAL:
            continue
        if seen_by in (SECRET, OWN):
            schema: Json = {"type": "integer", "minimum": 0}
        elif each.name == "players":
            schema = {"type": "array", "items": _view(title, _player(kind), label)}
        else:
            hint = hints[each.name]
            part = get_args(hint)[0] if each.name in optional else hint
            schema = _any(title, part, label)
        shown[each.name] = {"description": label(kind.__name__, each.name, seen_by), **schema}
    return _described(title, kind, _object(shown, [name for name in shown if name not in optional]))


def _player(kind: type) -> type:
    """Return the class of the players: what the state's base is parametrised with."""
    for base in getattr(kind, "__orig_bases__", ()):
        for argument in get_args(base):
            if isinstance(argument, type):
                return argument
    raise TypeError(f"{kind.__name__} should derive from {State.__name__}[Player]")


def _any(title: Title, kind: Any, label: Label) -> Json:
    """Return the schema of a field; dataclasses in it, its list or dict are views too."""
    if _is_nested(kind):
        return _view(title, kind, label)
    of = get_origin(kind)
    if not any(map(_is_nested, _within(kind))):
        return _plain(kind)
    if of in (Union, UnionType):
        return {"anyOf": [_any(title, each, label) for each in get_args(kind)]}
    if of not in (list, dict):
        return _plain(kind)
    items = _any(title, get_args(kind)[-1], label)
    if of is list:
        return {"type": "array", "items": items}
    return {"type": "object", "additionalProperties": items}


def _plain(kind: Any) -> Json:
    schema = msgspec.json.schema(kind)
    inlined: Json = _inline(schema, schema.pop("$defs", {}))
    return inlined


def _inline(schema: Any, parts: Mapping[str, Json]) -> Any:
    """Return the schema without references to parts of itself, so that it can stand anywhere.

    An array always has ``items``, because many tools ask for that. ``prefixItems`` stands only
    where the items have several types.
    """
    if isinstance(schema, list):
        return [_inline(each, parts) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inline(parts[schema["$ref"].rpartition("/")[2]], parts)
    told = {key: _inline(value, parts) for key, value in schema.items()}
    if told.get("type") != "array":
        return told
    each, *others = told.get("prefixItems", [{}])
    if others and all(other == each for other in others):
        del told["prefixItems"]
        return {**told, "items": each}
    return {**told, "items": told.get("items") or {}}


def _own(title: Title, label: Label) -> Json:
    text = f"What a seat of {title.id} sees besides."
    shown = _owned(title, _player(title.state), label)
    shown["properties"] |= _owned_elsewhere(title, title.state, label)
    _name_title(title, shown)
    return {"title": component(title, "Own"), "description": text, **shown}


def _owned_elsewhere(title: Title, kind: type, label: Label) -> dict[str, Json]:
    """Describe the owner's fields in parts of the table: those of modules are under their names."""
    hints, shown = get_type_hints(kind), dict[str, Json]()
    for each in fields(kind):
        parts = [
            part for part in (hints[each.name], *_within(hints[each.name])) if _is_nested(part)
        ]
        if not parts or each.name == "players":
            continue
        if BY_SIDE.items() <= each.metadata.items():
            inside = _owned(title, parts[0], label)
        else:
            inside = _object(_owned_elsewhere(title, parts[0], label), ())
        if inside["properties"]:
            text = label(kind.__name__, each.name, ALL)
            shown[each.name] = {"description": text, **inside}
    return shown


def _owned(title: Title, kind: type, label: Label) -> Json:
    """Describe what ``engine.visibility.own`` shows: fields of the owner, also nested ones."""
    hints, shown = get_type_hints(kind), dict[str, Json]()
    for each in fields(kind):
        seen_by, hint = each.metadata.get("seen_by", ALL), hints[each.name]
        if seen_by == OWN:
            schema = _any(title, hint, label)
        elif seen_by == ALL and _is_nested(hint) and _owned(title, hint, label)["properties"]:
            schema = _owned(title, hint, label)
        else:
            continue
        shown[each.name] = {"description": label(kind.__name__, each.name, ALL), **schema}
    return _object(shown, ())


def _option(effect: str) -> Json:
    effects = {"type": "array", "items": {"$ref": effect}}
    barrier = (
        "Whether the option ends the turn: it draws or reveals something, or another seat must "
        "decide."
    )
    shown: dict[str, Json] = {
        "step": {"type": "string", "description": "The step to post."},
        "text": {"type": "string", "description": "What the option does, as a sentence."},
        "effects": {**effects, "description": "Its effects, in order."},
        "barrier": {"type": "boolean", "description": barrier},
    }
    return {"description": "One legal answer.", **_object(shown, shown)}


STATED = ("id", "icon", "assumed")
"""Facts of a component that its document states beside its other facts."""


MEMBERS = {
    "id": "The id, unique among the components of its kind.",
    "title": "The name inside a sentence.",
    "text": "What it does, in one or two sentences.",
    "icon": "A key for a picture, the same in all languages.",
}
"""Texts that every component has."""


def _component(title: Title, label: Label) -> Json:
    kinds = title.all_components().items()
    told = [_component_of(title, kind, facts, label) for kind, facts in kinds]
    return {"description": f"A component of {title.id}, by kind.", "anyOf": told}


def _component_of(title: Title, kind: str, facts: Mapping[str, Any], label: Label) -> Json:
    examples = {type(each) if each else None: each for each in facts.values()}
    known = [_facts(title, each, kind, label) for each in examples.values()]
    told = [each for each in known if each["properties"]]
    sure = "Whether no source confirms the facts for the printed game."
    shown: dict[str, Json] = {
        "kind": {"const": kind, "description": "The kind of the component."},
        **{name: {"type": "string", "description": text} for name, text in MEMBERS.items()},
        "assumed": {"type": "boolean", "description": sure},
    }
    required = list(shown)
    if told:
        text = "The facts that rules use; they are the same in every game."
        shown["facts"] = {"description": text, **told[0]}
        required += ["facts"] if told == known else []
    name = component(title, f"{kind.title().replace('_', '')}Component")
    text = f"A component of the kind `{kind}`."
    return {"title": name, "description": text, **_object(shown, required)}


def _facts(title: Title, example: Any, kind: str, label: Label) -> Json:
    """Return the shape of a kind's facts, by one of them."""
    if not is_dataclass(example):
        stated = {name: fact for name, fact in example.items() if name not in STATED}
        shown = _named_values(title, stated, kind, label)
        return _object(shown["properties"], shown["required"])
    shape: Json = _stated(_plain(type(example)), kind, label, STATED)
    return shape


def _stated(schema: Any, place: str, label: Label, without: tuple[str, ...] = ()) -> Any:
    """Return the schema of objects with all fields, including defaults, each with its label."""
    if isinstance(schema, list):
        return [_stated(each, place, label) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "properties" not in schema:
        return {k: _stated(v, place, label) for k, v in schema.items() if k != "default"}
    left = {
        name: {
            "description": label(place, name, FACT),
            **_stated(each, f"{place}.{name}", label),
        }
        for name, each in schema["properties"].items()
        if name not in without
    }
    return _object(left, left)


def facts(title: Title) -> Iterator[tuple[str, str]]:
    """Yield every fact as its place (``building``) and its name (``cost``)."""
    found: list[tuple[str, str]] = []

    def label(place: str, name: str, _: str) -> str:
        found.append((place, name))
        return name

    _component(title, label)
    _tables(title, label)
    yield from found


def _tables(title: Title, label: Label) -> Json:
    """Return the shape of the tables, by their values: they are the same in every game."""
    shown = {
        name: {"description": label("tables", name, FACT), **_table(title, value, name, label)}
        for name, value in title.all_tables().items()
    }
    text = f"Facts of {title.id} that belong to no single component."
    return {"title": component(title, "Tables"), "description": text, **_object(shown, shown)}


def _table(title: Title, value: Any, place: str, label: Label) -> Json:
    if is_dataclass(value):
        stated: Json = _stated(_plain(type(value)), place, label)
        return {**stated, "title": component(title, f"{type(value).__name__}Table")}
    if isinstance(value, Mapping):
        common = _common([_table(title, each, place, label) for each in value.values()])
        if not common:
            return _named_values(title, value, place, label)
        return {"type": "object", "additionalProperties": common}
    if isinstance(value, list | tuple):
        shapes = [_table(title, each, place, label) for each in value]
        return {"type": "array", "items": _common(shapes)}
    names = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return {"type": names[type(value)]}


def _named_values(title: Title, value: Mapping[str, Any], place: str, label: Label) -> Json:
    """Return the shape of a table whose values have different shapes: an object with members."""
    shown = {
        name: {"description": label(place, name, FACT), **_table(title, each, place, label)}
        for name, each in value.items()
    }
    name = place.title().replace("_", "").replace(".", "")
    return {"title": component(title, f"{name}Table"), **_object(shown, shown)}


def _common(shapes: list[Json]) -> Json:
    """Return the shape that all values have, or the shape of anything."""
    return shapes[0] if shapes and all(each == shapes[0] for each in shapes) else {}
