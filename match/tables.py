"""Tables: the title of a match, its table at the start, and its table now."""

from __future__ import annotations

import games
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
