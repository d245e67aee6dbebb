"""Connections that are silent, slow, or never read, beside an honest client; no front server."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from bench.installation import Installation
from tests.attacks.conftest import Figure, begun_post, need_address, slow_clients
from tests.attacks.honest import Honest, asking

CAP = 120
SETTINGS = {"CONNECTIONS_PER_ADDRESS": str(CAP), "READS_PER_MINUTE": "100000"}
ELSEWHERE = "127.0.0.2"
"""Another address of this machine, so that a limit by address spares the honest client."""

LAST = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
POST = begun_post("x")
ATTACKS = {
    **slow_clients("x"),
    "half a chunk": (40, POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{\r\n\r\n"),
    "a body that was asked for": (40, POST + b"Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"),
    "too large a body": (40, POST + b"Content-Length: 99999999\r\n\r\n{"),
    "a length of 5,000 digits": (40, POST + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n"),
    "answers after which nobody leaves": (60, LAST),
}


def connected(port: int, data: bytes) -> socket.socket:
    """Return a new connection on which this was sent, as far as it is taken."""
    made = socket.create_connection(("127.0.0.1", port), timeout=10)
    made.setblocking(False)
    if data:
        made.send(data)
    return made


@contextmanager
def held(port: int, number: int, data: bytes) -> Iterator[list[socket.socket]]:
    """Hold connections on which this was sent, and read nothing."""
    with ExitStack() as stack:
        yield [stack.enter_context(connected(port, data)) for _ in range(number)]


def test_pages_that_take_seconds_are_built_once(site: Installation, figure: Figure) -> None:
    """The first test of this module: afterwards the pages are there."""
    asked = b"".join(
        b"GET /openapi.%b HTTP/1.1\r\nHost: x\r\n\r\n" % kind for kind in (b"json", b"yaml")
    )
    with held(site.port, 40, asked):
        honest = Honest(f"http://127.0.0.1:{site.port}", patience=5)
        with asking(honest, 0.05):
            time.sleep(1.5)
    assert not honest.failures
    figure("health, p99", honest.percentile(0.99), 250, "ms")


@pytest.mark.parametrize("name", ATTACKS)
def test_connections_hold_no_thread(
    site: Installation, seconds: float, figure: Figure, name: str
) -> None:
    number, data = ATTACKS[name]
    with held(site.port, number, data):
        honest = Honest(f"http://127.0.0.1:{site.port}", patience=5)
        with asking(honest, 0.05):
            time.sleep(min(seconds, 1.5) if seconds < 5 else seconds)
    assert honest.seconds
    assert not honest.failures
    figure("health, p99", honest.percentile(0.99), 250, "ms")


def test_one_address_has_a_limited_number_of_connections(
    site: Installation, figure: Figure
) -> None:
    """Each web process counts for itself."""
    need_address(ELSEWHERE)
    honest = Honest(f"http://127.0.0.1:{site.port}")
    with ExitStack() as stack:
        for _ in range(4 * CAP):
            at = ("127.0.0.1", site.port)
            made = socket.create_connection(at, timeout=10, source_address=(ELSEWHERE, 0))
            stack.enter_context(made)
        told = made.recv(65536)
        with asking(honest):
            time.sleep(0.5)
        assert told.startswith(b"HTTP/1.1 429 ")
        assert f"More than {CAP} connections of this address are open.".encode() in told
    assert not honest.failures
    figure("health, p99", honest.percentile(0.99), 250, "ms")
    deadline = time.monotonic() + 10
    while not answers(site.port):
        assert time.monotonic() < deadline, "its places are free again"
        time.sleep(0.05)


def answers(port: int) -> bool:
    """Return whether the other address is served."""
    at = ("127.0.0.1", port)
    with socket.create_connection(at, timeout=10, source_address=(ELSEWHERE, 0)) as made:
        made.sendall(LAST)
        try:
            return made.recv(65536).startswith(b"HTTP/1.1 200 ")
        except ConnectionResetError:
            return False
