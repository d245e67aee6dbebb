"""Turns: looking ahead, trying, playing."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import Flag, JsonInt, List, PerTitle, revision, steps
from schemas.games import STATUSES, Awaited, Choices, Standing


class Event(Schema):
    """Something that happened, and to which seat (-1: to the table)."""

    seat = JsonInt(required=True)
    effect = PerTitle(
        "Effect",
        required=True,
        metadata={"description": "A verb and its arguments; of a secret only the verb."},
    )
    text = fields.String(metadata={"description": "A sentence for people."})


class LegalQuery(Schema):
    """How far the turn has been thought through."""

    after = List(
        fields.String(validate=validate.Length(1, 200)),
        load_default=list,
        # As many as an address surely holds: no title's steps are longer than 60 characters.
        validate=validate.Length(0, 40),
        metadata={
            "description": "The steps so far, one parameter each, in order; for more than 40 use "
            "`preview`."
        },
    )
    explain = Flag(
        load_default=0,
        metadata={
            "description": "1: list in `refused` every answer that this kind of question knows and "
            "does not offer now, and why."
        },
    )


class Refused(Schema):
    """An answer that is not legal now."""

    step = fields.String(required=True)
    reason = fields.String(required=True, metadata={"description": "A code of the title's."})
    params = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "What `text` was written from, for clients that translate."},
    )
    rule = fields.String(
        required=True,
        metadata={
            "description": "Where the rule stands: a section of the rules, or a ruling's number."
        },
    )
    text = fields.String(required=True, metadata={"description": "The reason for people."})


class Legal(Schema):
    """The next question of a turn."""

    rev = revision("The revision this holds for.", required=True)
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
    refused = fields.List(
        fields.Nested(Refused),
        metadata={
            "description": "With `explain=1`, unless the turn is complete. Offered and refused are "
            "together all answers that the question knows."
        },
    )


class PreviewBody(Schema):
    """Steps to be tried."""

    rev = revision("The revision the steps were chosen at.", required=True)
    steps = steps("The steps so far.")


class Preview(Schema):
    """Where steps would lead, as far as that can be foreseen."""

    rev = revision("The revision this holds for.", required=True)
    complete = fields.Boolean(required=True)
    reveals = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether the last step would draw or reveal something; the preview "
            "ends just before that."
        },
    )
    events = fields.List(fields.Nested(Event), required=True)
    view = PerTitle("View", required=True)
    own = PerTitle("Own", required=True)
    next = fields.Nested(Choices, required=True, allow_none=True)


class TurnBody(Schema):
    """A whole turn."""

    steps = steps("The steps of the turn, each one offered after those before it.")


class AfterTurn(Schema):
    """The game right after an entry."""

    rev = revision("The revision after it; also the ETag.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    round = JsonInt(required=True)
    events = fields.List(fields.Nested(Event), required=True)
    view = PerTitle("View", required=True)
    own = PerTitle("Own", required=True)
    awaited = fields.List(fields.Nested(Awaited), required=True)
    next = fields.Nested(
        Choices,
        required=True,
        allow_none=True,
        metadata={"description": "The same seat's next question, if it is asked again."},
    )
    result = fields.List(fields.Nested(Standing), required=True, allow_none=True)


class AfterTurnMinimal(Schema):
    """The answer to a turn with `Prefer: return=minimal`."""

    rev = revision("The revision after the turn; also the ETag.", required=True)
    awaited = fields.List(fields.Nested(Awaited), required=True)
