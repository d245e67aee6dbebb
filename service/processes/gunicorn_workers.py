"""gunicorn's workers, with problem documents for malformed requests.

The parent process imports this module. So it imports everything else at first use: in a stream
process, after gevent has patched locks and sockets.
"""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import Any

from gunicorn import util
from gunicorn.workers.ggevent import GeventWorker
from gunicorn.workers.gthread import ThreadWorker


class _Refusing:
    """A worker that answers malformed requests with a problem document."""

    def handle_error(self, _req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        from service.edge.malformed import refuse

        with suppress(OSError):
            util.write_nonblock(client, refuse(exc, addr[0] if addr else ""))


class WebWorker(_Refusing, ThreadWorker):
    """A web process: one thread for each request.

    An incomplete request would occupy a thread for ever. So reading stops after ``read_seconds``. A
    complete request has no such limit.
    """

    read_seconds = 15.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._read_until: dict[Any, float] = {}

    def handle(self, conn: Any) -> Any:
        """Serve one request of a connection, in a thread."""
        self._read_until[conn] = time.monotonic() + self.read_seconds
        try:
            return super().handle(conn)
        finally:
            self._read_until.pop(conn, None)

    def murder_pending(self) -> None:
        """Close connections that are too slow, once a second."""
        super().murder_pending()
        now = time.monotonic()
        for conn, until in list(self._read_until.items()):
            if now > until and self._read_until.pop(conn, 0.0):
                with suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RD)


class StreamWorker(_Refusing, GeventWorker):
    """A stream process: one greenlet for each stream."""

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """Handle SIGTERM: tell all streams to reconnect to another process."""
        import gevent

        from service.streams.views import send_away

        super().handle_exit(sig, frame)
        gevent.spawn(send_away, self.wsgi)
