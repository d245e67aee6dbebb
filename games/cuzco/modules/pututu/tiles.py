"""Pututu tiles: winning them with equal dice, and returning them to change a die."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from engine import tables
from engine.core import Listing, Option, does, quietly, then
from engine.listing import RefusedAnswer, answer, why
from engine.module import adds, after, part
from engine.visibility import by_side
from games.cuzco.data import SETUP
from games.cuzco.dice import place
from games.cuzco.rounds import roll_dice
from games.cuzco.state import Cuzco


@dataclass(frozen=True)
class TileTable:
    """data.toml"""

    tiles: list[int]
    alike: list[int]
    worth: float
    supply: dict[str, list[int]]


TABLE = tables.load(Path(__file__).parent / "data.toml", TileTable)


@dataclass(slots=True)
class Holding:
    """The tiles of a side: how many it has of each number."""

    tiles: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Pututus:
    """The tiles in the supply by number, and those of each side."""

    supply: dict[int, int] = field(default_factory=dict)
    holdings: list[Holding] = by_side()


@adds(place)
def pututus(s: Cuzco, me: int) -> Listing:
    """List the tiles to return: each changes the die by exactly its number (E18)."""
    die = s.now.die
    owned = part(s, Pututus).holdings[me].tiles
    return [
        _change(die, n, value, bool(owned[n])) for n in TABLE.tiles for value in (die - n, die + n)
    ]


@cache
def _change(die: int, n: int, value: int, owned: bool) -> Option | RefusedAnswer:
    word = "raise" if value > die else "lower"
    option = Option(f"{word} {n}", (return_pututu(n), turn_die(die, value)), again=True)
    if not owned:
        return answer(option, unless=why("no-pututu-tile", "11", n=n))
    possible = 1 <= value <= SETUP.faces
    return answer(option, unless=not possible and why("beyond-the-faces", "11", n=die))


@does
def turn_die(s: Cuzco, me: int, die: int, value: int) -> None:
    """Turn the die to be placed to another value."""
    dice = s.players[me].dice
    dice[dice.index(die)] = value
    s.now.die = value


@does
def return_pututu(s: Cuzco, me: int, n: int) -> None:
    """Return a pututu tile to the supply."""
    pututus = part(s, Pututus)
    pututus.holdings[me].tiles[n] -= 1
    pututus.supply[n] += 1


@does
def gain_pututu(s: Cuzco, me: int, n: int) -> None:
    """Take a pututu tile for equal dice."""
    pututus = part(s, Pututus)
    pututus.supply[n] -= 1
    pututus.holdings[me].tiles[n] += 1


@after(roll_dice)
@quietly
def award_pututus(s: Cuzco, me: int) -> None:
    """Award the small tile for a pair and the big one for a triple (section 11, E17).

    If there are too few tiles, the players later in turn order get them.
    """
    supply = part(s, Pututus).supply
    for n, alike in zip(TABLE.tiles, TABLE.alike, strict=True):
        rolled = [seat for seat in s.order if most_alike(s.players[seat].dice) == alike]
        served = rolled[max(0, len(rolled) - supply[n]) :]
        for seat in reversed(served):
            then(s, seat, gain_pututu(n))


def most_alike(dice: list[int]) -> int:
    """Return how many of these dice show the most frequent value."""
    return max(map(dice.count, dice))
