"""Wishes for seats: the players that a client wants in a new game."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from match.words import HOOK, OPEN
from schemas.fields import LANGUAGES, language, name, word_or_bot
from schemas.shared import has

ME = "me"
USER = "user"
_FAULTS = {"type": 'should be an object, such as {"holder": "user"}'}


class SeatWish(NamedTuple):
    """The player that a client wants at a seat; ``url`` is the address of a remote bot."""

    holder: str
    name: str = ""
    url: str = ""
    language: str = LANGUAGES[0]


class SeatWanted(Schema):
    """The player at a seat of a new game."""

    CONDITIONS: ClassVar[dict[str, Any]] = {
        "if": {"properties": {"holder": {"const": HOOK, "description": "A remote bot."}}},
        "then": has("url"),
        "else": {"not": {"anyOf": [has("url"), has("language")]}},
    }

    error_messages = _FAULTS

    holder = fields.String(
        required=True,
        validate=word_or_bot(USER, ME, OPEN, HOOK),
        metadata={
            "description": "`user`: a person. You get the token of the seat now. `me`: the same, "
            "for the account whose token you send. `open`: the first player who joins. "
            "`bot:<level>`: a bot of the service. `hook`: a remote bot, which is asked at `url`.",
            "examples": [USER, "bot:greedy"],
        },
    )
    name = name(
        metadata={
            "description": "The name of the player; not for an open seat.",
            "examples": ["Ada"],
        }
    )
    url = fields.String(
        validate=validate.Length(1, 1000),
        metadata={
            "format": "uri",
            "description": "The address that receives the questions of a remote bot: https, on the "
            "public internet. With `HOOKS_ALLOW_LOCAL=1`, a service also calls http and local "
            "addresses. It is required with `hook`, and allowed with no other holder.",
            "examples": ["https://bot.example.org/turn"],
        },
    )
    language = language(
        f"The language of the questions of a remote bot: by default {LANGUAGES[0]}. It is allowed "
        "with `hook` only."
    )

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        faults = dict[str, str]()
        if data.get("holder") == HOOK:
            if "url" not in data:
                faults["url"] = "is missing: the holder `hook` needs an address"
        else:
            faults |= {
                member: "goes with the holder `hook` only"
                for member in ("url", "language")
                if member in data
            }
        if data.get("holder") == OPEN and data.get("name"):
            faults["name"] = "does not go with the holder `open`: the player who joins has a name"
        if faults:
            raise ValidationError({member: [text] for member, text in faults.items()})

    @post_load
    def _wish(self, data: dict[str, Any], **_: Any) -> SeatWish:
        return SeatWish(**data)
