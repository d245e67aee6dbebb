"""Imports: a record becomes a game, after every entry of it was played again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import msgspec
from flask import Blueprint, Response

from engine.luck import commitment
from match.chairs import Chair
from match.entries import Entry
from match.faults import Fault
from match.match import Match
from match.replay import snapshot_at
from match.words import FINISHED, FREE, JOINED, OPEN, PERSON, SEAT, WAITING
from records import check, claims
from records.check import Proven
from schemas import games as game_shapes
from schemas import records as shapes
from service.edge import responses
from service.edge.database import db
from service.edge.idempotency import Once, once
from service.edge.operation import Answer, operation
from service.presentation.problems import Problem
from service.views.creation import CREATING, New, create, mint
from service.views.fairness import TAG
from store import tokens
from store.games import now_ms, pack_log

bp = Blueprint("imports", __name__)

MAX_RECORD = 2 * 1024 * 1024
_ID = {"game_id": "$response.body#/id"}
_LONGEST = 300
"""Characters told of what was expected, and of what stands there instead."""


@operation(
    bp,
    "POST",
    "/v1/imports",
    {
        201: Answer(
            "The game that the record holds, and the tokens that act for it.",
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
)
def import_record(body: dict[str, Any] | str, query: dict[str, Any]) -> Response:
    """Import a record: an export as JSON, or as readable text.

    Everything in it is checked by playing it again: each entry, the draws, the commitment, the
    result. A finished record becomes a finished game that can be looked at, replayed, forked and
    exported again. An unfinished one that tells its seed becomes a sandbox: all its seats are
    yours, and undo is free. The body may have up to 2 MiB.
    """
    told = responses.encode({"record": body, **query})
    the_request = once("/v1/imports", {"sha256": hashlib.sha256(told).hexdigest()})
    return create(the_request, lambda again: _game(proven(body), query["visibility"], again))


def proven(body: dict[str, Any] | str) -> Proven:
    """The record, played again.

    :raises Problem: 422, it does not hold.
    """
    try:
        claim = check.of_text(body) if isinstance(body, str) else claims.of_json(body)
        return check.check(claim, db().seals.holds)
    except Fault as fault:
        raise refused(fault) from None


def refused(fault: Fault) -> Problem:
    """What is wrong with a record, as a problem."""
    expected, got, place = (_short(each) for each in (fault.expected, fault.got, fault.place))
    return Problem(
        "invalid-record",
        fault.why,
        form="detail" if fault.line is None else "detail-of-text",
        extra={
            "entry": fault.index,
            "line": fault.line,
            "pointer": place,
            "reason": fault.why,
            "expected": expected,
            "got": got,
        },
        entry="-" if fault.index is None else fault.index,
        pointer=place or "/",
        expected=expected or "-",
        got=got or "-",
        line=fault.line or "-",
    )


def _short(value: Any) -> str | None:
    """A value as JSON writes it, lists of words as words; long ones are cut off."""
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
        value = ", ".join(map(str, value))
    told = value if isinstance(value, str) else responses.encode(value).decode()
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST]} …"


def _game(proven: Proven, visibility: str, the_request: Once) -> New:
    """The game that a record becomes: one that is over, or a sandbox to play on in."""
    match, entries = proven.match, proven.checked.entries
    finished, game_id = match.position.status in FINISHED, tokens.new_id()
    roles = ["host", *([] if finished else map(str, range(len(match.chairs))))]
    minted, marks = mint(the_request, game_id, roles)
    head = msgspec.structs.replace(
        match.head, host=marks["host"], visibility=visibility, record=match.id
    )
    if not head.commitment:
        promise = commitment(TAG, game_id, head.seed)
        head = msgspec.structs.replace(head, commitment=promise)
    if finished:
        over = replace(match, id=game_id, head=head, packed_log=pack_log(entries))
        return New(over, minted)
    head = msgspec.structs.replace(head, undo=FREE, clock=None)
    seats = tuple(Chair(PERSON, seat.name, marks[str(n)]) for n, seat in enumerate(match.chairs))
    played = [*entries, *_taken(match)]
    sandbox = Match(game_id, head, seats, match.snapshot)
    # Played again, because the times of its clock do not go on.
    sandbox = replace(sandbox, snapshot=snapshot_at(sandbox, played, len(played)))
    return New(sandbox, minted, played)


def _taken(match: Match) -> list[Entry]:
    """Whoever imports takes all seats that are no person's; with the last open one it starts."""
    others = [n for n, chair in enumerate(match.chairs) if not chair.is_person]
    others.sort(key=lambda n: match.chairs[n].holder == OPEN)
    waits, at = match.position.status == WAITING, now_ms()
    return [
        Entry(
            SEAT,
            at,
            n,
            holder=PERSON,
            name=match.chairs[n].name,
            starts=waits and n == others[-1],
            why=JOINED,
        )
        for n in others
    ]
