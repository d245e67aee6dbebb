"""Games: creating, listing and showing them."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from match.words import (
    CONSENT,
    FREE,
    PUBLIC,
    SEATED,
    TALK_POLICIES,
    UNDO_POLICIES,
    VISIBILITIES,
)
from schemas.clocks import Clock, Pause
from schemas.fields import (
    COUNT,
    EffectField,
    JsonBool,
    JsonInt,
    List,
    PerTitle,
    name,
    revision,
    time,
)
from schemas.shared import (
    CODE,
    HEX,
    HOLDER,
    SEATS,
    count,
    current_round,
    ident,
    matching,
    nested,
    options,
    options_shown,
    ruleset,
    ruleset_name,
    seat,
    seats,
    seen_by,
    several,
    side,
    status,
    step,
    text,
    word,
)
from schemas.wishes import SeatWanted

UNDO = (
    "The policy for undos that need consent: `none`: never. `consent`: with the consent of all "
    "players, also of absent ones for whom a bot plays. `free`: at once."
)
VISIBLE = (
    "`public`: listed, and visible to all. `unlisted`: visible with its id. `private`: visible "
    "with a token."
)
TALK = (
    "Who may write table talk: no player (`off`), seats and the host (`seats`), or also spectators "
    "with an account (`all`)."
)


class NewGame(Schema):
    """The rules and seats of a new game."""

    ruleset = ruleset_name(required=True)
    options = options(
        "Options of the ruleset by id, modules too. `GET /v1/rulesets` lists them, with what each "
        "requires and excludes.",
        ["obsidian"],
        load_default=list,
    )
    seats = List(
        fields.Nested(SeatWanted),
        required=True,
        validate=validate.Length(1, SEATS),
        metadata={
            "description": "The players, in the order of the seats.",
            "examples": [
                [
                    {"holder": "user", "name": "Ada"},
                    {"holder": "bot:greedy"},
                    {"holder": "hook", "url": "https://bot.example.org/turn"},
                ]
            ],
        },
    )
    name = name(load_default="", metadata={"description": "The name of the game in lists."})
    undo = word(UNDO_POLICIES, UNDO, load_default=CONSENT)
    visibility = word(VISIBILITIES, VISIBLE, load_default=PUBLIC)
    invite = JsonBool(
        load_default=False,
        metadata={"description": "Whether joining requires an invite code. You get the code now."},
    )
    clock = nested(
        Clock,
        "The clock of the players; none by default. Bots have no clock.",
        load_default=None,
        allow_none=True,
    )
    talk = word(TALK_POLICIES, f"{TALK} The host may change it.", load_default=SEATED)


class NewFork(Schema):
    """The revision to fork, and the seats of the new game."""

    rev = revision("The revision at which the fork begins.", required=True)
    seats = List(
        fields.Nested(SeatWanted),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, SEATS),
        metadata={
            "description": "The players, as for a new game; by default `user` at all seats.",
            "examples": [[{"holder": "user"}, {"holder": "bot:greedy"}]],
        },
    )
    name = name(load_default="", metadata={"description": "The name of the game in lists."})
    undo = word(UNDO_POLICIES, UNDO, load_default=FREE)
    visibility = word(
        VISIBILITIES,
        f"{VISIBLE} By default, a fork of a private game is `private`, and others are `unlisted`.",
        load_default=None,
        allow_none=True,
    )
    invite = JsonBool(
        load_default=False,
        metadata={"description": "Whether joining requires an invite code. You get the code now."},
    )
    talk = word(TALK_POLICIES, TALK, load_default=SEATED)


class SeatShown(Schema):
    """A seat and its holder."""

    seat = seat(required=True)
    holder = matching(
        HOLDER, "`open`, `person`, `hook` (a remote bot) or `bot:<level>`.", required=True
    )
    name = name(
        required=True, metadata={"description": "The player's name; empty if none was given."}
    )
    player = ident(
        "The public id of the account that has the seat; null without one.",
        "player_Zk3vN0mXq1aB4cDe",
        required=True,
        allow_none=True,
    )
    away = fields.Boolean(
        required=True,
        metadata={"description": "Whether a bot plays until the player returns."},
    )
    resigned = fields.Boolean(
        required=True, metadata={"description": "Whether the player has resigned."}
    )
    reserved = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether the open seat of a rematch waits for a player of the game "
            "before."
        },
    )
    bank = fields.Float(
        allow_none=True,
        metadata={
            "description": "Seconds left when the clock last stopped; null without a bank. "
            "While the clock runs, see `deadline`."
        },
    )
    claimable = fields.Boolean(
        metadata={
            "description": "Whether the clock has expired, so that POST …/claim takes the seat."
        }
    )
    disabled = fields.Boolean(
        metadata={
            "description": "Remote bots only: whether it is disabled after too many failures, "
            "until the host enables it."
        }
    )


class Awaited(Schema):
    """A seat to move."""

    seat = seat("The seat to move.", required=True)
    since = time("When the question was opened.", required=True)
    since_rev = revision("If-Match of the answer may be this revision or later.", required=True)
    deadline = time(
        "When the clock expires; null without a clock, for bots, and during a pause.",
        required=True,
        allow_none=True,
    )


class Standing(Schema):
    """A side's result; ranks start at 1 and repeat when shared."""

    seat = side("The side: a seat, or an automa after the seats.", required=True)
    rank = count(
        "The rank, from 1. Sides that share a rank have the same.", 1, SEATS, required=True
    )
    points = fields.Float(required=True, metadata={"description": "The final points."})
    tiebreak = fields.Dict(
        keys=fields.String(),
        values=JsonInt(validate=validate.Range(-COUNT, COUNT)),
        required=True,
        metadata={"description": "The numbers that break ties, by name."},
    )


