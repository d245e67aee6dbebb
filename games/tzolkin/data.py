"""The component tables of Tzolk'in, read from data/*.toml and checked when the title loads."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.core import Effect
from engine.tables import Written

FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Action:
    """A numbered action beside a gear: its printed price, and what it does."""

    do: list[Written]
    price: dict[str, int] = field(default_factory=dict)
    lent: bool = True
    assumed: bool = False


@dataclass(frozen=True)
class Gear:
    """A gear: its teeth, its last numbered space, its actions from space 1 on.

    Spaces between the last action and the last space allow any action of the gear.
    """

    id: str
    teeth: int
    last: int
    lends: bool
    ahead: bool
    opposite: int
    actions: list[Action]
    assumed: bool = False


@dataclass(frozen=True)
class ActionSpace:
    """An action space: its gear, and its number there."""

    gear: str
    number: int


@dataclass(frozen=True)
class WealthTile:
    """A starting wealth tile and the action space printed at its bottom."""

    id: str
    dummy: ActionSpace
    do: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class Building:
    """A building: when it is for sale, at which price, and what it gives."""

    id: str
    age: int
    group: str
    cost: dict[str, int]
    do: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class Monument:
    """A monument: its price, and what it scores at the end."""

    id: str
    group: str
    cost: dict[str, int]
    score: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class Step:
    """A step of a temple: points on teal food days, goods on tan ones."""

    step: int
    points: int
    reward: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Temple:
    """A temple: its steps from the bottom up and the leader's bonus at the end of each age."""

    id: str
    leader: list[int]
    steps: list[Step]
    assumed: bool = False

    @property
    def bottom(self) -> int:
        """Return the lowest step."""
        return self.steps[0].step

    @property
    def top(self) -> int:
        """Return the highest step, which holds one marker only."""
        return self.steps[-1].step

    def at(self, step: int) -> Step:
        """Return the step with this number."""
        return self.steps[step - self.bottom]


@dataclass(frozen=True)
class Track:
    """A technology: what each level adds, and the bonus beyond the last."""

    id: str
    levels: list[dict[str, int]]
    bonus: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class Group:
    """A group of the jungle: what its tiles yield and whether wood lies on the corn."""

    id: int
    corn: int
    wood: int
    wooded: bool
    assumed: bool = False


@dataclass(frozen=True)
class Players:
    """What depends on the number of players."""

    monuments: int
    cells: int
    dummies: int


@dataclass(frozen=True)
class FoodDayDate:
    """A food day: the round it is due, the age it belongs to, and whether temples give points."""

    round: int
    age: int
    points: bool


@dataclass(frozen=True)
class Setup:
    """The numbers of setup, calendar, begging, feeding and scoring."""

    goods: list[str]
    workers: int
    most_workers: int
    skulls: int
    wealth_dealt: int
    wealth_kept: int
    displayed: int
    surcharge: list[int]
    market: dict[str, int]
    begging: dict[str, int]
    feeding: dict[str, int]
    scoring: dict[str, int]
    players: dict[str, Players]
    food_day: list[FoodDayDate]


@dataclass(frozen=True)
class Gears:
    """The file gears.toml."""

    gear: list[Gear]


@dataclass(frozen=True)
class WealthTiles:
    """The file wealth.toml."""

    tile: list[WealthTile]


@dataclass(frozen=True)
class Buildings:
    """The file buildings.toml."""

    tile: list[Building]


@dataclass(frozen=True)
class Monuments:
    """The file monuments.toml."""

    tile: list[Monument]


@dataclass(frozen=True)
class Temples:
    """The file temples.toml."""

    temple: list[Temple]


@dataclass(frozen=True)
class Technologies:
    """The file technologies.toml."""

    prices: list[int]
    bonus_price: int
    track: list[Track]


@dataclass(frozen=True)
class Jungle:
    """The file jungle.toml."""

    group: list[Group]


SETUP = tables.load(FOLDER / "setup.toml", Setup)
GEARS = {g.id: g for g in tables.load(FOLDER / "gears.toml", Gears).gear}
WEALTH = {t.id: t for t in tables.load(FOLDER / "wealth.toml", WealthTiles).tile}
BUILDINGS = {b.id: b for b in tables.load(FOLDER / "buildings.toml", Buildings).tile}
MONUMENTS = {m.id: m for m in tables.load(FOLDER / "monuments.toml", Monuments).tile}
TEMPLES = {t.id: t for t in tables.load(FOLDER / "temples.toml", Temples).temple}
TECHNOLOGIES = tables.load(FOLDER / "technologies.toml", Technologies)
TRACKS = {t.id: t for t in TECHNOLOGIES.track}
GROUPS = {g.id: g for g in tables.load(FOLDER / "jungle.toml", Jungle).group}
MARKET = SETUP.market

Effects = tuple[Effect, ...]


def every_effect() -> list[tuple[str, Effects]]:
    """Return the effects of every component with its name, to be checked against the verbs."""
    found = [(tile.id, tables.effects(tile.do)) for tile in WEALTH.values()]
    found += [(tile.id, tables.effects(tile.do)) for tile in BUILDINGS.values()]
    found += [(m.id, tables.effects(m.score)) for m in MONUMENTS.values()]
    found += [(t.id, tables.effects(t.bonus)) for t in TRACKS.values()]
    for gear in GEARS.values():
        found += [(f"{gear.id} {n}", tables.effects(a.do)) for n, a in enumerate(gear.actions, 1)]
    return found
