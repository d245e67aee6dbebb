"""Records: whole games as they are exported and imported."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from match.words import STATUSES, UNDO_POLICIES, VISIBILITIES
from schemas.clocks import Clock
from schemas.fields import JsonBool, JsonInt, List, Pattern, name, revision, time
from schemas.games import Standing
from schemas.history import Entry

VERSION = 2
ID = r"^[0-9A-Za-z_-]{1,64}$"
RECORDED_HOLDER = r"^(open|person|hook|bot:[a-z]{1,20})$"
IS_ID = Pattern(ID, error="should be an id: 1 to 64 of letters, digits, - and _")
IS_HOLDER = Pattern(RECORDED_HOLDER, error="should be open, person, hook or bot:<level>")
HEX = Pattern(r"^[0-9a-f]{64}$", error="should be 64 hexadecimal digits")


class Draw(Schema):
    """A draw of luck."""

    counter = JsonInt(required=True, metadata={"description": "The counter of the draw."})
    n = JsonInt(required=True, metadata={"description": "The number of possible values."})
    value = JsonInt(required=True, metadata={"description": "The drawn value, from 0 to n - 1."})


class RecordedEntry(Entry):
    """An entry of the record; in a finished game, with its draws.

    Turns draw. So does the new setup after a seat was removed.
    """

    draws = List(fields.Nested(Draw))


class RecordedSeat(Schema):
    """A seat and its last holder."""

    seat = JsonInt(required=True)
    holder = fields.String(
        required=True,
        validate=IS_HOLDER,
        metadata={"description": "`open`, `person`, `hook` or `bot:<level>`."},
    )
    name = name(required=True)
    resigned = JsonBool(required=True)


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
        metadata={"description": "The initial state in Base64, after the end."},
    )
    seal = fields.String(
        required=True,
        allow_none=True,
        validate=validate.Length(0, 100),
        metadata={"description": "The service's signature of this state."},
    )


class Record(Schema):
    """A complete record. Secrets (`seed`, draws, steps) are included after the end."""

    format = fields.String(required=True, validate=validate.Equal("chasqui-record"))
    version = JsonInt(required=True, validate=validate.Equal(VERSION))
    id = fields.String(
        required=True,
        allow_none=True,
        validate=IS_ID,
        metadata={"description": "The id used in the commitment."},
    )
    ruleset = fields.String(required=True, validate=validate.Length(1, 80))
    options = List(
        fields.String(validate=validate.Length(1, 80)),
        required=True,
        validate=validate.Length(0, 50),
    )
    name = name(required=True)
    created = time("When the game was created.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    undo = fields.String(required=True, validate=validate.OneOf(UNDO_POLICIES))
    clock = fields.Nested(Clock, required=True, allow_none=True)
    waits = JsonBool(
        required=True,
        metadata={"description": "Whether the game waited for players."},
    )
    holders = List(
        fields.String(validate=IS_HOLDER),
        required=True,
        validate=validate.Length(1, 20),
        metadata={"description": "The initial holders; `seats` has the final ones."},
    )
    seats = List(fields.Nested(RecordedSeat), required=True, validate=validate.Length(1, 20))
    commitment = fields.String(required=True, allow_none=True, validate=HEX)
    seed = fields.String(required=True, allow_none=True, validate=HEX)
    fork = fields.Nested(RecordedFork, required=True, allow_none=True)
    draws = List(
        fields.Nested(Draw),
        required=True,
        allow_none=True,
        metadata={"description": "The draws of the setup."},
    )
    entries = List(fields.Nested(RecordedEntry), required=True)
    result = List(fields.Nested(Standing), required=True, allow_none=True)


class ImportQuery(Schema):
    """The visibility of the imported game."""

    visibility = fields.String(
        load_default="unlisted",
        validate=validate.OneOf(VISIBILITIES),
        metadata={"description": "The visibility, as for a new game."},
    )
