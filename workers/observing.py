"""Metrics and log lines of jobs."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import perf_counter

from rq.job import Job

from telemetry import logs, metrics
from workers.queues import told

log = logging.getLogger("chasqui.jobs")

DONE, FAILED = "done", "failed"


def observe(job: Job, kind: str, perform: Callable[[], bool]) -> bool:
    """Run a job, whose arguments are ids; return whether it succeeded."""
    logs.request_id.set(str(job.meta.get("request", "")))
    began, result = perf_counter(), FAILED
    try:
        if perform():
            result = DONE
    finally:
        seconds = perf_counter() - began
        metrics.JOBS.labels(kind, result).observe(seconds)
        of, ms = told(kind, job.args[0]), round(seconds * 1e3, 2)
        line = {"kind": kind, "of": of, "result": result, "ms": ms}
        log.log(logging.INFO if result == DONE else logging.ERROR, "job", extra=line)
        logs.request_id.set("")
    return result == DONE
