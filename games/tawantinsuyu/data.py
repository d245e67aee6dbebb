"""The component tables of Tawantinsuyu, read from data/*.toml and checked when the title loads."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.tables import Written
from engine.vocabulary import Goods

FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Players:
    """The numbers that depend on the players; ``removed`` workers of each colour stay away.

    ``village`` and ``nomads`` count workers. ``offer`` is the number of god cards in the central
    offer at the start; the card with the number ``overflow`` brings it back into the deck.
    """

    removed: int
    village: int
    nomads: int
    offer: int
    overflow: int
    assumed: bool = False


@dataclass(frozen=True)
class Setup:
    """The file setup.toml; ``final`` are the points at the end for each thing of a sort."""

    goods: list[str]
    food: list[str]
    wild: str
    points: int
    start: Goods
    workers: int
    reserved: int
    dealt_gods: int
    kept_gods: int
    steps: int
    conquests: int
    god_card: int
    final: dict[str, int]
    forced_festival: int
    players: dict[str, Players]


@dataclass(frozen=True)
class Terrace:
    """A terrace of the hill, from the top: the food of descending to it."""

    id: str
    food: int


@dataclass(frozen=True)
class Spot:
    """A step spot between two terraces of a section: the upper or the lower one."""

    id: str
    section: int
    level: str


@dataclass(frozen=True)
class Space:
    """A space of the hill; ``blocked``: a worker stands there from the setup with two players.

    ``colour`` is blue, green, or "" for a plain space.
    """

    id: str
    section: int
    terrace: str
    symbol: str
    colour: str = ""
    blocked: bool = False
    assumed: bool = False


@dataclass(frozen=True)
class Icon:
    """A task icon: its task, and the spaces at its ends."""

    id: str
    task: str
    ends: list[str]
    assumed: bool = False


@dataclass(frozen=True)
class Hill:
    """The file hill.toml; ``roaming`` is the food by the distance between two sections.

    Each step marker above a space lowers the food by ``relief``; an opponent who owns it gets
    ``owner`` points.
    """

    sections: int
    roaming: list[int]
    relief: int
    owner: int
    terrace: list[Terrace]
    spot: list[Spot]
    space: list[Space]
    icon: list[Icon]


@dataclass(frozen=True)
class WorkerKind:
    """A colour of workers and what it brings when it is placed (section 8).

    ``tasks_on`` is the colour of the spaces with a task more. ``cards`` are army cards; with
    ``takes``, a worker beside it may be taken. ``food`` is less to pay; ``first`` are tasks more
    in an empty segment. ``paid`` buys a task. ``gods`` are god cards after the tasks.
    """

    id: str
    tasks_on: str = ""
    cards: int = 0
    takes: bool = False
    food: int = 0
    first: int = 0
    paid: Goods = field(default_factory=dict)
    gods: int = 0


@dataclass(frozen=True)
class Workers:
    """The file workers.toml: the workers of each colour, and the colours."""

    count: int
    worker: list[WorkerKind]


@dataclass(frozen=True)
class Task:
    """What a task icon gives."""

    id: str
    do: list[Written]


@dataclass(frozen=True)
class Statue:
    """A size of statues: copies of each symbol, cost and points."""

    id: str
    copies: int
    cost: Goods
    points: int


@dataclass(frozen=True)
class Tasks:
    """The file tasks.toml: the tasks, the price and the gains of steps, and the statues."""

    steps: Goods
    stepped: Goods
    step_points: int
    upper_points: int
    task: list[Task]
    statue: list[Statue]


@dataclass(frozen=True)
class Symbol:
    """A symbol of a god."""

    id: str


@dataclass(frozen=True)
class GodCard:
    """A god card: its symbol and its benefits."""

    id: str
    symbol: str
    do: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class Gods:
    """The file gods.toml."""

    symbol: list[Symbol]
    card: list[GodCard]


@dataclass(frozen=True)
class ArmyCard:
    """An army card: its soldiers, and the goods at its foot."""

    id: str
    soldiers: int
    foot: Goods
    assumed: bool = False


@dataclass(frozen=True)
class Army:
    """The file army.toml."""

    card: list[ArmyCard]


@dataclass(frozen=True)
class Production:
    """A production building: its cost, and what it produces."""

    id: str
    cost: Goods
    do: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class Bonus:
    """More of the resource of some tasks, and points."""

    tasks: list[str]
    more: int
    points: int


@dataclass(frozen=True)
class Passive:
    """A passive building: its cost, and what it changes (appendix of the rulebook).

    ``acts_as``: workers may use the ability of this colour. ``placed`` and ``tasks`` are effects
    and tasks for placing a colour. ``connects``: a new connection pays at once. ``swaps_colours``:
    architects and craftsmen count as each other too. ``festival`` are effects at its start,
    ``action`` those of a high-priest action, ``after`` allows them after it too. ``turn`` are
    effects at any time of the own turn. ``god_card`` are points at the end, ``own_steps`` points
    for own markers. ``drawn`` weavings are drawn. ``soldiers`` are less for a conquest.
    ``exchange`` lists goods of equal worth. ``bonus`` enlarges some tasks.
    """

    id: str
    cost: Goods
    acts_as: str = ""
    placed: dict[str, list[Written]] = field(default_factory=dict)
    tasks: dict[str, int] = field(default_factory=dict)
    connects: bool = False
    swaps_colours: bool = False
    festival: list[Written] = field(default_factory=list)
    action: dict[str, list[Written]] = field(default_factory=dict)
    after: bool = False
    turn: list[Written] = field(default_factory=list)
    god_card: int = 0
    own_steps: int = 0
    drawn: int = 0
    soldiers: int = 0
    exchange: list[Goods] = field(default_factory=list)
    bonus: Bonus | None = None
    assumed: bool = False


@dataclass(frozen=True)
class Buildings:
    """The file buildings.toml: the market of each kind, and the tiles of both kinds."""

    market: int
    swapped: int
    production: list[Production]
    passive: list[Passive]


@dataclass(frozen=True)
class Reward:
    """The reward of two equal edges in a tapestry."""

    id: str
    do: list[Written]


@dataclass(frozen=True)
class Weaving:
    """A weaving: its pattern, the rewards on its edges, and the players that it needs."""

    id: str
    pattern: str
    left: str
    right: str
    least_players: int = 1
    starting: bool = False
    assumed: bool = False


@dataclass(frozen=True)
class Weavings:
    """The file weavings.toml; ``prices`` are in corn for 1, 2, 3 weavings, ``others`` for one.

    ``sizes`` are the points of a tapestry by its number of weavings.
    """

    drawn: int
    prices: list[int]
    others: int
    sizes: list[int]
    reward: list[Reward]
    weaving: list[Weaving]


@dataclass(frozen=True)
class TempleStep:
    """A step of the temple: its reward, and its points at festivals and at the end."""

    festival: int
    final: int
    do: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class Temple:
    """The file temple.toml: the steps from the lowest place up."""

    step: list[TempleStep]


@dataclass(frozen=True)
class Conquest:
    """A conquest space: soldiers to turn down and to discard, and the reward."""

    id: str
    flip: int
    discard: int
    do: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class Region:
    """A conquest region with its spaces from left to right."""

    id: str
    space: list[Conquest]


@dataclass(frozen=True)
class Regions:
    """The file conquest.toml."""

    region: list[Region]


@dataclass(frozen=True)
class HilltopAction:
    """An action of the high priest."""

    id: str
    do: list[Written]
    assumed: bool = False


@dataclass(frozen=True)
class Worship:
    """Temple steps for a statue, for the active player and for the others."""

    active: dict[str, int]
    others: dict[str, int]


@dataclass(frozen=True)
class Offering:
    """Pairs of corn and temple steps, for the active player and for the others."""

    active: list[tuple[int, int]]
    others: list[tuple[int, int]]


@dataclass(frozen=True)
class Rejuvenate:
    """What is turned up free, and the price of each more."""

    free: int
    active: Goods
    others: Goods


@dataclass(frozen=True)
class Conquer:
    """The army cards that are free for the active player, and the price of the others."""

    free: int
    card: Goods


@dataclass(frozen=True)
class Secondary:
    """A secondary action without the high priest."""

    id: str
    do: list[Written]


@dataclass(frozen=True)
class Hilltop:
    """The file hilltop.toml."""

    move: int
    gold: int
    action: list[HilltopAction]
    worship: Worship
    offering: Offering
    rejuvenate: Rejuvenate
    conquer: Conquer
    secondary: list[Secondary]


@dataclass(frozen=True)
class Festival:
    """The file festival.toml; ``drawn`` are god cards by players, from the fewest points up."""

    festivals: int
    token: list[int]
    potato: int
    missing: int
    played: int
    ends: dict[str, str]
    drawn: list[list[int]]


SETUP = tables.load(FOLDER / "setup.toml", Setup)
HILL = tables.load(FOLDER / "hill.toml", Hill)
WORKERS = {each.id: each for each in tables.load(FOLDER / "workers.toml", Workers).worker}
WORKERS_OF_COLOUR = tables.load(FOLDER / "workers.toml", Workers).count
TASKS = tables.load(FOLDER / "tasks.toml", Tasks)
STATUES = {each.id: each for each in TASKS.statue}
GODS = tables.load(FOLDER / "gods.toml", Gods)
SYMBOLS = [each.id for each in GODS.symbol]
GOD_CARDS = {each.id: each for each in GODS.card}
ARMY_CARDS = {each.id: each for each in tables.load(FOLDER / "army.toml", Army).card}
BUILDINGS = tables.load(FOLDER / "buildings.toml", Buildings)
PRODUCTION = {each.id: each for each in BUILDINGS.production}
PASSIVE = {each.id: each for each in BUILDINGS.passive}
TAPESTRIES = tables.load(FOLDER / "weavings.toml", Weavings)
WEAVINGS = {each.id: each for each in TAPESTRIES.weaving}
REWARDS = {each.id: each for each in TAPESTRIES.reward}
TEMPLE = tables.load(FOLDER / "temple.toml", Temple).step
REGIONS = {each.id: each for each in tables.load(FOLDER / "conquest.toml", Regions).region}
CONQUESTS = {space.id: space for region in REGIONS.values() for space in region.space}
HILLTOP = tables.load(FOLDER / "hilltop.toml", Hilltop)
FESTIVAL = tables.load(FOLDER / "festival.toml", Festival)
