"""A game in play: all that anybody outside the engine and the titles touches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import msgspec

from engine import visibility
from engine.codec import copies, decode, encode
from engine.core import Decision, Item, Option, Refusal, State
from engine.title import Standing, Title


class GameOver(Exception):
    """The game has ended; no seat is asked any more."""


class NotYourTurn(Exception):
    """This seat is not asked now; ``awaited`` are the seats that are."""

    def __init__(self, awaited: list[int]) -> None:
        super().__init__(f"awaited: {awaited}")
        self.awaited = awaited


class IllegalStep(Exception):
    """Step number ``index`` of a turn is not among the options of ``decision``.

    ``refusal`` says why where the title knows a reason. ``decision`` is None when the turn had
    already ended before this step: what comes after a barrier belongs to the next turn.
    """

    def __init__(
        self, index: int, step: str, decision: Decision | None, refusal: Refusal | None
    ) -> None:
        super().__init__(f"step {index}: {step!r}")
        self.index, self.step, self.decision, self.refusal = index, step, decision, refusal


class Line(NamedTuple):
    """One answer as the record keeps it: who, what, and whether it was the only option."""

    seat: int
    step: str
    auto: bool


@dataclass
class Turn:
    """What one seat's steps led to.

    ``complete``: the turn has ended (at a barrier, or because somebody else is asked).
    ``reveals``: something was drawn or came to light, so it cannot be taken back unasked.
    """

    lines: list[Line] = field(default_factory=list)
    trace: list[Item] = field(default_factory=list)
    complete: bool = False
    reveals: bool = False


class Table:
    """A state together with its open questions."""

    def __init__(self, game: Title, state: State[Any], asked: list[Decision] | None = None) -> None:
        """``asked`` are the open questions of a state that is known to be settled."""
        self.game = game
        self.state = state
        self.open: list[Decision] = game.rules.settle(state, []) if asked is None else asked

    @classmethod
    def new(
        cls, game: Title, seats: int, options: Iterable[str] = (), seed: bytes = bytes(32)
    ) -> Table:
        """A fresh table, settled up to its first real choice.

        :raises ValueError: the title refuses this number of seats or these options.
        """
        table = cls(game, game.begin(seats, options, seed))
        table.force([])
        return table

    @classmethod
    def load(cls, game: Title, data: bytes) -> Self:
        """The table whose state ``save`` wrote."""
        return cls(game, decode(game.state, data))

    def save(self) -> bytes:
        """The whole state as bytes."""
        return encode(self.state)

    def clone(self) -> Table:
        """An independent copy."""
        return Table.load(self.game, self.save())

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.open

    @property
    def awaited(self) -> list[int]:
        """The seats that are asked now."""
        return [d.seat for d in self.open]

    def decision(self, seat: int) -> Decision:
        """The open question of this seat.

        :raises GameOver: nobody is asked any more.
        :raises NotYourTurn: others are asked.
        """
        for d in self.open:
            if d.seat == seat:
                return d
        raise GameOver if self.over else NotYourTurn(self.awaited)

    def standings(self) -> list[Standing]:
        """The results, best first. Only meaningful once the game is over."""
        return self.game.standings(self.state)

    def view(self) -> dict[str, Any]:
        """Return what everybody may see; shares structure with the state."""
        shown = visibility.view(self.state)
        if self.game.derived is not None:
            shown |= msgspec.to_builtins(self.game.derived(self.state))
        return shown

    def own(self, seat: int) -> dict[str, Any]:
        """What this seat may see besides; shares structure with the state."""
        return visibility.own(self.state, seat)

    def refusals(self, seat: int) -> list[Refusal]:
        """Why the answers that are not offered to this seat are not."""
        return list(self.game.rules.refusals(self.state, self.decision(seat)))

    def step(self, seat: int, step: str, turn: Turn, auto: bool = False) -> None:
        """Play one answer and add it to ``turn``; ``turn.complete`` tells whether it ended.

        :raises IllegalStep: not an offered option.
        """
        decision = self.decision(seat)
        option = next((o for o in decision.options if o.id == step), None)
        if option is None:
            raise IllegalStep(len(turn.lines), step, decision, self._reason(decision, step))
        self._take(decision, option, turn, auto)

    def _take(self, decision: Decision, option: Option, turn: Turn, auto: bool = False) -> None:
        seat = decision.seat
        before, mark = visibility.fingerprint(self.state), self.state.turn
        stage = self.state.apart  # another list when one stage ends and the next begins
        self.open = self.game.rules.choose(self.state, decision, option, turn.trace)
        turn.lines.append(Line(seat, option.id, auto))
        same_stage = stage and self.state.apart is stage
        if visibility.fingerprint(self.state) != before and not same_stage:
            turn.reveals = turn.complete = True
        if self.state.turn != mark or seat not in self.awaited:
            turn.complete = True

    def _reason(self, decision: Decision, step: str) -> Refusal | None:
        refusals = self.game.rules.refusals(self.state, decision)
        return next((r for r in refusals if r.id == step), None)

    def play(self, seat: int, steps: Sequence[str], turn: Turn | None = None) -> Turn:
        """Play the steps of one turn; questions with one option are answered on the way.

        Stops at the barrier that completes the turn; ``turn.complete`` is False when more steps
        are needed. The state is changed even when a later step is refused: play on a clone, or
        drop the table, as a caller that loaded it from bytes does.

        :raises IllegalStep: a step is not offered, or comes after the end of the turn.
        :raises GameOver: nobody is asked.
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
            while not turn.complete and (only := self._forced(seat)):
                self.step(seat, only.id, turn, auto=True)
        return turn

    def _forced(self, seat: int) -> Option | None:
        options = self.decision(seat).options
        return options[0] if len(options) == 1 else None

    def force(self, lines: list[Line], trace: list[Item] | None = None) -> Turn:
        """Answer every question that has one option, whoever is asked; add the lines."""
        forced = Turn(trace=[] if trace is None else trace)
        while alone := next((d for d in self.open if len(d.options) == 1), None):
            self.step(alone.seat, alone.options[0].id, forced, auto=True)
        lines += forced.lines
        return forced

    def commit(self, seat: int, steps: Sequence[str]) -> Turn:
        """Play a whole turn and the forced answers after it, up to the next real choice.

        :raises IllegalStep: as ``play``.
        """
        turn = self.play(seat, steps)
        if turn.complete:
            turn.reveals |= self.force(turn.lines, turn.trace).reveals
        return turn

    def replay(self, lines: Iterable[Line]) -> Turn:
        """Play recorded answers exactly as they stand, forced ones included.

        :raises IllegalStep: a line is not an offered option.
        :raises NotYourTurn: a line's seat is not asked.
        """
        turn = Turn()
        for seat, step, auto in lines:
            self.step(seat, step, turn, auto)
        return turn

    def peek(self, seat: int, steps: Sequence[str]) -> tuple[Table, Turn]:
        """The table as this seat may foresee it after the steps: nothing hidden is crossed.

        The returned table is a copy, stopped before the first effect of the last step that would
        draw or reveal; only its view and the turn's trace are meant to be used then.

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

        self.open = self.game.rules.choose(self.state, decision, option, trace, stop)

    def _count_harmless(self, line: Line) -> int:
        """How many effects of this answer come before the first that draws or reveals."""
        before = visibility.fingerprint(self.state)
        decision = self.decision(line.seat)
        option = next(o for o in decision.options if o.id == line.step)
        trace: list[Item] = []
        seen: list[bool] = []

        def stop() -> bool:
            seen.append(visibility.fingerprint(self.state) != before)
            return seen[-1]

        self.game.rules.choose(self.state, decision, option, trace, stop)
        return max(0, len(seen) - 2 if seen and seen[-1] else len(seen) - 1)

    def barriers(self, seat: int) -> list[bool]:
        """For each option of this seat, whether it would end the turn.

        By revealing, drawing or passing the decision; each is tried on a copy.

        :raises GameOver: nobody is asked.
        :raises NotYourTurn: another seat is asked.
        """
        asked, found = self.decision(seat), []
        private = [n for n, agenda in enumerate(self.state.apart) if agenda is asked.agenda]
        for option, state in zip(asked.options, copies(self.state), strict=False):
            agenda = state.apart[private[0]] if private else state.agenda
            there, turn = asked._replace(agenda=agenda), Turn()
            Table(self.game, state, [there])._take(there, option, turn)
            found.append(turn.complete)
        return found
