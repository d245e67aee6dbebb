"""Games of bots only: how many run at once of one account, and of one address."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from engine.title import Title
from store import Store, keys
from store.script import BOT_GAME_LASTS
from tests.service.table import Json, Table, problem, seated
from tests.service.test_accounts import app_key
from tests.service.test_budgets import guest
from tests.service.test_limits import service
from workers.due_games import Portion, play_turns

BOTS = ["bot:random"] * 3
WHOLE = Portion(1_000, 60.0)


@pytest.fixture
def client(redis_url: str, db: Store, toy: Title) -> Iterator[httpx.Client]:
    """Yield a client of a service where an account has two such games, an address three."""
    caps = {"bot_games_per_account": 2, "bot_games_per_address": 3}
    with service(redis_url, trusted_proxies=1, **caps) as found:
        yield found


def make(client: httpx.Client, *seats: str, headers: Any = None, **wanted: Any) -> httpx.Response:
    """Ask for a game with these seats, by default of bots only."""
    body = {"ruleset": "toy", "seats": seated(*(seats or BOTS)), **wanted}
    return client.post("/v1/games", json=body, headers=headers)


def full(answer: httpx.Response, whose: str, limit: int) -> Json:
    """Return the problem of a cap that is reached."""
    told = problem(answer, "rate-limited", 429)
    assert f"This {whose} has {limit} running games" in told["detail"]
    assert told["params"] == {"limit": limit, "wait": int(answer.headers["Retry-After"])}
    return told


def fill(client: httpx.Client) -> list[str]:
    """Make as many games as the address may have, and return their ids."""
    found = [make(client).json()["id"] for _ in range(3)]
    full(make(client), "address", 3)
    return found


def end(db: Store, game_id: str) -> None:
    """Have the bots play a game to its end."""
    assert play_turns(db, db.games.load(game_id), WHOLE).over


def test_an_address_has_a_cap(client: httpx.Client) -> None:
    fill(client)
    assert make(client, "user", *BOTS[1:]).status_code == 201, "people may play"
    other = {"X-Forwarded-For": "192.0.2.7"}
    assert make(client, headers=other).status_code == 201


def test_an_account_has_a_cap_at_all_its_addresses(client: httpx.Client) -> None:
    mine = guest(client)
    for address in ("192.0.2.1", "192.0.2.2"):
        made = make(client, headers={**mine, "X-Forwarded-For": address})
        assert made.status_code == 201
    full(make(client, headers={**mine, "X-Forwarded-For": "192.0.2.3"}), "account", 2)


def test_an_address_is_a_network_and_is_not_kept(client: httpx.Client, db: Store) -> None:
    for n in range(3):
        assert make(client, headers={"X-Forwarded-For": f"2001:db8::{n}"}).status_code == 201
    full(make(client, headers={"X-Forwarded-For": "2001:db8::9"}), "address", 3)
    (name,) = db.redis.keys(f"{keys.BOT_GAMES}*")
    assert b"2001" not in name


def test_an_app_key_has_no_cap(client: httpx.Client, db: Store) -> None:
    key = {"Authorization": f"Bearer {app_key(db, games_per_day=9)}"}
    assert [make(client, headers=key).status_code for _ in range(5)] == [201] * 5
    assert make(client).status_code == 201


def test_the_end_of_a_game_gives_its_place_back(client: httpx.Client, db: Store) -> None:
    first, *_ = fill(client)
    end(db, first)
    assert make(client).status_code == 201
    full(make(client), "address", 3)


def test_requests_at_once_do_not_pass_the_cap(client: httpx.Client) -> None:
    with ThreadPoolExecutor(6) as pool:
        statuses = [each.status_code for each in pool.map(lambda _: make(client), range(12))]
    assert sorted(statuses) == [201] * 3 + [429] * 9


def test_a_duplicate_of_a_request_is_answered_all_the_same(client: httpx.Client) -> None:
    key = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000005"}
    made = make(client, headers=key).json()
    while make(client).status_code == 201:
        pass
    assert make(client, headers=key).json()["id"] == made["id"]
    other = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000006"}
    for _ in range(2):
        full(make(client, headers=other), "address", 3)


def test_a_refused_game_costs_no_quota(client: httpx.Client) -> None:
    mine = guest(client)
    for _ in range(3):
        answer = make(client, headers=mine)
    full(answer, "account", 2)
    assert client.get("/v1/me", headers=mine).json()["games_today"] == 2


def test_forks_and_rematches_count(client: httpx.Client, db: Store) -> None:
    table = Table(client, seats=["user", "bot:random", "bot:random"])
    first = make(client, undo="free").json()
    end(db, first["id"])
    host = {"Authorization": f"Bearer {first['tokens']['host']}"}
    fill(client)
    full(table.post("/forks", 0, {"rev": 0, "seats": BOTS}), "address", 3)
    full(client.post(f"/v1/games/{first['id']}/rematch", headers=host), "address", 3)


def test_a_bot_for_the_last_person_counts(client: httpx.Client) -> None:
    tables = [Table(client, seats=["user", *BOTS[1:]]) for _ in range(4)]
    assert [each.hold(0, "bot:random").status_code for each in tables[:3]] == [200] * 3
    full(tables[3].hold(0, "bot:random"), "address", 3)
    full(make(client), "address", 3)
    assert tables[0].hold(0, "person", by=0).status_code == 200, "the place is free again"
    assert tables[3].hold(0, "bot:random").status_code == 200


def test_bots_that_join_or_make_a_game_start_count(client: httpx.Client) -> None:
    open_ = [Table(client, seats=[*BOTS[1:], "open"]) for _ in range(2)]
    fill(client)
    host = {"Authorization": f"Bearer {open_[0].host}"}
    full(
        client.post(f"{open_[0].path}/seats", json={"holder": "bot:random"}, headers=host),
        "address",
        3,
    )
    full(open_[0].hold(2, "bot:random"), "address", 3)
    full(open_[0].hold(2, "closed"), "address", 3)


def test_who_resigns_may_always_do_so_and_counts(client: httpx.Client) -> None:
    tables = [Table(client, seats=["user", *BOTS[1:]]) for _ in range(2)]
    fill(client)
    for table in tables:
        assert table.post("/resign", 0).status_code == 200
    full(make(client), "address", 3)


def test_a_paused_game_counts_when_it_goes_on(client: httpx.Client) -> None:
    table = Table(client, seats=["user", *BOTS[1:]])
    table.pause(0)
    assert table.hold(0, "bot:random").status_code == 200
    fill(client)
    host = {"Authorization": f"Bearer {table.host}"}
    answer = client.post(f"{table.path}/pause", json={"paused": False}, headers=host)
    full(answer, "address", 3)


def test_a_game_that_was_lost_or_does_not_move_counts_no_more(
    client: httpx.Client, db: Store
) -> None:
    fill(client)
    names: Any = db.redis.keys(f"{keys.BOT_GAMES}*")
    (name,) = names
    assert 0 < db.redis.pttl(name) <= BOT_GAME_LASTS
    rows: Any = db.redis.zrange(name, 0, 0, withscores=True)
    ((game, since),) = rows
    db.redis.zadd(name, {game: since - BOT_GAME_LASTS})
    assert make(client).status_code == 201
    full(make(client), "address", 3)


def test_operators_may_have_no_cap(redis_url: str, db: Store, toy: Title) -> None:
    none = {"bot_games_per_account": 0, "bot_games_per_address": 0}
    for settings in (none, {"rate_limits": "off"}):
        with service(redis_url, **settings) as client:
            assert {make(client).status_code for _ in range(45)} == {201}
            told = client.get("/v1/limits").json()
            assert told["bot_games_per_account"] is told["bot_games_per_address"] is None
    with service(redis_url) as client:
        told = client.get("/v1/limits").json()
        assert (told["bot_games_per_account"], told["bot_games_per_address"]) == (20, 40)
