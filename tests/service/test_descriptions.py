"""Every part of the specification is described in plain sentences, and every value has limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from clients.tools import read_yaml
from games import all_titles
from service.presentation.catalogue import catalogue
from tests.conftest import ROOT
from texts import DEFAULT, LANGUAGES, phrases

Place = tuple[str, ...]
Json = dict[str, Any]

MOST_WORDS = 25
"""Words of a sentence (`tests/test_prose.py` has the same limit)."""

CITED = re.compile(
    r"\b[DRS][1-9]\d*\b|\([A-Z]?\d+(\.\d+)*\)|\b(section|ruling|rule) [A-Z]?\d|§|\b[A-Z]\d+\.\d"
)
"""The number of a ruling, or of a section of the rules: `R12`, `(E3)`, `section 4`."""

CODE = re.compile(r"``|\b(schemas|match|engine|service|store|texts|records)\.\w+")
"""Names of the program: only its authors know them."""

LITERAL = re.compile(r"`[^`]*`|https?://\S+|\{[^}]*\}|\"[^\"]*\"")
OF_EXAMPLES = ("example", "examples", "default", "const", "enum")


@cache
def specification() -> Json:
    document: Json = read_yaml((ROOT / "openapi.yaml").read_text(encoding="utf-8"))
    return document


def parts(node: Any, place: Place = ()) -> Iterator[tuple[Place, Json]]:
    """Yield every object of the specification with its place, examples excepted."""
    if isinstance(node, list):
        for index, each in enumerate(node):
            yield from parts(each, (*place, str(index)))
    if isinstance(node, dict):
        yield place, node
        for name, each in node.items():
            named = place[-1:] == ("properties",)
            if named or name not in OF_EXAMPLES:
                yield from parts(each, (*place, name))


def described() -> Iterator[tuple[Place, Json]]:
    """Yield everything that a client author looks up."""
    document = specification()
    for tag in document["tags"]:
        yield ("tags", tag["name"]), tag
    for kind in ("schemas", "parameters", "headers", "responses", "securitySchemes"):
        for name, part in document["components"][kind].items():
            yield (kind, name), part
    for place, part in parts(document):
        if is_property(place):
            yield place, part
        if {"operationId", "responses"} <= part.keys():
            yield place, part
            for status, answer in part["responses"].items():
                yield (*place, status), answer
            for parameter in part.get("parameters", ()):
                yield (*place, str(parameter.get("name"))), parameter


def schemas() -> Iterator[tuple[Place, Json]]:
    """Yield every JSON Schema with a type."""
    for place, part in parts(specification()):
        if isinstance(part.get("type"), str | list) and place[-1:] != ("properties",):
            yield place, part


def types(schema: Json) -> set[str]:
    named = schema["type"]
    return {named} if isinstance(named, str) else set(named)


def is_stream(place: Place) -> bool:
    """Return whether this is a whole body that is not JSON: it ends when its sender ends it."""
    return place[-1:] == ("schema",) and place[-3:-2] == ("content",)


@cache
def served() -> Json:
    """Return the schemas in the documents of the rulesets."""
    spoken = [(title, lang) for title in all_titles().values() for lang in LANGUAGES]
    return {f"{t.name} {lang}": catalogue(t, phrases(t, lang))["schemas"] for t, lang in spoken}


def is_property(place: Place) -> bool:
    return place[-2:-1] == ("properties",) and place[-3:-2] != ("properties",)


def test_everything_in_the_schemas_of_rulesets_is_described() -> None:
    found = [(place, part) for place, part in parts(served()) if is_property(place)]
    assert found
    for place, part in found:
        assert part.get("description"), "/".join(place)


def test_everything_is_described() -> None:
    lacking = [
        "/".join(place)
        for place, part in described()
        if "$ref" not in part and not part.get("description")
    ]
    assert not lacking, lacking


def sentences() -> Iterator[tuple[str, str]]:
    """Yield every sentence of a description with its place."""
    english = {name: part for name, part in served().items() if name.endswith(DEFAULT)}
    for place, part in parts({**specification(), "rulesets": english}):
        text = part.get("description")
        if not isinstance(text, str) or place == ("info",):
            continue
        for paragraph in re.split(r"\n\s*\n", text):
            yield "/".join(place), " ".join(paragraph.split())


def test_descriptions_are_short_sentences() -> None:
    for place, text in sentences():
        assert text.endswith("."), f"{place}: {text}"
        for sentence in re.split(r"(?<=[.:;])\s", LITERAL.sub("x", text)):
            assert len(sentence.split()) <= MOST_WORDS, f"{place}: {sentence}"


def test_descriptions_name_no_ruling_and_no_code() -> None:
    for place, text in sentences():
        plain = LITERAL.sub("x", text)
        assert not CITED.search(plain), f"{place}: {text}"
        assert not CODE.search(text), f"{place}: {text}"


def test_every_number_text_and_list_has_limits() -> None:
    for place, schema in schemas():
        told = f"{'/'.join(place)}: {schema}"
        if "enum" in schema or "const" in schema or is_stream(place):
            continue
        if "integer" in types(schema):
            assert {"minimum", "maximum"} <= schema.keys(), told
        if "string" in types(schema):
            assert schema.keys() & {"maxLength", "pattern", "format"}, told
        if "array" in types(schema):
            assert "maxItems" in schema, told
