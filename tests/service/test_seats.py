"""Joining, leaving, bots on seats."""

from __future__ import annotations

import httpx
import pytest

from store import Store
from tests.service.table import Table, problem


@pytest.fixture
def table(client: httpx.Client) -> Table:
    """Return a game that waits for two of its three seats."""
    return Table(client, seats=["user", "open", "open"])


def test_the_last_seat_taken_starts_the_game(table: Table) -> None:
    assert table.see(0)["choices"] is None
    problem(table.turn(0, "rest"), "not-started", 409)
    assert problem(table.get("/legal", seat=0), "not-started", 409)["params"] == {"open": [1, 2]}
    first = table.post("/seats", None, {"name": "Ana"})
    assert first.status_code == 201
    assert (first.json()["you"], first.json()["status"]) == (1, "waiting")
    second = table.post("/seats", None, {})
    assert (second.json()["you"], second.json()["status"]) == (2, "running")
    assert second.headers["ETag"] == '"2"'
    table.tokens |= {1: first.json()["token"], 2: second.json()["token"]}
    game = table.see(2)
    assert [each["name"] for each in game["seats"]] == ["", "Ana", ""]
    assert [each["since_rev"] for each in game["awaited"]] == [2, 2, 2]
    assert game["you"] == 2
    entries = table.get("/log").json()["entries"]
    assert [(e["kind"], e["seat"], e["starts"]) for e in entries] == [
        ("seat", 1, False),
        ("seat", 2, True),
    ]
    table.keep_all()
    table.finish()
    assert table.see()["status"] == "over"


def test_a_bot_that_joins_is_not_you(table: Table) -> None:
    host = {"Authorization": f"Bearer {table.host}"}
    joined = table.client.post(
        f"{table.path}/seats", json={"holder": "bot:random"}, headers=host
    ).json()
    assert (joined["you"], "token" in joined) == (None, False)
    assert joined["seats"][1]["holder"] == "bot:random"


def test_a_seat_is_taken_once(table: Table) -> None:
    assert table.post("/seats", None, {"seat": 2}).json()["you"] == 2
    told = problem(table.post("/seats", None, {"seat": 2}), "seat-taken", 409)
    assert told["params"] == {"seat": 2, "open": [1]}
    told = problem(table.post("/seats", None, {"seat": 7}), "invalid-request", 422)
    assert told["errors"][0]["pointer"] == "/seat"
    table.post("/seats", None)
    problem(table.post("/seats", None, {}), "game-full", 409)


def test_newcomers_are_told_that_a_code_is_missing(client: httpx.Client) -> None:
    asked = Table(client, seats=["user", "open"], invite=True)
    assert "Send it as `invite`" in problem(asked.post("/seats", None), "forbidden", 403)["detail"]
    wrong = problem(asked.post("/seats", None, {"invite": "guess"}), "forbidden", 403)
    assert wrong["detail"] == "The invite code is wrong."
    for invite in (True, False):  # it is private whether a private game has a code
        hidden = Table(client, seats=["user", "open"], invite=invite, visibility="private")
        told = problem(hidden.post("/seats", None), "unauthorized", 401)
        assert told["detail"].startswith("This game is private. Send its invite code")


def test_a_seat_is_asked_for_its_own_token(client: httpx.Client) -> None:
    told = problem(Table(client).get("/legal"), "unauthorized", 401)
    assert told["detail"].startswith("This requires the token of a seat of this game")


def test_joining_again_with_the_same_key_gives_the_same_seat(table: Table) -> None:
    key = "7f4df1f0-6d0e-4b7c-9a55-2d1a64d2f9ab"
    first = table.post("/seats", None, {"name": "Ana"}, Idempotency_Key=key)
    second = table.post("/seats", None, {"name": "Ana"}, Idempotency_Key=key)
    assert (second.status_code, second.content) == (201, first.content)
    assert second.headers["Idempotent-Replayed"] == "true"
    table.tokens[1] = second.json()["token"]
    assert table.see(1)["you"] == 1
    other = table.post("/seats", None, {"name": "Bea"}, Idempotency_Key=key)
    problem(other, "idempotency-key-reused", 422)


