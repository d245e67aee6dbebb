"""Seats: joining and leaving."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from schemas.fields import JsonInt, Pattern, name, revision
from schemas.games import STATUSES, SeatShown


class Join(Schema):
    """Who takes which seat."""

    seat = JsonInt(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 19),
        metadata={"description": "Which open seat; the first one when left out."},
    )
    name = name(load_default="", metadata={"description": "What the others call you."})
    holder = fields.String(
        load_default="person",
        validate=Pattern(r"^(person|bot:[a-z]+)$", error="should be person or bot:<level>"),
        metadata={"description": "`bot:<level>` puts a bot there; that takes the host's token."},
    )
    invite = fields.String(
        load_default="",
        validate=validate.Length(0, 100),
        metadata={"description": "The code, where the game asks for one."},
    )


class PutSeat(Schema):
    """Who is to play at a seat, or the player's new name."""

    holder = fields.String(
        load_default=None,
        allow_none=True,
        validate=Pattern(
            r"^(person|hook|closed|bot:[a-z]+)$",
            error="should be person, hook, closed or bot:<level>",
        ),
        metadata={
            "description": "`bot:<level>`: a bot plays for whoever has the seat. `person` or "
            "`hook`: they play again. `closed`: before the start, an open seat is taken away.",
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
    """Who sits where."""

    rev = revision("The revision after the change.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    seats = fields.List(fields.Nested(SeatShown), required=True)


class Joined(Seats):
    """The seat that was taken, and the token that acts for it."""

    seat = JsonInt(required=True)
    token = fields.String(
        metadata={"description": "Shown once; only its hash is kept. A bot's seat has none."}
    )
