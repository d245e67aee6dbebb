"""The university: knowledge, its points, and the turn order it makes."""

from __future__ import annotations

from engine.core import Item, does, queue, quietly, then
from games.cuzco.data import SETUP
from games.cuzco.state import Cuzco
from games.cuzco.turns import score

LAST = len(SETUP.knowledge.points) - 1


@quietly
def learn(s: Cuzco, me: int, steps: int) -> None:
    """Advance the knowledge marker as far as the track goes.

    Steps beyond the last space are lost; a marker on the last space stays as it lies (D10).
    """
    if moved := min(steps, LAST - s.players[me].knowledge):
        then(s, me, advance(moved))


@does
def advance(s: Cuzco, me: int, steps: int) -> None:
    """Advance the knowledge marker; it lies on top of the markers that it meets."""
    s.players[me].knowledge += steps
    s.arrivals.remove(me)
    s.arrivals.append(me)


@learn.possible
def not_at_the_end(s: Cuzco, me: int, steps: int) -> bool:
    """Return whether the marker is not on the last space."""
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
    """Move the markers back to space 0; the turn order tokens change hands at once."""
    s.order = list(seats)
    s.arrivals = list(reversed(seats))
    for player in s.players:
        player.knowledge = 0
