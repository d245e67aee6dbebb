"""Undo: take back turns that may be taken back."""

from __future__ import annotations

import msgspec

from store import jobs
from store.games import Conflict, NoSuchGame
from store.jobs import Job
from store.undo import retract
from workers.database import database
from workers.queues import enqueue_due


def run(job_id: str) -> None:
    """Do the undo job of this id, unless it is finished or no longer wanted.

    Its ``args`` are those of ``store.undo.retract``: ``seat``, ``back_to`` and ``asked_at``. The
    result is ``{"rev": …}``, the revision of the retraction.
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
    except Conflict:
        db.jobs.fail(job, "undo-not-allowed", reason="other-seat")
        return
    except NoSuchGame:
        db.jobs.fail(job, "not-found")
        return
    db.jobs.finish(job, msgspec.json.encode({"rev": after.rev}))
    enqueue_if_due(job)


def enqueue_if_due(job: Job) -> None:
    """Tell the machines when the turn that was taken back had been answered to one of them."""
    db = database()
    enqueue_due(db, db.games.load(job.game))
