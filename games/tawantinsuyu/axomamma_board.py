"""The action board of Axomamma: its tokens, and the actions of its spots (19.3)."""

from __future__ import annotations

from functools import cache
from itertools import chain

from engine import tables
from engine.core import Effect, does, quietly, resolvable, then
from engine.luck import one_of
from engine.vocabulary import Goods, affords
from games.tawantinsuyu.axomamma_choices import exchange_goods, roll, roll_die, take_goods
from games.tawantinsuyu.axomamma_data import AXOMAMMA, PERSONALITIES, ROWS
from games.tawantinsuyu.buildings import take_building
from games.tawantinsuyu.catalogue import STATUE_KINDS
from games.tawantinsuyu.data import (
    GOD_CARDS,
    PASSIVE,
    PRODUCTION,
    STATUES,
    TAPESTRIES,
    TASKS,
    WEAVINGS,
)
from games.tawantinsuyu.difficulty import building_cost
from games.tawantinsuyu.hill import SECTIONS, SPOTS
from games.tawantinsuyu.paying import payable, spend
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.statues import can_carve, raise_statue
from games.tawantinsuyu.statues import price as statue_price
from games.tawantinsuyu.steps import can_step, no_spot, placeable, put_step, upper_spot
from games.tawantinsuyu.tapestries import (
    CORN,
    RIGHT,
    begin_tapestry,
    extend_tapestry,
    price,
    return_weaving,
    take_open_weaving,
)

KINDS = {"production": list(PRODUCTION), "passive": list(PASSIVE)}
"""The kinds of buildings."""

WEAVING_NUMBER = {weaving: number for number, weaving in enumerate(WEAVINGS)}
"""The weavings by their number."""

# --- tokens and spots ----------------------------------------------------------------------


@quietly
def use_spots(s: Tawantinsuyu, me: int, value: int) -> None:
    """Do the actions under all tokens of a value, from the top row down (19.2)."""
    rows = [token for row in ROWS for token in s.axomamma.tokens if token.row == row]
    then(s, me, *[use_spot(token.row, token.spot) for token in rows if token.value == value])


@does
def use_spot(s: Tawantinsuyu, me: int, board_row: str, number: int) -> None:
    """Do the action of a spot, or what its row says if that is impossible (19.3)."""
    effects, otherwise = _spot(board_row, number)
    possible = all([resolvable(s, me, each) for each in effects])
    then(s, me, *(effects if possible else otherwise))


@cache
def _spot(row: str, spot: int) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    known = ROWS[row]
    return tables.effects(known.spots[spot - 1]), tables.effects(known.otherwise)


@does
def move_tokens(s: Tawantinsuyu, me: int, value: int) -> None:
    """Move the tokens of a value as many spots clockwise round their rows (19.2)."""
    for token in s.axomamma.tokens:
        if token.value == value:
            token.spot = (token.spot - 1 + value) % len(ROWS[token.row].spots) + 1


@quietly
def use_personality(s: Tawantinsuyu, me: int) -> None:
    """Do the action of its personality; without a token there is none (19.3)."""
    if side := s.axomamma.personality:
        then(s, me, *tables.effects(PERSONALITIES[side].do))


# --- weavings ------------------------------------------------------------------------------


def best_row(s: Tawantinsuyu, me: int, weaving: str) -> int | None:
    """Return the place of its largest tapestry that a weaving fits, or None (19.3)."""
    rows, pattern = s.players[me].tapestries, WEAVINGS[weaving].pattern
    fit = [n for n, row in enumerate(rows) if all(WEAVINGS[w].pattern != pattern for w in row)]
    return max(fit, key=lambda n: len(rows[n]), default=None)


def by_liking(s: Tawantinsuyu, me: int) -> list[str]:
    """Return the weavings laid out, the best last: for large tapestries, of high numbers (19.3)."""
    rows = s.players[me].tapestries
    places = {weaving: best_row(s, me, weaving) for weaving in s.drawn}
    sizes = {weaving: 0 if n is None else len(rows[n]) for weaving, n in places.items()}
    return sorted(s.drawn, key=lambda weaving: (sizes[weaving], WEAVING_NUMBER[weaving]))


@quietly
def lay_best(s: Tawantinsuyu, me: int, weaving: str) -> None:
    """Lay a weaving at its largest tapestry, or begin one; the end is of no effect (19.3)."""
    n = best_row(s, me, weaving)
    laid = begin_tapestry(weaving) if n is None else extend_tapestry(weaving, RIGHT, n + 1)
    then(s, me, laid)


@quietly
def put_worst_back(s: Tawantinsuyu, me: int) -> None:
    """Put the weavings that it likes least under the pile, to the usual number (Z08)."""
    surplus = max(0, len(s.drawn) - TAPESTRIES.drawn)
    then(s, me, *map(return_weaving, by_liking(s, me)[:surplus]))


