"""Remote bots of seats: their state, enabling, and secrets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response

from match import seating
from match.match import Match
from match.visibility import iso
from schemas import hooks as shapes
from service.edge import responses
from service.edge.caller import enter
from service.edge.context import db
from service.edge.operation import ApiResponse, operation
from service.presentation.problems import Problem, unauthorized
from store import signing
from store.commits import carry_out
from store.deliveries import Delivery
from store.games import now_ms
from store.hook_seats import endpoint_of, seat_log
from workers import queues

bp = Blueprint("hooks", __name__)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/seats/<int:seat>/hook",
    {200: ApiResponse("The remote bot and its latest deliveries.", shapes.SeatHook)},
    problems=("forbidden",),
)
def get_seat_hook(game_id: str, seat: int) -> Response:
    """Return the remote bot of a seat and its latest deliveries.

    Only the host and the seat itself may see it.
    """
    return responses.json(_shown(_enter(game_id, seat), seat))


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/hook/enable",
    {200: ApiResponse("The enabled remote bot.", shapes.SeatHook)},
    problems=("forbidden", "game-over"),
)
def enable_seat_hook(game_id: str, seat: int) -> Response:
    """Enable a remote bot and ask it at once.

    A remote bot is disabled after ten failures without a whole turn between them. Enabling resets
    the failures. If it is enabled already, it is also asked at once. Only the host and the seat
    itself may do it.
    """
    if _enter(game_id, seat).over:
        raise Problem("game-over")
    seats = db().hook_seats
    seats.note(game_id, seat, seats.attempts(game_id, seat).enabled())
    wish = partial(seating.switch_hook, seat=seat, disabled=False)
    match = carry_out(db().games, db().games.load(game_id), wish).match
    queues.enqueue_due(db(), match)
    return responses.json(_shown(match, seat))


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/hook/secret",
    {200: ApiResponse("The remote bot with its new secret.", shapes.SeatHookSecret)},
    problems=("forbidden", "game-over"),
)
def rotate_seat_hook_secret(game_id: str, seat: int) -> Response:
    """Create a new secret for a remote bot; the old one also signs for 24 hours.

    During that time each request has both signatures. The seat's token does not change. Only the
    host and the seat itself may do it.
    """
    match, secret = _enter(game_id, seat), signing.new()
    if match.over:
        raise Problem("game-over")
    shown = _shown(match, seat)
    db().hook_seats.rotate(game_id, endpoint_of(match, seat), secret, now_ms())
    return responses.json({**shown, "secret": secret}, Cache_Control="no-store")


def _enter(game_id: str, seat: int) -> Match:
    """Return the game if the caller may see this seat's remote bot.

    :raises Problem: 404, 401 or 403.
    """
    match, caller = enter(game_id, seat)
    if seat >= len(match.chairs):
        raise Problem("not-found", "seat", seat=seat)
    if caller.seat != seat and not caller.host:
        if caller.seat is None and not caller.account:
            raise unauthorized("no-token")
        raise Problem("forbidden", "own-seat", seat=seat)
    return match


def _shown(match: Match, seat: int) -> dict[str, Any]:
    chair = match.chairs[seat]
    endpoint = endpoint_of(match, seat)
    attempts = db().hook_seats.attempts(match.id, seat)
    return {
        "seat": seat,
        "url": endpoint.url,
        "language": endpoint.language,
        "disabled": chair.disabled,
        "failures": attempts.failures,
        "again": iso(attempts.again) if attempts.again and not chair.disabled else None,
        "deliveries": deliveries(db().deliveries.latest(seat_log(match.id, seat))),
    }


def deliveries(latest: Sequence[Delivery]) -> list[dict[str, Any]]:
    """Return a log of deliveries for clients."""
    return [
        {
            "id": each.id,
            "type": each.type,
            "at": iso(each.at),
            "ms": each.ms,
            "attempt": each.attempt,
            "status": each.status or None,
            "error": each.error or None,
        }
        for each in latest
    ]
