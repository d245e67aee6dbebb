"""Games: creating, listing and showing them."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

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

STATUSES = ("waiting", "running", "over", "cancelled")
UNDO_POLICIES = ("none", "consent", "free")
VISIBILITIES = ("public", "unlisted", "private")


class NewGame(Schema):
    """What a game is to be: who sits where, under which rules."""

    ruleset = fields.String(
        required=True,
        validate=validate.Length(1, 80),
        metadata={"description": "A title, `tzolkin`, or one version of it, `tzolkin@1`."},
    )
    options = List(
        fields.String(validate=validate.Length(1, 80)),
        load_default=list,
        validate=validate.Length(0, 50),
        metadata={"description": "Options of the ruleset that are switched on."},
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
    name = name(load_default="", metadata={"description": "What the game is called in lists."})
    undo = fields.String(
        load_default="consent",
        validate=validate.OneOf(UNDO_POLICIES),
        metadata={
            "description": "What happens when a seat wants back more than it may take back "
            "unasked: never, with everybody's consent, or freely."
        },
    )
    visibility = fields.String(
        load_default="public",
        validate=validate.OneOf(VISIBILITIES),
        metadata={
            "description": "`public`: listed, anybody may watch; `unlisted`: whoever knows the id "
            "may watch; `private`: only who holds a token."
        },
    )
    invite = JsonBool(
        load_default=False,
        metadata={"description": "Whether joining takes a code, which you get now."},
    )
    clock = fields.Nested(
        Clock,
        load_default=None,
        allow_none=True,
        metadata={"description": "How much time people have; any when left out. Bots have none."},
    )


class NewFork(Schema):
    """Where a new game branches off, and who plays it."""

    rev = revision("The revision it begins at.", required=True)
    seats = List(
        SeatWanted(),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 20),
        metadata={
            "description": "Who sits where, as at a creation; `user` for all when left out.",
            "examples": [["user", "bot:greedy"]],
        },
    )
    name = name(load_default="", metadata={"description": "What the game is called in lists."})
    undo = fields.String(
        load_default="free",
        validate=validate.OneOf(UNDO_POLICIES),
        metadata={"description": "As at a creation."},
    )
    visibility = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(VISIBILITIES),
        metadata={
            "description": "As at a creation; when left out `private` for the fork of a private "
            "game, otherwise `unlisted`."
        },
    )
    invite = JsonBool(
        load_default=False,
        metadata={"description": "Whether joining takes a code, which you get now."},
    )


class GamesQuery(Schema):
    """Which games to list."""

    status = fields.String(
        validate=validate.OneOf(STATUSES), metadata={"description": "Only games of this status."}
    )
    ruleset = fields.String(
        validate=validate.Length(1, 80),
        metadata={"description": "A title, `tzolkin`, or one version of it, `tzolkin@1`."},
    )
    mine = Flag(
        metadata={
            "description": "1: only games in which the account has a part whose token is sent; "
            "with a seat's or host's token, its one game."
        }
    )
    open = Flag(metadata={"description": "1: only games with a seat to take."})
    awaiting = fields.String(
        validate=validate.OneOf(("me",)),
        metadata={"description": "`me`: only games that wait for the caller; `mine` is implied."},
    )
    cursor = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "Where the page before ended; taken from its `next`."},
    )
    limit = QueryInt(
        load_default=20,
        validate=validate.Range(1, 100),
        metadata={"description": "How many games a page has at most."},
    )


class SeatShown(Schema):
    """A chair and who sits there."""

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
        metadata={"description": "A bot plays for whoever has the seat, until they come back."},
    )
    resigned = fields.Boolean(
        required=True, metadata={"description": "Whoever had the seat has given up for good."}
    )
    bank = fields.Float(
        allow_none=True,
        metadata={
            "description": "Seconds left when the seat was last asked or had answered; null "
            "without a bank. While it is asked, its `deadline` tells when they run out."
        },
    )
    claimable = fields.Boolean(
        metadata={"description": "The seat's time has run out: POST …/claim takes it over."}
    )
    disabled = fields.Boolean(
        metadata={
            "description": "With hooks only: it failed too often, so that nobody asks it for turns "
            "until the host enables it again."
        }
    )


class Awaited(Schema):
    """A seat that is asked now."""

    seat = JsonInt(required=True)
    since = time("When its question was opened.", required=True)
    since_rev = revision("If-Match of its answer may be this revision or later.", required=True)
    deadline = time(
        "When its time runs out; null without a clock, for bots, and during a pause.",
        required=True,
        allow_none=True,
    )


class Standing(Schema):
    """A seat's result; ranks start at 1 and repeat when shared."""

    seat = JsonInt(required=True)
    rank = JsonInt(required=True)
    points = fields.Float(required=True)
    tiebreak = fields.Dict(keys=fields.String(), values=JsonInt(), required=True)


