"""Clocks: the time of each seat. The engine never sees time.

Everything follows from the ``at`` of the entries, so a replay gives the same times. Banks are
updated when a seat's clock stops; while it runs, the question has its deadline.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from match.entries import Entry
from match.head import Clock
from match.match import Match
from match.position import Awaited, Position, Rest, Time
from match.undo_requests import CONSENT_MS
from match.words import (
    BANK,
    CLAIMED,
    CLOCK,
    HOOK,
    PAUSE,
    PERSON,
    RENAMED,
    RESUME,
    RETRACTED,
    RETURNED,
    RUNNING,
    SEAT,
    SHORTEST_CLOCK,
    STAYING,
    TIMEOUT,
    TURN,
)

GRACE_SHARE = 10
"""A player who returns with an empty bank gets this fraction of it."""


def next_deadline(match: Match) -> int | None:
    """Return when (ms) to check this game because of its clock; None: never.

    It is at once if all have agreed to an undo, because the job may be lost.
    """
    position, request = match.position, match.position.request
    if position.status != RUNNING or match.paused:
        return None
    found = [] if request is None else [request.expires]
    if request is not None and not _asked_to_agree(match) - {request.seat, *request.agreed}:
        found.append(request.expires - CONSENT_MS)
    found += [a.due for a in position.awaited if a.due is not None and not is_late(position, a)]
    return min(found, default=None)


def _asked_to_agree(match: Match) -> set[int]:
    return {seat for seat, chair in enumerate(match.chairs) if chair.consents}


def is_late(position: Position, asked: Awaited) -> bool:
    """Return whether the seat is noted as late."""
    return bool(position.times) and position.times[asked.seat].late


def start_all(clock: Clock | None, holders: Sequence[str], position: Position, at: int) -> Position:
    """Return the position of a game that starts at this time (ms), with full clocks."""
    if clock is None or position.status != RUNNING:
        return position
    times = tuple(Time(_full(clock)) for _ in holders)
    awaited = tuple(_start(times, holders, asked, at) for asked in position.awaited)
    return replace(position, awaited=awaited, times=times)


def with_times(
    clock: Clock | None, holders: Sequence[str], before: Position, after: Position, entry: Entry
) -> Position:
    """Return the position after an entry from ``before``, with times and pause added to ``after``.

    ``holders`` are the holders after it.
    """
    if after.status != RUNNING:
        return after
    if entry.kind == CLOCK or before.rest is not None:
        after = replace(after, rest=_rest(before.rest, holders, entry))
    if entry.kind == CLOCK:
        return _after_clock_entry(before, after, entry)
    if clock is None:
        return after
    if entry.starts:
        return start_all(clock, holders, after, entry.at)
    if entry.kind in (TURN, RETRACTED, SEAT):
        return _run(clock, holders, before, after, entry)
    return after


def _rest(rest: Rest | None, holders: Sequence[str], entry: Entry) -> Rest | None:
    """Return the pause after an entry: it begins when all people agree, and any of them ends it."""
    if entry.kind == CLOCK and entry.why == RESUME:
        return None
    if entry.kind == CLOCK and entry.why == PAUSE:
        agreed = tuple(sorted({*(rest.agreed if rest else ()), entry.seat}))
        missing = {n for n, holder in enumerate(holders) if holder == PERSON} - set(agreed)
        return Rest(agreed, None if missing else entry.at)
    if entry.kind == SEAT and entry.why == RENAMED:
        return rest
    if entry.kind == SEAT and rest is not None and rest.since is None:
        agreed = tuple(seat for seat in rest.agreed if seat != entry.seat)
        return Rest(agreed) if agreed else None
    return rest


def _after_clock_entry(before: Position, after: Position, entry: Entry) -> Position:
    """Return the times after an entry about the clock itself."""
    if entry.why == TIMEOUT and before.times:
        times = list(before.times)
        times[entry.seat] = replace(times[entry.seat], late=True)
        return replace(after, times=tuple(times))
    if entry.why == RESUME and before.rests_since is not None:
        gap, request = entry.at - before.rests_since, after.request
        awaited = tuple(a if a.due is None else replace(a, due=a.due + gap) for a in after.awaited)
        if request is not None:
            request = replace(request, expires=request.expires + gap)
        return replace(after, awaited=awaited, request=request)
    return after


def _run(
    clock: Clock, holders: Sequence[str], before: Position, after: Position, entry: Entry
) -> Position:
    """Stop the clocks of closed questions, and start those of new ones."""
    now = entry.at if before.rests_since is None else before.rests_since
    times, kept = list(before.times), set[int]()
    moved = entry.seat if entry.kind == SEAT and entry.why not in STAYING else None
    for asked in before.awaited:
        if after.question(asked.seat) == asked and asked.seat != moved:
            kept.add(asked.seat)
        else:
            times[asked.seat] = _stopped(times[asked.seat], asked, now)
    if entry.kind == TURN and _has_clock(holders[entry.seat]):
        times[entry.seat] = _earn(times[entry.seat], clock.increment * 1000)
    elif entry.kind == RETRACTED:
        pairs = zip(times, after.times, strict=True)
        times = [_earn(time, min(0, then.earned - time.earned)) for time, then in pairs]
    elif moved is not None:
        times[entry.seat] = _taken(clock, times[entry.seat], entry)
    if entry.kind == TURN and clock.kind != BANK:
        fresh = {asked.seat for asked in after.awaited} - kept
        times = [replace(t, left=_full(clock)) if n in fresh else t for n, t in enumerate(times)]
    awaited = tuple(
        asked if asked.seat in kept else _start(times, holders, asked, now)
        for asked in after.awaited
    )
    return replace(after, awaited=awaited, times=tuple(times))


def _start(times: Sequence[Time], holders: Sequence[str], asked: Awaited, now: int) -> Awaited:
    runs = _has_clock(holders[asked.seat])
    return replace(asked, due=now + times[asked.seat].left if runs else None)


def _stopped(time: Time, asked: Awaited, now: int) -> Time:
    """Return a seat's time when its question closes, at least 0."""
    left = time.left if asked.due is None else max(0, asked.due - now)
    return Time(left, time.earned)


def _earn(time: Time, earned: int) -> Time:
    """Return the time after an increment, or after a retraction of increments."""
    return replace(time, left=max(0, time.left + earned), earned=time.earned + earned)


def _taken(clock: Clock, time: Time, entry: Entry) -> Time:
    """Return the time of a seat after a change of holder.

    A newcomer has a full clock. A player who returns has the remaining time, or if none remained, a
    part of the bank or the time of a turn.
    """
    comes = entry.holder is not None and _has_clock(entry.holder)
    empty = entry.why == RETURNED and time.left == 0
    if comes and (entry.why == CLAIMED or (empty and clock.kind != BANK)):
        return Time(_full(clock))
    if comes and empty:
        grace = max(clock.seconds // GRACE_SHARE, clock.increment, SHORTEST_CLOCK)
        return replace(time, left=grace * 1000)
    return time


def _full(clock: Clock) -> int:
    return clock.seconds * 1000


def _has_clock(holder: str) -> bool:
    """Return whether a holder has a clock: people and remote bots do."""
    return holder in (PERSON, HOOK)
