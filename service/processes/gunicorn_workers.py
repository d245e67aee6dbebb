"""gunicorn's workers: no client holds a thread, and malformed requests get problem documents.

The parent process imports this module. So it imports everything else at first use: in a stream
process, after gevent has patched locks and sockets.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from gunicorn import util
from gunicorn.workers.ggevent import GeventWorker
from gunicorn.workers.gthread import TConn, ThreadWorker

if TYPE_CHECKING:
    from service.processes.wire import Patience, Wire

SEND_BUFFER = 128 * 1024
"""Bytes that the system holds for each stream whose client reads slowly; it would hold megabytes.
"""
LINGER = 2.0
"""Seconds for which a client may read the last answer before its connection is closed."""


class _Refusing:
    """A worker that answers malformed requests, and too many connections, with a problem."""

    peers: Peers

    def handle_error(self, _req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        from service.edge.malformed import refuse

        with suppress(OSError):
            util.write_nonblock(client, refuse(exc, addr[0] if addr else ""))

    def _turn_away(self, client: Any) -> None:
        from service.edge.malformed import crowded

        client.setblocking(False)
        with suppress(OSError):
            client.send(crowded(self.peers.most or 0))
        client.close()


class Peers:
    """The number of open connections of each address."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self._open: dict[str, int] = {}

    def admit(self, peer: str) -> bool:
        """Count a new connection; return False if this address has enough."""
        count = self._open.get(peer, 0)
        if peer and self.most is not None and count >= self.most:
            return False
        self._open[peer] = count + 1
        return True

    def leave(self, peer: str) -> None:
        """Count a closed connection."""
        self._open[peer] -= 1
        if not self._open[peer]:
            del self._open[peer]


def peer_of(address: Any) -> str:
    """Return the name under which a peer is counted; '' for a Unix socket."""
    from service.edge.endpoints import network_of

    return network_of(address[0]) if isinstance(address, tuple) else ""


class WebConnection(TConn):
    """A connection whose socket is a wire; ``left`` is called when it closes."""

    def __init__(self, cfg: Any, wire: Wire, address: Any, server: Any, left: Any) -> None:
        super().__init__(cfg, wire, address, server)
        self.data_ready = True  # a thread gets whole requests only
        self.waiting: tuple[float, Callable[[], None]] | None = None
        self._left = left

    def close(self, graceful: bool = False) -> None:
        """Close the connection at once; WebWorker has let the client read before."""
        util.close(self.sock)
        self._left()


