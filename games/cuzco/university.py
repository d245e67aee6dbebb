"""The university: knowledge, its points, and the turn order it makes."""

from __future__ import annotations

from engine.core import Item, does, queue
from games.cuzco.data import SETUP
from games.cuzco.points import score
from games.cuzco.state import Cuzco

LAST = len(SETUP.knowledge.points) - 1


@does
def learn(s: Cuzco, me: int, steps: int) -> None:
    """The knowledge marker advances and comes to lie on top of others there; surplus steps on
    the last space are lost and do not move it (D10)."""
    player = s.players[me]
    if player.knowledge == LAST or not steps:
        return
    player.knowledge = min(LAST, player.knowledge + steps)
    s.arrivals.remove(me)
    s.arrivals.append(me)


@learn.possible
def not_at_the_end(s: Cuzco, me: int, steps: int) -> bool:
    """The marker is not on the last space."""
    return s.players[me].knowledge < LAST


@does
def university(s: Cuzco, me: int) -> None:
    """Score the knowledge; the pile of markers, most advanced on top, is the new turn order.

    Markers of one space keep their order (7.1; D11).
    """
    s.ring = 1
    pile = sorted(s.arrivals, key=lambda seat: s.players[seat].knowledge)
    points = SETUP.knowledge.points
    items: list[Item] = [(seat, score(points[s.players[seat].knowledge])) for seat in s.order]
    queue(s, [*items, (me, reorder(tuple(reversed(pile))))])


@does
def reorder(s: Cuzco, me: int, seats: tuple[int, ...]) -> None:
    """The markers go back to space 0 and the turn order tokens change hands at once."""
    s.order = list(seats)
    s.arrivals = list(reversed(seats))
    for player in s.players:
        player.knowledge = 0
