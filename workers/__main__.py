"""`python -m workers`: one worker for all queues, with a sweeper beside it.

SIGTERM or Ctrl-C: the job at hand is finished, then the worker ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from threading import Event, Thread

from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from games import all_games
from store.connection import RedisError, connect
from store.presence import WORKERS
from telemetry import logs
from workers import bots, clocks, replays, undo
from workers.database import database, redis_url, require_server
from workers.observing import observe
from workers.queues import QUEUES, Work
from workers.sweeper import Sweeper

JOBS = (bots.play_due, clocks.expire, undo.run, replays.run)
"""What the queues call, imported with all the rules before the first job comes."""

IDLE_SECONDS = 60  # between two looks at RQ's own bookkeeping


class Worker(SimpleWorker):
    """RQ's worker that runs jobs in its own process.

    One that forks for each job answers 8 ms later (docs/decisions/0005-due-turns.md). After the
    server was away it looks for it every second instead of ever more rarely.
    """

    max_connection_wait_time = 1.0

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Do a job; it is timed, counted and told in one log line."""
        return observe(job, queue.name, partial(super().perform_job, job, queue))


def prepare() -> None:
    """Load everything that jobs need, before the first one comes.

    :raises SystemExit: a setting is wrong, or the server does not answer.
    """
    if wrong := logs.wrong(os.environ):
        sys.exit(f"chasqui workers: {wrong}")
    logs.from_environ(os.environ)
    require_server()
    all_games()


def work(
    queues: Sequence[Work],
    sweep: Callable[[Event], None],
    part: str = WORKERS,
    finish: Callable[[], None] = lambda: None,
) -> None:
    """Do the jobs of these queues until told to stop, with a sweeper in a thread beside it.

    ``part`` is what this process is among those that /readyz looks for; until ``finish`` returns
    it says that it is alive.

    :raises SystemExit: the server is gone for good.
    """
    stop = Event()
    sweeper = Thread(target=sweep, args=[stop], name="sweeper", daemon=True)
    sweeper.start()
    Thread(target=database().presence.keep_beating, args=[part, stop], daemon=True).start()
    worker = Worker(
        [each.name for each in queues],
        # A connection of its own, without the time limit that a blocking read would run into.
        connection=connect(redis_url(), timeout=None),
        serializer=JSONSerializer,
        worker_ttl=IDLE_SECONDS + 15,
        maintenance_interval=IDLE_SECONDS,
        log_job_description=False,
    )
    try:
        worker.work(logging_level="WARNING")
    except RedisError as error:
        sys.exit(f"chasqui workers: lost the server ({error}); the supervisor starts anew")
    finally:
        finish()
        stop.set()
        sweeper.join(timeout=5)


def main() -> None:
    """Work until told to stop."""
    prepare()
    work(QUEUES, Sweeper(database()).run)


if __name__ == "__main__":
    main()
