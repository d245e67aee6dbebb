"""The record: its entries, what was seen then, replays and exports."""

from __future__ import annotations

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from match.words import KINDS, REASONS, STATUSES
from schemas.fields import (
    Flag,
    JsonBool,
    JsonInt,
    List,
    Pattern,
    PerTitle,
    QueryInt,
    revision,
    time,
)
from schemas.games import Awaited, Standing
from schemas.turns import Event


class StepShown(Schema):
    """An answer of a turn. `step` is null if the caller may not see it."""

    seat = JsonInt(required=True)
    step = fields.String(required=True, allow_none=True)
    auto = JsonBool(
        required=True,
        metadata={"description": "Whether it was the only option, so the seat was not asked."},
    )


class Entry(Schema):
    """An entry of the record. Its members depend on its kind."""

    rev = revision("The revision after this entry.", required=True)
    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    at = time("When it was created.", required=True)
    seat = JsonInt(metadata={"description": "The seat that caused the entry; -1: the host."})
    steps = List(fields.Nested(StepShown))
    events = List(fields.Nested(Event))
    retracted = JsonBool(metadata={"description": "Whether a later entry retracted this turn."})
    back_to = revision("The restored revision.")
    request = JsonInt(metadata={"description": "The undo request this belongs to."})
    agree = JsonBool()
    holder = fields.String(
        metadata={"description": "The new holder; `closed`: the seat was removed."}
    )
    name = fields.String()
    starts = JsonBool(metadata={"description": "Whether this change started the game."})
    why = fields.String(
        validate=validate.OneOf(sorted({why for each in REASONS.values() for why in each})),
        metadata={"description": "Why the seat or the clock changed."},
    )
    result = List(fields.Nested(Standing))


class LogQuery(Schema):
    """The part of the record to return."""

    after = QueryInt(
        load_default=0,
        validate=validate.Range(0),
        metadata={"description": "Entries after this revision."},
    )
    limit = QueryInt(
        load_default=200,
        validate=validate.Range(1, 1000),
        metadata={"description": "The maximal number of entries."},
    )
    events = Flag(load_default=0, metadata={"description": "1: include the events of turns."})


class Log(Schema):
    """A part of the record, oldest first."""

    rev = revision("The current revision of the game.", required=True)
    entries = fields.List(fields.Nested(Entry), required=True)
    next = revision(
        "`after` of the next part; null at the end of the record.", required=True, allow_none=True
    )


class StateQuery(Schema):
    """The view to return."""

    as_ = fields.String(
        data_key="as",
        validate=Pattern(r"^([0-9]{1,2}|everything)$", error="a seat, or `everything`"),
        metadata={
            "description": "A seat: the own seat while the game runs, any seat after its end. "
            "`everything`: all hidden information, after the end."
        },
    )


class PastState(Schema):
    """The game at a revision."""

    rev = revision("The requested revision.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    round = JsonInt(required=True)
    view = PerTitle("View", required=True)
    own = PerTitle("Own")
    everything = fields.Dict(
        keys=fields.String(),
        metadata={"description": "All fields of the state, including hidden ones."},
    )
    awaited = fields.List(fields.Nested(Awaited), required=True)
    result = fields.List(fields.Nested(Standing), required=True, allow_none=True)


class ReplayBody(Schema):
    """The part of the game to replay."""

    first = revision("The first revision shown.", data_key="from", load_default=0)
    last = revision(
        "The last revision shown; by default the current one.",
        data_key="to",
        load_default=None,
        allow_none=True,
    )
    every = JsonInt(
        load_default=1,
        validate=validate.Range(1, 1000),
        metadata={"description": "The number of entries between frames."},
    )

    @validates_schema
    def _in_order(self, data: dict[str, int | None], **_: object) -> None:
        last = data.get("last")
        if last is not None and last < (data.get("first") or 0):
            raise ValidationError("should not be before `from`", "to")


class Frame(Schema):
    """The view at one revision."""

    rev = revision("The revision shown.", required=True)
    view = PerTitle("View", required=True)
    own = PerTitle("Own")
    entries = fields.List(
        fields.Nested(Entry),
        required=True,
        metadata={"description": "The entries since the previous frame, with their events."},
    )


class Frames(Schema):
    """A replay."""

    frames = fields.List(fields.Nested(Frame), required=True)


class Fairness(Schema):
    """The proof of a game's luck."""

    tag = fields.String(required=True)
    record = fields.String(
        required=True,
        metadata={"description": "The id used in the commitment."},
    )
    commitment = fields.String(
        required=True, metadata={"description": "SHA-256 in hex, published at creation."}
    )
    seed = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "256 bits in hex, after the end of the game."},
    )
    recipe = fields.List(fields.String(), required=True)
