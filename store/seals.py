"""Seals: signatures of states that this service made, for imports, and marks of addresses."""

from __future__ import annotations

import hmac
import secrets

import msgspec
from msgspec.structs import replace
from redis import Redis

from match.head import Fork
from store import keys


class Seals:
    """Seals with a secret of this service, which no answer contains."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._secret: bytes | None = None

    def seal(self, ruleset: str, fork: Fork) -> Fork:
        """Return a fork with the seal of its state under these rules."""
        return replace(fork, seal=self._of(ruleset, fork))

    def holds(self, ruleset: str, fork: Fork) -> bool:
        """Return whether this service sealed this state under these rules."""
        return hmac.compare_digest(self._of(ruleset, fork).encode(), fork.seal.encode())

    def mark(self, address: str) -> str:
        """Return a mark of an address, which does not reveal it."""
        digest = hmac.digest(self._key(), b"address " + address.encode(), "sha256")
        return f"address_{digest[:12].hex()}"

    def _of(self, ruleset: str, fork: Fork) -> str:
        data = msgspec.msgpack.encode([ruleset, fork.game, fork.rev, fork.state])
        return hmac.digest(self._key(), data, "sha256").hex()

    def _key(self) -> bytes:
        if self._secret is None:
            self._redis.set(keys.SEAL_SECRET, secrets.token_bytes(32), nx=True)
            kept = self._redis.get(keys.SEAL_SECRET)
            assert isinstance(kept, bytes)
            self._secret = kept
        return self._secret
