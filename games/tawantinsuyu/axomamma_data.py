"""The tables of Axomamma, read from data/axomamma.toml, and the verbs that decide for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from engine import tables
from engine.core import Effect
from engine.tables import Written
from engine.vocabulary import Goods
from games.tawantinsuyu.data import FOLDER
from games.tawantinsuyu.state import Tawantinsuyu


@dataclass(frozen=True)
class AxomammaStart:
    """What Axomamma begins with: goods, army cards in hand, and tucked god cards (19.1)."""

    goods: Goods
    army: int
    tucked: int


@dataclass(frozen=True)
class Exchange:
    """Goods that Axomamma changes into points as soon as it has them (19.4)."""

    paid: Goods
    points: int


@dataclass(frozen=True)
class Condition:
    """What an action needs: the thing counted, and how many there must be (19.2)."""

    counts: str
    least: int


@dataclass(frozen=True)
class Row:
    """A row of its board: spots clockwise, and pairs of the value and the spot of a token.

    ``otherwise`` are effects for a spot that is impossible.
    """

    id: str
    spots: list[list[Written]]
    tokens: list[tuple[int, int]]
    otherwise: list[Written] = field(default_factory=list)


@dataclass(frozen=True)
class Personality:
    """A side of a personality token, and what it does."""

    id: str
    do: list[Written]


@dataclass(frozen=True)
class Strength:
    """The values that options of the difficulty change; see the table ``usual``."""

    personality: int
    building: int
    statues: int
    conquests: int
    recruits: int
    steps: int
    superiority: int
    spared: int
    action: int
    weaving: int
    worker: int
    left: int


@dataclass(frozen=True)
class StrengthOption:
    """An option of the difficulty: the setting that it changes, and its value."""

    name: str
    setting: str
    value: int
    summary: str


@dataclass(frozen=True)
class AxomammaRules:
    """The file axomamma.toml.

    ``condition`` is what an action needs. ``reward`` are effects by the colour of a worker.
    ``instead`` gives the verb that takes the place of another.
    """

    faces: list[int]
    ahead: int
    discarded: int
    symbol: int
    behind: int
    recruit: int
    production: int
    weavings: int
    crowd: int
    consolation: Goods
    material: str
    win: int
    ties: list[str]
    regions: list[str]
    start: AxomammaStart
    exchange: Exchange
    condition: dict[str, Condition]
    reward: dict[str, list[Written]]
    instead: dict[str, str]
    row: list[Row]
    personality: list[Personality]
    usual: Strength
    option: list[StrengthOption]


AXOMAMMA = tables.load(FOLDER / "axomamma.toml", AxomammaRules)
ROWS = {row.id: row for row in AXOMAMMA.row}
PERSONALITIES = {each.id: each for each in AXOMAMMA.personality}


def decided(s: Tawantinsuyu, side: int, effect: Effect) -> Effect:
    """Return an effect; for Axomamma, that which decides by the rules instead of asking (19.4)."""
    if not s.played_by_rules(side):
        return effect
    name, *arguments = effect
    return (AXOMAMMA.instead.get(name, name), *arguments)


def axomamma_effects() -> Iterator[tuple[str, Iterable[Effect]]]:
    """Yield the effects of the tables by their place, to be checked when the title loads."""
    for row in AXOMAMMA.row:
        yield f"row {row.id}", tables.effects([*row.otherwise, *chain(*row.spots)])
    for personality in AXOMAMMA.personality:
        yield f"personality {personality.id}", tables.effects(personality.do)
    for colour, written in AXOMAMMA.reward.items():
        yield f"reward {colour}", tables.effects(written)
