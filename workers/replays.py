"""Replays: the views and events of a part of a game, frame by frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

import texts
from match.entries import Entry
from match.match import Match
from match.replay import Step, walk, without_quiet
from match.snapshot import own_blobs, view_blob
from match.tables import OtherRules, title_of
from match.visibility import events_of_entry, retracted_indices, visible_entry
from match.words import TURN, WAITING
from store import Store, words
from store.games import NoSuchGame
from store.jobs import Job
from workers.database import database

FRAMES_A_REPORT = 50
"""The number of frames between two checks for cancellation."""


class Cancelled(Exception):
    """The job was cancelled."""


def run(job_id: str) -> None:
    """Run the replay job of this id, unless it is finished or cancelled.

    Its ``args`` are the revisions ``from`` and ``to``, ``every``, and the ``language``. There is a
    frame for each ``every``-th revision, the first and the last. The result is ``{"frames": […]}``.
    """
    db = database()
    try:
        job = db.jobs.update(db.jobs.get(job_id), state=words.RUNNING)
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
    """Return the frames of this job.

    Each has its revision, the ``entries`` since the previous frame with their events, the ``view``,
    and the hidden part of the job's seat (``own``).

    :raises Cancelled: the job was cancelled.
    :raises NoSuchGame: the game is gone.
    :raises OtherRules: the game needs rules that are not installed.
    """
    first, last, every = job.args["from"], job.args["to"], job.args["every"]
    match = db.games.load(job.game)
    entries = db.games.entries(match)
    teller = Teller(match, entries, job.viewer, job.args.get("language", texts.DEFAULT))
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
    """Store the progress of the job.

    :raises Cancelled: the job was cancelled.
    """
    if db.jobs.update(job, progress=round(progress, 2)).finished:
        raise Cancelled


class Teller:
    """A viewer of a record: a seat, or None for a spectator, who reads one language."""

    def __init__(
        self, match: Match, entries: Sequence[Entry], viewer: int | None, language: str
    ) -> None:
        self.match, self.entries, self.viewer = match, entries, viewer
        spoken = texts.phrases(title_of(match), language, match.head.options)
        self.say = spoken.naming([chair.name for chair in match.chairs])
        self.retracted = retracted_indices(entries)

    def entry(self, step: Step) -> dict[str, Any]:
        """Return the entry that led to this step, a turn with its events."""
        index, title = step.rev - 1, step.table.title
        entry = self.entries[index]
        line = visible_entry(self.match, index, entry, self.viewer, index in self.retracted)
        if entry.kind == TURN:
            trace = without_quiet(title, step.trace)
            line["events"] = events_of_entry(
                self.match, title, index, entry, trace, self.viewer, self.say.event
            )
        line["text"] = self.say.entry(line)
        return line

    def frame(self, step: Step, told: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the viewer's view at this step."""
        frame: dict[str, Any] = {"rev": step.rev, "entries": told}
        frame["view"] = msgspec.Raw(view_blob(step.table))
        waits = step.position.status == WAITING and not self.match.over
        if self.viewer is not None and not waits:
            frame["own"] = msgspec.Raw(own_blobs(step.table).get(self.viewer, b"{}"))
        return frame
