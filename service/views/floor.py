"""The floor: what a turn costs without any rules, to measure the real one against.

Served only with BENCH_FLOOR=1. It writes entries that are no turns of the game, so a game that it
touched is of no use afterwards.
"""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request

from engine.core import Item
from service.edge import responses
from service.edge.caller import enter_as_seat
from service.edge.database import db
from service.presentation import documents
from store.entries import TURN, Entry
from store.games import Change, Conflict, now_ms

bp = Blueprint("floor", __name__)

_ENTRY = ("pick tikal 4", "tikal 4", "buildings", "build 108", "stop")
_TRACE: list[Item] = [(0, ("gain", {"corn": 3, "wood": 1})), (0, ("lift", "tikal", 4))] * 6


@bp.post("/bench/floor/<game_id>")
def floor(game_id: str) -> Response:
    """Read a game and commit it again with the same blobs: same checks, script and answer."""
    stored, seat = enter_as_seat(game_id)
    request.get_data()
    while True:
        moment = msgspec.structs.replace(stored.moment, rev=stored.rev + 1)
        change = Change([Entry(TURN, now_ms(), seat, _ENTRY)], moment, [_TRACE])
        try:
            after = db().games.commit(stored, change)
            break
        except Conflict:
            stored = db().games.load(game_id)
    told = documents.after(after.moment, seat, [], None)
    return responses.json(told, 201, ETag=responses.etag(after.rev))
