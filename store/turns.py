"""Turns: the one way in which a seat's steps become an entry of the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core import Item, State
from engine.table import GameOver, Table, Turn
from engine.title import Title
from match import course
from match.entries import Entry, pack_lines
from match.match import Change, Match
from match.replay import without_quiet
from match.snapshot import capture
from match.tables import title_of
from match.words import END, FINISHED, TURN, WAITING
from store.games import Conflict, now_ms
from store.script import Bucket

if TYPE_CHECKING:
    from store import Store


class NotStarted(Exception):
    """Some seats are still open; nobody is asked yet."""


class Paused(Exception):
    """All people have agreed that the game rests."""


class Away(Exception):
    """A bot plays for this seat; ``match`` tells for whom, and whether they may come back."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(f"a bot plays for seat {seat}")
        self.match, self.seat = match, seat


class SeatLost(Exception):
    """Somebody else has taken the seat meanwhile."""


class IncompleteTurn(Exception):
    """The steps end in the middle of a turn; ``table`` is where they lead."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(f"seat {seat} must choose again")
        self.table, self.seat = table, seat


class Stale(Exception):
    """The game has moved on since the revision the caller knew; ``match`` is how it stands."""

    def __init__(self, match: Match, known: int) -> None:
        super().__init__(f"revision {known} is stale")
        self.match, self.known = match, known


@dataclass(frozen=True, slots=True)
class Played:
    """A turn in the record: the game right after it, its entry, what it led to, and the table.

    ``index`` is the entry's place in the log. ``repeated``: it had been in the record before.
    """

    match: Match
    index: int
    entry: Entry
    trace: list[Item]
    table: Table
    repeated: bool = False


class Watched(Table):
    """A table that notes which answers of a turn must stay secret."""

    def __init__(self, game: Title, state: State[Any]) -> None:
        super().__init__(game, state)
        self.secret: list[bool] = []

    def step(self, seat: int, step: str, turn: Turn, auto: bool = False) -> None:
        asked = self.decision(seat).effect[0]
        super().step(seat, step, turn, auto)
        self.secret.append(self.game.rules.verbs[asked].own)


def play(
    db: Store,
    before: Match,
    seat: int,
    steps: Sequence[str],
    buckets: Sequence[Bucket] = (),
) -> Played:
    """Play a whole turn on the game as loaded and commit it, with all forced answers after it.

    Each of ``buckets`` gives a token for it.

    :raises NotStarted: seats are still open.
    :raises GameOver: the game has ended.
    :raises Paused: the game rests.
    :raises NotYourTurn: other seats are asked.
    :raises IllegalStep: a step is not offered.
    :raises IncompleteTurn: more steps are needed.
    :raises store.games.Conflict: the game has moved on since it was loaded; nothing was stored.
    :raises store.games.Limited: a bucket is empty; nothing was stored.
    """
    if before.position.status == WAITING:
        raise NotStarted
    if before.position.status in FINISHED:
        raise GameOver
    if before.paused:
        raise Paused
    table = Watched.load(title_of(before), before.snapshot.state)
    turn, entry = commit(table, seat, steps, now_ms)
    holders = [chair.holder for chair in before.chairs]
    position = course.after(before.head, holders, before.position, table, entry, before.rev + 1)
    entries = [entry]
    if table.over:
        entries.append(Entry(END, entry.at, result=position.result))
    trace = without_quiet(table.game, turn.trace)
    snapshot = capture(table, before.rev + len(entries), position)
    after = db.games.commit(before, Change(entries, snapshot, [trace]), buckets=buckets)
    return Played(after, before.rev, entry, trace, table)


def commit(
    table: Watched, seat: int, steps: Sequence[str], clock: Callable[[], int]
) -> tuple[Turn, Entry]:
    """Play a whole turn on a table; the turn, and its entry at the time (ms) it was done.

    :raises engine.table.NotYourTurn: as ``play``, and so the others it names of the engine.
    :raises IncompleteTurn: more steps are needed.
    """
    table.secret.clear()
    turn = table.commit(seat, steps)
    if not turn.complete:
        raise IncompleteTurn(table, seat)
    entry = Entry(
        TURN,
        clock(),
        seat,
        pack_lines(turn.lines),
        secret=tuple(i for i, own in enumerate(table.secret) if own),
        reveals=turn.reveals,
        apart=bool(table.state.apart),
    )
    return turn, entry


def post(
    db: Store,
    match: Match,
    seat: int,
    steps: Sequence[str],
    known: int,
    buckets: Sequence[Bucket] = (),
) -> Played:
    """Play a turn that the person chose who has the seat when the game was at revision ``known``.

    The same steps posted again give the entry they already are. What other seats did since does
    not matter as long as the seat's question is still the one it was at ``known``.

    :raises Away: a bot plays for the seat.
    :raises SeatLost: somebody else has taken it while others moved.
    :raises Stale: the seat's question was opened or answered after ``known``.
    :raises Exception: as ``play``, except Conflict.
    """
    owner = match.chairs[seat].owner
    while True:
        fresh = is_fresh(match, seat, known)
        if not fresh and (again := find_repeated(db, match, seat, steps, known)):
            return again
        if match.chairs[seat].is_bot:
            raise Away(match, seat)
        if not fresh:
            raise Stale(match, known)
        try:
            return play(db, match, seat, steps, buckets)
        except Conflict:
            match = db.games.load(match.id)
        if len(match.chairs) <= seat or match.chairs[seat].owner != owner:
            raise SeatLost


def is_fresh(match: Match, seat: int, known: int) -> bool:
    """Whether a choice made at revision ``known`` answers the seat's present question."""
    asked = match.position.question(seat)
    return (match.rev if asked is None else asked.rev) <= known <= match.rev


def find_repeated(
    db: Store, match: Match, seat: int, steps: Sequence[str], known: int
) -> Played | None:
    """The entry these very steps of the seat became after ``known``, if they did."""
    entries = db.games.entries(match, known)
    turns = (i for i, e in enumerate(entries, known) if e.kind == TURN and e.seat == seat)
    index = next(turns, None)
    if index is None or entries[index - known].posted != list(steps):
        return None
    ends = entries[index - known + 1 : index - known + 2]
    rev = index + (2 if ends and ends[0].kind == END else 1)
    snapshot = db.games.snapshot(match, rev)
    trace = db.games.traces(match, index, index + 1)[0]
    table = Table.load(title_of(match), snapshot.state)
    then = Match(match.id, match.head, match.chairs, snapshot, match.packed_log)
    return Played(then, index, entries[index - known], trace, table, repeated=True)
