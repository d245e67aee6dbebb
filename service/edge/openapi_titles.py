"""Titles in the specification: their schemas, unions over all titles, and lists of their ids.

A generated client has a class for each object. So every titled object becomes a schema of its own,
with the name of the title before it. A union says which member tells its classes apart.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from apispec.ext.marshmallow.openapi import OpenAPIConverter

import games
import texts
from engine.table import TITLE
from engine.title import Title
from schemas import effects, titles
from schemas.fields import EffectField, Listed, PerTitle
from service.edge.openapi_shapes import Json, reference
from service.presentation.problems import STATUS

_KIND = "kind"
"""The member that tells the components of a title apart."""

UNIONS = {
    "View": "The public view of a game, by title.",
    "Own": "The hidden part of a seat, by title.",
}


def teach(converter: OpenAPIConverter) -> None:
    """Teach the converter the fields that depend on the titles."""
    converter.add_attribute_function(_per_title)
    converter.add_attribute_function(_listed)


def _per_title(_self: Any, field: Any, **_: Any) -> Json:
    if isinstance(field, EffectField):
        return {"$ref": reference("Effect")}
    if not isinstance(field, PerTitle):
        return {}
    if field.part in UNIONS:
        return {"$ref": reference(field.part)}
    return {"anyOf": [_ref(title, field.part) for title in games.all_titles().values()]}


def _listed(_self: Any, field: Any, **_: Any) -> Json:
    if not isinstance(field, Listed):
        return {}
    return {"enum": listed()[field.of][1]}


def listed() -> dict[str, tuple[str, list[str]]]:
    """Return the lists of words that only the service knows, by name, each with a description."""
    names = list(games.all_titles())
    ids = [f"{name}@{version}" for name in names for version in games.versions(name)]
    return {
        "ProblemCode": ("The code of a problem. Later versions may add codes.", list(STATUS)),
        "RulesetId": ("A title with its version. Later versions may add titles.", ids),
        "RulesetName": (
            "A title, in its newest version or in a named one. Later versions may add titles.",
            [*names, *ids],
        ),
    }


def _name_of(title: Title, part: str) -> str:
    return reference(titles.component(title, part) if part in titles.SHARED else part)


def _ref(title: Title, part: str) -> Json:
    return {"$ref": _name_of(title, part)}


def schemas() -> dict[str, Json]:
    """Return the schemas of all titles, and the unions over them."""
    found: dict[str, Json] = {}
    for title in games.all_titles().values():
        label = texts.phrases(title, texts.DEFAULT).label
        parts = titles.of(title, partial(_name_of, title), label)
        for part in titles.SHARED:
            _add(found, titles.component(title, ""), titles.component(title, part), parts[part])
    found |= {part: _union(part, text) for part, text in UNIONS.items()}
    every, ref = games.all_titles().values(), reference("Effect")
    effect = {"title": "Effect", **effects.of_all(every, ref, _argument_label)}
    side = {"title": "EffectOfSide", **effects.of_side(ref)}
    return found | {each["title"]: titles.limited(each) for each in (effect, side)}


def _argument_label(name: str) -> str:
    """Return what an argument is, in the words of all titles that have it."""
    known = [texts.phrases(title, texts.DEFAULT) for title in games.all_titles().values()]
    told = [each.argument(name) for each in known if name in each.book.arguments]
    return " ".join(dict.fromkeys(told))


def _union(part: str, text: str) -> Json:
    every = {title.name: _ref(title, part) for title in games.all_titles().values()}
    return {"title": part, "description": text, **one_of(TITLE, every)}


def one_of(member: str, kinds: dict[str, Json]) -> Json:
    """Return the union of schemas, by the value of the member that tells them apart."""
    mapping = {value: each["$ref"] for value, each in kinds.items()}
    return {
        "oneOf": list(kinds.values()),
        "discriminator": {"propertyName": member, "mapping": mapping},
    }


def _add(found: dict[str, Json], prefix: str, name: str, schema: Json) -> None:
    """Add a schema under a name; its titled objects become schemas of their own."""
    _put(found, name, _taken_out(found, prefix, {**schema, "title": name}, top=True))


def _put(found: dict[str, Json], name: str, shape: Json) -> None:
    if found.setdefault(name, shape) != shape:
        raise ValueError(f"two objects would be called {name}")


def _taken_out(found: dict[str, Json], prefix: str, schema: Any, top: bool = False) -> Any:
    """Return a schema with references to its titled objects, which are added to ``found``."""
    if isinstance(schema, list):
        return [_taken_out(found, prefix, each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    told: Json = {
        key: {each: _taken_out(found, prefix, shape) for each, shape in value.items()}
        if key == "properties"
        else _taken_out(found, prefix, value)
        for key, value in schema.items()
    }
    kinds = told.get("anyOf", ())
    if kinds and all("$ref" in each for each in kinds):
        told = _by_kind(found, told)
    if top or "properties" not in told or "title" not in told:
        return told
    name = str(told["title"])
    name = name if name.startswith(prefix) else prefix + name
    _put(found, name, {"description": "Facts that belong together.", **told, "title": name})
    return {"$ref": reference(name)}


def _by_kind(found: dict[str, Json], schema: Json) -> Json:
    """Return a union of classes that a constant member tells apart."""
    kinds = {}
    for each in schema["anyOf"]:
        shape = found[each["$ref"].rpartition("/")[2]]
        kind = shape["properties"].get(_KIND, {}).get("const")
        if kind is None:
            return schema
        kinds[kind] = each
    told = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**told, **one_of(_KIND, kinds)}


def rulesets(base: Json) -> dict[str, Json]:
    """Return the schema of a ruleset for each title, and the union of them.

    Their components and tables have the classes of the title.
    """
    found: dict[str, Json] = {}
    kinds: dict[str, Json] = {}
    shown = base["properties"]
    named = {key: each for key, each in shown["name"].items() if key != "enum"}
    for title in games.all_titles().values():
        name = titles.component(title, "Ruleset")
        own = {
            "name": {**named, "const": title.name, "examples": [title.name]},
            "components": {**shown["components"], "items": _ref(title, "Component")},
            "tables": {**_ref(title, "Tables"), "description": shown["tables"]["description"]},
        }
        found[name] = {**base, "title": name, "properties": {**shown, **own}}
        kinds[title.name] = {"$ref": reference(name)}
    union = {"title": "Ruleset", "description": base["description"]}
    return {**found, "Ruleset": {**union, **one_of("name", kinds)}}
