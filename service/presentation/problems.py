"""Problems: every error as one document, from a closed list of codes."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import texts
from service.presentation.faults import in_language

STATUS: dict[str, int] = {
    "bad-request": 400,
    "malformed-json": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "already-started": 409,
    "bot-plays": 409,
    "game-full": 409,
    "game-over": 409,
    "not-away": 409,
    "not-claimable": 409,
    "not-over": 409,
    "not-started": 409,
    "not-your-turn": 409,
    "paused": 409,
    "resigned": 409,
    "seat-taken": 409,
    "seek-matched": 409,
    "too-few-seats": 409,
    "undo-not-allowed": 409,
    "job-cancelled": 410,
    "draft-changed": 412,
    "stale-revision": 412,
    "too-large": 413,
    "uri-too-long": 414,
    "unsupported-media-type": 415,
    "idempotency-key-reused": 422,
    "illegal-step": 422,
    "incomplete-turn": 422,
    "invalid-record": 422,
    "invalid-request": 422,
    "revision-required": 428,
    "rate-limited": 429,
    "headers-too-large": 431,
    "internal-error": 500,
    "unavailable": 503,
    "job-timeout": 504,
}
"""The closed list of codes, and the HTTP status of each."""

PAGES = "/docs/problems"
MEDIA_TYPE = "application/problem+json"
_TEXTS = Path(__file__).parent / "problem_texts"


class Problem(Exception):
    """A request that cannot be fulfilled.

    ``why`` names a sentence that explains the case, ``said`` is such a sentence itself; ``form``
    names the one of the code's texts that is the detail; ``params`` are what the sentences are
    written from; ``extra`` are more members of the document.
    """

    def __init__(
        self,
        code: str,
        why: str | None = None,
        *,
        said: str = "",
        form: str = "detail",
        extra: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        **params: Any,
    ) -> None:
        super().__init__(code)
        self.code, self.why, self.said, self.params = code, why, said, params
        self.form = form
        self.extra, self.headers = extra or {}, headers or {}

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return STATUS[self.code]


@cache
def sentences(language: str) -> dict[str, dict[str, str]]:
    """Return all problem texts in one language, by code; ``why`` has the explanations."""
    found: dict[str, dict[str, str]] = tomllib.loads(
        (_TEXTS / f"{language}.toml").read_text(encoding="utf-8")
    )
    return found


def no_revision(rev: int, last: int, over: bool) -> Problem:
    """Return the problem of a revision that a game does not have, or not yet."""
    return Problem("not-found", "no-revision" if over else "revision", rev=rev, now=last)


class Occasion(NamedTuple):
    """Where a problem occurred.

    ``site`` is the public address of the service, ``path`` the path that was asked, and
    ``request`` the id of the request.
    """

    site: str
    path: str
    request: str


NOWHERE = Occasion("", "/", "")
"""The occasion of a problem whose sentences alone are used."""


def document(problem: Problem, occasion: Occasion, language: str = texts.DEFAULT) -> dict[str, Any]:
    """Return the problem as RFC 9457 defines it, in a language."""
    found = sentences(language)
    params, extra = dict(problem.params), dict(problem.extra)
    if problem.code == "invalid-request":
        params["message"] = in_language(params["message"], language)
        extra["errors"] = [
            {**each, "message": in_language(each["message"], language)} for each in extra["errors"]
        ]
    values = {name: _said(name, each) for name, each in params.items()}
    values["request"] = occasion.request
    why = problem.said if problem.why is None else found["why"][problem.why].format(**values)
    values["why"] = why
    text = found[problem.code]
    return {
        "type": f"{occasion.site}{PAGES}/{problem.code}",
        "title": text["title"],
        "status": problem.status,
        "code": problem.code,
        "detail": text[problem.form].format(**values).strip(),
        "params": params,
        "instance": occasion.path,
        "request": occasion.request,
        **extra,
    }


SEATS = ("seat", "seats", "awaited", "open", "claimable")
"""Parameters that are seats; sentences count them from 1. A plain ``seats`` is a number of seats.
"""

FROM_ONE = ("seat", "index")
"""Numbers from 0 that sentences count from 1: a seat, and a step of a turn."""


def _said(name: str, value: Any) -> Any:
    if isinstance(value, list | tuple):
        shift = name in SEATS
        return ", ".join(str(each + 1 if shift else each) for each in value) or "–"
    return value + 1 if name in FROM_ONE and isinstance(value, int) else value


def unauthorized(why: str) -> Problem:
    """Return the problem of a request that needs another token."""
    return Problem("unauthorized", why, headers={"WWW-Authenticate": "Bearer"})


def unavailable(why: str, extra: dict[str, Any] | None = None, **params: Any) -> Problem:
    """Return the problem of a temporarily unavailable service."""
    return Problem("unavailable", why, extra=extra, headers={"Retry-After": "1"}, **params)


def invalid(faults: Sequence[tuple[str, str]], parameters: bool = False) -> Problem:
    """Return the problem of a request with faults, given as (place, message) pairs.

    Places are JSON pointers into the body, or with ``parameters`` names of parameters or headers.
    """
    place = "parameter" if parameters else "pointer"
    errors = [{place: where, "message": message} for where, message in faults]
    first = faults[0]
    return Problem(
        "invalid-request",
        "one-fault" if len(faults) == 1 else "more-faults",
        extra={"errors": errors},
        place=first[0] or "body",
        message=first[1],
        count=len(faults) - 1,
    )
