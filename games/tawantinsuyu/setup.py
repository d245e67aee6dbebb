"""The setup: the table, starting workers and weavings, and the god cards (section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from engine.core import (
    NOBODY,
    Effect,
    Option,
    asks,
    asks_secretly,
    does,
    does_secretly,
    queue,
    quietly,
    then,
    together,
)
from engine.listing import RefusedAnswer, why
from engine.luck import draw, shuffled
from engine.title import Start
from games.tawantinsuyu.axomamma import prepare_axomamma
from games.tawantinsuyu.benefits import benefits
from games.tawantinsuyu.buildings import refill_market
from games.tawantinsuyu.catalogue import STATUE_KINDS
from games.tawantinsuyu.data import (
    ARMY_CARDS,
    BUILDINGS,
    GOD_CARDS,
    HILL,
    PASSIVE,
    PRODUCTION,
    SETUP,
    STATUES,
    WEAVINGS,
    WORKERS,
    WORKERS_OF_COLOUR,
    Players,
)
from games.tawantinsuyu.gods import card_benefits, shuffle_laid
from games.tawantinsuyu.hill import TERRACES, blocked_spaces
from games.tawantinsuyu.state import Player, Tawantinsuyu
from games.tawantinsuyu.tapestries import begin_tapestry
from games.tawantinsuyu.turns import own_turn
from games.tawantinsuyu.workers import draw_worker

PRINTED, CLOSED, POTATO = "printed_hilltop", "closed_offer", "potato_1"
OPTIONS = {
    PRINTED: "The actions on the hilltop are those printed on the board, as for a first game.",
    CLOSED: "The central offer has no god card at the start (D11).",
    POTATO: "A festival takes 1 instead of 2 for each god card in hand (D27).",
}
"""The variants of the base game."""

STARTING = [each.id for each in WEAVINGS.values() if each.starting]


def sides(seats: int, options: frozenset[str]) -> int:
    """Return the number of sides: one seat plays against Axomamma (section 19)."""
    return max(seats, 2)


def setup(start: Start) -> Tawantinsuyu:
    """Set up the table, up to the starting weavings; draw the first player (section 3, D37)."""
    goods = dict.fromkeys(SETUP.goods, 0) | SETUP.start
    s = start.state(Tawantinsuyu, [Player({**goods}) for _ in range(start.sides)])
    numbers = SETUP.players[str(start.seats)]
    s.first = draw(s, start.seats)
    s.rotation = 0 if PRINTED in start.options else draw(s, HILL.sections)
    if POTATO in start.options:
        s.potato = 1
    deal_workers(s, numbers)
    if len(s.players) == 2:
        block(s, TERRACES[0])
    lay_out_buildings(s)
    lay_out_cards(s)
    lay_out_weavings(s)
    opened = 0 if CLOSED in start.options else numbers.offer
    then(s, s.first, own_turn())  # after all that follows
    then(s, NOBODY, give_weavings(), give_gods(), clear_setup(opened))
    return s


def deal_workers(s: Tawantinsuyu, numbers: Players) -> None:
    """Draw the workers of the players, of the village and of the nomads (3.4 to 3.6)."""
    left = WORKERS_OF_COLOUR - numbers.removed
    s.boxed = dict.fromkeys(WORKERS, numbers.removed)
    s.bag = dict.fromkeys(WORKERS, SETUP.reserved)
    for side in s.clockwise(s.first):
        s.players[side].workers = different_workers(s)
    for colour in s.bag:
        s.bag[colour] += left - SETUP.reserved
    s.village = drawn(s, numbers.village)
    s.nomads = drawn(s, numbers.nomads)


def drawn(s: Tawantinsuyu, n: int) -> list[str]:
    """Return workers drawn from the bag."""
    return [colour for _ in range(n) if (colour := draw_worker(s))]


def different_workers(s: Tawantinsuyu) -> list[str]:
    """Draw workers; for each that matches another, draw one more and put one back (3.5)."""
    found: list[str] = []
    returned: list[str] = []
    while len(found) < SETUP.workers:
        (colour,) = drawn(s, 1)
        (returned if colour in found else found).append(colour)
    for colour in returned:
        s.bag[colour] += 1
    return found


def block(s: Tawantinsuyu, terrace: str) -> None:
    """Put a worker of the bag on each space of a terrace that two players block (3.7)."""
    for space in blocked_spaces(terrace):
        (s.hill[space],) = drawn(s, 1)


def lay_out_buildings(s: Tawantinsuyu) -> None:
    """Shuffle the buildings, open the market, and sort the statues (3.8, 3.9)."""
    s.production_pile = shuffled(s, list(PRODUCTION))
    s.passive_pile = shuffled(s, list(PASSIVE))
    piles = s.production_pile, s.passive_pile
    s.market = [pile.pop() for pile in piles for _ in range(BUILDINGS.market)]
    s.statues = {each: STATUES[kind.size].copies for each, kind in STATUE_KINDS.items()}


def lay_out_cards(s: Tawantinsuyu) -> None:
    """Shuffle the army cards and the god cards (3.9, 3.14)."""
    s.army_deck = shuffled(s, list(ARMY_CARDS))
    s.god_deck = shuffled(s, list(GOD_CARDS))


def lay_out_weavings(s: Tawantinsuyu) -> None:
    """Remove the weavings for more players, shuffle the others and open the top one (3.10)."""
    others = [each for each in WEAVINGS.values() if not each.starting]
    s.removed = [each.id for each in others if each.least_players > s.seats]
    s.weaving_pile = shuffled(s, [each.id for each in others if each.least_players <= s.seats])
    s.weaving = s.weaving_pile.pop()
    s.drawn = list(STARTING)


@quietly
def give_weavings(s: Tawantinsuyu, me: int) -> None:
    """Let each player take a starting weaving in turn order; the others leave the game (3.12)."""
    rivals = [(side, prepare_axomamma()) for side in range(s.seats, len(s.players))]
    chosen = [(seat, choose_start()) for seat in s.seats_clockwise(s.first)]
    queue(s, [*rivals, *chosen, (NOBODY, clear_starts())])


@asks
def choose_start(s: Tawantinsuyu, me: int) -> list[Option]:
    """Take a starting weaving as the first one of a tapestry (3.12)."""
    return [_starting(weaving) for weaving in s.drawn]


@cache
def _starting(weaving: str) -> Option:
    return Option(f"take {weaving}", (begin_tapestry(weaving),))


@choose_start.otherwise
def no_start(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the starting weavings that other players have taken."""
    for weaving in STARTING:
        yield f"take {weaving}", why("weaving-taken", "3", weaving=weaving)


