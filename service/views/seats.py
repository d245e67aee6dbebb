"""Seats: joining, leaving, and adding bots."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, g

from match import seating
from match.chairs import Chair
from match.match import Change, Match
from match.words import BY_HOST, LEFT, PERSON, PRIVATE
from schemas import seats as shapes
from service.edge import bot_games, requests, responses
from service.edge.caller import Caller, account, enter, identify, load
from service.edge.chairs import require_bot
from service.edge.context import db
from service.edge.idempotency import IdempotentRequest, idempotent, replayed
from service.edge.operation import ApiResponse, operation
from service.edge.requests import require_revision
from service.presentation import game_view
from service.presentation.problems import Problem, invalid, unauthorized
from store import tokens
from store.accounts import Account
from store.commits import Wish, carry_out
from store.games import AlreadyAnswered
from store.idempotency import Remembered
from store.script import KeptAnswer, accounts
from workers import queues

bp = Blueprint("seats", __name__)


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/seats",
    {
        201: ApiResponse(
            "The seat is yours. Its token is shown once.",
            shapes.Joined,
            headers=("ETag", "Location"),
            links={
                "leave_seat": {"game_id": "$request.path.game_id", "seat": "$response.body#/you"}
            },
        )
    },
    problems=("forbidden", idempotent, require_revision, seating.take),
    body=shapes.Join,
    body_required=False,
    headers=("Idempotency-Key", "If-Match (optional)"),
)
def join(game_id: str, body: dict[str, Any]) -> Response:
    """Join an open seat, or, as the host, put a bot there.

    The game starts when the last seat is taken. If-Match is optional, because a seat can be taken
    only once. With an account token, the account holds the seat, and both tokens work for it.
    """
    match, caller, owner = enter_invited(game_id, body["invite"])
    the_request = idempotent(f"/v1/games/{game_id}/seats", body)
    if kept := the_request.remembered():
        return replayed(joined(the_request, kept))
    _check(match, caller, body)
    bot = body["holder"] != PERSON
    token = "" if bot else the_request.token(game_id, "seat")
    wish = partial(seating.take, seat=body["seat"], chair=chair(body, token, owner))
    return occupy(match, wish, the_request, token, partial(queues.enqueue_due, db()))


def occupy(
    match: Match,
    wish: Wish,
    the_request: IdempotentRequest,
    token: str,
    wake: Callable[[Match], None],
) -> Response:
    """Commit a wish that seats the caller or a bot, once for one Idempotency-Key, and answer.

    ``token`` is the new seat's, empty for a bot; ``wake`` is called with the match after it.
    """

    def told(after: Match, change: Change) -> bytes:
        you = change.entries[0].seat if token else None
        return responses.extended(seats_document(after), {"you": you})

    def remember(after: Match, change: Change) -> KeptAnswer | None:
        return the_request.answer(match.id, told(after, change), ("seat",) if token else ())

    try:
        after, change = carry_out(db().games, match, wish, remember=remember, most=bot_games.most())
    except AlreadyAnswered as error:
        kept = the_request.answered(error)
        return replayed(joined(the_request, kept))
    assert change is not None
    wake(after)
    return with_token(match.id, told(after, change), token)


def enter_invited(game_id: str, invite: str) -> tuple[Match, Caller, Account | None]:
    """Return the game, the caller and the account; the invite code opens a private game.

    :raises Problem: 404, 401 or 403.
    """
    match, token, owner = load(db(), game_id), requests.bearer(), account()
    new = token is None or (owner is not None and owner.id not in accounts(match))
    if new and match.head.invite and _is_code(match, invite):
        return match, Caller(account=owner.id if owner else ""), owner
    if new and match.head.visibility == PRIVATE:
        raise Problem("forbidden", "by-invite") if token else unauthorized("by-invite")
    g.entered = match, identify(match, token)
    return *g.entered, owner


def chair(body: dict[str, Any], token: str, owner: Account | None) -> Chair:
    """Return the chair of the new holder: a bot, or a player with a token, maybe an account."""
    if body["holder"] != PERSON:
        return Chair(body["holder"], body["name"])
    mark = tokens.fingerprint(token)
    if owner is None:
        return Chair(PERSON, body["name"], mark)
    return Chair(PERSON, body["name"] or owner.name, mark, owner.id)


def _is_code(match: Match, invite: str) -> bool:
    return hmac.compare_digest(tokens.fingerprint(invite), match.head.invite)


def _check(match: Match, caller: Caller, body: dict[str, Any]) -> None:
    """Check that this caller may join like this."""
    require_revision(match, caller.seat)
    if body["seat"] is not None and body["seat"] >= len(match.chairs):
        text = f"should be 0 to {len(match.chairs) - 1}"
        raise invalid([("/seat", text)])
    if body["holder"] != PERSON:
        if not caller.host:
            raise Problem("forbidden", "host-only")
        require_bot(body["holder"])
    else:
        require_code(match, caller, body["invite"])


def require_code(match: Match, caller: Caller, invite: str) -> None:
    """Check the invite code of a newcomer, if the game requires one.

    :raises Problem: 403.
    """
    if match.head.invite and not caller.host and not _is_code(match, invite):
        raise Problem("forbidden", "wrong-invite" if invite else "no-invite")


def seats_document(match: Match) -> bytes:
    """Return the seats."""
    return responses.encode(
        {
            "rev": match.rev,
            "status": match.position.status,
            "seats": game_view.seats_now(match),
        }
    )


def joined(the_request: IdempotentRequest, kept: Remembered) -> Response:
    """Return the stored answer to a join, with its token."""
    game_id, token = kept.subject, ""
    if kept.roles:
        token = tokens.derived_token(game_id, the_request.key or "", kept.salt, "seat")
    return with_token(game_id, kept.body, token)


def with_token(game_id: str, told: bytes, token: str) -> Response:
    """Return the answer to a join."""
    if token:
        told = responses.extended(told, {"token": token})
    rev = responses.decode(told)["rev"]
    return responses.blob(told, 201, Location=f"/v1/games/{game_id}", ETag=responses.etag(rev))


@operation(
    bp,
    "DELETE",
    "/v1/games/<game_id>/seats/<int:seat>",
    {200: ApiResponse("The seat is open.", shapes.Seats, headers=("ETag",))},
    problems=("forbidden", require_revision, carry_out, seating.leave),
    headers=("If-Match (optional)",),
)
def leave_seat(game_id: str, seat: int) -> Response:
    """Leave a seat before the start, or, as the host, empty it.

    The seat's token becomes invalid. Emptying an open seat changes nothing.
    """
    match, caller = enter(game_id, seat)
    if seat >= len(match.chairs):
        raise Problem("not-found", "seat", seat=seat)
    if caller.seat is None and not caller.host:
        raise unauthorized("no-token")
    if not caller.host and caller.seat != seat:
        raise Problem("forbidden", "own-seat", seat=seat)
    require_revision(match, caller.seat)
    why = LEFT if caller.seat == seat else BY_HOST
    wish = partial(seating.leave, seat=seat, why=why)
    match = carry_out(db().games, match, wish, place=seat).match
    return responses.blob(seats_document(match), ETag=responses.etag(match.rev))
