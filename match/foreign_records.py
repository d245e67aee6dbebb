"""Foreign records: replayed entry by entry, and verified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.luck import Draw, hearing
from engine.table import GameOver, IllegalStep, NotYourTurn
from match import course
from match.admission import Situation, admit, in_time, require_seated
from match.entries import Entry, Packed
from match.errors import Fault, Refused, entry_fault, refuses
from match.match import Match, Traces
from match.replay import Mark, Step, follow
from match.snapshot import Snapshot, capture
from match.tables import exact_title, first_holders, first_table
from match.turns import IncompleteTurn, Watched, play_on, play_whole
from match.words import END, FINISHED, MOST_ENTRIES, MOST_LINES, OPEN, RETRACTED, TURN, WAITING

SHOWN_STEPS = 20


@dataclass
class Checked:
    """A record replayed from its beginning, without trust.

    ``entries`` are as this service would write them. ``draws[rev]`` are the draws of the entry
    before ``rev``, ``draws[0]`` those of the setup. ``kept`` are the turns in force. ``lines`` is
    the number of lines of all entries.
    """

    bare: Match
    step: Step
    entries: list[Entry] = field(default_factory=list)
    draws: list[list[Draw]] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    lines: int = 0

    @property
    def table(self) -> Watched:
        """Return the table at the end."""
        assert isinstance(self.step.table, Watched)
        return self.step.table

    @property
    def snapshot(self) -> Snapshot:
        """Return the snapshot at the end."""
        return capture(self.table, len(self.entries), self.step.position)

    def append(self, entry: Entry) -> None:
        """Add an entry as this service would write it."""
        self.entries.append(entry)
        self.lines += len(entry.packed)


def measure(entries: int, lines: int) -> None:
    """Refuse a record that is too long.

    :raises Fault: too many entries or lines.
    """
    for place, most, got in (
        ("/entries", MOST_ENTRIES, entries),
        ("/entries/*/steps", MOST_LINES, lines),
    ):
        if got > most:
            raise Fault("record-too-long", place, most, got)


def start(bare: Match) -> Checked:
    """Return a record without entries: what its header and chairs lead to.

    :raises Fault: the header cannot begin a match.
    :raises match.tables.OtherRules: the rules are not here.
    """
    with hearing() as heard:
        return Checked(bare, _first(bare), draws=[heard])


def play_record(bare: Match, entries: Sequence[Entry], now: int) -> Checked:
    """Replay every entry of a record as if it were posted now.

    Only header and seats of ``bare`` are used.

    :raises Fault: an entry is impossible there, or differs from the replay.
    :raises OtherRules: the rules are not installed.
    """
    measure(len(entries), sum(len(entry.packed) for entry in entries))
    targets = {e.back_to for e in entries if e.kind == RETRACTED}
    marks: dict[int, Mark] = {}
    with hearing() as heard:
        checked, latest = start(bare), bare.head.created
        for rev, entry in enumerate([None, *entries]):
            if entry is not None:
                in_time(entry, latest, now, rev - 1)
                _add(checked, entry, marks)
                latest = entry.at
                checked.draws.append(heard[:])
                heard.clear()
            if rev in targets:
                marks[rev] = checked.step.table.save(), checked.step.position
    _require_end(checked)
    require_seated(bare.chairs, checked.step.holders, checked.entries)
    return checked


@refuses("game-over", "not-started", play_whole)
def go_on(checked: Checked, seat: int, steps: Sequence[str], at: int) -> tuple[int, Traces]:
    """Play one more turn; return the index of its entry, and the events of its lines.

    :raises Fault: the record would become too long.
    :raises Refused: as declared; the table is unusable then.
    """
    measure(len(checked.entries) + 1, checked.lines + len(steps))
    position = checked.step.position
    if position.status in FINISHED:
        raise Refused("game-over")
    if position.status == WAITING:
        free = [n for n, holder in enumerate(checked.step.holders) if holder == OPEN]
        raise Refused("not-started", open=free)
    with hearing() as heard:
        turn, entry = play_whole(checked.bare, checked.table, seat, steps, at)
    index, rev = len(checked.entries), len(checked.entries) + 1
    head, holders = checked.bare.head, checked.step.holders
    position = course.after(head, holders, position, checked.table, entry, rev)
    checked.step = Step(rev, checked.table, position, turn.traces, holders)
    checked.append(entry)
    checked.draws.append(heard)
    checked.kept.append(index)
    if checked.step.position.status in FINISHED:
        _add_end(checked, at)
    return index, turn.traces


def _first(bare: Match) -> Step:
    holders, title = first_holders(bare), exact_title(bare.head.ruleset)
    options = bare.head.options
    if title.faults(len(holders), options):
        fitting = [seats for seats in title.seats if not title.faults(seats, options)]
        raise Fault("record-differs", "/holders", fitting, len(holders))
    table = first_table(bare.head, len(holders), title)
    if (players := table.state.seats) != len(holders):
        raise Fault("record-differs", "/seats", players, len(holders))
    watched = Watched(title, table.state)
    return Step(0, watched, course.begin(bare.head, holders, watched), (), holders)


def _add(checked: Checked, entry: Entry, marks: dict[int, Mark]) -> None:
    index = len(checked.entries)
    now = Situation(checked.bare.head, checked.step, checked.entries, checked.kept, marks)
    admit(now, entry, index)
    if entry.kind == TURN:
        checked.step, entry = _turn(checked.bare, checked.step, entry, index)
        checked.kept.append(index)
    else:
        checked.step = follow(checked.bare, checked.step, entry, index + 1, marks)
    position = checked.step.position
    if entry.kind == END:
        if position.status not in FINISHED:
            raise entry_fault("record-not-over", index, "kind", TURN, END)
        entry = msgspec.structs.replace(entry, result=position.result)
    checked.append(entry)


def _turn(bare: Match, step: Step, entry: Entry, index: int) -> tuple[Step, Entry]:
    """Play a turn, and return the entry that the service would write."""
    assert isinstance(step.table, Watched)
    posted = [place for place, line in enumerate(entry.packed) if isinstance(line, str)]
    try:
        turn, made = play_on(step.table, entry.seat, entry.posted, entry.at)
    except (NotYourTurn, GameOver):
        awaited = step.table.awaited
        raise entry_fault("record-not-asked", index, "seat", awaited, entry.seat) from None
    except IllegalStep as error:
        expected = [o.id for o in error.decision.options[:SHOWN_STEPS]] if error.decision else []
        why = "record-step" if error.decision else "record-turn-ended"
        place = f"steps/{posted[error.index]}/step"
        raise entry_fault(why, index, place, expected, error.step) from None
    except IncompleteTurn as error:
        options = error.table.decision(error.seat).options[:SHOWN_STEPS]
        place = f"steps/{len(entry.packed)}"
        raise entry_fault(
            "record-incomplete", index, place, [o.id for o in options], None
        ) from None
    if made.packed != entry.packed:
        raise _other_lines(made, entry, index)
    made = msgspec.structs.replace(
        entry, secret=made.secret, reveals=made.reveals, apart=made.apart
    )
    rev, holders = index + 1, step.holders
    position = course.after(bare.head, holders, step.position, step.table, made, rev)
    return Step(rev, step.table, position, turn.traces, holders), made


def _other_lines(made: Entry, entry: Entry, index: int) -> Fault:
    """Return the first forced answer that differs."""
    ours, theirs = [*made.packed, None], [*entry.packed, None]
    place = next(i for i, (one, two) in enumerate(zip(ours, theirs, strict=False)) if one != two)
    shown = [_line(lines[place], entry.seat) for lines in (ours, theirs)]
    return entry_fault("record-forced", index, f"steps/{place}", *shown)


def _line(line: Packed | None, seat: int) -> dict[str, Any] | None:
    """Return a line of a turn as records show it."""
    if line is None:
        return None
    step, whose, auto = (line, seat, False) if isinstance(line, str) else (*line, True)
    return {"seat": whose, "step": step, "auto": auto}


def _require_end(checked: Checked) -> None:
    """Check that a match that is over has an entry that says so."""
    made, over = checked.entries, checked.step.position.status in FINISHED
    if over and not (made and made[-1].kind == END):
        raise Fault("record-differs", f"/entries/{len(made)}", {"kind": END}, None, len(made))


def _add_end(checked: Checked, at: int) -> None:
    """Add the entry that ends a match."""
    checked.append(Entry(END, at, result=checked.step.position.result))
    checked.draws.append([])
    checked.step = checked.step._replace(rev=len(checked.entries))
