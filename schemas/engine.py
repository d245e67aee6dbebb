"""The engine without games: records in, state and choices out."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from match.turns import MOST_STEPS
from match.words import STATUSES
from schemas.fields import JsonBool, JsonInt, List, PerTitle, revision
from schemas.games import Awaited, Choices, Standing
from schemas.records import HEX, Record
from schemas.turns import Event, Refused, steps

MOST_TURNS = 1000


class EngineTurn(Schema):
    """A turn to play."""

    seat = JsonInt(required=True, validate=validate.Range(0, 19))
    steps = steps("The steps of the turn, in order.")


class EngineBody(Schema):
    """Exactly one of `record`, `text` and `seats`, and turns to play on it."""

    record = fields.Nested(Record, metadata={"description": "A JSON record with its seed."})
    text = fields.String(
        validate=validate.Length(1, 200_000),
        metadata={"description": "A text record with its seed."},
    )
    seats = JsonInt(
        validate=validate.Range(1, 20),
        metadata={"description": "The number of seats of a new game."},
    )
    options = List(
        fields.String(validate=validate.Length(1, 80)),
        load_default=list,
        validate=validate.Length(0, 50),
        metadata={"description": "Options of the new game."},
    )
    seed = fields.String(
        validate=HEX,
        metadata={
            "description": "The seed of a new game, in hex. By default it is drawn, and the "
            "returned record has it."
        },
    )
    turns = List(
        fields.Nested(EngineTurn),
        load_default=list,
        validate=validate.Length(0, MOST_TURNS),
        metadata={"description": "Turns to play after the record."},
    )
    as_ = JsonInt(
        data_key="as",
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 19),
        metadata={"description": "Show the view of this seat; null: everything."},
    )

    @validates_schema
    def _one_game(self, data: dict[str, Any], **_: object) -> None:
        given = [name for name in ("record", "text", "seats") if name in data]
        if len(given) != 1:
            raise ValidationError("should have exactly one of record, text and seats")
        if given != ["seats"] and (data["options"] or "seed" in data):
            raise ValidationError("options and seed belong to a new game, with seats")


class EngineLegalBody(EngineBody):
    """A record, and the steps of a turn so far."""

    seat = JsonInt(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 19),
        metadata={"description": "The seat; null: all seats to move."},
    )
    after = List(
        fields.String(validate=validate.Length(1, 200)),
        load_default=list,
        validate=validate.Length(0, MOST_STEPS),
        metadata={"description": "The seat's steps so far."},
    )
    explain = JsonBool(
        load_default=False,
        metadata={"description": "true: also list refused steps with their reasons."},
    )

    @validates_schema
    def _whose(self, data: dict[str, Any], **_: object) -> None:
        if data.get("after") and data.get("seat") is None:
            raise ValidationError("is missing: whose steps are these?", "seat")


class EngineState(Schema):
    """The state after a record."""

    ruleset = fields.String(required=True)
    rev = revision("The number of entries.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    round = JsonInt(required=True)
    awaited = fields.List(fields.Nested(Awaited), required=True)
    result = fields.List(fields.Nested(Standing), required=True, allow_none=True)


class Applied(EngineState):
    """The game after the turns."""

    view = PerTitle("View", required=True)
    own = PerTitle("Own", metadata={"description": "The hidden part of the seat in `as`."})
    everything = fields.Dict(
        keys=fields.String(),
        metadata={"description": "All fields of the state, including hidden ones."},
    )
    choices = fields.List(
        fields.Nested(Choices),
        required=True,
        metadata={"description": "The open questions; with `as`, only the seat's."},
    )
    events = fields.List(
        fields.Nested(Event),
        required=True,
        metadata={"description": "The events of `turns`, in order."},
    )
    record = fields.Nested(
        Record, required=True, metadata={"description": "The JSON record with these turns."}
    )
    text = fields.String(required=True, metadata={"description": "The same record as text."})


class Question(Schema):
    """The next question of a seat's turn."""

    seat = JsonInt(required=True)
    after = fields.List(fields.String(), required=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Whether these steps are a whole turn."}
    )
    choices = fields.Nested(
        Choices,
        required=True,
        allow_none=True,
        metadata={"description": "null if the turn is complete."},
    )
    refused = fields.List(fields.Nested(Refused))


class EngineLegal(EngineState):
    """The legal steps."""

    questions = fields.List(fields.Nested(Question), required=True)
