"""Undo: requests, consent and jobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response

from engine.table import Table
from match import undo
from match.entries import Entry
from match.match import Change, Match
from match.tables import title_of
from match.undo_requests import RequestState
from match.words import (
    AGREED,
    RETRACTED,
)
from schemas import jobs as shapes
from schemas import turns as turn_shapes
from service.edge import places, requests, responses
from service.edge.caller import enter, enter_as_seat
from service.edge.context import db
from service.edge.operation import ApiResponse, operation
from service.presentation import game_view
from service.presentation.choices import choices, phrases_of
from service.views import jobs
from store.commits import carry_out
from store.jobs import UNDO, Job
from store.words import DONE, FAILED, UNDOS
from workers import queues
from workers.undo import start_if_agreed

bp = Blueprint("undo", __name__)

_REQUEST = {
    "game_id": "$request.path.game_id",
    "request_id": "$response.body#/request/id",
}
_ACCEPTED = ApiResponse(
    "The job of the undo, or the `request` for the other players' consent.",
    shapes.UndoAccepted,
    headers=("Location",),
    links={"get_undo": _REQUEST, "answer_undo": _REQUEST, "withdraw_undo": _REQUEST},
)


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/undo",
    {
        200: ApiResponse(
            "The undo, done within `Prefer: wait=N`.",
            turn_shapes.AfterTurn,
            headers=("ETag", "Preference-Applied"),
        ),
        202: _ACCEPTED,
    },
    problems=("revision-required", enter_as_seat, undo.plan),
    body=shapes.UndoBody,
    body_required=False,
    headers=("If-Match", "Prefer"),
    counted=UNDOS,
)
def request_undo(game_id: str, body: dict[str, Any]) -> Response:
    """Undo turns, or ask the other players for it.

    A seat may undo its own last turns if no other seat has acted and nothing was drawn or revealed
    since. Otherwise the game's policy decides: `none`, `consent` or `free`. With `consent`, all
    other players must agree, also those for whom a bot plays until they return. Bots agree. A
    request expires after a day. It is withdrawn when its seat changes hands.
    """
    match, seat = enter_as_seat(game_id)
    known, wanted = requests.if_match(match) or 0, body["back_to"]

    def wish(now: Match, at: int) -> Change | None:
        entries = db().games.entries(now)
        if undo.find_repeated(entries, seat, known, wanted) is not None:
            return None
        plan = undo.plan(now, entries, seat, known, wanted)
        return undo.ask(now, at, seat, plan.back_to) if plan.consent else None

    after, asked = carry_out(db().games, match, wish, actor=seat)
    if asked is not None:
        return _asked(after, game_view.undo_request(after))
    entries = db().games.entries(after)
    index = undo.find_repeated(entries, seat, known, wanted)
    if index is not None:
        return _repeated(after, entries, seat, index)
    return _start(after, seat, undo.plan(after, entries, seat, known, wanted).back_to)


def _repeated(match: Match, entries: Sequence[Entry], seat: int, index: int) -> Response:
    """Return the answer to this very request, which became an entry before."""
    if entries[index].kind == RETRACTED:
        return _done(match, seat, index + 1)
    told = _shown(match, undo.state_of(match, entries, index + 1))
    return _asked(match, {n: v for n, v in told.items() if n not in ("state", "job")})


def _asked(match: Match, request: dict[str, Any] | None) -> Response:
    place = f"/v1/games/{match.id}/undo/{request['id']}" if request else ""
    tag = responses.etag(match.rev)
    return responses.json({"job": None, "request": request}, 202, Location=place, ETag=tag)


def _start(match: Match, seat: int, back_to: int) -> Response:
    """Enqueue the undo, and wait as long as the caller wants."""
    job = places.awaited(_job(match, seat, back_to))
    if job.state == FAILED:
        raise jobs.problem(job)
    if job.state != DONE:
        told = {"job": jobs.job_document(job), "request": None}
        return responses.json(told, 202, Location=f"/v1/jobs/{job.id}")
    rev = int(responses.decode(db().jobs.result(job.id))["rev"])
    return _done(db().games.load(match.id), seat, rev)


def _job(match: Match, seat: int, back_to: int) -> Job:
    """Enqueue an undo that needs no consent."""
    args = {"seat": seat, "back_to": back_to, "asked_at": match.rev}
    job = db().jobs.create(UNDO, match.id, args, seat)
    queues.enqueue_job(db(), job)
    return job


def _done(match: Match, seat: int, rev: int) -> Response:
    """Return the game after a retraction; the answer is always the same."""
    snapshot = db().games.snapshot(match, rev)
    table = Table.load(title_of(match), snapshot.state)
    say = phrases_of(match, requests.language())
    asked = choices(table, seat, say) if snapshot.position.question(seat) else None
    told = game_view.after(snapshot, seat, [], asked)
    answer = responses.json(told, ETag=responses.etag(rev))
    if requests.preference().wait:
        answer.headers["Preference-Applied"] = f"wait={requests.preference().wait:g}"
    return answer


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/undo/<int:request_id>",
    {200: ApiResponse("The request and its state.", shapes.UndoShown)},
)
def get_undo(game_id: str, request_id: int) -> Response:
    """Return an undo request.

    The answer has the seats that agreed, the seats that must still answer, and the outcome.
    """
    match, _ = enter(game_id)
    return responses.json(_shown(match, _state_of(match, request_id)))


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/undo/<int:request_id>/answers",
    {200: ApiResponse("The request after the answer.", shapes.UndoShown, headers=("ETag",))},
    problems=(enter_as_seat, undo.answer),
    body=shapes.AnswerBody,
    headers=("Prefer",),
    counted=UNDOS,
)
def answer_undo(game_id: str, request_id: int, body: dict[str, Any]) -> Response:
    """Agree to an undo request, or decline it.

    When all other players have agreed, a worker undoes the turns. The request lapses if a player
    plays on, and expires after a day. A player for whom a bot plays may answer too. Repeating an
    answer is idempotent.
    """
    match, seat = enter_as_seat(game_id)

    def wish(now: Match, at: int) -> Change | None:
        return undo.answer(now, at, _state_of(now, request_id), seat, body["agree"])

    match = carry_out(db().games, match, wish, actor=seat).match
    asked, job = _state_of(match, request_id), None
    if asked.state == AGREED:
        job = start_if_agreed(db(), match)
    if job and requests.preference().wait:
        job = places.awaited(job)
        match = db().games.load(match.id)
        asked = _state_of(match, request_id)
    told = _shown(match, asked) | {"job": jobs.job_document(job) if job else None}
    return responses.json(told, ETag=responses.etag(match.rev))


@operation(
    bp,
    "DELETE",
    "/v1/games/<game_id>/undo/<int:request_id>",
    {200: ApiResponse("The withdrawn request.", shapes.UndoShown, headers=("ETag",))},
    problems=(enter_as_seat, undo.withdraw),
)
def withdraw_undo(game_id: str, request_id: int) -> Response:
    """Withdraw your own undo request.

    Nothing is undone. A settled request does not change.
    """
    match, seat = enter_as_seat(game_id)

    def wish(now: Match, at: int) -> Change | None:
        return undo.withdraw(now, at, _state_of(now, request_id), seat)

    match = carry_out(db().games, match, wish, actor=seat).match
    return responses.json(
        _shown(match, _state_of(match, request_id)), ETag=responses.etag(match.rev)
    )


def _state_of(match: Match, request_id: int) -> RequestState:
    return undo.state_of(match, db().games.entries(match), request_id)


def _shown(match: Match, asked: RequestState) -> dict[str, Any]:
    """Return an undo request as clients see it."""
    return asdict(asked) | {"expires": game_view.expires(match, asked.id), "job": None}
