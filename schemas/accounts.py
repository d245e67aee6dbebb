"""Accounts: one token for all games of a client."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import JsonInt, name, time
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
        metadata={"description": "Seats keep the name they were taken with; PUT …/seats/{seat}."},
    )


class Quotas(Schema):
    """The quotas of an account; null: no quota."""

    games_per_day = JsonInt(
        required=True,
        allow_none=True,
        metadata={"description": "Games the account may create in a UTC day."},
    )


class Me(Schema):
    """The account whose token was sent."""

    id = fields.String(required=True, metadata={"examples": ["acct_Kx7mPq2RtY8w"]})
    player = fields.String(
        required=True,
        metadata={
            "description": "The public id, which the account's seats show.",
            "examples": ["player_Zk3vN0mXq1aB4cDe"],
        },
    )
    name = fields.String(required=True)
    kind = fields.String(
        required=True,
        validate=validate.OneOf(ACCOUNT_KINDS),
        metadata={"description": "`key`: an app key of the operator. `guest`: created over HTTP."},
    )
    created = time("When the account was created.", required=True)
    quotas = fields.Nested(Quotas, required=True)
    games_today = JsonInt(
        required=True,
        metadata={"description": "Games created since midnight UTC, if there is a quota."},
    )


class AccountToken(Schema):
    """The token of an account, shown once. Only its hash is stored."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    token = fields.String(required=True)
