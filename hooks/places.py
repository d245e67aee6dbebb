"""Places: how many requests may wait for remote hosts, and on whose behalf.

A host, an address and a creator hold only their own share. Bots that have not answered lately get
half of the places together, so that the others always find one (docs/decisions/0037-streams.md).
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple
from urllib.parse import urlsplit

from service.edge.endpoints import network_of

LATELY = 3600.0
"""Seconds for which an answer counts as recent."""
MOST_KNOWN = 50_000
"""Bots with a recent answer that a process remembers."""
ALL = "all"


class Shares(NamedTuple):
    """The number of places, and the shares of one address and of one creator.

    A host of an address gets half of its share, so that it cannot take all places of a provider.
    """

    places: int = 64
    address: int = 8
    creator: int = 16

    @property
    def host(self) -> int:
        """Return the share of one host."""
        return max(1, self.address // 2)

    @property
    def strangers(self) -> int:
        """Return the share of all that have not answered lately."""
        return max(1, self.places // 2)


class Party(NamedTuple):
    """The host of a URL, and on whose behalf it is asked.

    ``creator`` is an account, or empty for all callers without one; ``subject`` is a game or an
    account. What a party has answered speaks for this subject only.
    """

    host: str
    creator: str
    subject: str

    @classmethod
    def of(cls, url: str, creator: str, subject: str) -> Party:
        """Return the party of a URL."""
        return cls(urlsplit(url).netloc.lower(), creator, subject)


Wanted = Mapping[tuple[str, str, bool], int]
"""Places, each with the number that there is: its kind, its name, and whether for known parties."""


class Crowded(Exception):
    """There is no free place now; ``wanted`` are those of which one is missing."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self.wanted = wanted


class Places:
    """The places of a process. Those of parties that answered lately are counted separately."""

    def __init__(
        self, shares: Shares | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.shares, self._clock, self._lock = shares or Shares(), clock, Lock()
        self._taken: Counter[tuple[str, str, bool]] = Counter()
        self._answered: OrderedDict[tuple[str, str], float] = OrderedDict()

    @contextmanager
    def enter(self, party: Party) -> Iterator[None]:
        """Take a place for this party.

        :raises Crowded: it has no more, or all together have no more.
        """
        known, shares = self.is_known(party), self.shares
        wanted = {
            ("host", party.host, known): shares.host,
            ("creator", party.creator, known): shares.creator,
            (ALL, "", known): shares.places if known else shares.strangers,
        }
        with self._take(wanted):
            yield

    @contextmanager
    def at(self, party: Party, address: str) -> Iterator[None]:
        """Take one of the places of the party's address.

        :raises Crowded: it has no more.
        """
        place = ("address", network_of(address), self.is_known(party))
        with self._take({place: self.shares.address}):
            yield

    def has_room(self, wanted: Wanted) -> bool:
        """Return whether all of these places are free."""
        with self._lock:
            return self._has_room(wanted)

    def is_known(self, party: Party) -> bool:
        """Return whether this party answered lately."""
        with self._lock:
            at = self._answered.get((party.host, party.subject))
        return at is not None and self._clock() - at < LATELY

    def note(self, party: Party, answered: bool) -> None:
        """Note whether a request to this party was answered in time."""
        name = party.host, party.subject
        with self._lock:
            self._answered.pop(name, None)
            if answered:
                self._answered[name] = self._clock()
            if len(self._answered) > MOST_KNOWN:
                self._answered.popitem(last=False)

    @contextmanager
    def _take(self, wanted: Wanted) -> Iterator[None]:
        """Take all of these places, or none."""
        with self._lock:
            if not self._has_room(wanted):
                raise Crowded(wanted)
            self._taken.update(wanted.keys())
        try:
            yield
        finally:
            with self._lock:
                self._taken.subtract(wanted.keys())
                self._taken += Counter()  # drops what is zero

    def _has_room(self, wanted: Wanted) -> bool:
        if not all(self._taken[name] < most for name, most in wanted.items()):
            return False
        both = [(ALL, "", known) for known in (True, False)]
        taken = sum(self._taken[name] for name in both)
        return taken < self.shares.places or not any(name in wanted for name in both)
