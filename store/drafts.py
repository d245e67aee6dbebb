"""Drafts: half-made turns that a seat keeps for itself, outside of every record."""

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
"""How long a draft is kept after it was last saved."""

_SWAP = """
if ARGV[1] ~= '*' and (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then
  return 0
elseif ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
end
return 1
"""
"""Put a value in the place of another one, unless somebody else did so first."""


class Draft(Struct, frozen=True, array_like=True):
    """The steps a seat has thought of at revision ``rev``, and whether they are a whole turn.

    ``at`` is when they were saved, in ms since 1970; ``holder`` tells whose they are.
    """

    rev: int
    steps: tuple[str, ...]
    complete: bool
    at: int
    holder: bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept for a seat: the draft, None where none counts (any more), and its bytes."""

    draft: Draft | None
    data: bytes

    @property
    def tag(self) -> str | None:
        """A word for this very draft, as good as unique; None without one."""
        return None if self.draft is None else hashlib.sha256(self.data).hexdigest()[:20]


def holder(match: Match, seat: int) -> bytes:
    """Who sits there: another person on the same chair is another holder."""
    chair = match.chairs[seat]
    return hashlib.sha256(chair.token + chair.account.encode()).digest()[:8]


class Drafts:
    """All drafts in Redis, one a seat. Nothing else ever reads or counts them."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._swap = redis.register_script(_SWAP)

    def load(self, match: Match, seat: int) -> Kept:
        """The draft of this seat. It counts while the question it answers is open."""
        data = self._redis.get(keys.draft(match.id, seat))
        if not isinstance(data, bytes):
            return Kept(None, b"")
        draft = msgspec.msgpack.decode(data, type=Draft)
        asked = match.position.question(seat) is not None
        counts = asked and is_fresh(match, seat, draft.rev)
        return Kept(draft if counts and draft.holder == holder(match, seat) else None, data)

    def save(self, match: Match, seat: int, draft: Draft, over: Kept | None) -> Kept | None:
        """Keep a draft in the place of ``over`` (None: of any); None if that has changed."""
        data = msgspec.msgpack.encode(draft)
        return Kept(draft, data) if self._put(match, seat, data, over) else None

    def drop(self, match: Match, seat: int, over: Kept | None) -> bool:
        """Forget ``over`` (None: any draft); False if that has changed."""
        return self._put(match, seat, b"", over)

    def _put(self, match: Match, seat: int, data: bytes, over: Kept | None) -> bool:
        expected = b"*" if over is None else over.data
        return bool(self._swap([keys.draft(match.id, seat)], [expected, data, SECONDS]))
