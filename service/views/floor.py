"""The floor: what a turn costs without any rules, to measure the real one against.

Served only with BENCH_FLOOR=1. It writes entries that are no turns of the game, so a game that it
touched is of no use afterwards.
"""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request

from engine.core import Item
from match.entries import Entry
from match.match import Change
from match.words import TURN
from service.edge import responses
from service.edge.caller import enter_as_seat
from service.edge.database import db
from service.presentation import documents
from store.games import Conflict, now_ms

bp = Blueprint("floor", __name__)

_ENTRY = ("pick tikal 4", "tikal 4", "buildings", "build 108", "stop")
_TRACE: list[Item] = [(0, ("gain", {"corn": 3, "wood": 1})), (0, ("lift", "tikal", 4))] * 6


@bp.post("/bench/floor/<game_id>")
def floor(game_id: str) -> Response:
    """Read a game and commit it again with the same blobs: same checks, script and answer."""
    match, seat = enter_as_seat(game_id)
    request.get_data()
    while True:
        snapshot = msgspec.structs.replace(match.snapshot, rev=match.rev + 1)
        change = Change([Entry(TURN, now_ms(), seat, _ENTRY)], snapshot, [_TRACE])
        try:
            after = db().games.commit(match, change)
            break
        except Conflict:
            match = db().games.load(game_id)
    told = documents.after(after.snapshot, seat, [], None)
    return responses.json(told, 201, ETag=responses.etag(after.rev))
