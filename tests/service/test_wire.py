"""Wires: requests that come in pieces, and answers without a reader, on real sockets."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from threading import BoundedSemaphore, Thread

import pytest

from service.processes.wire import MOST_UNSENT, Patience, Wire

MOST = 1000
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LONG = b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabcde"
CHUNKS = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n"


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Yield the ends of a connection: the client's, and ours."""
    client, ours = socket.socketpair()
    with client, ours:
        yield client, ours


def wire_on(ours: socket.socket, seconds: float = 0.2, waiting: int = 1) -> Wire:
    return Wire(ours, Patience(MOST, seconds, BoundedSemaphore(waiting)))


@pytest.mark.parametrize("request_", [GET, LONG, CHUNKS], ids=["no body", "a length", "chunks"])
def test_a_request_is_ready_with_its_last_byte(
    pair: tuple[socket.socket, socket.socket], request_: bytes
) -> None:
    client, ours = pair
    wire = wire_on(ours)
    for at in range(len(request_)):
        assert not wire.ready
        client.send(request_[at : at + 1])
        wire.receive()
    assert wire.ready
    wire.hand_over()
    assert wire.whole
    assert (wire.recv(10_000), wire.recv(10_000)) == (request_, b"")
    assert not wire.look_ahead()


def test_requests_that_come_together_are_handed_over_one_by_one(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    client, ours = pair
    wire = wire_on(ours)
    client.sendall(GET + LONG + CHUNKS + GET[:9])
    wire.receive()
    for each in (GET, LONG, CHUNKS):
        assert wire.ready
        wire.hand_over()
        assert wire.recv(10_000) == each
        assert wire.look_ahead()
    assert not wire.ready
    client.sendall(GET[9:])
    wire.receive()
    wire.hand_over()
    assert wire.recv(10_000) == GET


@pytest.mark.parametrize(
    "request_",
    [
        b"POST / HTTP/1.1\r\nContent-Length: 1001\r\n\r\na",
        b"nonsense\r\n",
        b"GET / HTTP/1.1\r\nHost\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ids=["a large body", "no request", "no header", "no chunk"],
)
def test_what_will_be_refused_is_not_awaited(
    pair: tuple[socket.socket, socket.socket], request_: bytes
) -> None:
    client, ours = pair
    wire = wire_on(ours)
    client.sendall(request_)
    wire.receive()
    assert wire.ready
    wire.hand_over()
    assert not wire.whole
    assert (wire.recv(10_000), wire.recv(10_000)) == (request_, b"")


def test_chunks_without_end_are_not_awaited(pair: tuple[socket.socket, socket.socket]) -> None:
    client, ours = pair
    wire = wire_on(ours)
    client.sendall(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(10_000):
        client.sendall(b"40\r\n" + b"x" * 64 + b"\r\n")
        wire.receive()
        if wire.ready:
            break
    wire.hand_over()
    assert not wire.whole


def test_a_client_that_left_is_gone_or_broke_off(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    client, ours = pair
    wire = wire_on(ours)
    client.sendall(LONG + LONG[:-1])
    client.shutdown(socket.SHUT_WR)
    wire.receive()
    wire.hand_over()
    assert wire.whole
    assert wire.look_ahead()
    assert not wire.ready
    wire.receive()
    assert wire.ready
    wire.hand_over()
    assert not wire.whole
    assert wire.gone


def test_a_client_that_waits_is_asked_for_its_body(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    client, ours = pair
    wire = wire_on(ours)
    client.sendall(b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    wire.receive()
    assert not wire.ready
    assert client.recv(100).startswith(b"HTTP/1.1 100 ")
    client.sendall(b"abcde")
    wire.receive()
    assert wire.ready
    wire.send(b"HTTP/1.1 100 Continue\r\n\r\n")
    wire.sendall(b"answer")
    assert client.recv(100) == b"answer", "gunicorn's own Continue is not sent"


def test_what_the_parser_cannot_read_is_left_to_the_thread(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    client, ours = pair
    wire, head = wire_on(ours), b"POST / HTTP/1.1\r\nContent-Length: " + b"9" * 5_000
    client.sendall(head + b"\r\n\r\n")
    wire.receive()
    assert wire.ready
    wire.hand_over()
    assert wire.recv(10_000).startswith(head)


def test_an_answer_waits_in_memory_for_its_reader(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    client, ours = pair
    wire, sent = wire_on(ours), bytes(range(256)) * 40_000
    wire.sendall(sent)
    assert wire.unsent
    assert not wire.flush()
    received = bytearray()
    while wire.unsent:
        received += client.recv(1 << 20)
        wire.flush()
    while len(received) < len(sent):
        received += client.recv(1 << 20)
    assert bytes(received) == sent


def test_an_answer_in_parts_waits_for_its_reader(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    client, ours = pair
    wire, part = wire_on(ours, seconds=30), b"x" * MOST_UNSENT
    received: list[int] = []

    def read() -> None:
        while sum(received) < 6 * len(part) and (data := client.recv(1 << 20)):
            received.append(len(data))

    reader = Thread(target=read, daemon=True)
    reader.start()
    for _ in range(6):
        wire.sendall(part)
        assert wire.unsent <= 2 * len(part)
    while wire.unsent:
        wire.flush()
    reader.join()
    assert sum(received) == 6 * len(part)


@pytest.mark.parametrize("waiting", [0, 1], ids=["no thread may wait", "nobody reads"])
def test_an_answer_in_parts_is_cut_off(
    pair: tuple[socket.socket, socket.socket], waiting: int
) -> None:
    wire = wire_on(pair[1], waiting=waiting)
    wire.sendall(b"x" * 9 * MOST_UNSENT)
    with pytest.raises(BrokenPipeError):
        wire.sendall(b"x")
    assert not wire.unsent
