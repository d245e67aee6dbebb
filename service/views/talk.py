"""Table talk: write, read, mute, report and delete messages."""

from __future__ import annotations

import logging
from typing import Any

from flask import Blueprint, Response

from match import talk as rules
from match.errors import refuses
from match.match import Match
from match.words import SEATED
from schemas import talk as shapes
from service.edge import responses
from service.edge.caller import Caller, enter, need_account, only_seat
from service.edge.context import db
from service.edge.idempotency import idempotent, replayed
from service.edge.operation import ApiResponse, operation
from service.presentation import talk_view
from service.presentation.problems import Problem, invalid, unauthorized
from store.drafts import holder
from store.games import AlreadyAnswered, now_ms
from store.script import KeptAnswer
from store.talk import MOST_MUTING, Mutes, TalkMessage, TooManyMuting
from store.words import AUTHOR, HOST, TALK
from telemetry.metrics import REPORTS

bp = Blueprint("talk", __name__)

_MOST_OF_SPECTATORS = 10
log = logging.getLogger("chasqui.service")

_GAME = {"game_id": "$request.path.game_id"}


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/talk",
    {
        201: ApiResponse(
            "The message.",
            shapes.TalkMessage,
            headers=("Location",),
            links={"get_talk": _GAME, "delete_talk": {**_GAME, "message_id": "$response.body#/id"}},
        )
    },
    problems=("forbidden", idempotent),
    body=shapes.NewMessage,
    headers=("Idempotency-Key",),
    counted=TALK,
)
def post_talk(game_id: str, body: dict[str, Any]) -> Response:
    """Write a message.

    Seats and the host write in the channel `seats`, other accounts in `spectators`. The host
    decides which channels are open. Messages are no part of the record. They stay as long as the
    game, and the newest 1,000 of each channel are stored. Players may also talk after the end.
    """
    match, caller = enter(game_id)
    channel = _channel(match, caller)
    by = _reader(match, caller)
    the_request = idempotent(f"/v1/games/{game_id}/talk?{by}", body)
    if kept := the_request.remembered():
        return replayed(_written(match, kept.subject, kept.body))
    account, name = _author(match, caller)
    said = TalkMessage(channel, now_ms(), by, caller.seat, account, name, body["text"])

    def remember(written: TalkMessage) -> KeptAnswer | None:
        return the_request.answer(written.id, _encoded(written), ())

    try:
        written = db().talk.say(match, said, remember)
    except AlreadyAnswered as error:
        kept = the_request.answered(error)
        return replayed(_written(match, kept.subject, kept.body))
    return _written(match, written.id, _encoded(written))


@refuses("forbidden")
def _channel(match: Match, caller: Caller) -> str:
    """Return the channel in which the caller may write now.

    :raises Problem: 401 or 403.
    """
    channel = rules.channel_of(*caller)
    if channel is None:
        raise unauthorized("no-token")
    if caller.seat is not None:
        only_seat(match, caller)
    policy = db().talk.policy(match)
    if not rules.is_open(policy, channel):
        raise Problem("forbidden", "talk-seats-only" if policy == SEATED else "talk-off")
    return channel


def _reader(match: Match, caller: Caller) -> str:
    """Return what identifies a caller in the talk of this game; '' for a caller without a token.

    Another player on the same seat is another reader.
    """
    if caller.seat is not None:
        return holder(match, caller.seat).hex()
    return caller.account or (HOST if caller.host else "")


def _author(match: Match, caller: Caller) -> tuple[str, str]:
    """Return the account and the name of an author."""
    if caller.seat is not None:
        chair = match.chairs[caller.seat]
        return chair.account, chair.name
    return caller.account, need_account().name if caller.account else ""


def _encoded(said: TalkMessage) -> bytes:
    return responses.encode(talk_view.message(said))


def _written(match: Match, message_id: str, told: bytes) -> Response:
    place = f"/v1/games/{match.id}/talk/{message_id}"
    return responses.blob(told, 201, Location=place)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/talk",
    {200: ApiResponse("A page of one channel.", shapes.TalkPage)},
    problems=("forbidden",),
    query=shapes.TalkQuery,
)
def get_talk(game_id: str, query: dict[str, Any]) -> Response:
    """Return the messages of a channel, oldest first.

    While the game runs, seats and the host read `seats`, and other accounts read `spectators`. A
    host without a seat reads both. After the end, every viewer of the game reads both.

    With `after`, the answer has the messages since the newest one that the caller knows. With
    `talk=1`, event streams send new and deleted messages.
    """
    match, caller = enter(game_id)
    channel = query.get("channel") or rules.channel_of(*caller) or SEATED
    _require_readable(match, caller, channel)
    talk, limit = db().talk, query["limit"]
    spoken = talk.page(match.id, channel, limit, query.get("after"), query.get("before"))
    mutes = talk.mutes(match, _reader(match, caller))
    return responses.json(talk_view.page(talk.policy(match), channel, spoken, mutes))


