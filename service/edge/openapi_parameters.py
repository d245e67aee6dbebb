"""Parameters of the specification, shared by the operations that take them."""

from __future__ import annotations

import re
from typing import Any

from schemas import talk
from service.edge import requests
from service.edge.operation import OPERATIONS, Operation

_ARGUMENT = re.compile(r"<(?:int:)?(\w+)>")
_ID = {"type": "string", "pattern": "^[0-9A-Za-z_-]{1,64}$"}
_COUNT = {"type": "integer", "minimum": 0, "maximum": 1_000_000}

_NAME = {"$ref": "#/components/schemas/RulesetName"}

PATH: dict[str, dict[str, Any]] = {
    "game_id": {"description": "The game's id.", "schema": _ID},
    "hook_id": {"description": "The webhook's id.", "schema": _ID},
    "job_id": {"description": "The job's id.", "schema": _ID},
    "name": {
        "description": "A title, `tzolkin`, or a version of it, `tzolkin@1`.",
        "schema": _NAME,
    },
    "rev": {"description": "The revision to return.", "schema": _COUNT},
    "seat": {"description": "The number of a seat, from 0.", "schema": _COUNT},
    "seek_id": {"description": "The seek's id.", "schema": _ID},
    "message_id": {
        "description": "The id of a message of table talk.",
        "schema": {"type": "string", "pattern": talk.ID},
    },
    "token_id": {"description": "The token's public id.", "schema": _ID},
    "request_id": {"description": "The id of an undo request.", "schema": _COUNT},
}

HEADERS: dict[str, dict[str, Any]] = {
    "If-Match": {
        "description": 'The revision that the caller knows, as in an ETag: `"17"` or `"17-ja"`. '
        "Other forms are refused: weak tags, lists, `*`, and numbers without quotes.",
        "schema": {"type": "string", "pattern": f"^{requests.REVISION}$", "examples": ['"17"']},
    },
    "If-Match (draft)": {
        "description": "The ETag of the draft that the caller knows, or `*` for any draft. Another "
        "draft is not changed. Weak tags are refused.",
        "schema": {"type": "string", "pattern": '^(\\*|"[!#-~]{1,64}")$'},
    },
    "If-None-Match (draft)": {
        "description": "`*`: only if there is no draft.",
        "schema": {"type": "string", "format": "entity-tag"},
    },
    "If-None-Match": {
        "description": "An ETag that the caller has. If it is current, the answer is 304.",
        "schema": {"type": "string", "format": "entity-tag"},
    },
    "Idempotency-Key": {
        "description": "A new UUID. A duplicate within 24 hours gets the same answer and has "
        "no effect.",
        "schema": {"type": "string", "pattern": "^[!-~]{16,200}$"},
    },
    "Prefer": {
        "description": "`return=minimal`: a short answer. `wait=N`: wait up to N seconds for a "
        "job, at most 10.",
        "schema": {"type": "string", "format": "preferences"},
    },
    "Last-Event-ID": {
        "description": "The id of the last event received.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}(-[0-9]{1,10})?$"},
    },
}


LANG: dict[str, Any] = {
    "in": "query",
    "name": "lang",
    "description": "The language of the sentences, where no header can be set: `en` or `ja`. It "
    "wins over Accept-Language; another value is ignored.",
    "schema": {"type": "string", "format": "language-tag", "examples": ["ja"]},
}

ACCEPT_LANGUAGE: dict[str, Any] = {
    "in": "header",
    "name": "Accept-Language",
    "description": "The languages that the caller reads, best first. The sentences are in the "
    "first one that the service speaks, else in English.",
    "schema": {
        "type": "string",
        "format": "language-ranges",
        "examples": ["ja, en;q=0.5"],
    },
}

LANGUAGE: dict[str, dict[str, Any]] = {
    each["name"]: {**each, "required": False} for each in (ACCEPT_LANGUAGE, LANG)
}
"""Parameters of every operation: each may answer with sentences."""


def template(path: str) -> str:
    """Return a path as the specification writes it: arguments in braces."""
    return _ARGUMENT.sub(r"{\1}", path)


def parameters(operation: Operation) -> list[str | dict[str, Any]]:
    """Return the parameters of an operation: those of path and headers by their names."""
    found: list[str | dict[str, Any]] = _ARGUMENT.findall(operation.path)
    if operation.query is not None:
        found.append({"in": "query", "schema": operation.query})
    return [*found, *map(_name, operation.headers), *LANGUAGE]


def components() -> dict[str, dict[str, Any]]:
    """Return the parameters of paths and headers that some operation takes, by name."""
    found = dict(LANGUAGE)
    for operation in OPERATIONS:
        for name in _ARGUMENT.findall(operation.path):
            found[name] = {"in": "path", "name": name, "required": True, **PATH[name]}
        for written in operation.headers:
            found[_name(written)] = _header(written)
    return dict(sorted(found.items()))


def _header(written: str) -> dict[str, Any]:
    """Return a header as a parameter. Some operations need If-Match; for others it is optional."""
    name = written.partition(" ")[0]
    told = HEADERS.get(written, HEADERS[name])
    required = written == "If-Match" or written.endswith("(required)")
    return {"in": "header", "name": name, "required": required, **told}


def _name(written: str) -> str:
    """Return the name of a component: `If-Match (draft)` is `If-Match.draft`."""
    return written.replace(" (", ".").rstrip(")")
