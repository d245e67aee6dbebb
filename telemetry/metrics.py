"""Metrics in the format of Prometheus.

Each process writes its counts into its own file in a shared folder. A scrape adds up all files.
Labels are from closed lists (operations, rulesets, problem codes, queues), never ids.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import REGISTRY

from telemetry.shared import FOLDER

__all__ = ["Histogram", "Metric", "exposition", "gauge"]

CONTENT_TYPE = CONTENT_TYPE_LATEST

disable_created_metrics()

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Histogram(
    "chasqui_request_seconds",
    "Time to answer requests; a stream's until its first byte.",
    ("operation", "status"),
    buckets=_SECONDS,
)
PROBLEMS = Counter("chasqui_problems", "Requests that were refused, by problem code.", ("code",))
TURNS = Counter(
    "chasqui_turns",
    "Turns posted over HTTP (played, repeated, or a problem code), or played by a bot.",
    ("ruleset", "outcome"),
)
JOBS = Histogram(
    "chasqui_job_seconds",
    "Time that workers spent on jobs.",
    ("kind", "result"),
    buckets=(*_SECONDS, 30.0, 60.0),
)
REPORTS = Counter("chasqui_talk_reports", "Reports of messages of table talk.")
STREAMS = Gauge(
    "chasqui_streams", "Event streams and long polls being served.", multiprocess_mode="livesum"
)


def gauge(
    name: str, text: str, values: Mapping[Any, float], labels: tuple[str, ...] = ()
) -> Metric:
    """Return a metric computed at scrape time, with a value for each tuple of labels."""
    made = GaugeMetricFamily(name, text, labels=labels)
    for each, value in values.items():
        made.add_metric(each, value)
    return made


class Collects(Protocol):
    """A collector that measures something at each scrape."""

    def collect(self) -> Iterable[Metric]:
        """Yield the current metrics."""


def exposition(*present: Collects) -> bytes:
    """Return all metrics: the counts of all processes, and the current state."""
    registry = CollectorRegistry()
    if os.environ.get(FOLDER):
        MultiProcessCollector(registry)
    else:
        registry.register(REGISTRY)
    for each in present:
        registry.register(each)
    return generate_latest(registry)


def bury(*pids: int) -> None:
    """Drop the gauges of processes that have ended."""
    for pid in pids:
        with suppress(OSError):
            mark_process_dead(pid)
