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
from typing import NamedTuple

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


class Target(NamedTuple):
    """An endpoint, and the checked address of its host."""

    endpoint: Endpoint
    address: str


class Sender:
    """A sender of JSON. ``local`` allows http and private addresses, for development.

    A host has ``seconds`` to answer, and the resolver and the network ``connect`` of them.
    ``ca_certs`` is a file of trusted certificates, instead of the system's.
    """

    def __init__(
        self,
        local: bool = False,
        resolve: Resolve = addresses,
        seconds: float = SECONDS,
        ca_certs: str | None = None,
        connect: float = CONNECT_SECONDS,
    ) -> None:
        self.local, self.resolve, self.seconds, self.ca_certs = local, resolve, seconds, ca_certs
        self.connect = min(connect, seconds)

    @property
    def longest(self) -> float:
        """Return the longest time in seconds that a request takes."""
        return self.connect + self.seconds

    def post(self, url: str, body: bytes, message: str, secrets: Sequence[str]) -> Reply:
        """Find the host of a URL and post a body to it, as ``send`` does."""
        found = self.find(url)
        return found if isinstance(found, Reply) else self.send(found, body, message, secrets)

    def find(self, url: str) -> Target | Reply:
        """Return the target of a URL, or a reply with the error."""
        begun = time.monotonic()
        try:
            endpoint = parse(url, self.local)
            return Target(endpoint, self._address(endpoint))
        except BadEndpoint:
            return Reply(0, b"", BAD_ADDRESS, _ms_since(begun))
        except _Failed as failure:
            return Reply(0, b"", failure.error, _ms_since(begun))

    def send(self, target: Target, body: bytes, message: str, secrets: Sequence[str]) -> Reply:
        """Post a body signed with each of the secrets; ``message`` is its Standard Webhooks id.

        The call returns after at most ``seconds``.
        """
        begun = time.monotonic()
        try:
            status, answer = self._send(target, body, _headers(body, message, secrets))
        except _Failed as failure:
            return Reply(0, b"", failure.error, _ms_since(begun))
        return Reply(status, answer, "", _ms_since(begun))

    def _send(self, target: Target, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        connection = self._connection(target)
        with _Cut(connection, self.seconds) as cut:
            try:
                connection.connect()
                # The library sets this time on the socket before it sends, and before it reads.
                connection.timeout = max(cut.left, 0.001)
                answer = self._exchange(connection, target.endpoint, body, headers)
                if cut.done:  # it looks whole if its end is that of the connection
                    raise _Failed(TIMEOUT)
                return answer
            except _Failed:
                raise
            except Exception as error:  # the library may raise anything where a cut took its socket
                raise _Failed(TIMEOUT if cut.done else _word(error)) from None
            finally:
                connection.close()

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
            found = answers.get(timeout=self.connect)
        except Empty:
            raise _Failed(TIMEOUT) from None
        if not found:
            raise _Failed(UNKNOWN_HOST)
        if not all(is_allowed(address, self.local) for address in found):
            raise _Failed(BAD_ADDRESS)
        return found[0]

    def _connection(self, target: Target) -> _Plain | _Safe:
        endpoint = target.endpoint
        if endpoint.scheme == "http":
            return _Plain(target.address, endpoint.port, timeout=self.connect)
        return _Safe(
            target.address,
            endpoint.port,
            timeout=self.connect,
            server_hostname=endpoint.host,
            assert_hostname=endpoint.host,
            cert_reqs="CERT_REQUIRED",
            ca_certs=self.ca_certs,
        )

    @staticmethod
    def _exchange(
        connection: HTTPConnection, endpoint: Endpoint, body: bytes, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        target, headers = endpoint.target, {**headers, "Host": endpoint.authority}
        connection.request(
            "POST", target, body, headers, preload_content=False, decode_content=False
        )
        response = connection.getresponse()
        answer = response.read(MOST_BYTES + 1)
        if len(answer) > MOST_BYTES:
            raise _Failed(TOO_LARGE)
        return response.status, answer


def _word(error: Exception) -> str:
    """Return the word for an error of a request.

    :raises Exception: the error is not one of a connection.
    """
    if isinstance(error, SSLError | CertificateError | ssl.SSLError):
        return TLS
    if isinstance(error, NewConnectionError):  # refused; the library counts it as a timeout
        return CONNECTION
    if isinstance(error, TimeoutError | ConnectTimeoutError | ReadTimeoutError):
        return TIMEOUT
    if isinstance(error, OSError | HTTPError | HTTPException | ValueError):
        return CONNECTION
    raise error


class _Cuttable(HTTPConnection):
    """A connection whose cut knows its socket, also while TLS shakes hands."""

    cut: _Cut | None = None

    def _new_conn(self) -> socket.socket:
        made: socket.socket = super()._new_conn()
        if self.cut is not None:
            self.cut.watch(made)
        return made


class _Plain(_Cuttable):
    """A connection without TLS."""


class _Safe(_Cuttable, HTTPSConnection):
    """A connection with TLS."""


class _Cut:
    """A timer that cuts off a connection, even if the other side sends slowly."""

    def __init__(self, connection: _Cuttable, seconds: float) -> None:
        self.done, self._end = False, time.monotonic() + seconds
        self._socket: socket.socket | None = None
        self._timer = Timer(max(seconds, 0.001), self._cut)
        connection.cut = self

    @property
    def left(self) -> float:
        """Return the remaining seconds."""
        return self._end - time.monotonic()

    def watch(self, opened: socket.socket) -> None:
        """Cut off this socket when the time is over.

        A copy is kept, because TLS replaces the socket, and only a plain one may be cut off while
        another thread reads.
        """
        self._socket = opened.dup()
        if self.done:
            self._cut()

    def _cut(self) -> None:
        self.done = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> _Cut:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        if self._socket is not None:
            self._socket.close()


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
