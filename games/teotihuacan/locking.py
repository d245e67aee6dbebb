"""Worship spaces: the workers locked on them, and where displaced ones go (section 5, 11.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import does, quietly, then
from games.teotihuacan.box import box
from games.teotihuacan.data import RING
from games.teotihuacan.power import HOME
from games.teotihuacan.state import Teotihuacan, Worker

BoardSpace = tuple[int, str]
"""A worship space: the printed number of its board, and the temple or slot."""


def spaces(s: Teotihuacan, board: int) -> list[str]:
    """Return the worship spaces of a board: temples, or the slots of the Palace."""
    return box(s).boards[board].worship


def holder(s: Teotihuacan, board: int, space: str) -> tuple[int, Worker] | None:
    """Return the side and the worker locked on a space, or None."""
    for side, player in enumerate(s.players):
        for worker in player.workers:
            if worker.board == board and worker.space == space:
                return side, worker
    return None


def displace(s: Teotihuacan, side: int, worker: Worker) -> None:
    """Unlock a displaced worker; that of the Teotibot leaves for another space (11.3)."""
    if s.played_by_rules(side):
        then(s, side, give_way())
    else:
        space, worker.space = worker.space, ""
        then(s, side, displaced(worker.board, space))


@does
def displaced(s: Teotihuacan, me: int, board: int, space: str) -> None:
    """Tell that a worker was displaced; it stands unlocked in the general area."""


def worshipper(s: Teotihuacan, me: int) -> Worker:
    """Return the worker of the Teotibot that is locked."""
    return next(worker for worker in s.players[me].workers if worker.space)


def temples_ahead(s: Teotihuacan, board: int) -> Iterator[BoardSpace]:
    """Yield the temple worship spaces of the other boards, clockwise from a board (11.3)."""
    here = s.ring.index(board)
    for distance in range(1, RING.positions):
        ahead = s.ring[(here + distance) % RING.positions]
        if ahead != HOME:
            yield from ((ahead, space) for space in spaces(s, ahead))


@quietly
def give_way(s: Teotihuacan, me: int) -> None:
    """Leave for the next empty temple worship space clockwise, without an effect there.

    If none is empty, the next one is taken, and the player's worker there is unlocked (R24).
    """
    ahead = list(temples_ahead(s, worshipper(s, me).board))
    empty = [each for each in ahead if holder(s, *each) is None]
    then(s, me, go_to_space(*(empty or ahead)[0]))


@does
def go_to_space(s: Teotihuacan, me: int, board: int, space: str) -> None:
    """Move the worship worker of the Teotibot to a space; a player's worker there is unlocked."""
    worker, there = worshipper(s, me), holder(s, board, space)
    worker.board, worker.space = board, space
    if there is not None:
        displace(s, *there)