class Option(Schema):
    """One legal answer."""

    step = fields.String(
        required=True, metadata={"description": "What to post; unique at this question."}
    )
    text = fields.String(required=True, metadata={"description": "A sentence for people."})
    effects = PerTitle(
        "Effects", required=True, metadata={"description": "What it leads to, in order."}
    )
    barrier = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether it ends the turn: it draws or reveals something, or hands the "
            "decision to another seat."
        },
    )


class Choices(Schema):
    """A question and everything that may be answered."""

    seat = JsonInt(required=True)
    question = fields.String(required=True, metadata={"description": "The verb that asks."})
    effect = PerTitle(
        "Effect", required=True, metadata={"description": "The verb that asks, and its arguments."}
    )
    text = fields.String(required=True, metadata={"description": "The question for people."})
    options = fields.List(fields.Nested(Option), required=True)


class UndoRequest(Schema):
    """An undo that waits for the consent of others."""

    id = JsonInt(required=True)
    seat = JsonInt(required=True)
    back_to = revision("The revision that would be restored.", required=True)
    agreed = fields.List(JsonInt(), required=True)
    needed = fields.List(
        JsonInt(), required=True, metadata={"description": "Seats that have not agreed yet."}
    )
    expires = time("When it will have waited long enough.", required=True, allow_none=True)


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
        required=True, metadata={"description": "Whether joining takes a code."}
    )
    clock = fields.Nested(Clock, required=True, allow_none=True)
    paused = fields.Boolean(
        required=True, metadata={"description": "All people have agreed that the game rests."}
    )
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
    view = PerTitle("View", required=True, metadata={"description": "What everybody may see."})
    own = PerTitle(
        "Own", metadata={"description": "What the caller's seat sees besides; with its token only."}
    )
    choices = fields.Nested(
        Choices,
        required=True,
        allow_none=True,
        metadata={
            "description": "The caller's own question, if it is to act: null also while a bot "
            "plays for it or the game rests."
        },
    )
    undo_request = fields.Nested(UndoRequest, required=True, allow_none=True)
    pause = fields.Nested(
        Pause,
        required=True,
        allow_none=True,
        metadata={"description": "A pause that somebody wants, or that all have agreed to."},
    )
    commitment = fields.String(
        required=True, metadata={"description": "SHA-256 that binds the service to its luck."}
    )
    record = fields.String(
        required=True,
        metadata={
            "description": "The id of its record: its own, or for an imported game the one that "
            "the record had."
        },
    )
    fork = fields.Nested(
        "ForkShown",
        required=True,
        allow_none=True,
        metadata={"description": "The record it branched off from; null for other games."},
    )


class ForkShown(Schema):
    """Where a game branched off."""

    game = fields.String(required=True)
    rev = revision("The revision there.", required=True)


class Tokens(Schema):
    """Shown once; only their hashes are kept."""

    host = fields.String(metadata={"description": "Manages the seats of this game."})
    seats = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "The token of each person's and each hook's seat, by its number."},
    )
    invite = fields.String(metadata={"description": "The code with which others may join."})
    hooks = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={
            "description": "What each remote bot's requests are signed with (Standard Webhooks), "
            "by the number of its seat."
        },
    )


class NewGameAnswer(Game):
    """The new game, with the tokens that act for it."""

    tokens = fields.Nested(Tokens, required=True)
