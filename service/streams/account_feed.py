"""The feed of an account: the changes of all its games, as messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec.json import encode

from match.match import Match
from match.tables import OtherRules
from service.presentation import game_view
from service.presentation.detail import Detail
from service.streams.game_feed import EVENTS, lines
from service.streams.pages import Message, Page, Reader
from store.feeds import Lost, Moved
from store.games import NoSuchGame
from store.listing import Order
from store.words import LEFT, MOVED, RESET, SNAPSHOT

MOVES_A_PAGE = 100
MOST_GAMES = 1000
"""Games in a snapshot, newest first."""
TRIES = 3


Json = dict[str, Any]


class Owner(NamedTuple):
    """A viewer: the account, the id of its token, the language, and the wanted detail.

    Webhooks have no token.
    """

    account_id: str
    token_id: str
    language: str
    detail: Detail = EVENTS

    @property
    def topics(self) -> tuple[str, ...]:
        """Return the ids of the account and of its token, which wake-ups name."""
        return (self.account_id, self.token_id)


class AccountFeed(Reader[Owner, str]):
    """A reader of the changes in the games of accounts; a cursor is a place in the feed."""

    def gone(self, after: str | None) -> Page[str]:
        """Return the last page for an account token that is no longer valid."""
        return Page(after or "", (), False, True, None)

    def _read(self, viewer: Owner, after: str | None) -> Page[str]:
        if not self._db.accounts.admits(viewer.account_id, viewer.token_id):
            return self.gone(after)
        if after is None:
            return self._begin(viewer, SNAPSHOT)
        try:
            moves = self._db.feeds.after(viewer.account_id, after, MOVES_A_PAGE)
        except Lost:
            return self._begin(viewer, RESET)
        messages = tuple(self._messages(viewer, moves))
        cursor, more = moves[-1].id if moves else after, len(moves) == MOVES_A_PAGE
        return Page(cursor, messages, more, False, None)

    def _begin(self, viewer: Owner, kind: str) -> Page[str]:
        """Return the present state of all games, for a viewer without a valid cursor.

        Changes during the read would be sent twice, so the read is repeated, at most ``TRIES``
        times.
        """
        for _ in range(TRIES):
            cursor, games, more = self._standing(viewer.account_id)
            if self._db.feeds.end(viewer.account_id) == cursor:
                break
        body = encode({"id": cursor, "kind": kind, "games": games, "more": more})
        return Page(cursor, (Message(cursor, kind, body),), False, False, None)

    def _standing(self, account_id: str) -> tuple[str, list[Json], bool]:
        cursor = self._db.feeds.end(account_id)
        marks = self._db.listing.of_account(account_id, Order(), None, MOST_GAMES + 1)
        match = self._db.games.summaries([game_id for _, game_id in marks[:MOST_GAMES]])
        games = [_standing(account_id, each) for each in match]
        return cursor, games, len(marks) > MOST_GAMES

    def _messages(self, viewer: Owner, moves: Iterable[Moved]) -> Iterable[Message[str]]:
        """Return a message for each change; the changes of one game share one read."""
        by_game: dict[str, list[Moved]] = {}
        for move in moves:
            by_game.setdefault(move.game, []).append(move)
        found: dict[str, Message[str]] = {}
        for game_id, mine in by_game.items():
            try:
                match = self._load(game_id)
            except NoSuchGame:
                gone = [(move, _left(move)) for move in mine if move.deleted]
                found |= {m.id: Message(m.id, LEFT, encode(body)) for m, body in gone}
                continue
            for move, body in zip(mine, self._bodies(viewer, match, mine), strict=True):
                found[move.id] = Message(move.id, body["kind"], encode(body))
        return [found[move.id] for move in moves if move.id in found]

    def _load(self, game_id: str) -> Match:
        """Return a game, also if its rules are not installed: the other games must be readable."""
        try:
            return self._db.games.load(game_id)
        except OtherRules:
            return self._db.games.record(game_id)

    def _bodies(self, viewer: Owner, match: Match, moves: list[Moved]) -> list[Json]:
        heads = [{"id": m.id, "kind": MOVED, "game": match.id, "rev": m.rev} for m in moves]
        seats = match.seats_of(viewer.account_id)
        if not seats and match.head.account != viewer.account_id:
            return [_left(move) for move in moves]
        seat = seats[0] if seats else None
        first, last = min(m.rev - m.new for m in moves), max(m.rev for m in moves)
        entries = lines(self._db, match, seat, viewer.language, first, last - first, viewer.detail)
        now = _standing(viewer.account_id, match)
        summary = game_view.summary(match, self._db.lifetimes)
        tail = {"seat": seat, "your_turn": now["your_turn"], "summary": summary}
        return [
            {**head, **tail, "entries": entries[m.rev - m.new - first : m.rev - first]}
            for head, m in zip(heads, moves, strict=True)
        ]


def _left(move: Moved) -> Json:
    return {"id": move.id, "kind": LEFT, "game": move.game, "rev": move.rev}


def _standing(account_id: str, match: Match) -> Json:
    """Return a game as a snapshot shows it."""
    seats = match.seats_of(account_id)
    return {
        "game": match.id,
        "ruleset": match.head.ruleset,
        "status": match.position.status,
        "rev": match.rev,
        "seat": seats[0] if seats else None,
        "your_turn": any(map(match.awaits, seats)),
    }
