"""Health: what load balancers and supervisors ask for."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import List

PARTS = ("redis", "scripts", "disk", "workers", "hooks", "stream")


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
