"""Messages to endpoints of others: requests for turns, and events of an account."""

from __future__ import annotations

from marshmallow import Schema

from schemas.fields import time
from schemas.games import Game
from schemas.service import ProblemDocument
from schemas.shared import ident, nested, seat, steps_shown, text, word
from schemas.streams import AccountMessage
from schemas.webhook_events import WEBHOOK_TYPES


class Links(Schema):
    """Paths of the service for the bot."""

    game = text("The path of the game.", 200, required=True)
    legal = text("The path of the legal steps.", 200, required=True)
    turns = text("The path to post a turn to.", 200, required=True)


class TurnAsked(Game):
    """The game as the seat may see it.

    After the first steps of a turn (`after`), `view`, `own` and `choices` follow them.
    """

    seat = seat("The seat to move.", required=True)
    after = steps_shown("The steps of this turn that the bot has answered.", required=True)
    problem = nested(
        ProblemDocument,
        "Why the bot's last answer was refused; null if it was not.",
        required=True,
        allow_none=True,
    )
    links = nested(Links, "Paths for the bot.", required=True)


class TurnRequested(Schema):
    """A question to a remote bot."""

    type = word(("turn.requested",), "The type of the message.", required=True)
    timestamp = time("When the question was opened.", required=True)
    data = nested(TurnAsked, "The game, with the question.", required=True)


class AccountEvent(Schema):
    """An event in a game of the account."""

    type = word(
        WEBHOOK_TYPES.values(),
        "`game.moved`: a game is new or has new entries. `game.left`: the account left a game, or "
        "the game was deleted. `games.reset`: earlier messages have expired.",
        required=True,
    )
    timestamp = time("When it happened.", required=True)
    data = nested(AccountMessage, "The event.", required=True)


class Tested(Schema):
    """The tested webhook."""

    hook = ident("The id of the webhook.", "hook_Kx7mPq2RtY8w", required=True)
    account = ident("The id of its account.", "acct_Kx7mPq2RtY8w", required=True)


class PingEvent(Schema):
    """A test message."""

    type = word(("ping",), "The type of the message.", required=True)
    timestamp = time("When it was requested.", required=True)
    data = nested(Tested, "The webhook and its account.", required=True)
