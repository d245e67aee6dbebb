"""Records: whole games as they are exported and imported."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from match.words import MOST_ENTRIES, UNDO_POLICIES, VISIBILITIES
from schemas.clocks import Clock
from schemas.fields import JsonBool, JsonInt, List, comment, name, revision, time
from schemas.games import UNDO, VISIBLE, Standing
from schemas.history import Entry
from schemas.shared import (
    IS_HEX,
    IS_HOLDER,
    IS_ID,
    LISTED,
    SEATS,
    count,
    nested,
    options,
    ruleset,
    seat,
    status,
    text,
    word,
)

VERSION = 2


class Draw(Schema):
    """A draw of luck."""

    counter = count("The number of the draw in the game, from 0.", required=True)
    n = count("The number of possible values.", required=True)
    value = count("The drawn value, from 0 to n - 1.", required=True)


class RecordedEntry(Entry):
    """An entry of the record; in a finished game, with its draws.

    Turns draw. So does the new setup after a seat was removed.
    """

    class Meta:
        exclude = ("text",)

    comment = comment("A comment on the entry; null: none.", allow_none=True)
    draws = List(
        fields.Nested(Draw),
        validate=validate.Length(0, LISTED),
        metadata={"description": "The draws of luck that the entry caused."},
    )


class RecordedSeat(Schema):
    """A seat and its last holder."""

    seat = seat(required=True)
    holder = fields.String(
        required=True,
        validate=IS_HOLDER,
        metadata={"description": "`open`, `person`, `hook` or `bot:<level>`."},
    )
    name = name(
        required=True, metadata={"description": "The player's name; empty if none was given."}
    )
    resigned = JsonBool(required=True, metadata={"description": "Whether the player has resigned."})


class RecordedFork(Schema):
    """The origin of a fork."""

    game = fields.String(
        required=True,
        validate=IS_ID,
        metadata={"description": "The record that was forked."},
    )
    rev = revision("The revision there.", required=True)
    state = fields.String(
        required=True,
        allow_none=True,
        validate=validate.Length(0, 10**6),
        metadata={"description": "The initial state in Base64, after the end; null before."},
    )
    seal = fields.String(
        required=True,
        allow_none=True,
        validate=validate.Length(0, 100),
        metadata={"description": "The service's signature of this state; null without a state."},
    )


class Record(Schema):
    """A complete record. Secrets (`seed`, draws, steps) are included after the end."""

    format = fields.String(
        required=True,
        validate=validate.Equal("chasqui-record"),
        metadata={"description": "The format of the record."},
    )
    version = JsonInt(
        required=True,
        validate=[validate.Equal(VERSION), validate.Range(VERSION, VERSION)],
        metadata={"description": "The version of the format."},
    )
    id = fields.String(
        required=True,
        allow_none=True,
        validate=IS_ID,
        metadata={"description": "The id used in the commitment; null if there is none."},
    )
    ruleset = ruleset(required=True, validate=validate.Length(1, 80))
    options = options("The chosen options of the ruleset.", required=True)
    name = name(required=True, metadata={"description": "The name of the game."})
    comment = comment("A comment on the whole record; null: none.", allow_none=True)
    created = time("When the game was created.", required=True)
    status = status(required=True)
    undo = word(UNDO_POLICIES, UNDO, required=True)
    clock = nested(Clock, "The clock of the players; null: none.", required=True, allow_none=True)
    waits = JsonBool(
        required=True,
        metadata={"description": "Whether the game waited for players."},
    )
    holders = List(
        fields.String(validate=IS_HOLDER),
        required=True,
        validate=validate.Length(1, SEATS),
        metadata={"description": "The initial holders; `seats` has the final ones."},
    )
    seats = List(
        fields.Nested(RecordedSeat),
        required=True,
        validate=validate.Length(1, SEATS),
        metadata={"description": "The seats and their last holders."},
    )
    commitment = fields.String(
        required=True,
        allow_none=True,
        validate=IS_HEX,
        metadata={"description": "The commitment to the seed, SHA-256 in hex; null without one."},
    )
    seed = fields.String(
        required=True,
        allow_none=True,
        validate=IS_HEX,
        metadata={"description": "The seed of all luck, in hex; null before the end."},
    )
    fork = nested(
        RecordedFork,
        "The record that was forked; null for other games.",
        required=True,
        allow_none=True,
    )
    draws = List(
        fields.Nested(Draw),
        required=True,
        allow_none=True,
        validate=validate.Length(0, LISTED),
        metadata={"description": "The draws of the setup; null before the end."},
    )
    entries = List(
        fields.Nested(RecordedEntry),
        required=True,
        validate=validate.Length(0, MOST_ENTRIES),
        metadata={"description": "All entries, oldest first."},
    )
    result = List(
        fields.Nested(Standing),
        required=True,
        allow_none=True,
        validate=validate.Length(0, SEATS),
        metadata={"description": "The standings, the best side first; null before the end."},
    )


class RecordLine(Schema):
    """A line of an export of many records."""

    cursor = text("The place of the line; the next request may begin after it.", 100, required=True)
    game = fields.String(
        required=True, validate=IS_ID, metadata={"description": "The id of the game."}
    )
    record = nested(Record, "The record, without draws.", required=True)


class ImportQuery(Schema):
    """The visibility of the imported game."""

    visibility = word(VISIBILITIES, VISIBLE, load_default="unlisted")
