"""Seats: joining and leaving."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from match.words import CLOSED, HOOK, PERSON
from schemas.fields import name, revision, word_or_bot
from schemas.games import SeatShown
from schemas.shared import SEATS, seat, several, status, text


class Join(Schema):
    """The seat to join."""

    seat = seat("The open seat; by default the first one.", load_default=None, allow_none=True)
    name = name(load_default="", metadata={"description": "Your name in this game."})
    holder = fields.String(
        load_default=PERSON,
        validate=word_or_bot(PERSON),
        metadata={
            "description": "`person`: you take the seat. `bot:<level>`: a bot takes it; this "
            "requires the host's token."
        },
    )
    invite = fields.String(
        load_default="",
        validate=validate.Length(0, 100),
        metadata={"description": "The invite code, if the game requires one."},
    )


class PutSeat(Schema):
    """Who is to play at a seat, or the player's new name."""

    holder = fields.String(
        load_default=None,
        allow_none=True,
        validate=word_or_bot(PERSON, HOOK, CLOSED),
        metadata={
            "description": "`bot:<level>`: a bot plays for the holder. `person` or `hook`: the "
            "holder returns. `closed`: an open seat is removed, before the "
            "start only.",
            "examples": ["bot:greedy"],
        },
    )
    name = name(
        load_default="",
        metadata={"description": "The player's new name; it stays the same when left out."},
    )

    @validates_schema
    def _wants_something(self, data: dict[str, Any], **_: Any) -> None:
        if data["holder"] is None and not data["name"]:
            raise ValidationError("should have a holder or a name")


class Seats(Schema):
    """The seats and their holders."""

    rev = revision("The revision after the change.", required=True)
    status = status(required=True)
    seats = several(fields.Nested(SeatShown), "The seats and their holders.", SEATS, required=True)


class Joined(Seats):
    """The seat that was taken, and its token."""

    you = seat("Your seat; null if a bot took the seat.", required=True, allow_none=True)
    token = text("The token of your seat, shown once. It is absent if a bot took the seat.", 200)
