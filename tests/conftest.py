"""What many tests need: a real Redis-compatible server, the service behind real HTTP, a client."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import httpx
import pytest
from flask import Flask
from httpx._config import create_ssl_context
from redis import Redis
from redis.exceptions import RedisError
from werkzeug.serving import WSGIRequestHandler, make_server

import games
from bench.installation import free_ports
from engine.title import Title
from service import create_app
from service.processes.embedded import find_program
from service.processes.settings import Settings
from store import Store, snapshots
from tests.service import conformance
from tests.toy import TITLE

ROOT = Path(__file__).resolve().parent.parent

# The files with the longest tests. The processes take them in turn.
LONGEST = (
    "test_generated.py",
    "test_kills.py",
    "test_specification.py",
    "test_supervisor.py",
    "test_lint.py",
    "test_bench.py",
    "test_games.py",
    "test_bot_turns.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests: pytest-xdist gives each process an equal part of the list.

    So no process is busy with a long one after the others have ended.
    """
    number = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    rest = [item for item in items if item.path.name not in LONGEST]
    parts = []
    for process in range(number):
        begun = [item for item in items if item.path.name in LONGEST[process::number]]
        others = len(items) // number - len(begun) if process < number - 1 else len(rest)
        parts += [*begun, *rest[:others]]
        rest = rest[others:]
    items[:] = parts


def pytest_collection_finish() -> None:
    """Leave the thousands of tests out of all garbage collections."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def certificates() -> Iterator[None]:
    """Read the certificates of all authorities once: each client of httpx would, in 40 ms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx._transports.default, "create_ssl_context", cache(create_ssl_context))
        yield


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A server of this test process alone, without durability."""
    # Not pytest's tmp_path: the path of a socket may have about a hundred characters only.
    with TemporaryDirectory(prefix="chq") as folder:
        socket = Path(folder) / "redis.sock"
        command = [str(find_program()), "--port", "0", "--save", "", "--dir", folder]
        server = subprocess.Popen(
            [*command, "--unixsocket", str(socket)], stdout=subprocess.DEVNULL
        )
        url = f"unix://{socket}"
        _wait_for(url)
        yield url
        server.kill()
        server.wait()


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + 30
    with Redis.from_url(url) as redis:
        while time.monotonic() < deadline:
            try:
                redis.ping()
            except RedisError:
                time.sleep(0.01)
            else:
                return
    raise TimeoutError(f"no server at {url}")


def stored(redis: Redis, pattern: str = "*") -> dict[bytes, object]:
    """Return the value of each key. DUMP would not do: a server reorders a hash as it grows."""
    readers: dict[bytes | str, Callable[[bytes], object]] = {
        b"string": redis.get,
        b"hash": redis.hgetall,
        b"set": redis.smembers,
        b"zset": lambda name: redis.zrange(name, 0, -1, withscores=True),
        b"list": lambda name: redis.lrange(name, 0, -1),
        b"stream": redis.xrange,
    }
    names: Any = redis.keys(pattern)
    return {name: readers[redis.type(name)](name) for name in names}


@pytest.fixture
def toy() -> Iterator[Title]:
    """The toy as a title of the service, for the time of a test."""
    found = games.all_titles()
    found[TITLE.name] = TITLE
    yield TITLE
    del found[TITLE.name]


@pytest.fixture
def db(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """An empty store. Games of other tests may have the same ids and seeds."""
    store = Store.open(redis_url, Settings().lifetimes)
    store.redis.flushall()
    monkeypatch.setattr(snapshots, "_cache", snapshots.Snapshots())
    yield store
    store.redis.close()


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing: the tests look at the answers."""


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """Serve an application over real HTTP; its address."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    thread = Thread(target=server.serve_forever, args=[0.05], daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="session")
def web(redis_url: str) -> Iterator[str]:
    """The address of the service, one thread a request."""
    app = create_app(
        Settings(
            redis_url=redis_url,
            stream_url="http://127.0.0.1:9",
            rate_limits="off",
            allow_unsafe_redis=True,
        )
    )
    with serving(app) as url:
        yield url


_WORKER = """
import games
from tests.toy import TITLE
games.all_titles()[TITLE.name] = TITLE
from workers.__main__ import main
main()
"""


@pytest.fixture(scope="module")
def worker(redis_url: str) -> Iterator[None]:
    """A worker process that knows the toy; gone before tests that count on there being none."""
    environ = {**os.environ, "REDIS_URL": redis_url, "LOG_LEVEL": "warning"}
    process = subprocess.Popen([sys.executable, "-c", _WORKER], env=environ, cwd=ROOT)
    yield
    process.kill()
    process.wait()


@pytest.fixture(scope="session")
def processes(redis_url: str) -> Iterator[str]:
    """The address of the service as it is run: two web processes of gunicorn."""
    address = f"127.0.0.1:{free_ports(1)[0]}"
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "-c",
        "service/processes/gunicorn_web.py",
        "-w",
        "2",
    ]
    command += ["--threads", "8", "-b", address, "--log-level", "error", "service:create_app()"]
    environ = {**os.environ, "REDIS_URL": redis_url, "RATE_LIMITS": "off", "LOG_REQUESTS": "none"}
    process = subprocess.Popen(command, cwd=ROOT, env=environ)
    url, deadline = f"http://{address}", time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            httpx.get(f"{url}/readyz")
            break
        except httpx.TransportError:
            time.sleep(0.05)
    yield url
    process.terminate()
    process.wait()


@pytest.fixture
def client(web: str, db: Store, toy: Title) -> Iterator[httpx.Client]:
    """A client of the service, which knows the toy and has no games yet.

    Each answer is held against the specification.
    """
    hooks = {"response": [conformance.check]}
    with httpx.Client(base_url=web, timeout=30, event_hooks=hooks) as client:
        yield client
