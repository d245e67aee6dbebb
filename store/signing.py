"""Signing secrets: what a receiver knows requests of ours by. They are kept as they are, because
each request is signed anew."""

from __future__ import annotations

import hashlib
import secrets
from base64 import b64encode
from collections.abc import Sequence

from msgspec import Struct

PREFIX = "whsec_"
OVERLAP = 24 * 3600 * 1000
"""How long (ms) a secret is still good after another one has taken its place."""


class Secret(Struct, frozen=True, array_like=True):
    """A secret as Standard Webhooks writes it, and until when (ms) it signs; 0: for ever."""

    value: str
    until: int = 0


def new() -> str:
    """A fresh secret of 256 bits."""
    return _written(secrets.token_bytes(32))


def derived(token: str) -> str:
    """The secret that belongs to a token of 192 random bits; it tells nothing of the token."""
    return _written(hashlib.sha256(b"signing\0" + token.encode()).digest())


def valid(kept: Sequence[Secret], now: int) -> list[str]:
    """The secrets that sign at this time (ms), the newest first."""
    return [each.value for each in kept if not each.until or each.until > now]


def rotated(kept: Sequence[Secret], value: str, now: int) -> tuple[Secret, ...]:
    """The secrets with a new one, which in a while is the only one; at most three sign at once."""
    old = [Secret(s.value, s.until or now + OVERLAP) for s in kept if not 0 < s.until <= now]
    return (Secret(value), *old[:2])


def _written(data: bytes) -> str:
    return PREFIX + b64encode(data).decode()
