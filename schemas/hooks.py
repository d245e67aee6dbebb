"""Hooks: endpoints of others that are sent something, and what came back."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from schemas.fields import LANGUAGES, JsonBool, List, Pattern, language, time
from schemas.shared import count, ident, nested, seat, several, text, word
from schemas.webhook_events import MESSAGE_TYPES, WEBHOOK_EVENTS, events_field
from store.words import DISABLED_REASONS


class DeliveryShown(Schema):
    """A request to an endpoint, and its answer."""

    id = text("The message's `webhook-id`. Retries have the same id.", 100, required=True)
    type = word(
        MESSAGE_TYPES,
        "The type of the message.",
        required=True,
    )
    at = time("When it was sent.", required=True)
    ms = count("The duration of the request, in milliseconds.", required=True)
    attempt = count("The number of the attempt, from 1.", required=True)
    status = count(
        "The HTTP status; null if there was no answer.", 0, 999, required=True, allow_none=True
    )
    error = text(
        "The error: `bad-address`, `unknown-host`, `timeout`, `too-large`, `tls`, `connection`, "
        "`redirect`, `status`, `bad-answer` or `illegal-step`; null on success.",
        40,
        required=True,
        allow_none=True,
    )


def _address(description: str, **kwargs: Any) -> fields.String:
    return fields.String(
        validate=validate.Length(1, 1000),
        metadata={
            "format": "uri",
            "description": description,
            "examples": ["https://hooks.example.org/chasqui"],
        },
        **kwargs,
    )


class SeatHook(Schema):
    """The state of a remote bot."""

    seat = seat(required=True)
    url = _address("The address that receives the seat's questions.", required=True)
    language = language("The language of the questions.", required=True)
    disabled = fields.Boolean(
        required=True, metadata={"description": "Whether it was disabled after too many failures."}
    )
    failures = count("The number of failures since the last whole turn.", required=True)
    again = time(
        "The earliest time of the next attempt; null: at once, or never if it is disabled.",
        required=True,
        allow_none=True,
    )
    deliveries = several(
        fields.Nested(DeliveryShown), "The latest requests, newest first.", 100, required=True
    )


_SECRET = "The secret, shown once: `whsec_` and the key in base64, for Standard Webhooks libraries."


class SeatHookSecret(SeatHook):
    """The state of a remote bot, with its signing secret."""

    secret = text(_SECRET, 200, required=True)


_SENTENCES = "The language of the sentences in messages."
_URL = "The address of the webhook: https, on the public internet."


def _games(**kwargs: Any) -> fields.Field[Any]:
    return List(
        fields.String(validate=Pattern(r"^[0-9A-Za-z]{1,64}$", error="is no game's id")),
        metadata={"description": "The games, by id. An empty list means all games."},
        **kwargs,
    )


class NewWebhook(Schema):
    """A new webhook."""

    url = _address(_URL, required=True)
    events = events_field(load_default=list, validate=validate.Length(0, len(WEBHOOK_EVENTS)))
    games = _games(load_default=list, validate=validate.Length(0, 100))
    language = language(_SENTENCES, load_default=LANGUAGES[0])


class WebhookChange(Schema):
    """The changes; other members stay."""

    url = _address(_URL)
    events = events_field(validate=validate.Length(0, len(WEBHOOK_EVENTS)))
    games = _games(validate=validate.Length(0, 100))
    language = language(_SENTENCES)
    enabled = JsonBool(
        metadata={"description": "true: resume at once from the last message. false: stop sending."}
    )


class Disabled(Schema):
    """Why a webhook is disabled."""

    reason = word(
        DISABLED_REASONS,
        "`failing`: 24 failures in a row. `gone`: it answered 410. `by-owner`: you disabled it.",
        required=True,
    )
    at = time("When it was disabled.", required=True)


class WebhookShown(Schema):
    """A webhook and its state."""

    id = ident("The id of the webhook.", "hook_Kx7mPq2RtY8w", required=True)
    url = _address(_URL, required=True)
    events = events_field(required=True, validate=validate.Length(0, len(WEBHOOK_EVENTS)))
    games = _games(required=True, validate=validate.Length(0, 100))
    language = language(_SENTENCES, required=True)
    created = time("When it was created.", required=True)
    disabled = nested(
        Disabled, "Why it is disabled; null if it is not.", required=True, allow_none=True
    )
    failures = count("The number of failures in a row.", required=True)
    again = time("The time of the next attempt; null: at once.", required=True, allow_none=True)


class WebhookSecret(WebhookShown):
    """A webhook with its signing secret."""

    secret = text(_SECRET, 200, required=True)


class WebhookList(Schema):
    """All webhooks of an account, oldest first, at most 20."""

    hooks = several(fields.Nested(WebhookShown), "The webhooks, oldest first.", 20, required=True)


class Deliveries(Schema):
    """The latest requests to an endpoint, newest first, at most 100."""

    deliveries = several(
        fields.Nested(DeliveryShown), "The latest requests, newest first.", 100, required=True
    )


class Ping(Schema):
    """The queued test message."""

    id = text("The `webhook-id` of the message.", 100, required=True)
