"""Event streams: what may be asked for, and what each message holds."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import JsonInt, QueryInt, revision
from schemas.games import Game
from schemas.history import KINDS, Entry

LONGEST_WAIT = 60


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


class StreamHealth(Schema):
    """That the stream process serves."""

    status = fields.String(required=True)
    streams = JsonInt(required=True, metadata={"description": "Clients being served."})
