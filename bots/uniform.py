"""The simplest bot: any offered option is as good as another."""

from __future__ import annotations

from random import Random

from engine.table import Table, Turn


def random_turn(table: Table, seat: int, rng: Random) -> list[str]:
    """Return a turn with random answers."""
    turn = Turn()
    finish(table, seat, turn, rng)
    return posted(turn)


def finish(table: Table, seat: int, turn: Turn, rng: Random, longest: int | None = None) -> None:
    """Continue a turn at random until it is complete or has ``longest`` lines."""
    while not turn.complete and (longest is None or len(turn.lines) < longest):
        table.play(seat, [rng.choice(table.decision(seat).options).id], turn)


def posted(turn: Turn) -> list[str]:
    """Return the steps to post for this turn: its lines except the forced ones."""
    return [line.step for line in turn.lines if not line.auto]
