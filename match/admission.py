"""Admission: checks of a record's entries that are no turns: seats, clocks, pauses, undo requests.

The rules are those by which the service makes entries.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from match import clocks
from match.chairs import Chair
from match.entries import Entry
from match.errors import Fault, entry_fault
from match.head import Head
from match.position import Position
from match.replay import Mark, Step
from match.tables import least_seats
from match.visibility import iso
from match.words import (
    BY_HOST,
    CANCELLED,
    CLAIM,
    CLAIMED,
    CLOCK,
    CLOSED,
    DISABLED,
    ENABLED,
    END,
    EXPIRED,
    FINISHED,
    FREE,
    HOOK,
    JOINED,
    LEFT,
    NOBODY,
    OPEN,
    PAUSE,
    PERSON,
    REASONS,
    RENAMED,
    RESIGNED,
    RESUME,
    RETRACTED,
    RETURNED,
    RUNNING,
    SEAT,
    TIMEOUT,
    TURN,
    UNDO_ANSWERED,
    UNDO_REQUESTED,
    UNDO_WITHDRAWN,
    WAITING,
)

CLOCKS_APART = 3_600_000
"""The largest difference (ms) of two machines' clocks."""


class Situation(NamedTuple):
    """The position of a record before an entry.

    ``made`` are the entries so far, ``kept`` the indices of the turns in force, ``marks`` the
    revisions to restore.
    """

    head: Head
    step: Step
    made: Sequence[Entry]
    kept: list[int]
    marks: Mapping[int, Mark]

    @property
    def position(self) -> Position:
        """Return the position of the game."""
        return self.step.position

    @property
    def sandbox(self) -> bool:
        """Return whether it may be a sandbox whose record began with a clock."""
        return self.head.clock is None and self.head.undo == FREE


class Passing(NamedTuple):
    """A change of a seat: the required status and the holders (patterns)."""

    statuses: tuple[str, ...]
    before: str
    after: str


_ALIVE, _BOT = (WAITING, RUNNING), "bot:.*"
PASSINGS: dict[str, tuple[Passing, ...]] = {
    JOINED: (Passing((WAITING,), "open", "person"),),
    LEFT: (Passing((WAITING,), "(?!open).*", "open"),),
    BY_HOST: (Passing(_ALIVE, ".*", _BOT), Passing((WAITING,), "(?!open).*", "open")),
    CLOSED: (Passing((WAITING,), "open", "closed"),),
    RESIGNED: (Passing((RUNNING,), ".*", _BOT),),
    TIMEOUT: (Passing((RUNNING,), "person|hook", _BOT),),
    CLAIMED: (Passing((RUNNING,), "person|hook", f"person|{_BOT}"),),
    RETURNED: (Passing(_ALIVE, _BOT, "person|hook"),),
    DISABLED: (Passing(_ALIVE, "hook", "hook"),),
    ENABLED: (Passing(_ALIVE, "hook", "hook"),),
    RENAMED: (Passing(_ALIVE, "(?!open).*", "(?!open).*"),),
}
"""The possible changes of a seat by reason."""
_IN_SANDBOX = Passing(_ALIVE, ".*", "person")
"""The importer of an unfinished record takes all of its seats."""


def in_time(entry: Entry, latest: int, now: int, index: int) -> None:
    """Check the order of entries in time, with a tolerance for several machines.

    No entry may be in the future.

    :raises Fault: the order is wrong.
    """
    if not latest - CLOCKS_APART <= entry.at <= now + CLOCKS_APART:
        raise entry_fault("record-time", index, "at", iso(latest), iso(entry.at))


def admit(now: Situation, entry: Entry, index: int) -> None:
    """Check that such an entry is possible there.

    :raises Fault: it is not.
    """
    _admit_kind(now, entry, index)
    if entry.kind == SEAT:
        _admit_seat(now, entry, index)
    elif entry.kind == CLOCK:
        _admit_clock(now, entry, index)
    elif entry.kind in (UNDO_REQUESTED, UNDO_ANSWERED, UNDO_WITHDRAWN):
        _admit_undo(now, entry, index)
    if entry.back_to is not None and not 0 <= entry.back_to <= index:
        raise entry_fault("record-target", index, "back_to", f"0 to {index}", entry.back_to)
    if entry.kind == RETRACTED:
        _admit_retraction(now, entry, index)


