"""Recovery codes: each brings an account back that has lost its tokens. Only hashes are stored."""

from __future__ import annotations

import hmac
import secrets
from typing import Any

from redis import Redis
from redis.client import Pipeline

from store import keys
from store.account_tokens import AccountToken, fields_of, ids, wake, written
from store.games import now_ms
from store.idempotency import refuse_duplicate, remember, watched
from store.script import KeptAnswer
from store.tokens import ACCOUNT_PREFIX, derived_token, fingerprint, letters

FIELD = "recovery"
"""The field of an account that has the SHA-256 of its code."""
RECOVERED = "recovered"
"""The field of an account that has the time (ms) at which it got a token instead of all others."""
PREFIX = "recover_"
_NONE = b"\0" * 32
_ROLE = "recovery"


class Disabled(Exception):
    """The operator has disabled the account."""


class WrongCode(Exception):
    """The code is wrong, or was replaced."""


def new_code(account_id: str) -> str:
    """Return a code with 139 random bits. It begins with the account's id."""
    return _code(account_id, secrets.token_bytes(32))


def derived_code(account_id: str, key: str, salt: bytes) -> str:
    """Return the code that is derived from a request's Idempotency-Key, the same each time."""
    return _code(account_id, fingerprint(derived_token(account_id, key, salt, _ROLE)))


def account_of(code: str) -> str:
    """Return the id of the account in a code."""
    return ACCOUNT_PREFIX + code.partition(".")[0].removeprefix(PREFIX)


def _code(account_id: str, digest: bytes) -> str:
    found = letters(digest, 24)
    groups = "-".join(found[at : at + 6] for at in range(0, 24, 6))
    return f"{PREFIX}{account_id.removeprefix(ACCOUNT_PREFIX)}.{groups}"


class Recoveries:
    """The recovery codes of all accounts."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def change(self, account_id: str, code: str) -> None:
        """Replace the code of an account."""
        self._redis.hset(keys.account(account_id), FIELD, fingerprint(code))

    def recover(
        self, code: str, token: AccountToken, new: str, answer: KeptAnswer | None = None
    ) -> None:
        """Give an account a token and a new code, and revoke its other tokens.

        :raises AlreadyAnswered: the request is a duplicate.
        :raises Disabled: the operator has disabled the account.
        :raises WrongCode: the account does not exist, or has another code.
        """
        account_id = account_of(code)

        def change(pipe: Pipeline) -> None:
            kept: Any = pipe.hmget(keys.account(account_id), FIELD, "disabled")
            mark, disabled = kept
            refuse_duplicate(pipe, answer)  # after the code, which the first request replaces
            if not hmac.compare_digest(mark or _NONE, fingerprint(code)):
                raise WrongCode(account_id)
            if disabled == b"1":
                raise Disabled(account_id)
            _replace(pipe, account_id, {**written(token), FIELD: fingerprint(new)})
            remember(pipe, answer)

        self._redis.transaction(change, keys.account(account_id), *watched(answer))

    def reset(self, account_id: str, token: AccountToken) -> None:
        """Give an account a token without a code, and revoke its other tokens."""

        def change(pipe: Pipeline) -> None:
            _replace(pipe, account_id, written(token))

        self._redis.transaction(change, keys.account(account_id))


def _replace(pipe: Pipeline, account_id: str, fields: dict[Any, Any]) -> None:
    """Replace all tokens of an account by the one in these fields, and end their streams.

    The tokens of its seats and of the host end too, in all games that there are by now.
    """
    name, now = keys.account(account_id), now_ms()
    there: Any = pipe.hkeys(name)
    old = ids(there)
    pipe.multi()
    for each in old:
        pipe.hdel(name, *fields_of(each))
    pipe.hset(name, mapping={**fields, RECOVERED: now})
    wake(pipe, old)