@quietly
def clear_starts(s: Tawantinsuyu, me: int) -> None:
    """Remove the starting weavings that are left."""
    s.removed += s.drawn
    s.drawn = []


@quietly
def give_gods(s: Tawantinsuyu, me: int) -> None:
    """Deal god cards; the players keep some and take the benefits of the others (3.14, D36)."""
    order = s.seats_clockwise(s.first)
    for seat in order:
        hand = [s.god_deck.pop() for _ in range(SETUP.dealt_gods)]
        s.players[seat].dealt = sorted(hand)
    shown = [(seat, show_gods()) for seat in order]
    taken = [(seat, take_laid()) for seat in reversed(order)]
    queue(s, [(NOBODY, together(choose_gods())), *shown, *taken])


@asks_secretly
def choose_gods(s: Tawantinsuyu, me: int) -> list[Option]:
    """Keep three of the god cards dealt; the others are laid down for their benefits (3.14)."""
    kept = combinations(s.players[me].dealt, SETUP.kept_gods)
    return [Option(f"keep {' '.join(cards)}", (keep_gods(cards),)) for cards in kept]


choose_gods.refuses_nothing("any three of the cards dealt may be kept")


@does_secretly
def keep_gods(s: Tawantinsuyu, me: int, cards: tuple[str, ...]) -> None:
    """Keep god cards in hand."""
    player = s.players[me]
    player.gods = list(cards)
    player.dealt = [card for card in player.dealt if card not in cards]


@quietly
def show_gods(s: Tawantinsuyu, me: int) -> None:
    """Lay down the god cards that the player does not keep."""
    player = s.players[me]
    laid, player.dealt = player.dealt, []
    then(s, me, lay_gods(tuple(laid)))


@does
def lay_gods(s: Tawantinsuyu, me: int, cards: tuple[str, ...]) -> None:
    """Lay god cards down, face up."""
    s.players[me].laid = list(cards)


@quietly
def take_laid(s: Tawantinsuyu, me: int) -> None:
    """Take any of the benefits of the cards laid down, in any order (3.14)."""
    found: list[Effect] = [e for card in s.players[me].laid for e in card_benefits(card)]
    then(s, me, benefits(tuple(found)))


@quietly
def clear_setup(s: Tawantinsuyu, me: int, opened: int) -> None:
    """Refill the market, shuffle the cards laid down into the deck, and open the offer (3.14)."""
    offer = (draw_offer(opened),) if opened else ()
    then(s, NOBODY, refill_market(), return_gods(), *offer)


@does
def return_gods(s: Tawantinsuyu, me: int) -> None:
    """Shuffle the god cards that were laid down into the deck."""
    shuffle_laid(s)


@quietly
def draw_offer(s: Tawantinsuyu, me: int, n: int) -> None:
    """Open the top cards of the deck as the central offer (D11)."""
    then(s, NOBODY, show_offer(tuple(s.god_deck[: -n - 1 : -1])))


@does
def show_offer(s: Tawantinsuyu, me: int, cards: tuple[str, ...]) -> None:
    """Add the top cards of the deck to the central offer."""
    for card in cards:
        s.god_deck.remove(card)
        s.offer.append(card)
