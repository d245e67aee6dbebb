"""The audience: how many streams are open, of which addresses, and how many are anonymous.

A stream is anonymous if the request had no valid token or ticket of a seat, a host or an account.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from threading import RLock
from types import TracebackType
from typing import NamedTuple, Self

RETRY = 10
"""Seconds after which a refused client may try again."""


class Room(NamedTuple):
    """The streams of a process that may be open: all, of an address, and anonymous ones."""

    all: int
    address: int
    anonymous: int


class NoRoom(Exception):
    """No stream may be opened; ``full`` is the member of ``Room`` that is used up."""

    def __init__(self, full: str) -> None:
        super().__init__(full)
        self.full = full


class Audience:
    """The open streams of a process; without ``room`` they are only counted."""

    def __init__(self, room: Room | None) -> None:
        self.room = room
        # A forgotten stream may leave while another one joins.
        self._lock = RLock()
        self._of_address: Counter[str] = Counter()
        self._all = self._anonymous = 0

    def join(self, address: str, known: bool) -> Listening:
        """Count a new stream.

        :raises NoRoom: there is no room for it.
        """
        with self._lock:
            if self.room is not None:
                self._check(self.room, address, known)
            self._of_address[address] += 1
            self._all += 1
            self._anonymous += not known
        return Listening(self, address, known)

    def _check(self, room: Room, address: str, known: bool) -> None:
        if self._of_address[address] >= room.address:
            raise NoRoom("address")
        if self._all >= room.all:
            raise NoRoom("all")
        if not known and self._anonymous >= room.anonymous:
            raise NoRoom("anonymous")

    def leave(self, address: str, known: bool) -> None:
        """Count a stream that has ended."""
        with self._lock:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]
            self._all -= 1
            self._anonymous -= not known


class Listening:
    """An open stream in its audience, until it leaves or nothing refers to it any more."""

    __slots__ = ("_address", "_audience", "_known", "_over")

    def __init__(self, audience: Audience, address: str, known: bool) -> None:
        self._audience, self._address, self._known, self._over = audience, address, known, False

    def leave(self) -> None:
        """Leave the audience; a second call has no effect."""
        if not self._over:
            self._over = True
            self._audience.leave(self._address, self._known)

    __del__ = leave

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()


class Body:
    """The body of a stream, which leaves the audience when it is closed, also if it never began."""

    __slots__ = ("_listening", "_parts")

    def __init__(self, parts: Iterator[bytes], listening: Listening) -> None:
        self._parts, self._listening = parts, listening

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._parts)

    def close(self) -> None:
        """End the stream."""
        if hasattr(self._parts, "close"):
            self._parts.close()
        self._listening.leave()
