"""Games: creating, listing and showing them."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from match.words import CONSENT, FREE, PUBLIC, STATUSES, UNDO_POLICIES, VISIBILITIES
from schemas.clocks import Clock, Pause
from schemas.fields import (
    Flag,
    JsonBool,
    JsonInt,
    List,
    PerTitle,
    QueryInt,
    SeatWanted,
    name,
    revision,
    time,
)


class NewGame(Schema):
    """The rules and seats of a new game."""

    ruleset = fields.String(
        required=True,
        validate=validate.Length(1, 80),
        metadata={"description": "A title, `tzolkin`, or a version of it, `tzolkin@1`."},
    )
    options = List(
        fields.String(validate=validate.Length(1, 80)),
        load_default=list,
        validate=validate.Length(0, 50),
        metadata={"description": "Selected options of the ruleset."},
    )
    seats = List(
        SeatWanted(),
        required=True,
        validate=validate.Length(1, 20),
        metadata={
            "description": "Who sits where: `user` (you get its token now), `me` (the same, and "
            "the account whose token you send sits there), `open` (whoever joins first), "
            '`bot:<level>`, or a remote bot, `{"hook": "https://…"}`, which is asked for its turns '
            'at that address. `{"holder": "user", "name": "Ada"}` gives the player a name.',
            "examples": [
                [
                    {"holder": "user", "name": "Ada"},
                    "bot:greedy",
                    {"hook": "https://bot.example.org/turn"},
                ]
            ],
        },
    )
    name = name(load_default="", metadata={"description": "The name of the game in lists."})
    undo = fields.String(
        load_default=CONSENT,
        validate=validate.OneOf(UNDO_POLICIES),
        metadata={
            "description": "The policy for undos that need consent: never, with the consent of "
            "all players, or freely."
        },
    )
    visibility = fields.String(
        load_default=PUBLIC,
        validate=validate.OneOf(VISIBILITIES),
        metadata={
            "description": "`public`: listed, and visible to all. `unlisted`: visible with its "
            "id. `private`: visible with a token."
        },
    )
    invite = JsonBool(
        load_default=False,
        metadata={"description": "Whether joining requires an invite code. You get the code now."},
    )
    clock = fields.Nested(
        Clock,
        load_default=None,
        allow_none=True,
        metadata={"description": "The clock of the players; none by default. Bots have no clock."},
    )


class NewFork(Schema):
    """The revision to fork, and the seats of the new game."""

    rev = revision("The revision at which the fork begins.", required=True)
    seats = List(
        SeatWanted(),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 20),
        metadata={
            "description": "The seats, as for a new game; by default `user` for all.",
            "examples": [["user", "bot:greedy"]],
        },
    )
    name = name(load_default="", metadata={"description": "The name of the game in lists."})
    undo = fields.String(
        load_default=FREE,
        validate=validate.OneOf(UNDO_POLICIES),
        metadata={"description": "As for a new game."},
    )
    visibility = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(VISIBILITIES),
        metadata={
            "description": "As for a new game. The default is `private` for a fork of a "
            "private game, otherwise `unlisted`."
        },
    )
    invite = JsonBool(
        load_default=False,
        metadata={"description": "Whether joining requires an invite code. You get the code now."},
    )


class GamesQuery(Schema):
    """Which games to list."""

    status = fields.String(
        validate=validate.OneOf(STATUSES), metadata={"description": "Only games with this status."}
    )
    ruleset = fields.String(
        validate=validate.Length(1, 80),
        metadata={"description": "A title, `tzolkin`, or a version of it, `tzolkin@1`."},
    )
    mine = Flag(
        metadata={
            "description": "1: only games of the account; with the token of a seat or host, "
            "only its game."
        }
    )
    open = Flag(metadata={"description": "1: only games with an open seat."})
    awaiting = fields.String(
        validate=validate.OneOf(("me",)),
        metadata={
            "description": "`me`: only games in which the caller is to move; implies `mine`."
        },
    )
    cursor = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "The cursor from `next` of the previous page."},
    )
    limit = QueryInt(
        load_default=20,
        validate=validate.Range(1, 100),
        metadata={"description": "The maximal number of games on a page."},
    )


class SeatShown(Schema):
    """A seat and its holder."""

    seat = JsonInt(required=True)
    holder = fields.String(
        required=True, metadata={"description": "`open`, `person`, `hook` or `bot:<level>`."}
    )
    name = fields.String(
        required=True, metadata={"description": "The player's name; empty if none was given."}
    )
    player = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The public id of the account that has the seat; null without one.",
            "examples": ["player_Zk3vN0mXq1aB4cDe"],
        },
    )
    away = fields.Boolean(
        required=True,
        metadata={"description": "A bot plays until the player returns."},
    )
    resigned = fields.Boolean(required=True, metadata={"description": "The player has resigned."})
    bank = fields.Float(
        allow_none=True,
        metadata={
            "description": "Seconds left when the clock last stopped; null without a bank. "
            "While the clock runs, see `deadline`."
        },
    )
    claimable = fields.Boolean(
        metadata={"description": "The clock has expired. POST …/claim takes the seat."}
    )
    disabled = fields.Boolean(
        metadata={
            "description": "For remote bots: disabled after too many failures, until the host "
            "enables it."
        }
    )


class Awaited(Schema):
    """A seat to move."""

    seat = JsonInt(required=True)
    since = time("When the question was opened.", required=True)
    since_rev = revision("If-Match of the answer may be this revision or later.", required=True)
    deadline = time(
        "When the clock expires; null without a clock, for bots, and during a pause.",
        required=True,
        allow_none=True,
    )


class Standing(Schema):
    """A side's result; ranks start at 1 and repeat when shared."""

    seat = JsonInt(
        required=True, metadata={"description": "The side: a seat, or an automa after the seats."}
    )
    rank = JsonInt(required=True)
    points = fields.Float(required=True)
    tiebreak = fields.Dict(keys=fields.String(), values=JsonInt(), required=True)


