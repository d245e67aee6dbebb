"""Transcripts: tables of any title that are played by the names of answers and of seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from engine.core import Effect, Item, State
from engine.core import Side as Participant
from engine.table import Table, Turn
from engine.title import Title

S = TypeVar("S", bound=State[Any])
P = TypeVar("P", bound=Participant)


class Transcript(Generic[S, P]):
    """A table and its open question, spoken of by seat names; the first seat is meant if none is.

    A title's builder names the ``title`` and its ``seats``, and lays out the table.
    """

    title: ClassVar[Title]
    seats: ClassVar[Sequence[str]]

    def __init__(self, state: S) -> None:
        self.trace: list[Item] = []
        asked = state.verbs.settle(state, self.trace)
        self.table = Table(self.title, state, asked)
        self.forced = self._force()
        self.census = self.title.counted(self.state)

    @property
    def state(self) -> S:
        """What lies on the table."""
        return cast(S, self.table.state)

    def play(self, *steps: str) -> Self:
        """Answer the questions of the seat asked; naming answers without a choice is free."""
        for step in steps:
            if step in self.forced:
                del self.forced[: self.forced.index(step) + 1]
                continue
            turn = Turn()
            self.table.play(self.table.awaited[0], [step], turn)
            self.trace += turn.trace
            self.forced = [line.step for line in turn.lines if line.auto] + self._force()
            self.check()
        return self

    def _force(self) -> list[str]:
        """Give the answers without a choice; return them."""
        turn = Turn()
        self.table.force(turn)
        self.trace += turn.trace
        return [line.step for line in turn.lines]

    def check(self) -> None:
        """The census holds, nothing is negative, and offered and refused answers are distinct."""
        assert self.title.counted(self.state) == self.census
        for player in self.state.players:
            assert min(*player.goods.values(), player.points) >= 0
        for decision in self.table.open:
            offered = [option.id for option in decision.options]
            refused = [refusal.id for refusal in self.table.refusals(decision.seat)]
            assert len({*offered, *refused}) == len(offered) + len(refused)

    @property
    def asked(self) -> str:
        """Who is asked."""
        return self.seats[self.table.awaited[0]] if self.table.awaited else ""

    @property
    def question(self) -> str:
        """What is asked."""
        return str(self.table.open[0].effect[0]) if self.table.open else ""

    @property
    def options(self) -> list[str]:
        """The answers offered."""
        return [option.id for option in self.table.open[0].options]

    def offered(self, word: str) -> list[str]:
        """The rest of the answers that begin with a word."""
        return [o.removeprefix(f"{word} ") for o in self.options if o.startswith(f"{word} ")]

    @property
    def refused(self) -> dict[str, str]:
        """The answers refused, each with its reason."""
        return {r.id: r.reason for r in self.table.refusals(self.table.awaited[0])}

    def number(self, seat: str = "") -> int:
        """The number of a seat."""
        return self.seats.index(seat) if seat else 0

    def player(self, seat: str = "") -> P:
        """A player's side of the table."""
        return cast(P, self.state.players[self.number(seat)])

    def points(self, seat: str = "") -> int:
        """A player's points."""
        points: int = cast(Any, self.player(seat)).points
        return points

    def goods(self, seat: str = "") -> dict[str, int]:
        """A player's goods that are not zero."""
        return {kind: n for kind, n in self.player(seat).goods.items() if n}

    def events(self, verb: str) -> list[Effect]:
        """What has happened under this name since the table was laid out."""
        return [effect for _, effect in self.trace if effect[0] == verb]
