"""Load: keep-alive connections that send the next request after each answer.

One thread with raw sockets, so that the load uses little CPU.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter

_CHUNK = 1 << 18
_LENGTH = b"\r\ncontent-length:"


@dataclass
class Client:
    """A connection, its requests, and the answer so far."""

    socket: socket.socket
    requests: Iterator[bytes] = field(default_factory=lambda: iter(()))
    sent: float = 0.0
    received: bytes = b""


@dataclass
class Answers:
    """The measured seconds, and the latency and body size of each answer."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Return the answers a second."""
        return len(self.latencies) / self.seconds


def connect(port: int, count: int) -> list[Client]:
    """Return open connections to a server on this machine."""
    clients = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        clients.append(Client(connection))
    return clients


def run(clients: Sequence[Client], seconds: float) -> Answers:
    """Keep all clients busy for some seconds, and wait for the last answers; all must be 201.

    :raises SystemExit: an answer was not; it is shown.
    """
    answers = Answers()
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client.socket, selectors.EVENT_READ, client)
        start = perf_counter()
        for client in clients:
            _send(client)
        busy, end = len(clients), start + seconds
        while busy:
            for key, _ in selector.select():
                client = key.data
                size = _receive(client)
                if size is None:
                    continue
                now = perf_counter()
                answers.latencies.append(now - client.sent)
                answers.sizes.append(size)
                if now < end:
                    _send(client)
                else:
                    busy -= 1
    answers.seconds = perf_counter() - start
    return answers


def _send(client: Client) -> None:
    client.received, client.sent = b"", perf_counter()
    client.socket.sendall(next(client.requests))


def _receive(client: Client) -> int | None:
    """Return the size of the body when the answer is complete."""
    chunk = client.socket.recv(_CHUNK)
    if not chunk:
        raise SystemExit("the server closed a connection under load")
    data = client.received = client.received + chunk
    head = data.find(b"\r\n\r\n")
    if head < 0:
        return None
    at = data[:head].lower().find(_LENGTH)
    size = int(data[at + len(_LENGTH) : head].split(b"\r", 1)[0])
    if len(data) < head + 4 + size:
        return None
    if not data.startswith(b"HTTP/1.1 201"):
        raise SystemExit(f"a turn was refused:\n{data.decode()}")
    return size
