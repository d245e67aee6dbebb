"""Component tables: TOML files as frozen dataclasses, with every effect checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from engine.core import Effect, Rules

T = TypeVar("T")

MARK = "x-effect"
"""Marks an effect in the JSON Schema of a table."""

Written = Annotated[list[Any], msgspec.Meta(extra_json_schema={MARK: True})]
"""An effect as a table writes it: an array of a verb and its arguments. Clients get an object."""


def load(path: Path, kind: type[T]) -> T:
    """Return the TOML file as ``kind``.

    :raises ValueError: wrong types, missing or unknown keys; file and place are named.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        table = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{path.name}: {error}") from None
    _no_unknown(data, msgspec.to_builtins(table), path.name)
    return table


def _no_unknown(written: Any, read: Any, where: str) -> None:
    """Raise ValueError for unknown keys: a typing error in the table."""
    if isinstance(written, dict):
        for key, value in written.items():
            if key not in read:
                raise ValueError(f"{where}: unknown key {key!r}; known: {', '.join(read)}")
            _no_unknown(value, read[key], f"{where} {key}")
    elif isinstance(written, list):
        for index, value in enumerate(written):
            _no_unknown(value, read[index], f"{where}[{index}]")


def effects(written: Any) -> tuple[Effect, ...]:
    """Return the effects of a table (lists) in the form of the kernel (tuples)."""
    return tuple(_tuples(effect) for effect in written)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def check(rules: Rules, groups: Iterable[tuple[str, Iterable[Effect]]]) -> None:
    """Check that every effect of every component names a verb and fits its signature.

    :raises ValueError: the component and the effect are named.
    """
    for name, written in groups:
        for effect in written:
            try:
                rules.check(effect)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None


def unique(name: str, ids: Iterable[str]) -> None:
    """Raise ValueError for a duplicate id."""
    seen: set[str] = set()
    for each in ids:
        if each in seen:
            raise ValueError(f"{name}: {each} stands twice")
        seen.add(each)
