"""The record: its entries, what was seen then, replays and exports."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from match.words import KINDS, REASONS
from schemas.fields import (
    COUNT,
    Flag,
    JsonBool,
    List,
    Pattern,
    PerTitle,
    QueryInt,
    comment,
    revision,
    time,
)
from schemas.games import Choices, Standing, awaited, result
from schemas.shared import (
    HEX,
    LISTED,
    SEATS,
    count,
    current_round,
    ident,
    matching,
    nested,
    seen_by,
    several,
    side,
    status,
    text,
    word,
)
from schemas.turns import StepShown


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
        metadata={"description": "`turn`: the steps with their events, in order."},
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
    why = word(
        sorted({why for each in REASONS.values() for why in each}),
        "Why the seat or the clock changed.",
    )
    result = List(
        fields.Nested(Standing),
        validate=validate.Length(0, SEATS),
        metadata={"description": "`end`: the standings, the best side first."},
    )
    comment = comment("A comment on the entry, from an imported record.")
    text = text("What happened, as a sentence in the language of the request.")


MOST_DETAILED = 20
"""Entries of a page that shows the table between the steps, which takes longer to make."""


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
    events = Flag("include the sentence and the events of each step.", load_default=False)
    views = Flag(
        f"include the views after each step. A page then has at most {MOST_DETAILED} entries.",
        load_default=False,
    )
    as_ = seen_by()
    choices = Flag(
        "include the question that each step answered. A page then has at "
        f"most {MOST_DETAILED} entries.",
        load_default=False,
    )


class ExportQuery(Schema):
    """The seat whose view is wanted."""

    as_ = seen_by()


class Log(Schema):
    """A part of the record, oldest first."""

    rev = revision("The current revision of the game.", required=True)
    comment = comment(
        "The comment on the whole record, if it was imported with one; else null.",
        required=True,
        allow_none=True,
    )
    entries = several(fields.Nested(Entry), "The entries, oldest first.", 1000, required=True)
    next = revision(
        "`after` of the next part; null at the end of the record.", required=True, allow_none=True
    )


def _eyes(**kwargs: Any) -> fields.String:
    """Return the field of the seat whose view is wanted."""
    return fields.String(
        data_key="as",
        validate=Pattern(r"^([0-9]{1,2}|everything)$", error="should be a seat, or `everything`"),
        error_messages={"invalid": 'should be a text: a seat such as "1", or "everything"'},
        metadata={
            "description": "A seat: the own seat while the game runs, any seat after its end. "
            "`everything`: all hidden information, after the end."
        },
        **kwargs,
    )


class StateQuery(Schema):
    """The view to return."""

    as_ = _eyes()
    step = QueryInt(
        validate=validate.Range(0, 1000),
        metadata={
            "description": "The number of steps to take of the turn that follows the revision: "
            "the state is the one after them."
        },
    )
    choices = Flag("include the questions that were open then.", load_default=False)


class PastState(Schema):
    """The game at a revision."""

    rev = revision("The requested revision.", required=True)
    step = count("The number of steps taken after the revision, if asked for.")
    choices = several(
        fields.Nested(Choices),
        "With `choices=1`: the open questions that the caller may see. These are the own one while "
        "the game runs, and all after its end.",
        SEATS,
    )
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
    every = count("The number of entries between frames.", 1, 1000, load_default=1)
    steps = JsonBool(
        load_default=False,
        metadata={"description": "true: also a frame after each step of a turn; `every` is 1."},
    )
    choices = JsonBool(
        load_default=False,
        metadata={"description": "true: each frame has the questions that were open then."},
    )
    as_ = _eyes()

    @validates_schema
    def _in_order(self, data: dict[str, Any], **_: object) -> None:
        last = data.get("last")
        if last is not None and last < (data.get("first") or 0):
            raise ValidationError("should not be before `from`", "to")
        if data["steps"] and data["every"] != 1:
            raise ValidationError("should be 1 with `steps`", "every")


class Frame(Schema):
    """The view at one revision."""

    rev = revision("The revision shown, or the one before the steps shown.", required=True)
    step = count("The number of steps taken after the revision; absent at it.")
    status = status(required=True)
    round = current_round(required=True)
    awaited = awaited(required=True)
    result = result(required=True, allow_none=True)
    choices = several(
        fields.Nested(Choices), "The open questions that the caller may see, if asked for.", SEATS
    )
    view = PerTitle("View", required=True, metadata={"description": "The public view then."})
    own = PerTitle("Own", metadata={"description": "The hidden part of the caller's seat then."})
    everything = fields.Dict(
        keys=fields.String(),
        metadata={
            "description": "All fields of the state, including hidden ones; with `as: everything`."
        },
    )
    last = nested(
        StepShown,
        "With `steps`: the step that led from the frame before to this one, with its sentence and "
        "its events. Absent if another kind of entry led here, or the caller may not see the step.",
    )
    entries = several(
        fields.Nested(Entry),
        "The entries since the previous frame, with their events. An entry is in the frame after "
        "its last step.",
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
