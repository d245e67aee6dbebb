"""Remote bots that answer a byte at a time, beside one that answers."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Lock, Thread

import httpx

from bench.installation import Installation
from hooks.places import Shares
from tests.attacks.conftest import Figure, need_address
from tests.attacks.honest import Honest, asking
from tests.hooks.bots import Bot, Saying
from tests.hooks.receivers import Reply
from tests.service.table import Json
from tests.workers.processes import wait_until

SETTINGS = {"HOOKS_ALLOW_LOCAL": "1"}

HOSTS, GAMES = 8, 24
NEAR = "127.0.0.2"
"""Another address of this machine: the drips share it."""


class Drips:
    """Servers at one address that answer a byte at a time; ``most`` were asked at once."""

    def __init__(self) -> None:
        self.over, self._lock = Event(), Lock()
        self.open = self.most = 0

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Yield the URL of another server."""
        need_address(NEAR)
        with socket.create_server((NEAR, 0)) as server:
            thread = Thread(target=self._accept, args=[server], daemon=True)
            thread.start()
            yield f"http://{NEAR}:{server.getsockname()[1]}/turn"
            self.over.set()
            server.shutdown(socket.SHUT_RDWR)
        thread.join()

    def _accept(self, server: socket.socket) -> None:
        while not self.over.is_set():
            with suppress(OSError):
                client, _ = server.accept()
                Thread(target=self._drip, args=[client], daemon=True).start()

    def _drip(self, client: socket.socket) -> None:
        with self._lock:
            self.open += 1
            self.most = max(self.most, self.open)
        with client, suppress(OSError):
            client.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            while not self.over.wait(0.05):
                client.sendall(b"x")
        with self._lock:
            self.open -= 1


def create(client: httpx.Client, url: str) -> None:
    """Create a game of this remote bot against a bot of the service."""
    seats = [{"holder": "hook", "url": url}, {"holder": "bot:random"}]
    made = client.post("/v1/games", json={"ruleset": "tzolkin", "seats": seats})
    assert made.status_code == 201, made.text


def first(data: Json) -> Reply:
    """Answer with the first option."""
    return Reply(200, json.dumps({"steps": [data["choices"]["options"][0]["step"]]}).encode())


FIRST: Saying = first


def test_bots_that_drip_hold_only_their_own_share(
    site: Installation, seconds: float, figure: Figure
) -> None:
    url, drips = f"http://127.0.0.1:{site.port}", Drips()
    with ExitStack() as stack, httpx.Client(base_url=url) as client, Bot(FIRST) as quick:
        slow = [stack.enter_context(drips.serving()) for _ in range(HOSTS)]
        for number in range(GAMES):
            create(client, slow[number % HOSTS])
        wait_until(lambda: drips.open >= Shares().address, "the drips")
        with asking(Honest(url)) as honest:
            create(client, f"{quick.url}/turn")
            begun = time.monotonic()
            wait_until(lambda: len(quick.received) >= 5, "the quick bot")
            asked = time.monotonic() - begun
            time.sleep(max(0.0, seconds - asked))
        assert drips.open
        # A drip notices a little later than the service that it was cut off.
        assert drips.most < 2 * Shares().address
        assert not honest.failures
        drips.over.set()
    figure("five requests of a bot that answers", asked * 1e3, 1_000, "ms")
    figure("health, p99", honest.percentile(0.99), 250, "ms")
