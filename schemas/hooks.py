"""Hooks: endpoints of others that are sent something, and what came back."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import JsonInt, time


class DeliveryShown(Schema):
    """One request to an endpoint, and what came back."""

    id = fields.String(
        required=True, metadata={"description": "The message's `webhook-id`; repeated with it."}
    )
    type = fields.String(required=True, metadata={"examples": ["turn.requested"]})
    at = time("When it was sent.", required=True)
    ms = JsonInt(required=True, metadata={"description": "How long the answer took."})
    attempt = JsonInt(
        required=True, metadata={"description": "Which attempt to send this message, from 1."}
    )
    status = JsonInt(
        required=True,
        allow_none=True,
        metadata={"description": "The HTTP status; null when there was no answer."},
    )
    error = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "What went wrong, in a word: `bad-address`, `unknown-host`, `timeout`, "
            "`too-large`, `tls`, `connection`, `redirect`, `status`, `bad-answer`, `illegal-step`; "
            "null when nothing did."
        },
    )


class SeatHook(Schema):
    """A remote bot's seat: where it is asked, and how that goes."""

    seat = JsonInt(required=True)
    url = fields.String(required=True)
    disabled = fields.Boolean(
        required=True, metadata={"description": "It failed too often, and is asked no more."}
    )
    failures = JsonInt(
        required=True, metadata={"description": "How many attempts in a row have failed."}
    )
    again = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "format": "date-time",
            "description": "Not before this time it is asked again; null: as soon as it is asked.",
        },
    )
    deliveries = fields.List(
        fields.Nested(DeliveryShown),
        required=True,
        metadata={"description": "The latest requests, the newest first, at most 100."},
    )
