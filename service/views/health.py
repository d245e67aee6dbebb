"""Health: the state of this process, and of everything that it needs."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from schemas import service as shapes
from service.edge import responses
from service.edge.context import db, settings
from service.edge.operation import FREE, ApiResponse, operation
from service.presentation.problems import unavailable
from store.server import LATE
from store.words import DURABILITY, PARTS, REDIS

bp = Blueprint("health", __name__)


@operation(
    bp,
    "GET",
    "/healthz",
    {200: ApiResponse("The process works.", shapes.Health)},
    stored=False,
    counted=FREE,
)
def healthz() -> Response:
    """Return 200 while the process works.

    The storage is not checked, so that a failure elsewhere does not restart the process.
    """
    return responses.json({"status": "ok"})


@operation(
    bp,
    "GET",
    "/readyz",
    {200: ApiResponse("Every part is available.", shapes.Ready)},
    query=shapes.ReadyQuery,
    counted=FREE,
)
def readyz(query: dict[str, Any]) -> Response:
    """Return 200 if every part of the service is available.

    The parts are the storage (`redis`), its `scripts`, `disk`, `memory`, `replicas` and
    `durability`. The others are the processes `workers` (bots and jobs), `hooks` (remote bots) and
    `stream` (events). Otherwise the problem lists the parts `missing`. `exclude` skips a part.
    """
    needed = [part for part in PARTS if part not in query["without"]]
    found = db().heartbeats.missing()
    if REDIS not in found and not settings().allow_unsafe_redis and _may_lose_games():
        found.append(DURABILITY)
    missing = [part for part in found if part in needed]
    if missing:
        raise unavailable("missing", extra={"missing": missing}, missing=missing)
    return responses.json({"status": "ok", "parts": needed})


def _may_lose_games() -> bool:
    return bool(db().server.risks().keys() - {LATE})