def _admit_kind(now: Situation, entry: Entry, index: int) -> None:
    """Check that an entry of this kind is possible there."""
    status, players = now.position.status, len(now.step.holders)
    if now.made and now.made[-1].kind == END:
        raise Fault("record-after-end", f"/entries/{index}", None, entry.kind, index)
    if status in FINISHED and entry.kind != END:
        raise entry_fault("record-after-end", index, "kind", END, entry.kind)
    reasons = REASONS.get(entry.kind, ())
    if entry.kind not in (SEAT, CLOCK):
        reasons = ("", *reasons)
    if entry.why not in reasons:
        raise entry_fault(
            "record-differs", index, "why", [why for why in reasons if why], entry.why
        )
    # Only entries of the host and the end have no seat.
    first = -1 if entry.kind == END or entry.why == RESUME else 0
    if not first <= entry.seat < players:
        raise entry_fault("record-differs", index, "seat", list(range(players)), entry.seat)
    if entry.starts and (status != WAITING or entry.kind != SEAT):
        raise entry_fault("record-differs", index, "starts", False, True)
    if entry.kind == TURN and status == WAITING:
        raise entry_fault("record-not-started", index, "kind", SEAT, TURN)
    if entry.kind == TURN and now.position.rests_since is not None:
        raise entry_fault("record-paused", index, "kind", CLOCK, TURN)
    if entry.kind == END:
        _admit_end(now, entry, index)


def _admit_end(now: Situation, entry: Entry, index: int) -> None:
    """Check the end: after the last turn, or by cancelling before the start."""
    status = now.position.status
    if entry.why == CANCELLED and status != WAITING:
        raise entry_fault("record-differs", index, "why", None, CANCELLED)
    if status in FINISHED and entry.at != (latest := now.made[-1].at if now.made else entry.at):
        raise entry_fault("record-differs", index, "at", iso(latest), iso(entry.at))


def _admit_seat(now: Situation, entry: Entry, index: int) -> None:
    """Check that a seat may change hands like this."""
    before, after = now.step.holders[entry.seat], entry.holder
    if after is None:
        raise entry_fault("record-differs", index, "holder", PERSON, None)
    fitting = [why for why in PASSINGS if _fits(now, why, before, after)]
    if entry.why not in fitting:
        raise entry_fault("record-seat", index, "why", fitting, entry.why)
    if entry.why == CLOSED:
        fewer, title = len(now.step.holders) - 1, now.step.table.title
        if fewer < least_seats(now.head, fewer + 1, title):
            raise entry_fault("record-differs", index, "why", None, CLOSED)
    if entry.why == TIMEOUT and now.head.clock is not None:
        _require_due(now, entry, index)
        if now.head.clock.on_timeout != after:
            raise entry_fault("record-differs", index, "holder", now.head.clock.on_timeout, after)
    if entry.why == CLAIMED and after == PERSON and _claims(now) == NOBODY:
        raise entry_fault("record-differs", index, "holder", "bot:<level>", after)
    if entry.why == CLAIMED and not now.sandbox:
        late = [seat for seat, time in enumerate(now.position.times) if time.late]
        if entry.seat not in late:
            raise entry_fault("record-not-late", index, "seat", late, entry.seat)
    _admit_start(now, entry, index)


def _claims(now: Situation) -> str | None:
    return now.head.clock.claims if now.head.clock else None


def _fits(now: Situation, why: str, before: str, after: str) -> bool:
    """Return whether a seat may pass from one holder to another for this reason."""
    more = (_IN_SANDBOX,) if now.sandbox and why == JOINED else ()
    clockless = now.head.clock is None and not now.sandbox and why in (TIMEOUT, CLAIMED)
    moved = why == RENAMED and before != after
    return not (clockless or moved) and any(
        now.position.status in change.statuses
        and re.fullmatch(change.before, before)
        and re.fullmatch(change.after, after)
        for change in (*PASSINGS[why], *more)
    )


def _admit_start(now: Situation, entry: Entry, index: int) -> None:
    """Check that the game starts with the change after which no seat is open."""
    others = [holder for n, holder in enumerate(now.step.holders) if n != entry.seat]
    full = OPEN not in others and entry.holder != OPEN
    if entry.starts != (full and now.position.status == WAITING):
        raise entry_fault("record-differs", index, "starts", not entry.starts, entry.starts)


def _admit_clock(now: Situation, entry: Entry, index: int) -> None:
    """Check an entry of a clock: time has expired, or a pause is possible."""
    position, clock = now.position, now.head.clock
    if position.status == WAITING:
        raise entry_fault("record-not-started", index, "kind", SEAT, CLOCK)
    if entry.why == TIMEOUT and not now.sandbox:
        _require_due(now, entry, index)
        if clock is not None and clock.on_timeout != CLAIM:
            raise entry_fault("record-differs", index, "kind", SEAT, CLOCK)
    if entry.why == PAUSE and entry.seat not in (able := _may_pause(now)):
        raise entry_fault("record-differs", index, "seat", able, entry.seat)
    if entry.why == RESUME and position.rest is None:
        raise entry_fault("record-differs", index, "why", PAUSE, RESUME)


