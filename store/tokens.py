"""Tokens: who holds one may act; only their hashes are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

_ID_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def new_id(length: int = 12) -> str:
    """A short random name without letters that look alike; 12 of them hold 70 bits."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(length))


def new_token(game_id: str) -> str:
    """A token with 192 random bits. It starts with the game's id, so that it leads back to it."""
    return f"{game_id}.{secrets.token_urlsafe(24)}"


def derived_token(game_id: str, key: str, salt: bytes, role: str) -> str:
    """The token of a role, made from a request's Idempotency-Key instead of luck.

    The same request repeated gets the same token, and yet no token need be stored: the salt is
    kept, the key is not.
    """
    digest = hmac.digest(
        key.encode(), b"\0".join([salt, game_id.encode(), role.encode()]), "sha256"
    )
    return f"{game_id}.{urlsafe_b64encode(digest[:24]).decode()}"


def game_of(token: str) -> str:
    """The id of the game a token was made for."""
    return token.partition(".")[0]


def fingerprint(token: str) -> bytes:
    """What is stored of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).digest()
