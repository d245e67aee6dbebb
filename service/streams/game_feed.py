"""The feed of a game: what has happened since a revision, as messages for one viewer."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from msgspec.json import encode

from match.match import Match
from match.tables import OtherRules, title_of
from match.words import PRIVATE
from service.presentation import documents
from service.presentation.choices import phrases_of
from service.streams.pages import Message, Page, Reader
from store import Store
from store.history import log_page
from store.tickets import Login

ENTRIES_A_PAGE = 100
SNAPSHOT = "snapshot"


class Viewer(NamedTuple):
    """Who reads: the game, the seat (None: a spectator), and the language of the sentences.

    ``chair`` is the hash of the token of the seat, ``login`` the account by whose token the viewer
    came. Whoever has lost either since reads as a spectator: another one may sit there by now, the
    number mean another chair, or the token have been changed because somebody had stolen it.
    """

    game_id: str
    seat: int | None
    language: str
    chair: bytes | None = None
    login: Login | None = None

    @property
    def topic(self) -> str:
        """Wake-ups name the game."""
        return self.game_id


class Feed(Reader[Viewer, int]):
    """Reads the entries of games; a cursor is a revision."""

    def gone(self, after: int | None) -> Page[int]:
        """The last page of a game that is not there any more."""
        return Page(after or 0, (), False, True, None)

    def _read(self, viewer: Viewer, after: int | None) -> Page[int]:
        match = self._db.games.load(viewer.game_id)
        if not _holds(match, viewer) or not self._is_known(viewer.login):
            viewer = viewer._replace(seat=None, chair=None)
            if match.head.visibility == PRIVATE:
                return Page(after or match.rev, (), False, True, None)
        chair = viewer.chair
        if after is None or after > match.rev:
            body = b'{"rev":%d,"kind":"%b","game":%b}' % (
                match.rev,
                SNAPSHOT.encode(),
                _game(match, viewer),
            )
            first = Message(match.rev, SNAPSHOT, body)
            return Page(match.rev, (first,), False, match.over, chair)
        messages = self._messages(match, viewer, after)
        rev = messages[-1].id if messages else after
        return Page(rev, messages, rev < match.rev, match.over, chair)

    def _is_known(self, login: Login | None) -> bool:
        """Whether the token still acts for the account, if the viewer came by one."""
        if login is None:
            return True
        account = self._db.accounts.get(login.account_id)
        return account is not None and not account.disabled and account.token == login.mark

    def _messages(self, match: Match, viewer: Viewer, after: int) -> tuple[Message[int], ...]:
        told = lines(self._db, match, viewer.seat, viewer.language, after, ENTRIES_A_PAGE)
        bodies = [encode(line) for line in told]
        if told and told[-1]["rev"] == match.rev:
            bodies[-1] = b'%b,"game":%b}' % (bodies[-1][:-1], _game(match, viewer))
        pairs = zip(told, bodies, strict=True)
        return tuple(Message(line["rev"], line["kind"], body) for line, body in pairs)


def lines(
    db: Store, match: Match, seat: int | None, language: str, after: int, limit: int
) -> list[dict[str, Any]]:
    """Entries as a seat may see them; without what they led to where their rules are not here."""
    read = partial(log_page, db.games, match, viewer=seat, after=after, limit=limit)
    try:
        game = title_of(match)
        return read(game=game, say=phrases_of(match, language).event)
    except OtherRules:
        return read(game=None)


def _holds(match: Match, viewer: Viewer) -> bool:
    """Whether the seat is still that of the viewer, if it came as one."""
    if viewer.seat is None:
        return True
    chairs = match.chairs[viewer.seat :][:1]
    return any(chair.token == viewer.chair for chair in chairs)


def _game(match: Match, viewer: Viewer) -> bytes:
    """The game as ``GET /v1/games/{game}`` shows it to this viewer."""
    return encode(documents.game(match, viewer.seat, viewer.language))
