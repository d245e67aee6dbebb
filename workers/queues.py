"""The queues of the workers. Jobs contain ids only, never states.

Enqueueing may fail silently, because the sweeper finds due work. So a committed turn is never
answered with an error about a queue.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from rq import Queue
from rq.serializers import JSONSerializer

from match.match import Match
from store import Store
from store.connection import RedisError
from store.games import now_ms
from store.jobs import REPLAY, UNDO, Job
from telemetry.logs import mark, request_id

log = logging.getLogger("chasqui.workers")


class Work(NamedTuple):
    """A queue: its name, the function of its jobs, and their timeout in seconds.

    At a table, players do not wait for the jobs of a ``patient`` queue (see ``served``).
    """

    name: str
    function: str
    timeout: int
    patient: bool = False


BOT_TURNS = Work("bots", "workers.due_games.play_bots", 15)
DEADLINES = Work("deadlines", "workers.due_games.expire", 15)
UNDOS = Work("undo", "workers.undo.run", 15)
CROWDED = Work("bots-crowded", "workers.due_games.play_crowded", 15, patient=True)
"""Bots of addresses that have many games which await bots now."""
CROWDED_PATIENCE = 300_000
"""The ms after which a crowded job counts as lost."""
REPLAYS = Work("replays", "workers.replays.run", 60, patient=True)
BOTS_ONLY = Work("bots-only", "workers.due_games.play_bots_only", 15, patient=True)
QUEUES = (DEADLINES, UNDOS, BOT_TURNS, CROWDED, REPLAYS, BOTS_ONLY)
"""The queues of a worker, in order of priority. Those that are not patient take turns."""

ONE_FREE_IN = 4
"""The part of several workers that serve no patient queue: a quarter, and at least one worker."""

HOOK_TURNS = Work("hooks", "hooks.jobs.play_due", 15)
WEBHOOKS = Work("webhooks", "hooks.jobs.notify_due", 15)
HOOK_QUEUES = (HOOK_TURNS, WEBHOOKS)
"""The queues of hook processes (``python -m hooks``), which mostly wait for answers."""

OF_KIND = {UNDO: UNDOS, REPLAY: REPLAYS}
"""The queue of each kind of job that clients may follow."""


def served(queues: Sequence[Work], alive: Sequence[str], own: str) -> list[Work]:
    """Return those of these queues that the worker of the name ``own`` serves now.

    ``alive`` are the names of the living workers. The first ones serve no patient queue, so they
    are free at once. All workers know the same names, so each can answer for itself.
    """
    free = len(alive) // ONE_FREE_IN or 1
    if len(alive) < 2 or own not in sorted(alive)[:free]:
        return list(queues)
    return [each for each in queues if not each.patient]


def logged_id(work: str, of: str) -> str:
    """Return the subject of a job for a log line. Ids that clients can use become marks."""
    return mark(of) if work in (UNDOS.name, REPLAYS.name) else of


# RQ's result of a job is deleted at once, or an hour after a failure.
_SECONDS_LOST = 3600


def enqueue_bots(db: Store, game_id: str) -> None:
    """Enqueue the bots of this game, for which people wait."""
    _enqueue(db, BOT_TURNS, game_id)


def enqueue_crowded(db: Store, match: Match) -> bool:
    """Enqueue the bots of this game behind others, if its address has many games that await bots.

    The sweeper takes such a job for lost much later.
    """
    now = now_ms()
    try:
        if not db.crowds.hold(match, now):
            return False
        db.due.postpone(match.id, now + CROWDED_PATIENCE)
    except RedisError:
        return False  # the next call notices the missing server
    _enqueue(db, CROWDED, match.id, match.rev)
    return True


def enqueue_bots_only(db: Store, game_id: str, rev: int | None = None) -> None:
    """Enqueue a game of bots only: at this revision, or at whatever revision it is."""
    _enqueue(db, BOTS_ONLY, game_id, rev)


def enqueue_hooks(db: Store, game_id: str) -> None:
    """Enqueue the remote bots of this game."""
    _enqueue(db, HOOK_TURNS, game_id)


def enqueue_due(db: Store, match: Match) -> None:
    """Enqueue all bots and remote bots of this game."""
    if match.bot_awaited and match.bots_only:
        enqueue_bots_only(db, match.id, match.rev)
    elif match.bot_awaited and not enqueue_crowded(db, match):
        enqueue_bots(db, match.id)
    if match.hook_awaited:
        enqueue_hooks(db, match.id)


def enqueue_deadline(db: Store, game_id: str) -> None:
    """Enqueue the timeouts of this game."""
    _enqueue(db, DEADLINES, game_id)


def enqueue_webhooks(db: Store, account_id: str) -> None:
    """Enqueue the webhooks of an account."""
    _enqueue(db, WEBHOOKS, account_id)


def enqueue_job(db: Store, job: Job) -> None:
    """Enqueue a job that is noted in ``db.jobs``."""
    _enqueue(db, OF_KIND[job.kind], job.id)


def waiting(db: Store, work: Work) -> int:
    """Return the number of jobs in this queue."""
    return queue(db, work).count


def queue(db: Store, work: Work) -> Queue:
    """Return the RQ queue of this work."""
    return Queue(work.name, connection=db.redis, serializer=JSONSerializer)


def _enqueue(db: Store, work: Work, of: str, *more: int | None) -> None:
    options: dict[str, Any] = {
        "timeout": work.timeout,
        "ttl": _SECONDS_LOST,
        "result_ttl": 0,
        "failure_ttl": _SECONDS_LOST,
    }
    if asked := request_id.get():
        options["meta"] = {"request": asked}
    try:
        queue(db, work).enqueue_call(work.function, args=(of, *more), **options)
    except RedisError as error:
        about = logged_id(work.name, of)
        log.warning("could not enqueue %s %s (%s); it will be swept up", work.name, about, error)
