"""The events of webhooks: their names, the messages that report them, and how a client asks."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from match.words import KINDS
from schemas.fields import List
from store.words import LEFT, MOVED, RESET

CREATED, YOUR_TURN = "created", "your-turn"
WEBHOOK_EVENTS = (*KINDS, CREATED, LEFT, YOUR_TURN)
"""What a webhook may be sent: kinds of entries, and three more."""
WEBHOOK_TYPES = {MOVED: "game.moved", LEFT: "game.left", RESET: "games.reset"}
"""The types of a webhook's messages, by message of the account."""
MESSAGE_TYPES = ("turn.requested", *WEBHOOK_TYPES.values(), "ping")
"""The types of all messages to remote bots and webhooks."""


def topics(message: dict[str, Any]) -> set[str]:
    """Return the events (``WEBHOOK_EVENTS``) that a message reports."""
    if message["kind"] != MOVED:
        return {str(message["kind"])}
    kinds = {str(entry["kind"]) for entry in message["entries"]}
    first = message["rev"] - len(message["entries"])
    for asked in message["summary"]["awaited"]:
        opened = first < asked["since_rev"] <= message["rev"] or not kinds
        if asked["seat"] == message["seat"] and opened:
            kinds.add(YOUR_TURN)
    return kinds if message["entries"] else kinds | {CREATED}


def events_field(**kwargs: Any) -> fields.Field[Any]:
    """Return the field of the events that a webhook is sent."""
    return List(
        fields.String(validate=validate.OneOf(WEBHOOK_EVENTS)),
        metadata={
            "description": "The events to send: kinds of entries, and three more. `created`: a "
            "new game. `your-turn`: the account is to move, also when the "
            "message is sent. `left`: the account left a game, or the game was deleted. An "
            "empty list means all events.",
            "examples": [["your-turn", "end"]],
        },
        **kwargs,
    )
