"""Problem documents (RFC 9457): the one shape of every error."""

from __future__ import annotations

from marshmallow import Schema, fields


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
