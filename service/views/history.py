"""History: the record, what was seen then, and the record to take away."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from match.match import Match
from match.tables import title_of
from match.words import WAITING
from records import json_form, text_form
from schemas import history as shapes
from schemas import records
from service.edge import requests, responses
from service.edge.caller import Caller, enter
from service.edge.database import db
from service.edge.operation import Answer, operation
from service.presentation import documents
from service.presentation.choices import phrases_of
from service.presentation.problems import Problem, unauthorized
from store.history import log_page

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
    match, caller = enter(game_id)
    tag = responses.etag(match.rev)
    if requests.not_modified(str(match.rev)):
        return responses.unchanged(tag)
    game = title_of(match) if query["events"] else None
    say = phrases_of(match, requests.language()).event if game else None
    after, limit = min(query["after"], match.rev), query["limit"]
    entries = log_page(db().games, match, game, caller.seat, after, limit, say)
    following = after + limit if after + limit < match.rev else None
    answer = responses.json({"rev": match.rev, "entries": entries, "next": following}, ETag=tag)
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
    match, caller = enter(game_id)
    seat, everything = _eyes(match, caller, query.get("as_"))
    if rev > match.rev:
        raise Problem("not-found", "revision", rev=rev, now=match.rev)
    # More may be seen of a revision before the start once the game is over.
    tag = f"{rev}-over" if match.over else str(rev)
    if requests.not_modified(tag):
        return responses.unchanged(f'"{tag}"')
    snapshot = db().games.snapshot(match, rev)
    told = {
        "rev": rev,
        "status": snapshot.position.status,
        "round": snapshot.position.round,
        "view": responses.Raw(snapshot.view),
        "awaited": documents.awaited(snapshot.position),
        "result": documents.result(snapshot.position.result),
    }
    if seat is not None and (snapshot.position.status != WAITING or match.over):
        told["own"] = documents.own(snapshot, seat)
    if everything:
        told["everything"] = documents.everything(title_of(match), snapshot)
    return responses.json(told, ETag=f'"{tag}"')


def _eyes(match: Match, caller: Caller, wanted: str | None) -> tuple[int | None, bool]:
    """The seat to look as, and whether everything may be seen.

    :raises Problem: 403, or 404 for a seat that is not there.
    """
    if wanted is None:
        return caller.seat, False
    if wanted == "everything":
        if not match.over:
            raise Problem("forbidden", "still-running")
        return caller.seat, True
    seat = int(wanted)
    if seat >= len(match.chairs):
        raise Problem("not-found", "seat", seat=seat)
    if seat != caller.seat and not match.over:
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
    match, caller = enter(game_id)
    tag = responses.etag(match.rev)
    if requests.not_modified(str(match.rev)):
        return responses.unchanged(tag)
    form = request.accept_mimetypes.best_match(
        ("application/json", "text/plain"), "application/json"
    )
    entries = db().games.entries(match)
    if form == "text/plain":
        text = text_form.write(
            json_form.as_json(match, entries, caller.seat, everything=match.over)
        )
        return Response(text, content_type="text/plain; charset=utf-8", headers={"ETag": tag})
    draws = json_form.draws_of(match, entries) if match.over else None
    return responses.json(json_form.as_json(match, entries, caller.seat, draws), ETag=tag)
