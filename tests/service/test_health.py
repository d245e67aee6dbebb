"""Health: the answers for load balancers, and the missing parts."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

from service import create_app
from service.processes.embedded import find_program
from service.processes.settings import Settings
from store import Store, keys
from store.connection import RedisError
from store.games import now_ms
from store.heartbeats import FRESH
from store.words import HOOKS, PARTS, PROCESSES, STREAM, WORKERS
from tests.conftest import serving
from tests.service.ops_fixtures import eventually
from tests.service.table import Table, problem


def missing(client: httpx.Client, **query: Any) -> list[str]:
    """Return the missing parts in /readyz."""
    answer = client.get("/readyz", params=query)
    if answer.status_code == 200:
        return []
    told = problem(answer, "unavailable", 503)
    assert answer.headers["Retry-After"] == "1"
    assert all(part in told["detail"] for part in told["missing"])
    found: list[str] = told["missing"]
    return found


def test_every_part_that_gives_no_sign_of_life_is_named(client: httpx.Client, db: Store) -> None:
    assert missing(client) == [*PROCESSES]
    db.heartbeats.beat(WORKERS)
    assert missing(client) == [HOOKS, STREAM]
    db.heartbeats.beat(HOOKS)
    db.heartbeats.beat(STREAM)
    assert missing(client) == []
    assert client.get("/readyz").json() == {"status": "ok", "parts": list(PARTS)}


def test_a_sign_of_life_is_good_for_seconds_only(client: httpx.Client, db: Store) -> None:
    for part in PROCESSES:
        db.heartbeats.beat(part)
    key = keys.alive(HOOKS)
    stale: dict[Any, int] = {n: now_ms() - FRESH - 1 for n in db.redis.zrange(key, 0, -1)}
    db.redis.zadd(key, stale)
    assert missing(client) == [HOOKS]


def test_what_an_installation_does_without_can_be_left_out(client: httpx.Client, db: Store) -> None:
    db.heartbeats.beat(WORKERS)
    assert missing(client, exclude=["hooks", "stream"]) == []
    assert missing(client, exclude="stream") == [HOOKS]


def test_being_up_needs_nobody_else(client: httpx.Client) -> None:
    assert missing(client)
    assert client.get("/healthz").json() == {"status": "ok"}


def test_scripts_that_the_server_lost_are_given_to_it_again(
    client: httpx.Client, db: Store
) -> None:
    Table(client)
    db.redis.script_flush()
    client.get("/readyz")
    commit = db.games._commit.sha
    assert db.redis.script_exists(commit) == [True]


@pytest.fixture
def own() -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client, Path]]:
    """Yield a server that writes to a disk, and a service on it."""
    with TemporaryDirectory(prefix="chq") as folder:
        command = [str(find_program()), "--port", "0", "--save", "", "--dir", folder]
        command += ["--unixsocket", f"{folder}/sock", "--appendonly", "yes"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        url = f"unix://{folder}/sock"
        assert eventually(lambda: _answers(url))
        with (
            serving(create_app(Settings(redis_url=url))) as web,
            httpx.Client(base_url=web) as client,
        ):
            yield server, client, Path(folder)
        server.kill()
        server.wait()


def _answers(url: str) -> bool:
    try:
        Store.open(url).ping()
    except RedisError:
        return False
    return True


def test_a_storage_that_is_gone_is_named_and_so_is_its_return(
    own: tuple[subprocess.Popen[bytes], httpx.Client, Path],
) -> None:
    server, client, _ = own
    assert "redis" not in missing(client)
    server.kill()
    server.wait()
    assert missing(client) == ["redis"]
    assert client.get("/healthz").status_code == 200


def test_a_storage_that_cannot_write_is_named(
    own: tuple[subprocess.Popen[bytes], httpx.Client, Path],
) -> None:
    """Its folder of logs is taken away, so that the log cannot be written anew."""
    _, client, folder = own
    with Store.open(f"unix://{folder}/sock").redis as redis:
        (folder / "appendonlydir").rename(folder / "elsewhere")
        (folder / "appendonlydir").write_text("no folder")
        with suppress(RedisError):
            redis.bgrewriteaof()
        deadline = time.monotonic() + 30
        while "disk" not in missing(client) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert "disk" in missing(client)
