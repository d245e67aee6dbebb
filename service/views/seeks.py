"""Seeks: an account looks for other players, and a game begins when enough of them agree."""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Any

from flask import Blueprint, Response
from msgspec.structs import replace

from engine.title import Title
from match import expiry
from match.head import Clock
from match.seeks import Seek, Terms, chairs_of, company, head_of
from match.visibility import iso
from schemas import seeks as shapes
from service.edge import responses
from service.edge.caller import account, creator, need_account
from service.edge.context import db
from service.edge.idempotency import IdempotentRequest, idempotent, replayed
from service.edge.operation import ApiResponse, operation
from service.presentation import game_view
from service.presentation.problems import Problem, invalid
from service.views.creation import CREATING, clock_faults, keep, set_up, title_named
from store import tokens
from store.accounts import Account
from store.games import AlreadyAnswered, Conflict, now_ms
from store.seeks import MOST_SEEKS, SECONDS, KeptSeek, NoSuchSeek, TooManySeeks, served

bp = Blueprint("seeks", __name__)

_SEEK = {"seek_id": "$response.body#/id"}
_PROBLEMS = ("unauthorized", "not-found")


@operation(
    bp,
    "POST",
    "/v1/seeks",
    {
        201: ApiResponse(
            "The seek. `game` is its game if one has begun at once.",
            shapes.Seek,
            headers=("Location",),
            links={"get_seek": _SEEK, "renew_seek": _SEEK, "withdraw_seek": _SEEK},
        )
    },
    problems=CREATING,
    body=shapes.NewSeek,
    headers=("Idempotency-Key",),
)
def create_seek(body: dict[str, Any]) -> Response:
    """Look for other players.

    Seeks fit together if they have the same ruleset, options, clock and visibility, and accept a
    common number of players. As soon as enough accounts agree, a game with them begins. The seats
    are drawn by lot, and there is no host. Each account learns of the game from its event stream
    and from `game` in its seek. Other seeks of these accounts wait on.

    A seek expires after ten minutes unless it is renewed. An account may have five that wait. With
    `ACCOUNTS=keys`, this requires an app key. The game counts against the quota of the account
    whose seek completes it.
    """
    creator()
    me = need_account()
    the_request = idempotent("/v1/seeks", body)
    if kept := the_request.remembered():
        return replayed(_created(kept.body))
    terms, players = _wanted(body)
    seek = Seek(tokens.new_id(), me.id, terms, players, now_ms())
    while True:
        try:
            return _created(_enter(seek, the_request))
        except Conflict:
            continue  # another seek came or found its game: look again
        except AlreadyAnswered as error:
            kept = the_request.answered(error)
            return replayed(_created(kept.body))
        except TooManySeeks:
            text = f"an account may have {MOST_SEEKS} seeks and has them; it should delete one"
            raise invalid([("", text)]) from None


def _wanted(body: dict[str, Any]) -> tuple[Terms, tuple[int, ...]]:
    """Return the checked terms and numbers of players.

    :raises Problem: 422.
    """
    title = title_named(body["ruleset"])
    players = body["players"] or _possible(title, body["options"])
    faults = [*_faults(title, players, body["options"]).items(), *clock_faults(body["clock"])]
    if faults:
        raise invalid(faults)
    clock = Clock(**body["clock"]) if body["clock"] else None
    terms = Terms(title.id, tuple(sorted(body["options"])), body["visibility"], clock)
    return terms, tuple(sorted(players))


def _possible(title: Title, options: list[str]) -> list[int]:
    """Return the numbers of players, from two, for which a title can be played with options.

    If there is none, all numbers of the title are returned, for an error that names the options.
    """
    numbers = [number for number in title.seats if number > 1]
    return [number for number in numbers if not title.faults(number, options)] or numbers


def _faults(title: Title, players: list[int], options: list[str]) -> dict[str, str]:
    """Return what is wrong with the players and options: messages by pointer."""
    found: dict[str, str] = {}
    for place, number in enumerate(players):
        if number in players[:place]:
            found[f"/players/{place}"] = "is given twice"
        for fault in title.faults(number, options):
            where = f"players/{place}" if fault.place == "seats" else fault.place
            found.setdefault(f"/{where}", fault.text)
    return found


def _enter(seek: Seek, the_request: IdempotentRequest) -> bytes:
    """Begin a game with the seeks that wait, or let this one wait too; return its document.

    :raises Conflict: another request was faster.
    :raises TooManySeeks: the account has too many that wait.
    :raises AlreadyAnswered: the request is a duplicate.
    """
    pool = db().seeks.pool(seek.terms)
    people = db().accounts.in_use({each.account for each in (seek, *pool.waiting)})
    found = company(seek, [each for each in pool.waiting if each.account in people])
    if found is not None:
        return _begin(seek, found, people, the_request)
    shown = responses.encode(_document(KeptSeek(seek, seek.created + SECONDS * 1000)))
    db().seeks.enter(seek, pool, the_request.answer(seek.id, shown, ()))
    return shown


