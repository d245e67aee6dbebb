"""Event streams: what may be asked for, and what each message holds."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from match.words import KINDS
from schemas.fields import COUNT, Flag, Pattern, QueryInt, revision, time
from schemas.games import Game, GameSummary
from schemas.history import Entry
from schemas.shared import (
    LISTED,
    ident,
    matching,
    nested,
    ruleset,
    seat,
    several,
    status,
    word,
)
from store.words import ACCOUNT_MESSAGES, SNAPSHOT

LONGEST_WAIT = 60


def _views() -> Flag:
    return Flag("include the views after each step of a turn.", load_default=False)


def _choices() -> Flag:
    return Flag("include the question that each step of a turn answered.", load_default=False)


CURSOR = r"[0-9]{1,15}-[0-9]{1,10}"
"""A place in an account's feed."""
CURSOR_SHOWN = "1795255200000-0"


def _talk() -> Flag:
    text = (
        "also send new and deleted messages of table talk, in messages without an id. Not in a "
        "long poll."
    )
    return Flag(text, load_default=False)


class EventsQuery(Schema):
    """The cursor, and the wait of a long poll."""

    after = QueryInt(
        validate=validate.Range(0, COUNT),
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
    views = _views()
    choices = _choices()
    talk = _talk()
    presence = Flag(
        "also send the presence of the seats, in messages without an id. "
        "For seats, and for the account that created the game; not in a long poll.",
        load_default=False,
    )


class StreamQuery(EventsQuery):
    """The same for the stream process, with a ticket."""

    ticket = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "Replaces a token; see the tickets of games and accounts."},
    )


class Ticket(Schema):
    """A ticket for event streams."""

    ticket = ident(
        "The ticket, which is part of `url`.", "live_Zp4cN8wYx2rLk0VbTq6hDg", required=True
    )
    url = fields.String(
        required=True,
        validate=validate.Length(1, 2000),
        metadata={
            "format": "uri",
            "description": "The address of the stream, for `new EventSource(url)`. More parameters "
            "of the stream may follow: `&after=17`.",
        },
    )
    expires = time("When the ticket expires, unless a stream is opened with it.", required=True)


class Message(Entry):
    """An entry, or a snapshot of the game.

    Its id in a stream is its `rev`.
    """

    kind = word(
        (SNAPSHOT, *KINDS),
        "`snapshot`: the game now, without an entry. Other kinds are those of entries.",
        required=True,
    )
    at = time("When the entry was created; absent in a snapshot.")
    game = nested(
        Game,
        "The game as in `GET /v1/games/{game}`; only in a snapshot and in the newest message.",
    )


class MessagePage(Schema):
    """The answer to a long poll."""

    rev = revision("`after` of the next poll.", required=True)
    more = fields.Boolean(
        required=True, metadata={"description": "Whether more messages are available."}
    )
    events = several(fields.Nested(Message), "The messages, oldest first.", required=True)


class AccountEventsQuery(Schema):
    """The cursor of an account's stream, and the wait of a long poll."""

    after = fields.String(
        validate=Pattern(f"^{CURSOR}$", error="should be the id of a message"),
        metadata={
            "description": "Return messages after this id. Without it, the first message is a "
            "snapshot. `Last-Event-ID` takes precedence.",
            "examples": [CURSOR_SHOWN],
        },
    )
    wait = QueryInt(
        load_default=25,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "Long poll only: seconds to wait for the first message."},
    )
    views = _views()
    choices = _choices()
    talk = _talk()


class AccountStreamQuery(AccountEventsQuery):
    """The same for the stream process, with a ticket."""

    ticket = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "Replaces a token; see the tickets of games and accounts."},
    )


class GameStanding(Schema):
    """The state of a game of the account."""

    game = ident("The id of the game.", required=True)
    ruleset = ruleset(required=True)
    status = status(required=True)
    rev = revision("The revision of the game.", required=True)
    seat = seat("The account's seat; null: none.", required=True, allow_none=True)
    your_turn = fields.Boolean(
        required=True, metadata={"description": "Whether the account is to move."}
    )


class AccountMessage(Schema):
    """An event in one of the account's games, or the state of all of them.

    Its `id` is the cursor after it.
    """

    id = matching(
        f"^{CURSOR}$",
        "The id of the message, and the cursor after it.",
        CURSOR_SHOWN,
        required=True,
    )
    kind = word(
        ACCOUNT_MESSAGES,
        "`moved`: a game was created or has new entries. `left`: the account left the game, or the "
        "game was deleted. `snapshot`: the state of all games, if there is no cursor. `reset`: the "
        "same, because messages after the cursor have expired.",
        required=True,
    )
    game = ident("`moved`, `left`: the id of the game.")
    rev = revision("`moved`, `left`: the revision of the game after the event.")
    seat = seat(
        "`moved`: the account's seat, or the lowest of several; null: none.", allow_none=True
    )
    entries = several(
        fields.Nested(Entry), "`moved`: the new entries, as the seat may see them.", LISTED
    )
    your_turn = fields.Boolean(
        metadata={
            "description": "`moved`: whether the account is to move when the message is sent."
        }
    )
    summary = nested(
        GameSummary,
        "`moved`: the game when the message is sent, with the seats to move. It may be newer than "
        "the entries.",
    )
    games = several(
        fields.Nested(GameStanding), "`snapshot`, `reset`: the account's games, newest first."
    )
    more = fields.Boolean(
        metadata={
            "description": "`snapshot`, `reset`: whether there are older games. `GET "
            "/v1/games?mine=1` lists them."
        }
    )


class AccountMessagePage(Schema):
    """The answer to a long poll of an account's events."""

    after = matching(f"^{CURSOR}$", "`after` of the next poll.", CURSOR_SHOWN, required=True)
    more = fields.Boolean(
        required=True, metadata={"description": "Whether more messages are available."}
    )
    events = several(fields.Nested(AccountMessage), "The messages, oldest first.", required=True)
