"""Rulesets: the titles that can be played."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import JsonInt


class RulesetOption(Schema):
    """A part of the rules that can be switched on."""

    id = fields.String(required=True)
    text = fields.String(required=True)


class RulesetSummary(Schema):
    """A title in a list."""

    name = fields.String(required=True, metadata={"examples": ["tzolkin"]})
    id = fields.String(required=True, metadata={"examples": ["tzolkin@1"]})
    title = fields.String(required=True)
    summary = fields.String(required=True)
    version = JsonInt(required=True, metadata={"description": "The version of new games."})
    versions = fields.List(JsonInt(), required=True)
    seats = fields.List(JsonInt(), required=True, metadata={"description": "Numbers of players."})
    options = fields.List(fields.Nested(RulesetOption), required=True)
    bots = fields.List(
        fields.String(), required=True, metadata={"description": "Levels for `bot:<level>` seats."}
    )


class RulesetList(Schema):
    """All titles."""

    rulesets = fields.List(fields.Nested(RulesetSummary), required=True)


class TitleSchemas(Schema):
    """JSON Schemas of what is different in each title."""

    view = fields.Dict(keys=fields.String(), required=True)
    own = fields.Dict(keys=fields.String(), required=True)
    effect = fields.Dict(keys=fields.String(), required=True)
    option = fields.Dict(keys=fields.String(), required=True)


class Ruleset(RulesetSummary):
    """A title with all that a client needs to draw it."""

    schemas = fields.Nested(TitleSchemas, required=True)
    names = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "What ids are called in the caller's language."},
    )
    catalogue = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={
            "description": "The component tables. `assumed: true` marks facts that nobody has "
            "checked against the printed game yet."
        },
    )
