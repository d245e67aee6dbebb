"""The feed: what has happened in a game since a revision, as messages for one viewer.

A message is read from the record whenever it is sent; nothing is queued for anybody. So a client
that comes back, or was too slow, or outlived a restart of everything, asks from its revision on.
"""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future
from functools import partial
from threading import Lock, Semaphore
from typing import Any, NamedTuple

from service.caller import Caller
from service.documents import game as show
from service.replying import encode
from store import Store, shown
from store.games import Stored
from store.replay import OtherRules
from store.turns import rules_of
from texts import phrases

ENTRIES_A_PAGE = 100
READERS = 16  # who read at once; a thousand clients that come together wait in line
KEPT_PAGES = 256
SNAPSHOT = "snapshot"


class Message(NamedTuple):
    """One event: its id, its kind, and its JSON."""

    rev: int
    kind: str
    body: bytes


class Page(NamedTuple):
    """What a viewer missed: ``rev`` is the cursor after it, ``more`` tells of further pages.

    ``chair`` is the hash of the token that now acts for the viewer's seat.
    """

    rev: int
    messages: tuple[Message, ...]
    more: bool
    over: bool
    chair: bytes | None


class Viewer(NamedTuple):
    """Who reads: the game, the seat (None: a spectator), and the language of the sentences."""

    game_id: str
    seat: int | None
    language: str


class Feed:
    """Reads pages; clients woken by the same event for the same page share one reading.

    Reading takes place in a client's request: sentences are in the language that it asks for.
    Whoever reads from the store beside the feed goes through its ``gate`` too.
    """

    def __init__(self, db: Store) -> None:
        self._db = db
        self.gate = Semaphore(READERS)
        self._pages: OrderedDict[tuple[Viewer, int | None, int], Future[Page]] = OrderedDict()
        self._lock = Lock()

    def read(self, viewer: Viewer, after: int | None) -> Page:
        """The messages after a revision; a snapshot without one, or when it is yet to come.

        :raises store.games.NoSuchGame: there is no such game.
        :raises store.connection.RedisError: the server does not answer.
        """
        with self.gate:
            return self._read(viewer, after)

    def _read(self, viewer: Viewer, after: int | None) -> Page:
        stored = self._db.games.load(viewer.game_id)
        chair = None if viewer.seat is None else stored.seats[viewer.seat].token
        if after is None or after > stored.rev:
            body = b'{"rev":%d,"kind":"%b","game":%b}' % (
                stored.rev,
                SNAPSHOT.encode(),
                _game(stored, viewer),
            )
            first = Message(stored.rev, SNAPSHOT, body)
            return Page(stored.rev, (first,), False, stored.over, chair)
        messages = self._messages(stored, viewer, after)
        rev = messages[-1].rev if messages else after
        return Page(rev, messages, rev < stored.rev, stored.over, chair)

    def read_shared(self, viewer: Viewer, after: int | None, tick: int) -> Page:
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

    def _messages(self, stored: Stored, viewer: Viewer, after: int) -> tuple[Message, ...]:
        lines = self._lines(stored, viewer, after)
        bodies = [encode(line) for line in lines]
        if lines and lines[-1]["rev"] == stored.rev:
            bodies[-1] = b'%b,"game":%b}' % (bodies[-1][:-1], _game(stored, viewer))
        pairs = zip(lines, bodies, strict=True)
        return tuple(Message(line["rev"], line["kind"], body) for line, body in pairs)

    def _lines(self, stored: Stored, viewer: Viewer, after: int) -> list[dict[str, Any]]:
        """The entries themselves; without what they led to when their rules are not here."""
        read = partial(
            shown.page, self._db, stored, viewer=viewer.seat, after=after, limit=ENTRIES_A_PAGE
        )
        try:
            game = rules_of(stored)
            return read(game=game, say=phrases(game, viewer.language).event)
        except OtherRules:
            return read(game=None)


def _game(stored: Stored, viewer: Viewer) -> bytes:
    """The game as ``GET /v1/games/{game}`` shows it to this viewer."""
    return encode(show(stored, Caller(viewer.seat)))
