"""A match: one game that is being played, and what one commit changes in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core import Item
from match.chairs import Chair
from match.entries import Entry
from match.head import Head
from match.position import Position
from match.snapshot import Snapshot
from match.words import FINISHED


@dataclass(frozen=True, slots=True)
class Match:
    """A game as it stands: header, seats and the present snapshot.

    ``packed_log`` holds the whole log once the game is over. ``tokens_left`` is what the commit
    that led here left in the first of its buckets.
    """

    id: str
    head: Head
    chairs: tuple[Chair, ...]
    snapshot: Snapshot
    packed_log: bytes | None = None
    tokens_left: int | None = None

    @property
    def rev(self) -> int:
        """The number of entries so far."""
        return self.snapshot.rev

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.snapshot.position

    @property
    def over(self) -> bool:
        """Whether the game has ended, or was cancelled: then nothing in it is secret."""
        return self.snapshot.position.status in FINISHED

    @property
    def paused(self) -> bool:
        """Whether all have agreed to rest: nobody's time runs, and nobody is awaited."""
        return self.snapshot.position.rests_since is not None

    def seats_of(self, account: str) -> list[int]:
        """The seats that an account holds."""
        return [number for number, seat in enumerate(self.chairs) if seat.account == account]

    def awaits(self, seat: int) -> bool:
        """Whether whoever has this seat is to act: it is asked, no bot plays, nothing rests."""
        asked = self.position.question(seat) is not None
        return asked and not self.chairs[seat].is_bot and not self.paused

    @property
    def bot_awaited(self) -> bool:
        """Whether a bot of ours is asked."""
        return any(self.chairs[a.seat].is_bot for a in self.position.awaited) and not self.paused

    @property
    def hook_awaited(self) -> bool:
        """Whether a remote bot is asked."""
        return any(self.chairs[a.seat].is_called for a in self.position.awaited) and not self.paused


@dataclass(frozen=True, slots=True)
class Change:
    """What one commit adds: entries, what each led to, the moment after them, new seats if any."""

    entries: Sequence[Entry]
    snapshot: Snapshot
    traces: Sequence[Sequence[Item]] = ()
    chairs: tuple[Chair, ...] | None = None
