"""Table talk: messages, the host's policy, what a reader mutes, and reports."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from match.words import CHANNELS, TALK_POLICIES
from schemas import shared
from schemas.fields import COUNT, VISIBLE_TEXT, JsonBool, JsonInt, List, Pattern, QueryInt, time
from schemas.games import TALK
from store.words import DELETERS, TALK_NEWS

LONGEST = 500
MOST_ON_A_PAGE = 100
ID = r"^(seats|spectators)-[1-9][0-9]{0,8}$"

_PLAYER = f"^{shared.PLAYER}$"
_NUMBER = validate.Range(0, COUNT)
_FAULT = (
    "should have a visible character, no direction marks, and no control characters except line "
    "breaks"
)


class NewMessage(Schema):
    """A message to write."""

    text = fields.String(
        required=True,
        validate=[validate.Length(1, LONGEST), Pattern(f"^{VISIBLE_TEXT}$", error=_FAULT)],
        metadata={
            "description": "The text: up to 500 characters on one or more lines.",
            "examples": ["Good luck!"],
        },
    )


class TalkMessage(Schema):
    """A message of table talk."""

    id = shared.matching(ID, "The id of the message in its game.", "seats-17", required=True)
    channel = shared.word(
        CHANNELS,
        "`seats`: a seat or the host wrote it. `spectators`: another account wrote it.",
        required=True,
    )
    number = shared.count(
        "The number of the message in its channel, from 1, without gaps.", 1, required=True
    )
    at = time("When it was written.", required=True)
    seat = shared.seat(
        "The seat that wrote it; null for spectators and the host.", required=True, allow_none=True
    )
    player = shared.matching(
        _PLAYER,
        "The public id of the author's account; null without one.",
        "player_Zk3vN0mXq1aB4cDe",
        required=True,
        allow_none=True,
    )
    name = shared.text(
        "The author's name at that time; empty if there was none.", 40, required=True
    )
    text = shared.text("The text; empty if the message was deleted.", LONGEST, required=True)
    deleted = shared.word(DELETERS, "Who deleted the message; absent if it was not deleted.")


class TalkQuery(Schema):
    """The page of table talk to return."""

    channel = shared.word(
        CHANNELS,
        "The channel. The default is the channel in which the caller writes, and `seats` for other "
        "callers.",
    )
    after = QueryInt(
        validate=_NUMBER,
        metadata={
            "description": "Return messages after this number. Without `after` and `before`, the "
            "answer has the newest messages."
        },
    )
    before = QueryInt(
        validate=_NUMBER, metadata={"description": "Return the last messages before this number."}
    )
    limit = QueryInt(
        load_default=50,
        validate=validate.Range(1, MOST_ON_A_PAGE),
        metadata={"description": "The maximal number of messages on a page."},
    )

    @validates_schema
    def _one_direction(self, data: dict[str, Any], **_: object) -> None:
        if "after" in data and "before" in data:
            raise ValidationError("should not be sent together with `after`", "before")


class TalkNews(Schema):
    """A message of a stream with `talk=1`: table talk that is new or was deleted. It has no id."""

    kind = shared.word((TALK_NEWS,), "What the message is.", required=True)
    game = shared.ident(
        "The game; null in the first message of an account's stream.",
        required=True,
        allow_none=True,
    )
    messages = shared.several(
        fields.Nested(TalkMessage),
        "The messages. The first one of a stream has none: from then on they are sent.",
        required=True,
    )


class TalkPolicy(Schema):
    """The channels that are open for new messages."""

    policy = shared.word(TALK_POLICIES, TALK, required=True)


class TalkPage(TalkPolicy):
    """A page of one channel of table talk."""

    channel = shared.word(CHANNELS, "The channel of these messages.", required=True)
    messages = shared.several(
        fields.Nested(TalkMessage),
        "The messages, oldest first. Messages of authors that the caller has muted are left out.",
        MOST_ON_A_PAGE,
        required=True,
    )
    earlier = shared.count(
        "`before` of the page with earlier messages; null at the beginning.",
        required=True,
        allow_none=True,
    )
    later = shared.count(
        "`after` of the page with later messages; null at the end.", required=True, allow_none=True
    )
    last = shared.count(
        "The number of the channel's newest message; 0 if it has none.", required=True
    )


class TalkMutes(Schema):
    """The authors whose messages the caller does not receive."""

    seats = List(
        JsonInt(validate=validate.Range(0, shared.SEATS - 1)),
        load_default=list,
        validate=validate.Length(0, shared.SEATS),
        metadata={"description": "The muted seats of this game."},
    )
    players = List(
        fields.String(validate=Pattern(_PLAYER, error="should be a player's public id")),
        load_default=list,
        validate=validate.Length(0, 100),
        metadata={"description": "The muted players, by the public ids of their accounts."},
    )
    spectators = JsonBool(
        load_default=False,
        metadata={"description": "Whether all messages of spectators are muted."},
    )


class NewReport(Schema):
    """A report of a message to the operator."""

    reason = fields.String(
        load_default="",
        validate=[validate.Length(0, LONGEST), Pattern(f"^({VISIBLE_TEXT})?$", error=_FAULT)],
        metadata={"description": "Why the message is reported, in up to 500 characters."},
    )
