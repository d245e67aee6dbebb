"""The toy's state and verbs."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.adjustment import adjustable
from engine.core import (
    NOBODY,
    Listing,
    Option,
    Side,
    State,
    asks,
    asks_secretly,
    begin_turn,
    does,
    does_secretly,
    may_ask,
    quietly,
    then,
    together,
)
from engine.listing import Reason, RefusedAnswer, answer, why
from engine.luck import draw, shuffled
from engine.moments import Moment, at, otherwise_at
from engine.title import Start
from engine.visibility import owner_only, secret
from engine.vocabulary import affords, each_side, gain, pay, sequence

__all__ = ["each_side", "gain", "pay", "sequence"]


LEAVING = Moment("leaving")
"""The moment at which a player may give stones back."""


@dataclass(slots=True)
class Pouch:
    """A part of a side: the gems it has dug, which the others only count."""

    gems: list[str] = owner_only("gems", default_factory=list)


@dataclass(slots=True)
class Vein:
    """A part of the mine: gems that no side has seen yet."""

    gems: list[str] = secret("gems", default_factory=list)


@dataclass(slots=True)
class Mine:
    """A part of the table with parts of its own: the veins by name."""

    veins: dict[str, Vein] = field(default_factory=dict)


@dataclass(slots=True)
class Player(Side):
    """A side's stones, its secret cards and the one it kept."""

    dealt: list[str] = owner_only("cards", default_factory=list)
    kept: list[str] = owner_only("cards", default_factory=list)
    shown: list[str] = field(default_factory=list)
    pouch: Pouch = field(default_factory=Pouch)


@dataclass(slots=True)
class Toy(State[Player]):
    """The deck, the mine, the heap of stones and the round."""

    deck: list[str] = secret("cards", default_factory=list)
    mine: Mine = field(default_factory=Mine)
    heap: int = 5
    round: int = 1
    rounds: int = 3


def sides(seats: int, options: frozenset[str]) -> int:
    """Return how many sides play: one seat has an automa against it."""
    return max(seats, 2)


def setup(start: Start) -> Toy:
    """Shuffle twelve cards and deal two each; hide six gems in two veins."""
    s = start.state(Toy, [Player({"stone": 0}) for _ in range(start.sides)])
    s.rounds = 6 if "long" in start.options else 3
    s.deck = shuffled(s, [f"c{n}" for n in range(1, 13)])
    for player in s.players:
        player.dealt, s.deck = s.deck[:2], s.deck[2:]
    gems = shuffled(s, [f"g{n}" for n in range(1, 7)])
    s.mine.veins = {"east": Vein(gems[:3]), "west": Vein(gems[3:])}
    then(s, NOBODY, together(keep()), each_side(0, reveal()), play_round())
    for automa in range(start.seats, start.sides):
        then(s, automa, kept(s.players[automa].dealt[0]))
    return s


@asks_secretly
def keep(s: Toy, me: int) -> list[Option]:
    """Keep one of the cards dealt."""
    return [Option(f"keep {card}", (kept(card),)) for card in s.players[me].dealt]


keep.refuses_nothing("either of the cards dealt may be kept")


@does_secretly
def kept(s: Toy, me: int, card: str) -> None:
    """The card lies face down before its owner."""
    player = s.players[me]
    player.dealt.remove(card)
    player.kept.append(card)


@does
def reveal(s: Toy, me: int) -> None:
    """All kept cards are turned up; the other one is gone."""
    player = s.players[me]
    player.shown, player.kept, player.dealt = player.kept, [], []


@does
def play_round(s: Toy, me: int) -> None:
    """A turn for everybody, then the next round, until the last."""
    if s.round > s.rounds:
        return
    s.round += 1
    then(s, NOBODY, each_side(0, play_turn()), play_round())


@quietly
def play_turn(s: Toy, me: int) -> None:
    """A seat is asked for its turn; the automa just rolls."""
    then(s, me, *([begin_turn(), turn()] if me < s.seats else [roll()]))


@asks
def turn(s: Toy, me: int) -> Listing:
    """Take one to three stones and maybe give some back, draw a card, dig, roll, or rest."""
    return [
        *(answer(f"take {n}", take(n), give_back(), unless=too_few(s, n)) for n in range(1, 4)),
        answer("draw", draw_card(), unless=not s.deck and why("no-cards", "toy 2")),
        *(answer(f"dig {name}", dig(name), unless=dug_out(s, name)) for name in s.mine.veins),
        answer("roll", roll()),
        answer("rest"),
    ]


@adjustable
def too_few(s: Toy, n: int) -> Reason | None:
    """Refuse more stones than the heap has."""
    return why("too-few", "toy 1", n=s.heap) if n > s.heap else None


def dug_out(s: Toy, vein: str) -> Reason | None:
    """Why a vein cannot be dug: no gem is left in it."""
    return None if s.mine.veins[vein].gems else why("no-gems", "toy 3")


@does
def dig(s: Toy, me: int, vein: str) -> None:
    """A gem goes from a vein into the pouch of the player, who alone may look at it.

    Under version 2 the last gem of a vein brings a stone from the heap (ruling R1).
    """
    gems = s.mine.veins[vein].gems
    s.players[me].pouch.gems.append(gems.pop())
    if s.rules >= 2 and not gems and s.heap:
        then(s, me, take(1))


@does
def take(s: Toy, me: int, n: int) -> None:
    """Stones move from the heap to the player."""
    s.heap -= n
    then(s, me, gain({"stone": n}))


@may_ask
def give_back(s: Toy, me: int) -> Listing:
    """A stone may go back to the heap, as often as one likes."""
    if not affords(s.players[me].goods, {"stone": 2}):
        return []
    back = Option("give back", (pay({"stone": 1}), to_heap(1)), again=True)
    return [back, *at(s, me, (LEAVING,)), Option("done")]


@give_back.otherwise
def why_not_give_back(s: Toy, me: int) -> Iterator[RefusedAnswer]:
    """The reasons of the modules."""
    yield from otherwise_at(s, me, (LEAVING,))


@does
def to_heap(s: Toy, me: int, n: int) -> None:
    """The heap grows."""
    s.heap += n


@does
def roll(s: Toy, me: int) -> None:
    """A die decides how many stones come from the heap."""
    then(s, me, take(min(s.heap, draw(s, 6) + 1)))


@does
def draw_card(s: Toy, me: int) -> None:
    """The top card is turned up; it is worth nothing but looks nice."""
    s.players[me].shown.append(s.deck.pop())
