"""The Empire board of the tests: warriors and buildings by region, and what stacks hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.module import part
from games.teotihuacan.modules.empire_expansion.territory import Empire
from games.teotihuacan.modules.obsidian.great import GreatTiles
from games.teotihuacan.state import Teotihuacan
from tests.games.teotihuacan.automa import act
from tests.games.teotihuacan.builder import SEATS, Play, Side, side, solo, teotihuacan

MODULES = ("obsidian", "empire_expansion")

On = Mapping[int, str]
"""The seats by region, as words: ``{0: "red", 12: "red blue"}``."""


def board_of(table: Play) -> Empire:
    """The Empire board of a table."""
    return part(table.state, Empire)


def warriors(table: Play) -> dict[int, str]:
    """The seats of the warriors by region, as words."""
    there = enumerate(board_of(table).warriors)
    return {n: " ".join(SEATS[side] for side in sides) for n, sides in there if sides}


def built(table: Play) -> dict[int, str]:
    """The seats that have built, by region."""
    return {n: SEATS[side] for n, side in board_of(table).settled.items()}


class Layout:
    """What lies on the Empire board and in the stack of great tiles, drawn from the end.

    ``draws`` are numbers of luck that were used before.
    """

    def __init__(
        self,
        on: On | None,
        settled: On | None,
        great: Sequence[str],
        masks: Mapping[str, list[int]] | None,
        in_hand: int | None,
        draws: int | None,
    ) -> None:
        self.on, self.settled, self.draws = on or {}, settled or {}, draws or 0
        self.great, self.masks, self.in_hand = list(great), masks or {}, in_hand

    def __call__(self, s: Teotihuacan) -> None:
        """Lay it out."""
        empire = part(s, Empire)
        for region, seats in self.on.items():
            for seat in seats.split():
                empire.warriors[region].append(SEATS.index(seat))
                empire.supply[SEATS.index(seat)] -= 1
        for region, seat in self.settled.items():
            empire.settled[region] = SEATS.index(seat)
            empire.supply[SEATS.index(seat)] -= 1
        if self.in_hand is not None:
            empire.supply = [self.in_hand for _ in empire.supply]
        s.draws += self.draws
        for seat, kinds in self.masks.items():
            s.players[SEATS.index(seat)].masks = kinds
        if self.great:
            part(s, GreatTiles).stack = self.great


def layout(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a table, with those of the Empire board as its preparation."""
    named = ("on", "settled", "masks", "in_hand", "draws")
    own = {name: options.pop(name, None) for name in named}
    prepare = Layout(great=options.pop("great", ()), **own)
    return {**options, "modules": options.pop("modules", MODULES), "prepare": prepare}


def empire(seats: int = 4, **rest: Any) -> Play:
    """A table with the Empire board: ``on`` are the warriors, ``settled`` the buildings."""
    return teotihuacan(seats, **layout(rest))


def automa(bot: Side, *, tile: str = "empire", **rest: Any) -> Play:
    """A solo table on which the Teotibot has used an action tile, by default its own."""
    return solo(bot=bot, do=act(tile), **layout(rest))


def at_conquest(*powers: int, **rest: Any) -> Play:
    """A table on which red has begun a main action of Conquest with workers of these powers.

    The cocoa for the own colour is added.
    """
    first, *others = powers
    more = rest.pop("red", {})
    workers = [(8, first), *((6, power) for power in others), *more.pop("workers", ())]
    more["cocoa"] = more.get("cocoa", 0) + bool(others)
    table = empire(red=side(workers=workers, **more), **rest)
    return table.play(f"move 8 {first} 6", "main")