def result(**kwargs: Any) -> fields.List[Any]:
    """Return the result of a game: its standings."""
    told = "The standings, the best side first; null before the end."
    return several(fields.Nested(Standing), told, SEATS, **kwargs)


def awaited(**kwargs: Any) -> fields.List[Any]:
    """Return the seats to move."""
    return several(fields.Nested(Awaited), "The seats to move.", SEATS, **kwargs)


class Option(Schema):
    """One legal answer."""

    step = step("The step to post; unique within the question.", required=True)
    text = text("What the option does, as a sentence.", required=True)
    effects = several(EffectField(), "What the answer leads to, in order.", required=True)
    barrier = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether the option ends the turn: it draws or reveals something, "
            "or another seat must decide."
        },
    )


class Choices(Schema):
    """A question and its legal answers."""

    seat = seat("The seat that is asked.", required=True)
    question = matching(CODE, "The verb of the question.", "choose_action", required=True)
    effect = EffectField(
        required=True, metadata={"description": "The verb that asks, and its arguments."}
    )
    text = text("The question as a sentence.", required=True)
    options = several(fields.Nested(Option), "All legal answers.", required=True)


class UndoRequest(Schema):
    """An undo request that waits for consent."""

    id = count("The number of the request.", required=True)
    seat = seat("The seat that asked for the undo.", required=True)
    back_to = revision("The revision to restore.", required=True)
    agreed = seats("The seats that agreed.", required=True)
    needed = seats("Seats that have not agreed yet.", required=True)
    expires = time(
        "When the request expires; null while the game is paused.", required=True, allow_none=True
    )


