"""Event streams: what may be asked for, and what each message holds."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from match.words import KINDS, STATUSES
from schemas.fields import JsonInt, Pattern, QueryInt, revision
from schemas.games import Game, GameSummary
from schemas.history import Entry
from store.words import ACCOUNT_MESSAGES, SNAPSHOT

LONGEST_WAIT = 60
CURSOR = r"[0-9]{1,15}-[0-9]{1,10}"
"""A place in an account's feed."""


class EventsQuery(Schema):
    """The cursor, and the wait of a long poll."""

    after = QueryInt(
        validate=validate.Range(0, 2**31),
        metadata={
            "description": "Return messages after this revision. Without it, the first message "
            "is a snapshot. `Last-Event-ID` takes precedence."
        },
    )
    wait = QueryInt(
        load_default=25,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "Long poll only: seconds to wait for the first message."},
    )


class StreamQuery(EventsQuery):
    """The same for the stream process, with a ticket."""

    ticket = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "Replaces a token once, within a minute."},
    )


class Message(Entry):
    """An entry, or a snapshot of the game.

    Its id in a stream is its `rev`.
    """

    kind = fields.String(required=True, validate=validate.OneOf((SNAPSHOT, *KINDS)))
    at = fields.String(
        metadata={"format": "date-time", "description": "The entry; absent in a snapshot."}
    )
    game = fields.Nested(
        Game,
        metadata={
            "description": "The game as in `GET /v1/games/{game}`; in a snapshot, and in the "
            "newest message."
        },
    )


class MessagePage(Schema):
    """The answer to a long poll."""

    rev = revision("`after` of the next poll.", required=True)
    more = fields.Boolean(
        required=True, metadata={"description": "Whether more messages are available."}
    )
    events = fields.List(fields.Nested(Message), required=True)


class AccountEventsQuery(Schema):
    """The cursor of an account's stream, and the wait of a long poll."""

    after = fields.String(
        validate=Pattern(f"^{CURSOR}$", error="should be the id of a message"),
        metadata={
            "description": "Return messages after this id. Without it, the first message is a "
            "snapshot. `Last-Event-ID` takes precedence.",
            "examples": ["1795255200000-0"],
        },
    )
    wait = QueryInt(
        load_default=25,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "Long poll only: seconds to wait for the first message."},
    )


class AccountStreamQuery(AccountEventsQuery):
    """The same for the stream process, with a ticket."""

    ticket = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "Replaces a token once, within a minute."},
    )


class GameStanding(Schema):
    """The state of a game of the account."""

    game = fields.String(required=True)
    ruleset = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    rev = revision("The revision of the game.", required=True)
    seat = JsonInt(
        required=True, allow_none=True, metadata={"description": "The account's seat; null: none."}
    )
    your_turn = fields.Boolean(
        required=True, metadata={"description": "Whether the account is to move."}
    )


class AccountMessage(Schema):
    """An event in one of the account's games, or the state of all of them.

    Its `id` is the cursor after it.
    """

    id = fields.String(required=True)
    kind = fields.String(
        required=True,
        validate=validate.OneOf(ACCOUNT_MESSAGES),
        metadata={
            "description": "`moved`: a game was created or has new entries. `left`: the "
            "account left the game. `snapshot`: the state of all games, if "
            "there is no cursor. `reset`: the same, because messages after the "
            "cursor have expired."
        },
    )
    game = fields.String(metadata={"description": "`moved`, `left`: the game."})
    rev = revision("`moved`, `left`: the revision of the game after the event.")
    seat = JsonInt(
        allow_none=True,
        metadata={"description": "`moved`: the account's seat, or the lowest of several."},
    )
    entries = fields.List(
        fields.Nested(Entry),
        metadata={"description": "`moved`: the new entries, as the seat may see them."},
    )
    your_turn = fields.Boolean(
        metadata={
            "description": "`moved`: whether the account is to move when the message is sent."
        }
    )
    summary = fields.Nested(
        GameSummary,
        metadata={
            "description": "`moved`: the game when the message is sent, with the seats to "
            "move. It may be newer than the entries."
        },
    )
    games = fields.List(
        fields.Nested(GameStanding),
        metadata={"description": "`snapshot`, `reset`: the account's games, newest first."},
    )
    more = fields.Boolean(
        metadata={
            "description": "`snapshot`, `reset`: whether there are older games. `GET "
            "/v1/games?mine=1` lists them."
        }
    )


class AccountMessagePage(Schema):
    """The answer to a long poll of an account's events."""

    after = fields.String(required=True, metadata={"description": "`after` of the next poll."})
    more = fields.Boolean(
        required=True, metadata={"description": "Whether more messages are available."}
    )
    events = fields.List(fields.Nested(AccountMessage), required=True)
