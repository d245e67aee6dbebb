"""Games: create, list, look at one."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request

import games
from engine.game import Game as Title
from schemas import games as shapes
from service import documents, reading, replying
from service.caller import enter, identify, load
from service.creation import CREATING, create, fresh, seat_faults
from service.database import db
from service.once import once
from service.operation import Answer, operation
from service.problems import Problem, invalid, unauthorized
from store import tokens
from store.games import Stored
from store.listing import Mark
from store.moment import STATUSES

bp = Blueprint("games", __name__)

_ID = {"game_id": "$response.body#/id"}
_REV = {"If-Match": "$response.header.ETag"}
_GAME = {"game_id": "$request.path.game_id"}
_FIRST = "$response.body#/choices/options/0/step"
_REQUEST = {**_GAME, "request_id": "$response.body#/undo_request/id"}
_NEXT: dict[str, dict[str, Any]] = {
    "post_turn": {**_GAME, **_REV, "body": {"steps": [_FIRST]}},
    "preview": {**_GAME, "body": {"rev": "$response.body#/rev", "steps": [_FIRST]}},
    "legal": {**_GAME, "after": _FIRST},
    "answer_undo": _REQUEST,
    "withdraw_undo": _REQUEST,
}


@operation(
    bp,
    "POST",
    "/v1/games",
    {
        201: Answer(
            "The game, and the tokens that act for it.",
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

    It starts at once when no seat is `open`, otherwise as soon as the last one is taken. The
    tokens in the answer are shown this once. With an account's token the game is the account's:
    that token manages its seats too, and acts for the seat that `me` puts it on.
    """
    title = _title(body)
    the_request = once("/v1/games", body)
    return create(the_request, lambda again: fresh(title, body["options"], body, again))


def _title(body: dict[str, Any]) -> Title:
    """The title asked for, with everything that depends on it checked."""
    try:
        title = games.find(body["ruleset"])
    except KeyError:
        known = ", ".join(each.id for each in games.all_games().values())
        raise invalid([("/ruleset", f"should be one of: {known}")]) from None
    faults = seat_faults(title, body["seats"])
    for place, option in enumerate(body["options"]):
        if option not in title.options:
            known = ", ".join(title.options) or "none"
            faults.append((f"/options/{place}", f"no such option; there are: {known}"))
        elif option in body["options"][:place]:
            faults.append((f"/options/{place}", "is given twice"))
    if faults:
        raise invalid(faults)
    return title


@operation(
    bp,
    "GET",
    "/v1/games",
    {
        200: Answer(
            "One page, newest first.",
            shapes.GameList,
            headers=("Link",),
            links={"get_game": {"game_id": "$response.body#/games/0/id"}},
        )
    },
    problems=("unauthorized",),
    query=shapes.GamesQuery,
)
def list_games(query: dict[str, Any]) -> Response:
    """List public games, or the game a token belongs to.

    Pages are linked by `next` and by the header Link; they stay stable while games come and go.
    """
    titles = [query["ruleset"]] if "ruleset" in query else list(games.all_games())
    if unknown := set(titles) - set(games.all_games()):
        known = ", ".join(games.all_games())
        text = f"there is no {', '.join(unknown)}; there are: {known}"
        raise invalid([("ruleset", text)], parameters=True)
    statuses = [query["status"]] if "status" in query else list(STATUSES)
    if query.get("mine"):
        mine = [each for each in _mine() if each.head.title in titles]
        shown = [documents.summary(each) for each in mine if each.position.status in statuses]
        return replying.json({"games": shown, "next": None})
    limit = query["limit"]
    marks = db().listing.page(statuses, titles, _place(query.get("cursor")), limit + 1)
    found = db().games.summaries([game_id for _, game_id in marks[:limit]])
    cursor = _cursor(marks[limit - 1]) if len(marks) > limit else None
    answer = replying.json({"games": [documents.summary(s) for s in found], "next": cursor})
    if cursor is not None:
        others = {k: v for k, v in request.args.items() if k != "cursor"}
        target = f"/v1/games?{urlencode({**others, 'cursor': cursor})}"
        answer.headers["Link"] = f'<{target}>; rel="next"'
    return answer


def _mine() -> list[Stored]:
    token = reading.bearer()
    if token is None:
        raise unauthorized("no-token")
    try:
        stored = load(db(), tokens.game_of(token))
    except Problem:
        raise unauthorized("unknown-token") from None
    identify(stored, token)
    return [stored]


def _cursor(mark: Mark) -> str:
    return urlsafe_b64encode(f"{mark[0]} {mark[1]}".encode()).decode().rstrip("=")


def _place(cursor: str | None) -> Mark | None:
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        created, _, game_id = urlsafe_b64decode(padded).decode("ascii").partition(" ")
        if not created.isdigit() or len(created) > 15:
            raise ValueError(created)
        return int(created), game_id
    except ValueError:
        text = "should be the `next` of another page"
        raise invalid([("cursor", text)], parameters=True) from None


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>",
    {
        200: Answer(
            "The game as the caller may see it.", shapes.Game, headers=("ETag",), links=_NEXT
        ),
        304: Answer("The caller has this revision already."),
    },
    headers=("If-None-Match",),
)
def get_game(game_id: str) -> Response:
    """Look at a game: the view, who is awaited, and the caller's own choices.

    With a seat's token also what only that seat sees, and the options it may choose from. The
    ETag is the revision, which If-Match of every write wants back.
    """
    stored, caller = enter(game_id)
    tag = replying.etag(stored.rev)
    if reading.not_modified(str(stored.rev)):
        return replying.unchanged(tag)
    return replying.json(documents.game(stored, caller), ETag=tag)
