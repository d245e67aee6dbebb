"""The expiry of matches: how long each is kept, by what was played in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from match.entries import Entry
from match.match import Life, Match
from match.words import ABANDONED, ENDED, TURN, UNPLAYED

DAY = 24 * 3600 * 1000


class Lifetimes(NamedTuple):
    """The lifetimes of matches in ms, by stage; 0 is without end.

    Each counts from the last entry. ``app_keys``: matches that app keys created expire too.
    """

    unplayed: int = 0
    abandoned: int = 0
    finished: int = 0
    app_keys: bool = False

    def of(self, stage: str) -> int:
        """Return the lifetime of a stage."""
        return {UNPLAYED: self.unplayed, ABANDONED: self.abandoned, ENDED: self.finished}[stage]


ENDLESS = Lifetimes()


def begun(match: Match, entries: Sequence[Entry] = (), kept: bool = False) -> Match:
    """Return a new match with the facts of its life; ``entries`` are those it begins with."""
    played = match.over or any(entry.kind == TURN for entry in entries)
    return replace(match, life=Life(0, played, kept))


def stage(match: Match) -> str:
    """Return the stage of a match: one of ``words.STAGES``."""
    if not match.life.played:
        return UNPLAYED
    return ENDED if match.over else ABANDONED


def since(match: Match) -> int:
    """Return the time (ms) from which the lifetime of a match counts.

    It is the time of the last entry, or a later deadline: a clock may give more than a lifetime.
    """
    head = match.head
    deadlines = [] if match.over or match.paused else [a.due or 0 for a in match.position.awaited]
    return max(head.created, head.imported or 0, match.life.changed, *deadlines, 0)


def expires(match: Match, lifetimes: Lifetimes) -> int | None:
    """Return when (ms) a match expires; None: never."""
    lifetime = lifetimes.of(stage(match))
    if not lifetime or (match.life.kept and not lifetimes.app_keys):
        return None
    return since(match) + lifetime
