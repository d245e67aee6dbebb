"""Drafts: a seat's unfinished turn, on all its devices."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from match.match import Match
from match.requirements import require_fresh
from match.turns import try_steps
from match.visibility import iso
from schemas import turns as shapes
from service.edge import requests, responses
from service.edge.caller import enter_as_seat
from service.edge.context import db
from service.edge.operation import ApiResponse, operation
from service.presentation.problems import Problem
from store.drafts import Draft, Kept, holder
from store.games import now_ms

bp = Blueprint("drafts", __name__)

_HEADERS = ("If-Match (draft)", "If-None-Match (draft)")


@operation(
    bp,
    "PUT",
    "/v1/games/<game_id>/draft",
    {
        200: ApiResponse("The saved draft.", shapes.Draft, ("ETag",)),
        201: ApiResponse("The draft.", shapes.Draft, ("ETag",)),
    },
    problems=("draft-changed", enter_as_seat, require_fresh, try_steps),
    body=shapes.DraftBody,
    headers=_HEADERS,
)
def put_draft(game_id: str, body: dict[str, Any]) -> Response:
    """Save a draft of a turn.

    The steps are validated as in `preview`. They may be part of a turn or all of it. Other seats
    cannot see a draft. A draft expires after 14 days. It is also deleted when its question closes
    or the seat changes hands.

    To protect the drafts of other devices, send a condition. `If-Match` with the draft's ETag
    replaces only that draft. `If-None-Match: *` saves only if there is none.
    """
    match, seat = enter_as_seat(game_id)
    steps = body["steps"]
    require_fresh(match, seat, body["rev"])
    _, turn = try_steps(match, seat, steps)
    known, over = _expected(match, seat)
    now = now_ms()
    draft = Draft(body["rev"], tuple(steps), turn.complete, now, holder(match, seat))
    kept = db().drafts.save(match, seat, draft, over)
    if kept is None:
        raise _changed(db().drafts.load(match, seat))
    return _answer(kept, 200 if known.draft else 201)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/draft",
    {
        200: ApiResponse("The draft.", shapes.Draft, ("ETag",)),
        304: ApiResponse("The caller has the current version."),
    },
    problems=(enter_as_seat,),
    headers=("If-None-Match",),
)
def get_draft(game_id: str) -> Response:
    """Return the seat's draft.

    The answer is 404 if there is none for the current question.
    """
    match, seat = enter_as_seat(game_id)
    kept = db().drafts.load(match, seat)
    if kept.tag is None:
        raise Problem("not-found", "draft", seat=seat)
    if requests.not_modified(kept.tag):
        return responses.unchanged(f'"{kept.tag}"')
    return _answer(kept, 200)


@operation(
    bp,
    "DELETE",
    "/v1/games/<game_id>/draft",
    {204: ApiResponse("There is no draft.")},
    problems=("draft-changed", enter_as_seat),
    headers=("If-Match (draft)",),
)
def delete_draft(game_id: str) -> Response:
    """Delete the draft.

    Without a draft, nothing happens. With `If-Match`, only the draft with that ETag is deleted.
    """
    match, seat = enter_as_seat(game_id)
    _, over = _expected(match, seat)
    if not db().drafts.drop(match, seat, over):
        raise _changed(db().drafts.load(match, seat))
    return Response(status=204)


def _expected(match: Match, seat: int) -> tuple[Kept, Kept | None]:
    """Return the current draft, and the one to replace, or None without a condition.

    :raises Problem: 412, it is not the draft that the caller knows; 422, it is not a tag.
    """
    kept = db().drafts.load(match, seat)
    if (wanted := requests.draft_if_match()) is not None:
        same = kept.tag is not None and wanted in ("*", kept.tag)
    elif request.headers.get("If-None-Match") is not None:
        same = kept.tag is None or not request.if_none_match.contains_weak(kept.tag)
    else:
        return kept, None
    if not same:
        raise _changed(kept)
    return kept, kept


def _changed(kept: Kept) -> Problem:
    """Another device has changed the draft meanwhile."""
    tag = "none" if kept.tag is None else f'"{kept.tag}"'
    headers = {} if kept.tag is None else {"ETag": tag}
    extra = {"draft": None if kept.draft is None else _document(kept.draft)}
    return Problem("draft-changed", extra=extra, headers=headers, etag=tag)


def _document(draft: Draft) -> dict[str, Any]:
    return {
        "rev": draft.rev,
        "steps": draft.steps,
        "complete": draft.complete,
        "saved": iso(draft.at),
    }


def _answer(kept: Kept, status: int) -> Response:
    assert kept.draft is not None
    return responses.json(_document(kept.draft), status, ETag=f'"{kept.tag}"')
