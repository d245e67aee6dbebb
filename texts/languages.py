"""The languages we speak: which one a client understands best, and how each counts and lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from babel import Locale
from babel.lists import format_list
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

DEFAULT = "en"

LANGUAGES = (DEFAULT, "ja")

LOCALES = {DEFAULT: "en_GB", "ja": "ja"}
"""The CLDR locale whose plurals and lists a language uses."""


@lru_cache(maxsize=256)
def best(accept_language: str | None) -> str:
    """Return the language for this Accept-Language header, by default English."""
    accepted = parse_accept_header(accept_language, LanguageAccept)
    return accepted.best_match(LANGUAGES, DEFAULT)


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(LOCALES[language])


def plural(language: str, n: float) -> str:
    """Return the name of the plural form for a number: "one", "other"."""
    return _locale(language).plural_form(n)


def joined(language: str, things: Iterable[str]) -> str:
    """Return things as a list inside a sentence: "a, b and c"."""
    return format_list(list(things), locale=_locale(language))


def number(n: float) -> str:
    """Return a number as short as it can be written exactly, with a real minus sign: 2.25, −3."""
    return f"{n:g}".replace("-", "−")
