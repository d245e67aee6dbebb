"""Probes: requests that find out whether a process of this machine really answers."""

from __future__ import annotations

import http.client
import socket
from typing import Any

_NEAR = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where to reach a process that listens on all addresses."""

SECONDS = 2.0
"""The time that a process has to answer."""


def answers(family: int, name: Any, seconds: float = SECONDS) -> bool:
    """Return whether a process answers where a socket of this family and name listens."""
    if isinstance(name, tuple):
        name = (_NEAR.get(name[0], name[0]), *name[1:])
    with socket.socket(family, socket.SOCK_STREAM) as near:
        near.settimeout(seconds)
        try:
            near.connect(name)
        except OSError:
            return False
        return _is_healthy(near)


def healthy(host: str, port: int, seconds: float = SECONDS) -> bool:
    """Return whether a process answers its health check at an address."""
    try:
        with socket.create_connection((_NEAR.get(host, host), port), seconds) as near:
            return _is_healthy(near)
    except OSError:
        return False


def _is_healthy(near: socket.socket) -> bool:
    """Return whether the other end of a connection answers its health check."""
    connection = http.client.HTTPConnection("localhost")
    connection.sock = near
    try:
        connection.request("GET", "/healthz", headers={"Connection": "close"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
