"""Versions of rules: games keep the one they began with, and live ones never stop."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import httpx
import pytest

import games
from engine.core import State
from engine.title import Start, Title
from store import snapshots
from tests.service.rich import Brought, bring, export
from tests.service.table import Table, problem
from tests.toy.play import Toy

OLD, NEW = 5, 7
"""Stones on the heap at the start, under version 1 and under version 2."""


def _setup(game: Title, start: Start) -> State[Any]:
    state = game.setup(start)
    assert isinstance(state, Toy)
    state.heap = NEW
    return state


@pytest.fixture
def begun(client: httpx.Client) -> Table:
    """Return a game that began before the rules were changed."""
    table = Table(client, undo="free")
    table.keep_all()
    table.play(0, "take 1")
    return table


@pytest.fixture
def changed(begun: Table, toy: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 2 is here, and nothing is remembered of version 1."""
    newer = replace(toy, version=2, setup=partial(_setup, toy))
    monkeypatch.setitem(games.all_games(), toy.name, newer)
    monkeypatch.setattr(snapshots, "_cache", snapshots.Snapshots())


@pytest.fixture
def beside(changed: None, toy: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of version 1 has been kept beside it."""
    every = [*games.every(), toy]
    monkeypatch.setattr(games, "every", lambda: every)


@pytest.mark.usefixtures("beside")
def test_a_game_keeps_the_rules_it_began_with_and_new_ones_have_the_new(
    client: httpx.Client, begun: Table
) -> None:
    assert client.get("/v1/rulesets/toy").json()["versions"] == [2, 1]
    assert client.get("/v1/rulesets/toy@1").json()["version"] == 1
    fresh = Table(client)
    assert (fresh.see()["ruleset"], fresh.see()["view"]["heap"]) == ("toy@2", NEW)
    assert (begun.see()["ruleset"], begun.see()["view"]["heap"]) == ("toy@1", OLD - 1)
    assert begun.get("/states/0").json()["view"]["heap"] == OLD
    for table in (begun, fresh):
        table.keep_all() if table is fresh else None
        table.finish()
        assert table.see()["status"] == "over"
        assert table.get("/log?events=1").json()["entries"]
    for game, heap in ((begun, OLD), (fresh, NEW)):
        assert game.get("/states/0?as=everything").json()["everything"]["heap"] == heap
        again = Brought(client, bring(client, export(game).json()))
        assert export(again).json() == export(game).json()


@pytest.mark.usefixtures("changed")
def test_where_the_old_rules_are_gone_a_live_game_goes_on_from_its_stored_state(
    begun: Table,
) -> None:
    """To its end; what has to be played again from the start says what it needs."""
    assert (begun.see()["ruleset"], begun.see()["view"]["heap"]) == ("toy@1", OLD - 1)
    assert begun.get("/legal?explain=1", 1).json()["choices"]["options"]
    assert begun.play(1, "take 2", "done")["view"]["heap"] == OLD - 3
    told = problem(begun.get("/states/0"), "unavailable", 503)
    assert told["params"] == {"ruleset": "toy@1"}
    begun.client.event_hooks = {"response": []}
    while (seen := begun.see()).get("status") == "running":
        begun.play(seen["awaited"][0]["seat"], "rest")
    (listed,) = begun.client.get("/v1/games?status=over").json()["games"]
    assert (listed["id"], sorted(each["rank"] for each in listed["result"])[0]) == (begun.id, 1)
