"""Filters and orders of lists: by player, seats, time and result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx
import pytest
from msgspec import structs

from match.chairs import public_id
from store import Store, keys
from tests.service.rich import bring
from tests.service.table import Table, problem, steps_of
from tests.service.test_accounts import account, auth
from tests.service.test_imports import unfinished
from tests.service.test_listing import listed


def player_of(client: httpx.Client, token: str) -> str:
    """Return the public id of an account."""
    found: str = client.get("/v1/me", headers=auth(token)).json()["player"]
    return found


def ended(client: httpx.Client, token: str, **wanted: Any) -> Table:
    """Return a finished game of an account at seat 0."""
    table = Table(client, token, **{"seats": ["me", "user", "user"], **wanted})
    while (seen := table.see(1))["status"] == "running":
        seat = seen["awaited"][0]["seat"]
        steps = steps_of(table.see(seat)["choices"])
        table.play(seat, "rest" if "rest" in steps else steps[0])
    return table


def test_the_public_games_of_a_player_are_listed(client: httpx.Client, db: Store) -> None:
    ana, ben = account(client), account(client)
    player = player_of(client, ana)
    table = Table(client, ana, seats=["me", "user"])
    hidden = [
        Table(client, ana, seats=["me", "user"], visibility=v) for v in ("private", "unlisted")
    ]
    Table(client, ana, seats=["user", "user"])
    Table(client, ben, seats=["me", "user"])
    for reader in ("", ben):
        assert listed(client, f"player={player}", reader) == [table.id]
    assert listed(client, f"player={player_of(client, ben)}&seats=3") == []
    assert set(listed(client, "player=me", ana)) == {table.id, *(each.id for each in hidden)}
    assert listed(client, f"mine=1&player={player}", ben) == []
    problem(client.get("/v1/games?player=me"), "unauthorized", 401)
    ids = db.redis.zrange(keys.player_games(player), 0, -1)
    assert ids == [table.id.encode()], "an index, which holds no private game"


def test_a_player_who_left_is_not_listed(client: httpx.Client, db: Store) -> None:
    ana = account(client)
    table = Table(client, seats=["open", "open"])
    seat = client.post(f"{table.path}/seats", json={}, headers=auth(ana)).json()["you"]
    assert listed(client, f"player={player_of(client, ana)}") == [table.id]
    client.delete(f"{table.path}/seats/{seat}", headers=auth(ana))
    assert listed(client, f"player={player_of(client, ana)}") == []
    assert not db.redis.exists(keys.player_games(player_of(client, ana)))


def test_games_are_listed_by_their_seats(client: httpx.Client) -> None:
    two, three = Table(client, seats=["user"] * 2), Table(client, seats=["user"] * 3)
    assert listed(client, "seats=2") == [two.id]
    assert listed(client, "seats=3") == [three.id]
    assert listed(client, "seats=4") == []


def test_games_are_listed_by_their_result(client: httpx.Client) -> None:
    ana = account(client)
    player, table = player_of(client, ana), ended(client, ana)
    running = Table(client, ana, seats=["me", "user"])
    ranks = [(each["rank"], each["seat"]) for each in table.see()["result"]]
    first = [seat for rank, seat in ranks if rank == 1]
    outcome = "lost" if 0 not in first else "won" if first == [0] else "shared"
    for asked, reader in ((f"player={player}", ""), ("mine=1", ana), ("player=me", ana)):
        for result in ("won", "shared", "lost", "resigned"):
            wanted = [table.id] if result == outcome else []
            assert listed(client, f"{asked}&result={result}", reader) == wanted
    resigned = Table(client, ana, seats=["me", "user", "user"])
    resigned.keep_all()
    assert resigned.post("/resign", 0).is_success
    assert listed(client, "mine=1&result=resigned", ana) == [], "it is not over"
    assert set(listed(client, "mine=1", ana)) == {table.id, running.id, resigned.id}


def test_a_seat_that_was_given_up_has_not_won(client: httpx.Client, db: Store) -> None:
    table = ended(client, account(client))
    match = db.games.load(table.id)
    first = [each.side for each in match.position.result if each.rank == 1]
    assert match.outcome(first) == "won"
    for seat in first:
        given_up = structs.replace(match.chairs[seat], resigned=True)
        match = replace(match, chairs=match.with_chair(seat, given_up))
    assert match.outcome(first) == "resigned"


def test_a_time_needs_its_zone(client: httpx.Client) -> None:
    for since in ("2026-11-21T12:00:00", "2026-11-21T12:00:00+09:00"):  # + means a space
        told = problem(client.get(f"/v1/games?since={since}"), "invalid-request", 422)
        assert "time zone" in told["errors"][0]["message"]
        assert "%2B" in told["errors"][0]["message"]
    assert client.get("/v1/games?since=2026-11-21T12:00:00%2B09:00").status_code == 200


def test_games_are_sorted_by_creation_and_by_end(client: httpx.Client) -> None:
    ana = account(client)
    first = Table(client, ana, seats=["me", "user", "user"])
    second = ended(client, ana)
    first.keep_all()
    first.finish()
    third = Table(client, ana, seats=["me", "user"])
    orders = {
        "-created": [third.id, second.id, first.id],
        "created": [first.id, second.id, third.id],
        "-ended": [first.id, second.id],
        "ended": [second.id, first.id],
    }
    player = player_of(client, ana)
    for sort, wanted in orders.items():
        for asked, reader in (("", ""), ("mine=1", ana), (f"player={player}", "")):
            assert listed(client, f"sort={sort}&{asked}", reader) == wanted
            assert listed(client, f"sort={sort}&limit=1&{asked}", reader) == wanted


def test_a_game_shows_when_it_ended(client: httpx.Client) -> None:
    table = Table(client, seats=["user", "open"])
    assert table.see()["ended"] is None
    table.cancel()
    log = table.get("/log").json()["entries"]
    assert table.see()["ended"] == log[-1]["at"]
    assert listed(client, "sort=ended&status=cancelled") == [table.id]
    assert listed(client, "sort=ended&status=over") == []


def test_lists_have_a_span_of_time(client: httpx.Client) -> None:
    days = [f"2001-02-0{day}T03:04:05.678Z" for day in (1, 2, 3)]
    made = [bring(client, unfinished(created=day), "?visibility=public").json() for day in days]
    one, two, three = (each["id"] for each in made)
    assert listed(client, f"until={days[1]}") == [one]
    assert listed(client, f"since={days[1]}") == [three, two]
    assert listed(client, f"since={days[1]}&until={days[2]}&sort=created") == [two]
    assert listed(client, "since=2001-02-02T04:04:05.678%2B01:00&sort=created") == [two, three]
    assert listed(client, "since=2001-02-02&until=2001-02-03") == [two]
    assert listed(client, f"since={days[0]}&sort=ended") == []
    page = client.get(f"/v1/games?since={days[0]}&limit=2").json()
    rest = client.get(f"/v1/games?since={days[0]}&limit=2&cursor={page['next']}").json()
    assert [game["id"] for game in page["games"] + rest["games"]] == [three, two, one]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("player=Ana", "player"),
        ("player=player_short", "player"),
        ("seats=0", "seats"),
        ("seats=two", "seats"),
        ("since=2026-02-30", "since"),
        ("since=2026-2-3", "since"),
        ("result=won", "result"),
        ("mine=1&result=first", "result"),
        ("sort=name", "sort"),
        ("sort=ended&status=running", "sort"),
        ("sort=-ended&open=1", "sort"),
        ("since=yesterday", "since"),
        ("since=2026-11-21T12:00:00", "since"),
        ("since=2026-13-21T12:00:00Z", "since"),
        ("since=2026-11-22T12:00:00Z&until=2026-11-21T12:00:00Z", "until"),
    ],
)
def test_a_wrong_filter_is_refused(client: httpx.Client, query: str, parameter: str) -> None:
    told = problem(client.get(f"/v1/games?{query}"), "invalid-request", 422)
    assert [fault["parameter"] for fault in told["errors"]] == [parameter]


def test_a_cursor_belongs_to_an_order(client: httpx.Client) -> None:
    for _ in range(2):
        Table(client, seats=["user"] * 2)
    cursor = client.get("/v1/games?limit=1").json()["next"]
    assert client.get(f"/v1/games?limit=1&cursor={cursor}").is_success
    told = problem(client.get(f"/v1/games?sort=created&cursor={cursor}"), "invalid-request", 422)
    assert "same order" in told["detail"]


def test_the_public_id_does_not_reveal_the_account(client: httpx.Client) -> None:
    ana = account(client)
    assert public_id(ana.partition(".")[0]) == player_of(client, ana)
