"""Undo: take back turns that may be taken back."""

from __future__ import annotations

import msgspec

from match.match import Match
from store import Store, jobs
from store.games import NoSuchGame
from store.jobs import Job
from store.undo import Lapsed, is_agreed, job_id, retract
from workers.database import database
from workers.queues import UNDO, enqueue_due, enqueue_job


def run(job_id: str) -> None:
    """Do the undo job of this id, unless it is finished or no longer wanted.

    Its ``args`` are those of ``store.undo.retract``: ``seat``, ``back_to``, ``asked_at`` and maybe
    ``request``. The result is ``{"rev": …}``, the revision of the retraction.
    """
    db = database()
    try:
        job = db.jobs.get(job_id)
    except KeyError:
        return
    if job.finished:
        return
    job = db.jobs.update(job, state=jobs.RUNNING)
    if job.finished:
        return
    try:
        after = retract(db, job.game, **job.args)
    except Lapsed as error:
        db.jobs.fail(job, "undo-not-allowed", reason=error.reason)
        return
    except NoSuchGame:
        db.jobs.fail(job, "not-found")
        return
    db.jobs.finish(job, msgspec.json.encode({"rev": after.rev}))
    enqueue_if_due(job)


def start_if_agreed(db: Store, match: Match) -> Job | None:
    """Have the turns taken back that a request asks for, if nobody need agree any more.

    Called whenever somebody has agreed or a bot has taken a seat: bots agree. The job, if any.
    """
    asked = match.position.request
    if asked is None or not is_agreed(match, asked.id):
        return None
    args = {"seat": asked.seat, "back_to": asked.back_to, "asked_at": asked.id, "request": asked.id}
    own_id = job_id(match, db.games.entries(match))
    job = db.jobs.create(UNDO, match.id, args, asked.seat, own_id)
    if not job.finished:
        enqueue_job(db, job)
    return job


def enqueue_if_due(job: Job) -> None:
    """Tell the machines when the turn that was taken back had been answered to one of them."""
    db = database()
    enqueue_due(db, db.games.load(job.game))
