"""Exports of many records, streamed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response

from records import json_form
from schemas import records as shapes
from schemas.listing import RecordsQuery
from service.edge import requests, responses
from service.edge.compression import chosen, gzipped
from service.edge.context import db
from service.edge.operation import ApiResponse, operation
from service.views import listing
from service.views.listing import Found
from store.games import Games, NoSuchGame
from store.words import EXPORTS

bp = Blueprint("exports", __name__)

NDJSON = "application/x-ndjson"


@operation(
    bp,
    "GET",
    "/v1/records",
    {
        200: ApiResponse(
            "One JSON object a line: `cursor`, `game` (the id), and `record`, as a single export "
            "has it.",
            shapes.RecordLine,
            headers=("Link",),
            media=(NDJSON,),
            messages=(shapes.RecordLine,),
        )
    },
    problems=("unauthorized",),
    query=RecordsQuery,
    counted=EXPORTS,
)
def export_records(query: dict[str, Any]) -> Response:
    """Export finished games as NDJSON, in the order of their ends.

    Without `player` and `mine` these are the public games. `mine=1` exports those that the account
    plays, hosts or imported, also private ones. A broken download continues with the `cursor` of
    its last whole line. The header Link leads to the next page. Records have everything but the
    draws, which follow from the seed; the export of a single game has them. With `Accept-Encoding:
    gzip` the lines are compressed.
    """
    found = listing.finished(query)
    lines = _lines(db().games, found)
    coding = chosen(requests.header("Accept-Encoding") or "", stored=False)
    answer = Response(gzipped(lines) if coding else lines, content_type=NDJSON)
    if coding:
        answer.headers["Content-Encoding"] = coding
    if found.next is not None:
        answer.headers["Link"] = requests.next_page("/v1/records", cursor=found.next)
    return answer


def _lines(games: Games, found: Found) -> Iterator[bytes]:
    """Yield a line for each game; only one record is in memory at a time."""
    for summary, cursor in zip(found.games, found.cursors, strict=True):
        try:
            match = games.record(summary.id)
        except NoSuchGame:
            continue
        record = json_form.as_json(match, games.entries(match), None, everything=True)
        line = {"cursor": cursor, "game": match.id, "record": record}
        yield responses.encode(line) + b"\n"
