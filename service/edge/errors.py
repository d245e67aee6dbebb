"""Errors: each error of a request becomes a problem document."""

from __future__ import annotations

import logging
from contextlib import suppress

from flask import Flask, Response, g, request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import (
    ClientDisconnected,
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
)

from match.errors import Refused
from match.tables import OtherRules
from service.edge import bot_games, requests
from service.edge.access_log import operation
from service.edge.context import db, occasion
from service.edge.malformed import problem_of as malformed_problem
from service.edge.responses import encode
from service.presentation.problems import MEDIA_TYPE, Problem, document, unavailable
from service.presentation.refusals import problem_of
from store.connection import RedisError
from store.games import Full, NoSuchGame
from store.server import is_refusal

log = logging.getLogger("chasqui.service")


def install(app: Flask) -> None:
    """Answer every error of this application with a problem."""
    app.register_error_handler(Problem, respond)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(RedisError, _storage)
    app.register_error_handler(NoSuchGame, _vanished)
    app.register_error_handler(Full, _full)
    app.register_error_handler(OtherRules, _rules)
    app.register_error_handler(ParseException, _unreadable)
    app.register_error_handler(Exception, _fault)


def respond(problem: Problem) -> Response:
    """Return a problem as an answer."""
    g.problem = problem.code
    language = requests.language()
    body = encode(document(problem, occasion(), language))
    response = Response(body, problem.status, content_type=MEDIA_TYPE)
    response.headers.update(problem.headers)
    return response


def _refused(error: Refused) -> Response:
    """Answer that a rule of a match has refused a wish."""
    if error.code == "stale-revision" and error.match is not None:
        return respond(requests.stale(error.match, error.params["known"], error.params["viewer"]))
    return respond(problem_of(error, requests.language()))


def _http(error: HTTPException) -> Response:
    if isinstance(error, MethodNotAllowed):
        allowed = sorted(error.valid_methods or ())
        return respond(
            Problem(
                "method-not-allowed",
                headers={"Allow": ", ".join(allowed)},
                method=request.method,
                path=request.path,
                allowed=allowed,
            )
        )
    if isinstance(error, NotFound):
        return respond(Problem("not-found", "page", path=request.path))
    if isinstance(error, RequestEntityTooLarge):
        return respond(requests.too_large())
    if isinstance(error, ClientDisconnected):
        return respond(Problem("bad-request", "broken-off"))
    if error.response is not None or (error.code or 500) < 400:
        plain = error.get_response(request.environ)
        return Response(plain.get_data(), plain.status, plain.headers)
    return respond(Problem("bad-request", said=(error.description or error.name).rstrip(".")))


def _storage(error: RedisError) -> Response:
    log.warning("storage: %s", error)
    stuck: list[str] = []
    if is_refusal(error):
        with suppress(RedisError):
            stuck = db().server.stuck()
    return respond(unavailable(f"no-{stuck[0]}" if stuck else "no-redis"))


def _vanished(error: NoSuchGame) -> Response:
    return respond(Problem("not-found", "game", id=str(error)))


def _full(error: Full) -> Response:
    return respond(bot_games.full(error))


def _rules(error: OtherRules) -> Response:
    return respond(unavailable("other-rules", ruleset=str(error)))


def _unreadable(error: ParseException) -> Response:
    """Answer a body with a malformed chunk; gunicorn notices when it reads the body."""
    return respond(malformed_problem(error))


def _fault(error: Exception) -> Response:
    log.exception("the service has failed", extra={"operation": operation()})
    return respond(Problem("internal-error"))
