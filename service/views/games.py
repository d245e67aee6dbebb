"""Games: create, list and view."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from engine.title import Title
from schemas import games as shapes
from schemas.listing import GamesQuery
from service.edge import requests, responses
from service.edge.caller import enter_to_see
from service.edge.context import db
from service.edge.idempotency import idempotent
from service.edge.operation import ApiResponse, operation
from service.presentation import game_view
from service.presentation.problems import invalid
from service.views import listing
from service.views.creation import CREATING, clock_faults, create, fresh, title_named, wish_faults

bp = Blueprint("games", __name__)

_ID = {"game_id": "$response.body#/id"}
_REV = {"If-Match": "$response.header.ETag"}
_GAME = {"game_id": "$request.path.game_id"}
_REQUEST = {**_GAME, "request_id": "$response.body#/undo_request/id"}
_NEXT: dict[str, dict[str, Any]] = {
    "post_turn": {**_GAME, **_REV},
    "preview": _GAME,
    "legal": {**_GAME, "after": "$response.body#/choices/options/0/step"},
    "answer_undo": _REQUEST,
    "withdraw_undo": _REQUEST,
}


@operation(
    bp,
    "POST",
    "/v1/games",
    {
        201: ApiResponse(
            "The game and its tokens.",
            shapes.NewGameAnswer,
            headers=("ETag", "Location"),
            links={
                "get_game": _ID,
                "legal": _ID,
                "preview": _ID,
                "post_turn": {**_ID, **_REV},
                "get_log": _ID,
                "join": _ID,
                "request_undo": {**_ID, **_REV},
                "get_fairness": _ID,
                "export": _ID,
                "start_replay": _ID,
            },
        )
    },
    problems=CREATING,
    body=shapes.NewGame,
    headers=("Idempotency-Key",),
)
def create_game(body: dict[str, Any]) -> Response:
    """Create a game.

    It starts at once if no seat is `open`, otherwise when the last seat is taken. The service shows
    the tokens once. With an account token, the account is the host. It also plays the seat named
    `me`.
    """
    title = _title(body)
    the_request = idempotent("/v1/games", body)
    return create(the_request, lambda: fresh(title, body["options"], body, the_request))


def _title(body: dict[str, Any]) -> Title:
    """Return the requested title after checking the options and seats."""
    title = title_named(body["ruleset"])
    faults = wish_faults(title, body["seats"], body["options"]) + clock_faults(body["clock"])
    if faults:
        raise invalid(faults)
    return title


@operation(
    bp,
    "GET",
    "/v1/games",
    {
        200: ApiResponse(
            "A page of games in the wanted order.",
            shapes.GameList,
            headers=("Link",),
            links={"get_game": {"game_id": "$response.body#/games/0/id"}},
        )
    },
    problems=("unauthorized",),
    query=GamesQuery,
)
def list_games(query: dict[str, Any]) -> Response:
    """List public games, or with `mine=1` those of the caller.

    `player` names a player. `since` and `until` limit the time by which `sort` orders. `next` and
    the header Link lead to the next page. Pages stay stable while games are added. A page may be
    shorter than `limit` and still have a next page.
    """
    found = listing.find(query)
    answer = responses.json(
        {
            "games": [game_view.summary(each, db().lifetimes) for each in found.games],
            "next": found.next,
        }
    )
    if found.next is not None:
        answer.headers["Link"] = requests.next_page("/v1/games", cursor=found.next)
    return answer


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>",
    {
        200: ApiResponse(
            "The game as the caller may see it.", shapes.Game, headers=("ETag",), links=_NEXT
        ),
        304: ApiResponse("The caller has the current revision."),
    },
    problems=(enter_to_see,),
    query=shapes.GameQuery,
    headers=("If-None-Match",),
)
def get_game(game_id: str, query: dict[str, Any]) -> Response:
    """Return a game: its view, the seats to move, and the caller's choices.

    With a seat's token, the answer also has the seat's hidden part and its options. An account that
    holds several seats sees the lowest of them, or the one in `as`. The ETag is the revision for
    If-Match.
    """
    match, caller = enter_to_see(game_id, query.get("as_"))
    tag = requests.spoken(str(match.rev))
    # A rematch is agreed after the last revision.
    if not match.rematch and requests.not_modified(tag):
        return responses.unchanged(f'"{tag}"')
    shown = game_view.game(match, caller.seat, requests.language(), db().lifetimes)
    return responses.json(shown, ETag=f'"{tag}"')
