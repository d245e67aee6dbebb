"""Jobs: their state and results, and replays."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

import texts
from match.match import Match
from match.visibility import iso
from schemas import history
from schemas import jobs as shapes
from service.edge import places, requests, responses
from service.edge.caller import Caller, account, enter, eyes
from service.edge.context import db, occasion, settings
from service.edge.idempotency import idempotent, replayed
from service.edge.operation import ApiResponse, operation
from service.edge.rates import origin
from service.presentation.problems import STATUS, Problem, document, invalid, unavailable
from store.idempotency import Remembered
from store.jobs import REPLAY, Job
from store.words import CANCELLED, DONE, FAILED, READ
from workers import queues

bp = Blueprint("jobs", __name__)

RETRY_AFTER = "1"
"""Seconds to wait before the next look at a job."""
_REPLAYED = ("every", "steps", "choices")
_JOB = {"get_job": {"job_id": "$response.body#/id"}, "cancel_job": {"job_id": "$response.body#/id"}}


def job_document(job: Job) -> dict[str, Any]:
    """Return a job for clients."""
    result, error = None, None
    if job.state == DONE:
        result = _place(job) if job.kind == REPLAY else f"/v1/games/{job.game}"
    if job.error is not None:
        error = document(problem(job), occasion(f"/v1/jobs/{job.id}"), requests.language())
    return {
        "id": job.id,
        "kind": job.kind,
        "game": job.game,
        "state": job.state,
        "progress": job.progress,
        "created": iso(job.created),
        "result": result,
        "error": error,
    }


def problem(job: Job) -> Problem:
    """Return why a job failed, as a problem."""
    code, params = job.error or ("internal-error", {})
    if code == "undo-not-allowed":
        reason = str(params.get("reason", "other-seat"))
        back_to = job.args.get("back_to")
        return Problem(code, reason, extra={"reason": reason}, back_to=back_to, policy="")
    if code == "not-found":
        return Problem(code, "game", id=job.game)
    if code == "unavailable":
        return unavailable("other-rules", ruleset=params.get("ruleset", ""))
    return Problem(code if code in STATUS else "internal-error", **params)


def find(job_id: str) -> Job:
    """Return the job.

    :raises Problem: 404.
    """
    try:
        return db().jobs.get(job_id)
    except KeyError:
        raise Problem("not-found", "job", id=job_id) from None


@operation(
    bp,
    "GET",
    "/v1/jobs/<job_id>",
    {200: ApiResponse("The job.", shapes.Job, headers=("Retry-After",))},
    problems=("not-found",),
)
def get_job(job_id: str) -> Response:
    """Return the state, progress and result address of a job.

    Knowing the id is enough. Jobs expire after a day. `Retry-After` comes until the job is
    finished. For the frames of a replay, poll `GET …/replays/{job_id}`.
    """
    job = find(job_id)
    answer = responses.json(job_document(job))
    if not job.finished:
        answer.headers["Retry-After"] = RETRY_AFTER
    return answer


@operation(
    bp,
    "DELETE",
    "/v1/jobs/<job_id>",
    {200: ApiResponse("The job.", shapes.Job)},
    problems=("not-found",),
)
def cancel_job(job_id: str) -> Response:
    """Cancel a job.

    A running job stops at its next frame. A finished job does not change.
    """
    return responses.json(job_document(db().jobs.cancel(find(job_id))))


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/replays",
    {
        200: ApiResponse(
            "The replay, ready within `Prefer: wait=N`.",
            history.Frames,
            headers=("Content-Location", "Preference-Applied"),
        ),
        202: ApiResponse(
            "The job of the replay. `Location` leads to the frames.",
            shapes.Job,
            headers=("Location", "Retry-After"),
            links=_JOB
            | {
                "get_replay": {
                    "game_id": "$request.path.game_id",
                    "job_id": "$response.body#/id",
                }
            },
        ),
    },
    problems=("forbidden", "idempotency-key-reused"),
    body=history.ReplayBody,
    body_required=False,
    headers=("Idempotency-Key", "Prefer"),
    scope=READ,
)
def start_replay(game_id: str, body: dict[str, Any]) -> Response:
    """Start a replay: views and events of a part of the game, frame by frame.

    The frames show what the caller may see, or with `as` what a seat saw. Their sentences are in
    the language of this request. They expire after a day. `Location` has their address, which
    answers 202 until they are ready.
    """
    match, caller = enter(game_id)
    last = match.rev if body["last"] is None else body["last"]
    if last > match.rev:
        raise invalid([("/to", f"should be at most {match.rev}, the present revision")])
    if body["first"] > last:
        raise invalid([("/from", f"should be at most {last}")])
    seat, everything = eyes(match, caller, body.get("as_"))
    the_request = idempotent(f"/v1/games/{game_id}/replays?{caller}", body)
    kept = the_request.remembered()
    owner = _owner() if kept is None else ""
    if kept is None and the_request.key is not None:
        mine = Remembered(the_request.request, db().jobs.new_id(), b"", b"")
        kept = the_request.check(db().idempotency.claim(the_request.name, mine))
        fresh = kept is mine
    else:
        fresh = kept is None
    args = {"from": body["first"], "to": last, **{name: body[name] for name in _REPLAYED}}
    args |= {"language": requests.language(), "everything": everything}
    # Creating it again under the same id completes what a crash left unfinished.
    job = db().jobs.create(REPLAY, game_id, args, seat, kept.subject if kept else None, owner)
    if not job.finished:
        queues.enqueue_job(db(), job)
    answer = _waited_for(job) or responses.json(
        job_document(job), 202, Location=_place(job), Retry_After=RETRY_AFTER
    )
    return answer if fresh else replayed(answer)


def _owner() -> str:
    """Return for whom a new replay counts: the mark of the address; an app key has no limit.

    Replays wait in one line, so one client must not fill it.

    :raises Problem: 429, too many replays of the address are unfinished.
    """
    most, owner = settings().replays_per_address, account()
    if settings().rate_limits == "off" or not most or (owner is not None and owner.is_key):
        return ""
    mark = db().seals.mark(origin())
    if db().jobs.unfinished(mark) >= most:
        headers = {"Retry-After": RETRY_AFTER}
        raise Problem("rate-limited", "replays", headers=headers, limit=most, wait=1)
    return mark


def _place(job: Job) -> str:
    """Return the address of the frames of a replay."""
    return f"/v1/games/{job.game}/replays/{job.id}"


def _waited_for(job: Job) -> Response | None:
    """Return the frames, if the caller waits and they are ready in time."""
    wait = requests.preference().wait
    if not wait or places.awaited(job).state != DONE:
        return None
    answer = responses.blob(db().jobs.result(job.id), Content_Location=_place(job))
    answer.headers["Preference-Applied"] = f"wait={wait:g}"
    return answer


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/replays/<job_id>",
    {
        200: ApiResponse("The frames.", history.Frames),
        202: ApiResponse("The replay is not ready yet.", shapes.Job, headers=("Retry-After",)),
    },
    problems=("forbidden", "job-cancelled", "job-timeout"),
    headers=("Prefer",),
)
def get_replay(game_id: str, job_id: str) -> Response:
    """Return the frames of a replay, or its job until it is ready.

    The answer is 202 until then; `Prefer: wait=N` waits for the frames. A replay that failed
    answers with its problem. Only the caller who started the replay may see the frames. Their
    sentences are in the language of the request that started it; here Accept-Language selects that
    of problems only.
    """
    match, caller = enter(game_id)
    job = _find_replay(match, caller, job_id)
    job = places.awaited(job)
    if job.state == FAILED:
        raise problem(job)
    if job.state == CANCELLED:
        raise Problem("job-cancelled", id=job_id)
    if job.state != DONE:
        return responses.json(job_document(job), 202, Retry_After=RETRY_AFTER)
    return responses.blob(
        db().jobs.result(job_id), Content_Language=job.args.get("language", texts.DEFAULT)
    )


def _find_replay(match: Match, caller: Caller, job_id: str) -> Job:
    """Return the job of a replay.

    :raises Problem: 404; 403, another viewer started it.
    """
    try:
        job = db().jobs.get(job_id)
    except KeyError:
        raise Problem("not-found", "replay", id=job_id) from None
    if job.game != match.id or job.kind != REPLAY:
        raise Problem("not-found", "replay", id=job_id)
    if job.viewer not in (caller.seat, *caller.seats(match)) and not match.over:
        raise Problem("forbidden", "other-viewer")
    return job
