"""Placing a worker: the space, its price, its food, and the ability of the worker (6, 8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine import tables
from engine.core import Effect, Listing, Option, asks, does, may_ask, queue, then
from engine.listing import Reason, RefusedAnswer, answer, or_else, why
from games.tawantinsuyu.army import draw_army
from games.tawantinsuyu.benefits import benefits, free, no_free
from games.tawantinsuyu.data import GOD_CARDS, HILL, SETUP, WORKERS, Space
from games.tawantinsuyu.gods import leave_hand
from games.tawantinsuyu.hill import (
    SEGMENTS,
    SPACES,
    alike,
    descending,
    empty_segment,
    helpers,
    icons_round,
    neighbours,
    roaming,
)
from games.tawantinsuyu.passives import owned
from games.tawantinsuyu.paying import FOOD, PASS, payable, score, short_of, spend
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.tasks import work

GOLD = SETUP.wild


def abilities(s: Tawantinsuyu, me: int, colour: str) -> list[str]:
    """Return the colours whose ability a worker may use: also that of a building (D41, R151)."""
    lent = [each.acts_as for each in owned(s, me) if each.acts_as]
    return list(dict.fromkeys([colour, *lent]))


def placements(s: Tawantinsuyu, me: int) -> Listing:
    """List the workers that may be placed, each with an ability."""
    found = [
        (colour, ability)
        for colour in dict.fromkeys(s.players[me].workers)
        for ability in abilities(s, me, colour)
    ]
    return [
        answer(
            _place(colour, ability),
            unless=not any_space(s, me, ability) and why("no-space-to-pay", "6", worker=colour),
        )
        for colour, ability in found
    ]


@cache
def _place(colour: str, ability: str) -> Option:
    words = f"place {colour}" if ability == colour else f"place {colour} as {ability}"
    return Option(words, (choose_space(colour, ability),))


def no_placements(s: Tawantinsuyu) -> Iterator[RefusedAnswer]:
    """Yield the workers that the player does not have, and abilities of buildings."""
    for colour in WORKERS:
        for ability in WORKERS:
            reason = why("no-such-worker", "6", worker=colour)
            yield _place(colour, ability).id, reason


def food_for(s: Tawantinsuyu, me: int, space: str, ability: str) -> int:
    """Return the food of a placement: roaming and descending less the courier's (section 6)."""
    return max(0, roaming(s, me, space) + descending(s, space) - WORKERS[ability].food)


class Means(NamedTuple):
    """What a player can pay for a placement with.

    ``food`` counts food and gold, ``left`` what is left of them after gold for the symbol, -1
    without that gold. ``symbols`` are those of the god cards in hand.
    """

    food: int
    left: int
    symbols: frozenset[str]

    def most(self, symbol: str) -> int:
        """Return the most food that can be paid on a space with a symbol; -1 if none at all."""
        return self.food if symbol in self.symbols else self.left


def means(s: Tawantinsuyu, me: int) -> Means:
    """Return what a player can pay for a placement with."""
    goods = s.players[me].goods
    food = goods[GOLD] + sum([goods[kind] for kind in SETUP.food])
    left = food - SETUP.god_card if goods[GOLD] >= SETUP.god_card else -1
    return Means(food, left, frozenset([GOD_CARDS[card].symbol for card in s.hand(me)]))


def any_space(s: Tawantinsuyu, me: int, ability: str) -> bool:
    """Return whether the player can place a worker with an ability somewhere."""
    own, hill = means(s, me), s.hill
    for segment in SEGMENTS:
        food = food_for(s, me, segment[0].id, ability)
        if food <= own.food:
            for each in segment:
                if each.id not in hill and food <= own.most(each.symbol):
                    return True
    return False


def no_place(s: Tawantinsuyu, space: Space, food: int, own: Means) -> Reason | None:
    """Return why a worker cannot be placed on a space for some food, or None (section 6)."""
    if space.id in s.hill:
        return why("space-taken", "6", space=space.id)
    most = own.most(space.symbol)
    if food <= most:
        return None
    if most < 0:
        return why("no-card-or-gold", "6", symbol=space.symbol)
    return why("no-food", "6", n=food)


@asks
def choose_space(s: Tawantinsuyu, me: int, colour: str, ability: str) -> Listing:
    """Choose an empty space that the player can pay (section 6).

    Nothing comes between the worker, the space and the price (R167).
    """
    own = means(s, me)
    return [
        answer(_space(colour, ability, each.id), unless=no_place(s, each, food, own))
        for segment in SEGMENTS
        for food in [food_for(s, me, segment[0].id, ability)]
        for each in segment
    ]


@cache
def _space(colour: str, ability: str, space: str) -> Option:
    return Option(f"space {space}", (choose_price(colour, ability, space),))


@asks
def choose_price(s: Tawantinsuyu, me: int, colour: str, ability: str, space: str) -> Listing:
    """Discard a god card of the symbol of the space, or pay gold without its benefits (6)."""
    symbol, food = SPACES[space].symbol, food_for(s, me, space, ability)
    after = put_worker(colour, ability, space)
    fed: tuple[Effect, ...] = (spend({FOOD: food}),) if food else ()
    cards = [card for card in s.hand(me) if GOD_CARDS[card].symbol == symbol]
    no_food = short_of(s, me, "6", {FOOD: food}) if food else None
    gold = {GOLD: SETUP.god_card}
    no_gold = short_of(s, me, "6", gold) or (
        None if payable(s, me, {**gold, FOOD: food}) else why("no-food", "6", n=food)
    )
    return [
        *(
            answer(f"discard god {card}", discard_god(card), *fed, after, unless=no_food)
            for card in cards
        ),
        answer("no card", spend(gold), *fed, after, unless=no_gold),
    ]


