"""Metrics: /metrics in the format of Prometheus."""

from __future__ import annotations

import hmac
import platform
import re
from collections.abc import Iterator
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from flask import Blueprint, Response, request

from service.edge import requests
from service.edge.context import db, settings
from service.edge.openapi import VERSION
from service.edge.operation import ANY, FREE, ApiResponse, operation
from service.presentation.problems import Problem, unauthorized
from store import Store
from store.connection import RedisError
from store.games import now_ms
from telemetry import metrics
from telemetry.metrics import Metric, gauge
from workers.queues import HOOK_QUEUES, QUEUES, waiting

bp = Blueprint("metrics", __name__)

_BEHIND = ("Forwarded", "X-Forwarded-For")
_HOST = re.compile(r"[A-Za-z0-9.-]+(:\d*)?|\[[0-9A-Fa-f:.]+\](:\d*)?", re.ASCII)


@operation(
    bp,
    "GET",
    "/metrics",
    {200: ApiResponse("All metrics.", media=("text/plain",))},
    problems=("forbidden", "unauthorized"),
    stored=False,
    counted=FREE,
    scope=ANY,
)
def get_metrics() -> Response:
    """Return metrics in the format of Prometheus.

    This requires the token in METRICS_TOKEN. Without one, only this machine may read them, unless
    METRICS_PUBLIC is 1. Pages of other origins cannot read them.
    """
    _admit()
    return Response(metrics.exposition(Present(db())), content_type=metrics.CONTENT_TYPE)


def _admit() -> None:
    """Check access to the metrics.

    :raises Problem: 401 or 403.
    """
    wanted = settings().metrics_token
    if wanted is not None:
        if not hmac.compare_digest((requests.bearer() or "").encode(), wanted.encode()):
            raise unauthorized("metrics-token")
    elif not settings().metrics_public and not _from_here():
        raise Problem("forbidden", "metrics-here")


def _from_here() -> bool:
    """Return whether the request comes from this machine, not through a proxy.

    Its Host must be an address or a name of this machine. So a page of a stranger whose name
    resolves to this machine cannot read the metrics in a browser here.
    """
    try:
        near = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        near = not request.remote_addr  # over a Unix socket
    return near and _is_own(request.headers.get("Host")) and not _is_forwarded()


def _is_forwarded() -> bool:
    return any(name in request.headers for name in _BEHIND)


def _is_own(host: str | None) -> bool:
    """Return whether the header Host is absent, an IP address, or a name of this machine."""
    if host is None:
        return True
    name = (urlsplit(f"//{host}").hostname or "") if _HOST.fullmatch(host) else ""
    if name in ("localhost", settings().host.lower(), gethostname().lower()):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Present:
    """Yield metrics that are measured at each scrape."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of the build and the storage."""
        yield gauge(
            "chasqui_build_info",
            "What runs.",
            {(VERSION, platform.python_version()): 1},
            ("version", "python"),
        )
        try:
            found = list(self._stored())
        except RedisError:
            found = []
        yield gauge("chasqui_redis_up", "Whether the storage answers.", {(): int(bool(found))})
        yield from found

    def _stored(self) -> Iterator[Metric]:
        store = self._store
        yield gauge("chasqui_redis_ping_seconds", "A trip there.", {(): store.heartbeats.ping()})
        queues = {(work.name,): waiting(store, work) for work in (*QUEUES, *HOOK_QUEUES)}
        yield gauge("chasqui_queue_jobs", "Jobs that wait.", queues, ("queue",))
        due = store.backlog.measure(now_ms())
        counts = {(each.kind,): each.number for each in due}
        yield gauge("chasqui_due", "What is due and not done.", counts, ("kind",))
        ages = {(each.kind,): each.age for each in due}
        yield gauge("chasqui_due_age_seconds", "Of the oldest that is due.", ages, ("kind",))
        alive = {(part,): number for part, number in store.heartbeats.alive().items()}
        yield gauge("chasqui_alive", "Processes that gave a sign of life.", alive, ("part",))
