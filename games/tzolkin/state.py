"""The state of a game of Tzolk'in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.core import Side, State
from engine.visibility import owner_only, secret
from games.tzolkin.data import SETUP

DUMMY: Final = -1
"""The occupant of a tooth with a dummy worker, which belongs to no side."""

Occupant = int | None
"""The seat whose worker is on a tooth, ``DUMMY``, or None for a free tooth."""


@dataclass(slots=True)
class Player(Side):
    """A player's goods and board. ``points`` are exact: only quarters occur.

    ``hand`` and ``reserve`` count workers. ``light`` is the side of the board that allows a
    double advance. ``temples`` has the step on each temple, ``technologies`` each level,
    ``farms`` the sum of what own farms feed, ``harvested`` the harvest tiles taken.
    """

    temples: dict[str, int]
    technologies: dict[str, int]
    points: float = 0.0
    hand: int = SETUP.workers
    reserve: int = SETUP.most_workers - SETUP.workers
    light: bool = True
    farms: dict[str, int] = field(default_factory=lambda: {"workers": 0, "discount": 0})
    harvested: dict[str, int] = field(default_factory=lambda: {"corn": 0, "wood": 0})
    wealth: list[str] = field(default_factory=list)
    buildings: list[str] = field(default_factory=list)
    monuments: list[str] = field(default_factory=list)
    dealt: list[str] = owner_only("wealth", default_factory=list, ordered=True)
    kept: list[str] = owner_only("wealth", default_factory=list, ordered=True)


@dataclass(slots=True)
class Tzolkin(State[Player]):
    """The table. A gear lists the occupant of each tooth: the index is the number of the space.

    ``jungle`` counts the corn and wood tiles left in each group. ``skulls_laid`` maps the number
    of an action to the seat that laid a skull there. ``stack`` is the building stack in use,
    ``later`` the one of the next age. The boxes hold tiles that left the game face down,
    ``removed`` those that left it face up.
    """

    gears: dict[str, list[Occupant]] = field(default_factory=dict)
    start_space: int | None = None
    start_player: int = 0
    round: int = 1
    age: int = 1
    food_days: int = 0
    calendar_corn: int = 0
    skulls: int = SETUP.skulls
    skulls_laid: dict[int, int] = field(default_factory=dict)
    jungle: dict[int, dict[str, int]] = field(default_factory=dict)
    display: list[str] = field(default_factory=list)
    monuments: list[str] = field(default_factory=list)
    dummy_tiles: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    stack: list[str] = secret("stack", default_factory=list)
    later: list[str] = secret("later", default_factory=list)
    wealth_box: list[str] = secret("wealth", default_factory=list)
    monument_box: list[str] = secret("monuments", default_factory=list)
    building_box: list[str] = secret("unused", default_factory=list)

    def workers_in_play(self, seat: int) -> int:
        """Count workers in hand, on a gear or on the first player space: all but the reserve."""
        return SETUP.most_workers - self.players[seat].reserve

    def workers_on_gears(self, seat: int) -> int:
        """Count workers on gears."""
        return sum(teeth.count(seat) for teeth in self.gears.values())


def census(s: Tzolkin) -> dict[str, object]:
    """Count what stays the same in a game: workers of each player, skulls and tiles."""
    seats = range(len(s.players))
    owned = [p.wealth + p.dealt + p.kept + p.buildings + p.monuments for p in s.players]
    piles = [s.display, s.monuments, s.dummy_tiles, s.removed, s.stack, s.later]
    piles += [s.wealth_box, s.monument_box, s.building_box, *owned]
    return {
        "workers": [
            s.players[n].hand + s.players[n].reserve + s.workers_on_gears(n) + (s.start_space == n)
            for n in seats
        ],
        "dummies": sum(teeth.count(DUMMY) for teeth in s.gears.values()),
        "skulls": s.skulls + len(s.skulls_laid) + sum(p.goods["skull"] for p in s.players),
        "tiles": sorted(tile for pile in piles for tile in pile),
    }
