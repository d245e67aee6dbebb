"""The specification: OpenAPI 3.1, generated from operations, schemas and titles."""

from __future__ import annotations

import json
from functools import cache, partial
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter

from schemas import prose
from schemas.loading import Schema
from schemas.service import ProblemDocument
from service.edge import (
    deprecation,
    growing,
    openapi_examples,
    openapi_parameters,
    openapi_problems,
    openapi_shapes,
    openapi_titles,
    openapi_webhooks,
)
from service.edge.deprecation import POLICY
from service.edge.operation import ANY, FREE, OPERATIONS, ApiResponse, Operation
from store.words import SCOPES

VERSION = "1.0.0"
_JSON = ("application/json", "application/problem+json")
ANSWERED: dict[str, str] = {
    "ETag": 'The version of the answer, in quotes. For games it begins with the revision: `"17"`, '
    '`"17-ja"` or `"17-8b63de592f093e94"`. `If-Match` takes each of these as it is.',
    "Content-Location": "The address of the result.",
    "Location": "The address of the result.",
    "Link": 'The next page, with rel="next".',
    "Preference-Applied": "The applied preference.",
}

COMMON: dict[str, str] = {
    "Content-Language": "The language of the sentences, if there are any.",
    "Allow": "The allowed methods.",
    "RateLimit": 'What remains of the rate limit for this request: `"reads";r=5999`. Requests that '
    'compute for long have a second one: `"reads";r=5999, "cost";r=9850`.',
    "RateLimit-Policy": 'The rate limit: `q` requests in `w` seconds: `"reads";q=6000;w=60`.',
    "Retry-After": "Seconds to wait before the next attempt.",
    "WWW-Authenticate": "The authentication scheme: a bearer token.",
    "X-Request-Id": "The id of the request: the client's X-Request-Id, or a new one.",
}
"""Headers that answers of many operations carry."""

KEYED = {"create_account": "If the operator requires an app key, its token"}
"""Operations that take no other token of an account, each with the token that it takes."""

LONG = 2_000
"""Longer examples are shared by the answers of one schema."""

_HEADER = {"type": "string", "maxLength": 8_000}
"""The schema of headers in answers."""

LOCALISED = "Content-Language"
"""A header of every answer that has sentences."""

LIMITED = ("RateLimit", "RateLimit-Policy")

METHODS = ("get", "post", "put", "patch", "delete")
"""The methods of a path, in the order of the specification."""

TAGS = {
    "rulesets": "Titles and their components.",
    "games": "Create, list and view games.",
    "seats": "Seats and their holders.",
    "hosting": "Replace players with bots, close seats, cancel games, and resign.",
    "clocks": "Expired clocks and pauses.",
    "turns": "Legal steps, previews and turns.",
    "drafts": "Private drafts of turns.",
    "history": "The record, past states and exports.",
    "exports": "Export many records at once.",
    "imports": "Import and verify records.",
    "forks": "New games from any revision.",
    "rematch": "Play again with the same people.",
    "seeks": "Find other players for a new game.",
    "engine": "The stateless engine: it takes a record and returns state and choices.",
    "undo": "Undo turns.",
    "jobs": "Jobs of the workers.",
    "fairness": "Verifiable luck.",
    "events": "Follow one game, or all games of an account.",
    "talk": "Messages of players and spectators.",
    "presence": "Whether players are connected.",
    "accounts": "One token for all your games, and a code that recovers them.",
    "tokens": "Tokens of an account, each with a name and scopes.",
    "limits": "Limits of size and rate.",
    "hooks": "Remote bots.",
    "webhooks": "Webhooks of accounts.",
    "bot-messages": "Requests of the service to remote bots.",
    "webhook-messages": "Requests of the service to webhooks.",
    "health": "Health checks for operators.",
    "metrics": "Metrics for operators.",
}

GUIDE, CHANGELOG = "/docs/guide", "/changelog"
"""Pages for the authors of clients."""

