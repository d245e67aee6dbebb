"""History: the log, past states and exports."""

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
from service.edge.context import db
from service.edge.operation import ApiResponse, operation
from service.presentation import game_view
from service.presentation.entries import entries
from service.presentation.problems import Problem, unauthorized

bp = Blueprint("history", __name__)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/log",
    {
        200: ApiResponse("A part of the record.", shapes.Log, headers=("ETag", "Link")),
        304: ApiResponse("The caller has the current version."),
    },
    query=shapes.LogQuery,
    headers=("If-None-Match",),
)
def get_log(game_id: str, query: dict[str, Any]) -> Response:
    """Return the record, oldest entry first.

    Retracted turns remain, marked. A step that the caller may not see is null. After the end
    everything is visible.
    """
    match, caller = enter(game_id)
    tag = responses.etag(match.rev)
    if requests.not_modified(str(match.rev)):
        return responses.unchanged(tag)
    after, limit, spoken = min(query["after"], match.rev), query["limit"], requests.language()
    shown = entries(db().games, match, caller.seat, spoken, after, limit, bool(query["events"]))
    following = after + limit if after + limit < match.rev else None
    answer = responses.json({"rev": match.rev, "entries": shown, "next": following}, ETag=tag)
    if following is not None:
        path = f"/v1/games/{game_id}/log"
        answer.headers["Link"] = requests.next_page(path, after=following, limit=limit)
    return answer


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/states/<int:rev>",
    {
        200: ApiResponse("The game at that revision.", shapes.PastState, headers=("ETag",)),
        304: ApiResponse("The caller has the current version."),
    },
    problems=("forbidden",),
    query=shapes.StateQuery,
    headers=("If-None-Match",),
)
def get_state(game_id: str, rev: int, query: dict[str, Any]) -> Response:
    """Return the game at a revision.

    The caller sees the view of the token's seat. `as` selects another view: the own seat while the
    game runs; any seat, or `everything`, after its end.
    """
    match, caller = enter(game_id)
    seat, everything = _eyes(match, caller, query.get("as_"))
    if rev > match.rev:
        raise Problem("not-found", "revision", rev=rev, now=match.rev)
    # After the end, more is visible of a revision before the start.
    tag = f"{rev}-over" if match.over else str(rev)
    if requests.not_modified(tag):
        return responses.unchanged(f'"{tag}"')
    snapshot = db().games.snapshot(match, rev)
    told = {
        "rev": rev,
        "status": snapshot.position.status,
        "round": snapshot.position.round,
        "view": responses.Raw(snapshot.view),
        "awaited": game_view.awaited(snapshot.position),
        "result": game_view.result(snapshot.position.result),
    }
    if seat is not None and (snapshot.position.status != WAITING or match.over):
        told["own"] = game_view.own(snapshot, seat)
    if everything:
        told["everything"] = game_view.everything(title_of(match), snapshot)
    return responses.json(told, ETag=f'"{tag}"')


def _eyes(match: Match, caller: Caller, wanted: str | None) -> tuple[int | None, bool]:
    """Return the seat of the view, and whether everything is visible.

    :raises Problem: 403, or 404 for an unknown seat.
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
        200: ApiResponse(
            "The record; as text if Accept prefers text/plain.",
            records.Record,
            headers=("ETag",),
            media=("application/json", "text/plain"),
        ),
        304: ApiResponse("The caller has the current version."),
    },
    headers=("If-None-Match",),
)
def export(game_id: str) -> Response:
    """Export the record, as JSON or as text.

    While the game runs, the export has what the caller may see. After the end it is complete, with
    the seed and every draw. It can then be verified without this service
    (`examples/check_draws.py`) and imported. The text has everything except the draws.
    """
    match, caller = enter(game_id)
    tag = responses.etag(match.rev)
    if requests.not_modified(str(match.rev)):
        return responses.unchanged(tag)
    form = request.accept_mimetypes.best_match(
        ("application/json", "text/plain"), "application/json"
    )
    record = db().games.entries(match)
    if form == "text/plain":
        text = text_form.write(json_form.as_json(match, record, caller.seat, everything=match.over))
        return Response(text, content_type="text/plain; charset=utf-8", headers={"ETag": tag})
    draws = json_form.draws_of(match, record) if match.over else None
    return responses.json(json_form.as_json(match, record, caller.seat, draws), ETag=tag)
