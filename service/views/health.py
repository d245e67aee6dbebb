"""Health: whether this process is up, and whether everything it needs is."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from schemas import health as shapes
from service.edge import responses
from service.edge.database import db
from service.edge.operation import FREE, Answer, operation
from service.presentation.problems import unavailable
from store.presence import PARTS

bp = Blueprint("health", __name__)


@operation(
    bp, "GET", "/healthz", {200: Answer("It is up.", shapes.Health)}, stored=False, counted=FREE
)
def healthz() -> Response:
    """Tell whether the process is up.

    It says nothing of the storage, so that a process is not restarted for a fault elsewhere.
    """
    return responses.json({"status": "ok"})


@operation(
    bp,
    "GET",
    "/readyz",
    {200: Answer("Everything is there.", shapes.Ready)},
    query=shapes.ReadyQuery,
    counted=FREE,
)
def readyz(query: dict[str, Any]) -> Response:
    """Tell whether everything is there that games need, and else what is missing.

    The parts are the storage (`redis`), its `scripts`, its `disk`, and the processes that play bots
    and do jobs (`workers`), talk to remote bots (`hooks`) and serve events (`stream`). The problem
    lists what is `missing`; `exclude` leaves out what an installation does without.
    """
    needed = [part for part in PARTS if part not in query["without"]]
    missing = [part for part in db().presence.missing() if part in needed]
    if missing:
        raise unavailable("missing", extra={"missing": missing}, missing=missing)
    return responses.json({"status": "ok", "parts": needed})
