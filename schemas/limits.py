"""Limits: how large a request may be, and how often one may come."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import JsonInt


class Rate(Schema):
    """How many requests of a kind a caller may make within a window of time."""

    policy = fields.String(
        required=True,
        validate=validate.OneOf(("turns", "account-turns", "writes", "reads", "denials")),
        metadata={
            "description": "`turns` and `account-turns`: turns played; `writes`: other requests "
            "that change something; `reads`: requests that change nothing, in each web process, "
            "and turns that were refused; `denials`: tokens that are nobody's, or "
            "that came with a game that is not there or with a body that says nothing."
        },
    )
    quota = JsonInt(required=True, metadata={"description": "So many in a window."})
    window = JsonInt(required=True, metadata={"description": "Seconds."})
    scope = fields.String(
        required=True,
        validate=validate.OneOf(("seat", "account", "caller", "address")),
        metadata={"description": "Whose are counted together; a caller is a token or an address."},
    )
    remaining = JsonInt(
        required=True,
        allow_none=True,
        metadata={"description": "What is left for the caller; null where only an answer tells."},
    )


class Limits(Schema):
    """Everything that is limited."""

    body_bytes = JsonInt(required=True, metadata={"description": "Of a body."})
    line_bytes = JsonInt(required=True, metadata={"description": "Of the request line."})
    header_fields = JsonInt(required=True, metadata={"description": "Of a request."})
    header_bytes = JsonInt(required=True, metadata={"description": "Of one header field."})
    steps = JsonInt(required=True, metadata={"description": "Of one turn."})
    wait_seconds = fields.Float(
        required=True, metadata={"description": "Longest `Prefer: wait=N` that is heeded."}
    )
    rates = fields.List(
        fields.Nested(Rate),
        required=True,
        metadata={"description": "How often; empty where the operator limits nothing."},
    )
