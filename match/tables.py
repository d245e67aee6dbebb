"""Tables: the title of a match, its table at the start or of a fork, and its table now."""

from __future__ import annotations

from random import Random
from typing import Any

import games
from engine.codec import decode, encode
from engine.core import State
from engine.guess import guess
from engine.table import Table, Turn
from engine.title import Title
from match.head import Head
from match.match import Match


class OtherRules(Exception):
    """The game needs rules that are not installed."""


def exact_title(ruleset: str) -> Title:
    """Return the title of a record.

    :raises OtherRules: there is no such title, or another version.
    """
    try:
        return games.find(ruleset)
    except KeyError:
        raise OtherRules(ruleset) from None


def first_holders(match: Match) -> tuple[str, ...]:
    """Return the holders at revision 0."""
    return match.head.holders or tuple(chair.holder for chair in match.chairs)


def first_table(head: Head, seats: int, title: Title) -> Table:
    """Return the table at the start, up to its first real choice: the setup, or the state of a
    fork."""
    if head.fork is None:
        return Table.new(title, seats, head.options, head.seed)
    table = Table.load(title, head.fork.state)
    table.force(Turn())
    return table


def branch(title: Title, state: bytes, viewer: int | None, seed: bytes, over: bool) -> bytes:
    """Return the first state of a fork, with its own luck from draw 0 on.

    While the other game runs (not ``over``), everything hidden from its ``viewer`` is dealt again.
    The result depends only on what that seat (None: a spectator) sees and on the seed.
    """
    then: State[Any] = decode(title.state, state)
    if not over:
        then = guess(then, viewer, Random(seed))
    then.seed, then.draws = seed, 0
    return encode(then)


def least_seats(head: Head, seats: int, title: Title) -> int:
    """Return down to how many of its seats a game can be closed before it starts.

    A fork needs the seats of its state, and an option may need more seats than its title.
    """
    while head.fork is None and not title.faults(seats - 1, head.options):
        seats -= 1
    return seats


def title_of(match: Match) -> Title:
    """Return the title of a match, in the version of the rules that it began with.

    :raises OtherRules: this server has no such title, or only older versions of it.
    """
    return exact_title(match.head.ruleset)


def table_of(match: Match) -> Table:
    """Return the current table of a game: ``open`` questions, ``peek``, views.

    :raises OtherRules: as ``title_of``.
    """
    return Table.load(title_of(match), match.snapshot.state)