def _may_pause(now: Situation) -> list[int]:
    """Return the seats that may ask for a pause."""
    rest = now.position.rest
    if rest is not None and rest.since is not None:
        return []
    # Only the consent of people is needed, but the token of a remote bot may give it too.
    able = [seat for seat, holder in enumerate(now.step.holders) if holder in (PERSON, HOOK)]
    if rest is None:
        return able
    missing = [seat for seat in able if seat not in rest.agreed]
    waits = any(now.step.holders[seat] == PERSON for seat in missing)
    return missing if waits else able


def _require_due(now: Situation, entry: Entry, index: int) -> None:
    """Check that the seat's time has expired and was not noted before."""
    position = now.position
    due = {
        asked.seat: asked.due
        for asked in position.awaited
        if asked.due is not None and not clocks.is_late(position, asked)
    }
    if position.rests_since is not None or entry.seat not in due:
        running = [] if position.rests_since is not None else list(due)
        raise entry_fault("record-no-clock", index, "seat", running, entry.seat)
    _require_passed(due[entry.seat], entry, index)


def _require_passed(due: int, entry: Entry, index: int) -> None:
    if entry.at < due:
        raise entry_fault("record-early", index, "at", iso(due), iso(entry.at))


def _admit_undo(now: Situation, entry: Entry, index: int) -> None:
    """Check an undo request: only one is open at a time, and answers refer to it."""
    position, asked = now.position, now.position.request
    if position.status == WAITING:
        raise entry_fault("record-not-started", index, "kind", SEAT, entry.kind)
    if entry.kind == UNDO_REQUESTED:
        if asked is not None:
            raise entry_fault("record-differs", index, "kind", UNDO_ANSWERED, UNDO_REQUESTED)
        return
    if asked is None or entry.request != asked.id:
        raise entry_fault("record-request", index, "request", asked and asked.id, entry.request)
    own = entry.kind == UNDO_WITHDRAWN
    if (entry.seat == asked.seat) != own:
        able = [n for n in range(len(now.step.holders)) if (n == asked.seat) == own]
        raise entry_fault("record-differs", index, "seat", able, entry.seat)
    if entry.why == EXPIRED:
        if position.rests_since is not None:
            raise entry_fault("record-differs", index, "why", None, EXPIRED)
        _require_passed(asked.expires, entry, index)


def _admit_retraction(now: Situation, entry: Entry, index: int) -> None:
    """Check a retraction: it goes back to before a turn, but not to before the start."""
    kept = now.kept
    if entry.back_to is None:
        raise entry_fault("record-target", index, "back_to", f"0 to {index - 1}", None)
    if now.marks[entry.back_to][1].status != RUNNING:
        raise entry_fault("record-target", index, "back_to", "after the start", entry.back_to)
    if not kept or kept[-1] < entry.back_to:
        expected = f"at most {kept[-1]}" if kept else "a turn to take back"
        raise entry_fault("record-target", index, "back_to", expected, entry.back_to)
    while kept and kept[-1] >= entry.back_to:
        kept.pop()


def require_seated(
    chairs: Sequence[Chair], holders: Sequence[str], entries: Sequence[Entry]
) -> None:
    """Check that the final holders are those of the entries.

    :raises Fault: they are not.
    """
    told = [chair.holder for chair in chairs]
    if told != list(holders):
        raise Fault("record-differs", "/seats", list(holders), told)
    closed = sum(entry.why == CLOSED for entry in entries)
    last: list[Entry | None] = [None] * (len(chairs) + closed)
    resigned = [False] * len(last)
    for entry in entries:
        if entry.kind != SEAT:
            continue
        if entry.why == CLOSED:
            del last[entry.seat], resigned[entry.seat]
            continue
        last[entry.seat] = entry
        gone = resigned[entry.seat] or entry.why == RESIGNED
        resigned[entry.seat] = gone and entry.why not in (JOINED, CLAIMED)
    for place, chair in enumerate(chairs):
        latest = last[place]
        _same(place, "resigned", resigned[place], chair.resigned)
        if latest is not None:
            _same(place, "name", latest.name, chair.name)


def _same(place: int, member: str, expected: Any, got: Any) -> None:
    if expected != got:
        raise Fault("record-differs", f"/seats/{place}/{member}", expected, got)
