"""Construction: the main action of board 8, which places pyramid tiles one after another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.adjustment import adjustable
from engine.core import Listing, Option, asks, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, any_offered, offered, why
from engine.vocabulary import Goods, Parts, needs_more
from games.teotihuacan.acting import counted, discounted
from games.teotihuacan.data import PYRAMID, PYRAMID_TILES, SETUP
from games.teotihuacan.discovery import ANY_TIME, no_uses, uses
from games.teotihuacan.paying import ANY, short_of, spend, substitutes
from games.teotihuacan.pyramid import (
    PLACES,
    TURNS,
    Place,
    below,
    cells,
    compare,
    corners,
    free_places,
    laid,
    lay_tile,
    same_as,
    tile_gains,
    visible,
)
from games.teotihuacan.state import Teotihuacan

BOARD = 8
"""The board of the action by its printed number."""

DONE = Option("done")

KINDS = list(dict.fromkeys(kind for level in PYRAMID.level for kind in level.cost))
"""The goods that tiles cost."""


def missing(s: Teotihuacan, me: int, price: Goods) -> int:
    """Return how many resources are missing for a price, all kinds together."""
    goods = s.players[me].goods
    named = {kind: n for kind, n in price.items() if kind != ANY}
    lacking = sum([max(0, n - goods[kind]) for kind, n in named.items()])
    if ANY in price:
        spare = sum([max(0, goods[kind] - named.get(kind, 0)) for kind in SETUP.resources])
        lacking += max(0, price[ANY] - spare)
    return lacking - sum(
        [goods[each.good] for each in substitutes(s, me) if named.keys() & each.kinds]
    )


def discount(s: Teotihuacan, me: int) -> int:
    """Return how many resources less the player may pay in the action (technology; 6.5)."""
    return s.now.discount if s.now.counted else discounted(s, me, BOARD)


def unpaid(s: Teotihuacan, me: int, price: Goods) -> Reason | None:
    """Return why the player cannot pay a price with the discount of the action, or None (6.5)."""
    beyond = missing(s, me, price) - discount(s, me)
    return _needs(s, me, price, beyond) if beyond > 0 else None


def _needs(s: Teotihuacan, me: int, price: Goods, beyond: int) -> Reason:
    """Return the reason that goods are missing, named by the first kind that is short."""
    goods = s.players[me].goods
    kind = next((kind for kind, n in price.items() if kind != ANY and goods[kind] < n), None)
    if kind is None:
        return why("no-resource", "6.5")
    return needs_more(max(1, min(beyond, price[kind] - goods[kind])), kind, "6.5")


@adjustable
def cost(s: Teotihuacan, me: int, level: int) -> Goods:
    """Return what a tile costs on a level: two stone, and a wood for each level below (6.5)."""
    return PYRAMID.level[level - 1].cost


def build_obstacle(s: Teotihuacan, me: int) -> Reason | None:
    """Return why no pyramid tile can be placed now, or None.

    The lowest place is the cheapest. With the tile of the top level no place is left (10.4).
    """
    if not s.display:
        return why("none-displayed", "6.5")
    places = free_places(s)
    if not places:
        return why("pyramid-complete", "10.4")
    return unpaid(s, me, cost(s, me, places[0][0]))


def can_build(s: Teotihuacan, me: int) -> bool:
    """Return whether a tile is displayed, a place is free, and the player can pay for it."""
    return build_obstacle(s, me) is None


@asks
def build(s: Teotihuacan, me: int) -> Listing:
    """Take a displayed pyramid tile to place it, or stop after at least one (6.5).

    Discovery tiles may be used between two pyramid tiles (section 4; R13).
    """
    obstacle = build_obstacle(s, me)
    return [
        *(answer(_build(tile), unless=obstacle) for tile in s.display),
        answer(DONE, unless=not s.now.built and why("place-a-tile-first", "6.5")),
        *(uses(s, me, ANY_TIME) if s.now.built else ()),
    ]


@cache
def _build(tile: str) -> Option:
    return Option(f"build {tile}", (place_tile(tile),))


@build.possible
def anything_to_build(s: Teotihuacan, me: int) -> bool:
    """Return whether a tile can be placed, or has been."""
    return s.now.built > 0 or can_build(s, me)


@build.otherwise
def not_displayed(s: Teotihuacan, me: int) -> Iterator[RefusedAnswer]:
    """Yield the pyramid tiles that are not displayed, and the discovery tiles without a use."""
    for tile in PYRAMID_TILES:
        yield f"build {tile}", why("not-on-display", "6.5", tile=tile)
    yield from no_uses(s)


@asks
def place_tile(s: Teotihuacan, me: int, tile: str) -> Listing:
    """Place the tile on a free place in any direction, and get what it gives (6.5, 8.3)."""
    cheaper = discount(s, me) > 0
    return [
        _place(tile, place, turns, visible(s, cells(*place)), price, cheaper)
        for place in payable_places(s, me)
        for price in [tuple(cost(s, me, place[0]).items())]
        for turns in different_turns(tile)
    ]


def payable_places(s: Teotihuacan, me: int) -> list[Place]:
    """Return the free places on levels that the player can pay."""
    places = free_places(s)
    levels = {level for level, _, _ in places}
    payable = {level for level in levels if unpaid(s, me, cost(s, me, level)) is None}
    return [place for place in places if place[0] in payable]


@cache
def different_turns(tile: str) -> list[int]:
    """Return the numbers of turns after which the tile looks different."""
    return [turns for turns in range(TURNS) if same_as(tile, turns) == turns]


@cache
def _place(
    tile: str,
    place: Place,
    turns: int,
    covered: str,
    price: Parts,
    cheaper: bool,
) -> Option:
    points = PYRAMID.level[place[0] - 1].points
    paying = pay_less(dict(price)) if cheaper else spend(dict(price))
    gains = tile_gains(compare(covered, corners(tile, turns)), points)
    laying = lay_tile(tile, *place, turns)
    return Option(_id(place, turns), (paying, laying, *gains, next_tile()))


@cache
def _id(place: Place, turns: int) -> str:
    return " ".join(["at", *map(str, place), str(turns)])


@place_tile.possible
def any_payable_place(s: Teotihuacan, me: int, tile: str) -> bool:
    """Return whether a place is free and the player can pay for it."""
    places = free_places(s)
    return bool(places) and unpaid(s, me, cost(s, me, places[0][0])) is None


@place_tile.otherwise
def no_such_place(s: Teotihuacan, me: int, tile: str) -> Iterator[RefusedAnswer]:
    """Yield the places that are taken, unsupported or too expensive, and equal directions."""
    taken = laid(s)
    for place in PLACES:
        reason = place_obstacle(s, me, place, taken)
        for turns in range(TURNS):
            yield _id(place, turns), reason or _looks_alike(tile, same_as(tile, turns))


def place_obstacle(s: Teotihuacan, me: int, place: Place, taken: set[Place]) -> Reason | None:
    """Return why no tile can be laid on a place, or None (8.3)."""
    if place in taken:
        return why("place-taken", "8.3")
    if lacking := len(below(*place) - taken):
        return why("tiles-missing-below", "8.3", n=lacking)
    return unpaid(s, me, cost(s, me, place[0]))


@cache
def _looks_alike(tile: str, turns: int) -> Reason:
    return why("looks-alike", "8.3", tile=tile, turns=turns)


@quietly
def pay_less(s: Teotihuacan, me: int, price: Goods) -> None:
    """Pay for a tile with the discount; ask only if there are several ways (technology, 6.5)."""
    ways = offered(save.run(s, me, price))
    then(s, me, *(ways[0].then if len(ways) == 1 else [save(price)]))


@asks
def save(s: Teotihuacan, me: int, price: Goods) -> Listing:
    """Pay a resource less than the price, or save it on a later tile of the action (6.5)."""
    return [
        *(answer(_save(s, price, kind), unless=unsaved(s, me, price, kind)) for kind in KINDS),
        answer("save nothing", spend(price), unless=unspared(s, me, price)),
    ]


def _save(s: Teotihuacan, price: Goods, kind: str) -> Option:
    rest = one_less(price, kind)
    paying = spend(rest) if s.now.discount == 1 or not rest else pay_less(rest)
    return Option(f"save {kind}", (spend_discount(), *((paying,) if rest else ())))


def one_less(price: Goods, kind: str) -> Goods:
    """Return the price without one good of this kind."""
    return {each: n - (each == kind) for each, n in price.items() if n > (each == kind)}


def unsaved(s: Teotihuacan, me: int, price: Goods, kind: str) -> Reason | None:
    """Return why a good cannot be saved, or None: the rest must be payable."""
    if not price.get(kind):
        return why("not-in-price", "6.5", good=kind)
    rest = one_less(price, kind)
    beyond = missing(s, me, rest) - s.now.discount + 1
    return _needs(s, me, rest, beyond) if beyond > 0 else None


def unspared(s: Teotihuacan, me: int, price: Goods) -> Reason | None:
    """Return why the discount cannot wait for a later tile of the action, or None."""
    if short := short_of(s, me, "6.5", price):
        return short
    return None if tiles_left(s, me) > 1 else why("last-tile-of-the-action", "6.5")


def tiles_left(s: Teotihuacan, me: int) -> int:
    """Return how many more tiles the action may place: workers, display and places limit it."""
    return min(most_tiles(s, me) - s.now.built, len(s.display), len(PLACES) - len(s.pyramid))


@adjustable
def most_tiles(s: Teotihuacan, me: int) -> int:
    """Return how many tiles the action may place: one for each worker (R51)."""
    return counted(s, me, BOARD)


@quietly
def spend_discount(s: Teotihuacan, me: int) -> None:
    """Use the discount of the action for one resource."""
    s.now.discount -= 1


@quietly
def next_tile(s: Teotihuacan, me: int) -> None:
    """Go on with the next tile if the workers allow it and it can be placed (6.5; R51).

    The player may first use a discovery tile that could bring what is missing.
    """
    s.now.built += 1
    if tiles_left(s, me) > 0 and (can_build(s, me) or any_offered(uses(s, me, ANY_TIME))):
        then(s, me, build())
