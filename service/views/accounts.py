"""Accounts: created, named, recovered and closed."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response

from match.chairs import public_id
from match.visibility import iso
from schemas import accounts as shapes
from service.edge import limits, responses
from service.edge.caller import creator, need_account
from service.edge.context import db
from service.edge.idempotency import IdempotentRequest, idempotent, replayed
from service.edge.operation import REQUIRED_KEY, ApiResponse, operation
from service.presentation.problems import Problem, invalid
from service.views.account_tokens import shown as token_shown
from store import recoveries, tokens
from store.account_tokens import AccountToken
from store.accounts import Account, new_account_id, opened
from store.commits import leave_for_good
from store.games import AlreadyAnswered, now_ms
from store.idempotency import Remembered
from store.words import FULL, RECOVERIES

bp = Blueprint("accounts", __name__)

_ROLE = "account"


@operation(
    bp,
    "POST",
    "/v1/accounts",
    {
        201: ApiResponse(
            "The account with its token and its recovery code.",
            shapes.AccountSecrets,
            headers=("Location",),
        )
    },
    problems=("forbidden", "idempotency-key-reused", "unauthorized"),
    body=shapes.NewAccount,
    body_required=False,
    headers=("Idempotency-Key",),
)
def create_account(body: dict[str, Any]) -> Response:
    """Create an account: one token for all your games.

    The token works for every seat the account holds. It also lists the account's games and follows
    them in one stream. Keep the recovery code elsewhere: it brings the account back if the token is
    lost. The service shows both once. With `ACCOUNTS=keys`, this requires an app key.
    """
    owner = creator()
    the_request = idempotent("/v1/accounts", body)
    if kept := the_request.remembered():
        return replayed(_secrets(the_request, kept.subject, kept, 201))
    account_id = new_account_id()
    if owner is None or not owner.is_key:
        limits.count_account()
    token, code = _made(the_request, account_id)
    made = opened(token, body["name"], token_name=body["token_name"])
    shown = responses.encode({"id": made.id, "name": made.name})
    try:
        db().accounts.create(made, code, the_request.answer(made.id, shown, (_ROLE,)))
    except AlreadyAnswered as error:
        kept = the_request.answered(error)
        return replayed(_secrets(the_request, kept.subject, kept, 201))
    return _with_secrets(shown, token, code, 201)


@operation(
    bp,
    "POST",
    "/v1/accounts/recover",
    {200: ApiResponse("The account with a new token and a new code.", shapes.AccountSecrets)},
    problems=("forbidden", "idempotency-key-reused"),
    body=shapes.Recovery,
    headers=(REQUIRED_KEY,),
    counted=RECOVERIES,
)
def recover_account(body: dict[str, Any]) -> Response:
    """Recover an account by its recovery code: a new token, and a new code.

    All other tokens of the account are revoked, and their streams end. So are the tokens of its
    seats and of the host in all games so far. Webhooks and seats stay. The code works once. So the
    request needs an Idempotency-Key: if the answer is lost, send the same request again.
    """
    account_id = recoveries.account_of(body["recovery"])
    the_request = idempotent("/v1/accounts/recover", body, account_id)
    if the_request.key is None:
        raise invalid([("Idempotency-Key", "is missing; send a new UUID")], parameters=True)
    if kept := the_request.remembered():
        return replayed(_secrets(the_request, kept.subject, kept))
    token, code = _made(the_request, account_id)
    found = db().accounts.get(account_id)
    shown = responses.encode({"id": account_id, "name": found.name if found else ""})
    mark = tokens.fingerprint(token)
    fresh = AccountToken(mark, name=body["token_name"], created=now_ms())
    answer = the_request.answer(account_id, shown, (_ROLE,))
    try:
        db().recoveries.recover(body["recovery"], fresh, code, answer)
    except AlreadyAnswered as error:
        kept = the_request.answered(error)
        return replayed(_secrets(the_request, kept.subject, kept))
    except recoveries.WrongCode:
        raise Problem("forbidden", "wrong-recovery", pointer="/recovery") from None
    except recoveries.Disabled:
        raise Problem("forbidden", "account-disabled") from None
    return _with_secrets(shown, token, code)


def _made(the_request: IdempotentRequest, account_id: str) -> tuple[str, str]:
    """Return a token and a recovery code; with a key, a duplicate gets the same ones."""
    token = the_request.token(account_id, _ROLE)
    if the_request.key is None:
        return token, recoveries.new_code(account_id)
    return token, recoveries.derived_code(account_id, the_request.key, the_request.salt)


def _secrets(
    the_request: IdempotentRequest, account_id: str, kept: Remembered, status: int = 200
) -> Response:
    """Return the answer to a duplicate."""
    token, code = _made(the_request._replace(salt=kept.salt), account_id)
    return _with_secrets(kept.body, token, code, status)


def _with_secrets(shown: bytes, token: str, code: str, status: int = 200) -> Response:
    body = responses.extended(shown, {"token": token, "recovery": code})
    headers = {"Location": "/v1/me"} if status == 201 else {}
    return responses.blob(body, status, **headers, Cache_Control="no-store")


@operation(
    bp, "GET", "/v1/me", {200: ApiResponse("The account.", shapes.Me)}, problems=("unauthorized",)
)
def get_me() -> Response:
    """Return the caller's account.

    The answer has the name, the quota of games a day with the number used today, and the scopes of
    the token.
    """
    return _shown(need_account())


@operation(
    bp,
    "PATCH",
    "/v1/me",
    {200: ApiResponse("The account.", shapes.Me)},
    problems=("unauthorized",),
    body=shapes.AccountChange,
    scope=FULL,
)
def change_me(body: dict[str, Any]) -> Response:
    """Change the account's name.

    Seats keep the name they were taken with; PUT …/seats/{seat} changes it.
    """
    me = need_account()
    db().accounts.rename(me.id, body["name"])
    return _shown(msgspec.structs.replace(me, name=body["name"]))


def _shown(me: Account) -> Response:
    assert me.token is not None
    return responses.json(
        {
            "id": me.id,
            "player": public_id(me.id),
            "name": me.name,
            "kind": me.kind,
            "created": iso(me.created),
            "quotas": {"games_per_day": me.games_per_day},
            "games_today": db().accounts.games_today(me),
            "token": token_shown(me.token, me),
        }
    )


@operation(
    bp,
    "POST",
    "/v1/me/recovery",
    {200: ApiResponse("The new code of the account.", shapes.RecoveryCode)},
    problems=("unauthorized",),
    scope=FULL,
)
def change_recovery() -> Response:
    """Create a new recovery code; the old one becomes invalid.

    If the answer is lost, ask again. Tokens stay valid.
    """
    me = need_account()
    code = recoveries.new_code(me.id)
    db().recoveries.change(me.id, code)
    return responses.json({"recovery": code}, Cache_Control="no-store")


@operation(
    bp,
    "DELETE",
    "/v1/me",
    {204: ApiResponse("The account is closed.")},
    problems=("unauthorized",),
    scope=FULL,
)
def close_account() -> Response:
    """Close the account.

    All its tokens become invalid. Its name, recovery code, webhooks and seeks are deleted. Games
    stay. Its seats lose their names, except in games that are over, whose record stays as it is.
    The tokens of single seats remain valid.
    """
    account_id, store = need_account().id, db()
    leave_for_good(store.accounts, store.games, store.listing, account_id)
    for kept in store.seeks.of_account(account_id):
        store.seeks.withdraw(kept.seek)
    return Response(status=204)
