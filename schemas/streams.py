"""Event streams: what may be asked for, and what each message holds."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import JsonInt, Pattern, QueryInt, revision
from schemas.games import STATUSES, Game, GameSummary
from schemas.history import KINDS, Entry

LONGEST_WAIT = 60
CURSOR = r"[0-9]{1,15}-[0-9]{1,10}"
"""A place in an account's feed."""


class EventsQuery(Schema):
    """Where to begin, and for long polls how long to wait."""

    after = QueryInt(
        validate=validate.Range(0, 2**31),
        metadata={
            "description": "Messages after this revision; left out, the first one is a snapshot. "
            "`Last-Event-ID` does the same and goes before."
        },
    )
    wait = QueryInt(
        load_default=25,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "Long poll only: seconds to wait for a first message."},
    )


class StreamQuery(EventsQuery):
    """The same for the stream process, to which the service sends with a ticket."""

    ticket = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "Stands for a token once, within a minute."},
    )


class Message(Entry):
    """An entry as it happens, or a snapshot of the game.

    Its id in a stream is its `rev`.
    """

    kind = fields.String(required=True, validate=validate.OneOf(("snapshot", *KINDS)))
    at = fields.String(metadata={"format": "date-time", "description": "Not in a snapshot."})
    game = fields.Nested(
        Game,
        metadata={
            "description": "The game as `GET /v1/games/{game}` shows it; in a snapshot, and in a "
            "message that is the newest when it is sent."
        },
    )


class MessagePage(Schema):
    """The answer to a long poll."""

    rev = revision("`after` of the next poll.", required=True)
    more = fields.Boolean(
        required=True, metadata={"description": "Whether more messages wait already."}
    )
    events = fields.List(fields.Nested(Message), required=True)


class AccountEventsQuery(Schema):
    """Where to begin in an account's stream, and for long polls how long to wait."""

    after = fields.String(
        validate=Pattern(f"^{CURSOR}$", error="should be the id of a message"),
        metadata={
            "description": "Messages after the one of this id; left out, the first one is a "
            "snapshot. `Last-Event-ID` does the same and goes before.",
            "examples": ["1795255200000-0"],
        },
    )
    wait = QueryInt(
        load_default=25,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "Long poll only: seconds to wait for a first message."},
    )


class AccountStreamQuery(AccountEventsQuery):
    """The same for the stream process, to which the service sends with a ticket."""

    ticket = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "Stands for a token once, within a minute."},
    )


class GameStanding(Schema):
    """One of the account's games, as it stands."""

    game = fields.String(required=True)
    ruleset = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    rev = revision("Its revision.", required=True)
    seat = JsonInt(
        required=True, allow_none=True, metadata={"description": "The account's seat; null: none."}
    )
    your_turn = fields.Boolean(
        required=True, metadata={"description": "Whether the account is asked."}
    )


class AccountMessage(Schema):
    """Something that happened in one of the account's games, or how all of them stand.

    Its `id` is the cursor after it.
    """

    id = fields.String(required=True)
    kind = fields.String(
        required=True,
        validate=validate.OneOf(("snapshot", "reset", "moved", "left")),
        metadata={
            "description": "`moved`: a game was created or moved on. `left`: the account has no "
            "part in that game any more. `snapshot`: how the games stand, when one begins without "
            "a cursor. `reset`: the same, because messages after the cursor are not kept any more."
        },
    )
    game = fields.String(metadata={"description": "`moved`, `left`: which game."})
    rev = revision("`moved`, `left`: the game's revision after it.")
    seat = JsonInt(
        allow_none=True,
        metadata={"description": "`moved`: the account's seat, the lowest one of several."},
    )
    entries = fields.List(
        fields.Nested(Entry),
        metadata={"description": "`moved`: what was added to the record, as that seat may see it."},
    )
    your_turn = fields.Boolean(
        metadata={"description": "`moved`: whether the account is asked, when this is sent."}
    )
    summary = fields.Nested(
        GameSummary,
        metadata={
            "description": "`moved`: the game when this is sent, with the seats that are awaited; "
            "it may have moved on already, which later messages tell."
        },
    )
    games = fields.List(
        fields.Nested(GameStanding),
        metadata={"description": "`snapshot`, `reset`: the account's games, newest first."},
    )
    more = fields.Boolean(
        metadata={
            "description": "`snapshot`, `reset`: whether there are older games, which "
            "`GET /v1/games?mine=1` lists."
        }
    )


class AccountMessagePage(Schema):
    """The answer to a long poll of an account's events."""

    after = fields.String(required=True, metadata={"description": "`after` of the next poll."})
    more = fields.Boolean(
        required=True, metadata={"description": "Whether more messages wait already."}
    )
    events = fields.List(fields.Nested(AccountMessage), required=True)
