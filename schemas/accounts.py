"""Accounts: one token for all games of a client."""

from __future__ import annotations

from marshmallow import Schema

from schemas.fields import name, time
from schemas.shared import count, ident, nested, text, word
from store.words import ACCOUNT_KINDS


class NewAccount(Schema):
    """The new account."""

    name = name(
        load_default="",
        metadata={"description": "Your default name in games."},
    )


class AccountChange(Schema):
    """What changes about the account."""

    name = name(
        required=True,
        metadata={"description": "The new default name. Seats keep the name they were taken with."},
    )


class Quotas(Schema):
    """The quotas of an account; null: no quota."""

    games_per_day = count(
        "Games the account may create in a UTC day; null: no limit.",
        required=True,
        allow_none=True,
    )


class Me(Schema):
    """The account whose token was sent."""

    id = ident(
        "The account's id. Only the account itself sees it.", "acct_Kx7mPq2RtY8w", required=True
    )
    player = ident(
        "The public id, which the account's seats show.", "player_Zk3vN0mXq1aB4cDe", required=True
    )
    name = name(required=True, metadata={"description": "Your default name in games."})
    kind = word(
        ACCOUNT_KINDS,
        "`key`: an app key of the operator. `guest`: created over HTTP.",
        required=True,
    )
    created = time("When the account was created.", required=True)
    quotas = nested(Quotas, "The quotas of the account.", required=True)
    games_today = count(
        "Games created since midnight UTC. It is counted only if there is a quota.", required=True
    )


class AccountToken(Schema):
    """The token of an account, shown once. Only its hash is stored."""

    id = ident("The account's id.", "acct_Kx7mPq2RtY8w", required=True)
    name = name(required=True, metadata={"description": "Your default name in games."})
    token = text("The token. Send it as `Authorization: Bearer …`.", 200, required=True)
