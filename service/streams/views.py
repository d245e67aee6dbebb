"""The endpoints of the stream process: the events of a game, and those of an account.

The process is separate from the web processes, so that idle connections cannot slow turns.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, request

from match.match import Match
from match.words import PRIVATE
from schemas.streams import CURSOR, AccountStreamQuery, StreamQuery
from service.edge import caller, requests, responses
from service.edge.context import db, settings
from service.edge.endpoints import network_of
from service.presentation.detail import Detail
from service.presentation.problems import Problem, invalid, unauthorized, unavailable
from service.streams import asides
from service.streams.account_feed import AccountFeed, Owner
from service.streams.audience import RETRY, Audience, Body, Listening, NoRoom, Room
from service.streams.connection import JSON, NDJSON, SSE, Connection, as_json, as_ndjson, as_sse
from service.streams.game_feed import GameFeed, Viewer
from service.streams.hub import Hub
from service.streams.pages import C, V
from store.connection import listen
from store.tickets import Admitted, Login
from store.words import READ, STREAM

blueprint = Blueprint("stream", __name__)

_KEY, _AUDIENCE = "chasqui-stream", "chasqui-audience"
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def attach(app: Flask, redis_url: str) -> None:
    """Add the endpoints of event streams to an application that has its store."""
    with app.app_context():
        feed = GameFeed(db())
        own = AccountFeed(db(), feed.gate)
        app.extensions[_AUDIENCE] = Audience(_room())
    app.extensions[_KEY] = Hub(partial(listen, redis_url)), feed, own
    app.register_blueprint(blueprint)


def _room() -> Room | None:
    """Return how many streams this application may have; None if there is no limit."""
    known = settings()
    if known.rate_limits == "off":
        return None
    return Room(known.streams, known.streams_per_address, known.anonymous_streams)


def keep_beating(app: Flask, answers: Callable[[], bool]) -> None:
    """Report that this process is alive, while it answers, every second in a daemon thread."""
    with app.app_context():
        heartbeats = db().heartbeats
    Thread(target=heartbeats.keep_beating, args=[STREAM, Event(), answers], daemon=True).start()


def send_away(app: Flask) -> None:
    """End all streams of this process before it stops; clients reconnect to another one."""
    hub, *_ = app.extensions[_KEY]
    hub.close()


@blueprint.before_request
def _need_read() -> None:
    """Require the scope for reading of account tokens."""
    g.scope = READ


@blueprint.get("/v1/games/<game_id>/events")
def events(game_id: str) -> Response:
    """Serve the events of a game, in the form that Accept asks for; the default is SSE."""
    asked = requests.query(StreamQuery())
    hub, feed, _ = current_app.extensions[_KEY]
    with feed.gate:
        match = caller.load(db(), game_id)
        seat, login = _admitted(match, asked.get("ticket"))
    chair = None if seat is None else match.chairs[seat].token
    viewer = Viewer(game_id, seat, requests.language(), chair, login, _detail(asked))
    last = _last_event_id("[0-9]{1,10}", "a revision")
    after = asked.get("after") if last is None else int(last)
    if _form() == SSE and match.over and after == match.rev:
        # There will be no more events. A 204 stops an EventSource from reconnecting.
        return Response(status=204)
    known = seat is not None or login is not None or match.head.visibility == PRIVATE
    beside = asides.of_game(db(), match, viewer, asked)
    return _answer(Connection(hub, feed, viewer, after, chair, beside), asked, known)


@blueprint.get("/v1/me/events")
def my_events() -> Response:
    """Serve the events of all games of an account, in the same forms."""
    asked = requests.query(AccountStreamQuery())
    hub, feed, own = current_app.extensions[_KEY]
    with feed.gate:
        account_id, token_id = _account(asked.get("ticket"))
    after = _last_event_id(CURSOR, "1795255200000-0") or asked.get("after")
    viewer = Owner(account_id, token_id, requests.language(), _detail(asked))
    beside = asides.of_account(db(), viewer, asked)
    return _answer(Connection(hub, own, viewer, after, None, beside), asked, known=True)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Report that the process is up, and its number of connections."""
    hub, *_ = current_app.extensions[_KEY]
    return responses.json({"status": "ok", "streams": len(hub)}, Cache_Control="no-store")


