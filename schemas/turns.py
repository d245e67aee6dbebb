"""Turns: looking ahead, trying, playing."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from match.turns import MOST_STEPS
from schemas.fields import EffectField, Flag, JsonBool, List, PerTitle, revision, time
from schemas.games import Choices, awaited, result
from schemas.shared import (
    CODE,
    LISTED,
    acting,
    current_round,
    matching,
    nested,
    seat,
    seen_by,
    several,
    side,
    status,
    step,
    steps_shown,
    text,
)

MOST_STEPS_IN_ADDRESS = 40
"""As many as an address surely holds: no title's steps are longer than 60 characters."""


def steps(description: str, least: int = 1) -> fields.Field[Any]:
    """Return the steps of a turn, as offered."""
    step = fields.String(validate=validate.Length(1, 200))
    return List(
        step,
        required=True,
        validate=validate.Length(least, MOST_STEPS),
        metadata={"description": description, "examples": [["place palenque", "done"]]},
    )


class Event(Schema):
    """An event, and its side."""

    seat = side("The side: a seat, or an automa after the seats; -1: the table.", required=True)
    effect = EffectField(
        required=True,
        metadata={"description": "What happened; for a secret of another seat, only its verb."},
    )
    text = text("The event as a sentence. Some effects have none.")


class StepShown(Schema):
    """An answer of a turn, and what it caused."""

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
    text = text(
        "The step as a sentence: in a replay, in a log with events, views or choices, and in a "
        "stream with views or choices. Absent if the caller may not see the step."
    )
    events = List(
        fields.Nested(Event),
        validate=validate.Length(0, LISTED),
        metadata={"description": "What the step caused, in order, if events were asked for."},
    )
    view = PerTitle("View", metadata={"description": "The public view after it, if asked for."})
    own = PerTitle("Own", metadata={"description": "The caller's hidden part after it."})
    choices = nested(
        Choices,
        "The question that the step answered, if asked for; null if the caller may not see it, or "
        "the seat was not asked.",
        allow_none=True,
    )


class LegalQuery(Schema):
    """The steps of the turn so far."""

    after = List(
        fields.String(validate=validate.Length(1, 200)),
        load_default=list,
        validate=validate.Length(0, MOST_STEPS_IN_ADDRESS),
        metadata={
            "description": "The steps so far, one parameter each, in order. For more than "
            f"{MOST_STEPS_IN_ADDRESS}, use `preview`."
        },
    )
    as_ = seen_by("the one to move, or the lowest of them")
    explain = Flag("list every refused answer in `refused`, with its reason.", load_default=False)


class Refused(Schema):
    """An answer that is not legal now."""

    step = step("The answer that is not legal now.", required=True)
    reason = matching(CODE, "The reason code of the title.", "needs-more", required=True)
    params = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "The values in `text`, for clients that translate."},
    )
    rule = text("The rule: a section of the rules, or the number of a ruling.", 200, required=True)
    text = text("The reason as a sentence.", required=True)


class Legal(Schema):
    """The next question of a turn."""

    rev = revision("The revision of this answer.", required=True)
    after = steps_shown("The steps so far.", required=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Whether these steps are a whole turn."}
    )
    choices = nested(Choices, "null if the turn is complete.", required=True, allow_none=True)
    refused = several(
        fields.Nested(Refused),
        "With `explain=1`: the refused answers, unless the turn is complete. Offered and refused "
        "answers together are all known answers.",
    )


class PreviewBody(Schema):
    """Steps to try."""

    rev = revision("The revision at which the steps were chosen.", required=True)
    steps = steps("The steps so far.")
    as_ = acting("the one to move, or the lowest of them")


class Preview(Schema):
    """The result of steps, as far as it is foreseeable."""

    rev = revision("The revision of this answer.", required=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Whether these steps are a whole turn."}
    )
    reveals = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether the last step would draw or reveal something. The preview "
            "stops before that."
        },
    )
    steps = several(
        fields.Nested(StepShown), "The steps that were tried, with their events.", required=True
    )
    view = PerTitle(
        "View", required=True, metadata={"description": "The public view after the steps."}
    )
    own = PerTitle(
        "Own",
        required=True,
        metadata={"description": "The hidden part of the caller's seat after the steps."},
    )
    next = nested(
        Choices,
        "The next question of the turn; null if the turn is complete.",
        required=True,
        allow_none=True,
    )


class TurnBody(Schema):
    """A whole turn."""

    steps = steps("The steps of the turn, in order.")
    as_ = acting("the one to move; needed if several of them are")


class AfterTurn(Schema):
    """The game after an entry."""

    rev = revision("The revision after the change; also the ETag.", required=True)
    status = status(required=True)
    round = current_round(required=True)
    steps = several(
        fields.Nested(StepShown), "The steps of the turn, with their events.", required=True
    )
    view = PerTitle("View", required=True, metadata={"description": "The public view."})
    own = PerTitle(
        "Own", required=True, metadata={"description": "The hidden part of the caller's seat."}
    )
    awaited = awaited(required=True)
    next = nested(
        Choices,
        "The next question of the same seat; null if it is not asked again.",
        required=True,
        allow_none=True,
    )
    result = result(required=True, allow_none=True)


class AfterTurnMinimal(Schema):
    """The answer to a turn with `Prefer: return=minimal`."""

    rev = revision("The revision after the turn; also the ETag.", required=True)
    awaited = awaited(required=True)


class DraftBody(Schema):
    """An unfinished turn."""

    rev = revision("The revision at which the steps were chosen.", required=True)
    steps = steps("The steps so far; may be empty.", least=0)


class Draft(Schema):
    """A saved draft."""

    rev = revision("The revision at which the steps were chosen.", required=True)
    steps = steps_shown("The steps so far.", required=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Whether these steps are a whole turn."}
    )
    saved = time("When the draft was saved.", required=True)
