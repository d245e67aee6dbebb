"""A client's connection that never makes a thread wait: it gathers a request and keeps an answer.

The main loop of a web process receives a request, piece by piece, until it is whole. Then a thread
reads it from memory, and leaves in memory what the client has not read. The main loop sends that.
"""

from __future__ import annotations

import errno
import select
import socket
import time
from io import BytesIO
from threading import BoundedSemaphore
from typing import NamedTuple

from gunicorn.asgi.parser import PythonProtocol

from service.processes.settings import FIELD, FIELDS, LINE

PIECE = 64 * 1024
"""Bytes received or sent at once."""
MOST_UNSENT = 1024 * 1024
"""An answer that is written in parts waits for its reader above this size."""

_END = b"\r\n\r\n"


class Patience(NamedTuple):
    """What clients may take: bytes of a body, seconds of no reading, and threads that wait.

    Only an answer written in parts (an export) needs such a thread. Without a free one it is cut
    off.
    """

    most_body: int
    send_seconds: float
    may_wait: BoundedSemaphore


class Wire:
    """The socket of a client, as gunicorn's threads see it."""

    def __init__(self, client: socket.socket, patience: Patience) -> None:
        client.setblocking(False)
        self._socket, self._patience = client, patience
        self._received, self._unsent = bytearray(), bytearray()
        self._parser: PythonProtocol | None = None
        self._length: int | None = None
        self._request = BytesIO()
        self._ended = False
        self.ready = False  # a thread may answer what was gathered
        self.whole = True  # the request in the thread's hands is complete

    @property
    def gone(self) -> bool:
        """Return whether the client has left, and no byte of a request is here."""
        return self._ended and not self._received

    @property
    def unsent(self) -> int:
        """Return the number of bytes of the answer that the client has not read."""
        return len(self._unsent)

    # The main loop.

    def receive(self) -> None:
        """Gather what has arrived."""
        try:
            data = self._socket.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._gather(data) if data else self.end()

    def end(self) -> None:
        """Wait for no more bytes: the client has left, or was too slow."""
        self._ended, self.ready = True, bool(self._received)

    def hand_over(self) -> None:
        """Let a thread read what was gathered. Bytes after the request stay here."""
        self.whole, self.ready = self._length is not None, False
        given = bytes(self._received[: self._length])
        del self._received[: len(given)]
        self._request, self._parser, self._length = BytesIO(given), None, None

    def look_ahead(self) -> bool:
        """Return whether bytes of another request are here, and gather them."""
        data = bytes(self._received)
        self._received.clear()
        self._gather(data)
        return bool(data)

    def flush(self) -> bool:
        """Send what the client takes now; return whether it took anything."""
        sent = self._send(memoryview(self._unsent)[:PIECE].tobytes()) if self._unsent else 0
        del self._unsent[:sent]
        return sent > 0

    def discard(self) -> bool:
        """Throw away what has arrived; return whether the client has left."""
        try:
            return not self._socket.recv(PIECE)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def finish(self) -> None:
        """Tell the client that no more bytes will come."""
        self._socket.shutdown(socket.SHUT_WR)

    def _gather(self, data: bytes) -> None:
        self._received += data
        if self._parser is None:
            if _is_bare(self._received):
                self._length, self.ready = len(self._received), True
                return
            self._parser = PythonProtocol(
                limit_request_line=LINE,
                limit_request_fields=FIELDS,
                limit_request_field_size=FIELD,
                on_headers_complete=self._answer_expectation,
            )
        parser, most = self._parser, self._patience.most_body
        try:
            parser.feed(data)
        # It may raise anything, such as ValueError for a length of 5,000 digits. That must not end
        # the main loop, and gunicorn's own parser says what is wrong.
        except Exception:
            self.ready = True
            return
        if parser.is_complete:
            self._length = len(self._received) - len(parser.remaining())
        # Threads refuse what is too large without reading it.
        large = (parser.content_length or 0) > most or len(self._received) > LINE * FIELDS + most
        self.ready = parser.is_complete or large

    def _answer_expectation(self) -> bool:
        """Ask for the body, if the client waits for that."""
        assert self._parser is not None
        if any(name == b"expect" for name, _ in self._parser.headers):
            self._send(b"HTTP/1.1 100 Continue\r\n\r\n")
        return False

    def _send(self, data: bytes) -> int:
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0

    # The threads.

    def recv(self, size: int) -> bytes:
        """Return bytes of the request; none after its end."""
        return self._request.read(size)

    def sendall(self, data: bytes) -> None:
        """Send what the client takes now, and keep the rest."""
        if len(self._unsent) > MOST_UNSENT:
            self._await_reader()
        sent = 0 if self._unsent else self._send(data)
        self._unsent += memoryview(data)[sent:]

    def send(self, data: bytes) -> int:
        """Send nothing: gunicorn says ``100 Continue`` by this, and the main loop has said it."""
        return len(data)

    def _await_reader(self) -> None:
        """Wait until the client has read the most of an answer that is written in parts."""
        patience, poller = self._patience, select.poll()
        poller.register(self._socket, select.POLLOUT)
        if patience.may_wait.acquire(blocking=False):
            try:
                until = time.monotonic() + patience.send_seconds
                while self._unsent and time.monotonic() < until:
                    poller.poll(1000)
                    if self.flush():
                        until = time.monotonic() + patience.send_seconds
            finally:
                patience.may_wait.release()
        if self._unsent:
            self._unsent.clear()
            raise BrokenPipeError(errno.EPIPE, "the client does not read")

    def setblocking(self, _blocking: bool) -> None:
        """Stay as it is: nothing here blocks."""

    def gettimeout(self) -> float:
        """Return 0: nothing here blocks."""
        return 0.0

    def shutdown(self, how: int) -> None:
        """Shut down the socket."""
        self._socket.shutdown(how)

    def fileno(self) -> int:
        """Return the number of the socket, for the poller."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


def _is_bare(received: bytearray) -> bool:
    """Return whether this is one request without a body, as most are. This saves a parser."""
    if not received.endswith(_END) or received.find(_END) != len(received) - len(_END):
        return False
    head = received.lower()
    return b"content-length" not in head and b"transfer-encoding" not in head
