"""Undo: take back turns, alone or with the consent of the others."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Blueprint, Response

from engine.table import Table
from schemas import jobs as shapes
from schemas import turns as turn_shapes
from service.edge import requests, responses
from service.edge.caller import enter, enter_as_seat
from service.edge.database import db
from service.edge.operation import Answer, operation
from service.edge.preconditions import require_player, stale
from service.presentation import documents
from service.presentation.choices import choices
from service.presentation.problems import Problem, unavailable
from service.presentation.refusals import not_asked, paused
from service.views import jobs
from store import turns
from store import undo as rules
from store.entries import (
    RETRACTED,
    SEAT,
    TURN,
    UNDO_ANSWERED,
    UNDO_REQUESTED,
    UNDO_WITHDRAWN,
    Entry,
)
from store.games import Conflict, Stored
from store.head import FREE, NONE
from store.jobs import DONE, FAILED, Job
from store.moment import RUNNING
from workers import queues
from workers.undo import start_if_agreed

bp = Blueprint("undo", __name__)

TRIES = 20
_REQUEST = {
    "game_id": "$request.path.game_id",
    "request_id": "$response.body#/request/id",
}
_ACCEPTED = Answer(
    "A job takes the turns back, or the others are asked for their consent (`request`).",
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
            "Done within the time of `Prefer: wait=N`.",
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
    """Take back turns.

    A seat takes back its own last turns without asking as long as no other seat has acted and
    nothing was drawn or revealed since. Beyond that the table's policy decides: `none`, `consent`
    (all other people must agree; bots do) or `free`. A request that has waited for a day
    expires; it is withdrawn when somebody else, or a bot, comes to the seat that made it.
    """
    stored, seat = enter_as_seat(game_id)
    known = requests.if_match(stored) or 0
    entries = db().games.entries(stored)
    if done := _repeated(stored, entries, seat, known, body["back_to"]):
        return done
    if stored.position.status != RUNNING:
        raise not_asked(stored, seat)
    require_player(stored, seat)
    if stored.paused:
        raise paused(stored)
    if known > stored.rev or any(e.kind in (TURN, RETRACTED) for e in entries[known:]):
        raise stale(stored, known, seat)
    back_to = _target(stored, entries, seat, body["back_to"])
    if _needs_consent(stored, entries, seat, back_to):
        return _ask(stored, seat, back_to, known, body["back_to"])
    return _start(stored, seat, back_to)


def _target(stored: Stored, entries: list[Entry], seat: int, wanted: int | None) -> int:
    """The revision to restore.

    :raises Problem: 409, there is nothing of this seat's to take back.
    """
    last = rules.last_turn(entries, seat)
    if last is None or (wanted is not None and wanted > last):
        raise _refused("nothing", stored, wanted)
    return last if wanted is None else max(wanted, _start_of(stored, entries))


def _start_of(stored: Stored, entries: list[Entry]) -> int:
    """The revision at which the game began; nobody can go back before it."""
    return next((i + 1 for i, entry in enumerate(entries) if entry.starts), 0)


def _refused(reason: str, stored: Stored, back_to: int | None) -> Problem:
    extra = {"reason": reason, "policy": stored.head.undo}
    shown = "?" if back_to is None else back_to
    return Problem("undo-not-allowed", reason, extra=extra, back_to=shown, policy=stored.head.undo)


def _needs_consent(stored: Stored, entries: list[Entry], seat: int, back_to: int) -> bool:
    """Whether other people must be asked.

    :raises Problem: 409, the policy forbids even that, or another request is being talked about.
    """
    obstacle = rules.obstacle(entries, seat, back_to)
    if obstacle is None or stored.head.undo == FREE:
        return False
    if stored.head.undo == NONE:
        raise _refused(obstacle, stored, back_to)
    if not rules.must_agree(stored, seat):
        return False
    if stored.position.request is not None:
        raise _refused("request", stored, back_to)
    return True


def _ask(stored: Stored, seat: int, back_to: int, known: int, wanted: int | None) -> Response:
    """Put the request before the others; the same one, sent again, may have been faster."""
    try:
        stored = rules.request(db(), stored, seat, back_to)
    except Conflict:
        stored, seat = enter_as_seat(stored.id)
        entries = db().games.entries(stored)
        if done := _repeated(stored, entries, seat, known, wanted):
            return done
        raise stale(stored, stored.rev - 1, seat) from None
    return _asked(stored, documents.undo_request(stored))


def _asked(stored: Stored, request: dict[str, Any] | None) -> Response:
    place = f"/v1/games/{stored.id}/undo/{request['id']}" if request else ""
    tag = responses.etag(stored.rev)
    return responses.json({"job": None, "request": request}, 202, Location=place, ETag=tag)


def _start(stored: Stored, seat: int, back_to: int) -> Response:
    """Have the workers take the turns back, and wait as long as the caller wants to."""
    job = _job(stored, seat, back_to)
    wait = requests.preference().wait
    if wait:
        job = db().jobs.wait(job, wait)
    if job.state == FAILED:
        raise jobs.problem(job)
    if job.state != DONE:
        told = {"job": jobs.shown(job), "request": None}
        return responses.json(told, 202, Location=f"/v1/jobs/{job.id}")
    rev = int(responses.decode(db().jobs.result(job.id))["rev"])
    return _done(db().games.load(stored.id), seat, rev)


def _job(stored: Stored, seat: int, back_to: int) -> Job:
    """The job that takes turns back which nobody else has a say in."""
    args = {"seat": seat, "back_to": back_to, "asked_at": stored.rev}
    job = db().jobs.create(queues.UNDO, stored.id, args, seat)
    queues.enqueue_job(db(), job)
    return job


def _done(stored: Stored, seat: int, rev: int) -> Response:
    """The game right after a retraction: the same answer whenever it is asked for."""
    moment = db().games.moment(stored, rev)
    table = Table.load(turns.rules_of(stored), moment.state)
    asked = choices(table, seat, requests.language()) if moment.position.question(seat) else None
    told = documents.after(moment, seat, [], asked)
    answer = responses.json(told, ETag=responses.etag(rev))
    if requests.preference().wait:
        answer.headers["Preference-Applied"] = f"wait={requests.preference().wait:g}"
    return answer


def _repeated(
    stored: Stored, entries: list[Entry], seat: int, known: int, back_to: int | None
) -> Response | None:
    """The answer to this very request, if it was carried out on this revision before."""
    for index, entry in enumerate(entries[known:], known):
        mine = entry.seat == seat and back_to in (None, entry.back_to)
        if entry.kind == RETRACTED and mine:
            return _done(stored, seat, index + 1)
        if entry.kind == UNDO_REQUESTED and mine:
            told = _state_of(stored, entries, index + 1)
            return _asked(stored, {n: v for n, v in told.items() if n not in ("state", "job")})
        if entry.kind in (TURN, RETRACTED):
            return None
    return None


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/undo/<int:request_id>",
    {200: Answer("The request and how it stands.", shapes.UndoShown)},
)
def get_undo(game_id: str, request_id: int) -> Response:
    """Look at a request for an undo.

    It tells who has agreed, who has still to answer, and what came of it.
    """
    stored, _ = enter(game_id)
    return responses.json(_state_of(stored, db().games.entries(stored), request_id))


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
    """Agree to a request for an undo, or decline it.

    When all other people have agreed, the workers take the turns back. The request lapses when
    somebody plays on, and expires after a day. Giving the same answer again is safe.
    """
    for _ in range(TRIES):
        # Anew after each conflict: somebody else, or a bot, may have the seat by now.
        stored, seat = enter_as_seat(game_id)
        require_player(stored, seat)
        told = _state_of(stored, db().games.entries(stored), request_id)
        if seat == told["seat"]:
            raise Problem("forbidden", "own-request")
        repeated = seat in told["agreed"] and body["agree"]
        if told["state"] == "asked" and not repeated:
            try:
                stored = rules.answer(db(), stored, seat, body["agree"])
            except Conflict:
                continue
        elif told["state"] in ("lapsed", "withdrawn", "done", "expired") and not repeated:
            raise _refused("lapsed", stored, told["back_to"])
        return _answered(stored, request_id)
    raise unavailable("busy")


def _answered(stored: Stored, request_id: int) -> Response:
    told = _state_of(stored, db().games.entries(stored), request_id)
    if told["state"] == "agreed" and (job := start_if_agreed(db(), stored)):
        if wait := requests.preference().wait:
            job = db().jobs.wait(job, wait)
            stored = db().games.load(stored.id)
            told = _state_of(stored, db().games.entries(stored), request_id)
        told["job"] = jobs.shown(job)
    return responses.json(told, ETag=responses.etag(stored.rev))


@operation(
    bp,
    "DELETE",
    "/v1/games/<game_id>/undo/<int:request_id>",
    {200: Answer("The request, withdrawn.", shapes.UndoShown, headers=("ETag",))},
    problems=("forbidden", "undo-not-allowed"),
)
def withdraw_undo(game_id: str, request_id: int) -> Response:
    """Withdraw one's own request for an undo.

    Nothing is taken back; a request that has been settled stays as it is.
    """
    for _ in range(TRIES):
        stored, seat = enter_as_seat(game_id)
        told = _state_of(stored, db().games.entries(stored), request_id)
        if seat != told["seat"]:
            raise Problem("forbidden", "own-seat", seat=told["seat"])
        if told["state"] == "withdrawn":
            return responses.json(told, ETag=responses.etag(stored.rev))
        if told["state"] not in ("asked", "agreed"):
            raise _refused("lapsed", stored, told["back_to"])
        with suppress(Conflict):
            rules.withdraw(db(), stored, seat)
    raise unavailable("busy")


def _state_of(stored: Stored, entries: list[Entry], request_id: int) -> dict[str, Any]:
    """A request as the record tells it.

    :raises Problem: 404, the entry of this revision is no request.
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
    needed = [n for n in rules.must_agree(stored, asked.seat) if n not in agreed]
    if state == "asked" and not needed:
        state = "agreed"
    told = {"id": request_id, "seat": asked.seat, "back_to": asked.back_to, "state": state}
    expires = documents.expires(stored, request_id)
    return {**told, "agreed": sorted(agreed), "needed": needed, "expires": expires, "job": None}
