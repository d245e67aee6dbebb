"""Lists of games: whose they are, what they wait for, and pages that stay stable."""

from __future__ import annotations

import httpx
import pytest

from service.views import listing
from store import Store
from tests.service.rich import bring
from tests.service.table import Json, Table, problem
from tests.service.test_accounts import account, auth
from tests.service.test_imports import unfinished


def pages(client: httpx.Client, query: str, token: str = "") -> list[list[str]]:
    """Return the ids of all pages of a list."""
    headers = auth(token) if token else {}
    page, found = client.get(f"/v1/games?{query}", headers=headers), []
    while True:
        assert page.status_code == 200, page.text
        told: Json = page.json()
        found.append([game["id"] for game in told["games"]])
        assert ("next" in page.links) == (told["next"] is not None)
        if told["next"] is None:
            return found
        page = client.get(page.links["next"]["url"], headers=headers)


def listed(client: httpx.Client, query: str, token: str = "") -> list[str]:
    """Return the ids of a whole list."""
    return [game_id for page in pages(client, query, token) for game_id in page]


def test_mine_are_all_games_in_which_the_account_has_a_part(client: httpx.Client) -> None:
    ana, bob = account(client), account(client)
    created = Table(client, ana, seats=["user", "open"], visibility="private")
    seated = Table(client, ana, seats=["me", "user"], visibility="unlisted")
    joined = Table(client, seats=["user", "open"])
    client.post(f"{joined.path}/seats", json={}, headers=auth(ana))
    other = Table(client, bob, seats=["me", "user"])
    assert listed(client, "mine=1", ana) == [joined.id, seated.id, created.id]
    assert listed(client, "mine=1", bob) == [other.id]
    assert listed(client, "mine=1&status=waiting", ana) == [created.id]
    assert listed(client, "mine=1&open=1", ana) == [created.id]
    assert listed(client, "mine=1&ruleset=tzolkin", ana) == []
    assert set(listed(client, "limit=1")) == {joined.id, other.id}


def test_a_switch_is_true_or_false_or_1_or_0(client: httpx.Client) -> None:
    ana = account(client)
    waiting = Table(client, ana, seats=["me", "open"])
    Table(client, ana, seats=["me", "user"])
    assert listed(client, "open=true", ana) == listed(client, "open=1", ana) == [waiting.id]
    for off in ("open=false", "open=0", ""):
        assert len(listed(client, off, ana)) == 2
    for wrong in ("2", "yes", "True", ""):
        told = problem(client.get(f"/v1/games?open={wrong}"), "invalid-request", 422)
        fault = {"parameter": "open", "message": "should be true or false (or 1 or 0)"}
        assert told["errors"] == [fault]


def test_who_left_has_no_part_any_more(client: httpx.Client) -> None:
    ana = account(client)
    table = Table(client, seats=["user", "open"])
    client.post(f"{table.path}/seats", json={}, headers=auth(ana))
    assert listed(client, "mine=1", ana) == [table.id]
    table = Table(client, seats=["open", "open"])
    seat = client.post(f"{table.path}/seats", json={}, headers=auth(ana)).json()["you"]
    client.delete(f"{table.path}/seats/{seat}", headers=auth(ana))
    assert table.id not in listed(client, "mine=1", ana)


def test_what_waits_for_me_is_found(client: httpx.Client) -> None:
    ana = account(client)
    first, second = (Table(client, ana, seats=["user", "me"]) for _ in range(2))
    Table(client, ana, seats=["me", "open"])
    assert listed(client, "awaiting=me", ana) == [second.id, first.id]
    second.play(1, second.see(1)["choices"]["options"][0]["step"])
    assert listed(client, "awaiting=me", ana) == [first.id]
    assert listed(client, "awaiting=me", second.tokens[0]) == [second.id]
    assert listed(client, "awaiting=me", second.tokens[1]) == []
    assert listed(client, "awaiting=me", second.host) == []
    problem(client.get("/v1/games?awaiting=me"), "unauthorized", 401)


def test_seats_to_take_are_found(client: httpx.Client) -> None:
    waiting = Table(client, seats=["user", "open"])
    Table(client)
    Table(client, seats=["user", "open"], visibility="unlisted")
    assert listed(client, "open=1") == [waiting.id]
    assert listed(client, "open=1&status=running") == []
    client.post(f"{waiting.path}/seats", json={})
    assert listed(client, "open=1") == []


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
def test_pages_of_a_filtered_list_hold_each_game_once(
    client: httpx.Client, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "CHUNK", 2)
    ana = account(client)
    tables = [Table(client, ana, seats=["me", "user" if n % 3 else "open"]) for n in range(10)]
    wanted = [table.id for n, table in enumerate(tables) if n % 3]
    found = pages(client, f"mine=1&status=running&limit={limit}", ana)
    assert sorted(game for page in found for game in page) == sorted(wanted)
    assert [len(page) for page in found[:-1]] == [limit] * (len(found) - 1)
    assert 1 <= len(found[-1]) <= limit


def test_a_page_looks_at_so_many_games_and_leads_on(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST_LOOKED_AT", 3)
    ana = account(client)
    oldest = Table(client, ana, seats=["me", "open"])
    for _ in range(7):
        Table(client, ana, seats=["me", "user"])
    found = pages(client, "mine=1&open=1", ana)
    assert [game for page in found for game in page] == [oldest.id]
    assert len(found) == 3


def test_games_that_come_and_go_shift_no_page(client: httpx.Client, db: Store) -> None:
    ana = account(client)
    for _ in range(5):
        Table(client, ana, seats=["me", "user"])
    order = listed(client, "mine=1", ana)
    first = client.get("/v1/games?mine=1&limit=2", headers=auth(ana))
    Table(client, ana, seats=["me", "user"])
    db.redis.delete(f"chasqui:g:{order[3]}")
    rest = client.get(first.links["next"]["url"], headers=auth(ana)).json()
    assert [game["id"] for game in rest["games"]] == [order[2], order[4]]


def test_pages_go_on_after_games_older_than_1970(client: httpx.Client, db: Store) -> None:
    for _ in range(2):
        record = unfinished(created="1901-01-02T03:04:05.678Z")
        assert bring(client, record, "?visibility=public").status_code == 201
    first = client.get("/v1/games?limit=1").json()
    second = client.get(f"/v1/games?limit=1&cursor={first['next']}").json()
    assert second["games"][0]["id"] != first["games"][0]["id"]
