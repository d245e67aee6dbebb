"""The state of a game of Teotihuacan: what lies on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.adjustment import adjustable
from engine.core import Side, State
from engine.visibility import internal, secret
from games.teotihuacan.data import DISCOVERIES, RING, SETUP, TEMPLES

ASIDE = 0
"""The board of a worker that is not in play yet."""


@dataclass(slots=True)
class Worker:
    """A worker: its power, the printed number of its board, and the worship space it is locked on.

    The board 0 means that the worker is not in play. An unlocked worker has no space: "".
    """

    power: int
    board: int
    space: str = ""

    @property
    def unlocked(self) -> bool:
        """Return whether the worker is in the general area of a board."""
        return self.board != ASIDE and not self.space


@dataclass(slots=True)
class CurrentTurn:
    """What has been done in the turn in progress.

    ``arrived`` are the workers that moved, by their place in the player's list. ``two`` and
    ``far``: discovery tiles change the movement. ``colours`` are those that the workers met on
    arrival. ``free``: a discovery tile pays the cocoa. ``more`` counts workers that a discovery
    tile adds. ``acting``: a worker has moved and its action is not over. A main action counts
    ``counted`` workers. ``discount``: a resource less for one tile of the action. ``built``
    counts the pyramid tiles of the action. ``raised`` counts its power-ups; ``tired``: it brings
    none.
    """

    arrived: list[int] = field(default_factory=list)
    two: bool = False
    far: bool = False
    free: bool = False
    colours: int = 0
    more: int = 0
    acting: bool = False
    counted: int = 0
    discount: int = 0
    built: int = 0
    raised: int = 0
    tired: bool = False


@dataclass(slots=True)
class Player(Side):
    """A player's goods, workers, markers and tiles.

    ``temples`` is the step on each temple. ``avenue`` and ``track`` are the steps on the Avenue of
    the Dead and on the pyramid track. ``discoveries`` are the tiles face up, ``used`` those turned
    down, ``masks`` the kinds of the masks. ``starting`` are the starting tiles of the setup.
    """

    workers: list[Worker] = field(default_factory=list)
    points: int = 0
    temples: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TEMPLES, 0))
    avenue: int = 0
    track: int = 0
    technologies: list[str] = field(default_factory=list)
    discoveries: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    masks: list[int] = field(default_factory=list)
    starting: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PlacedTile:
    """A pyramid tile in its place: level from 1, row, column, and clockwise quarter turns."""

    tile: str
    level: int
    row: int
    column: int
    turns: int


@dataclass(slots=True)
class ActionPyramid:
    """The action tiles of the Teotibot by position, the one set aside, and the direction tiles.

    ``arrows`` are the visible sides of the direction tiles, the top one first. All are empty in a
    game without the Teotibot.
    """

    places: list[str] = field(default_factory=list)
    aside: str = ""
    arrows: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Teotihuacan(State[Player]):
    """The table.

    ``ring`` is the printed board on each position, position 1 first. ``order`` lists the seats.
    ``neutral`` lists, for each neutral colour, the boards of its dice. ``light`` and ``dark`` are
    the discs of the calendar; ``last_round``: the round before the Eclipse is played; ``final``:
    the next Eclipse is the last. ``technologies`` is the display, row by row. ``royal`` and
    ``bonus_tiles`` are the tiles by slot and temple. ``tiles`` are the discovery tiles on boards,
    ``piles`` those elsewhere by place, as ``blue 4`` or ``beside ST14``. ``offered`` are the
    starting tiles to choose from. ``nobles`` counts the buildings of each row. ``icons`` are the
    visible icons of the pyramid. ``decorated`` lists the decorations of each side. ``display`` and
    ``decorations`` are the face-up tiles. ``bot`` are the action tiles of the Teotibot in the solo
    game. Hidden piles are drawn from the end.
    """

    ring: list[int] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    options: list[str] = internal(default_factory=list)
    eclipse: int = 1
    round: int = 1
    light: int = 0
    dark: int = 0
    last_round: bool = False
    final: bool = False
    over: bool = False
    neutral: list[list[int]] = field(default_factory=list)
    technologies: list[str] = field(default_factory=list)
    royal: dict[str, str] = field(default_factory=dict)
    bonus_tiles: dict[str, str] = field(default_factory=dict)
    tiles: dict[str, str | None] = field(default_factory=dict)
    piles: dict[str, list[str]] = field(default_factory=dict)
    offered: list[str] = field(default_factory=list)
    nobles: list[int] = field(default_factory=lambda: [0] * len(RING.nobles))
    pyramid: list[PlacedTile] = field(default_factory=list)
    icons: list[list[str]] = field(default_factory=list)
    decorated: dict[str, list[str]] = field(default_factory=dict)
    display: list[str] = field(default_factory=list)
    decorations: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    now: CurrentTurn = field(default_factory=CurrentTurn)
    bot: ActionPyramid = field(default_factory=ActionPyramid)
    discovery_stack: list[str] = secret("discoveries", default_factory=list)
    pyramid_stack: list[str] = secret("pyramid", default_factory=list)
    decoration_stack: list[str] = secret("decorations", default_factory=list)

    @property
    def taken(self) -> int:
        """Return how many buildings have left the buildings row."""
        return buildings_taken(self)

    @property
    def building_value(self) -> int:
        """Return the lowest value of the buildings row that is not covered (R18)."""
        return RING.buildings.values[self.taken]

    def played_by_rules(self, side: int) -> bool:
        """Return whether a side is the Teotibot, which is asked nothing (section 11)."""
        return side >= self.seats

    def position(self, board: int) -> int:
        """Return the position of a board, from 1; boards have numbers of their own (R1)."""
        return self.ring.index(board) + 1


@adjustable
def buildings_taken(s: Teotihuacan) -> int:
    """Return how many buildings have left the buildings row: those on the rows of the Nobles."""
    return sum(s.nobles)


def census(s: Teotihuacan) -> dict[str, object]:
    """Count the tiles and workers of the base game."""
    finds = [*s.discovery_stack, *s.discarded, *filter(None, s.tiles.values())]
    finds += [tile for pile in s.piles.values() for tile in pile]
    for player in s.players:
        finds += [*player.discoveries, *player.used, *(f"mask{kind}" for kind in player.masks)]
    decorations = [*s.decoration_stack, *s.decorations]
    decorations += [tile for side in s.decorated.values() for tile in side]
    placed = [each.tile for each in s.pyramid]
    return {
        "discoveries": sorted(Counter(filter(DISCOVERIES.__contains__, finds)).items()),
        "pyramid": sorted([*s.pyramid_stack, *s.display, *placed]),
        "decorations": sorted(decorations),
        "workers": [len(player.workers) for player in s.players],
        "boards": sorted(s.ring),
        "action tiles": sorted([*s.bot.places, s.bot.aside]),
    }


def wage(worker: Worker) -> int:
    """Return the cocoa that a worker gets at an Eclipse (10.3)."""
    return 0 if worker.board == ASIDE else SETUP.eclipse.wages[worker.power - 1]
