"""Events: redirects to the stream process, and tickets for it."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from match.visibility import iso
from match.words import PRIVATE
from schemas import streams as shapes
from schemas.presence import PresenceNews
from schemas.talk import TalkNews
from service.edge import requests, responses
from service.edge.caller import enter, need_account
from service.edge.context import db, neighbour, settings
from service.edge.operation import ApiResponse, operation
from store.games import now_ms
from store.tickets import SECONDS
from store.words import READ

bp = Blueprint("events", __name__)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/events",
    {
        307: ApiResponse(
            "The address of the stream, with a ticket for the token.", headers=("Location",)
        ),
        200: ApiResponse(
            "The answer of the stream process: a stream of events, or one page.",
            shapes.MessagePage,
            media=("application/json", "application/x-ndjson", "text/event-stream"),
            messages=(shapes.Message, TalkNews, PresenceNews),
        ),
        204: ApiResponse("The game is over, so an EventSource does not reconnect."),
    },
    query=shapes.EventsQuery,
    headers=("Last-Event-ID",),
)
def events(game_id: str, query: dict[str, Any]) -> Response:
    """Follow a game by server-sent events, ndjson or long poll, selected by Accept.

    The request redirects to the stream process. A ticket replaces the token there, because clients
    do not send Authorization to another address. It works once, within a minute. An EventSource
    needs another kind of ticket: POST …/tickets. The id of an event is its revision.
    `Last-Event-ID` or `after` resumes after it, without loss or duplicates. Without a cursor, the
    first message is a snapshot.
    """
    match, caller = enter(game_id)
    ticket = ""
    if caller.seat is not None or caller.account or match.head.visibility == PRIVATE:
        ticket = db().tickets.issue(match, caller.seat, need_account() if caller.account else None)
    return _there(f"/v1/games/{game_id}/events", "[0-9]{1,10}", ticket)


@operation(
    bp,
    "GET",
    "/v1/me/events",
    {
        307: ApiResponse(
            "The address of the stream, with a ticket for the token.", headers=("Location",)
        ),
        200: ApiResponse(
            "The answer of the stream process: a stream of events, or one page.",
            shapes.AccountMessagePage,
            media=("application/json", "application/x-ndjson", "text/event-stream"),
            messages=(shapes.AccountMessage, TalkNews),
        ),
    },
    problems=("unauthorized",),
    query=shapes.AccountEventsQuery,
    headers=("Last-Event-ID",),
)
def my_events(query: dict[str, Any]) -> Response:
    """Follow all games of the account in one stream, in the formats of a single game.

    Each message names a game and has its new entries, as the account's seat may see them.
    `Last-Event-ID` or `after` resumes after a message, without loss or duplicates. The service
    stores about 10,000 messages. A client that missed more gets a `reset` with all games and their
    revisions. It then reads the logs.
    """
    return _there("/v1/me/events", shapes.CURSOR, db().tickets.issue_to(need_account()))


@operation(
    bp,
    "POST",
    "/v1/games/<game_id>/tickets",
    {201: ApiResponse("The ticket, and the address that it opens.", shapes.Ticket)},
    scope=READ,
)
def create_game_ticket(game_id: str) -> Response:
    """Create a ticket: an EventSource follows the game as the caller may see it.

    An EventSource cannot send a token, so its address has a ticket. The ticket waits a minute. Once
    used, it stays valid while its stream is open and for a minute after, so the EventSource can
    reconnect. It opens streams of this game only. It becomes invalid with the token, or if the seat
    changes hands. A 401 ends the EventSource: create another ticket.
    """
    match, caller = enter(game_id)
    owner = need_account() if caller.account else None
    ticket = db().tickets.issue(match, caller.seat, owner, lasting=True)
    return _ticket(f"/v1/games/{game_id}/events", ticket)


@operation(
    bp,
    "POST",
    "/v1/me/tickets",
    {201: ApiResponse("The ticket, and the address that it opens.", shapes.Ticket)},
    problems=("unauthorized",),
    scope=READ,
)
def create_ticket() -> Response:
    """Create a ticket: an EventSource follows all games of the account.

    It is like the ticket of a game, and opens `/v1/me/events` only.
    """
    return _ticket("/v1/me/events", db().tickets.issue_to(need_account(), lasting=True))


def _ticket(path: str, ticket: str) -> Response:
    shown = {
        "ticket": ticket,
        "url": f"{base()}{path}?{urlencode({'ticket': ticket})}",
        "expires": iso(now_ms() + 1000 * SECONDS),
    }
    return responses.json(shown, 201, Cache_Control="no-store")


def _there(path: str, cursor: str, ticket: str) -> Response:
    """Return the redirect to the stream process; ``cursor`` is the form of its ids."""
    sent = {name: value for name, value in request.args.items() if name != "ticket"}
    last = requests.header("Last-Event-ID") or ""
    if re.fullmatch(cursor, last, re.ASCII):
        sent["after"] = last
    if ticket:
        sent["ticket"] = ticket
    answer = Response(status=307)
    answer.headers["Location"] = f"{base()}{path}" + (f"?{urlencode(sent)}" if sent else "")
    return answer


def base() -> str:
    """Return the address of the stream process: configured, or its port on the same host."""
    if url := settings().stream_url:
        return url
    return neighbour(settings().stream_port)
