"""Versions of rules: one folder serves them all, and a game keeps its own."""

from __future__ import annotations

import httpx
import pytest

import games
from engine.title import Title
from store import Store, snapshots
from tests.service.rich import Brought, bring, export
from tests.service.table import Table, problem


@pytest.fixture
def begun(client: httpx.Client, toy: Title, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a game that began when version 1 was the newest."""
    with monkeypatch.context() as earlier:
        earlier.setitem(games.all_titles(), toy.name, toy.at(1))
        table = Table(client, undo="free")
        table.keep_all()
    return table


def dig_out(table: Table) -> int:
    """Have the east vein dug out; return the stones on the heap."""
    for _ in range(3):
        table.play(table.see()["awaited"][0]["seat"], "dig east")
    return int(table.see()["view"]["heap"])


def test_a_game_keeps_the_rules_it_began_with_and_new_ones_have_the_new(
    client: httpx.Client, begun: Table
) -> None:
    assert client.get("/v1/rulesets/toy").json()["versions"] == [2, 1]
    assert client.get("/v1/rulesets/toy@1").json()["version"] == 1
    fresh = Table(client)
    fresh.keep_all()
    assert (begun.see()["ruleset"], fresh.see()["ruleset"]) == ("toy@1", "toy@2")
    assert (dig_out(begun), dig_out(fresh)) == (5, 4)
    for table in (begun, fresh):
        table.finish()
        assert table.see()["status"] == "over"
        again = Brought(client, bring(client, export(table).json()))
        assert export(again).json() == export(table).json()


def test_a_new_game_may_name_an_older_version(client: httpx.Client) -> None:
    table = Table(client, ruleset="toy@1")
    assert table.see()["ruleset"] == "toy@1"


def test_rules_that_are_not_here_are_named(
    db: Store, begun: Table, toy: Title, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server with older code refuses a game of newer rules and says which it needs."""
    assert begun.see()["ruleset"] == "toy@1"
    fresh = Table(begun.client)
    monkeypatch.setitem(games.all_titles(), toy.name, toy.at(1))
    monkeypatch.setattr(snapshots, "_cache", snapshots.Snapshots())
    told = problem(fresh.get("/legal", 0), "unavailable", 503)
    assert told["params"] == {"ruleset": "toy@2"}
    assert begun.see()["status"] == "running"
