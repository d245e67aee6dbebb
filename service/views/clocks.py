"""Clocks: claims of late seats, and pauses."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response

from engine.table import GameOver
from match.match import Change, Match
from match.words import PERSON
from schemas import clocks as shapes
from schemas.seats import Joined
from service.edge import responses
from service.edge.caller import Caller, enter
from service.edge.database import db
from service.edge.idempotency import again, once
from service.edge.operation import Answer, operation
from service.edge.preconditions import require_player, require_revision
from service.presentation import documents
from service.presentation.problems import Problem, unauthorized
from service.views.hosting import carry_out, require_level, wake_machines
from service.views.seats import chair, enter_invited, joined, require_code, shown, with_token
from store import idempotency, pauses, seats
from store.games import AlreadyAnswered
from store.script import Answer as Kept
from store.seats import NotClaimable

bp = Blueprint("clocks", __name__)


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/claim",
    {
        201: Answer(
            "The seat is claimed. Its new token is shown once.",
            Joined,
            headers=("ETag", "Location"),
        )
    },
    problems=(
        "forbidden",
        "game-over",
        "idempotency-key-reused",
        "not-claimable",
        "stale-revision",
    ),
    body=shapes.Claim,
    body_required=False,
    headers=("Idempotency-Key", "If-Match (optional)"),
)
def claim(game_id: str, body: dict[str, Any]) -> Response:
    """Claim a seat whose clock has expired.

    A newcomer gets a new token and a full clock, and the old token becomes invalid. A seat of the
    game or the host may instead let a bot play until the player returns. Until the claim, the
    player may still play.
    """
    match, caller, owner = enter_invited(game_id, body["invite"])
    the_request = once(f"/v1/games/{game_id}/claim", body)
    if kept := the_request.seen():
        return again(joined(the_request, kept))
    _check(match, caller, body)
    bot = body["holder"] != PERSON
    token = "" if bot else the_request.token(game_id, "seat")
    seat = chair(body, token, owner)

    def remember(after: Match, place: int) -> Kept | None:
        return the_request.answer(game_id, shown(after, place), () if bot else ("seat",))

    try:
        match, place = seats.claim(db(), match, body["seat"], seat, caller.seat, remember)
    except AlreadyAnswered as error:
        kept = the_request.check(idempotency.decode(error.answer))
        return again(joined(the_request, kept))
    except GameOver:
        raise Problem("game-over") from None
    except NotClaimable as error:
        late = {"claimable": error.late}
        raise Problem("not-claimable", extra=late, seat=error.seat, claimable=error.late) from None
    wake_machines(match)
    return with_token(game_id, shown(match, place), token)


def _check(match: Match, caller: Caller, body: dict[str, Any]) -> None:
    """Return whether this caller may claim a seat like this."""
    require_revision(match, caller.seat)
    if body["holder"] == PERSON:
        require_code(match, caller, body["invite"])
        return
    if caller.seat is None and not caller.host:
        raise unauthorized("no-token")
    require_level(body["holder"])


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/pause",
    {200: Answer("The state of the pause.", shapes.PauseShown, headers=("ETag",))},
    problems=("bot-plays", "forbidden", "game-over", "not-started", "resigned", "stale-revision"),
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
    if body["paused"]:
        wish = partial(_pause, caller.seat or 0)
    else:
        wish = partial(pauses.resume, seat=pauses.HOST if caller.seat is None else caller.seat)
    match = carry_out(match, wish, caller, caller.seat)
    wake_machines(match)
    told = {"rev": match.rev, "paused": match.paused, "pause": documents.pause(match)}
    return responses.json(told, ETag=responses.etag(match.rev))


def _pause(seat: int, match: Match) -> Change | None:
    """Return the change of a seat that wants a pause; a bot may have taken it meanwhile."""
    if not match.over:
        require_player(match, seat)
    return pauses.pause(match, seat)
