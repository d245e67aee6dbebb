"""Drafts: a half-made turn, kept for its seat alone."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import revision, steps, time


class DraftBody(Schema):
    """A half-made turn."""

    rev = revision("The revision the steps were chosen at.", required=True)
    steps = steps("The steps so far; none is as good as any.", least=0)


class Draft(Schema):
    """A half-made turn as it was saved."""

    rev = revision("The revision the steps were chosen at.", required=True)
    steps = fields.List(fields.String(), required=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Whether these steps are a whole turn."}
    )
    saved = time("When it was saved.", required=True)
