"""What we build on inside gunicorn. A failure means: compare decision 0033 with the new version."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from gunicorn.asgi.parser import PythonProtocol
from gunicorn.http.parser import Parser
from gunicorn.http.unreader import SocketUnreader
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import TConn, ThreadWorker

from service.processes.gunicorn_workers import Peers, WebConnection, WebWorker, peer_of

KNOWN: dict[Callable[..., Any], str] = {
    TConn.__init__: "bd9a09c1ceb4",
    TConn.init: "2fa7f88ec45c",
    TConn.set_timeout: "48ea67b383b6",
    TConn.close: "8c44a09e20eb",
    ThreadWorker.__init__: "a4d7ac17eeec",
    ThreadWorker.enqueue_req: "adda79419dc4",
    ThreadWorker.accept: "19c1d90d02a6",
    ThreadWorker.on_client_socket_readable: "5c256f400925",
    ThreadWorker.finish_request: "7de631043934",
    ThreadWorker.handle: "29dc1a8d601d",
    ThreadWorker._keepalive_after: "51a75da22c8a",
    ThreadWorker.murder_keepalived: "4e9cf29621d9",
    ThreadWorker.murder_pending: "ecf9123853a4",
    ThreadWorker.wait_for_and_dispatch_events: "18050481b722",
    ThreadWorker.run: "07d09ff570f4",
    ThreadWorker._cap_keepalive: "0db754168cc7",
    Parser.finish_body: "f45c06ae7121",
    SocketUnreader.chunk: "6333e08ff40c",
    PythonProtocol.feed: "cc5423123253",
    PythonProtocol.remaining: "31bdd98d35c2",
    PythonProtocol._finalize_headers: "fd403b3468fc",
    write_nonblock: "916c68ba0a0c",
}
"""The code around ours, without comments and blanks."""


def mark(code: Callable[..., Any]) -> str:
    """Return a mark that changes with the code of a function, and not with its comments."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            del node.body[0]
    return sha256(ast.unparse(tree).encode()).hexdigest()[:12]


@pytest.mark.parametrize("code", KNOWN, ids=lambda code: code.__qualname__)
def test_gunicorn_is_as_we_know_it(code: Callable[..., Any]) -> None:
    assert mark(code) == KNOWN[code], f"{code.__qualname__} changed: read decision 0033"


REPLACED = [
    (WebWorker, ThreadWorker, {"accept", "on_client_socket_readable", "handle", "finish_request"}),
    (WebConnection, TConn, {"close"}),
]


@pytest.mark.parametrize(("ours", "theirs", "names"), REPLACED)
def test_what_we_replace_exists(ours: type, theirs: type, names: set[str]) -> None:
    replaced = {name for name in vars(ours) if name in dir(theirs) and not name.startswith("__")}
    assert replaced >= names
    for name in names:
        of_theirs = inspect.signature(getattr(theirs, name)).parameters
        assert len(inspect.signature(getattr(ours, name)).parameters) == len(of_theirs), name


def test_the_parser_tells_what_we_ask() -> None:
    parser = PythonProtocol()
    parser.feed(b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nabGET")
    assert parser.headers == [(b"expect", b"100-continue"), (b"content-length", b"2")]
    assert (parser.content_length, parser.is_complete, parser.remaining()) == (2, True, b"GET")


def test_addresses_are_counted_and_forgotten() -> None:
    peers = Peers(2)
    assert [peers.admit("a"), peers.admit("a"), peers.admit("a"), peers.admit("b")] == [
        True,
        True,
        False,
        True,
    ]
    peers.leave("a")
    assert peers.admit("a")
    assert all(peers.admit("") for _ in range(9)), "a Unix socket has no address"
    for each in ("a", "a", "b", *[""] * 9):
        peers.leave(each)
    assert peers.admit("a")


@pytest.mark.parametrize(
    ("address", "peer"),
    [
        (("192.0.2.7", 5000), "192.0.2.7"),
        (("::ffff:192.0.2.7", 5000, 0, 0), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5000, 0, 0), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 5000, 0, 2), "fe80::/64"),
        ("", ""),
    ],
)
def test_an_address_of_ipv6_counts_with_its_network(address: object, peer: str) -> None:
    assert peer_of(address) == peer