class WebWorker(_Refusing, ThreadWorker):
    """A web process: one thread for each request that has arrived completely.

    The main loop waits for everything that clients do: for a request within ``read_seconds``, and
    for readers that take a part of an answer each ``send_seconds``. Everything that gunicorn's
    worker is expected to have is named in tests/service/test_gunicorn.py.
    """

    read_seconds = 15.0
    send_seconds = 30.0
    peers = Peers(None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waiting: set[WebConnection] = set()

    @cached_property
    def _patience(self) -> Patience:
        from threading import BoundedSemaphore

        from service.edge import requests
        from service.processes.wire import Patience

        largest = max(requests.MAX_BODY, *requests.LIMITS.values())
        return Patience(largest, self.send_seconds, BoundedSemaphore(max(1, self.cfg.threads // 4)))

    def accept(self, listener: Any) -> None:
        """Accept a connection, which then waits in the poller for a request."""
        from service.processes.wire import Wire

        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        peer = peer_of(address)
        if not self.peers.admit(peer):
            self._turn_away(client)
            return
        left = partial(self.peers.leave, peer)
        wire = Wire(client, self._patience)
        self.nr_conns += 1
        conn = WebConnection(self.cfg, wire, address, listener.getsockname(), left)
        conn.set_timeout()
        self.keepalived_conns.append(conn)
        ready = partial(self.on_client_socket_readable, conn)
        self.poller.register(wire, selectors.EVENT_READ, ready)

    def on_client_socket_readable(self, conn: WebConnection, client: Any) -> None:
        """Take an idle connection, on which something has arrived."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._receive(conn)

    def _receive(self, conn: WebConnection, _client: Any = None) -> None:
        conn.sock.receive()
        self._serve_or_wait(conn)

    def _serve_or_wait(self, conn: WebConnection) -> None:
        """Give the request that has arrived to a thread, or wait for the rest of it."""
        if conn.sock.gone:
            self._drop(conn)
        elif conn.sock.ready:
            self._stop_waiting(conn)
            conn.sock.hand_over()
            self.enqueue_req(conn)
        elif conn.waiting is None:
            late = partial(self._break_off, conn)
            self._wait(conn, selectors.EVENT_READ, self._receive, self.read_seconds, late)

    def _break_off(self, conn: WebConnection) -> None:
        """Answer a request that did not come in time as one that broke off."""
        conn.sock.end()
        self._serve_or_wait(conn)

    def handle(self, conn: WebConnection) -> Any:
        """Answer a request, in a thread; return whether the connection can have another."""
        return super().handle(conn) and conn.sock.whole

    def finish_request(self, conn: WebConnection, future: Any) -> None:
        """Let the client read the rest of an answer; then wait for its next request."""
        if conn.sock.unsent:
            send = partial(self._send, future)
            late = partial(self._drop, conn)
            self._wait(conn, selectors.EVENT_WRITE, send, self.send_seconds, late)
        elif future.cancelled() or future.exception() or not future.result():
            self._linger(conn)
        elif conn.sock.look_ahead():
            self._serve_or_wait(conn)
        else:
            super().finish_request(conn, future)

    def _send(self, future: Any, conn: WebConnection, _client: Any) -> None:
        """Send a part of an answer."""
        try:
            taken = conn.sock.flush()
        except OSError:
            self._drop(conn)
            return
        if not conn.sock.unsent:
            self._stop_waiting(conn)
            self.finish_request(conn, future)
        elif taken and conn.waiting:
            conn.waiting = time.monotonic() + self.send_seconds, conn.waiting[1]

    def _linger(self, conn: WebConnection) -> None:
        """Close a connection after its client has read everything."""
        try:
            conn.sock.finish()
        except OSError:
            self._drop(conn)
            return
        late = partial(self._drop, conn)
        self._wait(conn, selectors.EVENT_READ, self._discard, LINGER, late)

    def _discard(self, conn: WebConnection, _client: Any) -> None:
        if conn.sock.discard():
            self._drop(conn)

    def _wait(
        self,
        conn: WebConnection,
        event: int,
        resume: Callable[[WebConnection, Any], None],
        seconds: float,
        late: Callable[[], None],
    ) -> None:
        """Wait in the poller; ``resume`` is called at each event, ``late`` if it takes too long."""
        conn.waiting = time.monotonic() + seconds, late
        self._waiting.add(conn)
        self.poller.register(conn.sock, event, partial(resume, conn))

    def _stop_waiting(self, conn: WebConnection) -> None:
        if conn.waiting is not None:
            self.poller.unregister(conn.sock)
            self._waiting.discard(conn)
            conn.waiting = None

    def _drop(self, conn: WebConnection) -> None:
        self._stop_waiting(conn)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """End the waiting of clients that are too slow, once a second."""
        super().murder_pending()
        now = time.monotonic()
        for conn in list(self._waiting):
            if conn.waiting is not None and now > conn.waiting[0]:
                conn.waiting[1]()


class StreamWorker(_Refusing, GeventWorker):
    """A stream process: one greenlet for each stream.

    A client must read each message within ``send_seconds``. The number of connections of an address
    is limited, except for this machine's own, where a proxy or a probe may run.
    """

    send_seconds = 30.0
    peers = Peers(None)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection, unless its address has enough."""
        here = client.getsockname()
        near = isinstance(addr, tuple) and addr[0] == here[0]
        peer = "" if near else peer_of(addr)
        if not self.peers.admit(peer):
            self._turn_away(client)
            return
        try:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            super().handle(listener, client, addr)
        finally:
            self.peers.leave(peer)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        """Answer a request; close the connection of a client that does not read."""
        sock.settimeout(self.send_seconds)
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            raise StopIteration from None
        finally:
            with suppress(OSError):
                sock.settimeout(None)

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """Handle SIGTERM: tell all streams to reconnect to another process."""
        import gevent

        from service.streams.views import send_away

        super().handle_exit(sig, frame)
        gevent.spawn(send_away, self.wsgi)
