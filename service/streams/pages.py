"""Pages: the messages after a cursor, read from the store when they are sent.

There are no queues. A client that reconnects, was too slow, or outlived a restart of the service
continues from its cursor.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import Future
from functools import partial
from threading import Lock, Semaphore
from typing import Generic, NamedTuple, Protocol, TypeVar

from service.streams.greenlets import run_in_greenlet
from store import Store

READERS = 16  # concurrent reads; a thousand clients that connect together wait in line
KEPT_PAGES = 256


class Viewed(Hashable, Protocol):
    """A viewer of a feed; ``topics`` are the ids that wake-ups name."""

    @property
    def language(self) -> str:
        """Return the language of the sentences."""

    @property
    def topics(self) -> tuple[str, ...]:
        """Return the id of the game or account that is watched, and that of the token."""


V = TypeVar("V", bound=Viewed)
C = TypeVar("C", int, str)
"""A cursor: the id of a message, a revision or a place in a feed."""


class Message(NamedTuple, Generic[C]):
    """A message: its id, its kind, and its JSON."""

    id: C
    kind: str
    body: bytes


class Page(NamedTuple, Generic[C]):
    """The messages that a viewer missed, and the cursor after them.

    ``more``: further pages wait. ``over``: the feed has ended. ``chair`` is the hash of the token
    that now acts for the viewer's seat.
    """

    cursor: C
    messages: tuple[Message[C], ...]
    more: bool
    over: bool
    chair: bytes | None


class Reader(ABC, Generic[V, C]):
    """A reader of pages; connections that miss the same messages share one read.

    ``gate`` limits concurrent reads. Other reads of a stream process from the store use it too.
    """

    def __init__(self, db: Store, gate: Semaphore | None = None) -> None:
        self._db = db
        self.gate = gate or Semaphore(READERS)
        self._pages: OrderedDict[tuple[V, C | None, int], Future[Page[C]]] = OrderedDict()
        self._lock = Lock()

    @abstractmethod
    def _read(self, viewer: V, after: C | None) -> Page[C]:
        """Return the messages after a cursor; without a cursor, the first message."""

    @abstractmethod
    def gone(self, after: C | None) -> Page[C]:
        """Return the last page of a feed that the viewer may not see any more."""

    def read(self, viewer: V, after: C | None) -> Page[C]:
        """Return the messages after a cursor; without a cursor, the first message.

        :raises store.games.NoSuchGame: there is no such game.
        :raises store.connection.RedisError: the server does not answer.
        """
        # The greenlet starts behind the gate: a connection that waits should need no second stack.
        with self.gate:
            return run_in_greenlet(partial(self._read, viewer, after))

    def read_shared(self, viewer: V, after: C | None, tick: int) -> Page[C]:
        """Read as ``read`` does, once for all connections that a wake-up finds at this cursor."""
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
