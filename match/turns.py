"""Turns: the steps of a seat as an entry of the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from engine.core import State
from engine.table import GameOver, IllegalStep, NotYourTurn, Table, Turn
from engine.title import Title
from match import course
from match.entries import Entry, pack_lines
from match.errors import Refused, refuses
from match.match import Change, Match, Traces
from match.replay import without_quiet
from match.requirements import (
    require_asked,
    require_awake,
    require_fresh,
    require_player,
    require_started,
)
from match.snapshot import Snapshot, capture
from match.tables import table_of, title_of
from match.words import END, TURN

MOST_STEPS = 200
"""The maximal number of steps of a turn; requests with more are refused by their schemas."""


class IncompleteTurn(Exception):
    """The steps end in the middle of a turn; ``table`` is the table after them."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(f"seat {seat} must choose again")
        self.table, self.seat = table, seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnChange(Change):
    """The change of a turn, and the table after it."""

    table: Table


@dataclass(frozen=True, slots=True)
class Played:
    """A turn in the record: the match right after it, its entry, its events by line, the table.

    ``index`` is the entry's place in the log. ``repeated``: it was in the record before.
    """

    match: Match
    index: int
    entry: Entry
    traces: Traces
    table: Table
    repeated: bool = False


class Watched(Table):
    """A table that notes which answers of a turn must stay secret."""

    def __init__(self, title: Title, state: State[Any]) -> None:
        super().__init__(title, state)
        self.secret: list[bool] = []

    def step(self, seat: int, step: str, turn: Turn, auto: bool = False) -> None:
        asked = self.decision(seat).effect[0]
        super().step(seat, step, turn, auto)
        self.secret.append(self.title.rules.verbs[asked].own)


@refuses("game-over", "not-your-turn", "illegal-step")
@contextmanager
def refusing(match: Match, seat: int, steps: Sequence[str]) -> Iterator[None]:
    """Refuse what a table of the match does not let a seat do with these steps."""
    try:
        yield
    except GameOver:
        raise Refused("game-over", match) from None
    except NotYourTurn:
        raise Refused("not-your-turn", match, seat=seat) from None
    except IllegalStep as error:
        raise Refused("illegal-step", match, steps=steps, error=error) from None


@refuses(refusing, require_asked)
def try_steps(match: Match, seat: int, steps: Sequence[str]) -> tuple[Table, Turn]:
    """Return the table after some steps of a turn, and that turn."""
    require_asked(match, seat)
    table = table_of(match)
    with refusing(match, seat, steps):
        return table, table.play(seat, steps)


@refuses(refusing, require_fresh, require_asked)
def preview(match: Match, seat: int, steps: Sequence[str], known: int) -> tuple[Table, Turn]:
    """Return the table after some steps as far as nothing is drawn or revealed, and that turn."""
    require_fresh(match, seat, known)
    require_asked(match, seat)
    with refusing(match, seat, steps):
        return table_of(match).peek(seat, steps)


@refuses("incomplete-turn", refusing)
def play_whole(
    match: Match, table: Watched, seat: int, steps: Sequence[str], now: int
) -> tuple[Turn, Entry]:
    """Play a whole turn on a table of the match; return the turn and its entry."""
    try:
        with refusing(match, seat, steps):
            return play_on(table, seat, steps, now)
    except IncompleteTurn as error:
        count, after = len(steps), error.table
        raise Refused("incomplete-turn", match, count=count, seat=seat, table=after) from None


@refuses(play_whole, require_started, require_awake)
def play(match: Match, now: int, seat: int, steps: Sequence[str]) -> TurnChange:
    """Play a whole turn, with all forced answers after it."""
    require_started(match)
    require_awake(match)
    table = Watched.load(title_of(match), match.snapshot.state)
    turn, entry = play_whole(match, table, seat, steps, now)
    position = course.after(match.head, match.holders, match.position, table, entry, match.rev + 1)
    entries = [entry]
    if table.over:
        entries.append(Entry(END, now, result=position.result))
    traces = without_quiet(table.title, turn.traces)
    snapshot = capture(table, match.rev + len(entries), position)
    return TurnChange(entries, snapshot, [traces], table=table)


@refuses(require_player, require_fresh, play)
def post(match: Match, now: int, seat: int, steps: Sequence[str], known: int) -> TurnChange:
    """Play a turn that the owner of a seat chose at revision ``known``.

    Turns of other seats since then do not matter while the seat's question is the same.
    """
    require_player(match, seat)
    require_fresh(match, seat, known)
    return play(match, now, seat, steps)


def play_on(table: Watched, seat: int, steps: Sequence[str], now: int) -> tuple[Turn, Entry]:
    """Play a whole turn on a table; return the turn and its entry.

    :raises engine.table.NotYourTurn: other seats are asked.
    :raises engine.table.GameOver: the game has ended.
    :raises engine.table.IllegalStep: a step is not offered.
    :raises IncompleteTurn: more steps are needed.
    """
    table.secret.clear()
    turn = table.commit(seat, steps)
    if not turn.complete:
        raise IncompleteTurn(table, seat)
    entry = Entry(
        TURN,
        now,
        seat,
        pack_lines(turn.lines),
        secret=tuple(i for i, own in enumerate(table.secret) if own),
        reveals=turn.reveals,
        apart=bool(table.state.apart),
    )
    return turn, entry


def find_repeated(
    entries: Sequence[Entry], first: int, seat: int, steps: Sequence[str]
) -> int | None:
    """Return the index of the entry that these steps of a seat became.

    ``entries`` are those from index ``first`` on; the seat's first turn among them counts.
    """
    turns = (i for i, e in enumerate(entries, first) if e.kind == TURN and e.seat == seat)
    index = next(turns, None)
    if index is None or entries[index - first].posted != list(steps):
        return None
    return index


def after_repeated(entries: Sequence[Entry], first: int, index: int) -> int:
    """Return the revision after a turn, and after the end of the match if it ended it."""
    ends = entries[index - first + 1 : index - first + 2]
    return index + (2 if ends and ends[0].kind == END else 1)


def played(after: Match, change: TurnChange) -> Played:
    """Return the turn that a change added to a match; ``after`` is the match after it."""
    index = after.rev - len(change.entries)
    return Played(after, index, change.entries[0], change.traces[0], change.table)


def played_before(
    match: Match, snapshot: Snapshot, index: int, entry: Entry, traces: Traces
) -> Played:
    """Return a turn that was in the record before; ``snapshot`` is the one right after it."""
    then = replace(match, snapshot=snapshot)
    return Played(then, index, entry, traces, table_of(then), repeated=True)