def _require_readable(match: Match, caller: Caller, channel: str) -> None:
    """Check that the caller may read a channel now.

    :raises Problem: 401 or 403.
    """
    if channel in rules.readable(match, *caller):
        return
    if not (caller.account or caller.host or caller.seat is not None):
        raise unauthorized("no-token")
    raise Problem("forbidden", "talk-at-table" if channel == SEATED else "talk-around-table")


@operation(
    bp,
    "PUT",
    "/v1/games/<game_id>/talk",
    {200: ApiResponse("The policy.", shapes.TalkPolicy)},
    problems=("forbidden",),
    body=shapes.TalkPolicy,
)
def put_talk(game_id: str, body: dict[str, Any]) -> Response:
    """Open or close the channels, as the host.

    Messages in a closed channel stay readable. A new game has the policy that it was created with.
    """
    match, caller = enter(game_id)
    _require_host(caller)
    db().talk.change_policy(match, body["policy"])
    return responses.json({"policy": body["policy"]})


def _require_host(caller: Caller) -> None:
    if not caller.host:
        raise unauthorized("no-token") if caller == Caller() else Problem("forbidden", "host-only")


@operation(
    bp,
    "DELETE",
    "/v1/games/<game_id>/talk/<message_id>",
    {204: ApiResponse("The message is deleted.")},
    problems=("forbidden",),
)
def delete_talk(game_id: str, message_id: str) -> Response:
    """Delete a message, as its author or the host.

    Its text is gone, and its number stays. The request is idempotent. An author on a seat that has
    changed hands cannot delete earlier messages.
    """
    match, caller = enter(game_id)
    said = _readable_message(match, caller, message_id)
    author = said.by == _reader(match, caller)
    if not author and not caller.host:
        raise Problem("forbidden", "own-message")
    db().talk.delete(match, said.id, AUTHOR if author else HOST)
    return Response(status=204)


def _readable_message(match: Match, caller: Caller, message_id: str) -> TalkMessage:
    """Return a message that the caller may read.

    :raises Problem: 401, 403 or 404.
    """
    channel = message_id.partition("-")[0]
    if caller == Caller():
        raise unauthorized("no-token")
    said = None
    if channel in rules.readable(match, *caller):
        said = db().talk.get(match.id, message_id)
    if said is None:
        raise Problem("not-found", "message", id=message_id)
    return said


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/talk/<message_id>/report",
    {204: ApiResponse("The operator can read the report.")},
    problems=("forbidden",),
    body=shapes.NewReport,
    body_required=False,
    counted=TALK,
)
def report_talk(game_id: str, message_id: str, body: dict[str, Any]) -> Response:
    """Report a message to the operator of the service.

    The operator sees the text, also if the author deletes it later. Each reader's first report of a
    message counts.
    """
    match, caller = enter(game_id)
    said = _readable_message(match, caller, message_id)
    if said.deleted:
        raise Problem("not-found", "message", id=message_id)
    if db().reports.add(match.id, said, _reader(match, caller), body["reason"]):
        REPORTS.inc()
        log.warning("talk was reported", extra={"game": match.id, "talk": said.id})
    return Response(status=204)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/mutes",
    {200: ApiResponse("What the caller has muted.", shapes.TalkMutes)},
    problems=("forbidden",),
)
def get_mutes(game_id: str) -> Response:
    """Return the authors that the caller has muted in this game.

    No other caller can see them.
    """
    match, caller = enter(game_id)
    return responses.json(talk_view.muted(db().talk.mutes(match, _muting(match, caller))))


@operation(
    bp,
    "PUT",
    "/v1/games/<game_id>/mutes",
    {200: ApiResponse("What the caller has muted.", shapes.TalkMutes)},
    problems=("forbidden",),
    body=shapes.TalkMutes,
)
def put_mutes(game_id: str, body: dict[str, Any]) -> Response:
    """Mute seats, players or all spectators.

    Their messages are left out of the caller's pages and streams. Other readers still get them. The
    request replaces everything that was muted before. A spectator mutes up to 10 players.
    """
    match, caller = enter(game_id)
    by, seats = _muting(match, caller), body["seats"]
    if caller.seat is not None:
        only_seat(match, caller)
    wrong = [n for n, seat in enumerate(seats) if seat not in rules.others(match, caller.seat)]
    if wrong:
        known = ", ".join(map(str, rules.others(match, caller.seat)))
        raise invalid([(f"/seats/{n}", f"should be one of: {known}") for n in wrong])
    if caller.seat is None and not caller.host and len(body["players"]) > _MOST_OF_SPECTATORS:
        text = f"should be at most {_MOST_OF_SPECTATORS} for a spectator, who may mute all others"
        raise invalid([("/players", text)])
    mutes = Mutes(tuple(sorted(set(seats))), tuple(body["players"]), body["spectators"])
    try:
        db().talk.mute(match, by, mutes)
    except TooManyMuting:
        raise Problem("forbidden", "many-muting", most=MOST_MUTING) from None
    return responses.json(talk_view.muted(mutes))


def _muting(match: Match, caller: Caller) -> str:
    """Return what identifies a caller who may mute others.

    :raises Problem: 401.
    """
    by = _reader(match, caller)
    if not by:
        raise unauthorized("no-token")
    return by
