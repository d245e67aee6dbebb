"""Budgets against strangers: limits of an address, of a day, and of computing time."""

from __future__ import annotations

import time

import httpx
import pytest

from engine.title import Title
from service.edge.endpoints import network_of
from service.edge.places import SharedPlaces
from store import Store
from tests.service.table import Table, problem, seated
from tests.service.test_limits import refused, service

BODY = {"ruleset": "toy", "seats": seated("me", "bot:random", "bot:random")}


def guest(client: httpx.Client) -> dict[str, str]:
    """Return the headers of a new guest."""
    return {"Authorization": f"Bearer {client.post('/v1/accounts', json={}).json()['token']}"}


def test_writes_of_an_address_are_counted_over_all_its_tokens(
    redis_url: str, db: Store, toy: Title
) -> None:
    with service(redis_url, address_writes_per_minute=6) as client:
        guests = [guest(client) for _ in range(3)]
        left = [
            client.patch("/v1/me", json={"name": "Ann"}, headers=each).headers for each in guests
        ]
        assert [each["RateLimit"] for each in left] == [
            f'"address-writes";r={n}' for n in (2, 1, 0)
        ]
        assert left[0]["RateLimit-Policy"] == '"address-writes";q=6;w=60'
        refused(
            client.patch("/v1/me", json={"name": "Ann"}, headers=guests[0]), "address-writes", 6
        )
        assert client.get("/v1/me", headers=guests[0]).status_code == 200


def test_reads_of_an_address_are_counted_over_all_its_tokens(
    redis_url: str, db: Store, toy: Title
) -> None:
    with service(redis_url, address_reads_per_minute=4) as client:
        table = Table(client)
        assert [table.get(seat=seat).status_code for seat in (0, 1, 2, 0)] == [200] * 4
        refused(table.get(seat=1), "address-reads", 4)
        refused(table.turn(0, "fly", rev=0), "address-reads", 4)


def test_turns_of_an_address_are_counted_over_all_its_seats(
    redis_url: str, db: Store, toy: Title
) -> None:
    with service(redis_url, address_turns_per_minute=4) as client:
        table = Table(client)
        table.keep_all()
        table.play(0, "rest")
        refused(table.turn(1, "rest"), "address-turns", 4)


def test_addresses_do_not_share_a_limit(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, address_reads_per_minute=1, trusted_proxies=1) as client:

        def ask(address: str) -> httpx.Response:
            return client.get("/v1/rulesets", headers={"X-Forwarded-For": address})

        assert [ask(each).status_code for each in ("192.0.2.1", "192.0.2.2")] == [200, 200]
        assert ask("2001:db8:0:1::5").status_code == 200
        refused(ask("2001:db8:0:1:ffff::7"), "address-reads", 1)
        assert ask("2001:db8:0:2::5").status_code == 200


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_a_subscriber_counts_as_one_address(address: str, counted: str) -> None:
    assert network_of(address) == counted


def test_guests_have_a_budget_of_games(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, guest_games_per_day=1, address_games_per_day=3) as client:
        one, two, three = (guest(client) for _ in range(3))
        assert client.post("/v1/games", json=BODY, headers=one).status_code == 201
        told = problem(client.post("/v1/games", json=BODY, headers=one), "rate-limited", 429)
        assert "account" in told["detail"]
        assert told["params"]["limit"] == 1
        me = client.get("/v1/me", headers=one).json()
        assert (me["quotas"], me["games_today"]) == ({"games_per_day": 1}, 1)
        keyed = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000000", **two}
        assert [
            client.post("/v1/games", json=BODY, headers=keyed).status_code for _ in range(2)
        ] == [201, 201], "a duplicate counts once"
        nobody = {"ruleset": "toy", "seats": seated(*["user"] * 3)}
        assert client.post("/v1/games", json=nobody).status_code == 201
        for headers in (three, {}):
            body = BODY if headers else nobody
            answer = client.post("/v1/games", json=body, headers=headers)
            told = problem(answer, "rate-limited", 429)
            assert "address" in told["detail"]
            assert 1 <= int(answer.headers["Retry-After"]) <= 24 * 3600


def test_an_address_has_a_budget_of_guest_accounts(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, address_accounts_per_day=2) as client:
        keyed = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000001"}
        made = [client.post("/v1/accounts", json={}, headers=keyed) for _ in range(3)]
        assert [each.status_code for each in made] == [201] * 3, "a duplicate counts once"
        guest(client)
        answer = client.post("/v1/accounts", json={})
        told = problem(answer, "rate-limited", 429)
        assert told["params"]["policy"] == "address-accounts"
        assert told["params"]["window"] == 24 * 3600
        assert 1 <= int(answer.headers["Retry-After"]) <= 24 * 3600


def test_computing_time_is_charged(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, cost_per_minute=200, address_cost_per_minute=400) as client:
        first = client.post("/v1/engine/toy/apply", json={"seats": 3})
        reads, cost = first.headers["RateLimit"].split(", ")
        assert reads == '"reads";r=5999'
        assert cost.startswith('"cost";r=')
        assert first.headers["RateLimit-Policy"] == '"reads";q=6000;w=60, "cost";q=200;w=60'
        table = Table(client)
        answer = first
        while answer.status_code == 200:
            answer = client.post("/v1/engine/toy/apply", json={"seats": 3})
        refused(answer, "cost", 200)
        refused(client.get("/v1/rulesets"), "cost", 200)
        assert table.get(seat=0).status_code == 200, "a token has its own budget"
        end = time.monotonic() + 30
        while (answer := table.get(seat=0)).status_code == 200 and time.monotonic() < end:
            pass
        assert answer.status_code == 429
        assert problem(answer, "rate-limited", 429)["params"]["policy"] in ("cost", "address-cost")


def test_an_address_has_half_of_the_places() -> None:
    places = SharedPlaces(4)
    assert [places.enter("one") for _ in range(3)] == [True, True, False]
    assert [places.enter("two") for _ in range(2)] == [True, True]
    assert not places.enter("three")
    places.leave("one")
    assert places.enter("three")
    assert not places.enter("one")


def test_without_a_place_a_costly_request_is_refused_at_once(
    redis_url: str, db: Store, toy: Title, monkeypatch: pytest.MonkeyPatch
) -> None:
    with service(redis_url) as client:
        table = Table(client)
        with monkeypatch.context() as full:
            full.setattr(SharedPlaces, "enter", lambda *_: False)
            answer = client.post("/v1/engine/toy/apply", json={"seats": 3})
            told = problem(answer, "unavailable", 503)
            assert "take long" in told["detail"]
            assert answer.headers["Retry-After"] == "1"
            assert table.get(seat=0).status_code == 200
        wrong = client.post("/v1/engine/toy/apply", json={"seats": 99})
        assert wrong.status_code == 422
        for _ in range(5):
            assert client.post("/v1/engine/toy/apply", json={"seats": 3}).status_code == 200
