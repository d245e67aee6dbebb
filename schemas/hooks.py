"""Hooks: endpoints of others that are sent something, and what came back."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from schemas.fields import LANGUAGES, JsonBool, JsonInt, List, Pattern, language, time


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
    language = language("In which it is asked.", required=True)
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


_SECRET = "Shown this once: `whsec_` and the key in base64, as Standard Webhooks libraries take it."


class SeatHookSecret(SeatHook):
    """A remote bot's seat, and what requests to the bot are signed with."""

    secret = fields.String(required=True, metadata={"description": _SECRET})


EVENTS = (
    *("turn", "retracted", "seat", "clock", "end", "created", "left", "your-turn"),
    *("undo-requested", "undo-answered", "undo-withdrawn"),
)


_SENTENCES = "The language of the sentences in messages."


def _events(**kwargs: Any) -> fields.Field[Any]:
    return List(
        fields.String(validate=validate.OneOf(EVENTS)),
        metadata={
            "description": "What to be told of: kinds of entries; `created`, a new game; "
            "`your-turn`, the account is asked something new, and still is when this is sent; "
            "`left`, it has no part in a game any more. Everything when empty.",
            "examples": [["your-turn", "end"]],
        },
        **kwargs,
    )


def _games(**kwargs: Any) -> fields.Field[Any]:
    return List(
        fields.String(validate=Pattern(r"^[0-9A-Za-z]{1,64}$", error="is no game's id")),
        metadata={"description": "Which games to be told of, by id; all of them when empty."},
        **kwargs,
    )


def _url(**kwargs: Any) -> fields.String:
    return fields.String(
        validate=validate.Length(1, 1000),
        metadata={
            "format": "uri",
            "description": "Where to post, https only; it must be on the public internet.",
            "examples": ["https://hooks.example.org/chasqui"],
        },
        **kwargs,
    )


class NewWebhook(Schema):
    """Where to post what happens in the account's games, and what of it."""

    url = _url(required=True)
    events = _events(load_default=list, validate=validate.Length(0, len(EVENTS)))
    games = _games(load_default=list, validate=validate.Length(0, 100))
    language = language(_SENTENCES, load_default=LANGUAGES[0])


class WebhookChange(Schema):
    """What is to be different; what is left out stays."""

    url = _url()
    events = _events(validate=validate.Length(0, len(EVENTS)))
    games = _games(validate=validate.Length(0, 100))
    language = language(_SENTENCES)
    enabled = JsonBool(
        metadata={
            "description": "true: try again at once, from where it was; what happened meanwhile is "
            "told then. false: tell it nothing for now."
        }
    )


class Disabled(Schema):
    """Why a webhook is told nothing."""

    reason = fields.String(
        required=True,
        validate=validate.OneOf(("failing", "gone", "by-owner")),
        metadata={
            "description": "`failing`: 24 attempts in a row have failed; `gone`: it answered 410; "
            "`by-owner`: you did that."
        },
    )
    at = time("Since when.", required=True)


class WebhookShown(Schema):
    """A webhook and how it does."""

    id = fields.String(required=True)
    url = _url(required=True)
    events = _events(required=True)
    games = _games(required=True)
    language = language(_SENTENCES, required=True)
    created = time("When it was made.", required=True)
    disabled = fields.Nested(Disabled, required=True, allow_none=True)
    failures = JsonInt(
        required=True, metadata={"description": "How many attempts in a row have failed."}
    )
    again = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "format": "date-time",
            "description": "When the message that failed is sent again; null: none has failed.",
        },
    )


class WebhookSecret(WebhookShown):
    """A webhook and what its messages are signed with."""

    secret = fields.String(required=True, metadata={"description": _SECRET})


class WebhookList(Schema):
    """All webhooks of an account, oldest first; at most 20."""

    hooks = fields.List(fields.Nested(WebhookShown), required=True)


class Deliveries(Schema):
    """The latest requests to an endpoint, the newest first, at most 100."""

    deliveries = fields.List(fields.Nested(DeliveryShown), required=True)


class Ping(Schema):
    """A test message that will be sent."""

    id = fields.String(required=True, metadata={"description": "Its `webhook-id`."})
