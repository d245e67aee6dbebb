"""The state of a game of Cuzco: what lies on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.core import Seat, State
from engine.visibility import owner_only, secret
from games.cuzco.data import BOARD, CARDS, SETUP

UNROLLED = 0
"""What a die shows before the first roll of the game."""


@dataclass(slots=True)
class Moment:
    """The turn in progress, as far as cards can change it.

    ``die`` is the value of the die about to be placed, ``action`` and ``strength`` what it does;
    ``used`` lists the groups used in phase II; ``played`` the abilities that still count for a
    limit, ``medals`` those used with a medal this turn.
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
class Player(Seat):
    """A player's goods and mask board.

    ``quipus`` lie on the mask, ``reserve`` counts those held below it; ``feathers`` tells for
    each colour beside which circlets one is set (``first_feather``: dealt, not yet set);
    ``tiles`` are study and farm tiles, ``slid`` those of them slid down; ``gods`` are cards taken
    face up, ``dealt_gods`` those of the setup, ``returned_gods`` the card to be swapped there.
    ``spent`` are dice that a card took off an action space.
    ``may_turn``: the chaski has come back to Cuzco, so the overlay may be turned when it leaves.
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
    pututu: dict[int, int] = field(default_factory=dict)
    dealt_gods: list[str] = owner_only("gods", default_factory=list)
    returned_gods: list[str] = owner_only("gods", default_factory=list)
    dealt_tasks: list[str] = owner_only("tasks", default_factory=list)
    kept_tasks: list[str] = owner_only("tasks", default_factory=list)
    slot: list[int] = owner_only(default_factory=list, choices=range(3))

    @property
    def free_spaces(self) -> int:
        """Empty spaces of the mask: neither a quipu nor a tile lies there."""
        return SETUP.mask_spaces - self.quipus - len(self.tiles)


@dataclass(slots=True)
class Cuzco(State[Player]):
    """The table.

    ``order`` lists the seats by turn order token; ``arrivals`` the knowledge markers as they
    lie on one another, the topmost last; ``spaces`` the dice on each action space as seat and
    value; ``piles`` the quipus on each village from the bottom up; ``stairs`` who stands on each
    step; ``gods`` the face-up card of each deck. The hidden piles are drawn from the end; one
    pile holds the cards of all gods (or both kinds of tiles), each deck being its own part of it.
    ``god_rest`` holds the cards of the setup that are not dealt.
    """

    layout: str = ""
    rotation: int = BOARD.start_rotation
    round: int = 1
    phase: str = ""
    ring: int = 1
    order: list[int] = field(default_factory=list)
    arrivals: list[int] = field(default_factory=list)
    spaces: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    piles: dict[str, list[int]] = field(default_factory=dict)
    stairs: list[int | None] = field(default_factory=list)
    display: dict[str, list[str | None]] = field(default_factory=dict)
    gods: dict[str, str | None] = field(default_factory=dict)
    discards: list[str] = field(default_factory=list)
    market: list[list[str]] = field(default_factory=list)
    palace: list[str] = field(default_factory=list)
    feathers: dict[str, int] = field(default_factory=dict)
    pututu: dict[int, int] = field(default_factory=dict)
    medals: int = SETUP.medals
    medals_gone: int = 0
    removed: list[str] = field(default_factory=list)
    now: Moment = field(default_factory=Moment)
    god_pile: list[str] = secret("gods", default_factory=list)
    god_rest: list[str] = secret("gods", default_factory=list)
    tile_pile: list[str] = secret("tiles", default_factory=list)
    task_pile: list[str] = secret("tasks", default_factory=list)
    task_box: list[str] = secret("tasks", default_factory=list)


def census(s: Cuzco) -> dict[str, object]:
    """Dice, quipus, priests, feathers, tokens, cards and tiles: none is ever made or lost."""
    seats, players = range(len(s.players)), s.players
    placed = [seat for dice in s.spaces.values() for seat, _ in dice]
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
        "pututu": {n: left + sum(p.pututu[n] for p in players) for n, left in s.pututu.items()},
        "gods": sorted(Counter(CARDS[card].id for card in cards).items()),
        "things": sorted(things),
    }
