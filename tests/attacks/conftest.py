"""What attacks need: a whole service with its limits, an honest client beside, and figures.

`make check` runs each attack for a few seconds, `make soak` for a minute. A figure is only noted:
the soak shows it beside its target. Tests assert what no slow machine changes.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.installation import Installation, running

Figure = Callable[[str, float, float, str], None]
"""A function that notes a figure: its name, value, target (at most), and unit."""


def slow_clients(host: str) -> dict[str, tuple[int, bytes]]:
    """Return what slow clients of a host send: for each kind, how many they are, and the bytes."""
    large = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: %b\r\n\r\n" % host.encode()
    return {
        "pipelining readers that never read": (40, large * 200),
        "silent connections": (100, b""),
        "half a head": (40, large[:-2]),
        "half a body": (40, begun_post(host) + b"Content-Length: 100\r\n\r\n{"),
    }


def begun_post(host: str) -> bytes:
    """Return the head of a request with a body, without its end."""
    head = f"POST /v1/games HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    return head.encode()


def need_address(address: str) -> None:
    """Skip the test where the machine has no such address, as some have only one."""
    try:
        with socket.create_server((address, 0)):
            pass
    except OSError:
        pytest.skip(f"this machine has no address {address}")


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Iterator[Installation]:
    """Yield a whole service, started with the variables ``SETTINGS`` of the test's module."""
    settings: dict[str, str] = getattr(request.module, "SETTINGS", {})
    with running(**{"RATE_LIMITS": "on", **settings}) as found:
        yield found


@pytest.fixture
def seconds() -> float:
    """Return the duration of an attack."""
    return float(os.environ.get("ATTACK_SECONDS", "2"))


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """Return the function that notes a figure of this test."""

    def note(name: str, value: float, target: float, unit: str) -> None:
        line = {"attack": request.node.name, "figure": name, "value": value, "target": target}
        if path := os.environ.get("ATTACK_FIGURES"):
            with Path(path).open("a") as file:
                file.write(json.dumps({**line, "unit": unit}) + "\n")

    return note
