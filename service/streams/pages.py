"""Pages: what a client of a stream missed, read from the store when it is to be sent.

Nothing is queued for anybody. So a client that comes back, or was too slow, or outlived a restart
of everything, asks from its cursor on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import Future
from functools import partial
from threading import Lock, Semaphore
from typing import Generic, NamedTuple, Protocol, TypeVar

from service.streams.aside import aside
from store import Store

READERS = 16  # who read at once; a thousand clients that come together wait in line
KEPT_PAGES = 256


class Viewed(Hashable, Protocol):
    """Who reads what; ``topic`` is the word by which wake-ups name it."""

    @property
    def language(self) -> str:
        """The language of the sentences."""

    @property
    def topic(self) -> str:
        """The id of the game or account that is watched."""


V = TypeVar("V", bound=Viewed)
C = TypeVar("C", int, str)
"""A cursor: the id of a message, a revision or a place in a feed."""


class Message(NamedTuple, Generic[C]):
    """One event: its id, its kind, and its JSON."""

    id: C
    kind: str
    body: bytes


class Page(NamedTuple, Generic[C]):
    """What a viewer missed: the cursor after it, and whether further pages wait.

    ``over``: nothing more will come. ``chair`` is the hash of the token that now acts for the
    viewer's seat.
    """

    cursor: C
    messages: tuple[Message[C], ...]
    more: bool
    over: bool
    chair: bytes | None


class Reader(ABC, Generic[V, C]):
    """Reads pages; clients woken by the same event for the same page share one reading.

    Sentences are in the viewer's language. Its request is over by the time they are read, because
    it would take a good part of an idle listener's memory.

    Whoever reads from the store beside it goes through its ``gate`` too.
    """

    def __init__(self, db: Store, gate: Semaphore | None = None) -> None:
        self._db = db
        self.gate = gate or Semaphore(READERS)
        self._pages: OrderedDict[tuple[V, C | None, int], Future[Page[C]]] = OrderedDict()
        self._lock = Lock()

    @abstractmethod
    def _read(self, viewer: V, after: C | None) -> Page[C]:
        """The messages after a cursor; without one, what to begin with."""

    @abstractmethod
    def gone(self, after: C | None) -> Page[C]:
        """The last page where there is nothing to be seen any more."""

    def read(self, viewer: V, after: C | None) -> Page[C]:
        """The messages after a cursor; without one, what to begin with.

        :raises store.games.NoSuchGame: there is no such game.
        :raises store.connection.RedisError: the server does not answer.
        """
        # Aside only beyond the gate: those who wait before it should not take room for a reading.
        with self.gate:
            return aside(partial(self._read, viewer, after))

    def read_shared(self, viewer: V, after: C | None, tick: int) -> Page[C]:
        """As ``read``, for a client woken by the hub: once for all that miss the same."""
        key = (viewer, after, tick)
        with self._lock:
            page = self._pages.get(key)
            mine = page is None
            if page is None:
                page = self._pages[key] = Future()
                if len(self._pages) > KEPT_PAGES:
                    self._pages.popitem(last=False)
        if mine:
            try:
                page.set_result(self.read(viewer, after))
            except BaseException as error:
                page.set_exception(error)
        return page.result()
