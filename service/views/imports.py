"""Imports: verified records become games."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import msgspec
from flask import Blueprint, Response

from engine.luck import TAG, commitment
from match.errors import Fault
from match.words import LINES_PLAYED_ON, MOST_PLAYED_ON
from records import check
from records.check import Proven
from records.sandbox import sandbox
from schemas import games as game_shapes
from schemas import records as shapes
from service.edge import responses
from service.edge.context import db
from service.edge.idempotency import IdempotentRequest, idempotent
from service.edge.operation import ApiResponse, operation
from service.presentation.refusals import invalid_record
from service.views.creation import CREATING, New, create, mint
from store import tokens
from store.games import now_ms, pack_log

bp = Blueprint("imports", __name__)

MOST_COMMENTS = 64 * 1024
"""Bytes of all comments of an imported record."""

MAX_RECORD = 2 * 1024 * 1024
_ID = {"game_id": "$response.body#/id"}


@operation(
    bp,
    "POST",
    "/v1/imports",
    {
        201: ApiResponse(
            "The imported game and its tokens.",
            game_shapes.NewGameAnswer,
            headers=("ETag", "Location"),
            links={"get_game": _ID, "get_log": _ID, "export": _ID},
        )
    },
    problems=(*CREATING, "invalid-record"),
    body=shapes.Record,
    query=shapes.ImportQuery,
    headers=("Idempotency-Key",),
    plain=True,
    limit=MAX_RECORD,
    costly=True,
)
def import_record(body: dict[str, Any] | str, query: dict[str, Any]) -> Response:
    """Import a record: an export as JSON or as text.

    The service verifies everything by replaying it: entries, draws, commitment and result. A
    finished record becomes a finished game that can be viewed, replayed, forked and exported. An
    unfinished record with its seed becomes a sandbox: the caller holds all seats, and undo is free.
    The body may have up to 2 MiB, and all comments together 64 KiB.
    """
    told = responses.encode({"record": body, **query})
    the_request = idempotent("/v1/imports", {"sha256": hashlib.sha256(told).hexdigest()})
    return create(the_request, lambda: _match(proven(body), query["visibility"], the_request))


def proven(record: dict[str, Any] | str) -> Proven:
    """Return a record that passed the check.

    :raises Problem: 422.
    """
    try:
        return check.check(check.read(record), db().seals.holds, now_ms())
    except Fault as fault:
        raise invalid_record(fault) from None


def _require_room(proven: Proven) -> None:
    """Check that the rest of the game of an unfinished record fits into it.

    :raises Problem: 422.
    """
    for place, most, got in (
        ("/entries", MOST_PLAYED_ON, proven.match.rev),
        ("/entries/*/steps", LINES_PLAYED_ON, proven.checked.lines),
    ):
        if got > most:
            raise invalid_record(Fault("record-too-long", place, most, got))


def _require_short_comments(proven: Proven) -> None:
    """Check that the comments of a record are no archive of their own; they stay with the game.

    :raises Problem: 422.
    """
    texts = [proven.match.head.comment, *(entry.comment for entry in proven.checked.entries)]
    size = sum(len(text.encode()) for text in texts)
    if size > MOST_COMMENTS:
        place = "/entries/*/comment"
        raise invalid_record(Fault("record-too-long", place, MOST_COMMENTS, size))


def _match(proven: Proven, visibility: str, the_request: IdempotentRequest) -> New:
    """Return the match that a record becomes: a finished one, or a sandbox.

    :raises Problem: 422, the comments are too long, or too little room is left to play on.
    """
    _require_short_comments(proven)
    finished, match_id = proven.match.over, tokens.new_id()
    if not finished:
        _require_room(proven)
    roles = ["host", *([] if finished else map(str, range(len(proven.match.chairs))))]
    minted, marks = mint(the_request, match_id, roles)
    head = msgspec.structs.replace(
        proven.match.head,
        host=marks["host"],
        visibility=visibility,
        record=proven.match.id,
        imported=now_ms(),
    )
    if not head.commitment:
        promise = commitment(TAG, match_id, head.seed)
        head = msgspec.structs.replace(head, commitment=promise)
    if finished:
        log = pack_log(proven.checked.entries)
        return New(replace(proven.match, id=match_id, head=head, packed_log=log), minted)
    held = [marks[role] for role in roles[1:]]
    match, entries = sandbox(proven, match_id, head, held, now_ms())
    return New(match, minted, entries, you=0)
