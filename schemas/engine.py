"""The engine without games: records in, state and choices out."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from schemas.fields import MOST_STEPS, JsonBool, JsonInt, List, PerTitle, revision, steps
from schemas.games import STATUSES, Awaited, Choices, Standing
from schemas.records import HEX, Record
from schemas.turns import Event, Refused

MOST_TURNS = 1000


class EngineTurn(Schema):
    """A turn to be played."""

    seat = JsonInt(required=True, validate=validate.Range(0, 19))
    steps = steps("The steps of the turn, each one offered after those before it.")


class EngineBody(Schema):
    """A game on paper: exactly one of `record`, `text` and `seats`, and turns to be played on."""

    record = fields.Nested(Record, metadata={"description": "A record as JSON, with its seed."})
    text = fields.String(
        validate=validate.Length(1, 200_000),
        metadata={"description": "A record as readable text, with its seed."},
    )
    seats = JsonInt(
        validate=validate.Range(1, 20), metadata={"description": "A new game of so many seats."}
    )
    options = List(
        fields.String(validate=validate.Length(1, 80)),
        load_default=list,
        validate=validate.Length(0, 50),
        metadata={"description": "Options of a new game that are switched on."},
    )
    seed = fields.String(
        validate=HEX,
        metadata={
            "description": "The seed of a new game, in hex; one is drawn when it is left out, and "
            "stands in the answered record."
        },
    )
    turns = List(
        fields.Nested(EngineTurn),
        load_default=list,
        validate=validate.Length(0, MOST_TURNS),
        metadata={"description": "Turns to be played after what the record holds."},
    )
    as_ = JsonInt(
        data_key="as",
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 19),
        metadata={"description": "Answer as this seat would see it; null: everything."},
    )

    @validates_schema
    def _one_game(self, data: dict[str, Any], **_: object) -> None:
        given = [name for name in ("record", "text", "seats") if name in data]
        if len(given) != 1:
            raise ValidationError("should have exactly one of record, text and seats")
        if given != ["seats"] and (data["options"] or "seed" in data):
            raise ValidationError("options and seed belong to a new game, with seats")


class EngineLegalBody(EngineBody):
    """A game on paper, and how far a turn has been thought through."""

    seat = JsonInt(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 19),
        metadata={"description": "Whose question; null: those of all seats that are asked."},
    )
    after = List(
        fields.String(validate=validate.Length(1, 200)),
        load_default=list,
        validate=validate.Length(0, MOST_STEPS),
        metadata={"description": "The steps of that seat so far."},
    )
    explain = JsonBool(
        load_default=False, metadata={"description": "true: list what is refused, and why."}
    )

    @validates_schema
    def _whose(self, data: dict[str, Any], **_: object) -> None:
        if data.get("after") and data.get("seat") is None:
            raise ValidationError("is missing: whose steps are these?", "seat")


class EngineState(Schema):
    """Where a record leads."""

    ruleset = fields.String(required=True)
    rev = revision("The number of its entries.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    round = JsonInt(required=True)
    awaited = fields.List(fields.Nested(Awaited), required=True)
    result = fields.List(fields.Nested(Standing), required=True, allow_none=True)


class Applied(EngineState):
    """The game after the turns."""

    view = PerTitle("View", required=True)
    own = PerTitle("Own", metadata={"description": "What the seat of `as` sees besides."})
    everything = fields.Dict(
        keys=fields.String(), metadata={"description": "All fields of the state, hidden or not."}
    )
    choices = fields.List(
        fields.Nested(Choices),
        required=True,
        metadata={"description": "The open questions; with `as` that of its seat only."},
    )
    events = fields.List(
        fields.Nested(Event),
        required=True,
        metadata={"description": "What `turns` led to, in order."},
    )
    record = fields.Nested(
        Record, required=True, metadata={"description": "The record with these turns, as JSON."}
    )
    text = fields.String(
        required=True, metadata={"description": "The same record as readable text."}
    )


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
        metadata={"description": "null when the turn is complete."},
    )
    refused = fields.List(fields.Nested(Refused))


class EngineLegal(EngineState):
    """What may be chosen."""

    questions = fields.List(fields.Nested(Question), required=True)
