"""Past states: every revision for every seat, as it was seen then."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import pytest

from games import all_titles
from store import Store
from store.commits import retract
from tests.service.rich import Brought, bring, export, rich_game
from tests.service.table import Json, Table, problem
from tests.service.test_forks import fork
from tests.service.test_imports import unfinished
from tests.service.test_secrecy import play_any

MEMBERS = ("rev", "status", "round", "view", "own", "awaited", "result")
Seen = dict[tuple[int, int | None], Json]


def note(table: Table, seen: Seen) -> None:
    """What everybody sees now."""
    for seat in (None, *table.tokens):
        told = table.see(seat)
        seen[told["rev"], seat] = {name: told[name] for name in MEMBERS if name in told}


def watch(table: Table, db: Store) -> Seen:
    """Play on, secret answers first, and note what everybody sees after each entry."""
    seen: Seen = {}
    note(table, seen)
    while table.see()["view"]["round"] == 1:
        seat = table.awaited[-1]
        table.play(seat, table.see(seat)["choices"]["options"][-1]["step"])
        note(table, seen)
    for steps in (["roll"], ["draw"], ["rest"]):
        table.play(table.awaited[0], *steps)
        note(table, seen)
    retract(db.games, table.id, table.awaited[0], table.rev - 2, table.rev)
    note(table, seen)
    return seen


def made(client: httpx.Client, db: Store, kind: str) -> Table:
    """Return a game whose seats are asked together at first."""
    if kind == "import":
        return Brought(client, bring(client, unfinished()))
    table: Table = Table(client)
    if kind == "fork of a running game":
        table.play(2, table.see(2)["choices"]["options"][0]["step"])
        return fork(table, 1, seat=2)
    return fork(rich_game(client, db), 2) if kind == "fork of a finished game" else table


@pytest.mark.parametrize("title", sorted(all_titles()))
def test_every_state_of_every_title_is_what_was_seen_then(
    client: httpx.Client, db: Store, title: str
) -> None:
    """Spectators and all seats, at each revision of an opening, of turns and of an undo."""
    seats = all_titles()[title].seats[-1]
    table, rng = Table(client, ruleset=title, seats=["user"] * seats), Random(6)
    seen: Seen = {}
    note(table, seen)
    for _ in range(4 * seats):
        play_any(table, db, table.awaited[-1], rng)
        note(table, seen)
    retract(db.games, table.id, 0, table.rev - 3, table.rev)
    note(table, seen)
    assert len(seen) == (table.rev + 1) * (seats + 1)
    for (rev, seat), then in seen.items():
        assert table.get(f"/states/{rev}", seat=seat).json() == then, (rev, seat)


KINDS = ["game", "import", "fork of a running game", "fork of a finished game"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_state_is_what_was_seen_then(client: httpx.Client, db: Store, kind: str) -> None:
    table = made(client, db, kind)
    seen = watch(table, db)

    def compare(game: Table, over: bool) -> None:
        for (rev, seat), then in seen.items():
            eyes: dict[str, Any] = {"params": {"as": seat}} if over and seat is not None else {}
            told = game.get(f"/states/{rev}", seat=None if over else seat, **eyes).json()
            assert told == then, (rev, seat)

    compare(table, over=False)
    table.finish()
    compare(table, over=True)
    compare(Brought(client, bring(client, export(table).content)), over=True)


def test_what_is_seen_only_after_the_end_is_not_called_unchanged(client: httpx.Client) -> None:
    """Before the start a seat sees nothing of its own; once the game is over it may."""
    table = Table(client, seats=["user", "open"])
    before = table.get("/states/0", seat=0)
    tag = {"If-None-Match": before.headers["ETag"]}
    assert table.get("/states/0", seat=0, headers=tag).status_code == 304
    joined = table.post("/seats", None, {}).json()
    table.tokens[joined["you"]] = joined["token"]
    table.finish()
    after = table.get("/states/0", seat=0, headers=tag)
    assert (after.status_code, after.json()["rev"]) == (200, 0)
    assert "own" not in before.json()
    assert "own" in after.json()


def test_a_revision_that_a_game_does_not_have_is_told_by_its_last(client: httpx.Client) -> None:
    table = Table(client)
    table.keep_all()
    running = problem(table.get("/states/999"), "not-found", 404)
    assert running["detail"] == "The game has no revision 999 yet. It is at 3."
    table.finish()
    over = problem(table.get("/states/999"), "not-found", 404)
    assert over["detail"] == f"The game has no revision 999. The last is {table.rev}."
