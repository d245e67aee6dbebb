"""Signing secrets of requests to remote bots and webhooks.

They are stored in plain form, because each request is signed again.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import b64encode
from collections.abc import Sequence

from msgspec import Struct

PREFIX = "whsec_"
OVERLAP = 24 * 3600 * 1000
"""How long (ms) a replaced secret remains valid."""


class Secret(Struct, frozen=True, array_like=True):
    """A secret in the form of Standard Webhooks, and until when (ms) it signs; 0: for ever."""

    value: str
    until: int = 0


def new() -> str:
    """Return a new secret of 256 bits."""
    return _written(secrets.token_bytes(32))


def derived(token: str) -> str:
    """Return the secret derived from a token; it does not reveal the token."""
    return _written(hashlib.sha256(b"signing\0" + token.encode()).digest())


def valid(kept: Sequence[Secret], now: int) -> list[str]:
    """Return the secrets valid at this time (ms), newest first."""
    return [each.value for each in kept if not each.until or each.until > now]


def rotated(kept: Sequence[Secret], value: str, now: int) -> tuple[Secret, ...]:
    """Return the secrets with a new one; at most three sign at once."""
    old = [Secret(s.value, s.until or now + OVERLAP) for s in kept if not 0 < s.until <= now]
    return (Secret(value), *old[:2])


def _written(data: bytes) -> str:
    return PREFIX + b64encode(data).decode()
