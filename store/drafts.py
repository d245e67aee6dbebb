"""Drafts: unfinished turns of a seat, outside of every record."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import msgspec
from msgspec import Struct
from redis import Redis

from match.match import Match
from match.requirements import is_fresh
from store import keys

SECONDS = 14 * 24 * 3600
"""The lifetime of a draft after it was last saved."""

_SWAP = """
local key, expected, value, seconds = KEYS[1], unpack(ARGV)
if expected ~= '*' and (redis.call('GET', key) or '') ~= expected then
  return 0
elseif value == '' then
  redis.call('DEL', key)
else
  redis.call('SET', key, value, 'EX', seconds)
end
return 1
"""
"""Replace a value unless it has changed (compare-and-set)."""


class Draft(Struct, frozen=True, array_like=True):
    """The steps of a draft at revision ``rev``, and whether they are a whole turn.

    ``at`` is when they were saved, in ms since 1970; ``holder`` is the holder of the seat.
    """

    rev: int
    steps: tuple[str, ...]
    complete: bool
    at: int
    holder: bytes


_decoder = msgspec.msgpack.Decoder(Draft)


@dataclass(frozen=True, slots=True)
class Kept:
    """The stored draft of a seat (None if none is valid), and its bytes."""

    draft: Draft | None
    data: bytes

    @property
    def tag(self) -> str | None:
        """Return a practically unique tag of this draft, or None without one."""
        return None if self.draft is None else hashlib.sha256(self.data).hexdigest()[:20]


def holder(match: Match, seat: int) -> bytes:
    """Return the holder of a seat: another player on the same chair is another holder."""
    chair = match.chairs[seat]
    return hashlib.sha256(chair.token + chair.account.encode()).digest()[:8]


class Drafts:
    """All drafts in Redis, one for each seat. Nothing else reads them."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._swap = redis.register_script(_SWAP)

    def load(self, match: Match, seat: int) -> Kept:
        """Return the draft of this seat. It is valid while its question is open."""
        data = self._redis.get(keys.draft(match.id, seat))
        if not isinstance(data, bytes):
            return Kept(None, b"")
        draft = _decoder.decode(data)
        asked = match.position.question(seat) is not None
        counts = asked and is_fresh(match, seat, draft.rev)
        return Kept(draft if counts and draft.holder == holder(match, seat) else None, data)

    def save(self, match: Match, seat: int, draft: Draft, over: Kept | None) -> Kept | None:
        """Store a draft in place of ``over`` (None: any); return None if that has changed."""
        data = msgspec.msgpack.encode(draft)
        return Kept(draft, data) if self._put(match, seat, data, over) else None

    def drop(self, match: Match, seat: int, over: Kept | None) -> bool:
        """Delete ``over`` (None: any draft); return False if that has changed."""
        return self._put(match, seat, b"", over)

    def _put(self, match: Match, seat: int, data: bytes, over: Kept | None) -> bool:
        expected = b"*" if over is None else over.data
        return bool(self._swap([keys.draft(match.id, seat)], [expected, data, SECONDS]))
