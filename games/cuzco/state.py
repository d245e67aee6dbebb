"""The state of a game of Cuzco: what lies on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.core import Side, State
from engine.visibility import owner_only, secret
from games.cuzco.data import BOARD, CARDS, SETUP

UNROLLED = 0
"""What a die shows before the first roll of the game."""


@dataclass(slots=True)
class CurrentTurn:
    """What cards can change in the turn in progress.

    ``die`` is the value of the die that the player places. ``action`` and ``strength`` are what
    it does. ``used`` lists the groups used in phase II. ``played`` lists the abilities that count
    for a limit. ``medals`` lists the abilities used with a medal this turn.
    """

    die: int = 0
    unbound: bool = False
    action: str = ""
    strength: int = 0
    any_road: bool = False
    doubled: bool = False
    extra: int = 0
    discount: int = 0
    relaxed: int = 0
    relaxed_points: int = 0
    used: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    medals: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Die:
    """A die on an action space: the seat that placed it, and its value."""

    seat: int
    value: int


@dataclass(slots=True)
class Player(Side):
    """A player's goods and mask board.

    ``quipus`` counts the tiles on the mask, ``reserve`` those below it. ``feathers`` lists, by
    colour, the circlets beside which a feather is set. ``first_feather`` is dealt but not set.
    ``tiles`` are study and farm tiles; ``slid`` lists those slid down. ``gods`` are the cards
    taken face up, ``dealt_gods`` those of the setup. ``returned_gods`` is the card to be swapped
    in the setup. ``spent`` are dice that a card took off an action space. ``may_turn``: the chaski
    returned to Cuzco, so the overlay may be turned when it leaves.
    """

    mask: int
    chaski: str = BOARD.centre
    may_turn: bool = False
    points: int = 0
    knowledge: int = 0
    dice: list[int] = field(default_factory=lambda: [UNROLLED] * SETUP.dice)
    spent: list[int] = field(default_factory=list)
    quipus: int = SETUP.quipus
    reserve: int = 0
    priests: int = SETUP.priests
    feathers: dict[str, list[int]] = field(default_factory=dict)
    first_feather: str = ""
    circlets: list[int] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)
    slid: list[str] = field(default_factory=list)
    wares: list[str] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    gods: list[str] = field(default_factory=list)
    dealt_gods: list[str] = owner_only("gods", default_factory=list, ordered=True)
    returned_gods: list[str] = owner_only("gods", default_factory=list)
    dealt_tasks: list[str] = owner_only("tasks", default_factory=list, ordered=True)
    kept_tasks: list[str] = owner_only("tasks", default_factory=list, ordered=True)
    slot: list[int] = owner_only(default_factory=list, choices=range(3))

    @property
    def free_spaces(self) -> int:
        """Return the number of mask spaces without a quipu and without a tile."""
        return SETUP.mask_spaces - self.quipus - len(self.tiles)


@dataclass(slots=True)
class Cuzco(State[Player]):
    """The table.

    ``layout`` names the triangles on positions 1 to 6. ``order`` lists the seats by turn order
    token. ``arrivals`` lists the seats by knowledge marker, the topmost last. ``spaces`` lists the
    dice on each action space. ``piles`` lists the seats whose quipus lie on each village, from the
    bottom up. ``stairs`` names the seat on each step, step 1 first. ``display`` lists the tiles on
    positions 1 to 6. ``gods`` names the face-up card of each deck. ``market`` lists the goods of
    each round. Hidden piles are drawn from the end. One pile holds the cards of all gods, one the
    tiles of both kinds. ``god_rest`` holds the cards of the setup that are not dealt.
    """

    layout: str = ""
    rotation: int = BOARD.start_rotation
    round: int = 1
    phase: str = ""
    ring: int = 1
    order: list[int] = field(default_factory=list)
    arrivals: list[int] = field(default_factory=list)
    spaces: dict[str, list[Die]] = field(default_factory=dict)
    piles: dict[str, list[int]] = field(default_factory=dict)
    stairs: list[int | None] = field(default_factory=list)
    display: dict[str, list[str | None]] = field(default_factory=dict)
    gods: dict[str, str | None] = field(default_factory=dict)
    discards: list[str] = field(default_factory=list)
    market: list[list[str]] = field(default_factory=list)
    palace: list[str] = field(default_factory=list)
    feathers: dict[str, int] = field(default_factory=dict)
    medals: int = SETUP.medals
    medals_gone: int = 0
    removed: list[str] = field(default_factory=list)
    now: CurrentTurn = field(default_factory=CurrentTurn)
    god_pile: list[str] = secret("gods", default_factory=list)
    god_rest: list[str] = secret("gods", default_factory=list)
    tile_pile: list[str] = secret("tiles", default_factory=list)
    task_pile: list[str] = secret("tasks", default_factory=list)
    task_box: list[str] = secret("tasks", default_factory=list)


def census(s: Cuzco) -> dict[str, object]:
    """Count the dice, quipus, priests, feathers, tokens, cards and tiles of the game."""
    seats, players = range(len(s.players)), s.players
    placed = [die.seat for dice in s.spaces.values() for die in dice]
    laid = [seat for pile in s.piles.values() for seat in pile]
    cards = [*s.god_pile, *s.god_rest, *s.discards, *filter(None, s.gods.values())]
    things = [*s.tile_pile, *s.task_pile, *s.task_box, *s.palace, *s.removed]
    things += [tile for row in s.display.values() for tile in row if tile]
    things += [good for line in s.market for good in line]
    for p in players:
        cards += [*p.gods, *p.dealt_gods, *p.returned_gods]
        things += [*p.tiles, *p.wares, *p.tasks, *p.completed, *p.dealt_tasks, *p.kept_tasks]
    return {
        "dice": [len(players[n].dice) + len(players[n].spent) + placed.count(n) for n in seats],
        "quipus": [players[n].quipus + players[n].reserve + laid.count(n) for n in seats],
        "priests": [players[n].priests + s.stairs.count(n) for n in seats],
        "medals": s.medals + s.medals_gone + sum(p.goods["medal"] for p in players),
        "feathers": {
            colour: n + sum(len(p.feathers[colour]) + (p.first_feather == colour) for p in players)
            for colour, n in s.feathers.items()
        },
        "gods": sorted(Counter(CARDS[card].id for card in cards).items()),
        "things": sorted(things),
    }
