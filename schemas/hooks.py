"""Hooks: endpoints of others that are sent something, and what came back."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from schemas.fields import LANGUAGES, JsonBool, JsonInt, List, Pattern, language, time
from schemas.webhook_events import WEBHOOK_EVENTS, events_field
from store.words import DISABLED_REASONS


class DeliveryShown(Schema):
    """A request to an endpoint, and its answer."""

    id = fields.String(
        required=True,
        metadata={"description": "The message's `webhook-id`. Retries have the same id."},
    )
    type = fields.String(required=True, metadata={"examples": ["turn.requested"]})
    at = time("When it was sent.", required=True)
    ms = JsonInt(
        required=True, metadata={"description": "The duration of the request, in milliseconds."}
    )
    attempt = JsonInt(required=True, metadata={"description": "The number of the attempt, from 1."})
    status = JsonInt(
        required=True,
        allow_none=True,
        metadata={"description": "The HTTP status; null if there was no answer."},
    )
    error = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The error: `bad-address`, `unknown-host`, `timeout`, `too-large`, "
            "`tls`, `connection`, `redirect`, `status`, `bad-answer`, "
            "`illegal-step`; null on success."
        },
    )


class SeatHook(Schema):
    """The state of a remote bot."""

    seat = JsonInt(required=True)
    url = fields.String(required=True)
    language = language("The language of the questions.", required=True)
    disabled = fields.Boolean(
        required=True, metadata={"description": "Whether it was disabled after too many failures."}
    )
    failures = JsonInt(required=True, metadata={"description": "The number of failures in a row."})
    again = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "format": "date-time",
            "description": "The earliest time of the next attempt; null: no backoff.",
        },
    )
    deliveries = fields.List(
        fields.Nested(DeliveryShown),
        required=True,
        metadata={"description": "The latest requests, newest first, at most 100."},
    )


_SECRET = "The secret, shown once: `whsec_` and the key in base64, for Standard Webhooks libraries."


class SeatHookSecret(SeatHook):
    """The state of a remote bot, with its signing secret."""

    secret = fields.String(required=True, metadata={"description": _SECRET})


_SENTENCES = "The language of the sentences in messages."


def _games(**kwargs: Any) -> fields.Field[Any]:
    return List(
        fields.String(validate=Pattern(r"^[0-9A-Za-z]{1,64}$", error="is no game's id")),
        metadata={"description": "The games, by id. An empty list means all games."},
        **kwargs,
    )


def _url(**kwargs: Any) -> fields.String:
    return fields.String(
        validate=validate.Length(1, 1000),
        metadata={
            "format": "uri",
            "description": "The address of the webhook: https, on the public internet.",
            "examples": ["https://hooks.example.org/chasqui"],
        },
        **kwargs,
    )


class NewWebhook(Schema):
    """A new webhook."""

    url = _url(required=True)
    events = events_field(load_default=list, validate=validate.Length(0, len(WEBHOOK_EVENTS)))
    games = _games(load_default=list, validate=validate.Length(0, 100))
    language = language(_SENTENCES, load_default=LANGUAGES[0])


class WebhookChange(Schema):
    """The changes; other members stay."""

    url = _url()
    events = events_field(validate=validate.Length(0, len(WEBHOOK_EVENTS)))
    games = _games(validate=validate.Length(0, 100))
    language = language(_SENTENCES)
    enabled = JsonBool(
        metadata={"description": "true: resume at once from the last message. false: stop sending."}
    )


class Disabled(Schema):
    """Why a webhook is disabled."""

    reason = fields.String(
        required=True,
        validate=validate.OneOf(DISABLED_REASONS),
        metadata={
            "description": "`failing`: 24 failures in a row. `gone`: it answered 410. "
            "`by-owner`: you disabled it."
        },
    )
    at = time("When it was disabled.", required=True)


class WebhookShown(Schema):
    """A webhook and its state."""

    id = fields.String(required=True)
    url = _url(required=True)
    events = events_field(required=True)
    games = _games(required=True)
    language = language(_SENTENCES, required=True)
    created = time("When it was created.", required=True)
    disabled = fields.Nested(Disabled, required=True, allow_none=True)
    failures = JsonInt(required=True, metadata={"description": "The number of failures in a row."})
    again = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "format": "date-time",
            "description": "The time of the next attempt; null: no backoff.",
        },
    )


class WebhookSecret(WebhookShown):
    """A webhook with its signing secret."""

    secret = fields.String(required=True, metadata={"description": _SECRET})


class WebhookList(Schema):
    """All webhooks of an account, oldest first, at most 20."""

    hooks = fields.List(fields.Nested(WebhookShown), required=True)


class Deliveries(Schema):
    """The latest requests to an endpoint, newest first, at most 100."""

    deliveries = fields.List(fields.Nested(DeliveryShown), required=True)


class Ping(Schema):
    """The queued test message."""

    id = fields.String(required=True, metadata={"description": "The `webhook-id` of the message."})