DESCRIPTION = f"""A REST service for heavy board games: rules, records, bots.

[The guide]({GUIDE}) shows how to write a client. Each question of a game comes with the
complete list of legal answers, so a client needs no rules.

[The policy of versions]({POLICY}) says what may change. Enums with `x-extensible: true` may
grow. [The changelog]({CHANGELOG}) lists the changes.
"""
_SCOPED = (
    f"A token of an account has scopes: {', '.join(f'`{each}`' for each in SCOPES)}. "
    "`x-scope` is the scope that an operation needs. `full` permits everything."
)


class _Converter(OpenAPIConverter):
    """A converter that describes each schema by the docstring of its class.

    ``CONDITIONS`` of the class are keywords such as ``if``, which bind several members.
    """

    def schema2jsonschema(self, schema: type[Schema] | Schema) -> dict[str, Any]:
        kind = schema if isinstance(schema, type) else type(schema)
        told: dict[str, Any] = OpenAPIConverter.schema2jsonschema(self, schema)
        text = prose.plain(kind.__doc__)
        told |= getattr(kind, "CONDITIONS", {})
        return {"description": text, **told} if text else told


class _Described(MarshmallowPlugin):
    Converter = _Converter


def specification(terms: str | None = None) -> dict[str, Any]:
    """Return the whole document, with the operations of all views that are imported.

    ``terms`` is the address of the operator's terms of service.
    """
    marshmallow = _Described()
    spec = APISpec(
        title="Chasqui",
        version=VERSION,
        openapi_version="3.1.0",
        plugins=[marshmallow],
        info={
            "description": DESCRIPTION,
            "contact": {"name": "The Chasqui project"},
            "license": {"name": "MIT", "identifier": "MIT"},
            **({"termsOfService": terms} if terms else {}),
        },
        servers=[{"url": "/"}],
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
        security=[{}, {"token": []}],
    )
    assert marshmallow.converter is not None
    openapi_titles.teach(marshmallow.converter)
    for name, shape in openapi_titles.schemas().items():
        spec.components.schema(name, shape)
    text = f"The token of a seat, of the host, or of an account. {_SCOPED}"
    scheme = {"type": "http", "scheme": "bearer", "description": text}
    spec.components.security_scheme("token", scheme)
    spec.components.schema("ProblemDocument", schema=ProblemDocument)
    _share(spec)
    for operation in OPERATIONS:
        path = openapi_parameters.template(operation.path)
        spec.path(path, operations={operation.method.lower(): _operation(operation)})
    for name, schema in {**openapi_webhooks.SCHEMAS, **_messages()}.items():
        if name not in spec.components.schemas:
            spec.components.schema(name, schema=schema)
    document: dict[str, Any] = spec.to_dict()
    shapes = document["components"]["schemas"]
    shapes |= openapi_titles.rulesets(shapes["Ruleset"])
    document |= {"webhooks": openapi_webhooks.webhooks()}
    paths = openapi_shapes.walked(document["paths"], partial(_named_union, shapes))
    document["paths"] = {
        path: {method: told[method] for method in METHODS if method in told}
        for path, told in paths.items()
    }
    return growing.marked(openapi_shapes.tidied(document, openapi_titles.listed()))


