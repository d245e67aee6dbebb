"""Presence: whether the players of a game are connected."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from match.match import Match
from schemas import presence as shapes
from service.edge import responses
from service.edge.caller import enter_as_seat, enter_with_part
from service.edge.context import db
from service.edge.operation import ApiResponse, operation
from service.edge.sightings import note_caller
from service.presentation import talk_view

bp = Blueprint("presence", __name__)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/presence",
    {200: ApiResponse("The presence of all seats.", shapes.PresenceShown)},
    problems=(enter_with_part,),
)
def get_presence(game_id: str) -> Response:
    """Return which players are connected, for the seats and the host.

    A player is online with an open event stream, or after a request in the last 75 seconds. With
    `presence=1`, the stream of a seat also sends the presence when it changes. Spectators cannot
    see it. It ends with the game: all values are null then.
    """
    match, caller = enter_with_part(game_id)
    note_caller()
    return _shown(match, caller.seat)


@operation(
    bp,
    "PUT",
    "/v1/games/<game_id>/presence",
    {200: ApiResponse("The presence of all seats.", shapes.PresenceShown)},
    problems=(enter_as_seat,),
    body=shapes.PresenceChange,
)
def put_presence(game_id: str, body: dict[str, Any]) -> Response:
    """Hide the presence of the own seat in this game, or show it again.

    While it is hidden, `online` and `last_seen` of the seat are null for all callers. Open
    streams show the change within about 15 seconds, both ways.
    """
    match, seat = enter_as_seat(game_id)
    db().sightings.hide(match, seat, body["hidden"])
    return _shown(match, seat)


def _shown(match: Match, seat: int | None) -> Response:
    sightings = db().sightings
    told = {
        "seats": talk_view.presence(sightings.of(match)),
        "hidden": seat is not None and sightings.hides(match, seat),
    }
    return responses.json(told)
