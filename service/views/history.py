"""History: the record, what was seen then, and the record to take away."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from records import recording
from schemas import history as shapes
from schemas import records
from service.edge import requests, responses
from service.edge.caller import Caller, enter
from service.edge.database import db
from service.edge.operation import Answer, operation
from service.presentation import documents
from service.presentation.problems import Problem, unauthorized
from store import shown, turns
from store.games import Stored
from store.moment import WAITING
from texts import phrases

bp = Blueprint("history", __name__)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/log",
    {
        200: Answer("A part of the record.", shapes.Log, headers=("ETag", "Link")),
        304: Answer("The caller has this already."),
    },
    query=shapes.LogQuery,
    headers=("If-None-Match",),
)
def get_log(game_id: str, query: dict[str, Any]) -> Response:
    """Read the record, oldest entry first.

    Retracted turns stay in it, marked. A step that the caller may not see is null; after the end
    everything is shown.
    """
    stored, caller = enter(game_id)
    tag = responses.etag(stored.rev)
    if requests.not_modified(str(stored.rev)):
        return responses.unchanged(tag)
    game = turns.rules_of(stored) if query["events"] else None
    say = phrases(game, requests.language()).event if game else None
    after, limit = min(query["after"], stored.rev), query["limit"]
    entries = shown.page(db(), stored, game, caller.seat, after, limit, say)
    following = after + limit if after + limit < stored.rev else None
    answer = responses.json({"rev": stored.rev, "entries": entries, "next": following}, ETag=tag)
    if following is not None:
        path = f"/v1/games/{game_id}/log?after={following}&limit={limit}"
        answer.headers["Link"] = f'<{path}&events={query["events"]}>; rel="next"'
    return answer


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/states/<int:rev>",
    {
        200: Answer("The game as it stood then.", shapes.PastState, headers=("ETag",)),
        304: Answer("The caller has this already."),
    },
    problems=("forbidden",),
    query=shapes.StateQuery,
    headers=("If-None-Match",),
)
def get_state(game_id: str, rev: int, query: dict[str, Any]) -> Response:
    """Look at the game as it stood at a revision.

    Through the caller's eyes, or with `as` through those of a seat: one's own while the game
    runs, anybody's (or `everything`) once it is over.
    """
    stored, caller = enter(game_id)
    seat, everything = _eyes(stored, caller, query.get("as_"))
    if rev > stored.rev:
        raise Problem("not-found", "revision", rev=rev, now=stored.rev)
    # More may be seen of a revision before the start once the game is over.
    tag = f"{rev}-over" if stored.over else str(rev)
    if requests.not_modified(tag):
        return responses.unchanged(f'"{tag}"')
    moment = db().games.moment(stored, rev)
    told = {
        "rev": rev,
        "status": moment.position.status,
        "round": moment.position.round,
        "view": responses.Raw(moment.view),
        "awaited": documents.awaited(moment.position),
        "result": documents.result(moment.position.result),
    }
    if seat is not None and (moment.position.status != WAITING or stored.over):
        told["own"] = documents.own(moment, seat)
    if everything:
        told["everything"] = documents.everything(turns.rules_of(stored), moment)
    return responses.json(told, ETag=f'"{tag}"')


def _eyes(stored: Stored, caller: Caller, wanted: str | None) -> tuple[int | None, bool]:
    """The seat to look as, and whether everything may be seen.

    :raises Problem: 403, or 404 for a seat that is not there.
    """
    if wanted is None:
        return caller.seat, False
    if wanted == "everything":
        if not stored.over:
            raise Problem("forbidden", "still-running")
        return caller.seat, True
    seat = int(wanted)
    if seat >= len(stored.seats):
        raise Problem("not-found", "seat", seat=seat)
    if seat != caller.seat and not stored.over:
        if caller.seat is None and not caller.host:
            raise unauthorized("no-token")
        raise Problem("forbidden", "own-eyes")
    return seat, False


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/export",
    {
        200: Answer(
            "The record; as text where Accept prefers text/plain.",
            records.Record,
            headers=("ETag",),
            media=("application/json", "text/plain"),
        ),
        304: Answer("The caller has this already."),
    },
    headers=("If-None-Match",),
)
def export(game_id: str) -> Response:
    """Take the record away, as versioned JSON or as readable text.

    While the game runs it holds what the caller may see. After the end it is complete, with the
    seed and every draw: it can be checked without this service (`examples/check_draws.py`), and
    imported by any. The text says all that the JSON does but the draws.
    """
    stored, caller = enter(game_id)
    tag = responses.etag(stored.rev)
    if requests.not_modified(str(stored.rev)):
        return responses.unchanged(tag)
    form = request.accept_mimetypes.best_match(
        ("application/json", "text/plain"), "application/json"
    )
    entries = db().games.entries(stored)
    if form == "text/plain":
        text = recording.as_text(stored, entries, caller.seat)
        return Response(text, content_type="text/plain; charset=utf-8", headers={"ETag": tag})
    draws = recording.draws_of(stored, entries) if stored.over else None
    return responses.json(recording.as_json(stored, entries, caller.seat, draws), ETag=tag)