def _begin(
    seek: Seek, found: list[Seek], people: dict[str, Account], the_request: IdempotentRequest
) -> bytes:
    """Store the game of these seeks, and return the document of the new one."""
    owner, names = people[seek.account], {name: each.name for name, each in people.items()}
    kept = any(people[each.account].is_key for each in found)
    stored = False
    while not stored:
        seed = secrets.token_bytes(32)
        head, chairs = head_of(seek.terms, seed, now_ms()), chairs_of(found, seed, names)
        match = expiry.begun(set_up(tokens.new_id(), head, chairs), kept=kept)
        shown = responses.encode(_document(KeptSeek(replace(seek, match=match.id), None)))
        answer = the_request.answer(seek.id, shown, ())
        taken = [served(each, match.id, each is not seek) for each in found]
        stored = keep(owner, match, answer, served=taken)
    return shown


def _document(kept: KeptSeek) -> dict[str, Any]:
    seek = kept.seek
    return {
        "id": seek.id,
        **_terms(seek.terms),
        "players": seek.players,
        "created": iso(seek.created),
        "expires": None if kept.expires is None else iso(kept.expires),
        "game": seek.match or None,
    }


def _terms(terms: Terms) -> dict[str, Any]:
    return {
        "ruleset": terms.ruleset,
        "options": terms.options,
        "clock": game_view.clock(terms.clock),
        "visibility": terms.visibility,
    }


def _created(shown: bytes) -> Response:
    place = f"/v1/seeks/{responses.decode(shown)['id']}"
    return responses.blob(shown, 201, Location=place)


@operation(
    bp,
    "GET",
    "/v1/seeks",
    {200: ApiResponse("The seeks.", shapes.SeekList)},
    problems=("unauthorized",),
)
def list_seeks() -> Response:
    """List the account's seeks, and what others wait for.

    Without an account token, only the others are listed. They have no names.
    """
    me = account()
    own = db().seeks.of_account(me.id) if me else []
    others: dict[Terms, Counter[int]] = {}
    for seek in db().seeks.all_waiting():
        if me is None or seek.account != me.id:
            others.setdefault(seek.terms, Counter()).update(seek.players)
    return responses.json(
        {
            "seeks": [_document(each) for each in own],
            "others": [_terms(each) | {"waiting": _counts(n)} for each, n in others.items()],
        }
    )


def _counts(numbers: Counter[int]) -> list[dict[str, int]]:
    return [{"players": number, "seeks": numbers[number]} for number in sorted(numbers)]


@operation(
    bp,
    "GET",
    "/v1/seeks/<seek_id>",
    {200: ApiResponse("The seek.", shapes.Seek)},
    problems=_PROBLEMS,
)
def get_seek(seek_id: str) -> Response:
    """Return a seek of the account.

    `game` is the game that it has found. A seek that has found its game is shown for ten minutes.
    """
    return responses.json(_document(_find(seek_id)))


@operation(
    bp,
    "PUT",
    "/v1/seeks/<seek_id>",
    {200: ApiResponse("The renewed seek.", shapes.Seek)},
    problems=_PROBLEMS,
)
def renew_seek(seek_id: str) -> Response:
    """Let a seek wait for another ten minutes.

    A seek that has found its game does not change.
    """
    kept = _find(seek_id)
    if kept.expires is not None:
        try:
            kept = KeptSeek(kept.seek, db().seeks.renew(kept.seek))
        except NoSuchSeek:
            kept = _find(seek_id)
    return responses.json(_document(kept))


@operation(
    bp,
    "DELETE",
    "/v1/seeks/<seek_id>",
    {204: ApiResponse("The seek does not wait any more.")},
    problems=(*_PROBLEMS, "seek-matched"),
)
def withdraw_seek(seek_id: str) -> Response:
    """Withdraw a seek.

    If it has found a game meanwhile, the answer is 409, and the game has begun.
    """
    seek = _find(seek_id).seek
    if not seek.match and not db().seeks.withdraw(seek):
        seek = _find(seek_id).seek
    if seek.match:
        raise Problem("seek-matched", extra={"game": seek.match}, game=seek.match)
    return Response(status=204)


def _find(seek_id: str) -> KeptSeek:
    """Return a seek of the caller's account.

    :raises Problem: 401; 404.
    """
    me = need_account()
    try:
        return db().seeks.get(me.id, seek_id)
    except NoSuchSeek:
        raise Problem("not-found", "seek", id=seek_id) from None
