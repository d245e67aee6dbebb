"""Accounts: one token for all games of a client."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response

from match.chairs import public_id
from match.visibility import iso
from schemas import accounts as shapes
from service.edge import requests, responses
from service.edge.caller import creator, need_account
from service.edge.context import db
from service.edge.idempotency import IdempotentRequest, idempotent, replayed
from service.edge.operation import ApiResponse, operation
from service.presentation.problems import unauthorized
from store import idempotency, tokens
from store.accounts import Account, NoSuchAccount, new_account_id
from store.games import AlreadyAnswered, now_ms
from store.idempotency import Remembered
from store.words import GUEST

bp = Blueprint("accounts", __name__)

_ROLE = "account"


@operation(
    bp,
    "POST",
    "/v1/accounts",
    {201: ApiResponse("The account, and its token.", shapes.AccountToken, headers=("Location",))},
    problems=("forbidden", "idempotency-key-reused", "unauthorized"),
    body=shapes.NewAccount,
    body_required=False,
    headers=("Idempotency-Key",),
)
def create_account(body: dict[str, Any]) -> Response:
    """Create an account: one token for all your games.

    The token works for every seat the account holds. It also lists the account's games and follows
    them in one stream. The service shows it once. With `ACCOUNTS=keys`, this requires an app key.
    """
    creator()
    the_request = idempotent("/v1/accounts", body)
    if kept := the_request.remembered():
        return replayed(_repeated(the_request, kept))
    account_id = new_account_id()
    token = the_request.token(account_id, _ROLE)
    made = Account(account_id, body["name"], GUEST, now_ms(), tokens.fingerprint(token))
    shown = responses.encode({"id": made.id, "name": made.name})
    try:
        db().accounts.create(made, the_request.answer(made.id, shown, (_ROLE,)))
    except AlreadyAnswered as error:
        kept = the_request.check(idempotency.decode(error.answer))
        return replayed(_repeated(the_request, kept))
    return _with_token(shown, token, 201, Location="/v1/me")


def _repeated(the_request: IdempotentRequest, kept: Remembered) -> Response:
    token = tokens.derived_token(kept.subject, the_request.key or "", kept.salt, _ROLE)
    return _with_token(kept.body, token, 201, Location="/v1/me")


def _with_token(shown: bytes, token: str, status: int = 200, **headers: str) -> Response:
    body = responses.extended(shown, {"token": token})
    return responses.blob(body, status, **headers, Cache_Control="no-store")


@operation(
    bp, "GET", "/v1/me", {200: ApiResponse("The account.", shapes.Me)}, problems=("unauthorized",)
)
def get_me() -> Response:
    """Return the caller's account.

    The answer has the name, the quota of games a day, and the number used today.
    """
    return _shown(need_account())


@operation(
    bp,
    "PATCH",
    "/v1/me",
    {200: ApiResponse("The account.", shapes.Me)},
    problems=("unauthorized",),
    body=shapes.AccountChange,
)
def change_me(body: dict[str, Any]) -> Response:
    """Change the account's name.

    Seats keep the name they were taken with; PUT …/seats/{seat} changes it.
    """
    me = need_account()
    db().accounts.rename(me.id, body["name"])
    return _shown(msgspec.structs.replace(me, name=body["name"]))


def _shown(me: Account) -> Response:
    return responses.json(
        {
            "id": me.id,
            "player": public_id(me.id),
            "name": me.name,
            "kind": me.kind,
            "created": iso(me.created),
            "quotas": {"games_per_day": me.games_per_day},
            "games_today": db().accounts.games_today(me.id),
        }
    )


@operation(
    bp,
    "POST",
    "/v1/me/token",
    {200: ApiResponse("The new token of the account.", shapes.AccountToken)},
    problems=("idempotency-key-reused", "unauthorized"),
    headers=("Idempotency-Key",),
)
def rotate_token() -> Response:
    """Change the account's token; the old one becomes invalid.

    If the answer is lost, repeat the request with its Idempotency-Key and the old token.
    """
    old = requests.bearer() or ""
    the_request = idempotent("/v1/me/token", {})
    the_request = the_request._replace(request=tokens.fingerprint(old))
    if (kept := the_request.remembered()) is not None:
        token = tokens.derived_token(kept.subject, the_request.key or "", kept.salt, _ROLE)
        return replayed(_with_token(kept.body, token))
    me = need_account()
    token = the_request.token(me.id, _ROLE)
    shown = responses.encode({"id": me.id, "name": me.name})
    answer = the_request.answer(me.id, shown, (_ROLE,))
    try:
        db().accounts.rotate(me, tokens.fingerprint(token), answer)
    except NoSuchAccount:
        raise unauthorized("unknown-account") from None
    return _with_token(shown, token)


@operation(
    bp,
    "DELETE",
    "/v1/me",
    {204: ApiResponse("The account is closed.")},
    problems=("unauthorized",),
)
def close_account() -> Response:
    """Close the account.

    The token becomes invalid, and the name and webhooks are deleted. Games stay. The tokens of
    single seats remain valid.
    """
    db().accounts.disable(need_account().id, forget=True)
    return Response(status=204)
