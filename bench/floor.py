"""The floor: a turn without rules, for comparison.

``python -m bench.floor`` runs the service with this endpoint. Its entries are not turns, so it
spoils each game that it touches.
"""

from __future__ import annotations

import sys

import msgspec
from flask import Blueprint, Flask, Response, request

import service
from engine.core import Item
from match.entries import Entry
from match.match import Change
from match.words import TURN
from service.__main__ import main
from service.edge import responses
from service.edge.caller import enter_as_seat
from service.edge.context import db
from service.presentation import game_view
from store.games import Conflict, now_ms

bp = Blueprint("floor", __name__)

_ENTRY = ("pick tikal 4", "tikal 4", "buildings", "build 108", "stop")
_TRACE: list[Item] = [(0, ("gain", {"corn": 3, "wood": 1})), (0, ("lift", "tikal", 4))] * 6


@bp.post("/bench/floor/<game_id>")
def floor(game_id: str) -> Response:
    """Commit a game again with the same blobs: same checks, same script, same answer."""
    match, seat = enter_as_seat(game_id)
    request.get_data()
    while True:
        snapshot = msgspec.structs.replace(match.snapshot, rev=match.rev + 1)
        change = Change([Entry(TURN, now_ms(), seat, _ENTRY)], snapshot, [[_TRACE]])
        try:
            after = db().games.commit(match, change)
            break
        except Conflict:
            match = db().games.load(game_id)
    told = game_view.after(after.snapshot, seat, [], None)
    return responses.json(told, 201, ETag=responses.etag(after.rev))


def create_app() -> Flask:
    """Return the web application with the floor beside the real endpoints."""
    app = service.create_app()
    app.register_blueprint(bp)
    return app


if __name__ == "__main__":
    sys.exit(main(web="bench.floor:create_app()"))
