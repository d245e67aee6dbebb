"""The specification: OpenAPI 3.1, generated from operations, schemas and titles.

``python -m service.edge.openapi`` prints it as YAML.
"""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter

import games
import texts
from engine.title import Title
from schemas import views
from schemas.fields import PerTitle, SeatWanted
from schemas.problems import ProblemDocument
from service.edge import exchanges, sent
from service.edge.operation import FREE, OPERATIONS, Answer, Operation
from service.presentation.problems import MEDIA_TYPE, STATUS, sentences

VERSION = "1.0.0"
_ARGUMENT = re.compile(r"<(?:int:)?(\w+)>")
_ID = {"type": "string", "pattern": "^[0-9A-Za-z_-]{1,64}$"}
_JSON = ("application/json", "application/problem+json")
_COUNT = {"type": "integer", "minimum": 0, "maximum": 1_000_000}

PATH: dict[str, dict[str, Any]] = {
    "game_id": {"description": "The game's id.", "schema": _ID},
    "hook_id": {"description": "The webhook's id.", "schema": _ID},
    "job_id": {"description": "The job's id.", "schema": _ID},
    "name": {"description": "A title, or a version of it.", "schema": {"type": "string"}},
    "rev": {"description": "A revision.", "schema": _COUNT},
    "seat": {"description": "The number of a seat, from 0.", "schema": _COUNT},
    "request_id": {"description": "The id of an undo request.", "schema": _COUNT},
}

HEADERS: dict[str, dict[str, Any]] = {
    "If-Match": {
        "description": 'The revision that the caller knows, from the ETag: `"17"`.',
        "schema": {"type": "string", "pattern": '^(W/)?"?[0-9]{1,10}"?$'},
    },
    "If-Match (draft)": {
        "description": "The ETag of the draft that the caller knows. Another draft is not changed.",
        "schema": {"type": "string"},
    },
    "If-None-Match (draft)": {
        "description": "`*`: only if there is no draft.",
        "schema": {"type": "string"},
    },
    "If-None-Match": {
        "description": "An ETag that the caller has. If it is current, the answer is 304.",
        "schema": {"type": "string"},
    },
    "Idempotency-Key": {
        "description": "A new UUID. A duplicate within 24 hours gets the same answer and has "
        "no effect.",
        "schema": {"type": "string", "pattern": "^[!-~]{16,200}$"},
    },
    "Prefer": {
        "description": "`return=minimal`: a short answer. `wait=N`: wait up to N seconds for a "
        "job, at most 10.",
        "schema": {"type": "string"},
    },
    "Last-Event-ID": {
        "description": "The id of the last event received.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}(-[0-9]{1,10})?$"},
    },
}

ANSWERED: dict[str, str] = {
    "ETag": "The revision, in quotes.",
    "Content-Location": "The address of the result.",
    "Location": "The address of the result.",
    "Link": 'The next page, with rel="next".',
    "Preference-Applied": "The applied preference.",
}

COMMON: dict[str, str] = {
    "Allow": "The allowed methods.",
    "RateLimit": 'What remains of the rate limit for this request: `"reads";r=5999`.',
    "RateLimit-Policy": 'The rate limit: `q` requests in `w` seconds: `"reads";q=6000;w=60`.',
    "Retry-After": "Seconds to wait before the next attempt.",
    "WWW-Authenticate": "The authentication scheme: a bearer token.",
    "X-Request-Id": "The id of the request: the client's X-Request-Id, or a new one.",
}
"""Headers that answers of many operations carry."""

LIMITED = ("RateLimit", "RateLimit-Policy")

OF_STATUS: dict[str, tuple[str, ...]] = {
    "401": ("WWW-Authenticate",),
    "405": ("Allow",),
    "429": ("RateLimit", "RateLimit-Policy", "Retry-After"),
    "503": ("Retry-After",),
}

TAGS = {
    "rulesets": "Titles and their components.",
    "games": "Create, list and view games.",
    "seats": "Seats and their holders.",
    "hosting": "Replace players with bots, close seats, cancel games, and resign.",
    "clocks": "Expired clocks and pauses.",
    "turns": "Legal steps, previews and turns.",
    "drafts": "Private drafts of turns.",
    "history": "The record, past states and exports.",
    "imports": "Import and verify records.",
    "forks": "New games from any revision.",
    "engine": "The stateless engine: it takes a record and returns state and choices.",
    "undo": "Undo turns.",
    "jobs": "Jobs of the workers.",
    "fairness": "Verifiable luck.",
    "events": "Follow one game, or all games of an account.",
    "accounts": "One token for all your games.",
    "limits": "Limits of size and rate.",
    "hooks": "Remote bots.",
    "webhooks": "Webhooks of accounts.",
    "health": "Health checks for operators.",
    "measures": "Metrics for operators.",
}

DESCRIPTION = "A REST service for heavy board games: rules, records, bots.\n\n"
GUIDE = Path(__file__).parent / "guide.md"
"""The guide for clients; it is part of the description of the specification."""


