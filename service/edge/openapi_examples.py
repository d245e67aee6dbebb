"""Exchanges: requests and answers, recorded as examples.

``examples/<operation>.json`` has the ``body`` by media type, the ``answers`` by status and media
type, and the document of each of the ``problems``. `make examples` records them from the running
service. Tests provoke and compare each one.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "examples"
Exchange = dict[str, Any]


@cache
def of(operation: str) -> Exchange:
    """Return the recorded exchange of an operation, empty for a new one."""
    try:
        found: Exchange = json.loads((FOLDER / f"{operation}.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return found


def body(operation: str, media: str) -> dict[str, Any]:
    """Return the example of an operation's body, as a member of its media type."""
    found = of(operation).get("body", {})
    return {"example": found[media]} if media in found else {}


def answer(operation: str, status: int, media: str) -> dict[str, Any]:
    """Return the example of an answer, as a member of its media type."""
    found = of(operation).get("answers", {}).get(str(status), {})
    return {"example": found[media]} if media in found else {}


def problem(operation: str, code: str) -> dict[str, Any] | None:
    """Return the document of a problem."""
    found: dict[str, Any] | None = of(operation).get("problems", {}).get(code)
    return found