class GameSummary(Schema):
    """A game in a list."""

    id = ident("The game's id.", "Kx7mPq2RtY8w", required=True)
    ruleset = ruleset(required=True)
    name = name(required=True, metadata={"description": "The name of the game in lists."})
    rev = revision("The number of entries so far; also the ETag.", required=True)
    status = status(required=True)
    round = current_round(required=True)
    options = options_shown("The chosen options of the ruleset.", required=True)
    undo = word(UNDO_POLICIES, UNDO, required=True)
    visibility = word(VISIBILITIES, VISIBLE, required=True)
    invite = fields.Boolean(
        required=True, metadata={"description": "Whether joining requires an invite code."}
    )
    clock = nested(Clock, "The clock of the players; null: none.", required=True, allow_none=True)
    paused = fields.Boolean(required=True, metadata={"description": "Whether the game is paused."})
    created = time("When the game was created.", required=True)
    ended = time("When the game ended; null before its end.", required=True, allow_none=True)
    imported = time(
        "When the record was imported; null for games that were played here.",
        required=True,
        allow_none=True,
    )
    expires = time(
        "When the game is deleted unless it changes before; null: never. A new entry, or a clock "
        "that runs longer, changes it.",
        required=True,
        allow_none=True,
    )
    seats = several(fields.Nested(SeatShown), "The seats and their holders.", SEATS, required=True)
    awaited = awaited(required=True)
    result = result(required=True, allow_none=True)
    rematch = ident(
        "The id of the game's rematch; null without one.", required=True, allow_none=True
    )
    rematch_of = ident(
        "The id of the game whose rematch this is; null otherwise.", required=True, allow_none=True
    )
    record = ident(
        "The id of the record. For an imported game, it is the original id.", required=True
    )


class GameQuery(Schema):
    """The seat whose view is wanted."""

    as_ = seen_by()


class GameList(Schema):
    """One page of games, in the wanted order."""

    games = several(fields.Nested(GameSummary), "The games of the page.", 100, required=True)
    next = text(
        "The cursor of the next page; null on the last.", 100, required=True, allow_none=True
    )


class Game(GameSummary):
    """A game as the caller may see it."""

    you = seat(
        "The caller's seat; null for spectators, and for a host without a seat.",
        required=True,
        allow_none=True,
    )
    view = PerTitle("View", required=True, metadata={"description": "The public view."})
    own = PerTitle(
        "Own",
        metadata={"description": "The hidden part of the caller's seat; only with its token."},
    )
    choices = nested(
        Choices,
        "The caller's question, if it is the caller's turn. It is null while a bot plays for the "
        "seat or the game is paused.",
        required=True,
        allow_none=True,
    )
    undo_request = nested(
        UndoRequest,
        "The undo request that waits for consent; null if there is none.",
        required=True,
        allow_none=True,
    )
    pause = nested(
        Pause,
        "The requested or agreed pause; null if there is none.",
        required=True,
        allow_none=True,
    )
    commitment = matching(
        HEX, "The commitment to the seed of the game's luck: SHA-256 in hex.", required=True
    )
    fork = nested(
        "ForkShown",
        "The record that was forked; null for other games.",
        required=True,
        allow_none=True,
    )


class ForkShown(Schema):
    """The origin of a fork."""

    game = ident("The id of the record that was forked.", required=True)
    rev = revision("The revision there.", required=True)


class Tokens(Schema):
    """Tokens, shown once. Only their hashes are stored."""

    host = text("The host's token. It manages the seats of this game.", 200)
    seats = fields.Dict(
        keys=fields.String(),
        values=fields.String(validate=validate.Length(1, 200)),
        required=True,
        metadata={"description": "The tokens of players and remote bots, by seat number."},
    )
    invite = text("The invite code for other players; absent if joining needs none.", 100)
    hooks = fields.Dict(
        keys=fields.String(),
        values=fields.String(validate=validate.Length(1, 200)),
        metadata={
            "description": "The signing secrets of remote bots (Standard Webhooks), by seat number."
        },
    )


class NewGameAnswer(Game):
    """The new game with its tokens.

    `you`, `own` and `choices` are those of the seat `me`, else of your first seat.
    """

    tokens = nested(Tokens, "The tokens of the host and of the seats.", required=True)
