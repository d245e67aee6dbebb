"""Accounts: one token for many games, what the operator demands, what a day allows.

Their tokens are in `test_account_tokens.py`, their recovery codes in `test_recovery.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from service import create_app
from service.processes.settings import Settings
from store import Store
from store.accounts import Account, new_account_id, opened
from store.words import GUEST, KEY
from tests.conftest import serving
from tests.service import conformance
from tests.service.table import Json, Table, problem, seated

WISH = {"ruleset": "toy", "seats": seated("me", "user")}
ONCE = {"Idempotency-Key": "0b9d1a52-45a1-4a2f-8f0e-0f6a3f1f7a57"}


def auth(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def account(client: httpx.Client, name: str = "Ana") -> str:
    """Return the token of a new guest account."""
    made = client.post("/v1/accounts", json={"name": name})
    assert made.status_code == 201, made.text
    token: str = made.json()["token"]
    return token


def new_token(client: httpx.Client, token: str, *scopes: str) -> str:
    """Return another token of an account, with these scopes."""
    made = client.post("/v1/me/tokens", json={"scopes": scopes}, headers=auth(token))
    assert made.status_code == 201, made.text
    fresh: str = made.json()["token"]
    return fresh


def app_key(db: Store, kind: str = KEY, games_per_day: int | None = None) -> str:
    """Return the token of a new app key."""
    token = f"{new_account_id()}.{'s' * 32}"
    db.accounts.create(opened(token, "app", kind, games_per_day))
    return token


@pytest.fixture
def closed(redis_url: str, db: Store, toy: object) -> Iterator[httpx.Client]:
    """Yield a service whose operator demands app keys."""
    app = create_app(Settings(redis_url=redis_url, accounts="keys"))
    hooks = {"response": [conformance.check]}
    with serving(app) as url, httpx.Client(base_url=url, event_hooks=hooks) as client:
        yield client


def test_an_account_is_made_and_knows_itself(client: httpx.Client, db: Store) -> None:
    made = client.post("/v1/accounts", json={"name": "Ana"}).json()
    assert made["id"].startswith("acct_")
    assert made["token"].startswith(f"{made['id']}.")
    me = client.get("/v1/me", headers=auth(made["token"])).json()
    assert (me["id"], me["name"], me["kind"]) == (made["id"], "Ana", "guest")
    assert (me["quotas"], me["games_today"]) == ({"games_per_day": None}, None)
    (kept,) = (db.redis.hgetall(name) for name in db.redis.keys("chasqui:a:*"))
    secret = made["token"].partition(".")[2].encode()
    assert not any(secret in value for value in kept.values() if isinstance(value, bytes))
    problem(client.get("/v1/me"), "unauthorized", 401)
    problem(client.get("/v1/me", headers=auth(made["token"] + "x")), "unauthorized", 401)
    problem(client.get("/v1/me", headers=auth(Table(client).host)), "unauthorized", 401)


@pytest.mark.parametrize("url", ["http://hooks.example.org/", "https://127.0.0.1:8443/"])
def test_webhooks_go_to_what_is_public_where_the_operator_says_nothing(
    client: httpx.Client, url: str
) -> None:
    told = client.post("/v1/me/hooks", json={"url": url}, headers=auth(account(client)))
    assert problem(told, "invalid-request", 422)["errors"][0]["pointer"] == "/url"


def test_an_account_asked_for_twice_is_made_once(client: httpx.Client, db: Store) -> None:
    first, second = (client.post("/v1/accounts", headers=ONCE) for _ in range(2))
    assert first.content == second.content
    assert second.headers["Idempotent-Replayed"] == "true"
    with ThreadPoolExecutor(8) as pool:
        key = {"Idempotency-Key": "many-at-once-" + "x" * 10}
        asked = pool.map(lambda _: client.post("/v1/accounts", headers=key), range(16))
        assert len({answer.content for answer in asked}) == 1
    assert len(db.redis.keys("chasqui:a:*")) == 2


def test_one_token_acts_in_every_game_of_the_account(client: httpx.Client) -> None:
    ana, bob = account(client), account(client, "Bob")
    for _ in range(2):
        table = Table(client, ana, seats=["user", "me", "open"])
        assert [seat["name"] for seat in table.see(0)["seats"]] == ["", "Ana", ""]
        joined = client.post(f"{table.path}/seats", json={}, headers=auth(bob)).json()
        assert (joined["you"], joined["seats"][2]["name"]) == (2, "Bob")
        for token, seat in ((ana, 1), (bob, 2)):
            seen = client.get(table.path, headers=auth(token)).json()
            assert seen["you"] == seat
            step = {"steps": [seen["choices"]["options"][0]["step"]]}
            sent = {**auth(token), "If-Match": f'"{seen["rev"]}"'}
            assert client.post(f"{table.path}/turns", json=step, headers=sent).status_code == 201
        assert client.get(table.path, headers=auth(joined["token"])).json()["you"] == 2
        assert client.get(table.path, headers=table.auth(1)).json()["you"] == 1


def test_an_account_is_the_host_of_its_games(client: httpx.Client) -> None:
    ana, bob = account(client), account(client)
    table = Table(client, ana, seats=["open", "open"])
    bot = {"holder": "bot:random"}
    problem(client.post(f"{table.path}/seats", json=bot, headers=auth(bob)), "forbidden", 403)
    put = client.post(f"{table.path}/seats", json=bot, headers=auth(ana))
    assert put.json()["seats"][0]["holder"] == "bot:random"
    assert client.get(table.path, headers=auth(ana)).json()["you"] is None


def test_who_has_no_part_may_watch_what_everybody_may(client: httpx.Client) -> None:
    ana, bob = account(client), account(client)
    public, private = (Table(client, ana, visibility=v) for v in ("public", "private"))
    assert client.get(public.path, headers=auth(bob)).json()["you"] is None
    told = problem(client.get(f"{public.path}/legal", headers=auth(bob)), "forbidden", 403)
    assert "no seat" in told["detail"]
    problem(client.get(private.path, headers=auth(bob)), "forbidden", 403)
    assert client.get(private.path, headers=auth(ana)).status_code == 200
    problem(client.get(public.path, headers=auth("acct_nobody.x")), "unauthorized", 401)


def test_a_token_that_is_no_accounts_is_called_so(client: httpx.Client) -> None:
    missing = problem(client.get("/v1/me"), "unauthorized", 401)
    assert "POST /v1/accounts creates an account" in missing["detail"]
    for token in ("nonsense", Table(client).tokens[0]):
        wrong = problem(client.get("/v1/me", headers=auth(token)), "unauthorized", 401)
        assert wrong["detail"].startswith("This requires an account token.")
    wrong = problem(client.get("/v1/me", headers=auth("acct_nobody.x")), "unauthorized", 401)
    assert wrong["detail"] == "The account token is invalid."
    lost = problem(client.get("/v1/games?mine=1", headers=auth("nonsense")), "unauthorized", 401)
    assert lost["detail"] == "The token belongs to no account and to no game."


def test_an_invite_code_lets_an_account_into_a_private_game(client: httpx.Client) -> None:
    bob = account(client)
    table = Table(client, seats=["user", "open"], visibility="private", invite=True)
    for code, status in (("wrong", 403), (table.made["tokens"]["invite"], 201)):
        answer = client.post(f"{table.path}/seats", json={"invite": code}, headers=auth(bob))
        assert answer.status_code == status
    assert client.get(table.path, headers=auth(bob)).json()["you"] == 1


def of_two_seats(client: httpx.Client) -> tuple[Table, dict[str, str]]:
    """Return a game in which an account holds seats 0 and 2, and the header of the account."""
    ana = account(client)
    return Table(client, ana, seats=["me", "user", "me"]), auth(ana)


def test_an_account_sees_each_of_its_seats(client: httpx.Client) -> None:
    table, ana = of_two_seats(client)
    for query, seat in (("", 0), ("?as=0", 0), ("?as=2", 2)):
        seen = client.get(table.path + query, headers=ana).json()
        assert seen == table.see(seat)
        legal = client.get(f"{table.path}/legal{query}", headers=ana).json()
        assert legal == table.get("/legal", seat).json()
        state = client.get(f"{table.path}/states/0{query}", headers=ana).json()
        assert state == table.get("/states/0", seat).json()
        body = {"rev": 0, "steps": [legal["choices"]["options"][0]["step"]]}
        asked = body | ({"as": seat} if query else {})
        tried = client.post(f"{table.path}/preview", json=asked, headers=ana).json()
        assert tried == table.post("/preview", seat, body).json()
    table.play(2, table.see(2)["choices"]["options"][0]["step"])
    for path in ("/log", "/export"):
        mine = [client.get(f"{table.path}{path}?as={n}", headers=ana).json() for n in (0, 2)]
        assert mine == [table.get(path, n).json() for n in (0, 2)]
        assert mine[0] != mine[1]
        assert client.get(table.path + path, headers=ana).json() == mine[0]


def test_seats_of_others_stay_hidden_from_an_account(client: httpx.Client) -> None:
    table, ana = of_two_seats(client)
    for path in ("", "/log", "/export", "/legal", "/states/0"):
        problem(client.get(f"{table.path}{path}?as=1", headers=ana), "forbidden", 403)
        problem(client.get(f"{table.path}{path}?as=0", headers=table.auth(1)), "forbidden", 403)
        problem(client.get(f"{table.path}{path}?as=7", headers=ana), "not-found", 404)
        problem(client.get(f"{table.path}{path}?as=0"), "unauthorized", 401)
    body: Json = {"rev": 0, "steps": ["keep 1 2"], "as": 1}
    problem(client.post(f"{table.path}/preview", json=body, headers=ana), "forbidden", 403)


def test_a_turn_of_an_account_names_its_seat_if_several_are_to_move(client: httpx.Client) -> None:
    table, ana = of_two_seats(client)
    step = table.see(2)["choices"]["options"][0]["step"]

    def post(rev: int, *steps: str, **named: int) -> httpx.Response:
        sent = {"steps": steps, **named}
        headers = {**ana, "If-Match": f'"{rev}"'}
        return client.post(f"{table.path}/turns", json=sent, headers=headers)

    told = problem(post(0, step), "forbidden", 403)
    assert told["params"] == {"seats": [0, 2]}
    assert "`as`" in told["detail"]
    problem(post(0, step, **{"as": 1}), "forbidden", 403)
    assert post(0, step, **{"as": 2}).status_code == 201
    assert post(0, step, **{"as": 2}).status_code == 200, "a duplicate"
    first = table.see(0)["choices"]["options"][0]["step"]
    assert post(1, first).status_code == 201, "only seat 0 is to move"
    table.keep_all()
    done = post(3, "rest")
    assert (done.status_code, table.awaited) == (201, [1])
    assert post(3, "rest").content == done.content, "a duplicate, though no own seat is to move"
    table.play(1, "rest")
    assert post(3, "rest").content == done.content, "a duplicate, though another seat is to move"
    assert post(5, "rest").status_code == 201


def test_what_needs_one_seat_asks_for_its_token(client: httpx.Client) -> None:
    table, ana = of_two_seats(client)
    tag = {"If-Match": '"0"'}
    for path, body in (("pause", {"paused": True}), ("talk", {"text": "Hi"}), ("undo", {})):
        sent = client.post(f"{table.path}/{path}", json=body, headers={**ana, **tag})
        assert problem(sent, "forbidden", 403)["params"] == {"seats": [0, 2]}, path
    problem(client.post(f"{table.path}/resign", headers=ana), "forbidden", 403)
    renamed = client.put(f"{table.path}/seats/2", json={"name": "Bo"}, headers=ana)
    assert renamed.json()["seats"][2]["name"] == "Bo", "the path names the seat"
    table.finish()
    state = client.get(f"{table.path}/states/1?as=everything", headers=ana)
    assert "everything" in state.json()


def test_a_seat_for_me_takes_an_account(client: httpx.Client) -> None:
    problem(client.post("/v1/games", json=WISH), "unauthorized", 401)


def test_who_leaves_the_seat_loses_it_for_the_account_too(client: httpx.Client) -> None:
    bob = account(client)
    table = Table(client, seats=["user", "open", "open"])
    client.post(f"{table.path}/seats", json={"seat": 1}, headers=auth(bob))
    left = client.delete(f"{table.path}/seats/1", headers=auth(bob))
    assert left.json()["seats"][1] == {**left.json()["seats"][2], "seat": 1}
    assert client.get(table.path, headers=auth(bob)).json()["you"] is None


def test_a_closed_account_is_forgotten_and_its_games_stay(client: httpx.Client) -> None:
    ana = account(client)
    table = Table(client, ana, seats=["me", "user"])
    other = new_token(client, ana, "read")
    assert client.delete("/v1/me", headers=auth(ana)).status_code == 204
    for token in (ana, other):
        problem(client.get("/v1/me", headers=auth(token)), "unauthorized", 401)
    problem(client.get(table.path, headers=auth(ana)), "unauthorized", 401)
    assert table.see(0)["you"] == 0


def test_where_keys_are_demanded_they_are_asked_for(closed: httpx.Client, db: Store) -> None:
    guest, key = app_key(db, GUEST), app_key(db)
    for path, body in (("/v1/games", WISH), ("/v1/accounts", {})):
        assert "app key" in problem(closed.post(path, json=body), "unauthorized", 401)["detail"]
        problem(closed.post(path, json=body, headers=auth(guest)), "forbidden", 403)
        assert closed.post(path, json=body, headers=auth(key)).status_code == 201
    db.accounts.disable(key.partition(".")[0])
    told = problem(closed.post("/v1/games", json=WISH, headers=auth(key)), "unauthorized", 401)
    assert "disabled" in told["detail"]


def test_guests_play_where_keys_are_demanded(closed: httpx.Client, db: Store) -> None:
    key, guest = app_key(db), app_key(db, GUEST)
    table = Table(closed, key, seats=["user", "open"])
    assert closed.post(f"{table.path}/seats", json={}, headers=auth(guest)).status_code == 201
    assert closed.get(table.path, headers=auth(guest)).json()["you"] == 1


def test_the_games_of_a_day_are_counted_to_the_last(client: httpx.Client, db: Store) -> None:
    key = app_key(db, games_per_day=5)

    def create(number: int) -> httpx.Response:
        return client.post("/v1/games", json={**WISH, "name": str(number)}, headers=auth(key))

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(create, range(24)))
    assert sum(answer.status_code == 201 for answer in answers) == 5
    refused = create(0)
    told = problem(refused, "rate-limited", 429)
    assert told["params"]["limit"] == 5
    assert 0 < int(refused.headers["Retry-After"]) <= 24 * 3600
    me: Json = client.get("/v1/me", headers=auth(key)).json()
    assert (me["games_today"], me["quotas"]) == (5, {"games_per_day": 5})


def test_a_repeated_creation_counts_once_and_a_refused_one_not_at_all(
    client: httpx.Client, db: Store
) -> None:
    key = app_key(db, games_per_day=2)
    client.post("/v1/games", json={**WISH, "seats": []}, headers=auth(key))
    for _ in range(3):
        made = client.post("/v1/games", json=WISH, headers={**auth(key), **ONCE})
        assert made.status_code == 201
    assert client.get("/v1/me", headers=auth(key)).json()["games_today"] == 1


def test_tomorrow_is_another_day(db: Store) -> None:
    from store.accounts import quota

    noon = 1_800_000_000_000 // 86_400_000 * 86_400_000 + 43_200_000
    limited = Account("acct_a", "", KEY, 1, games_per_day=3)
    [today], [tomorrow] = quota(limited, noon), quota(limited, noon + 86_400_000)
    assert (today.most, today.lasts) == (3, 43_200_000)
    assert today.key != tomorrow.key
