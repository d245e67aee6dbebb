"""The record: its entries, what was seen then, replays and exports."""

from __future__ import annotations

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from match.words import KINDS, REASONS
from schemas.fields import (
    COUNT,
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
from schemas.games import Standing, awaited, result
from schemas.shared import (
    HEX,
    LISTED,
    SEATS,
    count,
    current_round,
    ident,
    matching,
    seat,
    several,
    side,
    status,
    step,
    text,
    word,
)
from schemas.turns import Event


class StepShown(Schema):
    """An answer of a turn. `step` is null if the caller may not see it."""

    seat = seat("The seat that answered.", required=True)
    step = step(
        "The step as it was posted; null if the caller may not see it.",
        required=True,
        allow_none=True,
    )
    auto = JsonBool(
        required=True,
        metadata={"description": "Whether it was the only option, so the seat was not asked."},
    )


class Entry(Schema):
    """An entry of the record. Its members depend on its kind."""

    rev = revision("The revision after this entry.", required=True)
    kind = word(
        KINDS,
        "`turn`: a turn. `retracted`: turns were undone. `seat`: a seat changed. `clock`: the "
        "clock changed. `undo-…`: an undo request. `end`: the game ended.",
        required=True,
    )
    at = time("When it was created.", required=True)
    seat = side("The seat that caused the entry; -1: the host.")
    steps = List(
        fields.Nested(StepShown),
        validate=validate.Length(0, LISTED),
        metadata={"description": "`turn`: the steps, in order."},
    )
    events = List(
        fields.Nested(Event),
        validate=validate.Length(0, LISTED),
        metadata={"description": "`turn`: the events of the turn, in order."},
    )
    retracted = JsonBool(metadata={"description": "`turn`: whether a later entry retracted it."})
    back_to = revision("The revision that the undo restores.")
    request = count("The number of the undo request.")
    agree = JsonBool(metadata={"description": "`undo-answered`: whether the seat agreed."})
    holder = fields.String(
        validate=Pattern(r"^(open|person|hook|closed|bot:[a-z]{1,20})$"),
        metadata={
            "description": "`seat`: the new holder, as in a seat. `closed`: the seat was removed."
        },
    )
    name = text("`seat`: the name of the player.", 40)
    starts = JsonBool(metadata={"description": "`seat`: whether this change started the game."})
    why = fields.String(
        validate=validate.OneOf(sorted({why for each in REASONS.values() for why in each})),
        metadata={"description": "Why the seat or the clock changed."},
    )
    result = List(
        fields.Nested(Standing),
        validate=validate.Length(0, SEATS),
        metadata={"description": "`end`: the standings, the best side first."},
    )
    text = text("What happened, as a sentence in the language of the request.")


class LogQuery(Schema):
    """The part of the record to return."""

    after = QueryInt(
        load_default=0,
        validate=validate.Range(0, COUNT),
        metadata={"description": "Return entries after this revision."},
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
    entries = several(fields.Nested(Entry), "The entries, oldest first.", 1000, required=True)
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
    status = status(required=True)
    round = current_round(required=True)
    view = PerTitle("View", required=True, metadata={"description": "The public view then."})
    own = PerTitle("Own", metadata={"description": "The hidden part of the seat in `as`."})
    everything = fields.Dict(
        keys=fields.String(),
        metadata={
            "description": "All fields of the state, including hidden ones; with `as=everything`."
        },
    )
    awaited = awaited(required=True)
    result = result(required=True, allow_none=True)


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
    view = PerTitle("View", required=True, metadata={"description": "The public view then."})
    own = PerTitle("Own", metadata={"description": "The hidden part of the caller's seat then."})
    entries = several(
        fields.Nested(Entry),
        "The entries since the previous frame, with their events.",
        required=True,
    )


class Frames(Schema):
    """A replay."""

    frames = several(fields.Nested(Frame), "The frames, oldest first.", 10 * LISTED, required=True)


class Fairness(Schema):
    """The proof of a game's luck."""

    tag = text("The name of the method. It begins the commitment.", 100, required=True)
    record = ident("The id used in the commitment.", required=True)
    commitment = matching(HEX, "SHA-256 in hex, published at creation.", required=True)
    seed = matching(
        HEX,
        "256 bits in hex, after the end of the game; null before.",
        required=True,
        allow_none=True,
    )
    recipe = several(
        fields.String(validate=validate.Length(1, 1000)),
        "The method to verify every draw, step by step.",
        100,
        required=True,
    )
