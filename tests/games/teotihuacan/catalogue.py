"""What GET /v1/rulesets/teotihuacan shows of components, tables and options."""

from __future__ import annotations

from functools import cache
from typing import Any

import texts
from games.teotihuacan import TITLE
from service.presentation.catalogue import catalogue, options

Json = dict[str, Any]


@cache
def ruleset() -> Json:
    """The catalogue and the options of the title in English."""
    say = texts.phrases(TITLE, "en")
    return {**catalogue(TITLE, say), "options": options(TITLE, say)}


def components(kind: str) -> list[Json]:
    """The components of a kind."""
    return [each for each in ruleset()["components"] if each["kind"] == kind]


def says_assumed(module: str) -> bool:
    """Whether both descriptions of a module say that something of it is assumed."""
    option = next(each for each in ruleset()["options"] if each["id"] == module)
    return "assumed" in option["text"] and "assumed" in TITLE.options[module]


def component(kind: str, id: str) -> Json:
    """A component."""
    return next(each for each in components(kind) if each["id"] == id)
