"""Creating, listing and looking at games."""

from __future__ import annotations

import re

import httpx
import pytest

from store import Store
from store.tokens import fingerprint
from tests.service.table import Json, Table, problem, seated


def test_a_new_game_comes_with_its_tokens_and_can_be_looked_at(client: httpx.Client) -> None:
    table = Table(client, name="Friday")
    assert set(table.tokens) == {0, 1, 2}
    seen = table.get(seat=1)
    assert seen.status_code == 200
    assert seen.headers["ETag"] == '"0"'
    game = seen.json()
    assert (game["ruleset"], game["name"], game["status"]) == ("toy@2", "Friday", "running")
    assert game["you"] == 1
    assert [each["seat"] for each in game["awaited"]] == [0, 1, 2]
    assert game["choices"]["question"] == "keep"
    assert set(game["own"]) == {"title", "dealt"}
    assert len(game["own"]["dealt"]) == game["view"]["players"][1]["dealt"] == 2
    option = game["choices"]["options"][0]
    assert option["step"] == f"keep {game['own']['dealt'][0]}"
    assert option["text"] != ""
    assert option["effects"] == [{"verb": "kept", "card": game["own"]["dealt"][0]}]
    assert option["barrier"] is True


@pytest.mark.parametrize(
    ("seats", "you"),
    [
        (["user", "user"], 0),
        (["bot:random", "user"], 1),
        (["user", "me"], 1),
        (["open", "bot:random"], None),
        ([{"holder": "hook", "url": "https://bot.example.org/turn"}, "user"], 1),
    ],
)
def test_a_new_game_is_shown_as_its_creator_sees_it(
    client: httpx.Client, seats: list[str | Json], you: int | None
) -> None:
    account = client.post("/v1/accounts", json={"name": "Ana"}).json()["token"]
    headers = {"Authorization": f"Bearer {account}"}
    if you is not None and seats[you] == "me":
        client.headers.update(headers)
    key = {"Idempotency-Key": "3f1e9e3a-7d5c-4c4e-a7c9-6d2f0a1b9c55"}
    body = {"ruleset": "toy", "seats": seated(*seats)}
    made = client.post("/v1/games", json=body, headers=key)
    game = made.json()
    assert game["you"] == you
    token = game.pop("tokens")["seats"].get(str(you), "none")
    auth = {"Authorization": f"Bearer {token}"} if you is not None else {}
    assert client.get(f"/v1/games/{game['id']}", headers=auth).json() == game
    assert ("own" in game, game["choices"] is not None) == (you is not None,) * 2
    again = client.post("/v1/games", json=body, headers=key)
    assert again.content == made.content


def test_before_the_start_a_creator_sees_nothing_hidden(client: httpx.Client) -> None:
    game = Table(client, seats=["user", "open"]).made
    assert (game["you"], game["choices"], "own" in game) == (0, None, False)


def test_a_spectator_sees_the_view_and_nothing_of_any_seat(client: httpx.Client) -> None:
    game = Table(client).see()
    assert game["you"] is None
    assert game["choices"] is None
    assert "own" not in game


