"""Undo jobs."""

from __future__ import annotations

import msgspec

from match.errors import Refused
from match.match import Match
from match.undo import is_agreed, job_id
from store import Store, words
from store.commits import retract
from store.games import NoSuchGame
from store.jobs import UNDO, Job
from workers.database import database
from workers.queues import enqueue_due, enqueue_job


def run(job_id: str) -> None:
    """Run the undo job of this id, unless it is finished or cancelled.

    Its ``args`` are those of ``store.commits.retract``: ``seat``, ``back_to``, ``asked_at`` and
    maybe ``request``. The result is ``{"rev": …}``, the revision of the retraction.
    """
    db = database()
    try:
        job = db.jobs.get(job_id)
    except KeyError:
        return
    if job.finished:
        return
    job = db.jobs.update(job, state=words.RUNNING)
    if job.finished:
        return
    try:
        after = retract(db.games, job.game, **job.args)
    except Refused as error:
        db.jobs.fail(job, error.code, reason=error.why)
        return
    except NoSuchGame:
        db.jobs.fail(job, "not-found")
        return
    db.jobs.finish(job, msgspec.json.encode({"rev": after.rev}))
    enqueue_if_due(job)


def start_if_agreed(db: Store, match: Match) -> Job | None:
    """Enqueue a requested undo that needs no further consent, and return the job, if any.

    It is called after each consent, and after a change of seats: who has resigned is not asked.
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
    """Enqueue the bots if the retracted turn had asked one of them."""
    db = database()
    enqueue_due(db, db.games.load(job.game))
