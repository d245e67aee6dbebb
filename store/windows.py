"""Windows: counts of requests by caller and policy, from the first request on for a while.

They are in Redis if all processes must agree, or in this process, which costs 2 µs instead of a
round trip. No window waits for the wall clock, which may be set back: docs/decisions/0034-limits.md
has the reason.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Protocol, cast

from redis import Redis

from store import keys

SECONDS = 60
DAY = 24 * 3600

_SCRIPT = Path(__file__).parent / "windows.lua"


class Rate(NamedTuple):
    """A rate limit: how much of a kind (``name``) a caller may ask for within some seconds."""

    name: str
    amount: int
    seconds: int = SECONDS


class Share(NamedTuple):
    """A caller's share of a rate: what one window counts."""

    rate: Rate
    caller: str


class Taken(NamedTuple):
    """The outcome of a count: what each window has left, and which one is full, if any.

    Nothing is counted then, and ``wait`` are the seconds until that window ends, at least 1.
    """

    left: tuple[int, ...]
    full: int | None = None
    wait: int = 0


class Windows(Protocol):
    """Counters by caller. A window begins with the first request."""

    def take(self, *shares: Share, amount: int = 1) -> Taken:
        """Count a request in each window, or in none if one is full; amount 0 only looks."""


class OwnWindows:
    """Windows of this process, by its monotonic clock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._windows: dict[Share, tuple[float, float]] = {}
        self._swept = clock()

    def take(self, *shares: Share, amount: int = 1) -> Taken:
        """Count as ``Windows`` says."""
        with self._lock:
            now = self._clock()
            self._sweep(now)
            found = [self._window(share, now) for share in shares]
            for place, (end, count) in enumerate(found):
                if count + amount > shares[place].rate.amount:
                    return Taken(_left(shares, found), place, math.ceil(end - now))
            if amount:
                found = [(end, count + amount) for end, count in found]
                self._windows.update(zip(shares, found, strict=True))
            return Taken(_left(shares, found))

    def wait(self, *shares: Share) -> tuple[Rate, int] | None:
        """Return the first rate of which nothing is left, and the seconds until there is again."""
        with self._lock:
            now = self._clock()
            for share in shares:
                end, count = self._window(share, now)
                if count >= share.rate.amount:
                    return share.rate, math.ceil(end - now)
            return None

    def charge(self, amount: float, *shares: Share) -> None:
        """Count an amount that is known only now, even if it exceeds what is left."""
        with self._lock:
            now = self._clock()
            for share in shares:
                end, count = self._window(share, now)
                self._windows[share] = end, count + amount

    def _window(self, share: Share, now: float) -> tuple[float, float]:
        """Return the end of a window and its count."""
        end, count = self._windows.get(share, (now, 0))
        return (end, count) if now < end else (now + share.rate.seconds, 0)

    def _sweep(self, now: float) -> None:
        if now - self._swept >= SECONDS:
            self._swept = now
            self._windows = {each: kept for each, kept in self._windows.items() if now < kept[0]}


def _left(shares: tuple[Share, ...], windows: list[tuple[float, float]]) -> tuple[int, ...]:
    pairs = zip(shares, windows, strict=True)
    return tuple(max(0, int(share.rate.amount - count)) for share, (_, count) in pairs)


class SharedWindows:
    """Windows of all processes; each call is a round trip to Redis."""

    def __init__(self, redis: Redis) -> None:
        self._script = redis.register_script(_SCRIPT.read_text(encoding="utf-8"))

    def take(self, *shares: Share, amount: int = 1) -> Taken:
        """Count as ``Windows`` says."""
        names = [keys.window(share.rate.name, share.caller) for share in shares]
        sizes = [n for share in shares for n in (share.rate.amount, share.rate.seconds * 1000)]
        answer = cast(list[int], self._script(keys=names, args=[amount, *sizes]))
        full, wait, *left = answer
        if full == 0:
            return Taken(tuple(left))
        return Taken(tuple(left), full - 1, max(1, -(-wait // 1000)))
