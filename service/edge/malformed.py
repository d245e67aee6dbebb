"""Malformed requests: gunicorn cannot read them, and they get a problem document.

Examples are an invalid request line, too long headers, or malformed chunks. gunicorn itself would
send HTML and log the query. This log line names the error only.
"""

from __future__ import annotations

import logging
import secrets
from functools import cache
from http import HTTPStatus

from gunicorn.http import errors

from service.edge import headers
from service.edge.responses import encode
from service.presentation.problems import MEDIA_TYPE, Occasion, Problem, document
from service.processes.settings import FIELD, FIELDS, LINE, Settings
from telemetry import metrics

log = logging.getLogger("chasqui.requests")

_FAULTS = (
    (errors.InvalidRequestLine, "request-line"),
    (errors.InvalidRequestMethod, "request-method"),
    (errors.InvalidHTTPVersion, "http-version"),
    (errors.ObsoleteFolding, "header"),
    (errors.InvalidHeader, "header"),
    (errors.InvalidHeaderName, "header"),
    (errors.UnsupportedTransferCoding, "transfer-coding"),
    (errors.InvalidChunkSize, "chunk"),
    (errors.ChunkMissingTerminator, "chunk"),
    (errors.InvalidChunkExtension, "chunk"),
)
_OURS = (
    errors.InvalidResponseHeader,
    errors.InvalidResponseHeaderName,
    errors.ConfigurationProblem,
)


def problem_of(error: BaseException) -> Problem:
    """Return the problem of a request that gunicorn cannot read."""
    if isinstance(error, errors.LimitRequestLine):
        return Problem("uri-too-long", limit=LINE)
    if isinstance(error, errors.LimitRequestHeaders):
        return Problem("headers-too-large", fields=FIELDS, limit=FIELD)
    if isinstance(error, errors.ParseException) and not isinstance(error, _OURS):
        why = next((why for kind, why in _FAULTS if isinstance(error, kind)), "http")
        return Problem("bad-request", why)
    return Problem("internal-error")


def answer(problem: Problem, occasion: Occasion) -> bytes:
    """Return the problem as a whole HTTP answer that closes the connection."""
    body = encode(document(problem, occasion))
    status = HTTPStatus(problem.status)
    sent = {
        "Connection": "close",
        "Content-Type": MEDIA_TYPE,
        "Content-Length": str(len(body)),
        "X-Request-Id": occasion.request,
        **problem.headers,
        **headers.ALWAYS,
    }
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{k}: {v}" for k, v in sent.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def refuse(error: BaseException, client: str) -> bytes:
    """Log and count a malformed request from the address ``client``; its path is unknown."""
    problem, request = problem_of(error), secrets.token_hex(8)
    metrics.PROBLEMS.labels(problem.code).inc()
    told = {"operation": "none", "status": problem.status, "problem": problem.code}
    told |= {"request": request, "client": client}
    ours = problem.status >= 500
    level = logging.ERROR if ours else logging.INFO
    log.log(level, "refused unread", extra=told, exc_info=error if ours else None)
    return answer(problem, Occasion(_site(), "/", request))


def crowded(most: int) -> bytes:
    """Count and return the refusal of a connection above the limit of its address.

    It has no log line, because such connections come by the thousand.
    """
    headers = {"Retry-After": "1"}
    problem = Problem("rate-limited", "connections", headers=headers, limit=most, wait=1)
    metrics.PROBLEMS.labels(problem.code).inc()
    return answer(problem, Occasion(_site(), "/", secrets.token_hex(8)))


@cache
def _site() -> str:
    """Return the address of the service; a malformed request names none."""
    return Settings.from_environ().site
