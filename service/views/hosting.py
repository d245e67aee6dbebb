"""Hosting: holders of seats, closing seats, cancelling and resigning."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response

from bots.levels import BOTS
from match import seating
from match.match import Match
from match.words import CLAIM, CLOSED, HOOK, OPEN, PERSON
from schemas import seats as shapes
from service.edge import bot_games, responses
from service.edge.caller import Caller, enter, enter_as_seat
from service.edge.chairs import require_bot
from service.edge.context import db
from service.edge.operation import ApiResponse, operation
from service.edge.requests import require_revision
from service.presentation.problems import Problem, invalid, unauthorized
from service.views.seats import seats_document
from store.commits import carry_out
from workers import queues
from workers.undo import start_if_agreed

bp = Blueprint("hosting", __name__)


@operation(
    bp,
    "PUT",
    "/v1/games/<game_id>/seats/<int:seat>",
    {200: ApiResponse("The seats and their holders.", shapes.Seats, headers=("ETag",))},
    problems=(
        "forbidden",
        carry_out,
        require_revision,
        seating.hold,
    ),
    body=shapes.PutSeat,
    headers=("If-Match (optional)",),
)
def put_seat(game_id: str, seat: int, body: dict[str, Any]) -> Response:
    """Choose who plays at a seat.

    The host may let a bot play for an absent player, and return the seat. The player may return
    too, also after a timeout. Until then the player's token sees the seat but cannot play. Before
    the start, the host may close an open seat. Later seats then move down by one, and the game is
    set up again from the same seed.
    """
    match, caller = enter(game_id, seat)
    if seat >= len(match.chairs):
        raise Problem("not-found", "seat", seat=seat)
    _check(match, caller, seat, body["holder"])
    if body["name"] and (body["holder"] or match.chairs[seat].holder) in (OPEN, CLOSED):
        raise invalid([("/name", "an open seat has no name")])
    require_revision(match, caller.seat)
    wish = partial(seating.hold, seat=seat, holder=body["holder"], name=body["name"])
    most = bot_games.most()
    return _done(carry_out(db().games, match, wish, place=seat, most=most).match)


def _check(match: Match, caller: Caller, seat: int, holder: str | None) -> None:
    """Check that this caller may change the seat like this.

    :raises Problem: 401, 403 and 422.
    """
    if caller.seat is None and not caller.host:
        raise unauthorized("no-token")
    if not caller.host and holder not in (None, PERSON, HOOK):
        raise Problem("forbidden", "host-only")
    if not caller.host and caller.seat != seat:
        raise Problem("forbidden", "own-seat", seat=seat)
    if holder is not None:
        require_bot(holder)


def _done(match: Match) -> Response:
    """Return the seats, and enqueue the bots that are asked."""
    wake_machines(match)
    return responses.blob(seats_document(match), ETag=responses.etag(match.rev))


def wake_machines(match: Match) -> None:
    """Enqueue the work of bots after a change of seats: turns, and undos with their consent."""
    start_if_agreed(db(), match)
    queues.enqueue_due(db(), match)


@operation(
    bp,
    "DELETE",
    "/v1/games/<game_id>",
    {200: ApiResponse("The game is cancelled.", shapes.Seats, headers=("ETag",))},
    problems=("forbidden", require_revision, seating.cancel),
    headers=("If-Match (optional)",),
)
def cancel_game(game_id: str) -> Response:
    """Cancel a game before its start, as the host.

    Its record stays, and lists show the status `cancelled`. The request is idempotent.
    """
    match, caller = enter(game_id)
    if caller.seat is None and not caller.host:
        raise unauthorized("no-token")
    if not caller.host:
        raise Problem("forbidden", "host-only")
    require_revision(match, caller.seat)
    return _done(carry_out(db().games, match, seating.cancel).match)


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/resign",
    {200: ApiResponse("A bot plays for the seat.", shapes.Seats, headers=("ETag",))},
    problems=(enter_as_seat, require_revision, carry_out, seating.resign),
    headers=("If-Match (optional)",),
)
def resign(game_id: str) -> Response:
    """Resign a seat of a running game permanently.

    A bot plays it to the end: the bot of the clock's `on_timeout`, otherwise the weakest. The
    seat's token still sees the seat. The request is idempotent. Before the start, leave the seat
    with DELETE.
    """
    match, seat = enter_as_seat(game_id)
    clock = match.head.clock
    named = clock is not None and clock.on_timeout != CLAIM
    bot = clock.on_timeout if clock is not None and named else f"bot:{next(iter(BOTS))}"
    require_revision(match, seat)
    wish = partial(seating.resign, seat=seat, holder=bot)
    return _done(carry_out(db().games, match, wish, place=seat).match)
