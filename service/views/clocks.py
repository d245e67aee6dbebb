"""Clocks: claims of late seats, and pauses."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response

from match import claims, pauses
from match.match import Match
from match.words import ACCOUNTS, INVITED, PERSON
from schemas import clocks as shapes
from schemas.seats import Joined
from service.edge import bot_games, responses
from service.edge.caller import Caller, enter, only_seat
from service.edge.chairs import require_bot
from service.edge.context import db
from service.edge.idempotency import idempotent, replayed
from service.edge.operation import ApiResponse, operation
from service.edge.requests import require_revision
from service.presentation import game_view
from service.presentation.problems import Problem, unauthorized
from service.views.hosting import wake_machines
from service.views.seats import chair, enter_invited, joined, occupy, require_code
from store.accounts import Account
from store.commits import carry_out

bp = Blueprint("clocks", __name__)


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/claim",
    {
        201: ApiResponse(
            "The seat is claimed. Its new token is shown once.",
            Joined,
            headers=("ETag", "Location"),
        )
    },
    problems=("forbidden", idempotent, require_revision, claims.claim),
    body=shapes.Claim,
    body_required=False,
    headers=("Idempotency-Key", "If-Match (optional)"),
)
def claim(game_id: str, body: dict[str, Any]) -> Response:
    """Claim a seat whose clock has expired.

    The clock's `claims` says who may. A newcomer gets a new token and a full clock, and the old
    token becomes invalid. A seat of the game or the host may instead let a bot play until the
    player returns. Until the claim, the player may still play.
    """
    match, caller, owner = enter_invited(game_id, body["invite"])
    the_request = idempotent(f"/v1/games/{game_id}/claim", body)
    if kept := the_request.remembered():
        return replayed(joined(the_request, kept))
    _check(match, caller, body, owner)
    mine = None if caller.seat is None else only_seat(match, caller)
    bot = body["holder"] != PERSON
    token = "" if bot else the_request.token(game_id, "seat")
    wish = partial(claims.claim, seat=body["seat"], chair=chair(body, token, owner), mine=mine)
    return occupy(match, wish, the_request, token, wake_machines)


def _check(match: Match, caller: Caller, body: dict[str, Any], owner: Account | None) -> None:
    """Check that this caller may claim a seat like this.

    :raises Problem: 401, 403, 412 and 422.
    """
    require_revision(match, caller.seat)
    if body["holder"] == PERSON:
        require_code(match, caller, body["invite"])
        _require_claimant(match, caller, owner)
        return
    if caller.seat is None and not caller.host:
        raise unauthorized("no-token")
    require_bot(body["holder"])


def _require_claimant(match: Match, caller: Caller, owner: Account | None) -> None:
    """Check that the host lets this caller claim seats; the invite code, if any, is right.

    An account that plays here would see what another player hides.

    :raises Problem: 401 and 403.
    """
    held = set() if owner is None else {*match.seats_of(owner.id)}
    if held and {*match.late_seats} - held:
        raise Problem("forbidden", "plays-here")
    clock = match.head.clock
    if clock is None or caller.host or (clock.claims == INVITED and match.head.invite):
        return
    if clock.claims == INVITED:
        raise Problem("forbidden", "claims-by-host")
    if clock.claims == ACCOUNTS and owner is None:
        raise unauthorized("claims-by-account")


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/pause",
    {200: ApiResponse("The state of the pause.", shapes.PauseShown, headers=("ETag",))},
    problems=("forbidden", require_revision, carry_out, pauses.pause, pauses.resume),
    body=shapes.PauseBody,
    headers=("If-Match (optional)",),
)
def pause(game_id: str, body: dict[str, Any]) -> Response:
    """Agree to a pause, or end it.

    The game pauses when all players agree. Then no clock runs and no turn is played. Any seat or
    the host can resume, and clocks continue from their last value. `false` before all have agreed
    declines the pause. The request is idempotent.
    """
    match, caller = enter(game_id)
    if caller.seat is None and not caller.host:
        raise unauthorized("no-token")
    if body["paused"] and caller.seat is None:
        raise Problem("forbidden", "not-a-seat")
    require_revision(match, caller.seat)
    seat = pauses.HOST if caller.seat is None else only_seat(match, caller)
    wish = partial(pauses.pause if body["paused"] else pauses.resume, seat=seat)
    most = bot_games.most()
    match = carry_out(db().games, match, wish, place=caller.seat, most=most).match
    wake_machines(match)
    told = {"rev": match.rev, "paused": match.paused, "pause": game_view.pause(match)}
    return responses.json(told, ETag=responses.etag(match.rev))
