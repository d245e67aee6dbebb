"""`python -m workers`: one worker, with a sweeper.

One worker serves all queues. Of several, some serve no patient queue (``workers.queues.served``).

On SIGTERM or Ctrl-C, it finishes its current job.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Any

from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from games import all_titles
from store.connection import RedisError, connect
from store.heartbeats import name
from store.server import is_refusal
from store.words import WORKERS
from telemetry import logs, metrics
from workers import due_games, replays, undo
from workers.database import database, redis_url, require_server
from workers.named_jobs import NamedJob, subject
from workers.queues import QUEUES, Work, logged_id, served
from workers.sweeper import Sweeper

JOBS = (
    *(due_games.play_bots, due_games.play_crowded, due_games.play_bots_only, due_games.expire),
    *(undo.run, replays.run),
)
"""The job modules, imported with all rules before the first job."""

log = logging.getLogger("chasqui.jobs")

DONE, FAILED = "done", "failed"
"""The results of jobs in log lines and metrics."""

IDLE_SECONDS = 60  # seconds between two runs of RQ's maintenance
LOOK_SECONDS = 1.0  # seconds between two looks at the living workers, at least
LONGEST_READ = 3  # seconds of one read of the queues; then the worker looks again


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
        of, ms = logged_id(kind, subject(job)), round(seconds * 1e3, 2)
        line = {"kind": kind, "of": of, "result": result, "ms": ms}
        log.log(logging.INFO if result == DONE else logging.ERROR, "job", extra=line)
        logs.request_id.set("")
    return result == DONE


class Worker(SimpleWorker):
    """RQ's worker that runs jobs in its own process.

    A worker that forks for each job answers 8 ms later (docs/decisions/0005-due-turns.md). If the
    server is away, this worker looks for it every second, without backoff. ``alive`` returns the
    names of the living workers, on which the queues of this one depend (``workers.queues.served``).
    """

    max_connection_wait_time = 1.0

    def __init__(
        self, works: Sequence[Work], alive: Callable[[], Sequence[str]], **options: Any
    ) -> None:
        super().__init__([each.name for each in works], **options)
        self._works, self._alive, self._looked = works, alive, float("-inf")

    @property
    def dequeue_timeout(self) -> int:
        """Return the seconds of one read of the queues."""
        return LONGEST_READ

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """Report as alive, and choose the queues of the next read."""
        super().heartbeat(timeout, pipeline)
        if pipeline is None and perf_counter() - self._looked > LOOK_SECONDS:
            self._choose()
            self._looked = perf_counter()

    def _choose(self) -> None:
        if not any(each.patient for each in self._works):
            return
        with suppress(RedisError):  # the next read notices the missing server
            chosen = {each.name for each in served(self._works, self._alive(), name())}
            self._ordered_queues = [each for each in self.queues if each.name in chosen]

    def reorder_queues(self, reference_queue: Queue) -> None:
        """Serve the queues that are not patient in turns: a flood of one stops no other.

        RQ calls this after each job, with its queue.
        """
        patient = {each.name for each in self._works if each.patient}
        if reference_queue.name in patient:
            return
        served = [each for each in self.queues if each.name == reference_queue.name]
        others = [each for each in self.queues if each.name != reference_queue.name]
        urgent = [each for each in others if each.name not in patient]
        self.queues = [*urgent, *served, *(each for each in others if each.name in patient)]
        now = {each.name for each in self._ordered_queues}
        self._ordered_queues = [each for each in self.queues if each.name in now]

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Run a job, with metrics and a log line."""
        return observe(job, queue.name, partial(super().perform_job, job, queue))


def prepare() -> None:
    """Load everything that jobs need, before the first one.

    :raises SystemExit: a setting is wrong, or the server does not answer.
    """
    if wrong := logs.wrong(os.environ):
        sys.exit(f"chasqui workers: {wrong}")
    logs.from_environ(os.environ)
    require_server()
    all_titles()


def work(
    queues: Sequence[Work],
    sweep: Callable[[Event], None],
    part: str = WORKERS,
    finish: Callable[[], None] = lambda: None,
) -> None:
    """Run the jobs of these queues until stopped, with a sweeper in a thread.

    ``part`` is the part of this process in /readyz. The process reports it as alive until
    ``finish`` returns.

    :raises SystemExit: the server is gone for good.
    """
    stop = Event()
    sweeper = Thread(target=sweep, args=[stop], name="sweeper", daemon=True)
    sweeper.start()
    Thread(target=database().heartbeats.keep_beating, args=[part, stop], daemon=True).start()
    worker = Worker(
        queues,
        partial(database().heartbeats.names, part),
        # A separate connection with a long timeout, because reads block.
        connection=connect(redis_url(), timeout=IDLE_SECONDS + 10.0),
        serializer=JSONSerializer,
        job_class=NamedJob,
        worker_ttl=IDLE_SECONDS + 15,
        maintenance_interval=IDLE_SECONDS,
        log_job_description=False,
    )
    try:
        _work(worker)
    except RedisError as error:
        sys.exit(f"chasqui workers: lost the server ({error}); the supervisor starts anew")
    finally:
        finish()
        stop.set()
        sweeper.join(timeout=5)


def _work(worker: Worker) -> None:
    """Work until stopped. While the server takes no writes, wait for it."""
    while True:
        try:
            worker.work(logging_level="WARNING")
            return
        except RedisError as error:
            if not is_refusal(error):
                raise
            log.warning("the server takes no writes (%s); waiting", error)
            while database().server.stuck():
                sleep(1)


def main() -> None:
    """Work until a signal stops the process."""
    prepare()
    work(QUEUES, Sweeper(database()).run)


if __name__ == "__main__":
    main()
