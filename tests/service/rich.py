"""A rich game: everything that a record can hold happens in it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import httpx

from bench.recorded import Record
from games import find
from match.foreign_records import go_on
from records import check
from records.check import Proven
from store import Store
from store.commits import retract
from tests.service.table import Json, Table

PLAIN = {"Accept": "text/plain"}
BEGUN = 1_790_000_000_000  # ms


def recorded_game(text: str) -> Proven:
    """Play a recorded game (tests/records), or its beginning, as a record of the service."""
    paper = Record.loads(text)
    proven = check.new(find(paper.ruleset), paper.seats, paper.options, paper.seed, BEGUN)
    for entry in paper.entries:
        posted = [line.step for line in entry.lines if not line.auto]
        go_on(proven.checked, entry.seat, posted, BEGUN)
    return replace(proven, match=replace(proven.match, snapshot=proven.checked.snapshot))


def rich_game(client: httpx.Client, db: Store, **wanted: Any) -> Table:
    """Return a finished game with a late seat, and with undos requested, declined, withdrawn and
    done."""
    table = Table(client, seats=["user", "open", "user"], name="Friday, 8 pm", **wanted)
    joined = table.post("/seats", None, {"name": "Ana María"}).json()
    table.tokens[joined["you"]] = joined["token"]
    table.keep_all()
    table.play(0, "take 3", "give back", "done")
    table.play(1, "roll")
    back_to = table.rev - 1
    for agrees in (False, True):
        asked = table.post("/undo", 1, {}, If_Match=f'"{table.rev}"').json()["request"]["id"]
        table.post(f"/undo/{asked}/answers", 0, {"agree": agrees})
        if agrees:
            table.client.delete(f"{table.path}/undo/{asked}", headers=table.auth(1))
    retract(db.games, table.id, 1, back_to, table.rev)
    table.play(1, "draw")
    table.play(2, "roll")
    retract(db.games, table.id, 0, 5, table.rev)
    table.finish()
    return table


_KEPT: dict[str, str] = {}


def rich_text(client: httpx.Client, db: Store, form: str = "json") -> str:
    """Return the export of a rich game in one form; it is played once."""
    if form not in _KEPT:
        table = rich_game(client, db)
        _KEPT.update({each: export(table, each).text for each in ("json", "text")})
    return _KEPT[form]


def rich_record(client: httpx.Client, db: Store) -> Json:
    """Return the export of a rich game as JSON, to be changed at will."""
    told: Json = json.loads(rich_text(client, db))
    return told


def export(table: Table, form: str = "json") -> httpx.Response:
    """Return the export of a game in one form."""
    return table.get("/export", headers=PLAIN if form == "text" else {})


def bring(client: httpx.Client, record: Any, query: str = "", **headers: str) -> httpx.Response:
    """Import a record: plain data as JSON, a str as text, bytes as the JSON they are."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    path = f"/v1/imports{query}"
    if isinstance(record, dict):
        return client.post(path, json=record, headers=sent)
    kind = "text/plain" if isinstance(record, str) else "application/json"
    content = record.encode() if isinstance(record, str) else record
    return client.post(path, content=content, headers={"Content-Type": kind, **sent})


def comes_back(client: httpx.Client, table: Table) -> Brought:
    """Assert that either form of a record comes back as both, to the byte; return the last game."""
    first = {form: export(table, form).content for form in ("json", "text")}
    for form, sent in first.items():
        again = Brought(client, bring(client, sent if form == "json" else sent.decode()))
        assert again.id != table.id
        assert {each: export(again, each).content for each in first} == first, form
    return again


class Brought(Table):
    """A game made of a record (or whatever else answers as a creation does)."""

    def __init__(self, client: httpx.Client, made: httpx.Response) -> None:
        assert made.status_code == 201, made.text
        self.client, self.made = client, made.json()
        self.id = self.made["id"]
        self.path = f"/v1/games/{self.id}"
        self.host = self.made["tokens"]["host"]
        self.tokens = {int(n): token for n, token in self.made["tokens"]["seats"].items()}