def test_nothing_new_is_not_sent_again(client: httpx.Client) -> None:
    table = Table(client)
    again = table.get(seat=0, headers={"If-None-Match": '"0"'})
    assert (again.status_code, again.content) == (304, b"")
    table.play(0, table.see(0)["choices"]["options"][0]["step"])
    assert table.get(seat=0, headers={"If-None-Match": '"0"'}).status_code == 200


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        ({"ruleset": "chess"}, "/ruleset"),
        ({"ruleset": "toy@7"}, "/ruleset"),
        ({"ruleset": "toy@"}, "/ruleset"),
        ({"ruleset": 5}, "/ruleset"),
        ({"seats": []}, "/seats"),
        ({"seats": seated(*["user"] * 5)}, "/seats"),
        ({"seats": seated("user", "bot:genius")}, "/seats/1/holder"),
        ({"seats": seated("user", "robot")}, "/seats/1/holder"),
        ({"seats": "user"}, "/seats"),
        ({"seats": [{"holder": "hook", "url": "http://bots.example.org/"}]}, "/seats/0/url"),
        ({"seats": [{"holder": "hook", "url": "https://127.0.0.1:8080/"}]}, "/seats/0/url"),
        ({"options": ["wide"]}, "/options/0"),
        ({"options": ["long", "long"]}, "/options/1"),
        ({"undo": "sometimes"}, "/undo"),
        ({"name": "two\nlines"}, "/name"),
        ({"name": "x" * 41}, "/name"),
        ({"invite": "yes"}, "/invite"),
        ({"sets": ["user"]}, "/sets"),
        ({"name": None}, "/name"),
    ],
)
def test_what_is_wrong_with_a_wish_is_named_at_its_place(
    client: httpx.Client, wanted: dict[str, object], pointer: str
) -> None:
    body = {"ruleset": "toy", "seats": seated("user", "user"), **wanted}
    answer = client.post("/v1/games", json=body)
    told = problem(answer, "invalid-request", 422)
    assert [fault["pointer"] for fault in told["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("seat", "pointer", "message"),
    [
        ("user", "", 'should be an object, such as {"holder": "user"}'),
        ({}, "/holder", "is missing"),
        ({"holder": "robot"}, "/holder", "should be user, me, open, hook or bot:<level>"),
        ({"holder": "bot:genius"}, "/holder", "there is no such bot; there are: "),
        ({"holder": "user", "level": 3}, "/level", "unknown; known are: holder, name, url, lang"),
        ({"holder": "open", "name": "Ada"}, "/name", "does not go with the holder `open`"),
        ({"holder": "hook"}, "/url", "is missing: the holder `hook` needs an address"),
        ({"holder": "hook", "url": ""}, "/url", "length should be between 1 and 1000"),
        ({"holder": "me", "url": "https://bot.example"}, "/url", "goes with the holder `hook`"),
        ({"holder": "user", "language": "ja"}, "/language", "goes with the holder `hook` only"),
    ],
)
def test_a_wrong_seat_is_refused_with_what_would_be_right(
    client: httpx.Client, seat: object, pointer: str, message: str
) -> None:
    answer = client.post("/v1/games", json={"ruleset": "toy", "seats": [{"holder": "user"}, seat]})
    (fault,) = problem(answer, "invalid-request", 422)["errors"]
    assert fault["pointer"] == f"/seats/1{pointer}"
    assert fault["message"].startswith(message)


def test_the_same_wish_with_a_key_is_granted_once(client: httpx.Client) -> None:
    body = {"ruleset": "toy", "seats": seated("user", "open"), "invite": True}
    key = {"Idempotency-Key": "0b9d1a52-45a1-4a2f-8f0e-0f6a3f1f7a55"}
    first = client.post("/v1/games", json=body, headers=key)
    second = client.post("/v1/games", json=body, headers=key)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert second.headers["Idempotent-Replayed"] == "true"
    assert len(client.get("/v1/games").json()["games"]) == 1
    token = second.json()["tokens"]["seats"]["0"]
    seen = client.get(first.headers["Location"], headers={"Authorization": f"Bearer {token}"})
    assert seen.json()["you"] == 0
    other = client.post("/v1/games", json={**body, "undo": "none"}, headers=key)
    problem(other, "idempotency-key-reused", 422)


def test_a_key_that_others_might_guess_is_refused(client: httpx.Client) -> None:
    body = {"ruleset": "toy", "seats": seated("user", "user")}
    answer = client.post("/v1/games", json=body, headers={"Idempotency-Key": "1"})
    assert problem(answer, "invalid-request", 422)["errors"][0]["parameter"] == "Idempotency-Key"


def test_ids_are_short_and_tokens_cannot_be_guessed(client: httpx.Client) -> None:
    tables = [Table(client, seats=["user"] * 4, invite=True) for _ in range(5)]
    assert all(re.fullmatch("[0-9A-Za-z]{12}", table.id) for table in tables)
    tokens = [t for table in tables for t in (*table.tokens.values(), table.host)]
    assert len({*tokens, *(table.id for table in tables)}) == 5 * 6
    for token in tokens:
        secret = token.partition(".")[2]
        assert re.fullmatch("[0-9A-Za-z_-]{22,}", secret), "128 bits at 6 a character"
    assert len({token.partition(".")[2][:6] for token in tokens}) == len(tokens)


def test_tokens_are_not_stored(client: httpx.Client, db: Store) -> None:
    body = {"ruleset": "toy", "seats": seated("user", "open"), "invite": True}
    key = {"Idempotency-Key": "0b9d1a52-45a1-4a2f-8f0e-0f6a3f1f7a56"}
    tokens = client.post("/v1/games", json=body, headers=key).json()["tokens"]
    kept = b"".join(
        value
        for name in db.redis.keys("chasqui:g:*")
        for value in db.redis.hgetall(name).values()
        if isinstance(value, bytes)
    )
    for name in db.redis.keys("chasqui:answer:*"):
        answer = db.redis.get(name)
        assert isinstance(answer, bytes)
        kept += answer
    assert fingerprint(tokens["host"]) in kept
    for token in [tokens["host"], tokens["invite"], tokens["seats"]["0"]]:
        assert token.partition(".")[2].encode() not in kept


def test_pages_hold_every_game_once_newest_first(client: httpx.Client) -> None:
    made = [Table(client).id for _ in range(7)]
    hidden = Table(client, visibility="unlisted")
    page, found = client.get("/v1/games?limit=3"), []
    while True:
        found += [game["id"] for game in page.json()["games"]]
        if page.json()["next"] is None:
            assert "Link" not in page.headers
            break
        assert page.links["next"]["url"].startswith("/v1/games?")
        page = client.get(page.links["next"]["url"])
    assert sorted(found) == sorted(made)
    assert hidden.id not in found
    assert client.get(hidden.path).json()["visibility"] == "unlisted", "whoever knows its id"
    times = [client.get(f"/v1/games/{each}").json()["created"] for each in found]
    assert times == sorted(times, reverse=True)


def test_games_are_listed_by_status_and_title(client: httpx.Client) -> None:
    running, waiting = Table(client), Table(client, seats=["user", "open"])
    other = Table(client, ruleset="tzolkin", seats=["user", "user"])

    def listed(query: str) -> set[str]:
        return {game["id"] for game in client.get(f"/v1/games?{query}").json()["games"]}

    assert listed("status=waiting") == {waiting.id}
    assert listed("status=running") == {running.id, other.id}
    assert listed("status=running&ruleset=tzolkin") == {other.id}
    assert listed("status=running&ruleset=tzolkin@1") == {other.id}
    assert listed("ruleset=tzolkin@7") == set()
    assert listed("status=over") == set()
    client.post(f"{waiting.path}/seats", json={})
    assert listed("status=waiting") == set()


def test_a_token_finds_its_own_game_again(client: httpx.Client) -> None:
    table = Table(client, visibility="private")
    Table(client)
    mine = client.get("/v1/games?mine=1", headers=table.auth(2)).json()
    assert [game["id"] for game in mine["games"]] == [table.id]
    problem(client.get("/v1/games?mine=1"), "unauthorized", 401)
    bad = {"Authorization": "Bearer nobody.knows"}
    problem(client.get("/v1/games?mine=1", headers=bad), "unauthorized", 401)


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("status=open", "status"),
        ("limit=0", "limit"),
        ("limit=1e1", "limit"),
        ("limit=5&limit=6", "limit"),
        ("cursor=%00", "cursor"),
        ("cursor=abc", "cursor"),
        ("ruleset=chess", "ruleset"),
        ("ruleset=chess@1", "ruleset"),
        ("ruleset=@1", "ruleset"),
        ("ruleset=tzolkin@", "ruleset"),
        ("stauts=over", "stauts"),
    ],
)
def test_a_wrong_query_is_refused_by_name(client: httpx.Client, query: str, parameter: str) -> None:
    told = problem(client.get(f"/v1/games?{query}"), "invalid-request", 422)
    assert told["errors"][0]["parameter"] == parameter


def test_only_who_holds_a_token_sees_a_private_game(client: httpx.Client) -> None:
    table = Table(client, visibility="private")
    problem(table.get(), "unauthorized", 401)
    assert table.get(seat=0).status_code == 200
    host = {"Authorization": f"Bearer {table.host}"}
    assert client.get(table.path, headers=host).json()["you"] is None


def test_a_token_of_another_game_is_nobody_here(client: httpx.Client) -> None:
    one, two = Table(client), Table(client)
    answer = client.get(one.path, headers=two.auth(0))
    problem(answer, "unauthorized", 401)
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    problem(client.get(one.path, headers={"Authorization": "Basic x"}), "unauthorized", 401)


def test_there_is_no_game_of_a_made_up_id(client: httpx.Client) -> None:
    told = problem(client.get("/v1/games/nosuchgame"), "not-found", 404)
    assert "nosuchgame" in told["detail"]
