"""The access log: metrics and a log line for each request."""

from __future__ import annotations

import logging
import re
from functools import cache, partial
from time import perf_counter
from typing import Any

from flask import Flask, Response, g, request

from service.edge.context import request_id
from service.processes.settings import ALL, FAILED, NONE, REFUSED
from telemetry import logs, metrics
from telemetry.metrics import Histogram

log = logging.getLogger("chasqui.requests")

_LOWEST = {ALL: 0, REFUSED: 400, FAILED: 500, NONE: 1000}
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_NOWHERE = "none"
_TURN = "post_turn"
_PROBES = ("healthz", "readyz", "get_metrics")
"""Health checks are frequent, so their lines have the level `debug` on success."""
_PLAYED = {201: "played", 200: "repeated"}


def install(app: Flask, logged: str) -> None:
    """Observe this application. Install it first, so that its clock covers everything."""
    app.before_request(_begin)
    app.after_request(partial(_end, _LOWEST[logged]))


def operation() -> str:
    """Return the name of the operation, or one word for unknown addresses."""
    endpoint = request.endpoint
    return endpoint.rpartition(".")[2] if endpoint else _NOWHERE


@cache
def _timer(name: str, status: int) -> Histogram:
    """Return the timer of answers with these labels; both are from closed lists."""
    return metrics.REQUESTS.labels(name, str(status))


def _begin() -> None:
    g.began = perf_counter()
    logs.request_id.set(request_id())


def _end(lowest: int, response: Response) -> Response:
    seconds, name, status = perf_counter() - g.began, operation(), response.status_code
    _timer(name, status).observe(seconds)
    code = g.get("problem")
    if code:
        metrics.PROBLEMS.labels(code).inc()
    match, caller = g.get("entered") or (None, None)
    if name == _TURN and match is not None:
        outcome = code or _PLAYED.get(status, _NOWHERE)
        metrics.TURNS.labels(match.head.ruleset, outcome).inc()
    if status >= lowest:
        line: dict[str, Any] = {"operation": name, "status": status, "ms": round(seconds * 1e3, 2)}
        line["client"] = request.remote_addr
        if (game := (request.view_args or {}).get("game_id")) and _ID.fullmatch(game):
            line["game"] = game
        if caller is not None and caller.seat is not None:
            line["seat"] = caller.seat
        if code:
            line["problem"] = code
        level = logging.DEBUG if name in _PROBES else logging.INFO
        if status >= 500:
            level = logging.ERROR
        log.log(level, "%s %s %s", request.method, name, status, extra=line)
    return response
