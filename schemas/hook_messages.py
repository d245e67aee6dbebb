"""Messages to endpoints of others: requests for turns, and events of an account."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import JsonInt, time
from schemas.games import Game
from schemas.service import ProblemDocument
from schemas.streams import AccountMessage
from schemas.webhook_events import WEBHOOK_TYPES


class Links(Schema):
    """Paths of the service for the bot."""

    game = fields.String(required=True)
    legal = fields.String(required=True)
    turns = fields.String(required=True)


class TurnAsked(Game):
    """The game as the seat may see it.

    After the first steps of a turn (`after`), `view`, `own` and `choices` follow them.
    """

    seat = JsonInt(required=True, metadata={"description": "The seat to move."})
    after = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The steps of this turn that the bot has answered."},
    )
    problem = fields.Nested(
        ProblemDocument,
        required=True,
        allow_none=True,
        metadata={"description": "Why the bot's last answer was refused, or null."},
    )
    links = fields.Nested(Links, required=True)


class TurnRequested(Schema):
    """A question to a remote bot."""

    type = fields.String(required=True, validate=validate.Equal("turn.requested"))
    timestamp = time("When the question was opened.", required=True)
    data = fields.Nested(TurnAsked, required=True)


class AccountEvent(Schema):
    """An event in a game of the account."""

    type = fields.String(required=True, validate=validate.OneOf(tuple(WEBHOOK_TYPES.values())))
    timestamp = time("When it happened.", required=True)
    data = fields.Nested(AccountMessage, required=True)


class Tested(Schema):
    """The tested webhook."""

    hook = fields.String(required=True)
    account = fields.String(required=True)


class PingEvent(Schema):
    """A test message."""

    type = fields.String(required=True, validate=validate.Equal("ping"))
    timestamp = time("When it was requested.", required=True)
    data = fields.Nested(Tested, required=True)
