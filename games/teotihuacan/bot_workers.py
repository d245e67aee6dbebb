"""The workers of the Teotibot: power-ups, and the boards that a worker advances (11.3)."""

from __future__ import annotations

from engine.adjustment import adjustable
from engine.core import does, quietly, then
from engine.vocabulary import gain
from games.teotihuacan.bot_choices import lowest_of_all
from games.teotihuacan.bot_data import TEOTIBOT
from games.teotihuacan.data import RING
from games.teotihuacan.power import HIGHEST, HOME, power_reborn, raise_power
from games.teotihuacan.state import Teotihuacan

Stand = tuple[int, int]
"""Where a worker is: the printed number of its board, and its power."""


def raised(s: Teotihuacan, me: int, board: int, power: int) -> Stand:
    """Return where a worker is after a power-up: beyond power 5 it is reborn on board 1 (R59)."""
    return (board, power + 1) if power < HIGHEST else (HOME, power_reborn(s, me))


@quietly
def raise_and_advance(s: Teotihuacan, me: int, board: int, power: int) -> None:
    """Power up a worker and advance it; one that ascends advances from board 1."""
    then(s, me, raise_power(board, power), advance(*raised(s, me, board, power)))


@quietly
def advance(s: Teotihuacan, me: int, board: int, power: int) -> None:
    """Advance a worker by its power; board 1 is passed and not counted (11.3, R29)."""
    here = s.ring.index(board)
    ahead = [s.ring[(here + n) % RING.positions] for n in range(1, RING.positions)]
    stops = [each for each in ahead if each != HOME]
    then(s, me, go_on(board, power, stops[distance(s, power) - 1]))


@adjustable
def distance(s: Teotihuacan, power: int) -> int:
    """Return how many boards a worker of the Teotibot advances."""
    return TEOTIBOT.distances[power - 1]


@does
def go_on(s: Teotihuacan, me: int, board: int, power: int, to: int) -> None:
    """Move a worker of the Teotibot to the general area of another board."""
    workers = [each for each in s.players[me].workers if each.unlocked]
    next(each for each in workers if (each.board, each.power) == (board, power)).board = to


@does
def raise_lowest(s: Teotihuacan, me: int, n: int) -> None:
    """Power up the unlocked worker of the lowest power a number of times; no worker moves."""
    worker = lowest_of_all(s, me)
    stand, effects = (worker.board, worker.power), []
    for _ in range(n):
        effects.append(raise_power(*stand))
        stand = raised(s, me, *stand)
    then(s, me, *effects)


@does
def fall_back(s: Teotihuacan, me: int) -> None:
    """Gain cocoa, and power up and advance the unlocked worker of the lowest power (11.3)."""
    worker = lowest_of_all(s, me)
    then(s, me, gain({"cocoa": fallback_cocoa(s)}), raise_and_advance(worker.board, worker.power))


@adjustable
def fallback_cocoa(s: Teotihuacan) -> int:
    """Return the cocoa that the Teotibot gains if its action is impossible."""
    return TEOTIBOT.fallback
