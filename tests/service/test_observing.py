"""Log lines and metrics: what they tell, and what they never do."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from engine.title import Title
from service import create_app
from service.processes.settings import Settings
from store import Store
from store.jobs import UNDO
from telemetry import logs
from tests.conftest import ROOT, serving
from tests.service.ops_fixtures import eventually
from tests.service.table import Table, problem
from workers import queues


@contextmanager
def captured(form: str = logs.JSON) -> Iterator[io.StringIO]:
    """Yield everything that is logged meanwhile."""
    root, stream = logging.getLogger(), io.StringIO()
    kept, level = root.handlers[:], root.level
    handler = logs.handler(form)
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    root.handlers[:] = [handler]
    root.setLevel("DEBUG")
    try:
        yield stream
    finally:
        root.handlers[:] = kept
        root.setLevel(level)


def lines(stream: io.StringIO, logger: str = "chasqui.requests") -> list[dict[str, object]]:
    """Return the lines of one logger."""
    told = [json.loads(line) for line in stream.getvalue().splitlines()]
    return [each for each in told if each["logger"] == logger]


def test_a_request_is_one_line_with_all_that_matters(client: httpx.Client) -> None:
    with captured() as stream:
        table = Table(client)
        step = table.see(1)["choices"]["options"][0]["step"]
        table.turn(1, step, rev=0, X_Request_Id="trace-17")
        problem(table.turn(2, "fly", rev=0), "illegal-step", 422)
    told = lines(stream)
    assert [line["message"] for line in told] == [
        "POST create_game 201",
        "GET get_game 200",
        "POST post_turn 201",
        "POST post_turn 422",
    ]
    played = {name: told[2][name] for name in ("operation", "status", "game", "seat", "request")}
    assert played == {
        "operation": "post_turn",
        "status": 201,
        "game": table.id,
        "seat": 1,
        "request": "trace-17",
    }
    assert told[2]["level"] == "INFO"
    assert isinstance(told[2]["ms"], float)
    assert told[3]["problem"] == "illegal-step"


def test_no_line_tells_a_token_a_seed_a_step_or_what_was_asked(
    client: httpx.Client, db: Store
) -> None:
    """Also not where the service fails, and where a client puts a token into the address."""
    with captured() as stream:
        table = Table(client)
        secrets = [table.host, *table.tokens.values()]
        account = client.post("/v1/accounts", json={"name": "Ana"}).json()["token"]
        table.keep_all()
        table.play(0, "rest")
        table.get("/log?events=1", seat=1)
        location = table.get("/events", seat=1).headers["Location"]
        client.get(f"/v1/games/{table.host}")
        client.get(f"/nowhere/{account}?token={account}")
        client.get("/v1/games", headers={"Authorization": f"Bearer {account}"}, params={"mine": 1})
        table.get(headers={"Authorization": f"Basic {table.host}"})
        table.post("/turns", 1, {"steps": ["a step nobody knows"]}, If_Match='"4"')
        seed = db.games.load(table.id).head.seed
        db.redis.hset(f"chasqui:g:{table.id}", "state", b"broken:" + seed)
        raw = httpx.Client(base_url=client.base_url)
        problem(raw.get(table.path, headers=table.auth(1)), "internal-error", 500)
        db.redis.hset(f"chasqui:g:{table.id}", "head", b"broken:" + seed)
        problem(raw.get(table.path, headers=table.auth(1)), "internal-error", 500)
    # The test's own client logs too.
    told = [line for line in stream.getvalue().splitlines() if '"logger":"http' not in line]
    said = "\n".join(told)
    assert "Traceback" in said
    ticket = location.partition("ticket=")[2]
    assert ticket
    parts = [part for token in [*secrets, account] for part in token.split(".")[1:]]
    for secret in [*secrets, *parts, account, ticket, seed.hex(), repr(seed)[2:-1], "nobody knows"]:
        assert secret not in said
    assert not re.search("bearer|authorization", said, re.IGNORECASE)


@pytest.mark.parametrize(
    ("logged", "seen"), [("all", [200, 404, 500]), ("refused", [404, 500]), ("failed", [500])]
)
def test_which_requests_are_logged_can_be_chosen(
    redis_url: str, db: Store, toy: Title, logged: str, seen: list[int]
) -> None:
    app = create_app(Settings(redis_url=redis_url, log_requests=logged))
    with serving(app) as url, httpx.Client(base_url=url) as client:
        table = Table(client)
        with captured() as stream:
            table.get()
            client.get("/v1/games/nosuchgame")
            db.redis.hset(f"chasqui:g:{table.id}", "state", b"broken")
            table.get(seat=0)
    assert [line["status"] for line in lines(stream)] == seen


def test_text_is_for_people_and_keeps_to_a_line(client: httpx.Client) -> None:
    with captured(logs.TEXT) as stream:
        client.get("/v1/games/a%0Ab%20c")
        table = Table(client)
        table.see(0)
    told = [line for line in stream.getvalue().splitlines() if "get_game" in line]
    assert len(told) == 2
    assert re.match(r"\d\d:\d\d:\d\d INFO GET get_game 404 operation=get_game ", told[0])
    assert f"game={table.id} seat=0" in told[1]


def samples(client: httpx.Client) -> dict[tuple[str, tuple[str, ...]], float]:
    """Return the metrics by name and label values, in the order of the label names."""
    text = client.get("/metrics").text
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_metrics_count_what_happens(client: httpx.Client) -> None:
    before = samples(client)
    table = Table(client)
    table.keep_all()
    assert table.turn(0, "rest").status_code == 201
    assert table.turn(0, "rest", rev=3).status_code == 200
    problem(table.turn(0, "rest"), "not-your-turn", 409)
    problem(client.get("/v1/games/nosuchgame"), "not-found", 404)
    after = samples(client)
    for name, labels, more in (
        ("chasqui_turns_total", ("played", "toy@2"), 4),
        ("chasqui_turns_total", ("repeated", "toy@2"), 1),
        ("chasqui_turns_total", ("not-your-turn", "toy@2"), 1),
        ("chasqui_problems_total", ("not-found",), 1),
        ("chasqui_request_seconds_count", ("get_game", "404"), 1),
        ("chasqui_request_seconds_count", ("post_turn", "201"), 4),
    ):
        assert after.get((name, labels), 0) - before.get((name, labels), 0) == more, name


def test_metrics_tell_what_waits(client: httpx.Client, db: Store) -> None:
    assert samples(client)["chasqui_due", ("bots",)] == 0
    Table(client, seats=["user", "bot:random", "bot:random"])
    found = samples(client)
    assert found["chasqui_due", ("bots",)] == 1
    assert found["chasqui_due_age_seconds", ("bots",)] >= 0
    assert found["chasqui_queue_jobs", ("bots",)] == 1
    assert found["chasqui_alive", ("workers",)] == 0
    db.heartbeats.beat("workers")
    found = samples(client)
    assert found["chasqui_alive", ("workers",)] == 1
    assert found["chasqui_redis_up", ()] == 1
    assert 0 < found["chasqui_redis_ping_seconds", ()] < 60


def test_metrics_name_no_game_and_nobody(client: httpx.Client) -> None:
    table = Table(client)
    table.keep_all()
    client.get(f"/v1/games/{table.id}/no/such/{table.id}")
    text = client.get("/metrics").text
    assert table.id not in text
    assert text.count('operation="none"') >= 1


def test_who_may_read_the_metrics(redis_url: str, db: Store) -> None:
    token = "the-token-of-the-metrics"
    elsewhere = {"X-Forwarded-For": "10.0.0.1"}

    def status(headers: dict[str, str], **settings: Any) -> int:
        app = create_app(Settings(redis_url=redis_url, **settings))
        with serving(app) as url:
            return httpx.get(f"{url}/metrics", headers=headers).status_code

    assert status({}) == 200
    for name in ("localhost", "127.0.0.1:8000", "[::1]:8000", "10.0.0.1"):
        assert status({"Host": name}) == 200
    for name in ("rebound.example:8000", "", "localhost.example", "a@localhost", "[::1"):
        assert status({"Host": name}) == 403
    assert status(elsewhere) == 403
    assert status(elsewhere, trusted_proxies=1) == 403
    assert status(elsewhere, metrics_public=True) == 200
    assert status({}, metrics_token=token) == 401
    assert status({**elsewhere, "Authorization": f"Bearer {token}"}, metrics_token=token) == 200


def test_no_page_of_another_origin_reads_the_metrics(client: httpx.Client) -> None:
    page = {"Origin": "https://stranger.example", "Access-Control-Request-Method": "GET"}
    for method in ("GET", "OPTIONS"):
        told = client.request(method, "/metrics", headers=page)
        assert not [name for name in told.headers if name.startswith("access-control")]
    assert client.get("/healthz", headers=page).headers["Access-Control-Allow-Origin"] == "*"


def test_a_job_carries_the_id_of_the_request_that_asked_for_it(
    client: httpx.Client, db: Store
) -> None:
    table = Table(client)
    sent = {**table.auth(0), "X-Request-Id": "trace-18"}
    client.post(f"{table.path}/replays", json={}, headers=sent)
    [job] = queues.queue(db, queues.REPLAYS).jobs
    assert job.meta == {"request": "trace-18"}


def test_a_worker_tells_each_job_in_one_line_and_counts_it(
    client: httpx.Client, redis_url: str, db: Store, tmp_path: Path
) -> None:
    environ = {**os.environ, "REDIS_URL": redis_url, "LOG_FORMAT": "json", "LOG_LEVEL": "info"}
    environ["PROMETHEUS_MULTIPROC_DIR"] = str(tmp_path)
    table = Table(client, ruleset="tzolkin", seats=["user", "bot:random"])
    replay = client.post(f"{table.path}/replays").json()["id"]
    lost = db.jobs.create(UNDO, "nogame", {"seat": 0, "back_to": 0, "asked_at": 0}).id
    said = tmp_path / "said"
    with said.open("w") as out:
        command = [sys.executable, "-m", "workers"]
        worker = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=out, stderr=out)
        try:
            kinds = [f'"kind":"{kind}"' for kind in ("bots", "replays", "undo")]
            assert eventually(lambda: all(kind in said.read_text() for kind in kinds))
        finally:
            worker.terminate()
            assert worker.wait(60) == 0
    told = [json.loads(line) for line in said.read_text().splitlines()]
    jobs = [line for line in told if line["logger"] == "chasqui.jobs"]
    assert {line["result"] for line in jobs} == {"done"}
    # The id of a job is enough to read and cancel it.
    marks = {"bots": table.id, "replays": logs.mark(replay), "undo": logs.mark(lost)}
    assert {line["kind"]: line["of"] for line in jobs} == marks
    assert not [each for each in (replay, lost) if each in said.read_text()]
    counted = b"".join(path.read_bytes() for path in tmp_path.glob("*.db"))
    assert b"chasqui_job_seconds_count" in counted or b"chasqui_job_seconds_sum" in counted
    assert b"chasqui_turns_total" in counted
    assert table.id.encode() not in counted
