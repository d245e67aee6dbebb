"""History: the log, past states and exports."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from engine.table import Table
from match.match import Match
from match.position import between_steps
from match.snapshot import Snapshot, capture
from match.tables import title_of
from match.visibility import sees_all_steps
from match.words import RUNNING, WAITING
from records import json_form, text_form
from schemas import history as shapes
from schemas import records
from service.edge import requests, responses
from service.edge.caller import enter, enter_to_see, eyes
from service.edge.context import db
from service.edge.operation import ApiResponse, operation
from service.presentation import game_view
from service.presentation.choices import phrases_of
from service.presentation.detail import Detail, questions
from service.presentation.entries import entries
from service.presentation.problems import Problem, no_revision

bp = Blueprint("history", __name__)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/log",
    {
        200: ApiResponse("A part of the record.", shapes.Log, headers=("ETag", "Link")),
        304: ApiResponse("The caller has the current version."),
    },
    problems=(enter_to_see,),
    query=shapes.LogQuery,
    headers=("If-None-Match",),
)
def get_log(game_id: str, query: dict[str, Any]) -> Response:
    """Return the record, oldest entry first.

    Retracted turns remain, marked. A step that the caller may not see is null. After the end
    everything is visible.
    """
    match, caller = enter_to_see(game_id, query.get("as_"))
    tag = requests.spoken(str(match.rev))
    if requests.not_modified(tag):
        return responses.unchanged(f'"{tag}"')
    events, between = bool(query["events"]), (bool(query["views"]), bool(query["choices"]))
    detail = Detail(events, *between, sentences=events)
    after, limit = min(query["after"], match.rev), query["limit"]
    if any(between):
        limit = min(limit, shapes.MOST_DETAILED)
    shown = entries(db().games, match, caller.seat, requests.language(), after, limit, detail)
    following = after + limit if after + limit < match.rev else None
    comment = match.head.comment or None
    told = {"rev": match.rev, "comment": comment, "entries": shown, "next": following}
    answer = responses.json(told, ETag=f'"{tag}"')
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
    costly=True,
)
def get_state(game_id: str, rev: int, query: dict[str, Any]) -> Response:
    """Return the game at a revision, or between two steps of the turn that follows it.

    The caller sees the view of the token's seat. `as` selects another view: the own seat while the
    game runs; any seat, or `everything`, after its end. A turn with a step that the caller may not
    see has no states between its steps.
    """
    match, caller = enter(game_id)
    seat, everything = eyes(match, caller, query.get("as_"))
    if rev > match.rev:
        raise no_revision(rev, match.rev, match.over)
    # After the end, more is visible of a revision before the start.
    tag = f"{rev}-over" if match.over else str(rev)
    if query["choices"]:
        tag = requests.spoken(tag)
    if requests.not_modified(tag):
        return responses.unchanged(f'"{tag}"')
    snapshot, steps = db().games.snapshot(match, rev), query.get("step")
    if steps is not None:
        snapshot = _between(match, snapshot, seat, steps)
    told = {
        "rev": rev,
        **game_view.outline(snapshot.position),
        "view": responses.Raw(snapshot.view),
    }
    if seat is not None and (snapshot.position.status != WAITING or match.over):
        told["own"] = game_view.own(snapshot, seat)
    if everything:
        told["everything"] = game_view.everything(title_of(match), snapshot.state)
    if steps is not None:
        told["step"] = steps
    if query["choices"]:
        told["choices"] = _questions(match, snapshot, seat)
    return responses.json(told, ETag=f'"{tag}"')


def _questions(match: Match, snapshot: Snapshot, viewer: int | None) -> list[dict[str, Any]]:
    """Return the questions that were open in a state, as far as the viewer may see them."""
    if snapshot.position.status != RUNNING:
        return []
    table = Table.load(title_of(match), snapshot.state)
    return questions(match, table, viewer, phrases_of(match, requests.language()))


def _between(match: Match, snapshot: Snapshot, viewer: int | None, steps: int) -> Snapshot:
    """Return the snapshot after some steps of the turn that follows a revision.

    :raises Problem: 404, there is no such step; 403, the viewer may not see every step.
    """
    rev = snapshot.rev
    entries = db().games.entries(match, rev, rev + 1)
    lines = entries[0].lines if entries else []
    if steps > len(lines):
        raise Problem("not-found", "step", rev=rev, step=steps, now=len(lines))
    if not steps:
        return snapshot
    if not sees_all_steps(match, rev, entries[0], viewer):
        raise Problem("forbidden", "hidden-steps", rev=rev)
    if steps == len(lines):
        return db().games.snapshot(match, rev + 1)
    table = Table.load(title_of(match), snapshot.state)
    table.replay(lines[:steps])
    position = between_steps(snapshot.position, table, entries[0], rev + 1)
    return capture(table, rev, position)


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
    problems=(enter_to_see,),
    query=shapes.ExportQuery,
    headers=("If-None-Match",),
    costly=True,
)
def export(game_id: str, query: dict[str, Any]) -> Response:
    """Export the record, as JSON or as text.

    While the game runs, the export has what the caller may see. After the end it is complete, with
    the seed and every draw. It can then be verified without this service
    (`examples/check_draws.py`) and imported. The text has everything except the draws.
    """
    match, caller = enter_to_see(game_id, query.get("as_"))
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
