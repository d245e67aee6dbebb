"""Outgoing requests to addresses that strangers chose, with protection against abuse.

The name is resolved once, all its addresses are checked, and the connection uses a checked address.
So a name that resolves differently later has no effect. Redirects and proxies of the environment
are not used. A timeout bounds slow and endless answers.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPException
from queue import Empty, SimpleQueue
from threading import Thread, Timer

from standardwebhooks import Webhook
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    NewConnectionError,
    ReadTimeoutError,
    SSLError,
)
from urllib3.util.ssl_match_hostname import CertificateError

from service.edge.endpoints import BadEndpoint, Endpoint, is_allowed, parse

SECONDS = 10.0
MOST_BYTES = 64 * 1024
CONNECT_SECONDS = 4.0
AGENT = "Chasqui/1.0 (webhooks)"

BAD_ADDRESS, UNKNOWN_HOST, TIMEOUT = "bad-address", "unknown-host", "timeout"
TOO_LARGE, TLS, CONNECTION = "too-large", "tls", "connection"
ERRORS = (BAD_ADDRESS, UNKNOWN_HOST, TIMEOUT, TOO_LARGE, TLS, CONNECTION)
"""The closed list of ``Reply.error``: why there is no answer."""

Resolve = Callable[[str, int], list[str]]
"""Return the IP addresses of a host.

:raises OSError: it has none.
"""


@dataclass(frozen=True, slots=True)
class Reply:
    """The HTTP status (0: none) and body of an answer, or the error, and the duration."""

    status: int
    body: bytes
    error: str
    ms: int


class _Failed(Exception):
    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


def addresses(host: str, port: int) -> list[str]:
    """Return the addresses of a host from the system's resolver."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class Sender:
    """A sender of JSON. ``local`` allows http and private addresses, for development.

    ``ca_certs`` is a file of trusted certificates, instead of the system's.
    """

    def __init__(
        self,
        local: bool = False,
        resolve: Resolve = addresses,
        seconds: float = SECONDS,
        ca_certs: str | None = None,
    ) -> None:
        self.local, self.resolve, self.seconds, self.ca_certs = local, resolve, seconds, ca_certs

    def post(self, url: str, body: bytes, message: str, secrets: Sequence[str]) -> Reply:
        """Post a body signed with each of the secrets; ``message`` is its Standard Webhooks id.

        The call returns after at most ``seconds``.
        """
        begun = time.monotonic()
        try:
            status, answer = self._post(url, body, _headers(body, message, secrets), begun)
        except _Failed as failure:
            return Reply(0, b"", failure.error, _ms_since(begun))
        return Reply(status, answer, "", _ms_since(begun))

    def _post(
        self, url: str, body: bytes, headers: dict[str, str], begun: float
    ) -> tuple[int, bytes]:
        try:
            endpoint = parse(url, self.local)
        except BadEndpoint:
            raise _Failed(BAD_ADDRESS) from None
        connection = self._connection(endpoint, self._address(endpoint))
        try:
            connection.connect()
            with _Cut(connection, self.seconds - (time.monotonic() - begun)) as cut:
                answer = self._exchange(connection, endpoint, body, headers, cut)
        except (SSLError, CertificateError, ssl.SSLError):
            raise _Failed(TLS) from None
        except NewConnectionError:  # refused; the library counts it as a timeout
            raise _Failed(CONNECTION) from None
        except (TimeoutError, ConnectTimeoutError):
            raise _Failed(TIMEOUT) from None
        except (OSError, HTTPError, HTTPException, ValueError):
            raise _Failed(CONNECTION) from None
        finally:
            connection.close()
        return answer

    def _address(self, endpoint: Endpoint) -> str:
        """Return the first address of the host; all of them must be allowed."""
        answers: SimpleQueue[list[str]] = SimpleQueue()

        def ask() -> None:
            try:
                answers.put(self.resolve(endpoint.host, endpoint.port))
            except (OSError, UnicodeError):
                answers.put([])

        # The system's resolver has no timeout, so a late answer is ignored.
        Thread(target=ask, name="resolver", daemon=True).start()
        try:
            found = answers.get(timeout=min(CONNECT_SECONDS, self.seconds))
        except Empty:
            raise _Failed(TIMEOUT) from None
        if not found:
            raise _Failed(UNKNOWN_HOST)
        if not all(is_allowed(address, self.local) for address in found):
            raise _Failed(BAD_ADDRESS)
        return found[0]

    def _connection(self, endpoint: Endpoint, address: str) -> HTTPConnection:
        limit = min(CONNECT_SECONDS, self.seconds)
        if endpoint.scheme == "http":
            return HTTPConnection(address, endpoint.port, timeout=limit)
        return HTTPSConnection(
            address,
            endpoint.port,
            timeout=limit,
            server_hostname=endpoint.host,
            assert_hostname=endpoint.host,
            cert_reqs="CERT_REQUIRED",
            ca_certs=self.ca_certs,
        )

    def _exchange(
        self,
        connection: HTTPConnection,
        endpoint: Endpoint,
        body: bytes,
        headers: dict[str, str],
        cut: _Cut,
    ) -> tuple[int, bytes]:
        target, headers = endpoint.target, {**headers, "Host": endpoint.authority}
        try:
            connection.request(
                "POST", target, body, headers, preload_content=False, decode_content=False
            )
            response = connection.getresponse()
            answer = response.read(MOST_BYTES + 1)
        except (TimeoutError, ReadTimeoutError):  # the socket's own timeout, just before the cut
            raise TimeoutError from None
        except (OSError, HTTPError, HTTPException):
            raise (TimeoutError() if cut.done else ConnectionError()) from None
        if cut.done:
            raise TimeoutError
        if len(answer) > MOST_BYTES:
            raise _Failed(TOO_LARGE)
        return response.status, answer


class _Cut:
    """A timer that cuts off a connection, even if the other side sends slowly."""

    def __init__(self, connection: HTTPConnection, seconds: float) -> None:
        self.socket, self.done = connection.sock, False
        assert self.socket is not None
        self.socket.settimeout(max(seconds, 0.001))
        self.timer = Timer(max(seconds, 0.001), self._cut)

    def _cut(self) -> None:
        self.done = True
        with suppress(OSError):
            # SSLSocket's own method must not be called while another thread reads.
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)

    def __enter__(self) -> _Cut:
        self.timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.timer.cancel()


def _headers(body: bytes, message: str, secrets: Sequence[str]) -> dict[str, str]:
    """Return the headers of Standard Webhooks, and the user agent."""
    now, text = datetime.now(UTC), body.decode()
    return {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Connection": "close",
        "webhook-id": message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Webhook(s).sign(message, now, text) for s in secrets),
    }


def _ms_since(begun: float) -> int:
    return round((time.monotonic() - begun) * 1000)
