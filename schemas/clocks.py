"""Clocks: how much time people have, pauses, and seats whose time has run out."""

from __future__ import annotations

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from match.words import (
    CLAIM,
    CLAIMANTS,
    CLOCK_KINDS,
    INVITED,
    LONGEST_CLOCK,
    PER_TURN,
    PERSON,
    SHORTEST_CLOCK,
)
from schemas.fields import JsonBool, name, revision, time, word_or_bot
from schemas.shared import count, nested, seat, seats, word


class Clock(Schema):
    """The clock of a game, and what happens when it expires."""

    kind = word(
        CLOCK_KINDS,
        "`turn`: `seconds` for each turn. `bank`: `seconds` for the whole game, plus `increment` "
        "after each turn.",
        required=True,
    )
    seconds = count(
        "The seconds that a player has, from 5 seconds to 30 days.",
        SHORTEST_CLOCK,
        LONGEST_CLOCK,
        required=True,
    )
    increment = count(
        "Seconds added after each turn; only with `bank`.", 0, LONGEST_CLOCK, load_default=0
    )
    on_timeout = fields.String(
        load_default=CLAIM,
        validate=word_or_bot(CLAIM),
        metadata={
            "description": "`claim`: the players of `claims` may claim the seat (POST "
            "…/claim). "
            "`bot:<level>`: a bot plays until the player returns (PUT "
            "…/seats/{seat})."
        },
    )

    claims = word(
        CLAIMANTS,
        "Who may claim the seat of a late player for good. `nobody`: no player. `invited`: players "
        "with the game's invite code, and the host. `accounts`: every account, with the invite "
        "code if the game has one. Seats and the host may always let a bot play there.",
        load_default=INVITED,
    )

    @validates_schema
    def _fits(self, data: dict[str, object], **_: object) -> None:
        if data.get("kind") == PER_TURN and data.get("increment"):
            raise ValidationError("goes with the kind `bank` only", "increment")
        if data.get("on_timeout") != CLAIM and data.get("claims") != INVITED:
            raise ValidationError("goes with the `on_timeout` `claim` only", "claims")


class PauseBody(Schema):
    """A vote for or against a pause."""

    paused = JsonBool(
        required=True,
        metadata={"description": "true: agree to a pause. false: decline it or end it."},
    )


class Pause(Schema):
    """A requested or agreed pause."""

    agreed = seats("The seats that agreed.", required=True)
    needed = seats("Seats that have not agreed yet.", required=True)
    since = time(
        "When the pause began; null until all players have agreed.", required=True, allow_none=True
    )


class PauseShown(Schema):
    """The state of the pause."""

    rev = revision("The revision after the change; also the ETag.", required=True)
    paused = fields.Boolean(required=True, metadata={"description": "Whether the game is paused."})
    pause = nested(
        Pause,
        "The requested or agreed pause; null if there is none.",
        required=True,
        allow_none=True,
    )


class Claim(Schema):
    """The claim of a seat."""

    seat = seat(
        "The seat; by default the first whose clock has expired.",
        load_default=None,
        allow_none=True,
    )
    name = name(load_default="", metadata={"description": "Your name in this game."})
    holder = fields.String(
        load_default=PERSON,
        validate=word_or_bot(PERSON),
        metadata={
            "description": "`person`: you take the seat permanently. `bot:<level>`: a bot "
            "plays until the player returns; this requires the token of a seat "
            "or of the host."
        },
    )
    invite = fields.String(
        load_default="",
        validate=validate.Length(0, 100),
        metadata={"description": "The invite code, if the game requires one."},
    )
