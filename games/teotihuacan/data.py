"""The component tables of Teotihuacan, read from data/*.toml and checked when the title loads."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.tables import Written
from engine.vocabulary import Goods

FOLDER = Path(__file__).parent / "data"

FALL_BACK: Written = ["fall_back"]
"""What the Teotibot does if the action of a tile is impossible."""


@dataclass(frozen=True, kw_only=True)
class Component:
    """What every component tells: its module, "" for the base, and other modules that it needs."""

    module: str = ""
    needs: list[str] = field(default_factory=list)
    assumed: bool = False

    def in_play(self, modules: tuple[str, ...]) -> bool:
        """Return whether the component belongs to a game with these modules."""
        return all([name in modules for name in (self.module, *self.needs) if name])


@dataclass(frozen=True)
class Board(Component):
    """An action board by its printed number.

    ``action`` is the verb of its main action. ``power_ups`` are those for 1, 2 and 3 workers.
    ``worship`` names the temple, or the slot of the royal tile, of each worship space. ``cells``
    are the gains by workers, then by lowest power. ``discovery``: a discovery tile lies there,
    from the ``stack``, "" for that of the base.
    """

    number: int
    power_ups: list[int]
    action: Written | None = None
    resource: str = ""
    worship: list[str] = field(default_factory=list)
    discovery: bool = False
    cells: list[list[list[Written]]] = field(default_factory=list)
    stack: str = ""


@dataclass(frozen=True)
class NobleRow:
    """A row of building spaces: the workers it takes, and the points of its spaces."""

    workers: int
    points: list[int]


@dataclass(frozen=True)
class Buildings:
    """The buildings row: its values from the left, and the wood that a building costs."""

    values: list[int]
    wood: int


@dataclass(frozen=True)
class Boards:
    """The file boards.toml."""

    positions: int
    printed: list[int]
    fixed: list[int]
    reach: int
    most_workers: int
    unlocking: int
    displacing: int
    both: int
    board: list[Board]
    nobles: list[NobleRow]
    buildings: Buildings


@dataclass(frozen=True)
class Step:
    """A step of a temple: its reward; with ``discovery``, a tile may be claimed instead."""

    do: list[Written]
    discovery: bool = False


@dataclass(frozen=True)
class Temple(Component):
    """A temple: its steps from the bottom up."""

    id: str
    steps: list[Step]


@dataclass(frozen=True)
class Avenue:
    """The Avenue of the Dead: its last step, and the discovery tiles at its steps."""

    last: int
    tiles: dict[str, int]


@dataclass(frozen=True)
class BonusTile:
    """A temple bonus tile: what it counts, its points, and those for strong workers."""

    id: str
    counts: str
    points: int
    strong: int = 0
    assumed: bool = False


@dataclass(frozen=True)
class Temples:
    """The file temples.toml; ``piles``: discovery tiles at steps, those more than players."""

    bonus: int
    top: int
    temple: list[Temple]
    avenue: Avenue
    piles: dict[str, dict[str, int]]
    bonus_tile: list[BonusTile]


@dataclass(frozen=True)
class Technology(Component):
    """A technology tile: its price in gold, and what it does at which moment.

    ``passing``: when a worker comes onto or past board 1. ``after``: after a main action on one
    of the ``boards``. ``workers`` and ``discount`` help a main action there. ``one_more``: the
    cocoa for one more power-up.
    """

    id: str
    gold: int
    passing: list[Written] = field(default_factory=list)
    boards: list[int] = field(default_factory=list)
    after: list[Written] = field(default_factory=list)
    workers: int = 0
    discount: int = 0
    one_more: int = 0


@dataclass(frozen=True)
class Technologies:
    """The file technologies.toml."""

    displayed: int
    columns: list[str]
    others: int
    technology: list[Technology]


@dataclass(frozen=True)
class Discovery(Component):
    """A kind of discovery tile: its copies (R46), what claiming costs, and what it does.

    ``mask`` is the kind of a mask, 0 for other tiles. ``moment``: the tile helps only while a
    worker is moved, an action is begun on the ``boards``, or cocoa is paid. ``price`` are effects
    that claiming costs. ``stack`` is the pile that the tile belongs to, "" for that of the base.
    """

    id: str
    copies: int
    cost: Goods
    mask: int = 0
    moment: str = ""
    boards: list[int] = field(default_factory=list)
    do: list[Written] = field(default_factory=list)
    salary: bool = False
    price: list[Written] = field(default_factory=list)
    stack: str = ""


@dataclass(frozen=True)
class Discoveries:
    """The file discoveries.toml; ``masks`` are the points of a set by its size."""

    masks: list[int]
    discovery: list[Discovery]


@dataclass(frozen=True)
class RoyalTile(Component):
    """A royal tile. P is the power of the worker on it, ``more`` is added to it.

    It gives ``points`` for each of what it ``counts``, P at most; or P of the good ``gain``; or
    up to P times what it does (``do``) for ``pay`` and ``pay_any`` resources. With ``once`` it is
    used once, for its price, and gives P of the good, or P resources of any kind.
    """

    id: str
    category: str
    more: int = 0
    counts: str = ""
    points: int = 0
    gain: str = ""
    pay: Goods = field(default_factory=dict)
    pay_any: int = 0
    do: list[Written] = field(default_factory=list)
    once: bool = False


@dataclass(frozen=True)
class RoyalTiles:
    """The file royal.toml; ``slots`` are the categories of the slots of the Palace."""

    slots: dict[str, str]
    royal: list[RoyalTile]


@dataclass(frozen=True)
class StartingTile(Component):
    """A starting tile: boards for workers, what it gives, and its power-ups."""

    id: str
    boards: list[int]
    do: list[Written]
    power_ups: int = 0
    discovery: bool = False
    stack: str = ""


@dataclass(frozen=True)
class StartingTiles:
    """The file starting.toml."""

    starting: list[StartingTile]


@dataclass(frozen=True)
class Deed(Component):
    """The action of the Teotibot on a board: its price and what it gives."""

    board: int
    do: list[Written]
    price: Goods = field(default_factory=dict)


@dataclass(frozen=True)
class ActionTile(Component):
    """An action tile: what it does, and what happens if that is impossible.

    ``instead`` is the tile that it takes the place of.
    """

    id: str
    do: Written
    otherwise: list[Written] = field(default_factory=lambda: [FALL_BACK])
    instead: str = ""


@dataclass(frozen=True)
class Level:
    """A level of the pyramid: what a tile costs there, and its points."""

    cost: Goods
    points: int


@dataclass(frozen=True)
class Decorating:
    """The numbers of decorations: those displayed, gold by workers, and points."""

    displayed: int
    gold: list[int]
    points: int


@dataclass(frozen=True)
class PyramidTile:
    """A pyramid tile: its icons, clockwise from the top left; capitals are coloured."""

    id: str
    corners: str
    assumed: bool = False


@dataclass(frozen=True)
class Decoration:
    """A decoration tile: its two icons, seen with the arrow to the centre."""

    id: str
    icons: str
    assumed: bool = False


@dataclass(frozen=True)
class Space:
    """A space for a decoration: the cells it covers, or the printed icons of step 0.

    ``tiles`` are the pyramid tiles that must lie below it: level, row and column. ``turned``: the
    second icon of a tile lies on the first cell.
    """

    side: str
    step: int
    printed: str = ""
    cells: list[tuple[int, int]] = field(default_factory=list)
    tiles: list[tuple[int, int, int]] = field(default_factory=list)
    turned: bool = False
    assumed: bool = False


@dataclass(frozen=True)
class Pyramid:
    """The file pyramid.toml; ``start``: places of the first tiles by number of players."""

    ground: list[str]
    levels: list[int]
    displayed: int
    track: int
    level: list[Level]
    decorating: Decorating
    start: dict[str, list[tuple[int, int, int]]]
    tile: list[PyramidTile]
    decoration: list[Decoration]
    space: list[Space]


@dataclass(frozen=True)
class Cocoa:
    """The cocoa at the start, by place in the order."""

    first: int
    last: int
    others: int


@dataclass(frozen=True)
class Eclipse:
    """The numbers of an Eclipse: points of the pyramid track, wages, and what unpaid ones cost."""

    count: int
    leader: int
    track: list[int]
    wages: list[int]
    unpaid: int


@dataclass(frozen=True)
class Reward:
    """A reward of an ascension: its price; ``fourth``: only while the fourth worker is aside."""

    id: str
    do: list[Written]
    cost: Goods = field(default_factory=dict)
    fourth: bool = False
    assumed: bool = False


@dataclass(frozen=True)
class Setup:
    """The file setup.toml."""

    resources: list[str]
    workers: int
    fourth: int
    kept: int
    neutral_dice: int
    dark: dict[str, int]
    drafted: dict[str, int]
    cocoa: Cocoa
    eclipse: Eclipse
    ascension: list[Reward]


SETUP = tables.load(FOLDER / "setup.toml", Setup)
RING = tables.load(FOLDER / "boards.toml", Boards)
TRACKS = tables.load(FOLDER / "temples.toml", Temples)
ALCHEMY = tables.load(FOLDER / "technologies.toml", Technologies)
FINDS = tables.load(FOLDER / "discoveries.toml", Discoveries)
PALACE = tables.load(FOLDER / "royal.toml", RoyalTiles)
PYRAMID = tables.load(FOLDER / "pyramid.toml", Pyramid)

BOARDS = {board.number: board for board in RING.board}
TEMPLES = {temple.id: temple for temple in TRACKS.temple}
BONUS_TILES = {tile.id: tile for tile in TRACKS.bonus_tile}
TECHNOLOGIES = {tile.id: tile for tile in ALCHEMY.technology}
DISCOVERIES = {tile.id: tile for tile in FINDS.discovery}
ROYAL_TILES = {tile.id: tile for tile in PALACE.royal}
STARTING_TILES = {
    tile.id: tile for tile in tables.load(FOLDER / "starting.toml", StartingTiles).starting
}
PYRAMID_TILES = {tile.id: tile for tile in PYRAMID.tile}
DECORATIONS = {tile.id: tile for tile in PYRAMID.decoration}
REWARDS = {reward.id: reward for reward in SETUP.ascension}
