"""A match: one game that is being played, and what one commit changes in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import Struct

from engine.core import Item
from match.chairs import Chair
from match.entries import Entry
from match.head import Head
from match.position import Position
from match.snapshot import Snapshot
from match.words import FINISHED, LOST, OPEN, RESIGNED, SHARED, TURN, WON

Traces = Sequence[Sequence[Item]]
"""The events of each line of a turn; () for entries that are no turns."""


@dataclass(frozen=True, slots=True)
class Change:
    """The change of one commit: entries, their events, and the snapshot after them.

    ``traces`` has the events of each line of each entry. ``chairs`` are the chairs after it, if
    they change.
    """

    entries: Sequence[Entry]
    snapshot: Snapshot
    traces: Sequence[Traces] = ()
    chairs: tuple[Chair, ...] | None = None


class Life(Struct, frozen=True, array_like=True):
    """The facts of a match by which it expires (``match.expiry``).

    ``changed`` is the time (ms) of its last entry, 0 before the first. ``played``: a turn was
    played, also if it was undone. ``kept``: an app key created it.
    """

    changed: int = 0
    played: bool = False
    kept: bool = False

    def after(self, entries: Sequence[Entry]) -> Life:
        """Return the facts after some entries."""
        changed = max([self.changed, *(entry.at for entry in entries)])
        played = self.played or any(entry.kind == TURN for entry in entries)
        return Life(changed, played, self.kept)


_NEW = Life()


@dataclass(frozen=True, slots=True)
class Match:
    """A match at its newest revision: header, chairs and snapshot.

    ``packed_log`` holds the whole log of a finished match. ``tokens_left`` is the rest of the
    first rate limit's bucket after the commit that led here. ``rematch`` is the id of the rematch
    of a finished match, empty without one. ``life`` has the facts by which it expires.
    """

    id: str
    head: Head
    chairs: tuple[Chair, ...]
    snapshot: Snapshot
    packed_log: bytes | None = None
    tokens_left: int | None = None
    rematch: str = ""
    life: Life = _NEW

    @property
    def rev(self) -> int:
        """Return the number of entries so far."""
        return self.snapshot.rev

    @property
    def position(self) -> Position:
        """Return the position of the match."""
        return self.snapshot.position

    @property
    def holders(self) -> tuple[str, ...]:
        """Return the holder of every seat."""
        return tuple(chair.holder for chair in self.chairs)

    @property
    def over(self) -> bool:
        """Return whether the match was played to its end or cancelled: nothing is secret then."""
        return self.snapshot.position.status in FINISHED

    @property
    def settled(self) -> int | None:
        """Return the time (ms) by which lists place the end: a record ends here at its import."""
        ended, imported = self.position.ended, self.head.imported
        return ended if ended is None or imported is None else max(ended, imported)

    @property
    def paused(self) -> bool:
        """Return whether all people agreed to a pause: no clock runs, and no seat is awaited."""
        return self.snapshot.position.rests_since is not None

    @property
    def open_seats(self) -> list[int]:
        """Return the seats without a holder."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.holder == OPEN]

    @property
    def free_seats(self) -> list[int]:
        """Return the open seats that any player may take, because they are not reserved."""
        return [seat for seat in self.open_seats if not self.chairs[seat].is_reserved]

    @property
    def late_seats(self) -> list[int]:
        """Return the seats whose time has run out, so that a player may claim them."""
        return [seat for seat, time in enumerate(self.position.times) if time.late]

    def seats_of(self, account: str) -> list[int]:
        """Return the seats that an account holds."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.account == account]

    def seats_of_player(self, player: str) -> list[int]:
        """Return the seats that the account with this public id holds."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.player == player]

    def outcome(self, seats: Sequence[int]) -> str | None:
        """Return how the game ended for the player of some seats; None without a result."""
        ranks = {standing.side: standing.rank for standing in self.position.result}
        if not ranks or not seats:
            return None
        played = [ranks[seat] for seat in seats if not self.chairs[seat].resigned]
        if not played:
            return RESIGNED
        if min(played) > 1:
            return LOST
        first = {side for side, rank in ranks.items() if rank == 1}
        return WON if first <= set(seats) else SHARED

    def awaits(self, seat: int) -> bool:
        """Return whether the owner of a seat must act: it is asked, no bot plays, no pause."""
        asked = self.position.question(seat) is not None
        return asked and not self.chairs[seat].is_bot and not self.paused

    @property
    def bot_awaited(self) -> bool:
        """Return whether a bot of the service is asked."""
        return any(self.chairs[a.seat].is_bot for a in self.position.awaited) and not self.paused

    @property
    def bots_only(self) -> bool:
        """Return whether bots of the service sit at all seats."""
        return all(chair.is_bot for chair in self.chairs)

    @property
    def hook_awaited(self) -> bool:
        """Return whether a remote bot is asked."""
        return any(self.chairs[a.seat].is_called for a in self.position.awaited) and not self.paused

    def with_chair(self, seat: int, chair: Chair) -> tuple[Chair, ...]:
        """Return the chairs with another one at a seat."""
        return (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])

    def moved_on(self, change: Change, packed_log: bytes | None = None) -> Match:
        """Return the match after a change."""
        chairs = self.chairs if change.chairs is None else change.chairs
        return replace(
            self,
            chairs=chairs,
            snapshot=change.snapshot,
            packed_log=packed_log,
            tokens_left=None,
            life=self.life.after(change.entries),
        )
