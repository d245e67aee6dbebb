"""Presence: who is connected, who may know it, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from match.tables import table_of
from service import create_app
from service.edge import sightings as edge
from service.processes.settings import Settings
from store import Store, sightings
from store.drafts import holder
from tests.conftest import serving
from tests.service.streaming import JSON, ME, Message, Streams, streams_at
from tests.service.table import Json, Table, problem
from tests.service.test_accounts import account, auth
from tests.workers.processes import wait_until

streams = pytest.fixture(scope="module")(streams_at)


def seen(table: Table, token: str) -> list[Json]:
    answer = table.client.get(f"{table.path}/presence", headers=auth(token))
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()["seats"]
    return found


def online(table: Table, token: str) -> list[bool | None]:
    return [each["online"] for each in seen(table, token)]


def test_a_request_counts_as_presence(client: httpx.Client) -> None:
    table = Table(client, seats=["user", "user", "bot:random"])
    assert online(table, table.host) == [False, False, None]
    table.see(1)
    assert online(table, table.host) == [False, True, None]
    assert seen(table, table.host)[0] == {"seat": 0, "online": False, "last_seen": None}
    assert online(table, table.tokens[0]) == [True, True, None]


def test_an_owner_that_is_gone_was_last_seen_then(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(client)
    table.see(1)
    monkeypatch.setattr(sightings, "FRESH", -1)
    gone = seen(table, table.host)[1]
    assert gone["online"] is False
    assert gone["last_seen"] >= table.made["created"]


def test_a_turn_makes_no_round_trip_and_counts_later(
    db: Store, redis_url: str, toy: object
) -> None:
    app = create_app(Settings(redis_url=redis_url, rate_limits="off"))
    with serving(app) as url, httpx.Client(base_url=url) as client:
        table = Table(client, seats=["user", "user"])
        (name,) = sightings.names_of(db.games.load(table.id), 0)
        steps = [option.id for option in table_of(db.games.load(table.id)).decision(0).options]
        assert table.turn(0, steps[0], rev=0).status_code == 201
        assert not db.redis.exists(f"chasqui:seen:{name}")
        assert online(table, table.tokens[1])[0] is True


def test_a_process_notes_an_owner_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    sighted = edge.Sighted()
    for _ in range(3):
        sighted.add("ana")
    assert sighted.take() == {"ana"}
    sighted.add("ana")
    sighted.add("ben")
    assert sighted.take() == {"ben"}
    monkeypatch.setattr(edge, "EVERY", 0.0)
    sighted.add("ana")
    assert sighted.take() == {"ana"}


def test_only_seats_and_the_host_see_presence(client: httpx.Client) -> None:
    table = Table(client)
    path = f"{table.path}/presence"
    problem(client.get(path), "unauthorized", 401)
    problem(client.get(path, headers=auth(account(client))), "forbidden", 403)


def test_a_player_hides_and_shows_itself(client: httpx.Client) -> None:
    table = Table(client)
    path = f"{table.path}/presence"
    answer = client.put(path, json={"hidden": True}, headers=table.auth(1))
    hidden = {"seat": 1, "online": None, "last_seen": None}
    assert (answer.json()["seats"][1], answer.json()["hidden"]) == (hidden, True)
    assert seen(table, table.host)[1] == hidden
    answer = client.put(path, json={"hidden": False}, headers=table.auth(1))
    assert (answer.json()["seats"][1]["online"], answer.json()["hidden"]) == (True, False)


def test_presence_ends_with_the_game(client: httpx.Client) -> None:
    table = Table(client)
    table.keep_all()
    table.finish()
    assert online(table, table.tokens[0]) == [None] * 3


@pytest.fixture
def game(client: httpx.Client) -> Table:
    """A table of a real title, because the stream process does not know the toy."""
    return Table(client, ruleset="tzolkin", seats=["user", "user"])


def changes(stream: Iterator[Message]) -> Iterator[list[bool | None]]:
    """Yield who is online, at first and after each change."""
    for each in stream:
        if each.kind == "presence":
            yield [seat["online"] for seat in each.body["seats"]]


def test_a_stream_is_presence_and_sends_that_of_the_others(
    streams: Streams, game: Table, db: Store
) -> None:
    with streams.open(game.id, token=game.tokens[0], presence=1) as stream:
        assert next(stream).kind == "snapshot"
        known = changes(stream)
        assert next(known) == [True, False]
        game.client.put(f"{game.path}/presence", json={"hidden": True}, headers=game.auth(1))
        assert next(known) == [True, None]


def test_a_spectator_gets_no_presence(streams: Streams, game: Table) -> None:
    eve = account(game.client)
    with (
        streams.open(game.id, token=eve, presence=1) as stream,
        streams.open(game.id, presence=1) as stranger,
    ):
        assert [next(stream).kind, next(stranger).kind] == ["snapshot"] * 2
        game.play(0, game.see(0)["choices"]["options"][0]["step"])
        assert [next(stream).kind, next(stranger).kind] == ["turn"] * 2


def test_a_poll_and_an_accounts_stream_are_presence(
    streams: Streams, client: httpx.Client, db: Store
) -> None:
    ana = account(client, "Ana")
    game = Table(client, ana, ruleset="tzolkin", seats=["me", "user"])
    assert online(game, game.tokens[1]) == [False, True]
    assert streams.get(game.id, JSON, game.tokens[0], wait=0).status_code == 200
    assert online(game, game.tokens[1]) == [True, True]
    other = Table(client, ana, ruleset="tzolkin", seats=["me", "user"])
    assert db.redis.delete(f"chasqui:seen:{holder(db.games.load(game.id), 0).hex()}") == 1
    with streams.open(ME, token=ana) as stream:
        assert next(stream).kind == "snapshot"
        wait_until(lambda: online(other, other.tokens[1]) == [True, True], "it")
        assert online(game, game.tokens[1]) == [True, True]
