"""Tokens of seats, hosts and accounts; only their hashes are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

ACCOUNT_PREFIX = "acct_"
"""The beginning of ids of accounts, and so of their tokens."""
_ID_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def new_id(length: int = 12) -> str:
    """Return a short random name without similar letters; 12 of them have 70 bits."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(length))


def letters(digest: bytes, length: int) -> str:
    """Return letters of the same kind, derived from a digest."""
    number, found = int.from_bytes(digest), ""
    for _ in range(length):
        number, place = divmod(number, len(_ID_ALPHABET))
        found += _ID_ALPHABET[place]
    return found


def new_token(game_id: str) -> str:
    """Return a token with 192 random bits. It begins with the game's id."""
    return f"{game_id}.{secrets.token_urlsafe(24)}"


def derived_token(game_id: str, key: str, salt: bytes, role: str) -> str:
    """Return the token of a role, derived from a request's Idempotency-Key.

    A duplicate gets the same token. Only the salt is stored, not the key or the token.
    """
    digest = hmac.digest(
        key.encode(), b"\0".join([salt, game_id.encode(), role.encode()]), "sha256"
    )
    return f"{game_id}.{urlsafe_b64encode(digest[:24]).decode()}"


def game_of(token: str) -> str:
    """Return the id of the game in a token."""
    return token.partition(".")[0]


def fingerprint(token: str) -> bytes:
    """Return the stored form of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).digest()
