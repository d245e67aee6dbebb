"""`python -m workers`: one worker for all queues, with a sweeper beside it.

SIGTERM or Ctrl-C: the job at hand is finished, then the worker ends.
"""

from __future__ import annotations

import logging
import os
import sys
from threading import Event, Thread

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from games import all_games
from store.connection import RedisError, connect
from workers import bots, replays, undo
from workers.database import database, redis_url, require_server
from workers.queues import QUEUES
from workers.sweeper import Sweeper

JOBS = (bots.play_due, undo.run, replays.run)
"""What the queues call, imported with all the rules before the first job comes."""

IDLE_SECONDS = 60  # between two looks at RQ's own bookkeeping
LEVELS = ("debug", "info", "warning", "error", "critical")


class Worker(SimpleWorker):
    """RQ's worker that runs jobs in its own process.

    One that forks for each job answers 8 ms later (docs/decisions/0005-due-turns.md). After the
    server was away it looks for it every second instead of ever more rarely.
    """

    max_connection_wait_time = 1.0


def main() -> None:
    """Work until told to stop."""
    level = os.environ.get("LOG_LEVEL", "").strip().lower() or "info"
    if level not in LEVELS:
        raise SystemExit(f"chasqui workers: LOG_LEVEL is {level!r}; it should be one of {LEVELS}")
    logging.basicConfig(level=level.upper(), format="%(asctime)s %(levelname)s %(message)s")
    require_server()
    all_games()
    stop = Event()
    sweeper = Thread(target=Sweeper(database()).run, args=[stop], name="sweeper", daemon=True)
    sweeper.start()
    worker = Worker(
        [work.name for work in QUEUES],
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
        stop.set()
        sweeper.join(timeout=5)


if __name__ == "__main__":
    main()
