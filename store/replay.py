"""Replay: any moment of a game and what led to it, rebuilt from its record."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import games
from engine.core import Item
from engine.game import Game
from engine.table import Table
from store import moment as moments
from store.entries import RETRACTED, TURN, Entry
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
    """One entry played again: the revision after it, the table there, and what it led to."""

    rev: int
    table: Table
    position: Position
    trace: list[Item]


def rules_of(ruleset: str) -> Game:
    """The title whose rules a record was played under.

    :raises OtherRules: this server has no such title, or another version.
    """
    try:
        return games.find(ruleset)
    except KeyError:
        raise OtherRules(ruleset) from None


def first_table(head: Head, seats: int, game: Game) -> Table:
    """The table at revision 0, up to its first real choice: as set up, or where a fork begins."""
    if head.fork is None:
        return Table.new(game, seats, head.options, head.seed)
    table = Table.load(game, head.fork.state)
    table.force([])
    return table


def beginning(head: Head, table: Table) -> Position:
    """Where a game stands at revision 0."""
    return moments.waiting(table) if head.waits else moments.started(table, 0, head.created)


def walk(stored: Stored, entries: Sequence[Entry]) -> Iterator[Step]:
    """Play a record from the start, retracted turns included; the first step is revision 0.

    The table of a step moves on with the next one: use it before.

    :raises OtherRules: the record needs rules that are not here.
    """
    head = stored.head
    game = rules_of(head.ruleset)
    table = first_table(head, len(stored.seats), game)
    begin = beginning(head, table)
    targets = {e.back_to for e in entries if e.kind == RETRACTED}
    marks: dict[int, Mark] = {}
    step = Step(0, table, begin, [])
    for rev, entry in enumerate([None, *entries]):
        if entry is not None:
            step = follow(step, entry, rev, marks)
        if rev in targets:
            marks[rev] = step.table.save(), step.position
        yield step


def follow(step: Step, entry: Entry, rev: int, marks: Mapping[int, Mark]) -> Step:
    """The step that an entry leads to; ``marks`` holds the revisions that are gone back to."""
    table, position = step.table, step.position
    if entry.kind == TURN:
        trace = table.replay(entry.lines).trace
        return Step(rev, table, moments.after_turn(position, table, entry, rev), trace)
    if entry.kind == RETRACTED and entry.back_to is not None:
        state, then = marks[entry.back_to]
        table = type(table).load(table.game, state)
        return Step(rev, table, moments.after_retraction(then, rev, entry.at), [])
    return Step(rev, table, moments.after_entry(position, table, entry, rev), [])


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


def told(game: Game, trace: Sequence[Item]) -> list[Item]:
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
