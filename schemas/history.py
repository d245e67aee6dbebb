"""The record: its entries, what was seen then, replays and exports."""

from __future__ import annotations

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

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
from schemas.games import STATUSES, Awaited, Standing
from schemas.turns import Event

KINDS = (
    "turn",
    "retracted",
    "seat",
    "clock",
    "undo-requested",
    "undo-answered",
    "undo-withdrawn",
    "end",
)
REASONS = {
    "seat": (
        "joined",
        "left",
        "host",
        "closed",
        "resigned",
        "timeout",
        "claimed",
        "returned",
        "hook-disabled",
        "hook-enabled",
        "renamed",
    ),
    "clock": ("timeout", "pause", "resume"),
    "undo-withdrawn": ("expired",),
    "end": ("cancelled",),
}
"""What `why` may be in an entry of each kind."""


class StepShown(Schema):
    """One answer of a turn; `step` is null where the caller may not see it."""

    seat = JsonInt(required=True)
    step = fields.String(required=True, allow_none=True)
    auto = JsonBool(
        required=True, metadata={"description": "It was the only option, so nobody was asked."}
    )


class Entry(Schema):
    """One entry of the record; which members it has depends on its kind."""

    rev = revision("The revision after this entry.", required=True)
    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    at = time("When it was made.", required=True)
    seat = JsonInt(metadata={"description": "Whose entry it is; -1: the host's."})
    steps = List(fields.Nested(StepShown))
    events = List(fields.Nested(Event))
    retracted = JsonBool(metadata={"description": "A later entry took this turn back."})
    back_to = revision("The revision that is restored.")
    request = JsonInt(metadata={"description": "The undo request this belongs to."})
    agree = JsonBool()
    holder = fields.String(
        metadata={"description": "Who sits there now; `closed`: the seat was taken away."}
    )
    name = fields.String()
    starts = JsonBool(metadata={"description": "This change of seats started the game."})
    why = fields.String(
        validate=validate.OneOf(sorted({why for each in REASONS.values() for why in each})),
        metadata={"description": "What made somebody else sit there, or the clock speak."},
    )
    result = List(fields.Nested(Standing))


class LogQuery(Schema):
    """Which part of the record."""

    after = QueryInt(
        load_default=0,
        validate=validate.Range(0),
        metadata={"description": "Entries after this revision."},
    )
    limit = QueryInt(
        load_default=200,
        validate=validate.Range(1, 1000),
        metadata={"description": "How many entries at most."},
    )
    events = Flag(load_default=0, metadata={"description": "1: turns carry what they led to."})


class Log(Schema):
    """A part of the record, oldest first."""

    rev = revision("The revision of the game now.", required=True)
    entries = fields.List(fields.Nested(Entry), required=True)
    next = revision(
        "`after` of the next part; null at the end of the record.", required=True, allow_none=True
    )


class StateQuery(Schema):
    """Through whose eyes."""

    as_ = fields.String(
        data_key="as",
        validate=Pattern(r"^([0-9]{1,2}|everything)$", error="a seat, or `everything`"),
        metadata={
            "description": "A seat: its own while the game runs, any once it is over. "
            "`everything`: with all hidden things, once the game is over."
        },
    )


class PastState(Schema):
    """The game as it stood at a revision."""

    rev = revision("The revision asked for.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    round = JsonInt(required=True)
    view = PerTitle("View", required=True)
    own = PerTitle("Own")
    everything = fields.Dict(
        keys=fields.String(), metadata={"description": "All fields of the state, hidden or not."}
    )
    awaited = fields.List(fields.Nested(Awaited), required=True)
    result = fields.List(fields.Nested(Standing), required=True, allow_none=True)


class ReplayBody(Schema):
    """Which stretch of the game."""

    first = revision("The first revision shown.", data_key="from", load_default=0)
    last = revision(
        "The last revision shown; now when left out.",
        data_key="to",
        load_default=None,
        allow_none=True,
    )
    every = JsonInt(
        load_default=1,
        validate=validate.Range(1, 1000),
        metadata={"description": "A frame every so many entries."},
    )

    @validates_schema
    def _in_order(self, data: dict[str, int | None], **_: object) -> None:
        last = data.get("last")
        if last is not None and last < (data.get("first") or 0):
            raise ValidationError("should not be before `from`", "to")


class Frame(Schema):
    """What was seen at one revision."""

    rev = revision("The revision shown.", required=True)
    view = PerTitle("View", required=True)
    own = PerTitle("Own")
    entries = fields.List(
        fields.Nested(Entry),
        required=True,
        metadata={"description": "The entries since the frame before, with their events."},
    )


class Frames(Schema):
    """A replay."""

    frames = fields.List(fields.Nested(Frame), required=True)


class Fairness(Schema):
    """How to check the luck of a game."""

    tag = fields.String(required=True)
    record = fields.String(
        required=True,
        metadata={"description": "The id under which the commitment was made."},
    )
    commitment = fields.String(
        required=True, metadata={"description": "SHA-256 in hex; published at the creation."}
    )
    seed = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "256 bits in hex, once the game is over."},
    )
    recipe = fields.List(fields.String(), required=True)
