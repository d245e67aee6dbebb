"""The languages we speak, and which of them a client understands best."""

from __future__ import annotations

from functools import lru_cache

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
