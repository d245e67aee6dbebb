"""What Axomamma takes where a player is asked: goods, cards and benefits (19.4)."""

from __future__ import annotations

from engine.core import Effect, does, quietly, resolvable, then
from engine.luck import one_of
from engine.vocabulary import Goods, affords, gain, pay
from games.tawantinsuyu.army import draw_army
from games.tawantinsuyu.axomamma_data import AXOMAMMA, decided
from games.tawantinsuyu.axomamma_workers import enlist_first
from games.tawantinsuyu.benefits import benefits
from games.tawantinsuyu.buildings import FACE_DOWN, face_down, turn_face_up
from games.tawantinsuyu.data import ARMY_CARDS, PRODUCTION, SETUP
from games.tawantinsuyu.paying import payable, score, spend
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.workers import welcome

BUILDING_NUMBER = {building: number for number, building in enumerate(PRODUCTION)}
"""The production buildings by their number."""


def roll(s: Tawantinsuyu) -> int:
    """Return a roll of the die of Axomamma."""
    return one_of(s, AXOMAMMA.faces)


@does
def roll_die(s: Tawantinsuyu, me: int, value: int) -> None:
    """Roll the die."""


# --- goods ---------------------------------------------------------------------------------


@quietly
def take_goods(s: Tawantinsuyu, me: int, goods: Goods) -> None:
    """Gain goods, and exchange potatoes at once (19.4)."""
    then(s, me, gain(goods), exchange_goods())


@quietly
def exchange_goods(s: Tawantinsuyu, me: int) -> None:
    """Change potatoes into points as long as there are enough; gold does not count (19.4)."""
    exchange = AXOMAMMA.exchange
    if affords(s.players[me].goods, exchange.paid):
        then(s, me, pay(exchange.paid), score(exchange.points), exchange_goods())


@quietly
def take_fewest(s: Tawantinsuyu, me: int, kinds: tuple[str, ...]) -> None:
    """Gain one good of the kind that it has less of; of equal ones, the first (19.3)."""
    then(s, me, take_goods({min(kinds, key=s.players[me].goods.__getitem__): 1}))


# --- cards ---------------------------------------------------------------------------------


@quietly
def bury_gods(s: Tawantinsuyu, me: int, n: int, must: bool = False) -> None:
    """Score points for old cards of the offer, instead of taking god cards (19.4)."""
    then(s, me, *[bury_oldest(1)] * n)


@quietly
def bury_oldest(s: Tawantinsuyu, me: int, points: int) -> None:
    """Put the oldest god card of the offer under the deck, for points; without a card, none."""
    if s.offer:
        then(s, me, bury_god(s.offer[0]), *((score(points),) if points else ()))


@does
def bury_god(s: Tawantinsuyu, me: int, card: str) -> None:
    """Put a god card of the offer under the deck (R171)."""
    s.offer.remove(card)
    s.god_deck.insert(0, card)


@quietly
def draw_single(s: Tawantinsuyu, me: int, n: int) -> None:
    """Draw one army card where a player draws some and keeps one (19.4)."""
    then(s, me, draw_army(1))


def best_face_down(s: Tawantinsuyu, me: int, kind: str) -> list[str]:
    """Return its face-down things of a kind, the best first (R177).

    These are the buildings of the highest numbers, and the army cards with most soldiers.
    """
    worth = {**BUILDING_NUMBER, **{card.id: card.soldiers for card in ARMY_CARDS.values()}}
    return sorted(face_down(s, me)[kind], key=worth.__getitem__, reverse=True)


@quietly
def turn_best_up(s: Tawantinsuyu, me: int, n: int, kinds: tuple[str, ...]) -> None:
    """Turn face-down things up, buildings before army cards, the best first (R177)."""
    found = [each for kind in FACE_DOWN if kind in kinds for each in best_face_down(s, me, kind)]
    then(s, me, *map(turn_face_up, found[:n]))


# --- benefits ------------------------------------------------------------------------------


@quietly
def pay_if_able(s: Tawantinsuyu, me: int, price: Goods, effects: tuple[Effect, ...]) -> None:
    """Pay for a benefit whenever it can, and the benefit is possible (R178)."""
    useful = all([resolvable(s, me, decided(s, me, each)) for each in effects])
    if useful and payable(s, me, price):
        then(s, me, spend(price), benefits(effects))


@quietly
def choose_least(s: Tawantinsuyu, me: int, alternatives: tuple[tuple[Effect, ...], ...]) -> None:
    """Take that of several benefits which it has least of: goods, or workers (19.4, 19.5)."""
    able = [each for each in alternatives if each[0][0] != welcome.name or s.village or s.nomads]
    first, *rest = min(able, key=lambda each: _plenty(s, me, each[0]))
    taken = enlist_first() if first[0] == welcome.name else decided(s, me, first)
    then(s, me, taken, *[decided(s, me, each) for each in rest])


def _plenty(s: Tawantinsuyu, me: int, effect: Effect) -> tuple[int, int]:
    """Return how much it has of what an effect gives, and the place of that in a tie.

    A worker comes first as long as it has fewer than its limit, else last.
    """
    player = s.players[me]
    if effect[0] == welcome.name:
        count = len(player.workers)
        return count, -1 if count < SETUP.workers else len(AXOMAMMA.ties)
    kind = min(effect[1], key=AXOMAMMA.ties.index)
    return player.goods[kind], AXOMAMMA.ties.index(kind)
