"""Anonymous event streams without end, beside one with a ticket."""

from __future__ import annotations

import select
import socket
import time
from collections import Counter
from contextlib import ExitStack

import httpx
import pytest

from bench.installation import Installation
from tests.attacks.conftest import Figure, need_address
from tests.attacks.honest import Honest, asking
from tests.workers.processes import wait_until

STREAMS, OF_AN_ADDRESS, ANONYMOUS = 80, 12, 20
SETTINGS = {
    "STREAMS": str(STREAMS),
    "STREAMS_PER_ADDRESS": str(OF_AN_ADDRESS),
    "ANONYMOUS_STREAMS_PERCENT": str(100 * ANONYMOUS // STREAMS),
    "SEND_SECONDS": "1",
}
NEAR = [f"127.0.0.{n}" for n in range(2, 7)]
"""Other addresses of this machine, from which strangers come."""
ACCOUNTS, SILENT, SLOW = "127.0.0.7", "127.0.0.8", "127.0.0.9"
"""More of them. A stream whose client has left counts until the next heartbeat."""

Opened = tuple[socket.socket, bytes]


@pytest.fixture(autouse=True)
def _need_addresses() -> None:
    need_address(SLOW)


@pytest.fixture
def game(site: Installation) -> dict[str, str]:
    """Return the id of a game, and the tokens of its seats."""
    body = {"ruleset": "tzolkin", "seats": [{"holder": "user"}, {"holder": "user"}]}
    made = httpx.post(f"http://127.0.0.1:{site.port}/v1/games", json=body, timeout=30)
    assert made.status_code == 201, made.text
    found = made.json()
    return {"id": found["id"], **found["tokens"]["seats"]}


def connected(site: Installation, address: str) -> socket.socket:
    """Return a connection from an address to the stream process."""
    to = ("127.0.0.1", site.stream_port)
    return socket.create_connection(to, timeout=10, source_address=(address, 0))


def request(path: str, accept: str = "text/event-stream", token: str = "") -> bytes:
    """Return a request for a stream."""
    lines = [f"GET {path} HTTP/1.1", "Host: x", f"Accept: {accept}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([*lines, "", ""]).encode()


def opened(site: Installation, address: str, asked: bytes) -> Opened:
    """Ask for a stream from an address; return the connection, and the head of the answer."""
    made, head = connected(site, address), b""
    made.sendall(asked)
    while b"\r\n\r\n" not in head and (more := made.recv(4096)):
        head += more
    return made, head.partition(b"\r\n\r\n")[0]


def status(head: bytes) -> int:
    return int(head.split()[1])


def follows(site: Installation, game: dict[str, str]) -> bool:
    """Return whether a seat follows its game, as clients do: by a redirect with a ticket."""
    url, headers = f"http://127.0.0.1:{site.port}", {"Authorization": f"Bearer {game['0']}"}
    path = f"/v1/games/{game['id']}/events"
    with (
        httpx.Client(base_url=url, follow_redirects=True, timeout=30) as client,
        client.stream("GET", path, headers=headers) as answer,
    ):
        assert answer.status_code == 200, answer.read()
        return any(line == "event: snapshot" for line in answer.iter_lines())


def test_anonymous_streams_leave_room_for_tickets(
    site: Installation, game: dict[str, str], seconds: float, figure: Figure
) -> None:
    path, web = f"/v1/games/{game['id']}/events", f"http://127.0.0.1:{site.port}"
    with ExitStack() as stack, asking(Honest(web, "/readyz")) as honest:
        answers = Counter[int]()
        heads: dict[int, bytes] = {}
        for _ in range(OF_AN_ADDRESS):
            for address in NEAR:
                made, head = opened(site, address, request(path))
                stack.enter_context(made)
                answers[status(head)] += 1
                heads[status(head)] = head
        assert answers == {200: ANONYMOUS, 503: len(NEAR) * OF_AN_ADDRESS - ANONYMOUS}
        assert b"Retry-After: 10" in heads[503]
        begun = time.monotonic()
        assert follows(site, game)
        figure(
            "first message of a stream with a ticket", (time.monotonic() - begun) * 1e3, 250, "ms"
        )
    assert not honest.failures
    figure("readiness, p99", honest.percentile(0.99), 250, "ms")


def test_one_address_has_a_limited_number_of_streams(
    site: Installation, game: dict[str, str]
) -> None:
    """It is the same for streams with a token, because every stranger can create a game."""
    asked = request(f"/v1/games/{game['id']}/events", token=game["0"])
    with ExitStack() as stack:
        for number in range(OF_AN_ADDRESS + 5):
            made, head = opened(site, ACCOUNTS, asked)
            stack.enter_context(made)
            assert status(head) == (200 if number < OF_AN_ADDRESS else 429)
        assert b"Retry-After: 10" in head
        assert follows(site, game)


def test_silent_connections_of_one_address_leave_room(
    site: Installation, game: dict[str, str]
) -> None:
    with ExitStack() as stack:
        for _ in range(3 * STREAMS):
            stack.enter_context(connected(site, SILENT))
        assert follows(site, game)


def test_a_client_that_does_not_read_is_cut_off(site: Installation, game: dict[str, str]) -> None:
    """It asks for more than its connection holds."""
    asked = request(f"/v1/games/{game['id']}/events", "application/json", game["0"])
    with socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.bind((SLOW, 0))
        made.connect(("127.0.0.1", site.stream_port))
        made.sendall(asked * 300)
        closed = select.poll()
        closed.register(made, select.POLLRDHUP)
        wait_until(lambda: closed.poll(0), "the end of the connection")
    assert follows(site, game)
