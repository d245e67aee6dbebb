"""Accounts: one token for all of somebody's games."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import JsonInt, name, time

KINDS = ("key", "guest")


class NewAccount(Schema):
    """Who wants an account."""

    name = name(
        load_default="",
        metadata={"description": "What others call you, where you give no other name."},
    )


class AccountChange(Schema):
    """What changes about the account."""

    name = name(
        required=True,
        metadata={"description": "Seats keep the name they were taken with; PUT …/seats/{seat}."},
    )


class Quotas(Schema):
    """What an account may do; null: as much as it likes."""

    games_per_day = JsonInt(
        required=True,
        allow_none=True,
        metadata={"description": "Games it may create in a day of UTC."},
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
        validate=validate.OneOf(KINDS),
        metadata={"description": "`key`: an app key of the operator's; `guest`: made over HTTP."},
    )
    created = time("When the account was made.", required=True)
    quotas = fields.Nested(Quotas, required=True)
    games_today = JsonInt(
        required=True,
        metadata={"description": "Games created since midnight UTC, where there is a quota."},
    )


class AccountToken(Schema):
    """The token that acts for an account; shown once, only its hash is kept."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    token = fields.String(required=True)
