"""What is sent to endpoints of others: requests for turns, and events of an account."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import JsonInt, time
from schemas.games import Game
from schemas.problems import ProblemDocument
from schemas.streams import AccountMessage


class Links(Schema):
    """Where a bot goes on; paths of the service that asks."""

    game = fields.String(required=True)
    legal = fields.String(required=True)
    turns = fields.String(required=True)


class TurnAsked(Game):
    """The game as the seat that is asked may see it.

    After the first steps of a turn (`after`) `view`, `own` and `choices` are those that follow.
    """

    seat = JsonInt(required=True, metadata={"description": "The seat that is asked."})
    after = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The steps of this turn that it has answered already."},
    )
    problem = fields.Nested(
        ProblemDocument,
        required=True,
        allow_none=True,
        metadata={"description": "Why its last answer could not be played; null: it could."},
    )
    links = fields.Nested(Links, required=True)


class TurnRequested(Schema):
    """A remote bot is asked for a turn."""

    type = fields.String(required=True, validate=validate.Equal("turn.requested"))
    timestamp = time("Since when the seat is asked.", required=True)
    data = fields.Nested(TurnAsked, required=True)


class AccountEvent(Schema):
    """Something happened in a game of the account."""

    type = fields.String(
        required=True, validate=validate.OneOf(("game.moved", "game.left", "games.reset"))
    )
    timestamp = time("When it happened.", required=True)
    data = fields.Nested(AccountMessage, required=True)


class Tested(Schema):
    """Which webhook is tested."""

    hook = fields.String(required=True)
    account = fields.String(required=True)


class PingEvent(Schema):
    """A test message."""

    type = fields.String(required=True, validate=validate.Equal("ping"))
    timestamp = time("When it was asked for.", required=True)
    data = fields.Nested(Tested, required=True)
