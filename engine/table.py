"""A game in play: the interface of the engine for everything except titles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple, Self

import msgspec

from engine import visibility
from engine.codec import copies, decode, encode
from engine.core import Decision, Item, Option, Refusal, State
from engine.title import Standing, Title

TITLE = "title"
"""The member of views that names the title: it tells them apart."""


class GameOver(Exception):
    """The game has ended; no seat is asked any more."""


class NotYourTurn(Exception):
    """This seat is not asked now; ``awaited`` are the seats to move."""

    def __init__(self, awaited: list[int]) -> None:
        super().__init__(f"awaited: {awaited}")
        self.awaited = awaited


class IllegalStep(Exception):
    """Step number ``index`` of a turn is not an option of ``decision``.

    ``refusal`` is the title's reason, if it knows one. ``decision`` is None if the turn had ended
    before this step: steps after a barrier belong to the next turn.
    """

    def __init__(
        self, index: int, step: str, decision: Decision | None, refusal: Refusal | None
    ) -> None:
        super().__init__(f"step {index}: {step!r}")
        self.index, self.step, self.decision, self.refusal = index, step, decision, refusal


class Line(NamedTuple):
    """An answer in the record: its seat, its id, and whether it was the only option."""

    seat: int
    step: str
    auto: bool


@dataclass
class Turn:
    """The result of one seat's steps.

    ``trace`` has the effects of all lines, ``ends`` its length after each of them. ``complete``:
    the turn has ended (at a barrier, or because another seat is asked). ``reveals``: something was
    drawn or revealed, so undoing it needs consent.
    """

    lines: list[Line] = field(default_factory=list)
    trace: list[Item] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    complete: bool = False
    reveals: bool = False

    @property
    def traces(self) -> list[list[Item]]:
        """Return the effects of each line."""
        return [self.trace[first:end] for first, end in pairwise([0, *self.ends])]


class Table:
    """A state together with its open questions; nothing else changes the state of a table."""

    def __init__(
        self, title: Title, state: State[Any], asked: list[Decision] | None = None
    ) -> None:
        """Take a state; ``asked`` are its open questions if it is known to be settled."""
        self.title = title
        self.state = state
        self.open: list[Decision] = state.verbs.settle(state, []) if asked is None else asked
        self._hidden: list[Any] | None = None  # the fingerprint after the last step

    @classmethod
    def new(
        cls, title: Title, seats: int, options: Iterable[str] = (), seed: bytes = bytes(32)
    ) -> Table:
        """Return a new table, settled up to its first real choice.

        :raises ValueError: the title refuses this number of seats or these options.
        """
        table = cls(title, title.begin(seats, options, seed))
        table.force(Turn())
        return table

    @classmethod
    def load(cls, title: Title, data: bytes) -> Self:
        """Return the table from the bytes of ``save``."""
        return cls(title, decode(title.state, data))

    def save(self) -> bytes:
        """Return the whole state as bytes."""
        return encode(self.state)

    def clone(self) -> Table:
        """Return an independent copy."""
        return Table.load(self.title, self.save())

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return not self.open

    @property
    def awaited(self) -> list[int]:
        """Return the seats to move."""
        return [d.seat for d in self.open]

    def decision(self, seat: int) -> Decision:
        """Return the open question of this seat.

        :raises GameOver: the game is over.
        :raises NotYourTurn: other seats are asked.
        """
        for d in self.open:
            if d.seat == seat:
                return d
        raise GameOver if self.over else NotYourTurn(self.awaited)

    def standings(self) -> list[Standing]:
        """Return the results, best first; they are meaningful only after the end."""
        return self.title.standings(self.state)

    def view(self) -> dict[str, Any]:
        """Return the public view with the title's name; it shares structure with the state."""
        shown = {TITLE: self.title.name, **visibility.view(self.state)}
        if self.title.derived is not None:
            shown |= msgspec.to_builtins(self.title.derived(self.state))
        return shown

    def own(self, seat: int) -> dict[str, Any]:
        """Return the hidden part of this seat with the title's name; as ``view``."""
        return {TITLE: self.title.name, **visibility.own(self.state, seat)}

    def refusals(self, seat: int) -> list[Refusal]:
        """Return the refused answers of this seat with their reasons."""
        return list(self.state.verbs.refusals(self.state, self.decision(seat)))

    def step(self, seat: int, step: str, turn: Turn, auto: bool = False) -> None:
        """Play one answer and add it to ``turn``; ``turn.complete`` says whether it ended.

        :raises IllegalStep: not an offered option.
        """
        decision = self.decision(seat)
        for option in decision.options:
            if option.id == step:
                return self._take(decision, option, turn, auto)
        raise IllegalStep(len(turn.lines), step, decision, self._reason(decision, step))

    def _take(self, decision: Decision, option: Option, turn: Turn, auto: bool = False) -> None:
        seat = decision.seat
        before, mark = self._hidden or visibility.fingerprint(self.state), self.state.turn
        self._hidden = None
        stage = self.state.apart  # another list when one stage ends and the next begins
        self.open = self.state.verbs.choose(self.state, decision, option, turn.trace)
        turn.lines.append(Line(seat, option.id, auto))
        turn.ends.append(len(turn.trace))
        same_stage = stage and self.state.apart is stage
        self._hidden = visibility.fingerprint(self.state)
        if self._hidden != before and not same_stage:
            turn.reveals = turn.complete = True
        if self.state.turn != mark or not any([d.seat == seat for d in self.open]):
            turn.complete = True

    def _reason(self, decision: Decision, step: str) -> Refusal | None:
        refusals = self.state.verbs.refusals(self.state, decision)
        return next((r for r in refusals if r.id == step), None)

    def play(self, seat: int, steps: Sequence[str], turn: Turn | None = None) -> Turn:
        """Play the steps of one turn; questions with one option are answered on the way.

        It stops at the barrier that completes the turn. ``turn.complete`` is False if more steps
        are needed. The state changes even if a later step is refused, so play on a clone, or drop
        the table.

        :raises IllegalStep: a step is not offered, or comes after the end of the turn.
        :raises GameOver: the game is over.
        :raises NotYourTurn: another seat is asked.
        """
        turn = turn or Turn()
        self.decision(seat)
        for index, step in enumerate(steps):
            if turn.complete:
                raise IllegalStep(index, step, None, None)
            try:
                self.step(seat, step, turn)
            except IllegalStep as error:
                error.index = index
                raise
            self._go_on(seat, turn)
        return turn

    def _go_on(self, seat: int, turn: Turn) -> None:
        """Answer the questions of a turn that have one option."""
        while not turn.complete and (only := self._forced(seat)):
            self.step(seat, only.id, turn, auto=True)

    def _forced(self, seat: int) -> Option | None:
        options = self.decision(seat).options
        return options[0] if len(options) == 1 else None

    def force(self, turn: Turn) -> None:
        """Answer every question that has one option, for any seat; add the answers to ``turn``."""
        while alone := next((d for d in self.open if len(d.options) == 1), None):
            self.step(alone.seat, alone.options[0].id, turn, auto=True)

    def commit(self, seat: int, steps: Sequence[str]) -> Turn:
        """Play a whole turn and the forced answers after it, up to the next real choice.

        :raises IllegalStep: as ``play``.
        """
        turn = self.play(seat, steps)
        if turn.complete:
            self.force(turn)
        return turn

    def replay(self, lines: Iterable[Line]) -> Turn:
        """Play recorded answers exactly, forced ones included.

        :raises IllegalStep: a line is not an offered option.
        :raises NotYourTurn: a line's seat is not asked.
        """
        turn = Turn()
        for seat, step, auto in lines:
            self.step(seat, step, turn, auto)
        return turn

    def peek(self, seat: int, steps: Sequence[str]) -> tuple[Table, Turn]:
        """Return the table that this seat can foresee after the steps.

        The table is a copy, stopped before the first effect of the last step that would draw or
        reveal. Only its view and the turn's trace are meaningful then.

        :raises IllegalStep: as ``play``.
        """
        clear = self.clone()
        turn = clear.play(seat, steps)
        if not turn.reveals:
            return clear, turn
        veiled = self.clone()
        cut = Turn(complete=True, reveals=True)
        for line in turn.lines[:-1]:
            veiled.step(*line[:2], cut, line.auto)
        cut.lines.append(turn.lines[-1])
        veiled._until_reveal(turn.lines[-1], cut.trace)
        cut.ends.append(len(cut.trace))
        cut.complete = cut.reveals = True
        return veiled, cut

    def _until_reveal(self, line: Line, trace: list[Item]) -> None:
        """Resolve the effects of one answer up to the first that draws or reveals."""
        harmless = self.clone()._count_harmless(line)
        decision = self.decision(line.seat)
        option = next(o for o in decision.options if o.id == line.step)
        left = iter(range(harmless))

        def stop() -> bool:
            return next(left, None) is None

        self.open = self.state.verbs.choose(self.state, decision, option, trace, stop)
        self._hidden = None

    def _count_harmless(self, line: Line) -> int:
        """Return how many effects of this answer come before the first that draws or reveals."""
        before = visibility.fingerprint(self.state)
        decision = self.decision(line.seat)
        option = next(o for o in decision.options if o.id == line.step)
        trace: list[Item] = []
        seen: list[bool] = []

        def stop() -> bool:
            seen.append(visibility.fingerprint(self.state) != before)
            return seen[-1]

        self.state.verbs.choose(self.state, decision, option, trace, stop)
        return max(0, len(seen) - 2 if seen and seen[-1] else len(seen) - 1)

    def barriers(self, seat: int) -> list[bool]:
        """Return for each option of this seat whether it would end the turn.

        It ends the turn by revealing, drawing or passing the decision, also after answers without
        a choice. Each option is tried on a copy.

        :raises GameOver: the game is over.
        :raises NotYourTurn: another seat is asked.
        """
        asked, found = self.decision(seat), []
        private = [n for n, agenda in enumerate(self.state.apart) if agenda is asked.agenda]
        for option, state in zip(asked.options, copies(self.state), strict=False):
            agenda = state.apart[private[0]] if private else state.agenda
            there, turn = asked._replace(agenda=agenda), Turn()
            ahead = Table(self.title, state, [there])
            ahead._take(there, option, turn)
            ahead._go_on(seat, turn)
            found.append(turn.complete)
        return found