@quietly
def buy_best(s: Tawantinsuyu, me: int, bought: int) -> None:
    """Buy two weavings; if only one can be bought, take 1 gold as well (19.3)."""
    if bought == AXOMAMMA.weavings:
        return
    if s.drawn and payable(s, me, price(bought)):
        best = by_liking(s, me)[-1]
        then(s, me, spend(price(bought)), lay_best(best), buy_best(bought + 1))
    else:
        then(s, me, take_goods(AXOMAMMA.consolation))


@quietly
def buy_best_left(s: Tawantinsuyu, me: int) -> None:
    """Buy a weaving that the player left, with corn, for a tapestry that it has (S3, R181)."""
    fit = [each for each in by_liking(s, me) if best_row(s, me, each) is not None]
    cost = {CORN: TAPESTRIES.others}
    if fit and affords(s.players[me].goods, cost):
        then(s, me, spend(cost), lay_best(fit[-1]))


@quietly
def receive_weavings(s: Tawantinsuyu, me: int, n: int) -> None:
    """Take open weavings without payment, one by one (19.3, R175)."""
    if s.weaving is not None:
        more = (receive_weavings(n - 1),) if n > 1 else ()
        then(s, me, take_open_weaving(), *more)


# --- buildings -----------------------------------------------------------------------------


def for_sale(s: Tawantinsuyu, kind: str) -> list[str]:
    """Return the buildings of a kind in the market."""
    return [each for each in s.market if each in KINDS[kind]]


@quietly
def buy_building(s: Tawantinsuyu, me: int, kind: str) -> None:
    """Pay stone, whatever the printed cost, for a random building of a kind (19.3)."""
    found = for_sale(s, kind)
    then(s, me, spend(building_cost(s)), take_building(one_of(s, found)))


@buy_building.possible
def can_buy_building(s: Tawantinsuyu, me: int, kind: str) -> bool:
    """Return whether there is such a building, and it can be paid."""
    return bool(for_sale(s, kind)) and payable(s, me, building_cost(s))


@quietly
def receive_building(s: Tawantinsuyu, me: int, swapped: bool = False) -> None:
    """Take a random building: production until it has enough, then passive (19.3, R180)."""
    kinds = list(KINDS)
    if len(s.players[me].production) >= AXOMAMMA.production:
        kinds.reverse()
    found = next(filter(None, [for_sale(s, kind) for kind in kinds]), [])
    if found:
        then(s, me, take_building(one_of(s, found)))


# --- statues -------------------------------------------------------------------------------


@quietly
def sculpt(s: Tawantinsuyu, me: int, sizes: tuple[str, ...], off: Goods) -> None:
    """Build a statue: large if it can be paid, of the symbol of the die (19.3, R180)."""
    if able := [size for size in sizes if can_carve(s, me, (size,), off)]:
        size = max(able, key=lambda each: STATUES[each].points)
        value, cost = roll(s), statue_price(size, off)
        paid = (spend(cost),) if cost else ()
        then(s, me, roll_die(value), *paid, raise_statue(statue_of(s, size, value)))


sculpt.possible(can_carve)


def statue_of(s: Tawantinsuyu, size: str, value: int) -> str:
    """Return the statue of the tucked card in a slot, or of the next one with a statue (19.3).

    Without one, any statue in supply is chosen by luck.
    """
    cards = [*s.axomamma.tucked[value - 1 :], *s.axomamma.tucked[: value - 1]]
    for card in filter(None, cards):
        statue = f"{size} {GOD_CARDS[card].symbol}"
        if s.statues[statue]:
            return statue
    found = in_supply(s, size)
    return one_of(s, found)


def in_supply(s: Tawantinsuyu, size: str) -> list[str]:
    """Return the statues of a size that are left."""
    return [each for each, n in s.statues.items() if n and STATUE_KINDS[each].size == size]


@quietly
def sculpt_any(s: Tawantinsuyu, me: int, size: str) -> None:
    """Take a random statue of a size without payment (19.3)."""
    if found := in_supply(s, size):
        then(s, me, raise_statue(one_of(s, found)))


# --- steps ---------------------------------------------------------------------------------


@cache
def _ways(section: int) -> tuple[str, ...]:
    """Return the step spots clockwise from a section, all upper ones first (19.3)."""
    order = [*SECTIONS[section - 1 :], *SECTIONS[: section - 1]]
    spots = [[x.id for x in SPOTS.values() if x.section == each] for each in order]
    return tuple(sorted(chain(*spots), key=lambda spot: bool(upper_spot(spot))))


def best_spot(s: Tawantinsuyu, me: int) -> str:
    """Return the first spot that may take a marker, under a rival's marker only if it must."""
    able = [spot for spot in _ways(s.players[me].priest) if no_spot(s, spot) is None]
    return min(able, key=lambda spot: s.steps.get(upper_spot(spot), me) != me)


@quietly
def buy_step(s: Tawantinsuyu, me: int) -> None:
    """Pay stone and put a step marker on the hill (19.3)."""
    then(s, me, spend(TASKS.steps), receive_step())


buy_step.possible(can_step)


@quietly
def receive_step(s: Tawantinsuyu, me: int) -> None:
    """Put a step marker on the hill, with what it brings (19.3)."""
    if placeable(s, me):
        then(s, me, put_step(best_spot(s, me)), exchange_goods())
