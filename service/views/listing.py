"""Lists of games: what a query asks for, in pages that stay stable while games come and go."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import games
from match.match import Match
from match.words import STATUSES, WAITING
from service.edge import requests
from service.edge.caller import account, identify, load
from service.edge.context import db
from service.presentation.problems import Problem, invalid, unauthorized
from store import tokens
from store.listing import ListPlace

CHUNK = 100
_CREATED = re.compile(r"-?[0-9]{1,15}", re.ASCII)
"""A time in ms, negative for imported games before 1970."""
MOST_LOOKED_AT = 1000
"""The maximal number of games read for one page; the page may be short."""

Read = Callable[[ListPlace | None, int], Sequence[ListPlace]]
"""A function that returns the next places in a list after one of them."""


class Found(NamedTuple):
    """A page of games, and the cursor of the next page, if any."""

    games: list[Match]
    next: str | None


class Filter(NamedTuple):
    """A filter of games by title or version (``ruleset``).

    ``seats_of`` returns which seats of a game belong to the caller.
    """

    statuses: Sequence[str]
    titles: Sequence[str]
    ruleset: str | None = None
    open: bool = False
    awaiting: bool = False
    seats_of: Callable[[Match], Sequence[int]] = lambda _: ()

    def fits(self, match: Match) -> bool:
        """Return whether a game passes the filter."""
        if match.position.status not in self.statuses or match.head.title not in self.titles:
            return False
        if self.ruleset is not None and match.head.ruleset != self.ruleset:
            return False
        if self.open and not match.free_seats:
            return False
        return not self.awaiting or any(map(match.awaits, self.seats_of(match)))


def find(query: dict[str, Any]) -> Found:
    """Return the page of games for a checked query.

    :raises Problem: 422, unknown title or cursor; 401, invalid token for the caller's own games.
    """
    chosen, after, limit = _filter(query), _place(query.get("cursor")), query["limit"]
    me = account()
    if not query.get("mine") and not chosen.awaiting:
        read = partial(db().listing.public, chosen.statuses, chosen.titles)
        return _page(read, chosen, after, limit)
    if me is not None:
        chosen = chosen._replace(seats_of=lambda match: match.seats_of(me.id))
        return _page(partial(db().listing.of_account, me.id), chosen, after, limit)
    match, seat = _own()
    chosen = chosen._replace(seats_of=lambda _: [] if seat is None else [seat])
    return Found([match] if chosen.fits(match) else [], None)


def _filter(query: dict[str, Any]) -> Filter:
    titles = list(games.all_titles())
    wanted = query.get("ruleset")
    title, _, version = (wanted or "").partition("@")
    if wanted is not None and (title not in titles or wanted == f"{title}@"):
        text = f"there is no {wanted}; there are: {', '.join(titles)}"
        raise invalid([("ruleset", text)], parameters=True)
    statuses = [query["status"]] if "status" in query else list(STATUSES)
    if query.get("open"):
        statuses = [status for status in statuses if status == WAITING]
    return Filter(
        statuses,
        [title] if title else titles,
        wanted if version else None,
        bool(query.get("open")),
        "awaiting" in query,
    )


def _own() -> tuple[Match, int | None]:
    """Return the game of a seat's or host's token, and the seat."""
    token = requests.bearer()
    if token is None:
        raise unauthorized("no-token")
    try:
        match = load(db(), tokens.game_of(token))
    except Problem:
        raise unauthorized("unknown-token") from None
    return match, identify(match, token).seat


def _page(read: Read, chosen: Filter, after: ListPlace | None, limit: int) -> Found:
    """Return the next matching games; one more shows whether another page exists."""
    found: list[tuple[ListPlace, Match]] = []
    last, looked = after, 0
    for mark, match in islice(_walk(read, after, max(CHUNK, limit + 1)), MOST_LOOKED_AT):
        last, looked = mark, looked + 1
        if match is not None and chosen.fits(match):
            found.append((mark, match))
            if len(found) > limit:
                last = found[limit - 1][0]
                break
    more = len(found) > limit or looked == MOST_LOOKED_AT
    return Found([match for _, match in found[:limit]], _cursor(last) if more and last else None)


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


def _cursor(mark: ListPlace) -> str:
    return urlsafe_b64encode(f"{mark[0]} {mark[1]}".encode()).decode().rstrip("=")


def _place(cursor: str | None) -> ListPlace | None:
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        created, _, game_id = urlsafe_b64decode(padded).decode("ascii").partition(" ")
        if not _CREATED.fullmatch(created):
            raise ValueError(created)
        return int(created), game_id
    except ValueError:
        text = "should be the `next` of another page"
        raise invalid([("cursor", text)], parameters=True) from None
