"""Accounts: their tokens with scopes, and their recovery codes."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import List, Pattern, name, time
from schemas.shared import count, ident, nested, several, text, word
from store.words import ACCOUNT_KINDS, SCOPES

CODE = r"^recover_[0-9A-Za-z]{1,32}\.[0-9A-Za-z]{6}(-[0-9A-Za-z]{6}){3}$"
"""A recovery code: the id of an account, and 24 letters."""
_ID = "acct_Kx7mPq2RtY8w"
_CODE = "recover_Kx7mPq2RtY8w.4hTmXb-9Qw2Lr-Zp8KcV-n3YdFs"
_ONCE = "The service shows it once and stores its hash only."
_TOKENS = 100
"""No account has more tokens, also by chance of many requests at once."""


def _scopes(description: str) -> List:
    return List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata={"description": description},
    )


def _token_name(**kwargs: object) -> fields.String:
    description = "A name that tells the account's tokens apart."
    return name(metadata={"description": description, "examples": ["Phone"]}, **kwargs)


class NewAccount(Schema):
    """The new account."""

    name = name(
        load_default="",
        metadata={"description": "Your default name in games."},
    )
    token_name = _token_name(load_default="")


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


class AccountToken(Schema):
    """A token of an account, without the token itself."""

    id = ident("The token's public id.", "tok_5f2b9c0e7a1d4836", required=True)
    name = _token_name(required=True)
    scopes = _scopes(
        "What the token permits. `read`: to see what the account sees. `play`: to play, and to "
        "create, join and manage games. `webhooks`: to manage webhooks. `full`: everything, also "
        "tokens, the recovery code and the account itself."
    )
    created = time("When the token was created.", required=True)
    used = time(
        "When the token was last used, within a minute; null if never.",
        required=True,
        allow_none=True,
    )
    current = fields.Boolean(
        required=True, metadata={"description": "Whether this request was sent with the token."}
    )


class AccountTokenList(Schema):
    """All tokens of the account."""

    tokens = several(
        fields.Nested(AccountToken), "The tokens, oldest first.", _TOKENS, required=True
    )


class NewAccountToken(Schema):
    """The new token."""

    name = _token_name(load_default="")
    scopes = _scopes("What the token should permit. `full` contains all other scopes.")


class AccountTokenChange(Schema):
    """What changes about a token."""

    name = _token_name(required=True)


class AccountTokenSecret(AccountToken):
    """A new token of an account."""

    token = text(f"The token. {_ONCE}", 200, required=True)


class Me(Schema):
    """The account whose token was sent."""

    id = ident("The account's id. Only the account itself sees it.", _ID, required=True)
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
        "Games created since midnight UTC; null without a quota.", required=True, allow_none=True
    )
    token = nested(AccountToken, "The token of this request.", required=True)


def _recovery(description: str) -> fields.String:
    return fields.String(
        required=True,
        validate=Pattern(CODE, error="should be the whole code: recover_….…-…-…-…"),
        metadata={"description": description, "examples": [_CODE]},
    )


class RecoveryCode(Schema):
    """The recovery code of the account."""

    recovery = _recovery(f"The code that brings the account back without a token. {_ONCE}")


class Recovery(Schema):
    """What proves that the account is yours."""

    recovery = _recovery("The recovery code of the account, as it was shown.")
    token_name = _token_name(load_default="")


class AccountSecrets(RecoveryCode):
    """The account with a new token and a new recovery code."""

    id = ident("The account's id.", _ID, required=True)
    name = name(required=True, metadata={"description": "Your default name in games."})
    token = text(
        f"A token with the scope `full`. Send it as `Authorization: Bearer …`. {_ONCE}",
        200,
        required=True,
    )
