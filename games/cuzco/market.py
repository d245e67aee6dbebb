"""The market: one good of the round's line for food."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Listing, Option, does, may_ask, queue, then
from engine.listing import RefusedAnswer, answer, any_offered, why
from engine.moments import at, otherwise_at
from engine.vocabulary import lacks, pay
from games.cuzco.data import GOODS
from games.cuzco.gods import MOMENTS, veiled, window
from games.cuzco.state import Cuzco
from games.cuzco.turns import close, own_turn, score

BUYING, BOUGHT = MOMENTS["on_purchase"], MOMENTS["after_market_turn"]
"""The windows of a purchase, as the cards name them."""

SKIP = Option("skip")


@does
def market(s: Cuzco, me: int) -> None:
    """Let each player in the new order buy one good of the round's line (7.3, E11)."""
    s.ring = 3
    queue(s, [(seat, own_turn((buy(),))) for seat in s.order])


def line(s: Cuzco) -> list[str]:
    """Return the goods of the current round."""
    return s.market[s.round - 1]


def price(good: str, discount: int) -> int:
    """Return the food to pay for a good."""
    return max(0, GOODS[good].price - discount)


@may_ask
def buy(s: Cuzco, me: int) -> Listing:
    """Buy one good: pay its food, score its points at once, keep it."""
    goods, discount = s.players[me].goods, s.now.discount
    listed: list[Option | RefusedAnswer] = []
    for good in sorted(set(line(s))):
        food = price(good, discount)
        short = goods["food"] < food and lacks(goods, {"food": food}, "7.3")
        listed.append(answer(_purchase(good, food), unless=short))
    listed += at(s, me, BUYING)
    declines = any_offered(listed) or (line(s) and veiled(s, me, BUYING))
    return [*listed, SKIP] if declines else []


@cache
def _purchase(good: str, food: int) -> Option:
    paying = [pay({"food": food})] if food else []
    return Option(f"buy {good}", (*paying, acquire(good), score(GOODS[good].points), bought()))


@buy.otherwise
def no_purchase(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the goods that are not in this line, and the cards that cannot be used."""
    for good in GOODS:
        yield f"buy {good}", why("not-in-line", "7.3", ware=good)
    yield from otherwise_at(s, me, BUYING)


@does
def acquire(s: Cuzco, me: int, good: str) -> None:
    """Move a good from the market to the player."""
    line(s).remove(good)
    s.players[me].wares.append(good)
    s.now.discount = 0
    close(s, BUYING)


@may_ask
def bought(s: Cuzco, me: int) -> Listing:
    """Play cards after a purchase (R66)."""
    return window(s, me, BOUGHT)


@bought.otherwise
def no_card_after_purchase(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the cards that cannot be used after a purchase."""
    return otherwise_at(s, me, BOUGHT)


@does
def food_discount(s: Cuzco, me: int, food: int) -> None:
    """Lower the price of the good bought next, to 0 at the least."""
    s.now.discount = food


@food_discount.possible
def anything_cheaper(s: Cuzco, me: int, food: int) -> bool:
    """Return whether the player can pay for a good of the line at the lower price."""
    own = s.players[me].goods["food"]
    return not s.now.discount and any([price(good, food) <= own for good in line(s)])


@does
def extra_purchase(s: Cuzco, me: int) -> None:
    """Buy one more good of this line at its price."""
    then(s, me, buy())


@extra_purchase.possible
def anything_to_buy(s: Cuzco, me: int) -> bool:
    """Return whether the player can pay for a good of the line, perhaps with another card."""
    own = s.players[me].goods["food"]
    return any([GOODS[good].price <= own for good in line(s)]) or any_offered(at(s, me, BUYING))


@does
def clear_line(s: Cuzco, me: int) -> None:
    """Remove the goods left in the line from the game."""
    s.removed += line(s)
    line(s).clear()
