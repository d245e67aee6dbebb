"""Operations: view functions with their declared inputs and answers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from flask import Blueprint, Response, g

from match.errors import Rule, codes_of
from schemas.loading import Schema
from service.edge import deprecation, places, requests
from service.edge.deprecation import Deprecated
from store.words import PLAY, READ, READS, WRITES

View = Callable[..., Response]

# Problems that every operation of a kind may answer.
UNREAD = ("bad-request", "uri-too-long", "headers-too-large")
"""The codes of requests that never reach an operation; see service/edge/malformed.py."""
ALWAYS = ("method-not-allowed", *UNREAD)
WITH_STORE = ("unavailable",)
WITH_LIMIT = ("rate-limited",)
WITH_BODY = ("malformed-json", "invalid-request", "too-large", "unsupported-media-type")
WITH_QUERY = ("invalid-request",)
REQUIRED_KEY = "Idempotency-Key (required)"
CHECKED_HEADERS = (
    "Idempotency-Key",
    REQUIRED_KEY,
    "If-Match",
    "If-Match (optional)",
    "If-Match (draft)",
)
WITH_GAME = ("unauthorized", "forbidden", "not-found")
WITH_SCOPE = ("forbidden",)


ANY = "any"
"""The scope of an operation that asks for no token of an account; the others are in
store/words.py."""
FREE = "free"
"""The policy of an operation without a rate limit; the others are in store/words.py."""


@dataclass(frozen=True)
class ApiResponse:
    """A successful answer: its meaning, schema, headers and links.

    ``links`` are OpenAPI links by operation: the parameters of the next request, and where their
    values are in this exchange. ``media`` are its media types. ``minimal`` is its schema with
    ``Prefer: return=minimal``, if supported. ``messages`` are the schemas of what a stream sends.
    """

    description: str
    schema: type[Schema] | None = None
    headers: tuple[str, ...] = ()
    links: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    media: tuple[str, ...] = ("application/json",)
    minimal: type[Schema] | None = None
    messages: tuple[type[Schema], ...] = ()


@dataclass(frozen=True)
class Operation:
    """A method at a path, with everything that the specification lists."""

    method: str
    path: str
    name: str
    tag: str
    summary: str
    description: str
    answers: Mapping[int, ApiResponse]
    problems: tuple[str, ...]
    body: Schema | None
    body_required: bool
    query: Schema | None
    headers: tuple[str, ...]
    plain: bool
    counted: str
    scope: str
    deprecated: Deprecated | None = None
    costly: bool = False


OPERATIONS: list[Operation] = []
"""All operations, in the order of their declaration."""


def operation(
    bp: Blueprint,
    method: str,
    path: str,
    answers: Mapping[int, ApiResponse],
    *,
    problems: tuple[str | Rule, ...] = (),
    body: type[Schema] | None = None,
    body_required: bool = True,
    query: type[Schema] | None = None,
    headers: tuple[str, ...] = (),
    stored: bool = True,
    plain: bool = False,
    limit: int = 0,
    counted: str | None = None,
    scope: str | None = None,
    deprecated: Deprecated | None = None,
    costly: bool = False,
) -> Callable[[View], View]:
    """Serve a view at a path and list it in the specification.

    The view gets the checked ``body`` and ``query`` by name. Its docstring is the description.
    ``headers`` are the request headers that it reads. ``stored`` means that it uses the store,
    ``plain`` that the body may be plain text. ``limit`` is a larger limit of the body in bytes.
    ``counted`` is its rate policy; by default, the method decides between reads and writes.
    ``scope`` is what the token of an account must permit; by default, the method decides between
    reading and playing. ``deprecated`` announces the end of the operation. ``costly`` means that it
    may compute for long, so a process answers only some at once.
    """
    wants_body, wants_query = body() if body else None, query() if query else None
    counted = counted or (READS if method == "GET" else WRITES)

    codes = [*codes_of(*problems), *ALWAYS, *(WITH_STORE if stored else ())]
    codes += () if counted == FREE else WITH_LIMIT
    codes += [*(WITH_BODY if body else ()), *(WITH_GAME if "<game_id>" in path else ())]
    checked = query is not None or set(headers) & set(CHECKED_HEADERS)
    codes += WITH_QUERY if checked else ()
    scope = (scope or (READ if method == "GET" else PLAY)) if "unauthorized" in codes else ANY
    codes += WITH_SCOPE if scope != ANY else ()

    def register(view: View) -> View:
        def answer(**arguments: Any) -> Response:
            if wants_query is not None:
                arguments["query"] = requests.query(wants_query)
            if wants_body is not None:
                text = requests.text() if plain else None
                arguments["body"] = (
                    requests.body(wants_body, body_required, plain) if text is None else text
                )
            return view(**arguments)

        @wraps(view)
        def call(**arguments: Any) -> Response:
            g.scope = scope
            with places.costly() if costly else nullcontext():
                return answer(**arguments)

        if deprecated is not None:
            deprecation.declare(f"{bp.name}.{view.__name__}", deprecated)
        if limit:
            requests.LIMITS[f"{bp.name}.{view.__name__}"] = limit
        bp.add_url_rule(path, view.__name__, call, methods=[method])
        summary, _, rest = inspect.cleandoc(view.__doc__ or "").partition("\n")
        OPERATIONS.append(
            Operation(
                method,
                path,
                view.__name__,
                bp.name,
                summary.rstrip("."),
                rest.strip(),
                answers,
                tuple(sorted(set(codes))),
                wants_body,
                body_required,
                wants_query,
                headers,
                plain,
                counted,
                scope,
                deprecated,
                costly,
            )
        )
        return view

    return register
