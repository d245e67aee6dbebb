"""Turns: legal steps, previews and posts."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from engine.table import GameOver, IllegalStep, NotYourTurn
from match.replay import without_quiet
from match.snapshot import view_blob
from match.visibility import events_of_entry, visible_events
from schemas import turns as shapes
from service.edge import limits, requests, responses
from service.edge.caller import enter_as_seat
from service.edge.database import db
from service.edge.operation import READS, TURNS, Answer, operation
from service.edge.preconditions import asked_table, asked_table_at, stale
from service.presentation import documents, refusals
from service.presentation.choices import choices, phrases_of, refusal
from service.presentation.problems import unauthorized
from store import turns
from store.games import Limited
from store.turns import Away, IncompleteTurn, NotStarted, Paused, Played, SeatLost, Stale
from workers import queues

bp = Blueprint("turns", __name__)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/legal",
    {
        200: Answer("The question after these steps.", shapes.Legal, headers=("ETag",)),
        304: Answer("The caller has the current version."),
    },
    problems=refusals.NO_TURN,
    query=shapes.LegalQuery,
    headers=("If-None-Match",),
)
def legal(game_id: str, query: dict[str, Any]) -> Response:
    """List the legal steps after some steps of a turn.

    Nothing is stored. Add a step to try it, and drop it to take it back.
    """
    match, seat = enter_as_seat(game_id)
    tag, say = responses.etag(match.rev), phrases_of(match, requests.language())
    if requests.not_modified(str(match.rev)):
        return responses.unchanged(tag)
    table = asked_table(match, seat)
    try:
        turn = table.play(seat, query["after"])
    except IllegalStep as error:
        raise refusals.illegal_in(match, query["after"], error, say) from None
    answer: dict[str, Any] = {
        "rev": match.rev,
        "after": query["after"],
        "complete": turn.complete,
        "choices": None if turn.complete else choices(table, seat, say),
    }
    if query["explain"] and not turn.complete:
        answer["refused"] = [refusal(each, say) for each in table.refusals(seat)]
    return responses.json(answer, ETag=tag)


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/preview",
    {200: Answer("The result of the steps.", shapes.Preview)},
    problems=(*refusals.NO_TURN, "stale-revision"),
    body=shapes.PreviewBody,
    counted=READS,
)
def preview(game_id: str, body: dict[str, Any]) -> Response:
    """Try steps without playing them.

    Nothing is stored, and other seats do not see it. The preview stops before something is drawn or
    revealed.
    """
    match, seat = enter_as_seat(game_id)
    say = phrases_of(match, requests.language())
    before = asked_table_at(match, seat, body["rev"])
    try:
        table, turn = before.peek(seat, body["steps"])
    except IllegalStep as error:
        raise refusals.illegal_in(match, body["steps"], error, say) from None
    veiled = bool(before.state.apart)
    trace = without_quiet(table.game, turn.trace)
    return responses.json(
        {
            "rev": match.rev,
            "complete": turn.complete,
            "reveals": turn.reveals,
            "events": visible_events(table.game, trace, seat, say.event, veiled),
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
        201: Answer(
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
        200: Answer(
            "The turn is a duplicate. This is the stored answer.",
            shapes.AfterTurn,
            headers=("ETag", "Location", "Preference-Applied"),
            minimal=shapes.AfterTurnMinimal,
        ),
    },
    problems=(
        *refusals.NO_TURN,
        "bot-plays",
        "incomplete-turn",
        "paused",
        "resigned",
        "revision-required",
        "stale-revision",
    ),
    body=shapes.TurnBody,
    headers=("If-Match", "Prefer"),
    counted=TURNS,
)
def post_turn(game_id: str, body: dict[str, Any]) -> Response:
    """Play a whole turn: all of its steps or none.

    If-Match is the revision at which you chose. The request is idempotent: a duplicate is not
    played twice. If several seats are asked at once, another seat's answer does not make yours
    stale. A turn after its deadline counts until the timeout is recorded.
    """
    match, seat = enter_as_seat(game_id)
    known, steps = requests.if_match(match) or 0, body["steps"]
    say = phrases_of(match, requests.language())
    try:
        played = turns.post(db(), match, seat, steps, known, limits.of_turn(match, seat))
    except Limited as error:
        raise limits.turn_refused(error) from None
    except Stale as error:
        raise stale(error.match, error.known, seat) from None
    except IllegalStep as error:
        raise refusals.illegal_in(match, steps, error, say) from None
    except IncompleteTurn as error:
        raise refusals.incomplete(error, len(steps), say) from None
    except Away as error:
        raise refusals.bot_plays(error.match, seat) from None
    except SeatLost:
        raise unauthorized("unknown-token") from None
    except Paused:
        raise refusals.paused(db().games.load(game_id)) from None
    except (GameOver, NotYourTurn, NotStarted):
        raise refusals.not_asked(db().games.load(game_id), seat) from None
    if not played.repeated:
        queues.enqueue_due(db(), played.match)
    limits.turn_counted(played.match)
    return _answer(played, seat)


def _answer(played: Played, seat: int) -> Response:
    after, game = played.match, played.table.game
    status = 200 if played.repeated else 201
    headers = {"ETag": responses.etag(after.rev)}
    headers["Location"] = f"/v1/games/{after.id}/states/{after.rev}"
    if requests.preference().minimal:
        headers["Preference-Applied"] = "return=minimal"
        told = {"rev": after.rev, "awaited": documents.awaited(after.position)}
        return responses.json(told, status, **headers)
    say = phrases_of(after, requests.language())
    events = events_of_entry(after, game, played.index, played.entry, played.trace, seat, say.event)
    asked = after.position.question(seat) is not None
    following = choices(played.table, seat, say) if asked else None
    told = documents.after(after.snapshot, seat, events, following)
    return responses.json(told, status, **headers)
