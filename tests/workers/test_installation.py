"""The whole installation: bots answer, jobs run, and streams show it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

from tests.service.ops_fixtures import Installation, eventually
from tests.service.streaming import NDJSON, SSE, read
from tests.service.table import seated
from tests.service.test_observing import samples

Json = dict[str, Any]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with TemporaryDirectory(prefix="chq") as folder:
        installation = Installation(Path(folder))
        try:
            yield f"http://127.0.0.1:{installation.start().port}"
        finally:
            installation.destroy()


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60, follow_redirects=True) as client:
        yield client


def create(client: httpx.Client, seats: list[str], undo: str = "free") -> tuple[str, Json]:
    """A new game: its path, and the header of seat 0."""
    body = {"ruleset": "tzolkin", "seats": seated(*seats), "undo": undo}
    made = client.post("/v1/games", json=body)
    assert made.status_code == 201, made.text
    token = made.json()["tokens"]["seats"]["0"]
    return f"/v1/games/{made.json()['id']}", {"Authorization": f"Bearer {token}"}


def post_turn(client: httpx.Client, path: str, auth: Json, rng: Random) -> Json:
    """Play one random turn of seat 0."""
    game = client.get(path, headers=auth).json()
    steps: list[str] = []
    legal = {"complete": False, "choices": game["choices"]}
    while not legal["complete"]:
        steps.append(rng.choice(legal["choices"]["options"])["step"])
        legal = client.get(f"{path}/legal", headers=auth, params={"after": steps}).json()
    headers = {**auth, "If-Match": f'"{game["rev"]}"'}
    answer = client.post(f"{path}/turns", headers=headers, json={"steps": steps})
    assert answer.status_code == 201, answer.text
    played: Json = answer.json()
    return played


def test_a_person_plays_with_bots_by_following_the_stream(client: httpx.Client) -> None:
    path, auth = create(client, ["user", "bot:greedy", "bot:random"])
    rng, revs, turns = Random(1), [], 0
    headers = {**auth, "Accept": SSE}
    with client.stream("GET", f"{path}/events", headers=headers, params={"after": 0}) as answer:
        played = post_turn(client, path, auth, rng)["rev"]
        for message in read(answer.iter_lines(), SSE):
            revs.append(message.rev)
            game = message.body.get("game")
            if game and game["choices"] and message.rev >= played:
                assert game["you"] == 0
                if (turns := turns + 1) == 6:
                    break
                played = post_turn(client, path, auth, rng)["rev"]
    assert revs == list(range(1, len(revs) + 1))
    assert {e["seat"] for e in client.get(f"{path}/log").json()["entries"]} == {0, 1, 2}


def test_bots_among_themselves_come_to_an_end(client: httpx.Client) -> None:
    made = client.post(
        "/v1/games", json={"ruleset": "tzolkin", "seats": seated("bot:random", "bot:greedy")}
    ).json()
    with client.stream("GET", f"/v1/games/{made['id']}/events", headers={"Accept": NDJSON}) as told:
        *_, last = read(told.iter_lines(), NDJSON)
    assert last.kind == "end"
    assert last.body["game"]["result"] == last.body["result"]


def test_the_metrics_of_all_processes_are_told_at_one_address(client: httpx.Client) -> None:
    """Streams and jobs belong to other processes than the one with the request."""
    path, auth = create(client, ["user", "bot:random"])
    post_turn(client, path, auth, Random(2))
    with client.stream("GET", f"{path}/events", headers={"Accept": SSE}) as answer:
        next(read(answer.iter_lines(), SSE))
        assert samples(client)["chasqui_streams", ()] >= 1
    jobs = ("chasqui_job_seconds_count", ("bots", "done"))
    assert eventually(lambda: samples(client).get(jobs, 0) >= 1)
    found = samples(client)
    assert found["chasqui_turns_total", ("played", "tzolkin@1")] >= 1
    assert found["chasqui_queue_jobs", ("bots",)] >= 0
    assert found["chasqui_redis_ping_seconds", ()] > 0


def test_undo_and_replay_are_done_within_one_request(client: httpx.Client) -> None:
    path, auth = create(client, ["user", "bot:random"])
    for seed in range(3):
        poll = {"wait": 60, "after": client.get(path).json()["rev"]}
        while not (game := client.get(path, headers=auth).json())["choices"]:
            told = client.get(f"{path}/events", headers={"Accept": "application/json"}, params=poll)
            poll["after"] = told.json()["rev"]
        post_turn(client, path, auth, Random(seed))
    while not (game := client.get(path, headers=auth).json())["choices"]:
        pass
    headers = {**auth, "If-Match": f'"{game["rev"]}"', "Prefer": "wait=10"}
    undone = client.post(f"{path}/undo", headers=headers, json={})
    assert undone.status_code == 200, undone.text
    assert undone.json()["rev"] == game["rev"] + 1
    job = client.post(f"{path}/replays", headers=auth, json={}).json()
    while (job := client.get(f"/v1/jobs/{job['id']}").json())["state"] != "done":
        assert job["state"] in ("queued", "running")
    frames = client.get(job["result"], headers=auth).json()["frames"]
    assert [frame["rev"] for frame in frames] == list(range(undone.json()["rev"] + 1))
    assert frames[-1]["view"] == undone.json()["view"]
    assert frames[-1]["entries"][-1]["kind"] == "retracted"
