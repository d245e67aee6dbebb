"""Food days: feeding the workers, the change of age, and the temples."""

from __future__ import annotations

from engine.core import NOBODY, Effect, does, quietly, then
from engine.vocabulary import each_side, pay
from games.tzolkin.data import SETUP
from games.tzolkin.goods import score
from games.tzolkin.state import Tzolkin
from games.tzolkin.temples import temple_goods, temple_points


@does
def food_day(s: Tzolkin, me: int) -> None:
    """Feed, change the age after its last food day, then reward by the temples (9; D39, D40)."""
    today = SETUP.food_day[s.food_days]
    s.food_days += 1
    last_of_age = s.food_days < len(SETUP.food_day) and (
        SETUP.food_day[s.food_days].age > today.age
    )
    change: list[Effect] = [next_age()] if last_of_age else []
    temples = temple_points(today.age) if today.points else temple_goods()
    then(s, NOBODY, each_side(s.start_player, feed()), *change, temples)


def workers_to_feed(s: Tzolkin, seat: int) -> int:
    """Return how many workers in play no farm feeds."""
    return max(0, s.workers_in_play(seat) - s.players[seat].farms["workers"])


def corn_for(s: Tzolkin, seat: int) -> int:
    """Return the corn that each of these workers needs."""
    return max(0, SETUP.feeding["corn"] - s.players[seat].farms["discount"])


@quietly
def feed(s: Tzolkin, me: int) -> None:
    """Pay corn for the workers that no farm feeds; unfed ones cost points (9.1; D42, D43)."""
    need, price = workers_to_feed(s, me), corn_for(s, me)
    fed = min(need, s.players[me].goods["corn"] // price) if price else need
    effects: list[Effect] = []
    if fed * price:
        effects.append(pay({"corn": fed * price}))
    if need > fed:
        effects.append(starve(need - fed))
    then(s, me, *effects)


@does
def starve(s: Tzolkin, me: int, n: int) -> None:
    """Lose points for workers that are not fed. They stay in play (D44)."""
    then(s, me, score(-SETUP.feeding["penalty"] * n))


@does
def next_age(s: Tzolkin, me: int) -> None:
    """Remove the display from the game and open buildings of the next age."""
    s.age += 1
    s.removed += s.display
    s.building_box += s.stack
    s.display, s.stack, s.later = [], s.later, []
    then(s, NOBODY, refill(SETUP.displayed))


@does
def refill(s: Tzolkin, me: int, n: int) -> None:
    """Open buildings from the stack of the current age, in the order of the stack."""
    then(s, NOBODY, *[open_building(s.stack.pop()) for _ in range(n)])


@does
def open_building(s: Tzolkin, me: int, tile: str) -> None:
    """Add a building to the display."""
    s.display.append(tile)
