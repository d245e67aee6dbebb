"""The catalogue of a title in one language: components, goods, words and labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from engine.effects import plain, written
from engine.tables import Written
from engine.title import Title
from schemas import effects, titles
from texts import Phrases

Json = dict[str, Any]


def catalogue(title: Title, say: Phrases) -> Json:
    """Return everything that a client needs to draw a title without tables of its own."""
    return {
        "schemas": _schemas(title, say),
        "labels": {path: say.field(owner, name) for path, owner, name in titles.shown(title)},
        "goods": [
            {"id": id, "title": name, "icon": f"good.{id}"} for id, name in say.book.goods.items()
        ],
        "words": say.book.words,
        "components": [
            _component(title, say, kind, str(id), facts)
            for kind, found in title.all_components().items()
            for id, facts in found.items()
        ],
        "tables": _document(title, title.all_tables()),
    }


def options(title: Title, say: Phrases) -> list[Json]:
    """Return the options of a ruleset: what each changes, and what it goes with."""
    return [_option(title, id, say) for id in title.options]


def _option(title: Title, id: str, say: Phrases) -> Json:
    told, module = say.variant(id), title.module(id)
    return {
        "id": id,
        "title": told.title,
        "text": told.text,
        "is_module": module is not None and module.has_parts,
        "requires": list(module.requires) if module else [],
        "excludes": title.excluded_by(id),
        "seats": list(module.seats if module and module.seats else title.seats),
    }


def _schemas(title: Title, say: Phrases) -> Json:
    parts = titles.of(title, lambda part: f"#/$defs/{part}", say.label)
    whole = {"$defs": {part: parts[part] for part in ("Effect", "EffectOfSide")}}
    return {
        "view": parts["View"],
        "own": parts["Own"],
        "effect": {**parts["Effect"], **whole},
        "option": {**parts["Option"], **whole},
        "component": {**parts["Component"], "$defs": _in_tables(whole["$defs"])},
    }


def _in_tables(parts: Json) -> Json:
    return {**parts, "Effect": effects.of_tables(parts["Effect"])}


def _component(title: Title, say: Phrases, kind: str, id: str, facts: Any) -> Json:
    told, stated = say.component(kind, id), _document(title, facts)
    known = {name: fact for name, fact in stated.items() if name not in titles.STATED}
    return {
        "id": id,
        "kind": kind,
        "title": told.title,
        "text": told.text,
        "icon": stated.get("icon") or f"{kind}.{id}".replace(" ", "_"),
        "assumed": stated.get("assumed", False),
        **({"facts": known} if known else {}),
    }


def _document(title: Title, facts: Any, hint: Any = Any) -> Any:
    """Return facts as JSON, including defaults; ``hint`` is their type, which tells effects."""
    hint = plain(hint)
    if facts is None:
        return None
    if hint == Written:
        return written(title.rules.verbs, facts)
    if is_dataclass(facts) and not isinstance(facts, type):
        return {
            name: _document(title, getattr(facts, name), hint)
            for name, hint in _hints(type(facts)).items()
        }
    inside = get_args(hint)[-1] if get_args(hint) else Any
    if isinstance(facts, Mapping):
        return {str(key): _document(title, value, inside) for key, value in facts.items()}
    if isinstance(facts, list | tuple):
        return [_document(title, each, inside) for each in facts]
    return facts


@cache
def _hints(kind: type) -> dict[str, Any]:
    """Return the types of the fields of a dataclass by name."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: hints[each.name] for each in fields(kind)}
