"""A client that does not mind when the service is killed: it asks again until it is answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Any, Self

import httpx

Json = dict[str, Any]

PATIENCE = 60.0  # seconds in which a service that was killed must be back
LONGEST_WAIT = 180.0  # seconds after which a missing action or event counts as stuck
PAUSE = 0.05  # seconds between two tries
WAIT, AT_ONCE = httpx.Timeout(10), httpx.Timeout(10, read=0.001)
LATE = (409, 412)
"""What is answered to a turn that came too late."""


class Rejected(Exception):
    """The request was refused, as it may be."""


class Client:
    """HTTP that tries again while the service is away; every request made here may be repeated."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url)
        self.retries = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(
        self, path: str, token: str | None = None, may: Collection[int] = (), **query: Any
    ) -> Json:
        """Return the JSON of a successful answer.

        :raises Rejected: as ``send``.
        """
        told: Json = self.send("GET", path, token, may=may, params=query).json()
        return told

    def send(
        self,
        method: str,
        path: str,
        token: str | None = None,
        hurry: bool = False,
        may: Collection[int] = (),
        **options: Any,
    ) -> httpx.Response:
        """Return the answer to a request, which must be a success in the end.

        In a ``hurry`` one hangs up before the first answer can be there, and asks again.

        :raises Rejected: the status is one of those that it ``may`` be.
        """
        headers = options.pop("headers", {})
        options["timeout"] = AT_ONCE if hurry else WAIT
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                response = self.http.request(method, path, headers=headers, **options)
            except httpx.TransportError:
                response = None
            if response is not None and response.status_code in may:
                raise Rejected(response.text)
            if response is not None and response.status_code != 503:
                assert response.is_success, f"{method} {path}: {response.text}"
                return response
            assert time.monotonic() < deadline, f"{method} {path}: the service does not come back"
            self.retries += 1
            options["timeout"] = WAIT
            time.sleep(PAUSE)


def until(true: Callable[[], bool], what: str) -> None:
    """Wait until it is true; ``what`` tells what one has waited for in vain."""
    deadline = time.monotonic() + LONGEST_WAIT
    while not true():
        assert time.monotonic() < deadline, f"in vain: {what}"
        time.sleep(PAUSE)
