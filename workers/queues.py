"""The queues: how work is handed to the workers. Jobs carry ids only, never states.

Handing over may fail silently: the sweeper finds what is due and in no queue. So a turn that was
committed is never answered with an error because nobody could be told of it.
"""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

from rq import Queue
from rq.serializers import JSONSerializer

from match.match import Match
from store import Store
from store.connection import RedisError
from store.jobs import Job
from telemetry.logs import mark, request_id

log = logging.getLogger("chasqui.workers")

UNDO, REPLAY = "undo", "replay"
"""The kinds of jobs that clients may follow; ``store.jobs.Job.kind``."""


class Work(NamedTuple):
    """A queue: its name, the function its jobs call, and the seconds one call may take."""

    name: str
    function: str
    timeout: int


BOT_TURNS = Work("bots", "workers.bots.play_due", 15)
DEADLINES = Work("deadlines", "workers.clocks.expire", 15)
UNDOS = Work("undo", "workers.undo.run", 15)
REPLAYS = Work("replays", "workers.replays.run", 60)
QUEUES = (BOT_TURNS, DEADLINES, UNDOS, REPLAYS)
"""In the order in which a worker looks into them."""

HOOK_TURNS = Work("hooks", "hooks.jobs.play_due", 15)
WEBHOOKS = Work("webhooks", "hooks.jobs.tell_due", 15)
HOOK_QUEUES = (HOOK_TURNS, WEBHOOKS)
"""Left to processes of their own (``python -m hooks``), which wait for others most of the time."""

_OF_KIND = {UNDO: UNDOS, REPLAY: REPLAYS}


def told(work: str, of: str) -> str:
    """What a log line says of what a job of this queue is about: whoever knows the id of one that
    clients follow may read and cancel it."""
    return mark(of) if work in (UNDOS.name, REPLAYS.name) else of


# RQ's own notes on a job: gone when it is done, an hour after it failed or was lost.
_SECONDS_LOST = 3600


def enqueue_bots(db: Store, game_id: str) -> None:
    """Have the bots of this game play as long as they are asked."""
    _enqueue(db, BOT_TURNS, game_id)


def enqueue_hooks(db: Store, game_id: str) -> None:
    """Have the remote bots of this game asked as long as it is their turn."""
    _enqueue(db, HOOK_TURNS, game_id)


def enqueue_due(db: Store, match: Match) -> None:
    """Have every machine that is asked in this game play: our bots and remote ones."""
    if match.bot_awaited:
        enqueue_bots(db, match.id)
    if match.hook_awaited:
        enqueue_hooks(db, match.id)


def enqueue_deadline(db: Store, game_id: str) -> None:
    """Have somebody look at a game in which time has run out."""
    _enqueue(db, DEADLINES, game_id)


def enqueue_webhooks(db: Store, account_id: str) -> None:
    """Have an account's webhooks told what is new in its games."""
    _enqueue(db, WEBHOOKS, account_id)


def enqueue_job(db: Store, job: Job) -> None:
    """Have a job done that was noted in ``db.jobs`` before."""
    _enqueue(db, _OF_KIND[job.kind], job.id)


def waiting(db: Store, work: Work) -> int:
    """How many jobs stand in this queue."""
    return queue(db, work).count


def queue(db: Store, work: Work) -> Queue:
    """The RQ queue of this work."""
    return Queue(work.name, connection=db.redis, serializer=JSONSerializer)


def _enqueue(db: Store, work: Work, of: str) -> None:
    options: dict[str, Any] = {
        "timeout": work.timeout,
        "ttl": _SECONDS_LOST,
        "result_ttl": 0,
        "failure_ttl": _SECONDS_LOST,
    }
    if asked := request_id.get():
        options["meta"] = {"request": asked}
    try:
        queue(db, work).enqueue_call(work.function, args=(of,), **options)
    except RedisError as error:
        about = told(work.name, of)
        log.warning("could not enqueue %s %s (%s); it will be swept up", work.name, about, error)
