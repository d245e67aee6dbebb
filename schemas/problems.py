"""Problem documents (RFC 9457): the one shape of every error."""

from __future__ import annotations

from marshmallow import Schema, fields


class FaultShown(Schema):
    """One thing that is wrong in a request."""

    pointer = fields.String(metadata={"description": "Where in the body (JSON pointer)."})
    parameter = fields.String(metadata={"description": "Which parameter or header."})
    message = fields.String(required=True)


class ProblemDocument(Schema):
    """What was wrong, and what would have been right."""

    type = fields.String(
        required=True,
        metadata={"format": "uri-reference", "description": "A page that explains the code."},
    )
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String(
        required=True, metadata={"description": "What happened, in the caller's language."}
    )
    params = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "What `detail` was written from, for clients that translate."},
    )
    instance = fields.String(required=True, metadata={"description": "The id of the request."})
    errors = fields.List(fields.Nested(FaultShown))

    class Meta:
        """Codes may carry more members; the pages of the codes tell which."""

        unknown = "include"
