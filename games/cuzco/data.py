"""The component tables of Cuzco, read from data/*.toml and checked when the title loads."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.core import Effect
from engine.tables import Written

FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Players:
    """The numbers that depend on the players; ``feathers`` counts those of each colour."""

    feathers: int
    goods_removed: int
    goods_per_round: int
    tasks: int
    gods_per_deck: int


@dataclass(frozen=True)
class Knowledge:
    """The knowledge track: the points of its spaces, from space 0."""

    points: list[int]
    assumed: bool = False


@dataclass(frozen=True)
class Temple:
    """The stairs of the temple, and the points for each priest on them by round."""

    steps: int
    points: list[int]


@dataclass(frozen=True)
class Bonus:
    """A bonus of the final scoring: the count, the number it takes, and its points."""

    counts: str
    least: int
    points: int


@dataclass(frozen=True)
class Named:
    """A component without facts of its own."""

    assumed: bool = False


@dataclass(frozen=True)
class Step:
    """A step of a track or a turn order token: the victory points that it brings."""

    points: int
    assumed: bool = False


@dataclass(frozen=True)
class Row:
    """A row of the final scoring: its points (null: as the villages say), and how many it takes."""

    points: int | None
    least: int = 1


@dataclass(frozen=True)
class Setup:
    """setup.toml: the numbers of setup, exchange, tracks and scoring."""

    rounds: int
    dice: int
    faces: int
    mask_spaces: int
    quipus: int
    priests: int
    feathers_per_colour: int
    medals: int
    gods_dealt: int
    tasks_drawn: int
    tasks_kept: int
    task_points: int
    displayed: int
    token_points: list[int]
    goods: dict[str, int]
    blessing: dict[str, int]
    god_price: dict[str, int]
    exchange: dict[str, int]
    knowledge: Knowledge
    temple: Temple
    players: dict[str, Players]
    scoring: dict[str, int]
    bonus: list[Bonus]


@dataclass(frozen=True)
class Action:
    """An action of phase I. The strength of the die, at most ``most``, comes last in ``do``.

    An action that is not ``strong`` ignores the value of the die.
    """

    id: str
    do: Written
    most: int = 0
    strong: bool = True


@dataclass(frozen=True)
class Space:
    """An action space: the actions to choose from, and whether dice must go down."""

    id: str
    actions: list[str]
    lower_only: bool = True


@dataclass(frozen=True)
class Spaces:
    """spaces.toml"""

    action: list[Action]
    players: dict[str, list[Space]]


@dataclass(frozen=True)
class Building:
    """The building half of a village."""

    type: str
    points: int


@dataclass(frozen=True)
class Road:
    """A road: the two places or sides that it joins, its kind, and its value."""

    ends: tuple[str, str]
    kind: str
    die: int
    assumed: bool = False


@dataclass(frozen=True)
class Triangle:
    """A triangle of the board: halves of three villages and the roads between them."""

    letter: str
    roads: list[Road]
    feathers: dict[str, str] = field(default_factory=dict)
    buildings: dict[str, Building] = field(default_factory=dict)
    assumed: bool = False


@dataclass(frozen=True)
class FrameSide:
    """A side of the frame: the other half of an outer village."""

    feather: str = ""
    building: Building | None = None
    assumed: bool = False


@dataclass(frozen=True)
class End:
    """A road end of the overlay of Cuzco."""

    kind: str
    die: int
    assumed: bool = False


@dataclass(frozen=True)
class Village:
    """A village: the colour of its feather, its building, its points and its ring."""

    id: str
    feather: str
    building: str
    points: int
    outer: bool
    assumed: bool = False


@dataclass(frozen=True)
class Board:
    """board.toml; ``village`` is read when the graph is listed instead of built from pieces."""

    centre: str
    inner: list[str]
    outer: list[str]
    start_rotation: int
    default_layout: str
    graph_source: str
    triangle: list[Triangle]
    side: list[FrameSide]
    road: list[Road]
    overlay: list[End]
    village: list[Village] = field(default_factory=list)
    assumed: bool = False


@dataclass(frozen=True)
class Mask:
    """A mask board: the colours of the two slots beside each circlet."""

    number: int
    circlets: list[list[str]]
    assumed: bool = False


@dataclass(frozen=True)
class Circlet:
    """A circlet tile: the die it takes and its points."""

    die: int
    points: int
    assumed: bool = False


@dataclass(frozen=True)
class Masks:
    """masks.toml"""

    colours: list[str]
    round_bonus: list[int]
    mask: list[Mask]
    circlet: list[Circlet]


@dataclass(frozen=True)
class Kind:
    """A kind of tiles: its uses in phase II, the pips and the gain of sliding one down."""

    id: str
    uses: int
    pips: int
    slide: Written


@dataclass(frozen=True)
class Ability:
    """The ability of a group of equal tiles; the amount, by their number, comes last in ``do``."""

    name: str
    do: Written
    amounts: list[int]
    most: int = 0
    assumed: bool = False


@dataclass(frozen=True)
class Tile:
    """A study or farm tile; ``value`` is its gain when it is slid down."""

    id: str
    kind: str
    ability: str
    value: int
    assumed: bool = False


@dataclass(frozen=True)
class People:
    """people.toml"""

    kind: list[Kind]
    ability: list[Ability]
    tile: list[Tile]


@dataclass(frozen=True)
class God:
    """A god with its own deck."""

    id: str
    assumed: bool = False


@dataclass(frozen=True)
class CardLimit:
    """The limit of a card within a scope, per ability or per god."""

    scope: str
    per: str
    most: int


@dataclass(frozen=True)
class Card:
    """A god card: its phases and window, its effects, and its limit."""

    id: str
    god: str
    phases: list[str]
    window: str
    do: list[Written]
    limit: CardLimit
    assumed: bool = False


@dataclass(frozen=True)
class Gods:
    """gods.toml; ``phases``, ``windows``, ``scopes`` and ``per`` list the words of its cards."""

    copies: int
    phases: list[str]
    windows: list[str]
    scopes: list[str]
    per: list[str]
    god: list[God]
    ability: list[Card]


@dataclass(frozen=True)
class Good:
    """A good of the market."""

    id: str
    count: int
    price: int
    points: int
    assumed: bool = False


@dataclass(frozen=True)
class Market:
    """market.toml"""

    good: list[Good]


@dataclass(frozen=True)
class Requirement:
    """What a task needs: the thing counted, how many there must be, and of which kind."""

    counts: str
    least: int
    kind: str = ""


@dataclass(frozen=True)
class Task:
    """A task of the Sapa Inca, and all that it needs."""

    id: str
    silver: bool
    requires: list[Requirement]
    assumed: bool = False


@dataclass(frozen=True)
class Tasks:
    """tasks.toml"""

    task: list[Task]


SETUP = tables.load(FOLDER / "setup.toml", Setup)
SPACES = tables.load(FOLDER / "spaces.toml", Spaces)
ACTIONS = {a.id: a for a in SPACES.action}
BOARD = tables.load(FOLDER / "board.toml", Board)
MASKS = tables.load(FOLDER / "masks.toml", Masks)
MASK = {m.number: m for m in MASKS.mask}
CIRCLETS = {c.die: c for c in MASKS.circlet}
PEOPLE = tables.load(FOLDER / "people.toml", People)
KINDS = {k.id: k for k in PEOPLE.kind}
ABILITIES = {a.name: a for a in PEOPLE.ability}
TILES = {t.id: t for t in PEOPLE.tile}
GODS = tables.load(FOLDER / "gods.toml", Gods)
CARDS = {c.id: c for c in GODS.ability}
GOODS = {g.id: g for g in tables.load(FOLDER / "market.toml", Market).good}
TASKS = {t.id: t for t in tables.load(FOLDER / "tasks.toml", Tasks).task}


def check_words(gods: Gods) -> None:
    """Check that cards name gods, phases, windows and limits of the lists.

    :raises ValueError: the card and the word are named.
    """
    names = [god.id for god in gods.god]
    for card in gods.ability:
        pairs = [(card.god, names), (card.window, gods.windows), (card.limit.scope, gods.scopes)]
        pairs += [(card.limit.per, gods.per), *((phase, gods.phases) for phase in card.phases)]
        if unknown := [word for word, known in pairs if word not in known]:
            raise ValueError(f"{card.id}: unknown {', '.join(unknown)}")


def strengthened(do: Written, strength: int) -> Effect:
    """Return an effect as a table writes it, with its strength or amount."""
    return (*do, strength)


def every_effect() -> list[tuple[str, list[Effect]]]:
    """Return the effects of every component by its name, to be checked against the verbs."""
    found = [(a.id, [strengthened(a.do, 1) if a.strong else tuple(a.do)]) for a in SPACES.action]
    found += [(a.name, [strengthened(a.do, 1)]) for a in ABILITIES.values()]
    found += [(k.id, [strengthened(k.slide, 1)]) for k in KINDS.values()]
    found += [(c.id, [tuple(effect) for effect in c.do]) for c in CARDS.values()]
    return found
