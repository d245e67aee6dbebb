"""Recovery codes: each brings an account back that has lost its tokens, once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx

from service import create_app
from service.processes.settings import Settings
from store import Store
from tests.conftest import serving
from tests.service import conformance
from tests.service.table import Json, Table, problem
from tests.service.test_accounts import app_key, auth, new_token

RECOVER = "/v1/accounts/recover"


def create(client: httpx.Client) -> Json:
    """Return a new account with its token and its recovery code."""
    made: Json = client.post("/v1/accounts", json={"name": "Ana"}).json()
    return made


def recover(client: httpx.Client, code: str, key: str = "") -> httpx.Response:
    """Use a recovery code."""
    headers = {"Idempotency-Key": key or str(uuid4())}
    return client.post(RECOVER, json={"recovery": code}, headers=headers)


def test_a_code_brings_an_account_back_with_its_games(client: httpx.Client, db: Store) -> None:
    ana = create(client)
    table = Table(client, ana["token"], seats=["me", "user"])
    stolen = new_token(client, ana["token"], "full")
    back = recover(client, ana["recovery"])
    assert (back.status_code, back.headers["Cache-Control"]) == (200, "no-store")
    found = back.json()
    assert (found["id"], found["name"]) == (ana["id"], "Ana")
    assert client.get(table.path, headers=auth(found["token"])).json()["you"] == 0
    for void in (ana["token"], stolen):
        problem(client.get("/v1/me", headers=auth(void)), "unauthorized", 401)
    (only,) = client.get("/v1/me/tokens", headers=auth(found["token"])).json()["tokens"]
    assert (only["scopes"], only["current"]) == (["full"], True)
    problem(recover(client, ana["recovery"]), "forbidden", 403)
    assert recover(client, found["recovery"]).status_code == 200
    stored = str(db.redis.hgetall(f"chasqui:a:{ana['id']}"))
    for each in (ana, found):
        assert each["recovery"].partition(".")[2] not in stored


def test_a_recovery_ends_the_tokens_of_seats_and_of_the_host(client: httpx.Client) -> None:
    """A thief of the account's token may have them too."""
    ana = create(client)
    old = Table(client, ana["token"], seats=["me", "user"])
    back = recover(client, ana["recovery"]).json()["token"]
    for stolen in (old.tokens[0], old.host):
        told = problem(client.get(old.path, headers=auth(stolen)), "unauthorized", 401)
        assert "recovered" in told["detail"]
    assert client.get(old.path, headers=auth(old.tokens[1])).json()["you"] == 1
    assert client.get(old.path, headers=auth(back)).json()["you"] == 0
    new = Table(client, back, seats=["me", "user"])
    for token in (new.tokens[0], new.host):
        assert client.get(new.path, headers=auth(token)).status_code == 200


def test_a_rematch_does_not_bring_an_ended_token_of_the_host_back(client: httpx.Client) -> None:
    ana = create(client)
    table = Table(client, ana["token"], seats=["me", "user"])
    table.keep_all()
    table.finish()
    back = recover(client, ana["recovery"]).json()["token"]
    path = f"{table.path}/rematch"
    for stolen in (table.tokens[0], table.host):
        problem(client.post(path, headers=auth(stolen)), "unauthorized", 401)
    again = client.post(path, headers=auth(table.tokens[1])).json()
    for stolen in (table.tokens[0], table.host):
        answer = client.get(f"/v1/games/{again['id']}", headers=auth(stolen))
        problem(answer, "unauthorized", 401)
    mine = client.get(f"/v1/games/{again['id']}", headers=auth(back)).json()
    assert mine["you"] is not None


def test_a_lost_answer_is_given_again(client: httpx.Client) -> None:
    ana, key = create(client), str(uuid4())
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: recover(client, ana["recovery"], key), range(16)))
    (content,) = {answer.content for answer in answers}
    assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 15
    assert client.get("/v1/me", headers=auth(answers[0].json()["token"])).status_code == 200
    missing = client.post(RECOVER, json={"recovery": ana["recovery"]})
    assert problem(missing, "invalid-request", 422)["errors"][0]["parameter"] == "Idempotency-Key"
    assert recover(client, ana["recovery"], key).content == content


