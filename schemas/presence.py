"""Presence: whether the players of a game are connected."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas import shared
from schemas.fields import JsonBool, time
from store.words import PRESENCE_NEWS


class SeatPresence(Schema):
    """The presence of a seat's player."""

    seat = shared.seat(required=True)
    online = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={
            "description": "Whether the player had an open stream or sent a request within the "
            "last 75 seconds. null: no player owns the seat, the player hides it, or the game "
            "is over."
        },
    )
    last_seen = time(
        "When the player was last connected. null while `online` is true or null, and if it was "
        "more than a week ago.",
        required=True,
        allow_none=True,
    )


class PresenceNews(Schema):
    """A message of a stream with `presence=1`: a player came or went. It has no id."""

    kind = shared.word((PRESENCE_NEWS,), "What the message is.", required=True)
    game = shared.ident("The game.", required=True)
    seats = shared.several(
        fields.Nested(SeatPresence),
        "The presence of each seat, in order.",
        shared.SEATS,
        required=True,
    )


class PresenceShown(Schema):
    """The presence of all seats of a game."""

    seats = shared.several(
        fields.Nested(SeatPresence),
        "The presence of each seat, in order.",
        shared.SEATS,
        required=True,
    )
    hidden = fields.Boolean(
        required=True,
        metadata={"description": "Whether the caller hides the presence of the own seat."},
    )


class PresenceChange(Schema):
    """Whether to hide the presence of the own seat."""

    hidden = JsonBool(
        required=True,
        metadata={
            "description": "true: other players do not see whether you are connected. Open streams "
            "show the change within about 15 seconds, both ways."
        },
    )
