"""The printed facts, written down a second time from the sources and not from the TOML files.

One line a component. Effects are separated by commas: ``gain 3 corn``, steps ``chaac 1``
or on any ``temple 1``, levels ``theology 1`` or in any ``technology 2``, ``points 6``,
``farm workers 1``, ``worker 1``, ``market``, ``build`` and ``borrow 1`` for a corn.
"""

from __future__ import annotations

from typing import NamedTuple

Effect = tuple[str, ...]


class Wealth(NamedTuple):
    """A starting wealth tile: where its dummy goes, what it gives."""

    dummy: tuple[str, int]
    effects: list[Effect]


class Building(NamedTuple):
    """A building: age, group, price, what it gives."""

    age: int
    group: str
    cost: dict[str, int]
    effects: list[Effect]


class Monument(NamedTuple):
    """A monument: group, price, what it scores."""

    group: str
    cost: dict[str, int]
    scores: str


class Action(NamedTuple):
    """A cave of Chichen Itza: points, temple, blocks of choice."""

    points: int
    temple: str
    blocks: int


_WEALTH = """
W01 | palenque 1 | gain 3 corn, quetzalcoatl 1, agriculture 1
W02 | palenque 3 | gain 5 corn, gain 1 gold, quetzalcoatl 1
W03 | palenque 5 | gain 1 stone, gain 1 gold, agriculture 1
W04 | palenque 7 | gain 9 corn, gain 1 stone
W05 | yaxchilan 1 | gain 1 wood, kukulkan 1, resource_extraction 1
W06 | yaxchilan 3 | gain 2 corn, gain 2 wood, kukulkan 1
W07 | yaxchilan 5 | gain 4 corn, gain 1 wood, resource_extraction 1
W08 | yaxchilan 7 | gain 3 corn, gain 2 wood, gain 1 stone
W09 | tikal 1 | gain 2 corn, chaac 1, architecture 1
W10 | tikal 3 | gain 6 corn, gain 2 stone
W11 | tikal 5 | gain 3 corn, gain 1 gold, architecture 1
W12 | tikal 7 | gain 6 corn, gain 1 wood, gain 1 stone
W13 | uxmal 1 | gain 5 corn, gain 1 stone, chaac 1
W14 | uxmal 3 | gain 3 corn, gain 1 wood, farm workers 1
W15 | uxmal 5 | worker 1
W16 | uxmal 7 | gain 8 corn, gain 1 gold
W17 | chichen_itza 0 | gain 4 corn, gain 1 wood, gain 1 skull
W18 | chichen_itza 3 | gain 5 corn, gain 1 stone, theology 1
W19 | chichen_itza 5 | gain 4 corn, gain 3 wood
W20 | chichen_itza 7 | gain 2 corn, gain 2 wood, theology 1
W21 | chichen_itza 10 | gain 7 corn, gain 2 wood
"""

_BUILDINGS = """
A1-01 | 1 | farm | 1 wood | farm workers 1
A1-02 | 1 | farm | 1 wood | farm workers 1
A1-03 | 1 | farm | 1 wood | farm workers 1
A1-04 | 1 | farm | 4 wood | farm discount 1
A1-05 | 1 | farm | 4 wood | farm discount 1
A1-06 | 1 | graveyard | 1 wood 1 gold | temple 1, build
A1-07 | 1 | graveyard | 2 wood 1 stone | chaac 1, quetzalcoatl 1
A1-08 | 1 | graveyard | 1 wood 2 stone | chaac 1, kukulkan 1
A1-09 | 1 | municipal | 2 wood | agriculture 1
A1-10 | 1 | municipal | 1 wood 1 stone | resource_extraction 1, gain 1 corn
A1-11 | 1 | municipal | 3 wood | agriculture 1, gain 1 stone
A1-12 | 1 | municipal | 2 wood 1 stone | resource_extraction 1, gain 1 gold
A1-13 | 1 | shrine | 1 gold | architecture 1
A1-14 | 1 | shrine | 1 stone 1 gold | theology 1, kukulkan 1
A2-01 | 2 | farm | 2 wood | farm workers 3
A2-02 | 2 | farm | 2 wood | farm workers 3
A2-03 | 2 | farm | 2 wood | farm workers 3
A2-04 | 2 | graveyard | 1 wood 1 stone 1 gold | worker 1, points 6
A2-05 | 2 | graveyard | 1 wood 2 gold | points 8
A2-06 | 2 | graveyard | 3 stone | market, points 6
A2-07 | 2 | graveyard | 2 wood 1 stone 1 gold | borrow 1, points 2
A2-08 | 2 | graveyard | 1 wood 2 stone 1 gold | chaac 1, quetzalcoatl 1, kukulkan 1, points 3
A2-09 | 2 | municipal | 3 wood | technology 1, gain 1 stone
A2-10 | 2 | municipal | 2 wood 1 stone | technology 1, gain 1 gold
A2-11 | 2 | municipal | 3 wood 1 stone | technology 1, gain 6 corn
A2-12 | 2 | municipal | 2 wood 2 stone | technology 1, gain 1 skull
A2-13 | 2 | shrine | 2 stone | chaac 2, points 2
A2-14 | 2 | shrine | 1 stone 1 gold | architecture 1, points 3
A2-15 | 2 | shrine | 2 gold | kukulkan 2, points 3
A2-16 | 2 | shrine | 2 stone 1 gold | theology 1, chaac 1, kukulkan 1
A2-17 | 2 | shrine | 1 stone 2 gold | technology 2
A2-18 | 2 | shrine | 3 gold | quetzalcoatl 2, points 4
"""