def test_accounts_have_keys_of_their_own(client: httpx.Client) -> None:
    key = str(uuid4())
    found = [recover(client, create(client)["recovery"], key) for _ in range(2)]
    assert [answer.status_code for answer in found] == [200, 200]
    assert found[0].json()["id"] != found[1].json()["id"]


def test_of_many_that_use_a_code_at_once_one_succeeds(client: httpx.Client) -> None:
    ana = create(client)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: recover(client, ana["recovery"]), range(16)))
    (back,) = [answer.json() for answer in answers if answer.status_code == 200]
    (only,) = client.get("/v1/me/tokens", headers=auth(back["token"])).json()["tokens"]
    assert only["current"]


def test_a_repeated_creation_has_the_same_code(client: httpx.Client) -> None:
    key = {"Idempotency-Key": str(uuid4())}
    first, second = (client.post("/v1/accounts", headers=key).json() for _ in range(2))
    assert first["recovery"] == second["recovery"]
    assert recover(client, first["recovery"]).status_code == 200


def test_a_new_code_replaces_the_old_one(client: httpx.Client, db: Store) -> None:
    ana = create(client)
    code = client.post("/v1/me/recovery", headers=auth(ana["token"])).json()["recovery"]
    told = problem(recover(client, ana["recovery"]), "forbidden", 403)
    assert told["params"] == {"pointer": "/recovery"}
    assert "token" not in told["title"] + told["detail"]
    assert recover(client, code).status_code == 200
    key = app_key(db)  # it has no code until it asks for one
    code = client.post("/v1/me/recovery", headers=auth(key)).json()["recovery"]
    assert recover(client, code).json()["id"] == key.partition(".")[0]


def test_what_is_no_code_of_an_account_is_refused_alike(client: httpx.Client) -> None:
    ana = create(client)
    last = "a" if ana["recovery"][-1] != "a" else "b"
    wrong = [ana["recovery"][:-1] + last, "recover_nobody.aaaaaa-aaaaaa-aaaaaa-aaaaaa"]
    told = [problem(recover(client, code), "forbidden", 403) for code in wrong]
    assert {each["detail"] for each in told} == {
        "The recovery code is wrong, or has been replaced."
    }
    for code in ("", ana["token"], ana["recovery"] + "\n", ana["recovery"][:-1]):
        problem(recover(client, code), "invalid-request", 422)
    assert client.get("/v1/me", headers=auth(ana["token"])).status_code == 200


def test_a_closed_or_disabled_account_does_not_come_back(client: httpx.Client, db: Store) -> None:
    ana, bob = create(client), create(client)
    client.delete("/v1/me", headers=auth(ana["token"]))
    problem(recover(client, ana["recovery"]), "forbidden", 403)
    db.accounts.disable(bob["id"])
    assert "disabled" in problem(recover(client, bob["recovery"]), "forbidden", 403)["detail"]


def test_codes_are_counted_by_address_in_all_processes(redis_url: str, db: Store) -> None:
    hooks = {"response": [conformance.check]}
    for tries in (2, 0):  # a second process has counted nothing itself
        app = create_app(Settings(redis_url=redis_url, recoveries_per_minute=3))
        with serving(app) as url, httpx.Client(base_url=url, event_hooks=hooks) as client:
            ana = create(client)
            for _ in range(tries):
                problem(recover(client, ana["recovery"][:-6] + "aaaaaa"), "forbidden", 403)
            right = recover(client, ana["recovery"])
            assert right.status_code == (200 if tries else 429)
    assert problem(right, "rate-limited", 429)["params"]["policy"] == "recoveries"


def test_the_first_token_and_that_of_a_recovery_have_the_names_that_were_sent(
    client: httpx.Client,
) -> None:
    made = client.post("/v1/accounts", json={"name": "Ana", "token_name": "Laptop"}).json()
    assert names(client, made["token"]) == ["Laptop"]
    body = {"recovery": made["recovery"], "token_name": "Phone"}
    back = client.post(RECOVER, json=body, headers={"Idempotency-Key": str(uuid4())}).json()
    assert names(client, back["token"]) == ["Phone"]


def names(client: httpx.Client, token: str) -> list[str]:
    """Return the names of the tokens of an account."""
    told = client.get("/v1/me/tokens", headers=auth(token)).json()
    return [each["name"] for each in told["tokens"]]
