"""Receivers for tests: small servers on loopback that answer as a test wants."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple


class Request(NamedTuple):
    """What a receiver was sent."""

    path: str
    headers: dict[str, str]
    body: bytes


class Reply(NamedTuple):
    """What a receiver says to it."""

    status: int = 204
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


Handle = Callable[[Request], Reply]


@contextmanager
def receiving(handle: Handle) -> Iterator[str]:
    """Yield a server that answers each POST by calling ``handle``; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            with suppress(ConnectionError):  # the asking process may be killed
                self.answer()

        def answer(self) -> None:
            length = int(self.headers["Content-Length"])
            sent = Request(self.path, dict(self.headers.items()), self.rfile.read(length))
            if len(sent.body) < length:
                return
            answer = handle(sent)
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the tests look at what was received."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@contextmanager
def talking(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """Yield a server below HTTP: it reads one request, then ``talk`` writes; its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                client, _ = server.accept()
            except OSError:
                return
            with client:
                try:
                    client.recv(65536)
                    talk(client)
                except OSError:
                    return

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
    thread.join(timeout=5)
