"""The stream process: `GET /v1/games/{game}/events`, and nothing else.

It runs apart from the web processes, so that a thousand idle listeners do not slow a move.
"""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Flask, Response, current_app, request, stream_with_context

from schemas.streams import StreamQuery
from service import caller, reading, replying
from service.database import db
from service.problems import invalid, unauthorized, unavailable
from service.stream_client import JSON, NDJSON, SSE, Client, as_json, as_ndjson, as_sse
from service.stream_feed import Feed, Viewer
from service.stream_hub import Hub
from store.games import Stored
from store.wakeups import listen

blueprint = Blueprint("stream", __name__)

_KEY = "chasqui-stream"
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def attach(app: Flask, redis_url: str) -> None:
    """Let an application that has its store serve event streams."""
    with app.app_context():
        feed = Feed(db())
    app.extensions[_KEY] = Hub(partial(listen, redis_url)), feed
    app.register_blueprint(blueprint)


def send_away(app: Flask) -> None:
    """End all streams of this process: it stops, and clients find another one."""
    hub, _ = app.extensions[_KEY]
    hub.close()


@blueprint.get("/v1/games/<game_id>/events")
def events(game_id: str) -> Response:
    """What happens in a game, in the form that Accept asks for; SSE if it is all the same."""
    asked = reading.query(StreamQuery())
    hub, feed = current_app.extensions[_KEY]
    with feed.gate:
        stored = caller.load(db(), game_id)
        seat = _seat(stored, asked.get("ticket"))
    viewer = Viewer(game_id, seat, reading.language())
    after = _last_event_id()
    if after is None:
        after = asked.get("after")
    chair = None if seat is None else stored.seats[seat].token
    client = Client(hub, feed, viewer, after, chair)
    form = request.accept_mimetypes.best_match([SSE, NDJSON, JSON], SSE)
    if form == JSON:
        return _poll(client, asked["wait"])
    if form == SSE and stored.over and after == stored.rev:
        # Nothing more will come. This answer keeps an EventSource from asking again.
        return Response(status=204)
    write = as_sse if form == SSE else as_ndjson
    stream = stream_with_context(write(client.follow()))
    return Response(stream, content_type=f"{form}; charset=utf-8", headers=_HEADERS)


@blueprint.get("/healthz")
def healthz() -> Response:
    """That the process serves, and how many clients."""
    hub, _ = current_app.extensions[_KEY]
    return replying.json({"status": "ok", "streams": len(hub)}, Cache_Control="no-store")


def _poll(client: Client, seconds: int) -> Response:
    page = client.poll(seconds)
    if page is None:
        raise unavailable("no-redis")
    return replying.blob(as_json(page), Cache_Control="no-store")


def _seat(stored: Stored, ticket: str | None) -> int | None:
    """The seat whose eyes this caller may use: by its ticket, else by its token.

    :raises Problem: 401.
    """
    if ticket is None:
        return caller.identify(stored, reading.bearer()).seat
    try:
        return db().tickets.redeem(stored, ticket)
    except KeyError:
        raise unauthorized("ticket") from None


def _last_event_id() -> int | None:
    """The revision of the last message a client has seen, if it comes back.

    :raises Problem: 422 where it is none of our ids.
    """
    header = request.headers.get("Last-Event-ID", "").strip()
    if not header:
        return None
    if not (header.isascii() and header.isdigit() and len(header) <= 10):
        fault = ("Last-Event-ID", "should be the id of a message: a revision")
        raise invalid([fault], parameters=True)
    return int(header)
