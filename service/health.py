"""Health: whether this process and its storage answer."""

from __future__ import annotations

from flask import Blueprint, Response

from schemas import rulesets as shapes
from service import replying
from service.database import db
from service.operation import FREE, Answer, operation

bp = Blueprint("health", __name__)


@operation(
    bp, "GET", "/healthz", {200: Answer("It is up.", shapes.Health)}, stored=False, counted=FREE
)
def healthz() -> Response:
    """Tell whether the process is up.

    It says nothing of the storage, so that a process is not restarted for a fault elsewhere.
    """
    return replying.json({"status": "ok"})


@operation(bp, "GET", "/readyz", {200: Answer("It can serve.", shapes.Health)}, counted=FREE)
def readyz() -> Response:
    """Tell whether requests can be served.

    They can when the storage answers; load balancers ask this.
    """
    db().ping()
    return replying.json({"status": "ok"})
