"""Drafts: a half-made turn, kept for its seat alone."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import revision, steps, time


class DraftBody(Schema):
    """An unfinished turn."""

    rev = revision("The revision at which the steps were chosen.", required=True)
    steps = steps("The steps so far; may be empty.", least=0)


class Draft(Schema):
    """A saved draft."""

    rev = revision("The revision at which the steps were chosen.", required=True)
    steps = fields.List(fields.String(), required=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Whether these steps are a whole turn."}
    )
    saved = time("When the draft was saved.", required=True)
