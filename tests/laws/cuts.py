"""Cuts: a client whose connection breaks at any byte, and that goes on from what it has.

It speaks HTTP/1.0 over a plain socket, so that the answer has no frame but its own, and the cut
may fall anywhere: within the head, a line, an id, or between two messages.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
USUAL = 4000  # bytes until the cut, on average
PATIENCE = 60.0

Json = dict[str, Any]


@dataclass
class Cut:
    """A client of one stream: what it has understood so far, and how often it was cut."""

    address: tuple[str, int]
    path: str
    token: str
    accept: str
    last: str
    count: int = 0

    def look(self, rng: Random, end: str) -> list[Json]:
        """Read on from the last message until the cut, or until the message ``end`` is there."""
        self.count += 1
        room, data = int(rng.expovariate(1 / USUAL)), b""
        with socket.create_connection(self.address, timeout=PATIENCE) as connection:
            connection.sendall(self._request(rng))
            while len(data) < room and not self._ends(data, end):
                chunk = connection.recv(room - len(data))
                if not chunk:
                    break
                data += chunk
        found = list(self._messages(data))
        self.last = str(id_of(found[-1])) if found else self.last
        return found

    def _request(self, rng: Random) -> bytes:
        """The cursor is a header or a parameter, as it happens."""
        header = rng.random() < 0.5
        query = "" if header else f"?after={self.last}"
        lines = [f"GET {self.path}{query} HTTP/1.0", "Host: localhost", f"Accept: {self.accept}"]
        lines += [f"Authorization: Bearer {self.token}"] if self.token else []
        lines += [f"Last-Event-ID: {self.last}"] if header else []
        return "\r\n".join([*lines, "", ""]).encode()

    def _ends(self, data: bytes, end: str) -> bool:
        found = list(self._messages(data))
        return bool(found) and str(id_of(found[-1])) == end

    def _messages(self, data: bytes) -> Iterator[Json]:
        """Yield the messages that have arrived as a whole."""
        head, _, body = data.partition(b"\r\n\r\n")
        if b"\r\n" in head:
            assert b" 200 " in head.split(b"\r\n")[0], data
        if self.accept == NDJSON:
            yield from (json.loads(line) for line in body.split(b"\n")[:-1] if line)
            return
        for block in body.split(b"\n\n")[:-1]:
            fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
            if b"data" in fields:
                message = json.loads(fields[b"data"])
                assert fields[b"id"].decode() == str(id_of(message))
                yield message


def id_of(message: Json) -> int | str:
    """Return the id of a message: a revision, or a place in an account's feed."""
    found: int | str = message["id"] if "id" in message else message["rev"]
    return found


def follow(client: Cut, rng: Random, play: Callable[[], str | None]) -> list[Json]:
    """All messages up to the end. ``play`` moves things on and tells the id of the last message
    there will be so far; None when nothing moves any more."""
    found: list[Json] = []
    end = play()
    while True:
        if rng.random() < 0.3 and (now := play()) is not None:
            end = now
        if client.last != end:
            assert end is not None
            found += client.look(rng, end)
        elif (now := play()) is None:
            return found
        else:
            end = now
