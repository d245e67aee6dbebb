"""Replays: the views and events of a stretch of a game, frame by frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from match.entries import Entry
from match.match import Match
from match.replay import Step, walk, without_quiet
from match.snapshot import own_blobs, view_blob
from match.tables import OtherRules
from match.visibility import events_of_entry, retracted_indices, visible_entry
from match.words import TURN, WAITING
from store import Store, jobs
from store.games import NoSuchGame
from store.jobs import Job
from workers.database import database

FRAMES_A_REPORT = 50
"""How many frames are made between two looks whether the job is still wanted."""


class Cancelled(Exception):
    """Nobody wants the job any more."""


def run(job_id: str) -> None:
    """Do the replay job of this id, unless it is finished or no longer wanted.

    Its ``args`` are ``from``, ``to`` (revisions) and ``every``: a frame is made of the first and
    the last of them and of each ``every``-th between. The result is ``{"frames": [...]}``.
    """
    db = database()
    try:
        job = db.jobs.update(db.jobs.get(job_id), state=jobs.RUNNING)
    except KeyError:
        return
    if job.finished:
        return
    try:
        frames = make_frames(db, job)
    except Cancelled:
        return
    except NoSuchGame:
        db.jobs.fail(job, "not-found")
    except OtherRules as error:
        db.jobs.fail(job, "unavailable", ruleset=str(error))
    else:
        db.jobs.finish(job, msgspec.json.encode({"frames": frames}))


def make_frames(db: Store, job: Job) -> list[dict[str, Any]]:
    """The frames this job asks for.

    Each holds the revision it shows, the ``entries`` since the frame before with their events,
    the ``view`` there, and what the job's seat sees besides (``own``).

    :raises Cancelled: the job was cancelled meanwhile.
    :raises NoSuchGame: the game is gone.
    :raises OtherRules: the game needs rules that are not here.
    """
    first, last, every = job.args["from"], job.args["to"], job.args["every"]
    match = db.games.load(job.game)
    entries = db.games.entries(match)
    teller = Teller(match, entries, job.viewer)
    frames: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    for step in walk(match, entries[:last]):
        if step.rev > first:
            told.append(teller.entry(step))
        if step.rev < first or ((step.rev - first) % every and step.rev < last):
            continue
        frames.append(teller.frame(step, told))
        told = []
        if len(frames) % FRAMES_A_REPORT == 0:
            report(db, job, step.rev / max(last, 1))
    return frames


def report(db: Store, job: Job, progress: float) -> None:
    """Note how far the job is.

    :raises Cancelled: the job was cancelled meanwhile.
    """
    if db.jobs.update(job, progress=round(progress, 2)).finished:
        raise Cancelled


class Teller:
    """Shows a game's record to one viewer: a seat, or None for a spectator."""

    def __init__(self, match: Match, entries: Sequence[Entry], viewer: int | None) -> None:
        self.match, self.entries, self.viewer = match, entries, viewer
        self.retracted = retracted_indices(entries)

    def entry(self, step: Step) -> dict[str, Any]:
        """The entry that led to this step, a turn with its events."""
        index, game = step.rev - 1, step.table.game
        entry = self.entries[index]
        line = visible_entry(self.match, index, entry, self.viewer, index in self.retracted)
        if entry.kind == TURN:
            trace = without_quiet(game, step.trace)
            line["events"] = events_of_entry(self.match, game, index, entry, trace, self.viewer)
        return line

    def frame(self, step: Step, told: list[dict[str, Any]]) -> dict[str, Any]:
        """What the viewer saw at this step."""
        frame: dict[str, Any] = {"rev": step.rev, "entries": told}
        frame["view"] = msgspec.Raw(view_blob(step.table))
        waits = step.position.status == WAITING and not self.match.over
        if self.viewer is not None and not waits:
            frame["own"] = msgspec.Raw(own_blobs(step.table).get(self.viewer, b"{}"))
        return frame
