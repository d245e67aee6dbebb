"""Idempotency: a duplicate with the same Idempotency-Key gets the stored answer."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, NamedTuple

from flask import Response

from match.errors import refuses
from service.edge import requests, responses
from service.edge.context import db
from service.presentation.problems import Problem
from store import idempotency
from store.accounts import account_of
from store.games import AlreadyAnswered
from store.idempotency import Remembered
from store.script import KeptAnswer
from store.tokens import derived_token, new_token


class IdempotentRequest(NamedTuple):
    """A request that creates something, with its Idempotency-Key (None: it has none)."""

    key: str | None
    name: str
    request: bytes
    salt: bytes

    def token(self, game_id: str, role: str) -> str:
        """Return the token of a role; with a key, a duplicate gets the same token."""
        if self.key is None:
            return new_token(game_id)
        return derived_token(game_id, self.key, self.salt, role)

    def answer(self, subject: str, body: bytes, roles: tuple[str, ...]) -> KeptAnswer | None:
        """Return what to store: the answer without tokens, and the roles of its tokens."""
        if self.key is None:
            return None
        kept = Remembered(self.request, subject, self.salt, body, roles)
        return KeptAnswer(self.name, idempotency.encode(kept))

    def check(self, kept: Remembered) -> Remembered:
        """Return the stored answer, if it belongs to the same request.

        :raises Problem: 422, the key belongs to a request with another body.
        """
        if kept.request != self.request:
            raise Problem("idempotency-key-reused")
        return kept

    def answered(self, error: AlreadyAnswered) -> Remembered:
        """Return the answer that another request with the key has stored meanwhile.

        :raises Problem: 422, as ``check``.
        """
        return self.check(idempotency.decode(error.answer))

    def remembered(self) -> Remembered | None:
        """Return the stored answer.

        :raises Problem: 422, as ``check``.
        """
        kept = db().idempotency.get(self.name) if self.key else None
        return kept and self.check(kept)


@refuses("idempotency-key-reused")
def idempotent(place: str, body: dict[str, Any], account: str = "") -> IdempotentRequest:
    """Return the current request: its path and checked body.

    Keys of different accounts differ. The account is that of the token, unless it is given.
    """
    key = requests.idempotency_key()
    request = hashlib.sha256(responses.encode(body)).digest()
    holder = account or account_of(requests.bearer() or "")
    name = idempotency.digest(f"{place}?{holder}" if holder else place, key) if key else ""
    return IdempotentRequest(key, name, request, secrets.token_bytes(16))


def replayed(response: Response) -> Response:
    """Mark an answer as a repetition."""
    response.headers["Idempotent-Replayed"] = "true"
    return response