_MONUMENTS = """
M01 | graveyard | 1 wood 4 gold | 4 a wood tile harvested
M02 | graveyard | 3 wood 2 stone 1 gold | 4 an own graveyard
M03 | graveyard | 2 wood 2 stone 2 gold | 6 5 4 a monument of anybody
M04 | graveyard | 1 wood 3 stone 2 gold | 2 an own construction
M05 | graveyard | 1 wood 1 stone 4 gold | 4 a corn tile harvested
M06 | municipal | 1 wood 1 stone 3 gold | 0 9 20 33 33 by technologies at level 3
M07 | municipal | 3 wood 3 gold | 0 6 12 18 by 3 to 6 workers in play
M08 | municipal | 2 wood 3 stone 1 gold | 4 an own municipal
M09 | municipal | 2 wood 1 stone 3 gold | 3 a technology level
M10 | shrine | 2 stone 3 gold | 4 an own shrine
M11 | shrine | 4 gold 1 skull | 3 a skull laid
M12 | shrine | 3 stone 3 gold | 3 a step of the best temple
M13 | shrine | 4 stone 3 gold | temple steps again
"""

_CAVES = """
1 | 4 | chaac | 0
2 | 5 | chaac | 0
3 | 6 | chaac | 0
4 | 7 | kukulkan | 0
5 | 8 | kukulkan | 0
6 | 8 | kukulkan | 1
7 | 10 | quetzalcoatl | 0
8 | 11 | quetzalcoatl | 1
9 | 13 | quetzalcoatl | 1
"""

_TEMPLES = """
chaac | -1 | -1 | -
chaac | 0 | 0 | -
chaac | 1 | 2 | stone
chaac | 2 | 4 | -
chaac | 3 | 6 | stone
chaac | 4 | 7 | -
chaac | 5 | 8 | -
quetzalcoatl | -1 | -2 | -
quetzalcoatl | 0 | 0 | -
quetzalcoatl | 1 | 1 | -
quetzalcoatl | 2 | 2 | gold
quetzalcoatl | 3 | 4 | -
quetzalcoatl | 4 | 6 | gold
quetzalcoatl | 5 | 9 | -
quetzalcoatl | 6 | 12 | -
quetzalcoatl | 7 | 13 | -
kukulkan | -1 | -3 | -
kukulkan | 0 | 0 | -
kukulkan | 1 | 1 | wood
kukulkan | 2 | 3 | -
kukulkan | 3 | 5 | wood
kukulkan | 4 | 7 | skull
kukulkan | 5 | 9 | -
kukulkan | 6 | 10 | -
"""

LEADERS = {"chaac": (6, 2), "quetzalcoatl": (2, 6), "kukulkan": (4, 4)}
"""Bonus for leading a temple at the end of the first and of the second age."""

HARVEST = {2: (4, 0), 3: (5, 2), 4: (7, 3), 5: (9, 4)}
"""Corn and wood of a harvest, by group of the jungle."""

MOUNTAINS = {
    1: {"wood": 1},
    2: {"stone": 1, "corn": 1},
    3: {"gold": 1, "corn": 2},
    4: {"skull": 1},
    5: {"gold": 1, "stone": 1, "corn": 2},
}
"""What the actions of Yaxchilan give."""

MARKET = {"wood": 2, "stone": 3, "gold": 4}

SURCHARGE = [0, 1, 3, 6, 10, 15]
"""Corn for one to six workers placed in a turn, besides the numbers of their spaces."""

FOOD_DAYS = {8: "goods", 14: "points", 21: "goods", 27: "points"}


def _rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def _cost(text: str) -> dict[str, int]:
    words = text.split()
    return {kind: int(n) for n, kind in zip(words[::2], words[1::2], strict=True)}


def _effects(text: str) -> list[Effect]:
    return [tuple(effect.split()) for effect in text.split(",")]


def _space(text: str) -> tuple[str, int]:
    gear, space = text.split()
    return gear, int(space)


WEALTH = {tile: Wealth(_space(dummy), _effects(does)) for tile, dummy, does in _rows(_WEALTH)}
BUILDINGS = {
    tile: Building(int(age), group, _cost(cost), _effects(does))
    for tile, age, group, cost, does in _rows(_BUILDINGS)
}
MONUMENTS = {
    tile: Monument(group, _cost(cost), scores) for tile, group, cost, scores in _rows(_MONUMENTS)
}
CAVES = {
    int(n): Action(int(points), temple, int(blocks)) for n, points, temple, blocks in _rows(_CAVES)
}
STEPS = {
    (temple, int(step)): (int(points), None if reward == "-" else reward)
    for temple, step, points, reward in _rows(_TEMPLES)
}
"""Points and reward printed at each step of each temple."""
