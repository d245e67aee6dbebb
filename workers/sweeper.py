"""The sweeper: it enqueues due work that seems lost, and deletes games that have expired.

A job can get lost if the process that enqueues it, the worker or the server is killed. Each commit
notes in Redis whether a bot is asked and when clocks expire. Each job is in a list until it
finishes. The sweeper reads these lists. Jobs are idempotent, so duplicates do no harm.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from threading import Event

from store import Store
from store.backlog import DueIndex
from store.connection import RedisError
from store.games import now_ms
from store.jobs import Job
from telemetry.logs import mark
from workers.queues import (
    BOT_TURNS,
    BOTS_ONLY,
    DEADLINES,
    OF_KIND,
    Work,
    enqueue_bots,
    enqueue_bots_only,
    enqueue_deadline,
    enqueue_job,
    waiting,
)

log = logging.getLogger("chasqui.workers")

TICK = 1.0  # seconds between two looks
PATIENCE = 1_000  # ms that a due turn or job may wait before it counts as lost
LONG_PATIENCE = 3_000  # the same for a game of bots only
LONGEST_PAUSE = 30_000  # the longest backoff in ms
GIVE_UP = 120_000  # ms after which an unfinished job has failed
ROOM = 100  # above this length of its own queue, work counts as late, not as lost


def sweep_until(stop: Event, tick: float, sweep: Callable[[int], None]) -> None:
    """Call ``sweep`` with the time (ms) every ``tick`` seconds until stopped.

    Errors do not end the loop, because without a sweeper lost work stays lost.
    """
    while not stop.wait(tick):
        try:
            sweep(now_ms())
        except RedisError as error:
            log.warning("cannot look for lost work now (%s)", error)
        except Exception:  # an unforeseen error must not end the loop either
            log.exception("sweeping failed; going on")


class Sweeper:
    """A sweeper of due turns and unfinished jobs, with a backoff for each."""

    def __init__(self, db: Store) -> None:
        self.db = db
        self._tried: dict[str, tuple[int, int]] = {}
        self._waits = False

    def run(self, stop: Event) -> None:
        """Sweep every second until stopped, also while the server is down."""
        sweep_until(stop, TICK, self.sweep)

    def sweep(self, now: int) -> None:
        """Enqueue again the work due for longer than its patience at this time (ms).

        Each queue has an index and room of its own. So a flood of one kind hides no other.
        """
        db = self.db
        for game_id in self._late(DEADLINES, db.deadlines, now, now):
            enqueue_deadline(db, game_id)
        for game_id in self._late(BOT_TURNS, db.due, now - PATIENCE, now):
            log.info("game %s waits for a bot; enqueued again", game_id)
            enqueue_bots(db, game_id)
        for game_id in self._late(BOTS_ONLY, db.bots_due, now - LONG_PATIENCE, now):
            enqueue_bots_only(db, game_id)
        for kind, work in OF_KIND.items():
            if (room := ROOM - waiting(db, work)) > 0:
                for job in db.jobs.overdue(kind, now - PATIENCE, room):
                    self._look_after(job, now)
        self._expire(now)
        self._tried = {k: v for k, v in self._tried.items() if v[0] > now - 2 * LONGEST_PAUSE}

    def _expire(self, now: int) -> None:
        """Delete games that have expired, unless they have a grace."""
        grace = self.db.lives.grace()
        if grace and not self._waits and any(self.db.lives.expired(now)):
            text = "games have expired, and stay for %d s more: no worker had looked for a day"
            log.warning(text, grace // 1000)
        self._waits = bool(grace)
        if not grace and (number := self.db.lives.expire(now)):
            log.info("%d games have expired", number)

    def _late(self, work: Work, index: DueIndex, before: int, now: int) -> Iterator[str]:
        """Yield the games due before some time (ms) for which there is room, and postpone them."""
        room = ROOM - waiting(self.db, work)
        for game_id in index.overdue(before, room) if room > 0 else ():
            index.postpone(game_id, now + self._pause(f"{work.name} {game_id}", now))
            yield game_id

    def _look_after(self, job: Job, now: int) -> None:
        if job.finished:
            # The job was noted again under the same id. Finishing it clears the list.
            self.db.jobs.update(job)
            return
        if now - job.created > GIVE_UP:
            log.error("%s job %s of game %s was given up", job.kind, mark(job.id), job.game)
            self.db.jobs.fail(job, "job-timeout")
            return
        self.db.jobs.postpone(job, now + self._pause(job.id, now))
        enqueue_job(self.db, job)

    def _pause(self, name: str, now: int) -> int:
        """Return the backoff: twice the last one, if that was recent."""
        _, last = self._tried.get(name, (0, PATIENCE // 2))
        pause = min(2 * last, LONGEST_PAUSE)
        self._tried[name] = now + pause, pause
        return pause