class Option(Schema):
    """One legal answer."""

    step = fields.String(
        required=True, metadata={"description": "The step to post; unique within the question."}
    )
    text = fields.String(required=True, metadata={"description": "The text as a sentence."})
    effects = PerTitle("Effects", required=True, metadata={"description": "Its effects, in order."})
    barrier = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether the option ends the turn: it draws or reveals something, "
            "or another seat must decide."
        },
    )


class Choices(Schema):
    """A question and its legal answers."""

    seat = JsonInt(required=True)
    question = fields.String(required=True, metadata={"description": "The verb of the question."})
    effect = PerTitle(
        "Effect", required=True, metadata={"description": "The verb that asks, and its arguments."}
    )
    text = fields.String(required=True, metadata={"description": "The question as a sentence."})
    options = fields.List(fields.Nested(Option), required=True)


class UndoRequest(Schema):
    """An undo request that waits for consent."""

    id = JsonInt(required=True)
    seat = JsonInt(required=True)
    back_to = revision("The revision to restore.", required=True)
    agreed = fields.List(JsonInt(), required=True)
    needed = fields.List(
        JsonInt(), required=True, metadata={"description": "Seats that have not agreed yet."}
    )
    expires = time("When the request expires.", required=True, allow_none=True)


class GameSummary(Schema):
    """A game in a list."""

    id = fields.String(required=True)
    ruleset = fields.String(required=True, metadata={"examples": ["tzolkin@1"]})
    name = fields.String(required=True)
    rev = revision("The number of entries so far; also the ETag.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    round = JsonInt(required=True)
    options = fields.List(fields.String(), required=True)
    undo = fields.String(required=True, validate=validate.OneOf(UNDO_POLICIES))
    visibility = fields.String(required=True, validate=validate.OneOf(VISIBILITIES))
    invite = fields.Boolean(
        required=True, metadata={"description": "Whether joining requires an invite code."}
    )
    clock = fields.Nested(Clock, required=True, allow_none=True)
    paused = fields.Boolean(required=True, metadata={"description": "Whether the game is paused."})
    created = time("When the game was created.", required=True)
    seats = fields.List(fields.Nested(SeatShown), required=True)
    awaited = fields.List(fields.Nested(Awaited), required=True)
    result = fields.List(fields.Nested(Standing), required=True, allow_none=True)


class GameList(Schema):
    """One page of games, newest first."""

    games = fields.List(fields.Nested(GameSummary), required=True)
    next = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The cursor of the next page; null on the last."},
    )


class Game(GameSummary):
    """A game as the caller may see it."""

    you = JsonInt(
        required=True,
        allow_none=True,
        metadata={"description": "The caller's seat; null for spectators and the host."},
    )
    view = PerTitle("View", required=True, metadata={"description": "The public view."})
    own = PerTitle(
        "Own",
        metadata={"description": "The hidden part of the caller's seat; only with its token."},
    )
    choices = fields.Nested(
        Choices,
        required=True,
        allow_none=True,
        metadata={
            "description": "The caller's question, if it is the caller's turn. null while a "
            "bot plays for the seat or the game is paused."
        },
    )
    undo_request = fields.Nested(UndoRequest, required=True, allow_none=True)
    pause = fields.Nested(
        Pause,
        required=True,
        allow_none=True,
        metadata={"description": "A requested or agreed pause."},
    )
    commitment = fields.String(
        required=True, metadata={"description": "The SHA-256 commitment to the seed."}
    )
    record = fields.String(
        required=True,
        metadata={
            "description": "The id of the record. For an imported game, it is the original id."
        },
    )
    fork = fields.Nested(
        "ForkShown",
        required=True,
        allow_none=True,
        metadata={"description": "The record that was forked; null for other games."},
    )


class ForkShown(Schema):
    """The origin of a fork."""

    game = fields.String(required=True)
    rev = revision("The revision there.", required=True)


class Tokens(Schema):
    """Tokens, shown once. Only their hashes are stored."""

    host = fields.String(
        metadata={"description": "The host's token. It manages the seats of this game."}
    )
    seats = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "The tokens of players and remote bots, by seat number."},
    )
    invite = fields.String(metadata={"description": "The invite code for other players."})
    hooks = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={
            "description": "The signing secrets of remote bots (Standard Webhooks), by seat number."
        },
    )


class NewGameAnswer(Game):
    """The new game with its tokens."""

    tokens = fields.Nested(Tokens, required=True)
