"""Tables: the title of a match, its table at the start, and its table now."""

from __future__ import annotations

from contextlib import suppress

import games
from engine.table import Table
from engine.title import Title
from match.head import Head
from match.match import Match


class OtherRules(Exception):
    """The game was played under a version of the rules that this server does not have."""


def exact_title(ruleset: str) -> Title:
    """The title whose rules a record was played under.

    :raises OtherRules: this server has no such title, or another version.
    """
    try:
        return games.find(ruleset)
    except KeyError:
        raise OtherRules(ruleset) from None


def first_holders(match: Match) -> tuple[str, ...]:
    """Who sat where at revision 0."""
    return match.head.holders or tuple(chair.holder for chair in match.chairs)


def first_table(head: Head, seats: int, game: Title) -> Table:
    """The table at the start, up to its first real choice: as set up, or where a fork begins."""
    if head.fork is None:
        return Table.new(game, seats, head.options, head.seed)
    table = Table.load(game, head.fork.state)
    table.force([])
    return table


def title_of(match: Match) -> Title:
    """The title in the version that a running game began with, or in the newest where that is gone.

    :raises OtherRules: this server has no such title.
    """
    for name in (match.head.ruleset, match.head.title):
        with suppress(KeyError):
            return games.find(name)
    raise OtherRules(match.head.ruleset)


def table_of(match: Match) -> Table:
    """The table of a game as it stands: ``open`` questions, ``peek``, views.

    :raises OtherRules: as ``title_of``.
    """
    return Table.load(title_of(match), match.snapshot.state)