def _named_union(shapes: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Make a union of an answer a schema of its own, so that clients have a name for it."""
    if "anyOf" not in schema or "title" not in schema:
        return schema
    shapes[schema["title"]] = schema
    return {"$ref": openapi_shapes.reference(schema["title"])}


def _share(spec: APISpec) -> None:
    """Add the headers, parameters, examples and responses to which operations refer."""
    announced = deprecation.HEADERS if any(each.deprecated for each in OPERATIONS) else {}
    for name, text in sorted({**COMMON, **ANSWERED, **announced}.items()):
        spec.components.header(name, {"description": text, "schema": _HEADER})
    for name, parameter in openapi_parameters.components().items():
        spec.components.parameter(name, parameter["in"], parameter)
    for name, value in {**openapi_problems.examples(), **_long_examples()}.items():
        spec.components.example(name, {"value": value})
    for name, response in openapi_problems.components().items():
        spec.components.response(name, response)


def _operation(operation: Operation) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
        "parameters": openapi_parameters.parameters(operation),
        "responses": {
            str(status): _answer(operation, status, answer)
            for status, answer in sorted(operation.answers.items())
        },
    }
    if operation.body is not None:
        content: dict[str, Any] = {"application/json": {"schema": operation.body}}
        if operation.plain:
            content["text/plain"] = {"schema": {"type": "string"}}
        for media, told_of in content.items():
            told_of |= openapi_examples.body(operation.name, media)
        told["requestBody"] = {"required": operation.body_required, "content": content}
    if operation.deprecated is not None:
        told["deprecated"] = True
        told["description"] = f"{operation.deprecated.text}\n\n{operation.description}".strip()
    told["responses"] |= openapi_problems.responses(operation)
    told["responses"]["default"] = {"$ref": f"#/components/responses/{openapi_problems.OTHER}"}
    if operation.scope != ANY:
        told["x-scope"] = operation.scope
        owner = KEYED.get(operation.name, "An account's token")
        told["description"] += f"\n\n{owner} needs the scope `{operation.scope}`."
    return {name: value for name, value in told.items() if value not in ("", [])}


def _shape(answer: ApiResponse) -> Any:
    if answer.minimal is None:
        return answer.schema
    shapes = {"anyOf": [answer.schema, answer.minimal]}
    text = "The whole answer, or the short one with `Prefer: return=minimal`."
    return {"title": f"{_shape_name(answer)}OrMinimal", "description": text, **shapes}


def _text(answer: ApiResponse) -> dict[str, Any]:
    """Return the schema of a text; that of a stream names the schemas of its messages."""
    refs = [{"$ref": openapi_shapes.reference(each.__name__)} for each in answer.messages]
    if not refs:
        return {"type": "string"}
    text = "Messages in JSON, one after the other."
    shape = refs[0] if len(refs) == 1 else {"anyOf": refs}
    return {"type": "string", "description": text, "contentSchema": shape}


def _messages() -> dict[str, type[Schema]]:
    """Return the schemas of all messages of streams by name."""
    answers = [answer for each in OPERATIONS for answer in each.answers.values()]
    return {kind.__name__: kind for answer in answers for kind in answer.messages}


def _answer(operation: Operation, status: int, answer: ApiResponse) -> dict[str, Any]:
    told: dict[str, Any] = {"description": answer.description}
    if answer.schema is not None or answer.media == ("text/plain",):
        told["content"] = {
            media: {"schema": _shape(answer) if media in _JSON else _text(answer)}
            | _example(operation.name, status, media, answer)
            for media in answer.media
        }
    limited = LIMITED if operation.counted != FREE else ()
    announced = tuple(operation.deprecated.headers) if operation.deprecated else ()
    localised = (LOCALISED,) if answer.schema is not None else ()
    told["headers"] = {
        name: {"$ref": f"#/components/headers/{name}"}
        for name in (*answer.headers, "X-Request-Id", *localised, *limited, *announced)
    }
    if answer.links:
        told["links"] = {
            name: {"operationId": name, "parameters": dict(parameters)}
            for name, parameters in answer.links.items()
        }
    return told


def _example(name: str, status: int, media: str, answer: ApiResponse) -> dict[str, Any]:
    """Return the example of an answer, as a member of its media type."""
    own = openapi_examples.answer(name, status, media)
    shared = _shape_name(answer)
    if media == "application/json" and shared in _long_examples():
        return {"examples": {shared: {"$ref": f"#/components/examples/{shared}"}}}
    return own


@cache
def _long_examples() -> dict[str, Any]:
    """Return by name of its schema each long example that several answers could show."""
    found: dict[str, list[Any]] = {}
    for operation in sorted(OPERATIONS, key=lambda each: each.path):
        for status, answer in sorted(operation.answers.items(), reverse=True):
            own = openapi_examples.answer(operation.name, status, "application/json")
            if own and len(json.dumps(own)) > LONG:
                found.setdefault(_shape_name(answer), []).append(own["example"])
    return {name: each[0] for name, each in found.items() if len(each) > 1}


def _shape_name(answer: ApiResponse) -> str:
    return answer.schema.__name__ if answer.schema is not None else ""
