"""Observing: every job is timed, counted and told in one log line."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import perf_counter

from rq.job import Job

from telemetry import logs, metrics

log = logging.getLogger("chasqui.jobs")

DONE, FAILED = "done", "failed"


def observe(job: Job, kind: str, perform: Callable[[], bool]) -> bool:
    """Perform a job, whose only arguments are ids; whether it went well."""
    logs.request_id.set(str(job.meta.get("request", "")))
    began, result = perf_counter(), FAILED
    try:
        if perform():
            result = DONE
    finally:
        seconds = perf_counter() - began
        metrics.JOBS.labels(kind, result).observe(seconds)
        told = {"kind": kind, "of": job.args[0], "result": result, "ms": round(seconds * 1e3, 2)}
        log.log(logging.INFO if result == DONE else logging.ERROR, "job", extra=told)
        logs.request_id.set("")
    return result == DONE
