"""Jobs and undo: what takes a while, and what takes consent."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from match.words import UNDO_STATES
from schemas.fields import JsonBool, JsonInt, revision, time
from schemas.games import UndoRequest
from schemas.service import ProblemDocument
from store.words import JOB_KINDS, JOB_STATES


class Job(Schema):
    """A job of the workers."""

    id = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(JOB_KINDS))
    game = fields.String(required=True)
    state = fields.String(required=True, validate=validate.OneOf(JOB_STATES))
    progress = fields.Float(required=True, validate=validate.Range(0, 1))
    created = time("When it was requested.", required=True)
    result = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The address of the result, after the job is done."},
    )
    error = fields.Nested(ProblemDocument, required=True, allow_none=True)


class UndoBody(Schema):
    """The revision to restore."""

    back_to = revision(
        "The revision to restore; by default the one before your last turn.",
        load_default=None,
        allow_none=True,
    )


class UndoAccepted(Schema):
    """Either the job of the undo, or a request that other players must agree to."""

    job = fields.Nested(Job, required=True, allow_none=True)
    request = fields.Nested(UndoRequest, required=True, allow_none=True)


class UndoShown(Schema):
    """An undo request and its state."""

    id = JsonInt(required=True)
    seat = JsonInt(required=True)
    back_to = revision("The revision to restore.", required=True)
    state = fields.String(
        required=True,
        validate=validate.OneOf(UNDO_STATES),
    )
    agreed = fields.List(JsonInt(), required=True)
    needed = fields.List(JsonInt(), required=True)
    expires = time(
        "When the request expires; null after it is settled.",
        required=True,
        allow_none=True,
    )
    job = fields.Nested(Job, required=True, allow_none=True)


class AnswerBody(Schema):
    """Your consent."""

    agree = JsonBool(required=True)
