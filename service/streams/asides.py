"""Asides: messages without an id, beside those of a feed. They do not move the cursor.

A client that reconnects reads what it may have missed: `GET …/talk`, `GET …/presence`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from msgspec.json import encode

from match import talk as rules
from match.match import Match
from service.presentation import talk_view
from service.streams.account_feed import Owner
from service.streams.game_feed import Viewer, holds
from store import Store
from store.connection import RedisError
from store.drafts import holder
from store.sightings import Sighting, names_of
from store.talk import News, TalkMessage
from store.tickets import is_lasting
from store.words import PRESENCE_NEWS, TALK_NEWS

EVERY = 10.0
"""Seconds between two looks at presence, and between two notes of the own one."""


class Remark(NamedTuple):
    """A message without an id: its kind and its JSON."""

    kind: str
    body: bytes


class Aside(Protocol):
    """A source of remarks, read when a connection wakes up."""

    def read(self) -> list[Remark]:
        """Return what is new since the last read."""


class Listener(NamedTuple):
    """A viewer in one game: the seat (None: no seat), whether it is the host, the account."""

    seat: int | None
    host: bool
    account: str


def read_all(asides: Sequence[Aside]) -> list[Remark]:
    """Return what is new in all of them; one that fails is read again later."""
    found: list[Remark] = []
    for aside in asides:
        with suppress(RedisError):
            found += aside.read()
    return found


Who = Callable[[Match], Listener | None]
"""A function that returns who a viewer is in a game, or None if it lost its seat or token."""


def who_is(db: Store, viewer: Viewer) -> Who:
    """Return who the viewer of a game's stream is."""

    def listener(match: Match) -> Listener | None:
        if not holds(db, match, viewer):
            return None
        if viewer.login is not None and not db.accounts.admits(*viewer.login):
            return None
        account = viewer.login.account_id if viewer.login else ""
        return Listener(viewer.seat, bool(account) and match.head.account == account, account)

    return listener


def owner_in(db: Store, viewer: Owner) -> Who:
    """Return who the viewer of an account's stream is."""

    def listener(match: Match) -> Listener | None:
        seats = match.seats_of(viewer.account_id)
        host = match.head.account == viewer.account_id
        known = (seats or host) and db.accounts.admits(viewer.account_id, viewer.token_id)
        if not known:
            return None
        return Listener(seats[0] if seats else None, host, viewer.account_id)

    return listener


class TalkAside:
    """New and deleted messages of table talk, in one game or in all games of an account.

    The first remark has no messages: it says from when on they are sent.
    """

    def __init__(self, db: Store, topic: str, who: Who, game: str | None) -> None:
        self._db, self._topic, self._who, self._game = db, topic, who, game
        self._after: str | None = None

    def read(self) -> list[Remark]:
        """Return the messages since the last read, those of each game together."""
        if self._after is None:
            self._after = self._db.talk.news_end(self._topic)
            return [self._remark(self._game, [])]
        news = self._db.talk.news(self._topic, self._after)
        found = []
        for game in dict.fromkeys(each.game for each in news):
            shown = self._heard(game, [each for each in news if each.game == game])
            found += [self._remark(game, shown)] if shown else []
        self._after = news[-1].cursor if news else self._after
        return found

    def _heard(self, game: str, news: Sequence[News]) -> list[dict[str, Any]]:
        """Return the messages of one game that the viewer may read and has not muted."""
        # The messages are read before the seat is checked, so they were the viewer's to read.
        wanted = dict.fromkeys(each.message for each in news)
        said = [self._db.talk.get(game, message) for message in wanted]
        found = self._db.games.summaries([game])
        me = self._who(found[0]) if found else None
        if me is None:
            return []
        match, open_to_me = found[0], rules.readable(found[0], *me)
        by = me.account if me.seat is None else holder(match, me.seat).hex()
        readable: list[TalkMessage] = [each for each in said if each and each.channel in open_to_me]
        return talk_view.messages(readable, self._db.talk.mutes(match, by))

    @staticmethod
    def _remark(game: str | None, messages: list[dict[str, Any]]) -> Remark:
        return Remark(TALK_NEWS, encode({"kind": TALK_NEWS, "game": game, "messages": messages}))


class _Periodic:
    """What is done when a connection wakes up, but not more often than every few seconds."""

    def __init__(self) -> None:
        self._next = 0.0

    def is_due(self) -> bool:
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + EVERY
        return True


class PresenceAside(_Periodic):
    """The presence of all seats of a game, at first and whenever it changes."""

    def __init__(self, db: Store, game: str, who: Who) -> None:
        super().__init__()
        self._db, self._game, self._who = db, game, who
        self._sent: list[Sighting] | None = None

    def read(self) -> list[Remark]:
        """Return the presence of all seats, if it has changed."""
        if not self.is_due():
            return []
        found = self._db.games.summaries([self._game])
        me = self._who(found[0]) if found else None
        if me is None or not (me.host or me.seat is not None):
            return []
        seen = self._db.sightings.of(found[0])
        if seen == self._sent:
            return []
        self._sent = seen
        told = {"kind": PRESENCE_NEWS, "game": self._game, "seats": talk_view.presence(seen)}
        return [Remark(PRESENCE_NEWS, encode(told))]


class SignOfLife(_Periodic):
    """The note that the viewer is connected; it has no remarks."""

    def __init__(self, db: Store, name: str) -> None:
        super().__init__()
        self._db, self._name = db, name

    def read(self) -> list[Remark]:
        """Note that the viewer is here."""
        if self.is_due():
            self._db.sightings.note([self._name])
        return []


class LastingTicket(_Periodic):
    """The renewal of the viewer's ticket while the stream is open; it has no remarks."""

    def __init__(self, db: Store, ticket: str) -> None:
        super().__init__()
        self._db, self._ticket = db, ticket

    def read(self) -> list[Remark]:
        """Renew the ticket."""
        if self.is_due():
            self._db.tickets.renew(self._ticket)
        return []


def _kept(db: Store, wanted: Mapping[str, Any]) -> list[Aside]:
    """Return the aside that keeps the ticket of a request, if it has a lasting one."""
    ticket = wanted.get("ticket", "")
    return [LastingTicket(db, ticket)] if is_lasting(ticket) else []


def of_game(db: Store, match: Match, viewer: Viewer, wanted: Mapping[str, Any]) -> list[Aside]:
    """Return the asides of a game's stream that a viewer has, and asked for."""
    who, found = who_is(db, viewer), _kept(db, wanted)
    if viewer.seat is not None:
        names = names_of(match, viewer.seat)
        found += [SignOfLife(db, name) for name in names[-1 if viewer.login else 0 :][:1]]
    if viewer.seat is None and viewer.login is None:
        return found
    found += [TalkAside(db, match.id, who, match.id)] if wanted[TALK_NEWS] else []
    found += [PresenceAside(db, match.id, who)] if wanted[PRESENCE_NEWS] else []
    return found


def of_account(db: Store, viewer: Owner, wanted: Mapping[str, Any]) -> list[Aside]:
    """Return the asides of an account's stream."""
    topic = viewer.account_id
    talk = [TalkAside(db, topic, owner_in(db, viewer), None)] if wanted[TALK_NEWS] else []
    return [*_kept(db, wanted), SignOfLife(db, topic), *talk]
