"""Undo: requests, consent and jobs."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Blueprint, Response

from engine.table import Table
from match.entries import Entry
from match.match import Match
from match.tables import title_of
from match.words import (
    FREE,
    NONE,
    RETRACTED,
    RUNNING,
    SEAT,
    TURN,
    UNDO_ANSWERED,
    UNDO_REQUESTED,
    UNDO_WITHDRAWN,
)
from schemas import jobs as shapes
from schemas import turns as turn_shapes
from service.edge import requests, responses
from service.edge.caller import enter, enter_as_seat
from service.edge.database import db
from service.edge.operation import Answer, operation
from service.edge.preconditions import require_player, stale
from service.presentation import documents
from service.presentation.choices import choices, phrases_of
from service.presentation.problems import Problem, unavailable
from service.presentation.refusals import not_asked, paused
from service.views import jobs
from store import undo as rules
from store.games import Conflict
from store.jobs import DONE, FAILED, Job
from workers import queues
from workers.undo import start_if_agreed

bp = Blueprint("undo", __name__)

TRIES = 20
_REQUEST = {
    "game_id": "$request.path.game_id",
    "request_id": "$response.body#/request/id",
}
_ACCEPTED = Answer(
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
        200: Answer(
            "The undo, done within `Prefer: wait=N`.",
            turn_shapes.AfterTurn,
            headers=("ETag", "Preference-Applied"),
        ),
        202: _ACCEPTED,
    },
    problems=(
        "bot-plays",
        "forbidden",
        "game-over",
        "not-started",
        "paused",
        "resigned",
        "revision-required",
        "stale-revision",
        "undo-not-allowed",
    ),
    body=shapes.UndoBody,
    body_required=False,
    headers=("If-Match", "Prefer"),
)
def request_undo(game_id: str, body: dict[str, Any]) -> Response:
    """Undo turns, or ask the other players for it.

    A seat may undo its own last turns if no other seat has acted and nothing was drawn or revealed
    since. Otherwise the game's policy decides: `none`, `consent` (all other players must agree;
    bots do) or `free`. A request expires after a day. It is withdrawn when its seat changes hands.
    """
    match, seat = enter_as_seat(game_id)
    known = requests.if_match(match) or 0
    entries = db().games.entries(match)
    if done := _repeated(match, entries, seat, known, body["back_to"]):
        return done
    if match.position.status != RUNNING:
        raise not_asked(match, seat)
    require_player(match, seat)
    if match.paused:
        raise paused(match)
    if known > match.rev or any(e.kind in (TURN, RETRACTED) for e in entries[known:]):
        raise stale(match, known, seat)
    back_to = _target(match, entries, seat, body["back_to"])
    if _needs_consent(match, entries, seat, back_to):
        return _ask(match, seat, back_to, known, body["back_to"])
    return _start(match, seat, back_to)


def _target(match: Match, entries: list[Entry], seat: int, wanted: int | None) -> int:
    """Return the revision to restore.

    :raises Problem: 409, the seat has no turn to undo.
    """
    last = rules.last_turn(entries, seat)
    if last is None or (wanted is not None and wanted > last):
        raise _refused("nothing", match, wanted)
    return last if wanted is None else max(wanted, _start_of(match, entries))


def _start_of(match: Match, entries: list[Entry]) -> int:
    """Return the revision of the start, the earliest possible target."""
    return next((i + 1 for i, entry in enumerate(entries) if entry.starts), 0)


def _refused(reason: str, match: Match, back_to: int | None) -> Problem:
    extra = {"reason": reason, "policy": match.head.undo}
    shown = "?" if back_to is None else back_to
    return Problem("undo-not-allowed", reason, extra=extra, back_to=shown, policy=match.head.undo)


def _needs_consent(match: Match, entries: list[Entry], seat: int, back_to: int) -> bool:
    """Return whether other players must consent.

    :raises Problem: 409, the policy forbids it, or another request is open.
    """
    obstacle = rules.obstacle(entries, seat, back_to)
    if obstacle is None or match.head.undo == FREE:
        return False
    if match.head.undo == NONE:
        raise _refused(obstacle, match, back_to)
    if not rules.must_agree(match, seat):
        return False
    if match.position.request is not None:
        raise _refused("request", match, back_to)
    return True


def _ask(match: Match, seat: int, back_to: int, known: int, wanted: int | None) -> Response:
    """Commit the request; a duplicate may have been faster."""
    try:
        match = rules.request(db(), match, seat, back_to)
    except Conflict:
        match, seat = enter_as_seat(match.id)
        entries = db().games.entries(match)
        if done := _repeated(match, entries, seat, known, wanted):
            return done
        raise stale(match, match.rev - 1, seat) from None
    return _asked(match, documents.undo_request(match))


def _asked(match: Match, request: dict[str, Any] | None) -> Response:
    place = f"/v1/games/{match.id}/undo/{request['id']}" if request else ""
    tag = responses.etag(match.rev)
    return responses.json({"job": None, "request": request}, 202, Location=place, ETag=tag)


def _start(match: Match, seat: int, back_to: int) -> Response:
    """Enqueue the undo, and wait as long as the caller wants."""
    job = _job(match, seat, back_to)
    wait = requests.preference().wait
    if wait:
        job = db().jobs.wait(job, wait)
    if job.state == FAILED:
        raise jobs.problem(job)
    if job.state != DONE:
        told = {"job": jobs.shown(job), "request": None}
        return responses.json(told, 202, Location=f"/v1/jobs/{job.id}")
    rev = int(responses.decode(db().jobs.result(job.id))["rev"])
    return _done(db().games.load(match.id), seat, rev)


def _job(match: Match, seat: int, back_to: int) -> Job:
    """Enqueue an undo that needs no consent."""
    args = {"seat": seat, "back_to": back_to, "asked_at": match.rev}
    job = db().jobs.create(queues.UNDO, match.id, args, seat)
    queues.enqueue_job(db(), job)
    return job


def _done(match: Match, seat: int, rev: int) -> Response:
    """Return the game after a retraction; the answer is always the same."""
    snapshot = db().games.snapshot(match, rev)
    table = Table.load(title_of(match), snapshot.state)
    say = phrases_of(match, requests.language())
    asked = choices(table, seat, say) if snapshot.position.question(seat) else None
    told = documents.after(snapshot, seat, [], asked)
    answer = responses.json(told, ETag=responses.etag(rev))
    if requests.preference().wait:
        answer.headers["Preference-Applied"] = f"wait={requests.preference().wait:g}"
    return answer


def _repeated(
    match: Match, entries: list[Entry], seat: int, known: int, back_to: int | None
) -> Response | None:
    """Return the stored answer of a duplicate."""
    for index, entry in enumerate(entries[known:], known):
        mine = entry.seat == seat and back_to in (None, entry.back_to)
        if entry.kind == RETRACTED and mine:
            return _done(match, seat, index + 1)
        if entry.kind == UNDO_REQUESTED and mine:
            told = _state_of(match, entries, index + 1)
            return _asked(match, {n: v for n, v in told.items() if n not in ("state", "job")})
        if entry.kind in (TURN, RETRACTED):
            return None
    return None


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/undo/<int:request_id>",
    {200: Answer("The request and its state.", shapes.UndoShown)},
)
def get_undo(game_id: str, request_id: int) -> Response:
    """Return an undo request.

    The answer has the seats that agreed, the seats that must still answer, and the outcome.
    """
    match, _ = enter(game_id)
    return responses.json(_state_of(match, db().games.entries(match), request_id))


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/undo/<int:request_id>/answers",
    {200: Answer("The request after the answer.", shapes.UndoShown, headers=("ETag",))},
    problems=("bot-plays", "forbidden", "resigned", "undo-not-allowed"),
    body=shapes.AnswerBody,
    headers=("Prefer",),
)
def answer_undo(game_id: str, request_id: int, body: dict[str, Any]) -> Response:
    """Agree to an undo request, or decline it.

    When all other players have agreed, a worker undoes the turns. The request lapses if a player
    plays on, and expires after a day. Repeating an answer is idempotent.
    """
    for _ in range(TRIES):
        # Check again after each conflict, because the seat may have changed hands.
        match, seat = enter_as_seat(game_id)
        require_player(match, seat)
        told = _state_of(match, db().games.entries(match), request_id)
        if seat == told["seat"]:
            raise Problem("forbidden", "own-request")
        repeated = seat in told["agreed"] and body["agree"]
        if told["state"] == "asked" and not repeated:
            try:
                match = rules.answer(db(), match, seat, body["agree"])
            except Conflict:
                continue
        elif told["state"] in ("lapsed", "withdrawn", "done", "expired") and not repeated:
            raise _refused("lapsed", match, told["back_to"])
        return _answered(match, request_id)
    raise unavailable("busy")


def _answered(match: Match, request_id: int) -> Response:
    told = _state_of(match, db().games.entries(match), request_id)
    if told["state"] == "agreed" and (job := start_if_agreed(db(), match)):
        if wait := requests.preference().wait:
            job = db().jobs.wait(job, wait)
            match = db().games.load(match.id)
            told = _state_of(match, db().games.entries(match), request_id)
        told["job"] = jobs.shown(job)
    return responses.json(told, ETag=responses.etag(match.rev))


@operation(
    bp,
    "DELETE",
    "/v1/games/<game_id>/undo/<int:request_id>",
    {200: Answer("The withdrawn request.", shapes.UndoShown, headers=("ETag",))},
    problems=("forbidden", "undo-not-allowed"),
)
def withdraw_undo(game_id: str, request_id: int) -> Response:
    """Withdraw your own undo request.

    Nothing is undone. A settled request does not change.
    """
    for _ in range(TRIES):
        match, seat = enter_as_seat(game_id)
        told = _state_of(match, db().games.entries(match), request_id)
        if seat != told["seat"]:
            raise Problem("forbidden", "own-seat", seat=told["seat"])
        if told["state"] == "withdrawn":
            return responses.json(told, ETag=responses.etag(match.rev))
        if told["state"] not in ("asked", "agreed"):
            raise _refused("lapsed", match, told["back_to"])
        with suppress(Conflict):
            rules.withdraw(db(), match, seat)
    raise unavailable("busy")


def _state_of(match: Match, entries: list[Entry], request_id: int) -> dict[str, Any]:
    """Return a request from the record.

    :raises Problem: 404, the entry of this revision is not a request.
    """
    index = request_id - 1
    if not 0 <= index < len(entries) or entries[index].kind != UNDO_REQUESTED:
        raise Problem("not-found", "undo", id=request_id)
    asked = entries[index]
    agreed: set[int] = set()
    state = "asked"
    for entry in entries[request_id:]:
        if entry.kind == TURN:
            state = "lapsed"
        elif entry.kind == RETRACTED:
            mine = (entry.seat, entry.back_to) == (asked.seat, asked.back_to)
            state = "done" if mine else "lapsed"
        elif entry.kind == UNDO_WITHDRAWN:
            state = entry.why or "withdrawn"
        elif entry.kind == UNDO_ANSWERED and entry.agree:
            agreed.add(entry.seat)
        elif entry.kind == UNDO_ANSWERED:
            state = "declined"
        elif entry.kind == SEAT:
            agreed.discard(entry.seat)
        if state != "asked":
            break
    needed = [n for n in rules.must_agree(match, asked.seat) if n not in agreed]
    if state == "asked" and not needed:
        state = "agreed"
    told = {"id": request_id, "seat": asked.seat, "back_to": asked.back_to, "state": state}
    expires = documents.expires(match, request_id)
    return {**told, "agreed": sorted(agreed), "needed": needed, "expires": expires, "job": None}
