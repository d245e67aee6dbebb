"""Lists of games: what a client may ask for."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from match.words import OUTCOMES, RUNNING, STATUSES, WAITING
from schemas.fields import Flag, Pattern, QueryInt, QueryTime
from schemas.shared import PLAYER, SEATS, ruleset_name, word

ME = "me"
BY_CREATION, BY_END = ("-created", "created"), ("-ended", "ended")
UNFINISHED = (WAITING, RUNNING)


def player(description: str) -> fields.String:
    """Return the public id of a player in a query, or ``me``."""
    is_player = Pattern(
        f"^({ME}|{PLAYER})$", error="should be me, or a public id such as player_Zk3vN0mXq1aB4cDe"
    )
    return fields.String(validate=is_player, metadata={"description": description})


def moment(description: str) -> QueryTime:
    """Return a time in a query."""
    shape = {"type": "string", "format": "date-time", "examples": ["2026-11-21T12:00:00Z"]}
    also = (
        "A time has its time zone: `Z`, or for example `+09:00`, where `+` is sent as `%2B`. "
        "A date alone, `2026-11-21`, is its midnight in UTC."
    )
    return QueryTime(metadata={**shape, "description": f"{description} {also}"})


class GamesQuery(Schema):
    """Which games to list."""

    status = word(STATUSES, "Only games with this status.")
    ruleset = ruleset_name()
    mine = Flag(
        "only games of the account: with a seat, hosted or imported. With "
        "the token of a seat or host, only its game."
    )
    open = Flag("only games with an open seat.")
    awaiting = word((ME,), "`me`: only games in which the caller is to move; implies `mine`.")
    player = player(
        "Only games in which this player holds a seat: a public id, which lists public games, or "
        "`me`, which lists all of the account."
    )
    seats = QueryInt(
        validate=validate.Range(1, SEATS),
        metadata={"description": "Only games with this number of seats."},
    )
    result = word(
        OUTCOMES,
        "Only finished games that ended like this for the `player`, or with `mine` for the "
        "caller. `won`: alone at rank 1. `shared`: at rank 1 with others. `lost`: at another "
        "rank. `resigned`: the player gave the seat up, whatever rank the bot reached with it.",
    )
    sort = word(
        (*BY_CREATION, *BY_END),
        "The order: by creation, or by end, which lists only games that have ended. An imported "
        "game is placed at the time of its import. With `-`, the newest come first.",
        load_default=BY_CREATION[0],
    )
    since = moment("Only games from this time on; `sort` decides whether creation or end counts.")
    until = moment("Only games before this time; `sort` decides whether creation or end counts.")
    cursor = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "The cursor from `next` of the previous page."},
    )
    limit = QueryInt(
        load_default=20,
        validate=validate.Range(1, 100),
        metadata={"description": "The maximal number of games on a page."},
    )

    @validates_schema
    def _in_order(self, data: dict[str, Any], **_: object) -> None:
        _require_span(data)
        if data["sort"] in BY_END and (data.get("open") or data.get("status") in UNFINISHED):
            raise ValidationError("should be created or -created for games in play", "sort")
        named = data.get("player") or data.get("mine") or data.get("awaiting")
        if "result" in data and not named:
            raise ValidationError("needs `player` or `mine`", "result")


class RecordsQuery(Schema):
    """Which records to export."""

    ruleset = ruleset_name()
    player = player(
        "Only games in which this player held a seat: a public id, which exports public games, or "
        "`me`, which exports all of the account."
    )
    mine = Flag(
        "only games of the account: with a seat, hosted or imported. It needs the account's token."
    )
    since = moment("Only games that ended, or were imported, at this time or later.")
    until = moment("Only games that ended, or were imported, before this time.")
    cursor = fields.String(
        validate=validate.Length(1, 100),
        metadata={"description": "The `cursor` of a line: export what comes after it."},
    )
    limit = QueryInt(
        load_default=100,
        validate=validate.Range(1, 500),
        metadata={"description": "The maximal number of records."},
    )

    @validates_schema
    def _in_order(self, data: dict[str, Any], **_: object) -> None:
        _require_span(data)


def _require_span(data: dict[str, Any]) -> None:
    since, until = data.get("since"), data.get("until")
    if since is not None and until is not None and until <= since:
        raise ValidationError("should be after `since`", "until")
