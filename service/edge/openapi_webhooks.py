"""Requests to remote bots and webhooks, for ``webhooks`` in the specification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas import hook_messages as shapes
from schemas.loading import Schema
from schemas.turns import TurnBody

SCHEMAS: dict[str, type[Schema]] = {
    "TurnRequested": shapes.TurnRequested,
    "AccountEvent": shapes.AccountEvent,
    "PingEvent": shapes.PingEvent,
    "TurnBody": TurnBody,
}
"""Schemas that no operation uses."""

_HEADERS = {
    "webhook-id": "The id of the message. Retries have the same id. A question that was answered "
    "and is asked anew has a new one.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "`v1,` and the signature for each valid secret. Libraries for "
    "Standard Webhooks verify it.",
}
_LATER = "Accepted. The bot posts the turn itself, with the seat's token."
_HEARD = {"2XX": "The message was received."}


def webhooks() -> dict[str, Any]:
    """Return the requests of this service to others."""
    steps = {
        "description": "The whole turn, or its beginning. Then the bot is asked for the rest.",
        "content": _json("TurnBody"),
    }
    turn: dict[str, str | dict[str, Any]] = {"200": steps, "202": _LATER, "204": _LATER}
    text = "Posted to a remote bot when its seat is to move. Answer within ten seconds."
    event = "Posted to webhooks of the account, in order."
    ping = "A test message to a webhook."
    return {
        "turn.requested": _post("turn_requested", "bot-messages", text, "TurnRequested", turn),
        "game.moved": _post("account_event", "webhook-messages", event, "AccountEvent", _HEARD),
        "ping": _post("ping", "webhook-messages", ping, "PingEvent", _HEARD),
    }


def _post(
    name: str, tag: str, text: str, schema: str, answers: Mapping[str, str | dict[str, Any]]
) -> dict[str, Any]:
    whole = SCHEMAS[schema].__doc__ or ""
    told = {k: {"description": v} if isinstance(v, str) else v for k, v in answers.items()}
    gone = "The receiver is disabled."
    return {
        "post": {
            "operationId": name,
            "tags": [tag],
            "summary": whole.partition("\n")[0].rstrip("."),
            "description": text,
            "security": [],
            "parameters": [
                {
                    "in": "header",
                    "name": header,
                    "required": True,
                    "description": told_,
                    "schema": {"type": "string", "maxLength": 1000},
                }
                for header, told_ in _HEADERS.items()
            ],
            "requestBody": {"required": True, "content": _json(schema)},
            "responses": {
                **told,
                "410": {"description": gone},
                "default": {"description": "The message is sent again later."},
            },
        }
    }


def _json(schema: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
