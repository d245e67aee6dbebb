"""One client of an event stream: what to send, when, and in which form."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import randint
from typing import Generic

from msgspec.json import encode

from match.tables import OtherRules
from service.streams.hub import Hub
from service.streams.pages import C, Message, Page, Reader, V
from store.connection import RedisError
from store.games import NoSuchGame

SSE, NDJSON, JSON = "text/event-stream", "application/x-ndjson", "application/json"

HEARTBEAT = 15.0  # seconds of silence after which a client hears that we are still there
RETRY = 1.0  # seconds between two looks at a server that did not answer
RECONNECT_MS = 1000


@dataclass
class Client(Generic[V, C]):
    """A viewer and the message up to which it has been served (None: nothing yet).

    ``chair`` is the hash of the token the viewer came with: whoever loses the seat is sent away.
    """

    hub: Hub
    feed: Reader[V, C]
    viewer: V
    after: C | None
    chair: bytes | None

    def follow(self) -> Iterator[Message[C] | None]:
        """Messages as they come, up to the end of the game; None after a silence.

        Whoever reads slowly is read to slowly: nothing piles up, the record waits.
        """
        with self.hub.watch(self.viewer.topic) as watcher:
            rang = False
            while True:
                page = self._read(watcher.tick if rang else None)
                if page is not None:
                    yield from page.messages
                    self.after = page.cursor
                    if not page.more and (page.over or page.chair != self.chair):
                        return
                    if page.more:
                        continue
                rang = watcher.wait(RETRY if page is None else HEARTBEAT)
                if self.hub.closed:
                    return
                if not rang:
                    yield None

    def poll(self, seconds: float) -> Page[C] | None:
        """The messages that wait, or the first that come within this time.

        None when the server did not answer in the end.
        """
        deadline = time.monotonic() + seconds
        with self.hub.watch(self.viewer.topic) as watcher:
            rang = False
            while True:
                page = self._read(watcher.tick if rang else None)
                left = deadline - time.monotonic()
                if left <= 0 or (page is not None and (page.messages or page.over)):
                    return page
                if self.hub.closed:
                    return page
                rang = watcher.wait(min(left, RETRY) if page is None else left)

    def _read(self, tick: int | None) -> Page[C] | None:
        """The next page; None while the server does not answer."""
        try:
            if tick is None:
                return self.feed.read(self.viewer, self.after)
            return self.feed.read_shared(self.viewer, self.after, tick)
        except RedisError:
            return None
        except (NoSuchGame, OtherRules):
            return self.feed.gone(self.after)


def as_sse(messages: Iterator[Message[C] | None], hub: Hub | None = None) -> Iterator[bytes]:
    """Server-sent events; the kind is the name of the event, a comment breaks a silence."""
    # Something must be sent at once, or the client waits for the head of the answer.
    yield b"retry: %d\n\n" % RECONNECT_MS
    for message in messages:
        if message is None:
            yield b": still here\n\n"
        else:
            yield b"id: %b\nevent: %b\ndata: %b\n\n" % (
                str(message.id).encode(),
                message.kind.encode(),
                message.body,
            )
    if hub is not None and hub.closed:
        # Each comes back at a time of its own, so that a process that has just been started is not
        # met by everybody at once.
        yield b"retry: %d\n\n" % randint(RECONNECT_MS // 2, 3 * RECONNECT_MS)


def as_ndjson(messages: Iterator[Message[C] | None]) -> Iterator[bytes]:
    """One message a line; an empty line breaks a silence."""
    yield b"\n"
    for message in messages:
        yield b"\n" if message is None else message.body + b"\n"


def as_json(page: Page[C]) -> bytes:
    """A page as the answer to a long poll; the cursor of a game is called by its name."""
    name = "rev" if isinstance(page.cursor, int) else "after"
    return b'{"%b":%b,"more":%b,"events":[%b]}' % (
        name.encode(),
        encode(page.cursor),
        b"true" if page.more else b"false",
        b",".join(message.body for message in page.messages),
    )
