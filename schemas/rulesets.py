"""Rulesets: the titles that can be played."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import JsonInt, PerTitle


class RulesetOption(Schema):
    """An option of the rules."""

    id = fields.String(required=True, metadata={"examples": ["pututu"]})
    title = fields.String(required=True)
    text = fields.String(required=True, metadata={"description": "What it changes."})
    is_module = fields.Boolean(
        required=True, metadata={"description": "Whether it is a module with parts of its own."}
    )
    requires = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The options that must be chosen with it."},
    )
    excludes = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The options that cannot be chosen with it."},
    )
    seats = fields.List(
        JsonInt(), required=True, metadata={"description": "The numbers of players it is for."}
    )


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
        fields.String(),
        required=True,
        metadata={"description": "The levels for `bot:<level>` seats."},
    )


class RulesetList(Schema):
    """All titles."""

    rulesets = fields.List(fields.Nested(RulesetSummary), required=True)


class TitleSchemas(Schema):
    """JSON Schemas of the parts that differ from title to title."""

    view = fields.Dict(keys=fields.String(), required=True)
    own = fields.Dict(keys=fields.String(), required=True)
    effect = fields.Dict(keys=fields.String(), required=True)
    option = fields.Dict(keys=fields.String(), required=True)
    component = fields.Dict(keys=fields.String(), required=True)


class Good(Schema):
    """A kind of goods."""

    id = fields.String(required=True, metadata={"examples": ["corn"]})
    title = fields.String(required=True)
    icon = fields.String(
        required=True,
        metadata={"description": "The same in all languages.", "examples": ["good.corn"]},
    )


class Ruleset(RulesetSummary):
    """A title with all that a client needs to draw it, in the caller's language."""

    schemas = fields.Nested(TitleSchemas, required=True)
    labels = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={
            "description": "The label of each field of the view by its path: `players.hand`."
        },
    )
    goods = fields.List(fields.Nested(Good), required=True)
    words = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={
            "description": "The names of other ids: colours, phases, tracks. `automa` is the name "
            "of a side that the rules play."
        },
    )
    components = fields.List(
        PerTitle("Component"),
        required=True,
        metadata={
            "description": "Every component with its title, its text, an icon key and its facts. "
            "Kind and id identify it. `assumed: true` marks facts that are not confirmed by the "
            "printed game."
        },
    )
    tables = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "Facts that belong to no single component, such as the setup."},
    )
