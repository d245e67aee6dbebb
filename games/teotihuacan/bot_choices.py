"""Choices that the rules make for the Teotibot where a player would be asked (11.3)."""

from __future__ import annotations

from engine.core import Effect, quietly, then
from engine.vocabulary import gain
from games.teotihuacan.bot_data import TEOTIBOT
from games.teotihuacan.goods import gain_any
from games.teotihuacan.state import Teotihuacan, Worker


def fewest(s: Teotihuacan, me: int) -> str:
    """Return the resource that the Teotibot has fewest of; ties go by the order of the table."""
    return min(TEOTIBOT.resources, key=s.players[me].goods.__getitem__)


@quietly
def gain_fewest(s: Teotihuacan, me: int, n: int) -> None:
    """Gain resources one by one, each of the kind that the Teotibot then has fewest of."""
    more = (gain_fewest(n - 1),) if n > 1 else ()
    then(s, me, gain({fewest(s, me): 1}), *more)


ANSWERS = {gain_any.name: gain_fewest.name}
"""The verbs that take the place of questions in what the Teotibot gets."""


def answered(s: Teotihuacan, me: int, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return the effects; for the Teotibot, those that ask are decided by the rules."""
    if not s.played_by_rules(me):
        return effects
    return tuple((ANSWERS.get(name, name), *arguments) for name, *arguments in effects)


def by_power(s: Teotihuacan, me: int) -> list[Worker]:
    """Return the unlocked workers, the highest power first.

    Of equal ones, the worker that is clockwise furthest from board 1 comes first.
    """
    unlocked = [worker for worker in s.players[me].workers if worker.unlocked]
    return sorted(unlocked, key=lambda each: (each.power, s.position(each.board)), reverse=True)


def highest(s: Teotihuacan, me: int, board: int) -> Worker | None:
    """Return the unlocked worker of the highest power on a board, or None (R23)."""
    return next((worker for worker in by_power(s, me) if worker.board == board), None)


def lowest_of_all(s: Teotihuacan, me: int) -> Worker:
    """Return the unlocked worker of the lowest power; of equal ones, the closest to board 1."""
    return by_power(s, me)[-1]
