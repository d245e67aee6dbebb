"""Rebuilt snapshots: a cache of the snapshots that replays made last, one a process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from match import replay
from match.entries import Entry
from match.match import Match
from match.snapshot import Snapshot

MOST = 64
"""Snapshots in the cache."""

Key = tuple[str, bytes, int]
"""The id and the seed of a match, and the revision."""


class Snapshots:
    """A cache of snapshots; a record never changes, so they stay true."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, Snapshot] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Snapshot | None:
        """Return the snapshot if it is in the cache."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Key, value: Snapshot) -> None:
        """Add a snapshot; the one unused for longest goes."""
        with self._lock:
            self._kept[key] = value
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)


_cache = Snapshots()


def cached_snapshot(match: Match, entries: Sequence[Entry], rev: int) -> Snapshot:
    """Return the snapshot of revision ``rev``, from the cache or by a replay.

    :raises match.tables.OtherRules: this server has no such rules.
    """
    key = (match.id, match.head.seed, rev)
    if (known := _cache.get(key)) is not None:
        return known
    found = replay.snapshot_at(match, entries, rev)
    _cache.put(key, found)
    return found
