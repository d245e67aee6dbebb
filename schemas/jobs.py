"""Jobs and undo: what takes a while, and what takes consent."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import Schema, fields, validate

from match.words import UNDO_STATES
from schemas.fields import JsonBool, revision, time
from schemas.games import UndoRequest
from schemas.service import ProblemDocument
from schemas.shared import count, ident, nested, one_is_null, seat, seats, text, word
from store.words import JOB_KINDS, JOB_STATES


class Job(Schema):
    """A job of the workers."""

    id = ident("The job's id.", "Zp4cN8wYx2rLk0VbTq6hDg", required=True)
    kind = word(JOB_KINDS, "What the job does.", required=True)
    game = ident("The id of the game.", required=True)
    state = word(
        JOB_STATES,
        "`queued`: waits for a worker. `running`: in progress. `done`, `failed` and `cancelled` "
        "are final.",
        required=True,
    )
    progress = fields.Float(
        required=True,
        validate=validate.Range(0, 1),
        metadata={"description": "The part of the work that is done, from 0 to 1."},
    )
    created = time("When it was requested.", required=True)
    result = text(
        "The path of the result; null until the job is done.", 200, required=True, allow_none=True
    )
    error = nested(
        ProblemDocument, "Why the job failed; null if it did not.", required=True, allow_none=True
    )


class UndoBody(Schema):
    """The revision to restore."""

    back_to = revision(
        "The revision to restore; by default the one before your last turn.",
        load_default=None,
        allow_none=True,
    )


class UndoAccepted(Schema):
    """Either the job of the undo, or a request that other players must agree to."""

    CONDITIONS: ClassVar[dict[str, Any]] = one_is_null("job", "request")

    job = nested(
        Job, "The job of the undo; null if consent is needed.", required=True, allow_none=True
    )
    request = nested(
        UndoRequest,
        "The request that other players must agree to; null if there is a job.",
        required=True,
        allow_none=True,
    )


class UndoShown(Schema):
    """An undo request and its state."""

    id = count("The number of the request.", required=True)
    seat = seat("The seat that asked for the undo.", required=True)
    back_to = revision("The revision to restore.", required=True)
    state = word(
        UNDO_STATES,
        "`asked`: waits for consent. `agreed`: all agreed. `done`: the turns are undone. "
        "`declined`: a player refused. `withdrawn`: the seat took it back. `lapsed`: the game went "
        "on. `expired`: too late.",
        required=True,
    )
    agreed = seats("The seats that agreed.", required=True)
    needed = seats("Seats that have not agreed yet.", required=True)
    expires = time(
        "When the request expires; null after it is settled.",
        required=True,
        allow_none=True,
    )
    job = nested(
        Job, "The job of the undo; null before all agreed.", required=True, allow_none=True
    )


class AnswerBody(Schema):
    """Your consent."""

    agree = JsonBool(required=True, metadata={"description": "Whether you agree to the undo."})
