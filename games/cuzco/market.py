"""The market: one good of the round's line for food."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Option, Refusal, does, may_ask, queue, then
from engine.vocabulary import pay
from games.cuzco.data import GOODS
from games.cuzco.gods import close, plays, refused_cards, refused_windows, veiled, window
from games.cuzco.points import score
from games.cuzco.state import Cuzco
from games.cuzco.turns import own_turn

BUYING, BOUGHT = "on_purchase", "after_market_turn"
"""The windows of a purchase, as the cards name them."""

SKIP = Option("skip")


@does
def market(s: Cuzco, me: int) -> None:
    """In the new order everybody may buy one good of the round's line (7.3, E11)."""
    s.ring = 3
    queue(s, [(seat, own_turn(buy())) for seat in s.order])


def line(s: Cuzco) -> list[str]:
    """The goods of the current round."""
    return s.market[s.round - 1]


def price(good: str, discount: int) -> int:
    """The food to pay for a good."""
    return max(0, GOODS[good].price - discount)


@may_ask
def buy(s: Cuzco, me: int) -> list[Option]:
    """Buy one good: pay its food, score its points at once, keep it."""
    food, discount = s.players[me].goods["food"], s.now.discount
    options = [
        _purchase(good, price(good, discount))
        for good in sorted(set(line(s)))
        if price(good, discount) <= food
    ]
    options += plays(s, me, BUYING)
    if not options and not (veiled(s, me, BUYING) and line(s)):
        return []
    return [*options, SKIP]


@cache
def _purchase(good: str, food: int) -> Option:
    paying = [pay({"food": food})] if food else []
    return Option(f"buy {good}", (*paying, acquire(good), score(GOODS[good].points), bought()))


@buy.refuses
def refused_purchases(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Goods that cost too much food, and goods that are not in this line."""
    food, discount = s.players[me].goods["food"], s.now.discount
    for good in GOODS:
        short = price(good, discount) - food
        if good not in line(s):
            yield Refusal(f"buy {good}", "not-in-line", {"ware": good}, "7.3")
        elif short > 0:
            yield Refusal(f"buy {good}", "needs-more", {"n": short, "good": "food"}, "7.3")
    yield from refused_cards(s, me, plays(s, me, BUYING), BUYING)


@does
def acquire(s: Cuzco, me: int, good: str) -> None:
    """A good goes from the market to the player."""
    line(s).remove(good)
    s.players[me].wares.append(good)
    s.now.discount = 0
    close(s, BUYING)


@may_ask
def bought(s: Cuzco, me: int) -> list[Option]:
    """The moment after a purchase, for the cards that have it (R66)."""
    return window(s, me, BOUGHT)


@bought.refuses
def refused_after_purchase(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Cards that cannot be used after a purchase."""
    yield from refused_windows(s, me, BOUGHT)


@does
def food_discount(s: Cuzco, me: int, food: int) -> None:
    """The good bought next costs less."""
    s.now.discount = food


@food_discount.possible
def anything_cheaper(s: Cuzco, me: int, food: int) -> bool:
    """A good of the line can be paid at the lower price."""
    own = s.players[me].goods["food"]
    return not s.now.discount and any([price(good, food) <= own for good in line(s)])


@does
def extra_purchase(s: Cuzco, me: int) -> None:
    """One more good of this line, at its price."""
    then(s, me, buy())


@extra_purchase.possible
def anything_to_buy(s: Cuzco, me: int) -> bool:
    """A good of the line can be paid, perhaps with the help of another card."""
    own = s.players[me].goods["food"]
    return any([GOODS[good].price <= own for good in line(s)]) or bool(plays(s, me, BUYING))


@does
def clear_line(s: Cuzco, me: int) -> None:
    """The goods left in the line leave the game."""
    s.removed += line(s)
    line(s).clear()
