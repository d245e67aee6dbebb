"""Every title over HTTP, from the offered options alone, each answer held against the spec."""

from __future__ import annotations

from random import Random

import httpx
import pytest

from games import all_games
from tests.service.table import Json, Table

TITLES = sorted(all_games())


def choose(table: Table, seat: int, rng: Random) -> list[str]:
    """A turn of random steps, looked for as a client does."""
    steps: list[str] = []
    while True:
        ahead = table.get("/legal", seat, params={"after": steps, "explain": "1"}).json()
        if ahead["complete"]:
            return steps
        option = rng.choice(ahead["choices"]["options"])
        assert option["text"]
        assert option["step"] not in {each["step"] for each in ahead["refused"]}
        steps.append(option["step"])
        if option["barrier"]:
            return steps


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_is_played_from_what_is_offered(client: httpx.Client, title: str) -> None:
    rng = Random(11)
    table = Table(client, ruleset=title, seats=["user"] * all_games()[title].seats[0])
    while (game := table.see())["status"] == "running":
        seat = rng.choice(game["awaited"])["seat"]
        steps = choose(table, seat, rng)
        tried = table.post("/preview", seat, {"rev": game["rev"], "steps": steps}).json()
        assert tried["complete"], steps
        answer = table.turn(seat, *steps, rev=game["rev"])
        assert answer.status_code == 201, answer.text
        if not tried["reveals"] and answer.json()["status"] == "running":
            assert told(tried) == told(answer.json())[: len(told(tried))]
    assert sorted(each["rank"] for each in game["result"])[0] == 1
    entries = table.get("/log?limit=1000&events=1").json()["entries"]
    lines = [line for entry in entries for line in entry.get("steps", [])]
    assert all(line["step"] for line in lines)
    assert table.get(f"/states/{game['rev']}?as=everything").json()["view"] == game["view"]


def told(answer: Json) -> list[Json]:
    """What an answer says has happened."""
    events: list[Json] = answer["events"]
    return events


def test_a_title_tells_all_that_a_client_needs(client: httpx.Client) -> None:
    listed = client.get("/v1/rulesets").json()["rulesets"]
    assert {each["name"] for each in listed} == {*TITLES, "toy"}
    for each in listed:
        page = client.get(f"/v1/rulesets/{each['name']}")
        title = page.json()
        assert title.items() >= each.items()
        assert client.get(f"/v1/rulesets/{each['id']}").json() == title
        assert title["catalogue"]
        assert set(title["schemas"]) == {"view", "own", "effect", "option"}
        again = {"If-None-Match": page.headers["ETag"]}
        assert client.get(f"/v1/rulesets/{each['name']}", headers=again).status_code == 304
    path = "/v1/rulesets/tzolkin"
    japanese = client.get(path, headers={"Accept-Language": "ja"}).json()
    assert japanese["summary"] != client.get(path).json()["summary"]
    cards = client.get("/v1/rulesets/toy").json()["catalogue"]["cards"]
    assert [card for card, facts in cards.items() if facts["assumed"]] == ["c9"]
