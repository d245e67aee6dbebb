"""The state of a game of Tawantinsuyu: what lies on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.core import Side, State
from engine.visibility import owner_only, secret
from games.tawantinsuyu.data import FESTIVAL, SETUP


@dataclass(slots=True)
class CurrentTurn:
    """What has been done in the turn in progress.

    ``colour`` and ``space`` are those of the worker that is placed, ``ability`` the colour whose
    ability it uses. ``card`` is the god card discarded for it, and ``benefit`` says whether its
    benefits may still be taken. ``used`` counts the uses of each icon round the space, in their
    order; ``tasks`` are left. ``action`` is the secondary action done first.
    """

    colour: str = ""
    ability: str = ""
    space: str = ""
    card: str = ""
    benefit: bool = False
    used: list[int] = field(default_factory=list)
    tasks: int = 0
    action: str = ""


@dataclass(slots=True)
class Player(Side):
    """A player's goods, workers, cards, buildings, statues and tapestries.

    ``workers`` are those in the player's area. ``priest`` is the section that the high priest
    faces, 0 before it is placed. ``steps`` and ``conquests`` count markers in hand. ``production``
    are face-up production buildings, ``worn`` those face down, ``passive`` the passive ones.
    ``statues`` are sizes and symbols. ``army`` are cards played face up, ``spent`` those face
    down. ``gods`` are god cards in hand whose owner alone knows them, ``open_gods`` those taken
    face up. ``laid`` are the god cards of the setup whose benefits are still to be taken.
    ``soldiers`` are the army cards in hand, ``recruits`` those drawn to keep one.
    """

    points: int = SETUP.points
    workers: list[str] = field(default_factory=list)
    priest: int = 0
    steps: int = SETUP.steps
    conquests: int = SETUP.conquests
    temple: int = 0
    production: list[str] = field(default_factory=list)
    worn: list[str] = field(default_factory=list)
    passive: list[str] = field(default_factory=list)
    statues: list[str] = field(default_factory=list)
    tapestries: list[list[str]] = field(default_factory=list)
    army: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    open_gods: list[str] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)
    gods: list[str] = owner_only("gods", default_factory=list)
    dealt: list[str] = owner_only("gods", default_factory=list, ordered=True)
    soldiers: list[str] = owner_only("army", default_factory=list)
    recruits: list[str] = owner_only("army", default_factory=list)


@dataclass(slots=True)
class Token:
    """A numbered token of Axomamma: its value, its row, and its spot there from 1."""

    value: int
    row: str
    spot: int


@dataclass(slots=True)
class Axomamma:
    """The board of Axomamma: tucked god cards by slot, tokens, and the side of its personality.

    ``placed`` says whether it has placed a worker. All are empty in a game without it.
    """

    personality: str = ""
    tucked: list[str] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    placed: bool = False


@dataclass(slots=True)
class Tawantinsuyu(State[Player]):
    """The table.

    ``rotation`` is that of the hilltop tile. ``first`` is the seat of the first player, ``active``
    the side whose turn it is. ``hill`` gives the colour of the worker on each space that has one.
    ``steps`` gives the side whose marker is on each step spot, ``conquests`` that on each conquest
    space. ``village`` is the row of workers from the potato end. ``bag`` and ``boxed`` count
    workers by colour; ``casualties`` are those lost to conquests. ``offer`` are the god cards of
    the central offer, the oldest first. ``market`` are the buildings for sale. ``weaving`` is the
    open weaving, ``drawn`` are those of the weave task in progress. ``removed`` are weavings that
    left the game, ``lost`` statues. ``statues`` counts those in supply. ``potato`` is the number
    for a god card at a festival. ``festivals`` counts those held; ``token`` is the side that holds
    the token, or None. ``idle`` counts the turns in a row without a worker leaving the village, the
    turn in progress too. Piles are drawn from the end.
    """

    rotation: int = 0
    first: int = 0
    round: int = 1
    active: int | None = None
    hill: dict[str, str] = field(default_factory=dict)
    steps: dict[str, int] = field(default_factory=dict)
    conquests: dict[str, int] = field(default_factory=dict)
    village: list[str] = field(default_factory=list)
    nomads: list[str] = field(default_factory=list)
    casualties: list[str] = field(default_factory=list)
    bag: dict[str, int] = field(default_factory=dict)
    boxed: dict[str, int] = field(default_factory=dict)
    offer: list[str] = field(default_factory=list)
    market: list[str] = field(default_factory=list)
    weaving: str | None = None
    drawn: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    statues: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    army_discards: list[str] = field(default_factory=list)
    potato: int = FESTIVAL.potato
    festivals: int = 0
    token: int | None = None
    idle: int = 1
    over: bool = False
    now: CurrentTurn = field(default_factory=CurrentTurn)
    axomamma: Axomamma = field(default_factory=Axomamma)
    god_deck: list[str] = secret("gods", default_factory=list)
    army_deck: list[str] = secret("army", default_factory=list)
    production_pile: list[str] = secret("production", default_factory=list)
    passive_pile: list[str] = secret("passive", default_factory=list)
    weaving_pile: list[str] = secret("weavings", default_factory=list)

    def hand(self, side: int) -> list[str]:
        """Return all god cards in the hand of a player."""
        return [*self.players[side].open_gods, *self.players[side].gods]

    def played_by_rules(self, side: int) -> bool:
        """Return whether a side is Axomamma, which is asked nothing (section 19)."""
        return side >= self.seats

    def clockwise(self, side: int) -> list[int]:
        """Return all sides clockwise, this one first."""
        count = len(self.players)
        return [(side + n) % count for n in range(count)]

    def seats_clockwise(self, side: int) -> list[int]:
        """Return the seats clockwise, from that of this side on; Axomamma has none."""
        return [each for each in self.clockwise(side) if not self.played_by_rules(each)]


def census(s: Tawantinsuyu) -> dict[str, object]:
    """Count the workers, cards, tiles, statues and markers of the game."""
    workers = Counter([*s.hill.values(), *s.village, *s.nomads, *s.casualties])
    workers += Counter(s.bag) + Counter(s.boxed)
    gods, army = [*s.god_deck, *s.offer], [*s.army_deck, *s.army_discards]
    buildings = [*s.production_pile, *s.passive_pile, *s.market]
    weavings = [*s.weaving_pile, *s.drawn, *s.removed, *filter(None, [s.weaving])]
    for p in s.players:
        workers += Counter(p.workers)
        gods += [*p.gods, *p.open_gods, *p.dealt, *p.laid]
        army += [*p.soldiers, *p.recruits, *p.army, *p.spent]
        buildings += [*p.production, *p.worn, *p.passive]
        weavings += [weaving for row in p.tapestries for weaving in row]
    gods += filter(None, [s.now.card, *s.axomamma.tucked])
    return {
        "workers": dict(sorted(workers.items())),
        "god cards": sorted(gods),
        "army cards": sorted(army),
        "buildings": sorted(buildings),
        "weavings": sorted(weavings),
        "step markers": [p.steps + list(s.steps.values()).count(n) for n, p in _sides(s)],
        "conquest markers": [
            p.conquests + list(s.conquests.values()).count(n) for n, p in _sides(s)
        ],
        "statues": sum(s.statues.values()) + len(s.lost) + sum(len(p.statues) for p in s.players),
    }


def _sides(s: Tawantinsuyu) -> list[tuple[int, Player]]:
    return list(enumerate(s.players))
