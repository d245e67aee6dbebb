"""Forks: new games from a revision of another one."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, Response

from engine.codec import decode
from match.head import Fork
from match.tables import branch, title_of
from match.words import PRIVATE, UNLISTED, WAITING
from schemas import games as game_shapes
from schemas.wishes import USER, SeatWish
from service.edge.caller import enter
from service.edge.context import db
from service.edge.idempotency import idempotent
from service.edge.operation import ApiResponse, operation
from service.presentation.problems import Problem, invalid, no_revision
from service.views.creation import CREATING, New, create, fresh, wish_faults

bp = Blueprint("forks", __name__)

_ID = {"game_id": "$response.body#/id"}


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/forks",
    {
        201: ApiResponse(
            "The new game and its tokens.",
            game_shapes.NewGameAnswer,
            headers=("ETag", "Location"),
            links={"get_game": _ID, "get_log": _ID, "export": _ID},
        )
    },
    problems=(*CREATING, "game-over"),
    body=game_shapes.NewFork,
    headers=("Idempotency-Key",),
)
def fork_game(game_id: str, body: dict[str, Any]) -> Response:
    """Fork a game: create a new game from a revision of this one.

    Every viewer of the game may fork it, also before turns that were undone. A fork of a finished
    game has the true state and new luck. A fork of a running game has what the caller could see at
    that revision. Everything else is dealt again.
    """
    match, caller = enter(game_id)
    title, rev = title_of(match), body["rev"]
    if rev > match.rev:
        raise no_revision(rev, match.rev, match.over)
    then = db().games.snapshot(match, rev)
    players = decode(title.state, then.state).seats
    body["seats"] = body["seats"] or [SeatWish(USER)] * players
    if len(body["seats"]) != players:
        raise invalid([("/seats", f"should be {players} seats, as in the game then")])
    if faults := wish_faults(title, body["seats"], match.head.options):
        raise invalid(faults)
    kept_private = match.head.visibility == PRIVATE
    body["visibility"] = body["visibility"] or (PRIVATE if kept_private else UNLISTED)
    # Before the start, players have seen no hidden information.
    viewer = None if then.position.status == WAITING else caller.seat

    the_request = idempotent(f"/v1/games/{game_id}/forks?{caller}", body)

    def make() -> New:
        seed = secrets.token_bytes(32)
        state = branch(title, then.state, viewer, seed, match.over)
        fork = db().seals.seal(title.id, Fork(match.id, rev, state))
        new = fresh(title, match.head.options, body, the_request, seed, fork)
        if new.match.over:
            raise Problem("game-over")
        return new

    return create(the_request, make)
