"""Replays: the views and events of a part of a game, frame by frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.table import Line, Table
from match.entries import Entry
from match.match import Match
from match.position import Position, between_steps
from match.replay import Step, walk, without_quiet
from match.tables import OtherRules
from match.visibility import (
    retracted_indices,
    steps_of_entry,
    visible_entry,
    visible_events,
    visible_steps,
)
from match.words import RUNNING, TURN, WAITING
from service.presentation.choices import phrases_of
from service.presentation.detail import questions, sentence, views
from service.presentation.game_view import everything, outline
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

    Its ``args`` are the revisions ``from`` and ``to``, and ``every``: a frame for each ``every``-th
    revision, the first and the last. With ``steps``, also one after each step of a turn, with
    ``choices`` the open questions. ``language`` is that of the sentences. The result is
    ``{"frames": [...]}``.
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

    Each has its revision, the ``entries`` since the frame before with their events, the ``view``,
    and the hidden part of the job's seat (``own``). A frame between steps has their number.

    :raises Cancelled: the job was cancelled.
    :raises NoSuchGame: the game is gone.
    :raises OtherRules: the game needs rules that are not installed.
    """
    first, last, every = job.args["from"], job.args["to"], job.args["every"]
    match = db.games.load(job.game)
    entries = db.games.entries(match)
    teller = Teller(match, entries, job)
    frames: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    for step in walk(match, entries[:last]):
        if step.rev > first:
            told.append(teller.entry(step))
        if step.rev >= first and (step.rev == last or (step.rev - first) % every == 0):
            frames.append(teller.frame(step, told))
            told = []
            if len(frames) % FRAMES_A_REPORT == 0:
                report(db, job, step.rev / max(last, 1))
        if first <= step.rev < last:
            frames += teller.between(step)
    return frames


def report(db: Store, job: Job, progress: float) -> None:
    """Store the progress of the job.

    :raises Cancelled: the job was cancelled.
    """
    if db.jobs.update(job, progress=round(progress, 2)).finished:
        raise Cancelled


class Teller:
    """A viewer of a record: a seat, or None for a spectator, and what it asked for."""

    def __init__(self, match: Match, entries: Sequence[Entry], job: Job) -> None:
        self.match, self.entries, self.viewer = match, entries, job.viewer
        self.retracted = retracted_indices(entries)
        self.steps, self.choices = job.args.get("steps"), job.args.get("choices")
        self.everything = job.args.get("everything")
        self.say = phrases_of(match, job.args.get("language", ""))
        self.captions: list[str | None] = []

    def entry(self, step: Step) -> dict[str, Any]:
        """Return the entry that led to this step, a turn with its events."""
        index, title = step.rev - 1, step.table.title
        entry, viewer = self.entries[index], self.viewer
        line = visible_entry(self.match, index, entry, viewer, index in self.retracted)
        if entry.kind == TURN:
            traces, say = without_quiet(title, step.traces), self.say.event
            line["steps"] = steps_of_entry(self.match, title, index, entry, traces, viewer, say)
            for shown, text in zip(line["steps"], self.captions, strict=False):
                if text is not None:
                    shown["text"] = text
        line["text"] = self.say.entry(line)
        return line

    def frame(self, step: Step, told: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the viewer's view at this step."""
        frame = {"rev": step.rev, "entries": told}
        if self.steps and told and self.captions and None not in self.captions:
            frame["last"] = told[-1]["steps"][-1]
        return frame | self._shown(step.table, step.position)

    def between(self, step: Step) -> Iterator[dict[str, Any]]:
        """Say the steps of the turn that follows, and yield the frames between them if wanted."""
        entry, self.captions = self.entries[step.rev], []
        if entry.kind != TURN:
            return
        shown = visible_steps(self.match, step.rev, entry, self.viewer)
        whole, table = all(each["step"] is not None for each in shown), step.table.clone()
        for place, (line, each) in enumerate(zip(entry.lines, shown, strict=True), 1):
            hidden = each["step"] is None
            self.captions.append(None if hidden else sentence(table, line, self.say))
            if place == len(entry.lines):
                return
            events = self._events(table, line)
            if self.steps and whole:
                last = each | {"text": self.captions[-1], "events": events}
                yield self._between(step, entry, place, table) | {"last": last}

    def _between(self, step: Step, entry: Entry, place: int, table: Table) -> dict[str, Any]:
        """Return the frame after some steps of the turn that follows."""
        position = between_steps(step.position, table, entry, step.rev + 1)
        return {"rev": step.rev, "step": place, "entries": []} | self._shown(table, position)

    def _events(self, table: Table, line: Line) -> list[dict[str, Any]]:
        """Play a line of a turn that the viewer sees, and return its events."""
        title, say, over = table.title, self.say.event, self.match.over
        (trace,) = without_quiet(title, table.replay([line]).traces)
        veiled = bool(table.state.apart)
        return visible_events(title, trace, self.viewer, say, veiled and not over, over)

    def _shown(self, table: Table, position: Position) -> dict[str, Any]:
        started = position.status != WAITING or self.match.over
        shown = outline(position) | views(table, self.viewer if started else None)
        if self.everything:
            shown["everything"] = everything(table.title, table.save())
        if self.choices:
            running = position.status == RUNNING
            asked = questions(self.match, table, self.viewer, self.say) if running else []
            shown["choices"] = asked
        return shown
