"""Rematches: a finished game once more, with the same people."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Response

import games
from match import expiry
from match.chairs import reserved_for
from match.head import Head
from match.match import Match
from match.rematch import chairs_again, come, seated
from match.requirements import require_over
from match.words import CANCELLED
from schemas import games as game_shapes
from schemas import seeks as shapes
from service.edge import requests, responses
from service.edge.caller import Caller, creator, enter_with_part, identify, load
from service.edge.context import db
from service.edge.operation import ApiResponse, operation
from service.presentation import game_view
from service.presentation.problems import Problem
from service.views.creation import CREATING, keep, set_up
from store import keys, tokens
from store.commits import carry_out
from store.games import NoSuchGame, Rematched, now_ms
from store.script import Origin
from workers import queues

bp = Blueprint("rematch", __name__)

_ID = {"game_id": "$response.body#/id"}
_ROLE, _SALT = "seat", b"rematch"


class _Comer(NamedTuple):
    """The caller: who it is in the old game, the token it sent, and the mark of its reservation.

    Without a reservation ``kept`` is empty, and the caller's token works in the rematch too.
    """

    caller: Caller
    token: str
    kept: bytes

    def token_in(self, game_id: str) -> str:
        """Return the caller's token in a rematch; it follows from the token that was sent."""
        if not self.kept:
            return self.token
        return tokens.derived_token(game_id, self.token, _SALT, _ROLE)


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/rematch",
    {
        200: ApiResponse(
            "The rematch that there is, and the caller's token.",
            game_shapes.NewGameAnswer,
            headers=("ETag", "Location"),
            links={"get_game": _ID},
        ),
        201: ApiResponse(
            "The new game, and the caller's token.",
            game_shapes.NewGameAnswer,
            headers=("ETag", "Location"),
            links={"get_game": _ID},
        ),
    },
    problems=(*(set(CREATING) - {"idempotency-key-reused"}), require_over, come),
    body=shapes.NewRematch,
    body_required=False,
)
def rematch(game_id: str, body: dict[str, Any]) -> Response:
    """Play a finished game again with the same people, or come to its rematch.

    The host and each seat may ask. The first request creates the game, with the newest version of
    the rules and the same options, clock, undo policy, visibility, invite code and host. Later
    requests return the same game, so a repeated request is safe. After a cancelled rematch, the
    next request creates another one. With `ACCOUNTS=keys`, creating requires an app key.

    Bots and accounts sit at once. The seat of a player without an account is `reserved` until the
    player sends this request with the token of the old seat. The answer has the token of the new
    seat in `tokens.seats`, and its number in `you`. Remote bots and the host keep their tokens.
    """
    match, comer = _enter(game_id)
    require_over(match)
    while True:
        there = _there(match)
        if there is not None:
            return _answer(_welcome(there, comer), comer, 200)
        made = _create(match, comer, body["order"])
        if made is not None:
            return _answer(made, comer, 201)
        match = load(db(), game_id)


def _enter(game_id: str) -> tuple[Match, _Comer]:
    """Return the finished game and the caller.

    :raises Problem: as ``enter_with_part``.
    """
    match, caller = enter_with_part(game_id)
    chair = None if caller.seat is None or caller.account else match.chairs[caller.seat]
    kept = b"" if chair is None or chair.hook else reserved_for(chair.token)
    return match, _Comer(caller, requests.bearer() or "", kept)


def _there(match: Match) -> Match | None:
    """Return the rematch of a game, unless it was cancelled or has expired."""
    if not match.rematch:
        return None
    try:
        found = db().games.load(match.rematch)
    except NoSuchGame:
        return None
    return None if found.position.status == CANCELLED else found


def _welcome(there: Match, comer: _Comer) -> Match:
    """Return a rematch after the caller has come to the seat that was kept."""
    if not comer.kept:
        return there
    token = tokens.fingerprint(comer.token_in(there.id))
    wish = partial(come, kept=comer.kept, token=token)
    after = carry_out(db().games, there, wish).match
    queues.enqueue_due(db(), after)
    return after


def _create(match: Match, comer: _Comer, order: str) -> Match | None:
    """Create the rematch; return None if another request did so first, or the id is taken.

    :raises Problem: 401, 403 or 429, as for a new game.
    """
    owner, old = creator(), match.head
    new_id, seed = tokens.new_id(), secrets.token_bytes(32)
    accounts = db().accounts.in_use({chair.account for chair in match.chairs} - {""})
    chairs = chairs_again(db().hook_seats.renewed(match), order, seed, accounts)
    if comer.kept:
        chairs = seated(chairs, comer.kept, tokens.fingerprint(comer.token_in(new_id)))
    head = Head(
        games.find(old.title).id,
        old.options,
        seed,
        "",
        now_ms(),
        old.undo,
        old.visibility,
        old.host if _honours_host(match) else b"",
        old.invite,
        name=old.name,
        account=old.account,
        clock=old.clock,
        rematch_of=match.id,
        talk=db().talk.policy(match),
    )
    kept = match.life.kept or (owner is not None and owner.is_key)
    made = expiry.begun(set_up(new_id, head, chairs), kept=kept)
    try:
        origin = Origin(keys.game(match.id), match.rematch)
        return made if keep(owner, made, origin=origin) else None
    except Rematched:
        return None


def _honours_host(match: Match) -> bool:
    """Return whether the host's token still works; the account may have been recovered."""
    by, made = match.head.account, match.head.created
    return not by or db().accounts.honours(by, made)


def _answer(match: Match, comer: _Comer, status: int) -> Response:
    """Return the rematch as the caller sees it, with the token that works there.

    :raises Problem: 403, another player has the seat by now.
    """
    token = comer.token_in(match.id)
    try:
        caller = identify(match, token)
    except Problem as problem:
        if problem.code != "unauthorized":
            raise
        raise Problem("forbidden", "seat-lost") from None
    told = game_view.game(match, caller.seat, requests.language(), db().lifetimes)
    shown = responses.encode(told)
    held: dict[str, Any] = {"seats": {}}
    if not caller.account and caller.seat is not None:
        held["seats"] = {str(caller.seat): token}
    elif not caller.account:
        held["host"] = token
    body = responses.extended(shown, {"tokens": held})
    place, tag = f"/v1/games/{match.id}", responses.etag(match.rev)
    return responses.blob(body, status, Location=place, ETag=tag)