def test_a_game_may_ask_for_a_code(client: httpx.Client) -> None:
    table = Table(client, seats=["open", "open"], invite=True, visibility="private")
    code = table.made["tokens"]["invite"]
    problem(table.post("/seats", None, {}), "unauthorized", 401)
    problem(table.post("/seats", None, {"invite": "guess"}), "unauthorized", 401)
    table.tokens[0] = table.post("/seats", None, {"invite": code}).json()["token"]
    told = problem(table.post("/seats", 0, {"invite": "guess"}), "forbidden", 403)
    assert "code" in told["detail"]
    assert table.post("/seats", 0, {"invite": code}).status_code == 201


def test_leaving_opens_the_seat_and_voids_its_token(table: Table) -> None:
    table.tokens[1] = table.post("/seats", None, {"name": "Ana"}).json()["token"]
    left = table.client.delete(f"{table.path}/seats/1", headers=table.auth(1))
    assert left.json()["seats"][1] == {
        "seat": 1,
        "holder": "open",
        "name": "",
        "player": None,
        "away": False,
        "resigned": False,
        "reserved": False,
        "bank": None,
        "claimable": False,
    }
    problem(table.get(seat=1), "unauthorized", 401)
    assert table.post("/seats", None, {}).json()["you"] == 1
    log = table.get("/log").json()["entries"]
    assert [entry["holder"] for entry in log] == ["person", "open", "person"]


def test_only_the_seat_itself_or_the_host_empties_it(table: Table) -> None:
    table.post("/seats", None, {})
    problem(table.client.delete(f"{table.path}/seats/1"), "unauthorized", 401)
    problem(table.client.delete(f"{table.path}/seats/1", headers=table.auth(0)), "forbidden", 403)
    problem(table.client.delete(f"{table.path}/seats/9", headers=table.auth(0)), "not-found", 404)
    host = {"Authorization": f"Bearer {table.host}"}
    for _ in range(2):
        answer = table.client.delete(f"{table.path}/seats/1", headers=host)
        assert answer.json()["seats"][1]["holder"] == "open"
    assert table.rev == 2


def test_nobody_leaves_a_game_that_has_started(client: httpx.Client) -> None:
    table = Table(client)
    answer = client.delete(f"{table.path}/seats/1", headers=table.auth(1))
    problem(answer, "already-started", 409)


def test_the_host_puts_a_bot_on_a_seat(table: Table, db: Store) -> None:
    host = {"Authorization": f"Bearer {table.host}"}
    path, bot = f"{table.path}/seats", {"holder": "bot:random", "seat": 2}
    problem(table.post("/seats", 0, bot), "forbidden", 403)
    wrong = table.client.post(path, json={"holder": "bot:genius"}, headers=host)
    assert problem(wrong, "invalid-request", 422)["errors"][0]["pointer"] == "/holder"
    put = table.client.post(path, json=bot, headers=host).json()
    assert put["seats"][2]["holder"] == "bot:random"
    assert "token" not in put
    assert db.due.overdue(1 << 60) == []
    table.post("/seats", None, {})
    # A worker of another test may be quick.
    assert db.due.overdue(1 << 60) == [table.id] or table.rev > 2


def test_if_match_is_heeded_where_it_is_sent(table: Table) -> None:
    assert table.post("/seats", None, {}, If_Match='"0"').status_code == 201
    told = problem(table.post("/seats", None, {}, If_Match='"0"'), "stale-revision", 412)
    assert [entry["kind"] for entry in told["entries"]] == ["seat"]
    answer = table.client.delete(
        f"{table.path}/seats/0", headers={**table.auth(0), "If-Match": '"0"'}
    )
    problem(answer, "stale-revision", 412)


def test_people_who_join_at_once_get_different_seats(client: httpx.Client, web: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    table = Table(client, seats=["open"] * 4)

    def join(_: int) -> httpx.Response:
        return httpx.post(f"{web}{table.path}/seats", json={}, timeout=30)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(join, range(8)))
    assert sorted(a.json()["you"] for a in answers if a.status_code == 201) == [0, 1, 2, 3]
    assert sum(a.status_code == 409 for a in answers) == 4
    assert table.rev == 4
