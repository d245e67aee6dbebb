"""The service itself: its health, its limits on requests, and its problem documents."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import JsonInt, List
from store.words import PARTS, RATE_POLICIES, RATE_SCOPES


class Rate(Schema):
    """A rate limit."""

    policy = fields.String(
        required=True,
        validate=validate.OneOf(RATE_POLICIES),
        metadata={
            "description": "`turns` and `account-turns`: played turns. `writes`: other "
            "requests that change something. `reads`: requests that change "
            "nothing, and refused turns, in each web process. `denials`: "
            "invalid tokens, and tokens that were not checked because the game "
            "does not exist or the body is not valid."
        },
    )
    quota = JsonInt(required=True, metadata={"description": "The number of requests in a window."})
    window = JsonInt(required=True, metadata={"description": "Seconds."})
    scope = fields.String(
        required=True,
        validate=validate.OneOf(RATE_SCOPES),
        metadata={
            "description": "Which requests are counted together. A caller is a token or an address."
        },
    )
    remaining = JsonInt(
        required=True,
        allow_none=True,
        metadata={
            "description": "What the caller has left; null if only RateLimit in an answer has it."
        },
    )


class Limits(Schema):
    """All limits."""

    body_bytes = JsonInt(required=True, metadata={"description": "The maximal size of a body."})
    line_bytes = JsonInt(
        required=True, metadata={"description": "The maximal size of the request line."}
    )
    header_fields = JsonInt(
        required=True, metadata={"description": "The maximal number of header fields."}
    )
    header_bytes = JsonInt(
        required=True, metadata={"description": "The maximal size of a header field."}
    )
    steps = JsonInt(
        required=True, metadata={"description": "The maximal number of steps of a turn."}
    )
    wait_seconds = fields.Float(
        required=True, metadata={"description": "The longest supported `Prefer: wait=N`."}
    )
    rates = fields.List(
        fields.Nested(Rate),
        required=True,
        metadata={"description": "The rate limits; empty if the operator disabled them."},
    )


class Health(Schema):
    """The state of the process."""

    status = fields.String(required=True)


class Ready(Schema):
    """The available parts."""

    status = fields.String(required=True)
    parts = fields.List(fields.String(validate=validate.OneOf(PARTS)), required=True)


class ReadyQuery(Schema):
    """Parts to skip."""

    without = List(
        fields.String(validate=validate.OneOf(PARTS)),
        data_key="exclude",
        load_default=list,
        validate=validate.Length(0, len(PARTS)),
        metadata={"description": "A part to skip; may be repeated."},
    )


class FaultShown(Schema):
    """An error in a request."""

    pointer = fields.String(metadata={"description": "The place in the body (JSON pointer)."})
    parameter = fields.String(metadata={"description": "The parameter or header."})
    message = fields.String(required=True)


class ProblemDocument(Schema):
    """A problem document."""

    type = fields.String(
        required=True,
        metadata={"format": "uri-reference", "description": "The page that explains the code."},
    )
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String(
        required=True, metadata={"description": "The problem in the caller's language."}
    )
    params = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "The values in `detail`, for clients that translate."},
    )
    instance = fields.String(required=True, metadata={"description": "The id of the request."})
    errors = fields.List(fields.Nested(FaultShown))

    class Meta:
        """Codes may carry more members; the pages of the codes tell which."""

        unknown = "include"