@choose_price.otherwise
def no_card(
    s: Tawantinsuyu, me: int, colour: str, ability: str, space: str
) -> Iterator[RefusedAnswer]:
    """Yield the god cards of other symbols, and those that are not in the hand."""
    hand = s.hand(me)
    for card in GOD_CARDS:
        held = why("other-symbol", "6", card=card), why("not-in-hand", "6", card=card)
        yield f"discard god {card}", held[card not in hand]


@does
def discard_god(s: Tawantinsuyu, me: int, card: str) -> None:
    """Discard a god card for a placement; its benefits may follow, once (section 9)."""
    leave_hand(s, me, card)
    s.now.card, s.now.benefit = card, True


@does
def put_worker(s: Tawantinsuyu, me: int, colour: str, ability: str, space: str) -> None:
    """Put the worker down, count the tasks, then use the ability (sections 6 to 8, D6, D7)."""
    owners = [side for side in helpers(s, space) if side != me]
    first = empty_segment(s, space)
    s.players[me].workers.remove(colour)
    s.hill[space] = colour
    s.now.colour, s.now.ability, s.now.space = colour, ability, space
    s.now.used = [0] * len(icons_round(space))
    s.now.tasks = task_count(s, me, colour, ability, space, first)
    then(s, me, *own_help(s, me, space), *ability_effects(s, me, colour, ability), work())
    queue(s, [(side, score(HILL.owner)) for side in owners])


def own_help(s: Tawantinsuyu, me: int, space: str) -> tuple[Effect, ...]:
    """Return the points for own step markers that helped, with a passive building (Z07)."""
    points = sum([each.own_steps for each in owned(s, me)])
    return (score(points),) * (helpers(s, space).count(me) if points else 0)


def task_count(s: Tawantinsuyu, me: int, colour: str, ability: str, space: str, first: bool) -> int:
    """Return the tasks: 1, 1 for each worker of the colour beside, and the ability's (7).

    The real colour counts for the workers beside and for the space (D41, R151).
    """
    liked, buildings = WORKERS[colour].tasks_on, owned(s, me)
    good = {liked}
    if liked and any([each.swaps_colours for each in buildings]):
        good = {each.tasks_on for each in WORKERS.values()}
    own = int(SPACES[space].colour in good - {""})
    more = sum([each.tasks.get(colour, 0) for each in buildings])
    found = 1 + alike(s, space, colour) + own + more
    return found + WORKERS[ability].first if first else found


def ability_effects(s: Tawantinsuyu, me: int, colour: str, ability: str) -> tuple[Effect, ...]:
    """Return what the ability of a worker does before the tasks (section 8)."""
    kind = WORKERS[ability]
    placed = [e for each in owned(s, me) for e in tables.effects(each.placed.get(colour, ()))]
    return (
        *((draw_army(kind.cards),) if kind.cards else ()),
        *((take_beside(colour),) if kind.takes else ()),
        *((benefits(tuple(placed)),) if placed else ()),
        *((buy_task(ability),) if kind.paid else ()),
    )


@may_ask
def take_beside(s: Tawantinsuyu, me: int, colour: str) -> Listing:
    """Take a worker of another colour from a space beside into the own area, or none (8)."""
    found = [each for each in neighbours(s.now.space) if s.hill.get(each, colour) != colour]
    return or_else([_take(each, s.hill[each]) for each in found], PASS)


@take_beside.otherwise
def none_beside(s: Tawantinsuyu, me: int, colour: str) -> Iterator[RefusedAnswer]:
    """Yield the spaces that are empty, that are not beside, or have a worker of the colour."""
    for each in HILL.space:
        yield f"take {each.id}", why("no-worker-beside", "8", space=each.id)


@cache
def _take(space: str, colour: str) -> Option:
    return Option(f"take {space}", (take_worker(space, colour),))


@does
def take_worker(s: Tawantinsuyu, me: int, space: str, colour: str) -> None:
    """Take a worker from the hill into the own area; dummies count as workers (D8)."""
    s.players[me].workers.append(s.hill.pop(space))


@may_ask
def buy_task(s: Tawantinsuyu, me: int, ability: str) -> Listing:
    """Pay once for a task more (white; section 8)."""
    price = WORKERS[ability].paid
    listed = [answer("pay", spend(price), one_task_more(), unless=short_of(s, me, "8", price))]
    return or_else([*listed, *free(s, me)], PASS)


@buy_task.otherwise
def no_task_more(s: Tawantinsuyu, me: int, ability: str) -> Iterator[RefusedAnswer]:
    """Yield what is not possible at any moment; the task more is always listed."""
    return no_free(s, me)


@does
def one_task_more(s: Tawantinsuyu, me: int) -> None:
    """Get a task more."""
    s.now.tasks += 1
