"""The stream process: the events of a game, those of an account, and nothing else.

It runs apart from the web processes, so that a thousand idle listeners do not slow a move.
"""

from __future__ import annotations

import re
from functools import partial
from threading import Event, Thread
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request

from match.match import Match
from schemas.streams import CURSOR, AccountStreamQuery, StreamQuery
from service.edge import caller, requests, responses
from service.edge.database import db
from service.presentation.problems import invalid, unauthorized, unavailable
from service.streams.account_feed import AccountFeed, Owner
from service.streams.client import JSON, NDJSON, SSE, Client, as_json, as_ndjson, as_sse
from service.streams.game_feed import Feed, Viewer
from service.streams.hub import Hub
from service.streams.pages import C, V
from store.presence import STREAM
from store.tickets import Admitted, Login
from store.wakeups import listen

blueprint = Blueprint("stream", __name__)

_KEY = "chasqui-stream"
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def attach(app: Flask, redis_url: str) -> None:
    """Let an application that has its store serve event streams."""
    with app.app_context():
        feed = Feed(db())
        own = AccountFeed(db(), feed.gate)
    app.extensions[_KEY] = Hub(partial(listen, redis_url)), feed, own
    app.register_blueprint(blueprint)


def keep_beating(app: Flask) -> None:
    """Have this process say every second that it lives, in a thread that ends with it."""
    with app.app_context():
        presence = db().presence
    Thread(target=presence.keep_beating, args=[STREAM, Event()], daemon=True).start()


def send_away(app: Flask) -> None:
    """End all streams of this process: it stops, and clients find another one."""
    hub, *_ = app.extensions[_KEY]
    hub.close()


@blueprint.get("/v1/games/<game_id>/events")
def events(game_id: str) -> Response:
    """What happens in a game, in the form that Accept asks for; SSE if it is all the same."""
    asked = requests.query(StreamQuery())
    hub, feed, _ = current_app.extensions[_KEY]
    with feed.gate:
        match = caller.load(db(), game_id)
        seat, login = _admitted(match, asked.get("ticket"))
    chair = None if seat is None else match.chairs[seat].token
    viewer = Viewer(game_id, seat, requests.language(), chair, login)
    last = _last_event_id("[0-9]{1,10}", "a revision")
    after = asked.get("after") if last is None else int(last)
    if _form() == SSE and match.over and after == match.rev:
        # Nothing more will come. This answer keeps an EventSource from asking again.
        return Response(status=204)
    return _answer(Client(hub, feed, viewer, after, chair), asked)


@blueprint.get("/v1/me/events")
def my_events() -> Response:
    """What happens in all games of an account, in the same forms."""
    asked = requests.query(AccountStreamQuery())
    hub, feed, own = current_app.extensions[_KEY]
    with feed.gate:
        account_id, mark = _account(asked.get("ticket"))
    after = _last_event_id(CURSOR, "1795255200000-0") or asked.get("after")
    viewer = Owner(account_id, mark, requests.language())
    return _answer(Client(hub, own, viewer, after, None), asked)


@blueprint.get("/healthz")
def healthz() -> Response:
    """That the process serves, and how many clients."""
    hub, *_ = current_app.extensions[_KEY]
    return responses.json({"status": "ok", "streams": len(hub)}, Cache_Control="no-store")


def _form() -> str:
    return request.accept_mimetypes.best_match([SSE, NDJSON, JSON], SSE)


def _answer(client: Client[V, C], asked: dict[str, Any]) -> Response:
    """The stream, or one page of it, in the form that Accept asks for."""
    form = _form()
    if form == JSON:
        page = client.poll(asked["wait"])
        if page is None:
            raise unavailable("no-redis")
        return responses.blob(as_json(page), Cache_Control="no-store")
    # The server keeps the environment as long as the stream; what was made of it is done with.
    request.environ.pop("werkzeug.request", None)
    told = client.follow()
    stream = as_sse(told, client.hub) if form == SSE else as_ndjson(told)
    return Response(
        stream,
        content_type=f"{form}; charset=utf-8",
        headers=_HEADERS,
        direct_passthrough=True,
    )


def _account(ticket: str | None) -> Login:
    """The account that asks, by its ticket, else by its token.

    :raises Problem: 401.
    """
    if ticket is None:
        account = caller.need_account()
        return Login(account.id, account.token)
    try:
        return db().tickets.redeem_of(ticket)
    except KeyError:
        raise unauthorized("ticket") from None


def _admitted(match: Match, ticket: str | None) -> Admitted:
    """Whose eyes this caller may use: by its ticket, else by its token.

    :raises Problem: 401.
    """
    if ticket is None:
        found = caller.identify(match, requests.bearer())
        login = Login(found.account, caller.need_account().token) if found.account else None
        return Admitted(found.seat, login)
    try:
        return db().tickets.redeem(match, ticket)
    except KeyError:
        raise unauthorized("ticket") from None


def _last_event_id(pattern: str, example: str) -> str | None:
    """The id of the last message a client has seen, if it comes back.

    :raises Problem: 422 where it is none of our ids.
    """
    header = request.headers.get("Last-Event-ID", "").strip()
    if not header:
        return None
    if not re.fullmatch(pattern, header, re.ASCII):
        fault = ("Last-Event-ID", f"should be the id of a message: {example}")
        raise invalid([fault], parameters=True)
    return header
