"""Seeks and rematches: ways to a new game with others."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from match.words import ORDERS, PUBLIC, TURNED, VISIBILITIES
from schemas.clocks import Clock
from schemas.fields import JsonInt, List, time
from schemas.games import VISIBLE
from schemas.shared import (
    SEATS,
    count,
    ident,
    nested,
    options,
    options_shown,
    ruleset,
    ruleset_name,
    several,
    word,
)

_CLOCK = "The clock of the game; null: the game has no clock."
_PLAYERS = validate.Range(2, SEATS)


class NewRematch(Schema):
    """The order of the players in the rematch."""

    order = word(
        ORDERS,
        "`turned`: the second player begins, and the first one is last. `same`: the seats stay as "
        "they are. `drawn`: the seats are drawn by lot. It counts for the request that creates "
        "the rematch.",
        load_default=TURNED,
    )


class NewSeek(Schema):
    """The game that the account wants to play."""

    ruleset = ruleset_name(required=True)
    options = options(
        "The options of the game. Other seeks must have the same ones.", load_default=list
    )
    players = List(
        JsonInt(validate=_PLAYERS),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, SEATS),
        metadata={
            "description": "The acceptable numbers of players. By default, all that the ruleset "
            "allows with these options.",
            "examples": [[2, 3]],
        },
    )
    clock = nested(Clock, _CLOCK, load_default=None, allow_none=True)
    visibility = word(VISIBILITIES, VISIBLE, load_default=PUBLIC)


class SeekTerms(Schema):
    """What seeks that fit together have in common."""

    ruleset = ruleset(required=True)
    options = options_shown("The options, sorted.", required=True)
    clock = nested(Clock, _CLOCK, required=True, allow_none=True)
    visibility = word(VISIBILITIES, VISIBLE, required=True)


class Seek(SeekTerms):
    """A seek of the account."""

    id = ident("The id of the seek.", required=True)
    players = several(
        JsonInt(validate=_PLAYERS),
        "The acceptable numbers of players, the smallest first.",
        SEATS,
        required=True,
    )
    created = time("When the seek was created.", required=True)
    expires = time(
        "When the seek expires unless it is renewed; null when it has found its game.",
        required=True,
        allow_none=True,
    )
    game = ident(
        "The id of the game that was found; null while the seek waits.",
        required=True,
        allow_none=True,
    )


class WaitingPlayers(Schema):
    """How many others would play with a number of players."""

    players = count("A number of players of one game.", 2, SEATS, required=True)
    seeks = count("The number of seeks of others that accept it.", required=True)


class WaitingSeeks(SeekTerms):
    """What other accounts wait for, without their names."""

    waiting = several(
        fields.Nested(WaitingPlayers),
        "The seeks of others by number of players.",
        SEATS,
        required=True,
    )


class SeekList(Schema):
    """The account's seeks that wait, and what others wait for."""

    seeks = several(
        fields.Nested(Seek), "The account's waiting seeks, oldest first.", required=True
    )
    others = several(
        fields.Nested(WaitingSeeks),
        "What others wait for, at most 100 kinds of games.",
        100,
        required=True,
    )
