"""Turns: legal steps, previews and posts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response

from match import turns
from match.errors import Refused
from match.match import Match
from match.snapshot import view_blob
from match.turns import Played
from match.visibility import steps_of_entry, steps_of_turn
from schemas import turns as shapes
from service.edge import limits, requests, responses
from service.edge.caller import Caller, enter, only_seat
from service.edge.context import db, occasion
from service.edge.operation import ApiResponse, operation
from service.presentation import game_view
from service.presentation.choices import choices, phrases_of, refusal
from service.presentation.problems import document
from service.presentation.refusals import problem_of
from store import commits
from store.games import Limited, now_ms
from store.hook_seats import Attempts, endpoint_of
from store.words import READ, READS, TURNS
from workers import queues

bp = Blueprint("turns", __name__)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/legal",
    {
        200: ApiResponse("The question after these steps.", shapes.Legal, headers=("ETag",)),
        304: ApiResponse("The caller has the current version."),
    },
    problems=(only_seat, turns.try_steps),
    query=shapes.LegalQuery,
    headers=("If-None-Match",),
)
def legal(game_id: str, query: dict[str, Any]) -> Response:
    """List the legal steps after some steps of a turn.

    Nothing is stored. Add a step to try it, and drop it to take it back.
    """
    match, seat = _enter_to_try(game_id, query.get("as_"))
    tag, say = requests.spoken(_legal_tag(match, query)), phrases_of(match, requests.language())
    if requests.not_modified(tag):
        return responses.unchanged(f'"{tag}"')
    table, turn = turns.try_steps(match, seat, query["after"])
    answer: dict[str, Any] = {
        "rev": match.rev,
        "after": query["after"],
        "complete": turn.complete,
        "choices": None if turn.complete else choices(table, seat, say),
    }
    if query["explain"] and not turn.complete:
        answer["refused"] = [refusal(each, say) for each in table.refusals(seat)]
    return responses.json(answer, ETag=f'"{tag}"')


def _legal_tag(match: Match, query: dict[str, Any]) -> str:
    """Return the tag of a question: the revision, and what else was asked."""
    asked = [query["after"], query["explain"], query.get("as_")]
    if asked == [[], False, None]:
        return str(match.rev)
    return f"{match.rev}-{responses.tag_of(responses.encode(asked))}"


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/preview",
    {200: ApiResponse("The result of the steps.", shapes.Preview)},
    problems=(only_seat, turns.preview),
    body=shapes.PreviewBody,
    counted=READS,
    scope=READ,
)
def preview(game_id: str, body: dict[str, Any]) -> Response:
    """Try steps without playing them.

    Nothing is stored, and other seats do not see it. The preview stops before something is drawn or
    revealed.
    """
    match, seat = _enter_to_try(game_id, body.get("as_"))
    table, turn = turns.preview(match, seat, body["steps"], body["rev"])
    say, veiled = phrases_of(match, requests.language()), match.position.stage is not None
    steps = steps_of_turn(table.title, turn, seat, say.event, veiled)
    return responses.json(
        {
            "rev": match.rev,
            "complete": turn.complete,
            "reveals": turn.reveals,
            "steps": steps,
            "view": responses.Raw(view_blob(table)),
            "own": table.own(seat),
            "next": None if turn.complete else choices(table, seat, say),
        }
    )


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/turns",
    {
        201: ApiResponse(
            "The turn is in the record. With `Prefer: return=minimal`, the answer has only "
            "`rev` and `awaited`.",
            shapes.AfterTurn,
            headers=("ETag", "Location", "Preference-Applied"),
            minimal=shapes.AfterTurnMinimal,
            links={
                "get_game": {"game_id": "$request.path.game_id"},
                "get_state": {
                    "game_id": "$request.path.game_id",
                    "rev": "$response.body#/rev",
                },
                "request_undo": {
                    "game_id": "$request.path.game_id",
                    "If-Match": "$response.header.ETag",
                },
            },
        ),
        200: ApiResponse(
            "The turn is a duplicate. This is the stored answer.",
            shapes.AfterTurn,
            headers=("ETag", "Location", "Preference-Applied"),
            minimal=shapes.AfterTurnMinimal,
        ),
    },
    problems=("revision-required", only_seat, commits.post_turn),
    body=shapes.TurnBody,
    headers=("If-Match", "Prefer"),
    counted=TURNS,
)
def post_turn(game_id: str, body: dict[str, Any]) -> Response:
    """Play a whole turn: all of its steps or none.

    If-Match is the revision at which you chose. The request is idempotent: a duplicate is not
    played twice. If several seats are asked at once, another seat's answer does not make yours
    stale. A turn after its deadline counts until the timeout is recorded. An account that holds
    several seats plays the one to move. `as` names it if several of them are.
    """
    match, caller = enter(game_id, body.get("as_"))
    seat = _mover(match, caller, body)
    known, buckets = requests.if_match(match) or 0, limits.of_turn(match, seat)
    try:
        played = commits.post_turn(db().games, match, seat, body["steps"], known, buckets)
    except Limited as error:
        raise limits.turn_refused(error) from None
    except Refused as error:
        if match.chairs[seat].is_called:
            _ask_again(match, seat, error)
        raise
    if not played.repeated:
        if match.chairs[seat].is_called:
            db().hook_seats.note(match.id, seat, Attempts())
        queues.enqueue_due(db(), played.match)
    limits.turn_counted(played.match)
    return _answer(played, seat)


def _ask_again(match: Match, seat: int, error: Refused) -> None:
    """Ask a remote bot at once if the turn that it promised to post is refused."""
    asked, seats = match.position.question(seat), db().hook_seats
    if asked is None or error.code not in ("illegal-step", "incomplete-turn"):
        return
    attempts = seats.attempts(match.id, seat)
    if attempts.later and attempts.rev == asked.rev:
        language = endpoint_of(match, seat).language
        problem = document(problem_of(error, language), occasion(), language)
        seats.note(match.id, seat, attempts.refused_late(responses.encode(problem)))
        db().hooks_due.postpone(match.id, now_ms())
        queues.enqueue_hooks(db(), match.id)


def _mover(match: Match, caller: Caller, body: dict[str, Any]) -> int:
    """Return the seat whose turn the caller posts: named, or the only one that it can be.

    :raises Problem: as ``only_seat``; 428 or 422, as ``requests.if_match``.
    """
    held, named = caller.seats(match), body.get("as_")
    if named is not None or len(held) < 2:
        return only_seat(match, caller, named)
    known = requests.if_match(match) or 0
    entries = db().games.entries(match, known)
    repeated = [
        n for n in held if turns.find_repeated(entries, known, n, body["steps"]) is not None
    ]
    movers = repeated or _asked(match, held)
    return only_seat(match, caller, movers[0] if len(movers) == 1 else None)


def _asked(match: Match, seats: Sequence[int]) -> list[int]:
    return [seat for seat in seats if match.position.question(seat) is not None]


def _enter_to_try(game_id: str, named: int | None) -> tuple[Match, int]:
    """Return the game and the seat that tries steps: by default the one to move, or the lowest.

    :raises Problem: as ``enter_as_seat``; 403, another seat is named.
    """
    match, caller = enter(game_id, named)
    held = caller.seats(match)
    if named is None and len(held) > 1:
        asked = _asked(match, held)
        named = asked[0] if len(asked) == 1 else held[0]
    return match, only_seat(match, caller, named)


def _answer(played: Played, seat: int) -> Response:
    after, title = played.match, played.table.title
    status = 200 if played.repeated else 201
    headers = {"ETag": responses.etag(after.rev)}
    headers["Location"] = f"/v1/games/{after.id}/states/{after.rev}"
    if requests.preference().minimal:
        headers["Preference-Applied"] = "return=minimal"
        told = {"rev": after.rev, "awaited": game_view.awaited(after.position)}
        return responses.json(told, status, **headers)
    say = phrases_of(after, requests.language())
    steps = steps_of_entry(after, title, played.index, played.entry, played.traces, seat, say.event)
    asked = after.position.question(seat) is not None
    following = choices(played.table, seat, say) if asked else None
    told = game_view.after(after.snapshot, seat, steps, following)
    return responses.json(told, status, **headers)
