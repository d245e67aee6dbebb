"""The feed of a game: its entries since a revision, as messages for one viewer."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from msgspec.json import encode

from match.match import Match
from match.tables import OtherRules
from match.words import PRIVATE
from service.presentation import game_view
from service.presentation.detail import Detail
from service.presentation.entries import entries
from service.streams.pages import Message, Page, Reader
from store import Store
from store.tickets import Login
from store.words import SNAPSHOT

ENTRIES_A_PAGE = 100
DETAILED_A_PAGE = 4
"""Entries in a page that shows the table between the steps. It takes long to make, and the other
streams of the process wait meanwhile."""

EVENTS = Detail(events=True)


class Viewer(NamedTuple):
    """A viewer: the game, the seat (None: a spectator), the language, and the wanted detail.

    ``chair`` is the hash of the token of the seat. A viewer that has lost the seat reads as a
    spectator: another player may have it, or the number may mean another chair. ``login`` is the
    account whose token the viewer sent. The stream ends when this token is revoked.
    """

    game_id: str
    seat: int | None
    language: str
    chair: bytes | None = None
    login: Login | None = None
    detail: Detail = EVENTS

    @property
    def topics(self) -> tuple[str, ...]:
        """Return the ids of the game and of the token, which wake-ups name."""
        return (self.game_id, self.login.token_id) if self.login else (self.game_id,)


class GameFeed(Reader[Viewer, int]):
    """A reader of the entries of games; a cursor is a revision."""

    def gone(self, after: int | None) -> Page[int]:
        """Return the last page: the game no longer exists, or the token was revoked."""
        return Page(after or 0, (), False, True, None)

    def _read(self, viewer: Viewer, after: int | None) -> Page[int]:
        if viewer.login is not None and not self._db.accounts.admits(*viewer.login):
            return self.gone(after)
        match = self._db.games.load(viewer.game_id)
        if not holds(self._db, match, viewer):
            viewer = viewer._replace(seat=None, chair=None)
            if match.head.visibility == PRIVATE:
                return Page(after or match.rev, (), False, True, None)
        chair = viewer.chair
        if after is None or after > match.rev:
            body = b'{"rev":%d,"kind":"%b","game":%b}' % (
                match.rev,
                SNAPSHOT.encode(),
                self._game(match, viewer),
            )
            first = Message(match.rev, SNAPSHOT, body)
            return Page(match.rev, (first,), False, match.over, chair)
        messages = self._messages(match, viewer, after)
        rev = messages[-1].id if messages else after
        return Page(rev, messages, rev < match.rev, match.over, chair)

    def _messages(self, match: Match, viewer: Viewer, after: int) -> tuple[Message[int], ...]:
        some = DETAILED_A_PAGE if viewer.detail.between else ENTRIES_A_PAGE
        found = lines(self._db, match, viewer.seat, viewer.language, after, some, viewer.detail)
        bodies = [encode(line) for line in found]
        if found and found[-1]["rev"] == match.rev:
            bodies[-1] = b'%b,"game":%b}' % (bodies[-1][:-1], self._game(match, viewer))
        pairs = zip(found, bodies, strict=True)
        return tuple(Message(line["rev"], line["kind"], body) for line, body in pairs)

    def _game(self, match: Match, viewer: Viewer) -> bytes:
        """Return the game as ``GET /v1/games/{game}`` shows it to this viewer."""
        return encode(game_view.game(match, viewer.seat, viewer.language, self._db.lifetimes))


def lines(
    db: Store,
    match: Match,
    seat: int | None,
    language: str,
    after: int,
    limit: int,
    detail: Detail = EVENTS,
) -> list[dict[str, Any]]:
    """Return entries as a seat may see them; without events if their rules are not installed."""
    read = partial(entries, db.games, match, seat, language, after, limit)
    try:
        return read(detail)
    except OtherRules:
        return read()


def holds(db: Store, match: Match, viewer: Viewer) -> bool:
    """Return whether the viewer still has its seat, if any."""
    if viewer.seat is None:
        return True
    chairs = match.chairs[viewer.seat :][:1]
    if not any(chair.token == viewer.chair for chair in chairs):
        return False
    account = chairs[0].account
    if viewer.login is not None or not account:
        return True
    return db.accounts.honours(account, match.head.created)
