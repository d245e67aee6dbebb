"""Faults of a request in the caller's language.

A fault is found with an English sentence, by a schema or a check. Here it is looked up in the
texts of another language: a template of a sentence, in which ``{name}`` stands for a value.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import texts

_TEXTS = Path(__file__).parent / "fault_texts"
_LONGEST = 1_000
"""The letters of the longest fault that is looked up; longer ones quote what a request sent."""
_VALUE = re.compile(r"\{([a-z]+)\}")


class _Template(NamedTuple):
    """A sentence in English, and in another language."""

    said: re.Pattern[str]
    told: str


def in_language(message: str, language: str) -> str:
    """Return a fault in a language; in English if there is no text for it."""
    if language == texts.DEFAULT or len(message) > _LONGEST:
        return message
    for template in _templates(language):
        if found := template.said.fullmatch(message):
            return _VALUE.sub(lambda value: found[value[1]], template.told)
    return message


def known(language: str) -> dict[str, str]:
    """Return the sentences of a language by the English ones."""
    text = (_TEXTS / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _templates(language: str) -> list[_Template]:
    """Return the templates, those with the most words of their own first."""
    found = sorted(known(language).items(), key=lambda each: -len(_VALUE.sub("", each[0])))
    return [_Template(_pattern(said), told) for said, told in found]


def _pattern(said: str) -> re.Pattern[str]:
    parts = _VALUE.split(said)
    written = [
        f"(?P<{part}>.*)" if place % 2 else re.escape(part) for place, part in enumerate(parts)
    ]
    return re.compile("".join(written), re.DOTALL)