def specification() -> dict[str, Any]:
    """The whole document."""
    from service import web

    assert web.BLUEPRINTS  # importing it is what declares the operations
    marshmallow = MarshmallowPlugin()
    spec = APISpec(
        title="Chasqui",
        version=VERSION,
        openapi_version="3.1.0",
        plugins=[marshmallow],
        info={
            "description": DESCRIPTION + GUIDE.read_text(encoding="utf-8"),
            "contact": {"name": "The Chasqui project"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/"}],
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
        security=[{}, {"token": []}],
    )
    assert marshmallow.converter is not None
    _teach_titles(marshmallow.converter)
    for game in games.all_games().values():
        parts = views.of(game, partial(_reference, game), texts.phrases(game, texts.DEFAULT).label)
        for part in views.SHARED:
            spec.components.schema(views.component(game, part), parts[part])
    text = "The token of a seat, of the host, or of an account."
    scheme = {"type": "http", "scheme": "bearer", "description": text}
    spec.components.security_scheme("token", scheme)
    spec.components.schema("ProblemDocument", schema=ProblemDocument)
    for name, text in COMMON.items():
        spec.components.header(name, {"description": text, "schema": {"type": "string"}})
    for code, shared in _shared().items():
        spec.components.example(code, {"value": shared})
    for operation in OPERATIONS:
        path = template(operation.path)
        spec.path(path, operations={operation.method.lower(): _operation(operation)})
    for name, schema in sent.SCHEMAS.items():
        if name not in spec.components.schemas:
            spec.components.schema(name, schema=schema)
    document: dict[str, Any] = spec.to_dict()
    return {**document, "webhooks": sent.webhooks()}


def template(path: str) -> str:
    """A path as the specification writes it: arguments in braces."""
    return _ARGUMENT.sub(r"{\1}", path)


def _reference(game: Title, part: str) -> str:
    return f"#/components/schemas/{views.component(game, part)}"


def _teach_titles(converter: OpenAPIConverter) -> None:
    """Have fields that differ from title to title refer to what the titles say."""

    def per_title(_self: Any, field: Any, **_: Any) -> dict[str, Any]:
        if isinstance(field, SeatWanted):
            return field.SHAPE
        if not isinstance(field, PerTitle):
            return {}
        return {"anyOf": [{"$ref": _reference(g, field.part)} for g in games.all_games().values()]}

    converter.add_attribute_function(per_title)  # type: ignore[no-untyped-call]


def _operation(operation: Operation) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
        "parameters": _parameters(operation),
        "responses": {
            str(status): _answer(operation.name, status, answer)
            for status, answer in sorted(operation.answers.items())
        },
    }
    if operation.body is not None:
        content: dict[str, Any] = {"application/json": {"schema": operation.body}}
        if operation.plain:
            content["text/plain"] = {"schema": {"type": "string"}}
        for media, told_of in content.items():
            told_of |= exchanges.body(operation.name, media)
        told["requestBody"] = {"required": operation.body_required, "content": content}
    told["responses"] |= _problems(operation)
    for status, answer in told["responses"].items():
        names = OF_STATUS.get(status, ())
        if status in map(str, operation.answers):
            names = ("X-Request-Id", *(LIMITED if operation.counted != FREE else ()))
        for name in names:
            referred = {"$ref": f"#/components/headers/{name}"}
            answer.setdefault("headers", {}).setdefault(name, referred)
    return {name: value for name, value in told.items() if value not in ("", [])}


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"in": "path", "name": name, "required": True, **PATH[name]}
        for name in _ARGUMENT.findall(operation.path)
    ]
    if operation.query is not None:
        found.append({"in": "query", "schema": operation.query})
    for written in operation.headers:
        name, _, optional = written.partition(" ")
        required = name == "If-Match" and not optional
        found.append(
            {
                "in": "header",
                "name": name,
                "required": required,
                **HEADERS.get(written, HEADERS[name]),
            }
        )
    return found


def _shape(answer: Answer) -> Any:
    if answer.minimal is None:
        return answer.schema
    return {"anyOf": [answer.schema, answer.minimal]}


def _answer(name: str, status: int, answer: Answer) -> dict[str, Any]:
    told: dict[str, Any] = {"description": answer.description}
    if answer.schema is not None or answer.media == ("text/plain",):
        told["content"] = {
            media: {"schema": _shape(answer) if media in _JSON else {"type": "string"}}
            | exchanges.answer(name, status, media)
            for media in answer.media
        }
    if answer.headers:
        told["headers"] = {
            name: {"description": ANSWERED[name], "schema": {"type": "string"}}
            for name in answer.headers
        }
    if answer.links:
        told["links"] = {
            name: _link(name, dict(parameters)) for name, parameters in answer.links.items()
        }
    return told


def _link(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    body = parameters.pop("body", None)
    told = {"operationId": name, "parameters": parameters}
    return told if body is None else {**told, "requestBody": body}


def _shared() -> dict[str, exchanges.Exchange]:
    """By code the document that most operations have as its example, if more than one has it."""
    found: dict[str, exchanges.Exchange] = {}
    for code in STATUS:
        told = [exchanges.problem(operation.name, code) for operation in OPERATIONS]
        told = [each for each in told if each is not None]
        common = max(told, key=told.count, default=None)
        if common is not None and told.count(common) > 1:
            found[code] = common
    return found


def _problems(operation: Operation) -> dict[str, dict[str, Any]]:
    """The errors of an operation by status, each with the document of every code."""
    found: dict[str, dict[str, Any]] = {}
    shared = _shared()
    for code in operation.problems:
        title = sentences("en")[code]["title"]
        status = found.setdefault(str(STATUS[code]), {"description": "", "content": {}})
        status["description"] = f"{status['description']} `{code}`: {title}.".strip()
        content = status["content"].setdefault(
            MEDIA_TYPE, {"schema": "ProblemDocument", "examples": {}}
        )
        if example := exchanges.problem(operation.name, code):
            same = example == shared.get(code)
            reference = {"$ref": f"#/components/examples/{code}"}
            content["examples"][code] = reference if same else {"value": example}
    return dict(sorted(found.items()))


def main() -> None:
    """Print the specification as YAML."""
    import yaml

    text = yaml.safe_dump(specification(), sort_keys=False, allow_unicode=True, width=100)
    sys.stdout.write(f"# Generated by `make openapi`; do not edit.\n{text}")


if __name__ == "__main__":
    main()
