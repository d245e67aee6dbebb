"""Records from elsewhere: played entry by entry, and believed in nothing that can be checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from engine.core import Item
from engine.luck import Draw, hearing
from engine.table import GameOver, IllegalStep, NotYourTurn
from store import course, shown
from store import moment as moments
from store.entries import (
    CLOCK,
    CLOSED,
    END,
    RETRACTED,
    SEAT,
    TIMEOUT,
    TURN,
    UNDO_REQUESTED,
    Entry,
    Packed,
)
from store.games import now_ms
from store.head import OPEN
from store.moment import FINISHED, RUNNING, WAITING, Moment
from store.replay import Mark, Step, first_holders, first_table, follow, rules_of
from store.turns import IncompleteTurn, NotStarted, Watched, commit

if TYPE_CHECKING:
    from store.games import Stored

MOST_ENTRIES, MOST_LINES = 2_000, 8_000
"""Of a record that is taken: about ten times those of the longest games."""
SHOWN_STEPS = 20
CLOCKS_APART = 3_600_000
"""The most (ms) that the clocks of two machines may differ by."""


class Fault(Exception):
    """What is wrong with a record.

    ``why`` names the sentence that says it. ``place`` is a JSON pointer into the record as JSON,
    ``index`` the number of the entry (from 0); ``expected`` and ``got`` are plain data.
    """

    def __init__(
        self,
        why: str,
        place: str = "",
        expected: Any = None,
        got: Any = None,
        index: int | None = None,
    ) -> None:
        super().__init__(f"{place or 'record'}: expected {expected!r}, got {got!r}")
        self.why, self.place, self.index = why, place, index
        self.expected, self.got = expected, got


@dataclass
class Checked:
    """A record played from its beginning: what can be told of it without believing anybody.

    ``entries`` are as this service would have written them. ``draws[rev]`` are those that the
    entry before ``rev`` made, ``draws[0]`` those of the setup. ``kept`` are the turns in force.
    """

    bare: Stored
    step: Step
    entries: list[Entry] = field(default_factory=list)
    draws: list[list[Draw]] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)

    @property
    def table(self) -> Watched:
        """The table at the end."""
        assert isinstance(self.step.table, Watched)
        return self.step.table

    @property
    def moment(self) -> Moment:
        """The moment at the end."""
        return moments.capture(self.table, len(self.entries), self.step.position)


def measure(entries: int, lines: int) -> None:
    """Refuse what would take too long to play.

    :raises Fault: too many entries or lines.
    """
    for place, most, got in (
        ("/entries", MOST_ENTRIES, entries),
        ("/entries/*/steps", MOST_LINES, lines),
    ):
        if got > most:
            raise Fault("record-too-long", place, most, got)


def play(bare: Stored, entries: Sequence[Entry], close: bool = False) -> Checked:
    """Play every entry of a record as if it were posted now.

    Only header and seats of ``bare`` are used. ``close`` adds the entry that ends a game whose
    last turn ended it.

    :raises Fault: an entry cannot have been made there, or tells of itself what is not so.
    :raises store.replay.OtherRules: the rules are not here.
    """
    measure(len(entries), sum(len(entry.packed) for entry in entries))
    targets = {e.back_to for e in entries if e.kind == RETRACTED}
    marks: dict[int, Mark] = {}
    with hearing() as heard:
        checked = Checked(bare, _first(bare))
        for rev in range(len(entries) + 1):
            if rev:
                latest = entries[rev - 2].at if rev > 1 else bare.head.created
                _in_time(entries[rev - 1], latest, rev - 1)
                _add(checked, entries[rev - 1], marks)
            if rev in targets:
                marks[rev] = checked.step.table.save(), checked.step.position
            checked.draws.append(heard[:])
            heard.clear()
    _end(checked, close)
    _seated(checked)
    return checked


def go_on(checked: Checked, seat: int, steps: Sequence[str], at: int) -> tuple[int, list[Item]]:
    """Play one more turn; the index of its entry, and what it led to.

    :raises Fault: the record would become too long.
    :raises store.turns.NotStarted: seats are still open.
    :raises Exception: as ``store.turns.commit``; the table is spoilt then.
    """
    lines = sum(len(entry.packed) for entry in checked.entries)
    measure(len(checked.entries) + 1, lines + len(steps))
    position = checked.step.position
    if position.status == WAITING:
        raise NotStarted
    if position.status in FINISHED:
        raise GameOver
    with hearing() as heard:
        turn, entry = commit(checked.table, seat, steps, lambda: at)
    index, rev = len(checked.entries), len(checked.entries) + 1
    head, holders = checked.bare.head, checked.step.holders
    position = course.after(head, holders, position, checked.table, entry, rev)
    checked.step = Step(rev, checked.table, position, turn.trace, holders)
    checked.entries.append(entry)
    checked.draws.append(heard)
    checked.kept.append(index)
    _end(checked, close=True)
    return index, turn.trace


def _first(bare: Stored) -> Step:
    holders, game = first_holders(bare), rules_of(bare.head.ruleset)
    if len(holders) not in game.seats:
        expected = f"{game.seats[0]} to {game.seats[-1]}"
        raise Fault("record-differs", "/holders", expected, len(holders))
    table = first_table(bare.head, len(holders), game)
    if (players := len(table.state.players)) != len(holders):
        raise Fault("record-differs", "/seats", players, len(holders))
    watched = Watched(game, table.state)
    return Step(0, watched, course.begin(bare.head, holders, watched), [], holders)


def _add(checked: Checked, entry: Entry, marks: dict[int, Mark]) -> None:
    index = len(checked.entries)
    _admit(checked, entry, index, marks)
    if entry.kind == TURN:
        checked.step, entry = _turn(checked.bare, checked.step, entry, index)
        checked.kept.append(index)
    else:
        checked.step = follow(checked.bare, checked.step, entry, index + 1, marks)
    position = checked.step.position
    if entry.kind == END:
        if position.status not in FINISHED:
            raise _fault("record-not-over", index, "kind", TURN, END)
        entry = msgspec.structs.replace(entry, result=position.result)
    checked.entries.append(entry)


def _fault(why: str, index: int, member: str, expected: Any, got: Any) -> Fault:
    return Fault(why, f"/entries/{index}/{member}", expected, got, index)


def _in_time(entry: Entry, latest: int, index: int) -> None:
    """Entries follow each other in time, as far as the clocks of several machines agree.

    None is of a time to come: what is added to the record is of now.
    """
    if not latest - CLOCKS_APART <= entry.at <= now_ms() + CLOCKS_APART:
        raise _fault("record-time", index, "at", shown.iso(latest), shown.iso(entry.at))


def _admit(checked: Checked, entry: Entry, index: int, marks: dict[int, Mark]) -> None:
    """Whether such an entry may stand there at all."""
    status, made = checked.step.position.status, checked.entries
    players = len(checked.table.state.players)
    if made and made[-1].kind == END:
        raise Fault("record-after-end", f"/entries/{index}", None, entry.kind, index)
    if status in FINISHED and entry.kind != END:
        raise _fault("record-after-end", index, "kind", END, entry.kind)
    if not _first_seat(entry) <= entry.seat < players:
        raise _fault("record-differs", index, "seat", list(range(players)), entry.seat)
    if entry.starts and status != WAITING:
        raise _fault("record-differs", index, "starts", False, True)
    if entry.kind == TURN and status == WAITING:
        raise _fault("record-not-started", index, "kind", "seat", TURN)
    if entry.kind == SEAT:
        _admit_seat(checked, entry, index)
    # Without a clock it is a sandbox's, whose record began with one.
    no_clock, times = checked.bare.head.clock is None, checked.step.position.times
    if entry.kind == CLOCK and entry.why == TIMEOUT and not (no_clock or times):
        raise _fault("record-differs", index, "why", None, TIMEOUT)
    if entry.back_to is not None and not 0 <= entry.back_to <= index:
        raise _fault("record-target", index, "back_to", f"0 to {index}", entry.back_to)
    if entry.kind == RETRACTED:
        _admit_retraction(checked.kept, entry, index, marks)
    if entry.request is not None:
        asked = made[entry.request - 1].kind if 0 < entry.request <= index else None
        if asked != UNDO_REQUESTED:
            raise _fault("record-request", index, "request", UNDO_REQUESTED, asked)


def _seated(checked: Checked) -> None:
    """Those who sit there in the end are those whom the entries put there."""
    told = [chair.holder for chair in checked.bare.seats]
    if told != list(checked.step.holders):
        raise Fault("record-differs", "/seats", list(checked.step.holders), told)


def _first_seat(entry: Entry) -> int:
    """The least number the seat of such an entry may have; -1 is nobody, or the host."""
    return 0 if entry.kind == TURN or entry.why == TIMEOUT else -1


def _admit_seat(checked: Checked, entry: Entry, index: int) -> None:
    """A seat is taken away before the start only, and if the title can be played by fewer."""
    waits, holders = checked.step.position.status == WAITING, checked.step.holders
    if entry.seat < 0 or entry.holder is None:
        raise _fault("record-differs", index, "seat", list(range(len(holders))), entry.seat)
    fewer = len(holders) - 1 in checked.table.game.seats and checked.bare.head.fork is None
    if CLOSED in (entry.why, entry.holder) and not (
        entry.why == entry.holder and waits and fewer and holders[entry.seat] == OPEN
    ):
        raise _fault("record-differs", index, "why", None, entry.why)


def _admit_retraction(kept: list[int], entry: Entry, index: int, marks: dict[int, Mark]) -> None:
    """A retraction goes back to before a turn, but not to before the start."""
    if entry.back_to is None:
        raise _fault("record-target", index, "back_to", f"0 to {index - 1}", None)
    if marks[entry.back_to][1].status != RUNNING:
        raise _fault("record-target", index, "back_to", "after the start", entry.back_to)
    if not kept or kept[-1] < entry.back_to:
        expected = f"at most {kept[-1]}" if kept else "a turn to take back"
        raise _fault("record-target", index, "back_to", expected, entry.back_to)
    while kept and kept[-1] >= entry.back_to:
        kept.pop()


def _turn(bare: Stored, step: Step, entry: Entry, index: int) -> tuple[Step, Entry]:
    """Play a turn; the entry as it should be, everything it tells of itself found anew."""
    assert isinstance(step.table, Watched)
    posted = [place for place, line in enumerate(entry.packed) if isinstance(line, str)]
    try:
        turn, made = commit(step.table, entry.seat, entry.posted, lambda: entry.at)
    except (NotYourTurn, GameOver):
        awaited = step.table.awaited
        raise _fault("record-not-asked", index, "seat", awaited, entry.seat) from None
    except IllegalStep as error:
        expected = [o.id for o in error.decision.options[:SHOWN_STEPS]] if error.decision else []
        why = "record-step" if error.decision else "record-turn-ended"
        place = f"steps/{posted[error.index]}/step"
        raise _fault(why, index, place, expected, error.step) from None
    except IncompleteTurn as error:
        options = error.table.decision(error.seat).options[:SHOWN_STEPS]
        place = f"steps/{len(entry.packed)}"
        raise _fault("record-incomplete", index, place, [o.id for o in options], None) from None
    if made.packed != entry.packed:
        raise _other_lines(made, entry, index)
    made = msgspec.structs.replace(
        entry, secret=made.secret, reveals=made.reveals, apart=made.apart
    )
    rev, holders = index + 1, step.holders
    position = course.after(bare.head, holders, step.position, step.table, made, rev)
    return Step(rev, step.table, position, turn.trace, holders), made


def _other_lines(made: Entry, entry: Entry, index: int) -> Fault:
    """The first answer that is not the one which was the only option there."""
    ours, theirs = [*made.packed, None], [*entry.packed, None]
    place = next(i for i, (one, two) in enumerate(zip(ours, theirs, strict=False)) if one != two)
    told = [_told(lines[place], entry.seat) for lines in (ours, theirs)]
    return _fault("record-forced", index, f"steps/{place}", *told)


def _told(line: Packed | None, seat: int) -> dict[str, Any] | None:
    if line is None:
        return None
    step, whose, auto = (line, seat, False) if isinstance(line, str) else (*line, True)
    return {"seat": whose, "step": step, "auto": auto}


def _end(checked: Checked, close: bool) -> None:
    """A game that is over has an entry that says so."""
    made, position = checked.entries, checked.step.position
    if position.status not in FINISHED or (made and made[-1].kind == END):
        return
    if not close:
        raise Fault("record-differs", f"/entries/{len(made)}", {"kind": END}, None, len(made))
    at = made[-1].at if made else 0
    made.append(Entry(END, at, result=position.result))
    checked.draws.append([])
    checked.step = checked.step._replace(rev=len(made))
