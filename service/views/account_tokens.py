"""Tokens of an account: each has a name and scopes, and can be revoked."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from match.visibility import iso
from schemas import accounts as shapes
from service.edge import responses
from service.edge.caller import need_account
from service.edge.context import db
from service.edge.idempotency import IdempotentRequest, idempotent, replayed
from service.edge.operation import ApiResponse, operation
from service.presentation.problems import Problem, invalid, unauthorized
from store.account_tokens import MOST, AccountToken, NoSuchToken, TooManyTokens, normal
from store.accounts import Account
from store.games import AlreadyAnswered, now_ms
from store.idempotency import Remembered
from store.tokens import derived_token, fingerprint
from store.words import FULL

bp = Blueprint("tokens", __name__)

_ROLE = "token"
_TOKEN = {"token_id": "$response.body#/id"}
_PROBLEMS = ("not-found", "unauthorized")


@operation(
    bp,
    "GET",
    "/v1/me/tokens",
    {200: ApiResponse("All tokens of the account.", shapes.AccountTokenList)},
    problems=("unauthorized",),
    scope=FULL,
)
def list_tokens() -> Response:
    """List the account's tokens.

    Each has its scopes and its last use. The tokens themselves are not shown again.
    """
    me = need_account()
    found = db().account_tokens.all(me.id)
    return responses.json({"tokens": [shown(each, me) for each in found]})


@operation(
    bp,
    "POST",
    "/v1/me/tokens",
    {
        201: ApiResponse(
            "The new token.",
            shapes.AccountTokenSecret,
            headers=("Location",),
            links={"get_token": _TOKEN, "change_token": _TOKEN, "revoke_token": _TOKEN},
        )
    },
    problems=("idempotency-key-reused", "unauthorized"),
    body=shapes.NewAccountToken,
    headers=("Idempotency-Key",),
    scope=FULL,
)
def create_token(body: dict[str, Any]) -> Response:
    """Create another token of the account, such as one for a bot or a second device.

    Each operation names the scope that it needs. A token without this scope is refused with 403.
    Tokens of seats and hosts have no scopes. To replace a token, create another one and revoke the
    old one. An account may have up to 20 tokens.
    """
    me = need_account()
    assert me.token is not None
    the_request = idempotent("/v1/me/tokens", body)
    if kept := the_request.remembered():
        return replayed(_repeated(the_request, kept))
    token = the_request.token(me.id, _ROLE)
    made = AccountToken(fingerprint(token), normal(body["scopes"]), body["name"], now_ms())
    document = responses.encode(shown(made, me))
    answer = the_request.answer(me.id, document, (_ROLE,))
    try:
        db().account_tokens.add(me.id, me.token.id, made, answer)
    except AlreadyAnswered as error:
        kept = the_request.answered(error)
        return replayed(_repeated(the_request, kept))
    except NoSuchToken:
        raise unauthorized("unknown-account") from None
    except TooManyTokens:
        text = f"an account may have {MOST} tokens and has them; it should revoke one first"
        raise invalid([("", text)]) from None
    return _with_token(document, token)


def _repeated(the_request: IdempotentRequest, kept: Remembered) -> Response:
    token = derived_token(kept.subject, the_request.key or "", kept.salt, _ROLE)
    return _with_token(kept.body, token)


def _with_token(document: bytes, token: str) -> Response:
    place = f"/v1/me/tokens/{responses.decode(document)['id']}"
    body = responses.extended(document, {"token": token})
    return responses.blob(body, 201, Location=place, Cache_Control="no-store")


@operation(
    bp,
    "GET",
    "/v1/me/tokens/<token_id>",
    {200: ApiResponse("The token.", shapes.AccountToken)},
    problems=_PROBLEMS,
    scope=FULL,
)
def get_token(token_id: str) -> Response:
    """Return a token with its scopes and its last use.

    The token itself is not shown again.
    """
    me = need_account()
    try:
        return responses.json(shown(db().account_tokens.get(me.id, token_id), me))
    except NoSuchToken:
        raise _missing(token_id) from None


@operation(
    bp,
    "PATCH",
    "/v1/me/tokens/<token_id>",
    {200: ApiResponse("The token.", shapes.AccountToken)},
    problems=_PROBLEMS,
    body=shapes.AccountTokenChange,
    scope=FULL,
)
def change_token(token_id: str, body: dict[str, Any]) -> Response:
    """Change the name of a token.

    Scopes cannot be changed: create another token.
    """
    me = need_account()
    try:
        after = db().account_tokens.rename(me.id, token_id, body["name"])
    except NoSuchToken:
        raise _missing(token_id) from None
    return responses.json(shown(after, me))


@operation(
    bp,
    "DELETE",
    "/v1/me/tokens/<token_id>",
    {204: ApiResponse("The token is revoked.")},
    problems=_PROBLEMS,
    scope=FULL,
)
def revoke_token(token_id: str) -> Response:
    """Revoke a token; it may be the one of this request.

    Its streams end, and its tickets become invalid. Seats keep their own tokens. Without any token,
    the recovery code brings the account back.
    """
    try:
        db().account_tokens.revoke(need_account().id, token_id)
    except NoSuchToken:
        raise _missing(token_id) from None
    return Response(status=204)


def shown(token: AccountToken, me: Account) -> dict[str, Any]:
    """Return a token as the account's other tokens see it."""
    return {
        "id": token.id,
        "name": token.name,
        "scopes": token.scopes,
        "created": iso(token.created),
        "used": iso(token.used) if token.used else None,
        "current": me.token is not None and token.id == me.token.id,
    }


def _missing(token_id: str) -> Problem:
    return Problem("not-found", "account-token", id=token_id)
