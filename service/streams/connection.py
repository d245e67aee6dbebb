"""One connection of an event stream: messages, heartbeats, and their form."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import randint
from typing import Generic

from msgspec.json import encode

from match.tables import OtherRules
from service.streams.asides import Aside, Remark, read_all
from service.streams.greenlets import run_in_greenlet
from service.streams.hub import Hub
from service.streams.pages import C, Message, Page, Reader, V
from store.connection import RedisError
from store.games import NoSuchGame

SSE, NDJSON, JSON = "text/event-stream", "application/x-ndjson", "application/json"

HEARTBEAT = 15.0  # seconds without a message, after which a heartbeat is sent
RETRY = 1.0  # seconds between two reads while the store does not answer
RECONNECT_MS = 1000


@dataclass
class Connection(Generic[V, C]):
    """A viewer and the cursor of the last message that was sent (None: nothing yet).

    ``chair`` is the hash of the token that the viewer connected with: a viewer that loses the seat
    is disconnected. ``asides`` are read after the feed.
    """

    hub: Hub
    feed: Reader[V, C]
    viewer: V
    after: C | None
    chair: bytes | None
    asides: Sequence[Aside] = ()

    def follow(self) -> Iterator[Message[C] | Remark | None]:
        """Yield messages as they come, to the end of the feed; None is a heartbeat.

        A slow client needs no buffer: its next page is read when the last one was sent.
        """
        with self.hub.watch(*self.viewer.topics) as watcher:
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
                yield from self._beside()
                rang = watcher.wait(RETRY if page is None else HEARTBEAT)
                if self.hub.closed:
                    return
                if not rang:
                    yield None

    def poll(self, seconds: float) -> Page[C] | None:
        """Return the messages that wait, or the first that come within this time.

        Return None if the store does not answer at the end of it.
        """
        deadline = time.monotonic() + seconds
        self._beside()  # a poll counts as presence, and has no remarks
        with self.hub.watch(*self.viewer.topics) as watcher:
            rang = False
            while True:
                page = self._read(watcher.tick if rang else None)
                left = deadline - time.monotonic()
                if left <= 0 or (page is not None and (page.messages or page.over)):
                    return page
                if self.hub.closed:
                    return page
                rang = watcher.wait(min(left, RETRY) if page is None else left)

    def _beside(self) -> list[Remark]:
        """Return the remarks that wait; none while the store does not answer."""
        if not self.asides:
            return []
        with self.feed.gate:
            return run_in_greenlet(partial(read_all, self.asides))

    def _read(self, tick: int | None) -> Page[C] | None:
        """Return the next page; None while the store does not answer."""
        try:
            if tick is None:
                return self.feed.read(self.viewer, self.after)
            return self.feed.read_shared(self.viewer, self.after, tick)
        except RedisError:
            return None
        except (NoSuchGame, OtherRules):
            return self.feed.gone(self.after)


def as_sse(
    messages: Iterator[Message[C] | Remark | None], hub: Hub | None = None
) -> Iterator[bytes]:
    """Return server-sent events; the kind is the event name, a comment is the heartbeat."""
    # Without a first line the client would wait for the head of the response.
    yield b"retry: %d\n\n" % RECONNECT_MS
    for message in messages:
        if message is None:
            yield b": still here\n\n"
        elif isinstance(message, Remark):
            yield b"event: %b\ndata: %b\n\n" % (message.kind.encode(), message.body)
        else:
            yield b"id: %b\nevent: %b\ndata: %b\n\n" % (
                str(message.id).encode(),
                message.kind.encode(),
                message.body,
            )
    if hub is not None and hub.closed:
        # Random pauses spread the reconnects over time.
        yield b"retry: %d\n\n" % randint(RECONNECT_MS // 2, 3 * RECONNECT_MS)


def as_ndjson(messages: Iterator[Message[C] | Remark | None]) -> Iterator[bytes]:
    """Return one message a line; an empty line is the heartbeat."""
    yield b"\n"
    for message in messages:
        yield b"\n" if message is None else message.body + b"\n"


def as_json(page: Page[C]) -> bytes:
    """Return a page as the response to a long poll; the cursor of a game is its ``rev``."""
    name = "rev" if isinstance(page.cursor, int) else "after"
    return b'{"%b":%b,"more":%b,"events":[%b]}' % (
        name.encode(),
        encode(page.cursor),
        b"true" if page.more else b"false",
        b",".join(message.body for message in page.messages),
    )
