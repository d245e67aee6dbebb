"""Random games of any title that has laws: each law holds at every step."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from engine.core import Decision, Item
from engine.table import Table, Turn
from tests.contract.play import OPTIONS_AT_MOST

Watch = Callable[[Any, Turn], None]
"""Sees the state and the events after each step."""

Choose = Callable[[Decision, Random], str]
"""Chooses the answer to a question."""


class Laws(Protocol):
    """What a title's module of laws has."""

    def check(self, s: Any, /) -> None:
        """Assert every law that speaks about one state."""

    def noted(self, s: Any, /) -> Any:
        """Return what changes in certain ways only."""

    def check_change(self, before: Any, s: Any, trace: list[Item], /) -> None:
        """Assert every law that speaks about a step."""


def any_answer(decision: Decision, rng: Random) -> str:
    """Choose an answer at random."""
    return rng.choice(decision.options).id


def play(
    table: Table, rng: Random, laws: Laws, watch: Watch | None = None, choose: Choose = any_answer
) -> None:
    """Play to the end: every law holds, nothing is lost, and each question has an answer."""
    s, census = table.state, table.title.counted(table.state)
    s.verbs.lapsed.clear()  # what tests of other tables left there
    while not table.over:
        decision = rng.choice(table.open)
        assert 1 <= len(decision.options) <= OPTIONS_AT_MOST
        before, turn = laws.noted(s), Turn()
        table.step(decision.seat, choose(decision, rng), turn)
        laws.check(s)
        laws.check_change(before, s, turn.trace)
        assert table.title.counted(s) == census
        if watch is not None:
            watch(s, turn)
    lapsed = {name for name in s.verbs.lapsed if not s.verbs.verbs[name].optional}
    assert lapsed == set(), "a question without an answer"