def _detail(asked: dict[str, Any]) -> Detail:
    """Return what steps are shown with besides their events."""
    return Detail(events=True, views=bool(asked["views"]), choices=bool(asked["choices"]))


def _form() -> str:
    """Return the form that Accept asks for; the default is SSE.

    Generated clients list all forms alike and can read JSON only, so it comes first.
    """
    accepted = request.accept_mimetypes
    named = [form for form in (JSON, NDJSON, SSE) if form in set(accepted.values())]
    return accepted.best_match(named, SSE)


def _answer(connection: Connection[V, C], asked: dict[str, Any], known: bool) -> Response:
    """Return the stream, or one page of it, in the form that Accept asks for.

    :raises Problem: 429 or 503, there is no room for the stream.
    """
    form = _form()
    listening = _join(known)
    if form == JSON:
        with listening:
            page = connection.poll(asked["wait"])
        if page is None:
            raise unavailable("no-redis")
        return responses.blob(as_json(page), Cache_Control="no-store")
    # gunicorn keeps the environment while the stream is open; the parsed request is not needed.
    request.environ.pop("werkzeug.request", None)
    messages = connection.follow()
    stream = as_sse(messages, connection.hub) if form == SSE else as_ndjson(messages)
    return Response(
        Body(stream, listening),
        content_type=f"{form}; charset=utf-8",
        headers=_HEADERS,
        direct_passthrough=True,
    )


def _join(known: bool) -> Listening:
    """Count the stream of the request.

    :raises Problem: 429, the address has enough streams; 503, the others have all.
    """
    audience: Audience = current_app.extensions[_AUDIENCE]
    headers = {"Retry-After": str(RETRY)}
    try:
        return audience.join(network_of(request.remote_addr or ""), known)
    except NoRoom as error:
        if error.full == "address":
            most = settings().streams_per_address
            why = "streams"
            raise Problem("rate-limited", why, headers=headers, limit=most, wait=RETRY) from None
        why = "anonymous-streams" if error.full == "anonymous" else "all-streams"
        raise Problem("unavailable", why, headers=headers) from None


def _account(ticket: str | None) -> Login:
    """Return the account of the request: by its ticket, else by its token.

    :raises Problem: 401.
    """
    if ticket is None:
        return Login.of(caller.need_account())
    try:
        return _valid(db().tickets.redeem_of(ticket))
    except KeyError:
        raise unauthorized("ticket") from None


def _valid(login: Login) -> Login:
    """Return a login whose token is valid.

    :raises KeyError: the token was revoked.
    """
    if not db().accounts.admits(*login):
        raise KeyError(login)
    return login


def _admitted(match: Match, ticket: str | None) -> Admitted:
    """Return the seat that the caller may read as: by its ticket, else by its token.

    :raises Problem: 401.
    """
    if ticket is None:
        found = caller.identify(match, requests.bearer())
        login = Login.of(caller.need_account()) if found.account else None
        return Admitted(found.seat, login)
    try:
        admitted = db().tickets.redeem(match, ticket)
        if admitted.login is not None:
            _valid(admitted.login)
        return admitted
    except KeyError:
        raise unauthorized("ticket") from None


def _last_event_id(pattern: str, example: str) -> str | None:
    """Return the id of the last message that a reconnecting client has seen.

    :raises Problem: 422, it is no id of a message.
    """
    header = request.headers.get("Last-Event-ID", "").strip()
    if not header:
        return None
    if not re.fullmatch(pattern, header, re.ASCII):
        fault = ("Last-Event-ID", f"should be the id of a message: {example}")
        raise invalid([fault], parameters=True)
    return header
