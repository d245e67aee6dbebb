"""Rate limits: too many requests are refused, with the current headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import httpx
import pytest

import games
from engine.title import Title
from service import create_app
from service import web as parts
from service.edge.operation import FREE, OPERATIONS, Operation
from service.processes.settings import Settings
from store import Store
from store.tokens import ACCOUNT_PREFIX
from store.words import TURNS
from tests.conftest import serving
from tests.service import conformance, recording
from tests.service.table import Table, problem, seated
from tests.service.test_problems import LISTED

assert parts.BLUEPRINTS

LIMITED = [each for each in OPERATIONS if each.counted != FREE]


@contextmanager
def service(redis_url: str, **settings: Any) -> Iterator[httpx.Client]:
    """Yield a client of a service with limits of its own."""
    app = create_app(Settings(redis_url=redis_url, stream_url="http://127.0.0.1:9", **settings))
    hooks = {"response": [conformance.check]}
    with serving(app) as url, httpx.Client(base_url=url, event_hooks=hooks) as client:
        yield client


def refused(answer: httpx.Response, policy: str, quota: int) -> int:
    """Return a 429 with all that belongs to it; the seconds to wait."""
    told = problem(answer, "rate-limited", 429)
    wait = int(answer.headers["Retry-After"])
    assert 1 <= wait <= 60
    assert answer.headers["RateLimit-Policy"] == f'"{policy}";q={quota};w=60'
    assert answer.headers["RateLimit"] == f'"{policy}";r=0;t={wait}'
    assert told["params"] == {"policy": policy, "limit": quota, "window": 60, "wait": wait}
    return wait


def test_reads_are_counted_down_and_then_refused(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, reads_per_minute=3) as client:
        table = Table(client)
        for left in (2, 1, 0):
            answer = table.get(seat=0)
            assert answer.headers["RateLimit-Policy"] == '"reads";q=3;w=60'
            assert answer.headers["RateLimit"] == f'"reads";r={left}'
        refused(table.get(seat=0), "reads", 3)
        refused(table.post("/preview", 0, {"rev": 0, "steps": ["rest"]}), "reads", 3)
        assert table.get(seat=1).status_code == 200
        assert table.get().status_code == 200


def test_writes_are_counted_by_all_processes_together(
    redis_url: str, db: Store, toy: Title
) -> None:
    with (
        service(redis_url, writes_per_minute=2) as one,
        service(redis_url, writes_per_minute=2) as two,
    ):
        body = {"ruleset": "toy", "seats": seated(*["user"] * 3)}
        assert one.post("/v1/games", json=body).headers["RateLimit"] == '"writes";r=1'
        assert two.post("/v1/games", json=body).headers["RateLimit"] == '"writes";r=0'
        refused(one.post("/v1/games", json=body), "writes", 2)
        fresh = {"Authorization": "Bearer anything-at-all"}
        refused(two.post("/v1/games", json=body, headers=fresh), "writes", 2)
        assert one.get("/v1/games").status_code == 200


def test_a_token_that_nobody_looks_at_is_no_way_around_a_limit(
    redis_url: str, db: Store, toy: Title
) -> None:
    with service(redis_url, reads_per_minute=2) as client:
        body, path = {"seats": 3}, "/v1/engine/toy/apply"
        for number in range(3):
            fresh = {"Authorization": f"Bearer {ACCOUNT_PREFIX}{number}.secret"}
            problem(client.get("/v1/games", headers=fresh), "unauthorized", 401)
            answer = client.post(path, json=body, headers=fresh)
            assert answer.status_code == (200 if number < 2 else 429), answer.text


def test_a_seats_turns_are_counted_by_their_commit(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, turns_per_minute=2) as client:
        table = Table(client)
        table.keep_all()
        played = table.turn(0, "rest")
        assert (played.status_code, played.headers["RateLimit"]) == (201, '"turns";r=0')
        for seat in (1, 2):
            table.play(seat, "rest")
        rev = table.rev
        wait = refused(table.turn(0, "rest"), "turns", 2)
        assert wait <= 30  # a token comes back every 30 s
        assert table.rev == rev
        left = [table.turn(1, "rest", rev=4) for _ in range(2)]
        assert [each.status_code for each in left] == [200, 200]
        first, second = (int(each.headers["RateLimit"].rpartition("=")[2]) for each in left)
        assert left[0].headers["RateLimit-Policy"].startswith('"reads";')
        assert first == second + 1, "a duplicate changes nothing, so it counts as a read"


def test_an_accounts_turns_are_counted_together(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, account_turns_per_minute=2) as client:
        made = client.post("/v1/accounts", json={})
        assert made.status_code == 201, made.text
        token = made.json()["token"]
        auth = {"Authorization": f"Bearer {token}"}
        body = {"ruleset": "toy", "seats": seated("me", "bot:random", "bot:random")}
        answers = []
        for _ in range(3):
            game = client.post("/v1/games", json=body, headers=auth).json()
            seen = client.get(f"/v1/games/{game['id']}", headers=auth).json()
            step = seen["choices"]["options"][0]["step"]
            path, sent = f"/v1/games/{game['id']}/turns", {**auth, "If-Match": f'"{seen["rev"]}"'}
            answers.append(client.post(path, json={"steps": [step]}, headers=sent))
        assert [each.status_code for each in answers] == [201, 201, 429]
        refused(answers[-1], "account-turns", 2)


def test_turns_go_on_when_the_clock_was_set_back(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, turns_per_minute=1) as client:
        table = Table(client)
        table.keep_all()
        refused(table.turn(0, "rest"), "turns", 1)
        for name in cast(list[bytes], db.redis.keys("chasqui:bucket:*")):
            at = cast(bytes, db.redis.hget(name.decode(), "at"))
            db.redis.hset(name.decode(), "at", int(at) + 3_600_000)
        table.play(0, "rest")
        table.play(1, "rest")


def test_turns_that_are_refused_count_as_reads(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, reads_per_minute=2) as client:
        table = Table(client)
        for left in (1, 0):
            answer = table.turn(0, "fly", rev=0)
            problem(answer, "illegal-step", 422)
            assert answer.headers["RateLimit-Policy"] == '"reads";q=2;w=60'
            assert answer.headers["RateLimit"] == f'"reads";r={left}'
        refused(table.turn(0, "fly", rev=0), "reads", 2)
        answer = table.post("/turns", 1, {"steps": ["rest"]})
        problem(answer, "revision-required", 428)
        assert answer.headers["RateLimit"] == '"reads";r=1'


def test_guessing_tokens_ends_and_right_tokens_go_on(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, denials_per_minute=2) as client:
        table = Table(client)
        table.keep_all()
        mine = {"Authorization": f"Bearer {client.post('/v1/accounts', json={}).json()['token']}"}
        for guess in ("one", "two"):
            answer = table.get(headers={"Authorization": f"Bearer {table.id}.{guess}"})
            problem(answer, "unauthorized", 401)
        wrong = ("three", f"{table.id}.three", f"{ACCOUNT_PREFIX}3.x", "a:b.c")
        for guess in wrong:
            refused(table.get(headers={"Authorization": f"Bearer {guess}"}), "denials", 2)
        assert table.get(seat=0).status_code == 200
        assert table.turn(0, "rest").status_code == 201
        host = {"Authorization": f"Bearer {table.host}"}
        assert table.get(headers=host).status_code == 200
        assert client.get("/v1/me", headers=mine).status_code == 200
        assert table.get().status_code == 200
        ignored = {"Authorization": "Bearer three"}
        assert client.get("/v1/rulesets", headers=ignored).status_code == 200, "not looked at"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/v1/games/nosuchgame", None),
        ("POST", "/v1/games/nosuchgame/preview", {"rev": 0, "steps": ["rest"]}),
        ("POST", "/v1/games/nosuchgame/turns", {"steps": ["rest"]}),
        ("POST", "/v1/games/nosuchgame/turns", {"nonsense": 1}),
        ("POST", "/v1/games/nosuchgame/seats", {}),
        ("POST", "/v1/games/nosuchgame/claim", {}),
        ("GET", "/v1/games/nosuchgame/events", None),
        ("POST", "/v1/me/hooks", {"url": 5}),
    ],
)
def test_guessing_games_or_sending_nonsense_is_no_way_to_guess_on(
    redis_url: str, db: Store, toy: Title, method: str, path: str, body: dict[str, object] | None
) -> None:
    """Each has another token, as in guessing."""
    with service(redis_url, denials_per_minute=2, reads_per_minute=3) as client:
        table = Table(client)
        kind = ACCOUNT_PREFIX if path.startswith("/v1/me") else ""
        for number in range(2):
            fresh = {"Authorization": f"Bearer {kind}{number}.x"}
            answer = client.request(method, path, json=body, headers=fresh)
            assert answer.status_code in (404, 422), answer.text
        refused(client.request(method, path, json=body, headers=fresh), "denials", 2)
        assert table.get(seat=0).status_code == 200
        assert table.get().status_code == 200, "without a token the address is counted itself"


def test_what_a_known_token_is_refused_is_no_guess(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, denials_per_minute=1) as client:
        table = Table(client, seats=["user", "open", "open"])
        host = {"Authorization": f"Bearer {table.host}"}
        for _ in range(2):
            problem(table.get("/undo/7", seat=0), "not-found", 404)
            problem(
                table.post("/turns", 0, {"steps": ["rest"]}, If_Match='"0"'), "not-started", 409
            )
            taken = client.post(f"{table.path}/seats", json={"seat": 0}, headers=host)
            problem(taken, "seat-taken", 409)


def test_what_the_service_cannot_look_at_is_no_guess(
    redis_url: str, db: Store, toy: Title, monkeypatch: pytest.MonkeyPatch
) -> None:
    with service(redis_url, denials_per_minute=1) as client:
        table = Table(client)
        with monkeypatch.context() as without:
            without.delitem(games.all_titles(), toy.name)
            for _ in range(2):
                problem(table.get(seat=0), "unavailable", 503)
        assert table.get(seat=0).status_code == 200


def test_an_address_is_the_proxys_word_only_where_a_proxy_is_trusted(
    redis_url: str, db: Store, toy: Title
) -> None:
    for proxies, statuses in ((0, [200, 429]), (1, [200, 200])):
        with service(redis_url, reads_per_minute=1, trusted_proxies=proxies) as client:
            seen = [
                client.get("/v1/rulesets", headers={"X-Forwarded-For": f"1.2.3.4, 10.0.0.{n}"})
                for n in range(2)
            ]
            assert [each.status_code for each in seen] == statuses


def test_limits_can_be_looked_at(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, writes_per_minute=7, reads_per_minute=9) as client:
        Table(client)
        told = client.get("/v1/limits").json()
        sizes = [told[f"{name}_bytes"] for name in ("body", "engine", "import")]
        assert sizes == [2**16, 2**18, 2**21]
        streams = [told[n] for n in ("streams", "streams_per_address", "anonymous_streams")]
        assert streams == [6_000, 256, 3_000]
        rates = {each["policy"]: each for each in told["rates"]}
        for name in ("cost", "address-cost"):  # the new game has cost something
            rates[name]["remaining"] += -rates[name]["remaining"] % 1_000
        assert {name: each["remaining"] for name, each in rates.items()} == {
            "turns": None,
            "account-turns": None,
            "address-turns": None,
            "writes": 6,
            "address-writes": 2_999,
            "talk": 20,
            "undos": 30,
            "address-undos": 60,
            "reads": 8,
            "address-reads": 29_999,
            "exports": 60,
            "cost": 10_000,
            "address-cost": 20_000,
            "denials": None,
            "recoveries": 10,
            "guest-games": None,
            "address-games": None,
            "address-accounts": 200,
        }
        assert rates["writes"]["quota"] == 7


def test_what_remains_is_what_the_token_has_left(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, writes_per_minute=7, reads_per_minute=9) as client:
        mine = {"Authorization": f"Bearer {client.post('/v1/accounts', json={}).json()['token']}"}
        body = {"ruleset": "toy", "seats": seated("me", "bot:random", "bot:random")}
        for _ in range(3):
            assert client.post("/v1/games", json=body, headers=mine).status_code == 201

        def remaining(headers: dict[str, str]) -> dict[str, int | None]:
            told = client.get("/v1/limits", headers=headers).json()
            return {each["policy"]: each["remaining"] for each in told["rates"]}

        assert [remaining(who)["writes"] for who in (mine, {})] == [4, 6]
        client.get("/v1/me", headers=mine)
        assert [remaining(who)["reads"] for who in (mine, {})] == [8, 5]


def test_off_is_off(client: httpx.Client) -> None:
    answer = client.get("/v1/limits")
    assert answer.json()["rates"] == []
    assert answer.json()["streams_per_address"] is None
    assert "RateLimit" not in answer.headers


def test_what_a_load_balancer_asks_is_never_refused(redis_url: str, db: Store) -> None:
    with service(redis_url, reads_per_minute=1) as client:
        assert {client.get("/healthz").status_code for _ in range(3)} == {200}
        may = [client.options("/v1/games") for _ in range(3)]
        assert {each.status_code for each in may} == {200}


@pytest.fixture(scope="module")
def spent(redis_url: str) -> Iterator[httpx.Client]:
    """Yield a service that allows nothing any more."""
    kinds = ("writes", "talk", "undos", "reads", "exports", "recoveries")
    rates = dict.fromkeys((f"{kind}_per_minute" for kind in kinds), 1)
    with service(redis_url, trusted_proxies=1, **rates) as client:
        yield client


@pytest.mark.parametrize("operation", LIMITED, ids=lambda each: each.name)
def test_every_limited_operation_refuses_who_asks_too_often(
    spent: httpx.Client, operation: Operation
) -> None:
    assert "rate-limited" in operation.problems
    path = re.sub(r"<(?:int:)?\w+>", "1", operation.path)
    sent = {"Authorization": f"Bearer {ACCOUNT_PREFIX}{operation.name}.x"}
    sent["X-Forwarded-For"] = f"192.0.2.{LIMITED.index(operation)}"
    answers = [spent.request(operation.method, path, headers=sent) for _ in range(2)]
    policy = "reads" if operation.counted == TURNS else operation.counted
    assert answers[0].status_code != 429
    assert answers[0].headers["RateLimit"].partition(",")[0] == f'"{policy}";r=0'
    refused(answers[1], policy, 1)
    if (operation.name, "rate-limited") not in LISTED:  # that of a quota is shown instead
        recording.problem(operation.name, "rate-limited", answers[1])
