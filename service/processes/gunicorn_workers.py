"""gunicorn's workers, which refuse what they cannot read as the service does.

The process that forks them imports this module, so everything else is imported when it is used: in
a stream process that is after gevent has put its own locks and sockets in place.
"""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import Any

from gunicorn import util
from gunicorn.workers.ggevent import GeventWorker
from gunicorn.workers.gthread import ThreadWorker

LINE, FIELDS, FIELD = 8_190, 64, 8_190
"""Bytes of a request line, header fields of a request, and bytes of a field.

The line is long because ``legal?after=…&after=…`` repeats every step of a half-made turn.
"""


class _Refusing:
    """A worker that answers what it cannot read with a problem document."""

    def handle_error(self, _req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        from service.edge.malformed import refuse

        with suppress(OSError):
            util.write_nonblock(client, refuse(exc, addr[0] if addr else ""))


class WebWorker(_Refusing, ThreadWorker):  # type: ignore[misc]
    """A web process: one thread a request.

    Whoever sends half a request would hold a thread for ever. So after ``read_seconds`` nothing
    more is read of it; what was read whole by then is answered as usual, however long that takes.
    """

    read_seconds = 15.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._read_until: dict[Any, float] = {}

    def handle(self, conn: Any) -> Any:
        """Serve one request of a connection; runs in a thread."""
        self._read_until[conn] = time.monotonic() + self.read_seconds
        try:
            return super().handle(conn)
        finally:
            self._read_until.pop(conn, None)

    def murder_pending(self) -> None:
        """Give up connections that have sent too little for too long; runs every second."""
        super().murder_pending()
        now = time.monotonic()
        for conn, until in list(self._read_until.items()):
            if now > until and self._read_until.pop(conn, 0.0):
                with suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RD)


class StreamWorker(_Refusing, GeventWorker):  # type: ignore[misc]
    """A stream process: one greenlet a stream."""

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """SIGTERM: no stream ends by itself, so all are told to come back to another process."""
        import gevent

        from service.streams.views import send_away

        super().handle_exit(sig, frame)
        gevent.spawn(send_away, self.wsgi)
