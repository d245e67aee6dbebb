"""Sentence templates: text with places for values, written like ``str.format``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, Protocol

_NAME = re.compile(r"\d+|\w+(\.\d+)?", re.ASCII)
"""A number, a name, or an effect's verb and the number of its argument."""


class Speaker(Protocol):
    """Who turns one value into words; ``spec`` is what stands behind the colon of its place."""

    def say(self, value: Any, spec: str) -> str: ...


@dataclass(frozen=True)
class Place:
    """A gap in a template: which value belongs there and how it is to be said.

    A spec ``=good`` takes the way from another value: ``{n:=good}`` may say "2 wood".
    """

    name: str
    spec: str

    def fill(self, values: Mapping[str, Any], speaker: Speaker) -> str:
        """Return the value of this place in words."""
        spec = str(values[self.spec[1:]]) if self.spec.startswith("=") else self.spec
        return speaker.say(values[self.name], spec)


@dataclass(frozen=True)
class Template:
    """A template cut into texts and places once, so that filling it in costs little."""

    parts: tuple[str | Place, ...]

    @classmethod
    def parse(cls, text: str) -> Template:
        """Return the template this text writes: ``{0}``, ``{seat}``, ``{n:worker}``, ``{place.1}``.

        :raises ValueError: a brace stands alone, or a place is more than a name and a spec.
        """
        parts: list[str | Place] = []
        for literal, name, spec, conversion in Formatter().parse(text):
            if literal:
                parts.append(literal)
            if name is None:
                continue
            if conversion or not _NAME.fullmatch(name):
                raise ValueError(f"{text!r}: a place is {{name}} or {{name:spec}}")
            parts.append(Place(name, spec or ""))
        return cls(tuple(parts))

    @property
    def places(self) -> frozenset[Place]:
        """Return every place in it, once."""
        return frozenset(part for part in self.parts if isinstance(part, Place))

    def fill(self, values: Mapping[str, Any], speaker: Speaker) -> str:
        """Return the text with these values in their places.

        :raises KeyError: there is no value for a place.
        """
        return "".join(
            part if isinstance(part, str) else part.fill(values, speaker) for part in self.parts
        )
