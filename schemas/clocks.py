"""Clocks: how much time people have, pauses, and seats whose time has run out."""

from __future__ import annotations

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from schemas.fields import JsonBool, JsonInt, Pattern, name, revision, time

SHORTEST, LONGEST = 5, 30 * 24 * 3600
"""Seconds a clock may give."""
KINDS = ("turn", "bank")
ON_TIMEOUT = r"^(claim|bot:[a-z]+)$"


class Clock(Schema):
    """How much time people have, and what happens when it has run out."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(KINDS),
        metadata={
            "description": "`turn`: `seconds` for every turn. `bank`: `seconds` for the whole "
            "game, and `increment` more after each turn."
        },
    )
    seconds = JsonInt(
        required=True,
        validate=validate.Range(SHORTEST, LONGEST),
        metadata={"description": "5 seconds to 30 days."},
    )
    increment = JsonInt(
        load_default=0,
        validate=validate.Range(0, LONGEST),
        metadata={"description": "Seconds; only with `bank`."},
    )
    on_timeout = fields.String(
        load_default="claim",
        validate=Pattern(ON_TIMEOUT, error="should be claim or bot:<level>"),
        metadata={
            "description": "`claim`: somebody may take the seat over (POST …/claim). "
            "`bot:<level>`: a bot plays until the person comes back (PUT …/seats/{seat})."
        },
    )

    @validates_schema
    def _fits(self, data: dict[str, object], **_: object) -> None:
        if data.get("kind") == "turn" and data.get("increment"):
            raise ValidationError("goes with the kind `bank` only", "increment")


class PauseBody(Schema):
    """Whether the game is to rest."""

    paused = JsonBool(required=True)


class Pause(Schema):
    """A pause that is wanted, or that all have agreed to."""

    agreed = fields.List(
        JsonInt(), required=True, metadata={"description": "The seats that want it."}
    )
    needed = fields.List(
        JsonInt(), required=True, metadata={"description": "Seats that have not agreed yet."}
    )
    since = time(
        "Since when the game rests; null until all have agreed.", required=True, allow_none=True
    )


class PauseShown(Schema):
    """Whether the game rests."""

    rev = revision("The revision after it; also the ETag.", required=True)
    paused = fields.Boolean(required=True)
    pause = fields.Nested(Pause, required=True, allow_none=True)


class Claim(Schema):
    """Who takes over which seat."""

    seat = JsonInt(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 19),
        metadata={"description": "Which seat; the first whose time has run out when left out."},
    )
    name = name(load_default="", metadata={"description": "What the others call you."})
    holder = fields.String(
        load_default="person",
        validate=Pattern(r"^(person|bot:[a-z]+)$", error="should be person or bot:<level>"),
        metadata={
            "description": "`person`: you take the seat over for good. `bot:<level>`: a bot plays "
            "until its person comes back; that takes the token of a seat or of the host."
        },
    )
    invite = fields.String(
        load_default="",
        validate=validate.Length(0, 100),
        metadata={"description": "The code, where the game asks for one."},
    )
