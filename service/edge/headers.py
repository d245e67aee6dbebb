"""Headers of every answer: CORS, security, and the request's id."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Flask, Response, g, request

from service.edge.context import request_id

VARY = "Accept, Accept-Encoding, Accept-Language, Authorization, Prefer"
UNKEPT = "no-store"
"""The ETag of a revision is the same for every seat, language and form. A client that sends
If-None-Match knows what it has, but a browser's cache would confuse them."""

EXPOSED = (
    "Content-Language, Content-Location, Date, Deprecation, ETag, Idempotent-Replayed, Link, "
    "Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, Sunset, "
    "WWW-Authenticate, X-Request-Id"
)
METHODS = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
BARE = (204, 304)
"""Answers without a body, and so without a type and a language."""
PREFLIGHT_SECONDS = 86_400
_NAMES = re.compile(r"[A-Za-z0-9_, -]{1,1000}", re.ASCII)

PAGE_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Pages load only what this service serves. Swagger UI has an inline script."""

ALWAYS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every answer, including those of gunicorn."""


_CORS = "Access-Control-"
_ALWAYS = tuple(ALWAYS.items())
_SAME_ORIGIN = tuple((name, value) for name, value in _ALWAYS if not name.startswith(_CORS))

OPERATORS = ("/metrics",)
"""Paths for the operator. Pages of other origins must not read them in the operator's browser."""


def install(app: Flask, hsts_seconds: int) -> None:
    """Add the headers to every answer of this application.

    With ``hsts_seconds``, browsers use HTTPS only for that time.
    """
    # Flask is wrapped by replacing this method.
    app.wsgi_app = partial(_answer, app.wsgi_app)  # type: ignore[method-assign]
    app.after_request(partial(_finish, hsts_seconds))


def _answer(answer: Callable[..., Any], environ: Any, start: Callable[..., Any]) -> Any:
    """Add constant headers at the end, where it is cheap."""
    always = _SAME_ORIGIN if environ.get("PATH_INFO") in OPERATORS else _ALWAYS

    def begin(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        return start(status, [*headers, *always], exc_info)

    return answer(environ, begin)


def _finish(hsts_seconds: int, response: Response) -> Response:
    headers = response.headers
    headers["X-Request-Id"] = request_id()
    if response.status_code in BARE:
        headers.pop("Content-Type", None)
    if request.path.startswith("/v1/"):
        headers.setdefault("Cache-Control", UNKEPT)
        headers["Vary"] = VARY
    if (spoken := g.get("language")) and response.status_code not in BARE:
        headers.setdefault("Content-Language", spoken)
        if "Vary" not in headers:
            headers["Vary"] = "Accept-Language"
    if headers.get("Content-Type", "").startswith("text/html"):
        headers.setdefault("Content-Security-Policy", PAGE_POLICY)
    if hsts_seconds and request.is_secure:
        headers["Strict-Transport-Security"] = f"max-age={hsts_seconds}"
    if request.method == "OPTIONS" and request.path not in OPERATORS:
        _preflight(response)
    return response


def _preflight(response: Response) -> None:
    """Allow all origins; browsers ask once a day."""
    asked = request.headers.get("Access-Control-Request-Headers", "")
    if response.allow:
        response.headers["Allow"] = ", ".join(sorted(response.allow))
    response.headers["Access-Control-Allow-Methods"] = METHODS
    response.headers["Access-Control-Allow-Headers"] = asked if _NAMES.fullmatch(asked) else "*"
    response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
    response.vary.add("Access-Control-Request-Headers")
