"""Table talk: who writes in which channel, and who reads it.

Talk is no part of the record. docs/decisions/0028-table-talk.md has the reasons.
"""

from __future__ import annotations

from match.match import Match
from match.words import CHANNELS, EVERYONE, SEATED, SPECTATORS


def channel_of(seat: int | None, host: bool, account: str) -> str | None:
    """Return the channel in which a caller writes, or None for a caller without a token.

    Seats and the host talk at the table, other accounts around it.
    """
    if seat is not None or host:
        return SEATED
    return SPECTATORS if account else None


def readable(match: Match, seat: int | None, host: bool, account: str) -> tuple[str, ...]:
    """Return the channels that a caller may read now.

    Seats read no spectators while the game runs: spectators could give them advice. Everyone reads
    everything after the end. A host without a seat always does, to moderate. The token of the host
    has no seat, but its account may.
    """
    plays = seat is not None or bool(match.head.account and match.seats_of(match.head.account))
    if match.over or (host and not plays):
        return CHANNELS
    own = channel_of(seat, host, account)
    return () if own is None else (own,)


def is_open(policy: str, channel: str) -> bool:
    """Return whether the host's policy opens a channel for new messages."""
    return policy == EVERYONE or (policy == SEATED and channel == SEATED)


def others(match: Match, seat: int | None) -> list[int]:
    """Return the seats that a reader may mute: all except the own one."""
    return [each for each in range(len(match.chairs)) if each != seat]
