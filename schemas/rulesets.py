"""Rulesets: the titles that can be played."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from schemas.fields import JsonInt, Listed, PerTitle
from schemas.shared import (
    SEATS,
    count,
    ident,
    matching,
    nested,
    options_shown,
    ruleset,
    several,
    text,
)

ICON = r"^[^\x00-\x20]{1,100}$"


def _players(description: str, **kwargs: Any) -> fields.List[Any]:
    return several(JsonInt(validate=validate.Range(1, SEATS)), description, SEATS, **kwargs)


class RulesetOption(Schema):
    """An option of the rules."""

    id = ident("The option, as a new game names it.", "pututu", required=True)
    title = text("The name of the option.", 200, required=True)
    text = text("What it changes.", required=True)
    is_module = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether it has components or a state of its own. If not, it is a "
            "variant, which changes rules, numbers or the setup."
        },
    )
    requires = options_shown("The options that must be chosen with it.", required=True)
    excludes = options_shown("The options that cannot be chosen with it.", required=True)
    seats = _players("The numbers of players it is for.", required=True)


class RulesetSummary(Schema):
    """A title in a list."""

    name = Listed(
        "RulesetName",
        "The title, without a version, as a new game takes it.",
        "tzolkin",
        required=True,
    )
    id = ruleset("The title and the version of new games.", required=True)
    title = text("The name of the title for people.", 200, required=True)
    summary = text("What the game is, in one or two sentences.", required=True)
    version = count("The version of new games.", 1, 9999, required=True)
    versions = several(
        JsonInt(validate=validate.Range(1, 9999)),
        "All versions that games of this title may have.",
        100,
        required=True,
    )
    seats = _players("The possible numbers of players.", required=True)
    options = several(fields.Nested(RulesetOption), "The options of a new game.", 50, required=True)
    bots = several(
        fields.String(validate=validate.Length(1, 20)),
        "The levels for `bot:<level>` seats.",
        20,
        required=True,
    )


class RulesetList(Schema):
    """All titles."""

    rulesets = several(fields.Nested(RulesetSummary), "The titles, by name.", 100, required=True)


def _schema(description: str) -> fields.Dict:
    return fields.Dict(keys=fields.String(), required=True, metadata={"description": description})


class TitleSchemas(Schema):
    """JSON Schemas of the parts that differ from title to title."""

    view = _schema("The JSON Schema of `view`.")
    own = _schema("The JSON Schema of `own`.")
    effect = _schema("The JSON Schema of an effect.")
    option = _schema("The JSON Schema of an option.")
    component = _schema("The JSON Schema of a component.")


class Good(Schema):
    """A kind of goods."""

    id = ident("The good, as the view and the effects name it.", "corn", required=True)
    title = text("The name inside a sentence.", 200, required=True)
    icon = matching(
        ICON, "A key for a picture, the same in all languages.", "good.corn", required=True
    )


class Ruleset(RulesetSummary):
    """A title with all that a client needs to draw it, in the caller's language."""

    schemas = nested(
        TitleSchemas, "JSON Schemas of the parts that differ from title to title.", required=True
    )
    labels = fields.Dict(
        keys=fields.String(),
        values=fields.String(validate=validate.Length(0, 1000)),
        required=True,
        metadata={
            "description": "The label of each field of the view by its path: `players.hand`."
        },
    )
    goods = several(fields.Nested(Good), "The kinds of goods.", 100, required=True)
    words = fields.Dict(
        keys=fields.String(),
        values=fields.String(validate=validate.Length(0, 1000)),
        required=True,
        metadata={
            "description": "The names of other ids: colours, phases, tracks. `automa` is the name "
            "of a side that the rules play."
        },
    )
    components = several(
        PerTitle("Component"),
        "Every component with its title, its text, an icon key and its facts. Kind and id identify "
        "it. `assumed: true` marks facts that are not confirmed by the printed game. A kind "
        "without facts has no member `facts`.",
        required=True,
    )
    tables = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "Facts that belong to no single component, such as the setup."},
    )
