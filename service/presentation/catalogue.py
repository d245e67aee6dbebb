"""The catalogue of a title in one language: components, goods, words and labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from engine.title import Title
from schemas import titles
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
            _component(say, kind, str(id), facts)
            for kind, found in title.all_components().items()
            for id, facts in found.items()
        ],
        "tables": _plain(title.all_tables()),
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
        "is_module": module is not None,
        "requires": list(module.requires) if module else [],
        "excludes": title.excluded_by(id),
        "seats": list(module.seats if module and module.seats else title.seats),
    }


def _schemas(title: Title, say: Phrases) -> Json:
    parts = titles.of(title, lambda part: f"#/$defs/{part}", say.label)
    effects = {"$defs": {part: parts[part] for part in ("Effect", "EffectOfSide")}}
    return {
        "view": parts["View"],
        "own": parts["Own"],
        "effect": {**parts["Effect"], **effects},
        "option": {**parts["Option"], **effects},
        "component": parts["Component"],
    }


def _component(say: Phrases, kind: str, id: str, facts: Any) -> Json:
    told, written = say.component(kind, id), _plain(facts)
    return {
        "id": id,
        "kind": kind,
        "title": told.title,
        "text": told.text,
        "icon": written.get("icon") or f"{kind}.{id}".replace(" ", "_"),
        "assumed": written.get("assumed", False),
        "facts": {name: fact for name, fact in written.items() if name not in titles.STATED},
    }


def _plain(facts: Any) -> Any:
    """Return facts as JSON, including defaults."""
    if is_dataclass(facts) and not isinstance(facts, type):
        facts = asdict(facts)
    if isinstance(facts, Mapping):
        return {str(key): _plain(value) for key, value in facts.items()}
    return [_plain(each) for each in facts] if isinstance(facts, list | tuple) else facts
