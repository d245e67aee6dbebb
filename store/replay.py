"""Replay: any moment of a game and what led to it, rebuilt from its record."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import games
from engine.core import Item
from engine.table import Table
from engine.title import Title
from store import course
from store import moment as moments
from store.entries import CLOSED, RETRACTED, SEAT, TURN, Entry
from store.head import Head
from store.moment import Moment, Position

if TYPE_CHECKING:
    from store.games import Stored

KEPT_MOMENTS = 64

Mark = tuple[bytes, Position]
"""What a retraction restores: a state, and where the game stood."""


class OtherRules(Exception):
    """The game was played under a version of the rules that this server does not have."""


class Step(NamedTuple):
    """One entry played again: the revision after it, the table there, and what it led to.

    ``holders`` tells who sits where there.
    """

    rev: int
    table: Table
    position: Position
    trace: list[Item]
    holders: tuple[str, ...]


def rules_of(ruleset: str) -> Title:
    """The title whose rules a record was played under.

    :raises OtherRules: this server has no such title, or another version.
    """
    try:
        return games.find(ruleset)
    except KeyError:
        raise OtherRules(ruleset) from None


def first_holders(stored: Stored) -> tuple[str, ...]:
    """Who sat where at revision 0."""
    return stored.head.seats or tuple(chair.holder for chair in stored.seats)


def first_table(head: Head, seats: int, game: Title) -> Table:
    """The table at the start, up to its first real choice: as set up, or where a fork begins."""
    if head.fork is None:
        return Table.new(game, seats, head.options, head.seed)
    table = Table.load(game, head.fork.state)
    table.force([])
    return table


def walk(stored: Stored, entries: Sequence[Entry]) -> Iterator[Step]:
    """Play a record from the start, retracted turns included; the first step is revision 0.

    The table of a step moves on with the next one: use it before.

    :raises OtherRules: the record needs rules that are not here.
    """
    holders = first_holders(stored)
    table = first_table(stored.head, len(holders), rules_of(stored.head.ruleset))
    targets = {e.back_to for e in entries if e.kind == RETRACTED}
    marks: dict[int, Mark] = {}
    step = Step(0, table, course.begin(stored.head, holders, table), [], holders)
    for rev, entry in enumerate([None, *entries]):
        if entry is not None:
            step = follow(stored, step, entry, rev, marks)
        if rev in targets:
            marks[rev] = step.table.save(), step.position
        yield step


def follow(stored: Stored, step: Step, entry: Entry, rev: int, marks: Mapping[int, Mark]) -> Step:
    """The step that an entry leads to; ``marks`` holds the revisions that are gone back to.

    Of ``stored`` only the header and the first seats count.
    """
    table, trace, then = step.table, list[Item](), None
    holders = course.seated(step.holders, entry)
    if entry.kind == TURN:
        trace = table.replay(entry.lines).trace
    elif entry.kind == RETRACTED and entry.back_to is not None:
        state, then = marks[entry.back_to]
        table = type(table).load(table.game, state)
    elif entry.kind == SEAT and entry.why == CLOSED:
        table = type(table)(table.game, first_table(stored.head, len(holders), table.game).state)
    position = course.after(stored.head, holders, step.position, table, entry, rev, then)
    return Step(rev, table, position, trace, holders)


def moment(stored: Stored, entries: Sequence[Entry], rev: int) -> Moment:
    """The game as it stood at ``rev``.

    :raises OtherRules: as ``walk``.
    """
    key = (stored.id, stored.head.seed, rev)
    if (kept := _cache.get(key)) is not None:
        return kept
    for step in walk(stored, entries[:rev]):
        last = step
    found = moments.capture(last.table, rev, last.position)
    _cache.put(key, found)
    return found


def traces(stored: Stored, entries: Sequence[Entry]) -> list[list[Item]]:
    """What each entry led to, without bookkeeping; [] for entries that are no turns.

    :raises OtherRules: as ``walk``.
    """
    found = [told(step.table.game, step.trace) for step in walk(stored, entries)]
    return found[1:]


def told(game: Title, trace: Sequence[Item]) -> list[Item]:
    """The effects worth telling: all but those of quiet verbs."""
    verbs = game.rules.verbs
    return [item for item in trace if not verbs[item[1][0]].quiet]


class _Moments:
    """The moments rebuilt last; a record never changes, so they stay true."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, bytes, int], Moment] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[str, bytes, int]) -> Moment | None:
        """The moment, if it is still kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: tuple[str, bytes, int], value: Moment) -> None:
        """Keep a moment; the one unused for longest goes."""
        with self._lock:
            self._kept[key] = value
            if len(self._kept) > KEPT_MOMENTS:
                self._kept.popitem(last=False)


_cache = _Moments()
