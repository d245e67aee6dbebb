"""A real stream process, and clients that read what it sends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx
import psutil

from bench.installation import free_ports
from store import Store
from store.words import PRESENCE_NEWS, TALK_NEWS
from tests.workers.processes import LIMIT, ROOT, Server, wait_until

ME = "me"
ASIDES = (TALK_NEWS, PRESENCE_NEWS)
"""Messages without an id."""
SSE, NDJSON, JSON = "text/event-stream", "application/x-ndjson", "application/json"


class Streams:
    """The stream process as it runs in production, on a free port."""

    def __init__(self, redis_url: str) -> None:
        self.address = f"127.0.0.1:{free_ports(1)[0]}"
        self.environ = {**os.environ, "REDIS_URL": redis_url, "RATE_LIMITS": "off"}
        self.process: subprocess.Popen[bytes]

    def start(self) -> None:
        options = ["--config", "service/processes/gunicorn_stream.py", "--bind", self.address]
        quiet = ["--log-level", "warning", "service:create_stream_app()"]
        command = [sys.executable, "-W", "error", "-m", "gunicorn", *options, *quiet]
        self.process = subprocess.Popen(command, env=self.environ, cwd=ROOT)
        wait_until(self._healthy, "the stream process")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def kill(self) -> None:
        """Kill the process that serves and wait until gunicorn has replaced it."""
        (serving,) = psutil.Process(self.process.pid).children()
        serving.kill()
        serving.wait()
        wait_until(self._healthy, "another stream process")

    def _healthy(self) -> bool:
        try:
            return httpx.get(f"http://{self.address}/healthz").status_code == 200
        except httpx.TransportError:
            return False

    def url(self, game_id: str) -> str:
        """Return the stream of a game, or of an account (``ME``)."""
        return f"http://{self.address}/v1/{game_id if game_id == ME else f'games/{game_id}'}/events"

    def get(
        self,
        game_id: str,
        accept: str = JSON,
        token: str = "",
        last: int | str | None = None,
        **query: Any,
    ) -> httpx.Response:
        """Return one answer, read to its end."""
        headers = _headers(accept, token, last)
        url = self.url(game_id)
        return httpx.get(url, headers=headers, params=query, timeout=LIMIT)

    @contextmanager
    def open(
        self,
        game_id: str,
        accept: str = SSE,
        token: str = "",
        last: int | str | None = None,
        **query: Any,
    ) -> Iterator[Iterator[Message]]:
        """Yield the messages of a stream as they come, for as long as one likes."""
        headers = _headers(accept, token, last)
        url = self.url(game_id)
        with httpx.stream("GET", url, headers=headers, params=query, timeout=LIMIT) as answer:
            assert answer.status_code == 200, answer.read()
            assert answer.headers["content-type"].startswith(accept)
            yield read(answer.iter_lines(), accept)


def durable_server() -> Iterator[Server]:
    """Yield a server that stores its requests; a fixture called ``server``."""
    with TemporaryDirectory(prefix="chq") as folder:
        server = Server(Path(folder))
        server.start()
        yield server
        server.kill()


def store_of(server: Server) -> Iterator[Store]:
    """Yield the store on that server; a fixture."""
    store = Store.open(server.url)
    yield store
    store.redis.close()


def streams_at(redis_url: str) -> Iterator[Streams]:
    """A stream process on the server of most tests; a fixture."""
    started = Streams(redis_url)
    started.start()
    yield started
    started.stop()


def streams_of(server: Server) -> Iterator[Streams]:
    """Yield a stream process on that server; a fixture."""
    streams = Streams(server.url)
    streams.start()
    yield streams
    streams.stop()


class Message(NamedTuple):
    """One message as a client understands it."""

    rev: int
    kind: str
    body: dict[str, Any]

    @property
    def id(self) -> str:
        """Return its id in the stream: the revision, or the place in an account's feed."""
        return str(self.body.get("id", self.rev))


def _headers(accept: str, token: str, last: int | str | None) -> dict[str, str]:
    headers = {"Accept": accept}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if last is not None:
        headers["Last-Event-ID"] = str(last)
    return headers


def message(body: dict[str, Any]) -> Message:
    """Return a message, from its JSON."""
    return Message(body.get("rev", 0), body["kind"], body)


def read(lines: Iterator[str], accept: str) -> Iterator[Message]:
    """Yield the messages in these lines; comments and blank lines are none."""
    fields: dict[str, str] = {}
    for line in lines:
        if accept == NDJSON:
            if line:
                yield message(json.loads(line))
            continue
        name, _, value = line.partition(": ")
        if name:
            fields[name] = value
        elif not line and "data" in fields:
            found = message(json.loads(fields["data"]))
            if found.kind in ASIDES:
                assert "id" not in fields
            else:
                assert fields["id"] == found.id
            assert fields["event"] == found.kind
            yield found
        if not line:
            fields = {}
