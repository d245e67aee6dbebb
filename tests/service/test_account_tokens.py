"""Tokens of an account: listed, named, limited to scopes, revoked at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from service.edge.operation import ANY, OPERATIONS, Operation
from store import Store
from store.account_tokens import MINUTE, MOST, token_id
from store.tokens import fingerprint
from store.words import FULL, PLAY, READ, SCOPES, WEBHOOK
from tests.service.scene import Scene
from tests.service.table import Json, Table, problem
from tests.service.test_accounts import ONCE, account, app_key, auth, new_token

TOKENS = "/v1/me/tokens"
SCOPED = [each for each in OPERATIONS if each.scope != ANY]


def listed(client: httpx.Client, token: str) -> list[Json]:
    """Return the tokens of an account, as one of them sees them."""
    found: list[Json] = client.get(TOKENS, headers=auth(token)).json()["tokens"]
    return found


def id_of(token: str) -> str:
    """Return the public id of a token."""
    return token_id(fingerprint(token))


def test_the_first_token_permits_everything_and_is_listed(client: httpx.Client, db: Store) -> None:
    token = account(client)
    (only,) = listed(client, token)
    assert (only["id"], only["name"], only["scopes"]) == (id_of(token), "", [FULL])
    assert only["current"]
    assert only["used"] >= only["created"]
    assert client.get("/v1/me", headers=auth(token)).json()["token"] == only
    key = app_key(db)
    assert [each["scopes"] for each in listed(client, key)] == [[FULL]]


def test_a_token_is_made_shown_once_named_and_revoked(client: httpx.Client, db: Store) -> None:
    first = account(client)
    wanted = {"name": "Phone", "scopes": [PLAY, READ, PLAY]}
    made = client.post(TOKENS, json=wanted, headers=auth(first))
    phone = made.json().pop("token")
    assert made.headers["Location"] == f"{TOKENS}/{id_of(phone)}"
    assert made.headers["Cache-Control"] == "no-store"
    shown = client.get(made.headers["Location"], headers=auth(first)).json()
    assert shown == {name: value for name, value in made.json().items() if name != "token"}
    assert (shown["scopes"], shown["used"], shown["current"]) == ([PLAY, READ], None, False)
    stored = db.redis.hgetall(f"chasqui:a:{first.partition('.')[0]}")
    assert phone.partition(".")[2] not in str(stored)
    for path in ("/v1/me", "/v1/games?mine=1"):
        assert client.get(path, headers=auth(phone)).status_code == 200
    assert listed(client, first)[1]["used"] is not None
    place = made.headers["Location"]
    named = client.patch(place, json={"name": "Old phone"}, headers=auth(first)).json()
    assert (named["name"], named["scopes"]) == ("Old phone", [PLAY, READ])
    assert client.delete(place, headers=auth(first)).status_code == 204
    problem(client.get("/v1/me", headers=auth(phone)), "unauthorized", 401)
    for again in ("GET", "DELETE"):
        problem(client.request(again, place, headers=auth(first)), "not-found", 404)
    assert [each["id"] for each in listed(client, first)] == [id_of(first)]


def test_full_contains_all_other_scopes(client: httpx.Client) -> None:
    token = new_token(client, account(client), READ, FULL)
    assert [each["scopes"] for each in listed(client, token)] == [[FULL], [FULL]]
    assert client.get("/v1/me/hooks", headers=auth(token)).status_code == 200


def test_a_token_may_revoke_itself(client: httpx.Client) -> None:
    token = account(client)
    assert client.delete(f"{TOKENS}/{id_of(token)}", headers=auth(token)).status_code == 204
    problem(client.get("/v1/me", headers=auth(token)), "unauthorized", 401)


def test_a_token_of_another_account_is_not_there(client: httpx.Client) -> None:
    ana, bob = account(client), account(client)
    for method in ("GET", "DELETE"):
        there = client.request(method, f"{TOKENS}/{id_of(bob)}", headers=auth(ana))
        problem(there, "not-found", 404)
    assert client.get("/v1/me", headers=auth(bob)).status_code == 200


def test_a_token_asked_for_twice_is_made_once(client: httpx.Client) -> None:
    first = account(client)
    sent = {**auth(first), **ONCE}
    with ThreadPoolExecutor(8) as pool:
        asked = pool.map(
            lambda _: client.post(TOKENS, json={"scopes": [READ]}, headers=sent), range(16)
        )
        answers = list(asked)
    assert {answer.status_code for answer in answers} == {201}
    (made,) = {answer.json()["token"] for answer in answers}
    assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 15
    assert [each["id"] for each in listed(client, first)] == [id_of(first), id_of(made)]
    client.delete(f"{TOKENS}/{id_of(first)}", headers=auth(first))
    again = client.post(TOKENS, json={"scopes": [READ]}, headers=sent)
    problem(again, "unauthorized", 401)


def test_an_account_has_so_many_tokens_in_any_race(client: httpx.Client) -> None:
    first = account(client)
    with ThreadPoolExecutor(8) as pool:
        asked = pool.map(
            lambda _: client.post(TOKENS, json={"scopes": [READ]}, headers=auth(first)), range(28)
        )
        answers = list(asked)
    assert sum(answer.status_code == 201 for answer in answers) == MOST - 1
    refused = next(answer for answer in answers if answer.status_code != 201)
    assert "20 tokens" in problem(refused, "invalid-request", 422)["errors"][0]["message"]
    assert len(listed(client, first)) == MOST


def test_a_revoked_token_makes_no_token_in_any_race(client: httpx.Client) -> None:
    first = account(client)
    second = new_token(client, first, FULL)
    with ThreadPoolExecutor(8) as pool:
        asked = [
            pool.submit(client.post, TOKENS, json={"scopes": [READ]}, headers=auth(second))
            for _ in range(8)
        ]
        gone = pool.submit(client.delete, f"{TOKENS}/{id_of(second)}", headers=auth(first))
        assert gone.result().status_code == 204
        answers = [each.result() for each in asked]
    assert {answer.status_code for answer in answers} <= {201, 401}
    made = sum(answer.status_code == 201 for answer in answers)
    assert len(listed(client, first)) == 1 + made


def test_the_last_use_is_written_once_a_minute(client: httpx.Client, db: Store) -> None:
    token = account(client)
    name = f"chasqui:a:{token.partition('.')[0]}"
    field = f"used:{id_of(token)}"
    client.get("/v1/me", headers=auth(token))
    first = int(db.redis.hget(name, field) or 0)
    client.get("/v1/me", headers=auth(token))
    assert int(db.redis.hget(name, field) or 0) == first
    db.redis.hset(name, field, first - MINUTE)
    client.get("/v1/me", headers=auth(token))
    assert int(db.redis.hget(name, field) or 0) >= first


def test_a_use_leaves_nothing_of_a_revoked_token(client: httpx.Client, db: Store) -> None:
    account_id, _, _ = account(client).partition(".")
    (token,) = db.account_tokens.all(account_id)
    db.account_tokens.revoke(account_id, token.id)
    db.account_tokens.touch(account_id, token, MINUTE)
    assert not any(b":" in field for field in db.redis.hkeys(f"chasqui:a:{account_id}"))


def test_a_refused_token_is_told_what_it_lacks(client: httpx.Client) -> None:
    first = account(client)
    table = Table(client, first, seats=["me", "user"])
    reader = new_token(client, first, READ, WEBHOOK)
    seen = client.get(table.path, headers=auth(reader)).json()
    assert seen["you"] == 0
    assert seen["choices"]["options"]
    body = {"steps": [seen["choices"]["options"][0]["step"]]}
    sent = {**auth(reader), "If-Match": f'"{seen["rev"]}"'}
    answer = client.post(f"{table.path}/turns", json=body, headers=sent)
    told = problem(answer, "forbidden", 403)
    assert told["params"] == {"scope": PLAY, "has": [READ, WEBHOOK]}
    assert "scope play. This one has: read, webhooks." in told["detail"]
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="play"'
    japanese = client.post(
        f"{table.path}/turns", json=body, headers={**sent, "Accept-Language": "ja"}
    )
    assert "スコープ play" in problem(japanese, "forbidden", 403)["detail"]
    assert client.get(table.path, headers=auth(first)).json()["rev"] == seen["rev"]


@pytest.mark.parametrize("operation", SCOPED, ids=lambda each: each.name)
def test_every_operation_needs_its_scope(
    client: httpx.Client, db: Store, operation: Operation
) -> None:
    """Who lacks just this scope is refused for it; who has nothing else is not."""
    name, scope = operation.name, operation.scope
    owner = account(client)
    table = Table(client, owner, seats=["me", "user", "open"])
    others = [each for each in SCOPES if each not in (scope, FULL)]
    params = {"mine": "1"} if name == "list_games" else {}
    scene = Scene(client, db)
    without = new_token(client, owner, *others)
    refused = scene.ask(name, table, token=without, params=params)
    told = problem(refused, "forbidden", 403)
    assert told["params"] == {"scope": scope, "has": [each for each in SCOPES if each in others]}
    allowed = scene.ask(name, table, token=new_token(client, owner, scope), params=params)
    assert allowed.status_code != 401
    told = allowed.json() if allowed.content else {}
    assert "scope" not in told.get("params", {})


def test_tokens_of_seats_and_hosts_have_no_scopes(client: httpx.Client) -> None:
    table = Table(client, new_token(client, account(client), PLAY), seats=["me", "user"])
    assert table.see(0)["you"] == 0
    problem(table.client.get(TOKENS, headers=table.auth(0)), "unauthorized", 401)


def test_the_specification_names_the_scope_of_each_operation(client: httpx.Client) -> None:
    spec = client.get("/openapi.json").json()
    told = {
        each["operationId"]: (each.get("x-scope", ANY), each["description"])
        for methods in spec["paths"].values()
        for each in methods.values()
    }
    assert {name: scope for name, (scope, _) in told.items()} == {
        each.name: each.scope for each in OPERATIONS
    }
    assert all(f"scope `{scope}`" in text for scope, text in told.values() if scope != ANY)
    assert {scope for scope, _ in told.values()} == {*SCOPES, ANY}
