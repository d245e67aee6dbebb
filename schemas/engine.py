"""The engine without games: records in, state and choices out."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from match.turns import MOST_STEPS
from schemas.fields import JsonBool, List, PerTitle, revision
from schemas.games import Choices, awaited, result
from schemas.history import Entry
from schemas.records import Record
from schemas.shared import (
    IS_HEX,
    SEATS,
    count,
    current_round,
    exactly_one,
    nested,
    options,
    ruleset,
    seat,
    several,
    status,
    steps_shown,
    text,
)
from schemas.turns import Refused, steps

MOST_TURNS = 1000


class EngineTurn(Schema):
    """A turn to play."""

    seat = seat("The seat that plays the turn.", required=True)
    steps = steps("The steps of the turn, in order.")


class EngineBody(Schema):
    """Exactly one of `record`, `text` and `seats`, and turns to play on it."""

    CONDITIONS: ClassVar[dict[str, Any]] = exactly_one("record", "text", "seats")

    record = nested(Record, "A JSON record with its seed.")
    text = fields.String(
        validate=validate.Length(1, 200_000),
        metadata={"description": "A text record with its seed."},
    )
    seats = count("The number of seats of a new game.", 1, SEATS)
    options = options("Options of the new game.", load_default=list)
    seed = fields.String(
        validate=IS_HEX,
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
    as_ = seat(
        "Show the view of this seat; null: everything.",
        data_key="as",
        load_default=None,
        allow_none=True,
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

    seat = seat("The seat; null: all seats to move.", load_default=None, allow_none=True)
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

    ruleset = ruleset(required=True)
    rev = revision("The number of entries.", required=True)
    status = status(required=True)
    round = current_round(required=True)
    awaited = awaited(required=True)
    result = result(required=True, allow_none=True)


class Applied(EngineState):
    """The game after the turns."""

    view = PerTitle("View", required=True, metadata={"description": "The public view."})
    own = PerTitle("Own", metadata={"description": "The hidden part of the seat in `as`."})
    everything = fields.Dict(
        keys=fields.String(),
        metadata={"description": "All fields of the state, including hidden ones."},
    )
    choices = several(
        fields.Nested(Choices),
        "The open questions; with `as`, only the seat's.",
        SEATS,
        required=True,
    )
    entries = several(
        fields.Nested(Entry),
        "The entries that `turns` added, with the events of each step.",
        required=True,
    )
    record = nested(Record, "The JSON record with these turns.", required=True)
    text = text("The same record as text.", 10**8, required=True)


class Question(Schema):
    """The next question of a seat's turn."""

    seat = seat("The seat that is asked.", required=True)
    after = steps_shown("The steps of the turn so far.", required=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Whether these steps are a whole turn."}
    )
    choices = nested(Choices, "null if the turn is complete.", required=True, allow_none=True)
    refused = several(
        fields.Nested(Refused), "With `explain`: the refused steps with their reasons."
    )


class EngineLegal(EngineState):
    """The legal steps."""

    questions = several(
        fields.Nested(Question), "The questions of the seats to move.", SEATS, required=True
    )
