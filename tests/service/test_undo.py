"""Undo of every title: what a seat may take back without asking, and what it may not."""

from __future__ import annotations

from random import Random

import httpx
import pytest

from engine.visibility import fingerprint
from games import all_titles
from match import undo
from match.tables import table_of
from store import Store
from tests.service.table import Json, Table, problem
from tests.service.test_secrecy import play_any

TURNS = 24
TITLES = ["toy", *sorted(all_titles())]


def ask(table: Table, seat: int, **body: int) -> httpx.Response:
    """Request an undo at the current revision; no worker runs it."""
    return table.post("/undo", seat, body, If_Match=f'"{table.rev}"')


@pytest.mark.parametrize("title", TITLES)
def test_a_turn_is_ones_own_to_take_back_where_nothing_was_drawn_or_revealed(
    client: httpx.Client, db: Store, title: str
) -> None:
    """Whether it was is seen from outside: what is hidden, and the count of draws, are the same.

    While seats choose together, what they put aside for themselves is no revelation.
    """
    table, rng = Table(client, ruleset=title, seats=["user"] * 2, undo="none"), Random(9)
    kinds = set()
    for _ in range(TURNS):
        if not (awaited := table.awaited):
            break
        before = table_of(db.games.load(table.id)).state
        seat, marks, together = awaited[-1], fingerprint(before), len(awaited) > 1
        play_any(table, db, seat, rng)
        if table.see()["status"] != "running":
            break
        same = fingerprint(table_of(db.games.load(table.id)).state) == marks
        answer = ask(table, seat)
        if together or same:
            assert answer.status_code == 202, answer.text
            told: Json = answer.json()
            assert (told["request"], told["job"]["kind"]) == (None, "undo")
        else:
            refused = problem(answer, "undo-not-allowed", 409)
            assert (refused["reason"], refused["policy"]) == ("reveals", "none")
        kinds.add(together or same)
    assert kinds == {True, False}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("policy", ["none", "consent", "free"])
def test_once_another_seat_has_acted_the_table_decides(
    client: httpx.Client, db: Store, title: str, policy: str
) -> None:
    table, rng = Table(client, ruleset=title, seats=["user"] * 2, undo=policy), Random(2)
    while len(table.awaited) > 1 or table.rev < 2:
        play_any(table, db, table.awaited[-1], rng)
    first = table.awaited[0]
    while table.awaited == [first]:
        play_any(table, db, first, rng)
    play_any(table, db, 1 - first, rng)
    answer = ask(table, first)
    if policy == "none":
        assert problem(answer, "undo-not-allowed", 409)["reason"] == "other-seat"
        return
    assert answer.status_code == 202, answer.text
    request = answer.json()["request"]
    assert request is None if policy == "free" else request["needed"] == [1 - first]


def test_a_long_record_allows_no_more_undos(
    client: httpx.Client, db: Store, toy: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(client, undo="free")
    table.keep_all()
    table.play(0, "rest")
    assert ask(table, 0).status_code == 202
    monkeypatch.setattr(undo, "MOST_PLAYED_ON", table.rev)
    told = problem(ask(table, 0), "undo-not-allowed", 409)
    assert told["reason"] == "too-long"
