"""Names: of the players at a game, and of accounts, which have a public id besides."""

from __future__ import annotations

import httpx
import pytest

from tests.service.table import Json, Table, events_of, problem, seated

BLANKS = ["\u0301", "\U000e0041", "\u1680", "\ufe0f\u3164"]
"""Names that show nothing."""
ADA = {"holder": "user", "name": "Ada"}


def names(game: Json) -> list[str]:
    return [seat["name"] for seat in game["seats"]]


def account(client: httpx.Client, name: str) -> dict[str, str]:
    """Return the headers of a new account."""
    made = client.post("/v1/accounts", json={"name": name}).json()
    return {"Authorization": f"Bearer {made['token']}"}


def change(table: Table, seat: int, by: int | None, wish: Json) -> httpx.Response:
    """Change a seat, as another one or (None) as the host."""
    headers = {"Authorization": f"Bearer {table.host}"} if by is None else table.auth(by)
    return table.client.put(f"{table.path}/seats/{seat}", json=wish, headers=headers)


def test_a_player_has_a_name_from_the_creation_on(client: httpx.Client) -> None:
    table = Table(client, seats=[ADA, {"holder": "bot:random", "name": "Robo"}, "user"])
    assert names(table.see()) == ["Ada", "Robo", ""]
    sandbox = {"seats": seated({"holder": "user", "name": "Bo"}, "user", "user"), "rev": 0}
    assert names(table.post("/forks", 0, sandbox).json()) == ["Bo", "", ""]


def test_sentences_call_a_player_by_name(client: httpx.Client) -> None:
    table = Table(client, seats=[ADA, "user"])
    table.play(0, table.see(0)["choices"]["options"][0]["step"])
    change(table, 1, 1, {"name": "Bo"})
    told = events_of(table.play(1, table.see(1)["choices"]["options"][0]["step"]))
    sentences = [event["text"] for event in told]
    assert "Ada turns up the card it kept." in sentences
    assert "Bo turns up the card it kept." in sentences
    logged = table.get("/log?events=1").json()["entries"][0]["steps"][0]["events"]
    assert logged[0]["text"] == "Ada has chosen a card."
    wrong = table.turn(1, "take 1")
    assert "Seat 2" in problem(wrong, "not-your-turn", 409)["detail"]


def test_a_name_is_changed_by_the_player_or_the_host(client: httpx.Client) -> None:
    table = Table(client, seats=[ADA, "user", "open"])
    assert names(change(table, 0, 0, {"name": "Ada L."}).json()) == ["Ada L.", "", ""]
    assert names(change(table, 1, None, {"name": "Bo"}).json())[1] == "Bo"
    before = table.see()["rev"]
    assert change(table, 1, None, {"name": "Bo"}).json()["rev"] == before
    problem(change(table, 0, 1, {"name": "Cy"}), "forbidden", 403)
    problem(change(table, 2, None, {"name": "Cy"}), "invalid-request", 422)
    problem(change(table, 0, 0, {}), "invalid-request", 422)
    last = table.get("/log").json()["entries"][-1]
    assert (last["kind"], last["why"], last["name"]) == ("seat", "renamed", "Bo")
    seated = change(table, 2, None, {"holder": "bot:random", "name": "Robo"}).json()
    assert names(seated) == ["Ada L.", "Bo", "Robo"]
    away = change(table, 0, None, {"holder": "bot:random"}).json()
    assert names(away)[0] == "Ada L.", "the bot plays for her"


def test_a_new_name_takes_back_no_consent(client: httpx.Client) -> None:
    table = Table(client, seats=[ADA, "user", "user"])
    assert table.pause(1)[0].status_code == 200
    change(table, 1, 1, {"name": "Bo"})
    assert table.see()["pause"]["agreed"] == [1]


