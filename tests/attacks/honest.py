"""An honest client beside an attack: it asks one thing again and again."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import httpx


class Honest:
    """A client on connections of its own; ``seconds`` has the time of each answer.

    A request that got no answer within ``patience`` is in ``failures``.
    """

    def __init__(
        self,
        url: str,
        path: str = "/healthz",
        patience: float = 10.0,
        headers: dict[str, str] | None = None,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._url, self._path, self._patience = url, path, patience
        self._headers = headers
        self._verify = trust or False  # plain HTTP; loading certificates would take time
        self.seconds: list[float] = []
        self.failures: list[str] = []

    def ask(self) -> None:
        """Send the request on a new connection, and note how long the answer took."""
        begun = time.monotonic()
        try:
            answer = httpx.get(
                f"{self._url}{self._path}",
                timeout=self._patience,
                headers=self._headers,
                verify=self._verify,
            )
            answer.raise_for_status()
        except httpx.HTTPError as error:
            self.failures.append(repr(error))
        self.seconds.append(time.monotonic() - begun)

    def percentile(self, share: float) -> float:
        """Return the time in ms within which this share of all requests was answered."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1e3


@contextmanager
def asking(honest: Honest, pause: float = 0.1) -> Iterator[Honest]:
    """Let an honest client ask in a thread of its own while the body runs."""
    stop = Event()

    def ask() -> None:
        while not stop.wait(pause):
            honest.ask()

    thread = Thread(target=ask, daemon=True)
    thread.start()
    try:
        yield honest
    finally:
        stop.set()
        thread.join()
