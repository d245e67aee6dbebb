"""Lists of games: pages of a query that stay stable while games come and go."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import games
from match.match import Match
from match.words import OVER, STATUSES, WAITING
from schemas.listing import BY_CREATION, BY_END, ME
from service.edge import requests
from service.edge.caller import account, identify, load, need_account
from service.edge.context import db
from service.presentation.problems import Problem, invalid, unauthorized
from store import tokens
from store.listing import ListPlace, Order

CHUNK = 100
_TIME = re.compile(r"-?[0-9]{1,15}", re.ASCII)
"""A time in ms, negative for imported games before 1970."""
MOST_LOOKED_AT = 1000
"""The maximal number of games read for one page; the page may be short."""

Read = Callable[[ListPlace | None, int], Sequence[ListPlace]]
"""A function that returns the next places in a list after one of them."""


class Found(NamedTuple):
    """A page of games, the cursor after each of them, and that of the next page, if any."""

    games: list[Match]
    next: str | None
    cursors: Sequence[str] = ()


class Filter(NamedTuple):
    """A filter of games by title or version (``ruleset``), player, result and so on.

    ``held`` returns which seats of a game belong to the caller.
    """

    order: Order
    statuses: Sequence[str]
    titles: Sequence[str]
    ruleset: str | None = None
    open: bool = False
    awaiting: bool = False
    seats: int | None = None
    player: str | None = None
    outcome: str | None = None
    held: Callable[[Match], Sequence[int]] = lambda _: ()

    def fits(self, match: Match) -> bool:
        """Return whether a game passes the filter."""
        if match.position.status not in self.statuses or match.head.title not in self.titles:
            return False
        if self.ruleset not in (None, match.head.ruleset):
            return False
        if self.seats not in (None, len(match.chairs)) or (self.open and not match.free_seats):
            return False
        return self._fits_player(match)

    def _fits_player(self, match: Match) -> bool:
        mine, other = self.held(match), self.player not in (None, ME)
        wanted = match.seats_of_player(self.player or "") if other else mine
        if self.player is not None and not wanted:
            return False
        if self.outcome not in (None, match.outcome(wanted)):
            return False
        return not self.awaiting or any(map(match.awaits, mine))


def find(query: dict[str, Any]) -> Found:
    """Return the page of games for a checked query.

    :raises Problem: 422, unknown title or cursor; 401, invalid token for the caller's own games.
    """
    chosen, limit = _filter(query), query["limit"]
    after = _place_of(query.get("cursor"), chosen.order)
    me, lists = account(), db().listing
    if not _is_own(query):
        read = partial(lists.public, chosen.statuses, chosen.titles, chosen.order)
        if chosen.player is not None:
            read = partial(lists.of_player, chosen.player, chosen.order)
        return _page(read, chosen, after, limit)
    if me is not None:
        chosen = chosen._replace(held=lambda match: match.seats_of(me.id))
        return _page(partial(lists.of_account, me.id, chosen.order), chosen, after, limit)
    match, seat = _own()
    chosen = chosen._replace(held=lambda _: [] if seat is None else [seat])
    time = match.settled if chosen.order.ended else match.head.created
    there = time is not None and chosen.order.holds((time, match.id), after)
    return Found([match] if there and chosen.fits(match) else [], None)


def finished(query: dict[str, Any]) -> Found:
    """Return the page of games that were played to their end, in the order of their ends.

    :raises Problem: 422, unknown title or cursor; 401, no account's token for own games.
    """
    query = {**query, "status": OVER, "sort": BY_END[1]}
    if _is_own(query):
        need_account()
    return find(query)


def _is_own(query: dict[str, Any]) -> bool:
    """Return whether a query asks for games of the caller."""
    return bool(query.get("mine") or "awaiting" in query or query.get("player") == ME)


def _filter(query: dict[str, Any]) -> Filter:
    wanted, titles = query.get("ruleset"), _titles_of(query)
    statuses = [query["status"]] if "status" in query else list(STATUSES)
    if query.get("open"):
        statuses = [status for status in statuses if status == WAITING]
    ended, newest_first = query["sort"] in BY_END, query["sort"].startswith("-")
    return Filter(
        Order(ended, newest_first, query.get("since"), query.get("until")),
        statuses,
        titles,
        wanted if "@" in (wanted or "") else None,
        bool(query.get("open")),
        "awaiting" in query,
        query.get("seats"),
        query.get("player"),
        query.get("result"),
    )


def _titles_of(query: dict[str, Any]) -> list[str]:
    """Return the titles that the ``ruleset`` of a query names; all without one.

    :raises Problem: 422, there is no such title.
    """
    titles, wanted = list(games.all_titles()), query.get("ruleset")
    if wanted is None:
        return titles
    title, at, version = wanted.partition("@")
    if title not in titles or (at and not version):
        text = f"there is no {wanted}; there are: {', '.join(titles)}"
        raise invalid([("ruleset", text)], parameters=True)
    return [title]


def _own() -> tuple[Match, int | None]:
    """Return the game of a seat's or host's token, and the seat."""
    token = requests.bearer()
    if token is None:
        raise unauthorized("no-token")
    try:
        match = load(db(), tokens.game_of(token))
    except Problem:
        raise unauthorized("nobodys-token") from None
    return match, identify(match, token).seat


def _page(read: Read, chosen: Filter, after: ListPlace | None, limit: int) -> Found:
    """Return the next matching games; one more shows whether another page exists."""
    found: list[tuple[ListPlace, Match]] = []
    last, looked = after, 0
    for place, match in islice(_walk(read, after, max(CHUNK, limit + 1)), MOST_LOOKED_AT):
        last, looked = place, looked + 1
        if match is not None and chosen.fits(match):
            found.append((place, match))
            if len(found) > limit:
                last = found[limit - 1][0]
                break
    more = len(found) > limit or looked == MOST_LOOKED_AT
    following = _cursor_of(chosen.order, last) if more and last else None
    cursors = [_cursor_of(chosen.order, place) for place, _ in found[:limit]]
    return Found([match for _, match in found[:limit]], following, cursors)


def _walk(
    read: Read, after: ListPlace | None, chunk: int
) -> Iterator[tuple[ListPlace, Match | None]]:
    """Yield every place of a list and its game, or None if it is gone."""
    while marks := read(after, chunk):
        ids = [game_id for _, game_id in marks]
        there = {match.id: match for match in db().games.summaries(ids)}
        yield from ((mark, there.get(mark[1])) for mark in marks)
        if len(marks) < chunk:
            return
        after = marks[-1]


def _cursor_of(order: Order, place: ListPlace) -> str:
    """Return the cursor after a place in a list of this order."""
    return urlsafe_b64encode(f"{_sort(order)} {place[0]} {place[1]}".encode()).decode().rstrip("=")


def _place_of(cursor: str | None, order: Order) -> ListPlace | None:
    """Return the place of a cursor; None without one.

    :raises Problem: 422, it is no cursor, or one of another order.
    """
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        sort, time, game_id = urlsafe_b64decode(padded).decode("ascii").split(" ")
        if sort != _sort(order) or not _TIME.fullmatch(time):
            raise ValueError(cursor)
        return int(time), game_id
    except ValueError:
        text = "should be the `next` of a page, or the `cursor` of a line, in the same order"
        raise invalid([("cursor", text)], parameters=True) from None


def _sort(order: Order) -> str:
    """Return the ``sort`` of a query for this order."""
    newest, oldest = BY_END if order.ended else BY_CREATION
    return newest if order.newest_first else oldest