def test_the_name_of_a_closed_account_leaves_its_seats(client: httpx.Client) -> None:
    """Also where a bot plays for the player, and before the start; a finished game stays."""
    ada = account(client, "Ada")
    token = ada["Authorization"].split()[1]
    running, waiting, over = (
        Table(client, token, seats=["me", *rest]) for rest in (["user"], ["open"], ["user"])
    )
    change(running, 1, None, {"name": "Bo"})
    over.tokens[0] = token
    over.keep_all()
    over.finish()
    change(running, 0, None, {"holder": "bot:random"})
    assert client.delete("/v1/me", headers=ada).status_code == 204
    assert names(running.see()) == ["", "Bo"]
    assert names(waiting.see()) == ["", ""]
    assert names(over.see()) == ["Ada", ""]
    last = running.get("/log").json()["entries"][-1]
    assert (last["why"], last["name"]) == ("renamed", "")


@pytest.mark.parametrize("form", ["application/json", "text/plain"])
def test_a_game_without_a_closed_accounts_name_is_a_record(client: httpx.Client, form: str) -> None:
    """The token of the seat plays on, and the record is imported as it is."""
    ada, table = account(client, "Ada"), Table(client, seats=["open", "user"])
    joined = client.post(f"{table.path}/seats", json={}, headers=ada).json()
    table.tokens[0] = joined["token"]
    table.keep_all()
    assert client.delete("/v1/me", headers=ada).status_code == 204
    table.finish()
    record = table.get("/export", headers={"Accept": form}).content
    sent = {"Content-Type": form}
    imported = client.post("/v1/imports", content=record, headers=sent)
    assert imported.status_code == 201, imported.text
    assert names(imported.json()) == ["", ""]


def test_a_renamed_player_is_in_the_record(client: httpx.Client) -> None:
    table = Table(client, seats=[ADA, "user"])
    change(table, 1, 1, {"name": "Bo"})
    table.keep_all()
    table.finish()
    imported = client.post("/v1/imports", json=table.get("/export").json())
    assert imported.status_code == 201, imported.text
    assert names(imported.json()) == ["Ada", "Bo"]


@pytest.mark.parametrize("name", [" ", "\u200b", "a\u202eb", "a\nb", "\u2066x", "x" * 41, *BLANKS])
def test_a_name_can_be_seen_and_changes_nothing_around_it(client: httpx.Client, name: str) -> None:
    wish = {"ruleset": "toy", "seats": seated({"holder": "user", "name": name}, "user")}
    problem(client.post("/v1/games", json=wish), "invalid-request", 422)
    problem(client.post("/v1/accounts", json={"name": name}), "invalid-request", 422)


@pytest.mark.parametrize("name", ["Ada", "エイダ 2", "أدا", "👩‍💻", "a b"])
def test_names_of_all_scripts_are_fine(client: httpx.Client, name: str) -> None:
    assert names(Table(client, seats=[{"holder": "user", "name": name}, "user"]).see())[0] == name


def test_an_open_seat_has_no_name(client: httpx.Client) -> None:
    wish = {"ruleset": "toy", "seats": seated({"holder": "open", "name": "Ada"}, "user")}
    problem(client.post("/v1/games", json=wish), "invalid-request", 422)


def test_a_seat_shows_the_public_id_of_its_account(client: httpx.Client) -> None:
    ada = account(client, "Ada")
    me = client.get("/v1/me", headers=ada).json()
    wish = {"ruleset": "toy", "seats": seated("me", "user")}
    seats = client.post("/v1/games", json=wish, headers=ada).json()["seats"]
    assert [seat["player"] for seat in seats] == [me["player"], None]
    assert me["id"].removeprefix("acct_") not in me["player"]
    again = client.post("/v1/games", json=wish, headers=ada).json()["seats"]
    assert again[0]["player"] == me["player"]
    assert client.get("/v1/me", headers=account(client, "Bo")).json()["player"] != me["player"]


def test_an_account_changes_its_name(client: httpx.Client) -> None:
    ada = account(client, "Ada")
    assert client.patch("/v1/me", json={"name": "Ada L."}, headers=ada).json()["name"] == "Ada L."
    assert client.get("/v1/me", headers=ada).json()["name"] == "Ada L."
    problem(client.patch("/v1/me", json={"name": "a\u202eb"}, headers=ada), "invalid-request", 422)
    seats = seated({"holder": "me", "name": "A."}, "me")
    made = client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=ada).json()
    assert names(made) == ["A.", "Ada L."]
