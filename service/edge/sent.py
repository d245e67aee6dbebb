"""What is sent to others, as the specification tells it under ``webhooks``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas import sent as shapes
from schemas.loading import Schema
from schemas.turns import TurnBody

SCHEMAS: dict[str, type[Schema]] = {
    "TurnRequested": shapes.TurnRequested,
    "AccountEvent": shapes.AccountEvent,
    "PingEvent": shapes.PingEvent,
    "TurnBody": TurnBody,
}
"""Schemas that no operation of ours refers to."""

_HEADERS = {
    "webhook-id": "The message's id; the same whenever it is sent again.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "`v1,` and the signature, for each secret that is valid, as Standard "
    "Webhooks say; their libraries check it.",
}
_LATER = "Understood; the bot posts the turn itself, with the token of the seat."
_HEARD = {"2XX": "It has arrived."}


def webhooks() -> dict[str, Any]:
    """The requests of this service to others."""
    steps = {
        "description": "The whole turn, or its beginning: then the bot is asked for the rest.",
        "content": _json("TurnBody"),
    }
    turn: dict[str, str | dict[str, Any]] = {"200": steps, "202": _LATER, "204": _LATER}
    text = "Posted to a seat's hook whenever the seat is asked. Answer within ten seconds."
    event = "Posted to webhooks of the account, in the order in which it happened."
    ping = "Posted to a webhook that is to be tested."
    return {
        "turn.requested": _post("turn_requested", "hooks", text, "TurnRequested", turn),
        "game.moved": _post("account_event", "webhooks", event, "AccountEvent", _HEARD),
        "ping": _post("ping", "webhooks", ping, "PingEvent", _HEARD),
    }


def _post(
    name: str, tag: str, text: str, schema: str, answers: Mapping[str, str | dict[str, Any]]
) -> dict[str, Any]:
    whole = SCHEMAS[schema].__doc__ or ""
    told = {k: {"description": v} if isinstance(v, str) else v for k, v in answers.items()}
    gone = "Never again: it is disabled."
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
                    "schema": {"type": "string"},
                }
                for header, told_ in _HEADERS.items()
            ],
            "requestBody": {"required": True, "content": _json(schema)},
            "responses": {
                **told,
                "410": {"description": gone},
                "default": {"description": "It is sent again later."},
            },
        }
    }


def _json(schema: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
