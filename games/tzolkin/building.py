"""Construction of buildings and monuments, with Architecture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from engine.core import Effect, Listing, Option, asks, does, may_ask, then
from engine.listing import Reason, RefusedAnswer, answer, any_offered, or_else, why
from engine.tables import effects
from engine.vocabulary import Goods, gain, lacks
from games.tzolkin.data import BUILDINGS, MONUMENTS
from games.tzolkin.goods import DONE, charge, score
from games.tzolkin.state import Player, Tzolkin
from games.tzolkin.technology import bonus

PLAIN = " plain"
"""The word for a building to which Architecture is kept from applying."""

Offers = dict[str, list[tuple[Option, Goods]]]
"""The ways to construct each building: the answer and its price."""


def architect(player: Player) -> bool:
    """Return whether Architecture gives the player anything yet."""
    return bonus(player, "construct_corn") > 0


@cache
def for_blocks(saved: int, applied: bool, note: str, tail: tuple[Effect, ...]) -> Offers:
    """Return the offers at the printed price, or one block less with Architecture 3 (D28)."""
    return {
        tile: [
            _offer(tile, f"{word}{note}", price, applied, tail)
            for word, price in _prices(building.cost, saved)
        ]
        for tile, building in BUILDINGS.items()
    }


def _prices(cost: Goods, saved: int) -> list[tuple[str, Goods]]:
    if not saved:
        return [("", cost)]
    cheaper = {kind: {**cost, kind: cost[kind] - saved} for kind in cost}
    return [
        (f" saving {kind}", {k: n for k, n in price.items() if n > 0})
        for kind, price in cheaper.items()
    ]


@cache
def for_corn(each: int, saved: int, applied: bool) -> Offers:
    """Return the offers in corn instead of blocks, less what Architecture 3 saves (Uxmal 4)."""
    prices = {
        tile: max(0, each * sum(building.cost.values()) - saved)
        for tile, building in BUILDINGS.items()
    }
    return {
        tile: [_offer(tile, "", {"corn": corn} if corn else {}, applied, ())]
        for tile, corn in prices.items()
    }


def _offer(
    tile: str, word: str, price: Goods, applied: bool, tail: tuple[Effect, ...]
) -> tuple[Option, Goods]:
    benefit = [architecture()] if applied else []
    then_ = (*charge(price), claim(tile), *benefit, *effects(BUILDINGS[tile].do), *tail)
    return Option(f"build {tile}{word}", then_), price


def displayed(s: Tzolkin, me: int, offers: Offers) -> Listing:
    """List the buildings on display, each unless its price is too high for the player."""
    goods = s.players[me].goods
    return [
        (option.id, short) if (short := lacks(goods, price, "12.1")) else option
        for tile in s.display
        for option, price in offers[tile]
    ]


def constructions(
    s: Tzolkin, me: int, applied: bool, note: str = "", tail: tuple[Effect, ...] = ()
) -> Listing:
    """List the buildings of the display for blocks, with or without Architecture."""
    saved = bonus(s.players[me], "construct_resources_saved") if applied else 0
    return displayed(s, me, for_blocks(saved, applied, note, tail))


def affordable(s: Tzolkin, me: int, offers: Offers) -> bool:
    """Return whether the player can pay an offer for a building on display."""
    goods = s.players[me].goods
    for tile in s.display:
        for _, price in offers[tile]:
            for kind, n in price.items():
                if goods[kind] < n:
                    break
            else:
                return True
    return False


def affordable_for_blocks(s: Tzolkin, me: int) -> bool:
    """Return whether the player can pay a building with blocks, at its lowest price."""
    saved = bonus(s.players[me], "construct_resources_saved")
    return affordable(s, me, for_blocks(saved, saved > 0, "", ()))


@asks
def build(s: Tzolkin, me: int) -> Listing:
    """Construct one building; Architecture always applies (Tikal 2; D26)."""
    return constructions(s, me, architect(s.players[me]))


@build.possible
def affords_building(s: Tzolkin, me: int) -> bool:
    """Return whether a building can be paid."""
    return affordable_for_blocks(s, me)


@may_ask
def may_build(s: Tzolkin, me: int) -> Listing:
    """Construct one more building, or not; Architecture applies to it on its own (D23, D24)."""
    return or_else(constructions(s, me, architect(s.players[me])), DONE)


@asks
def build_up_to_two(s: Tzolkin, me: int) -> Listing:
    """Construct one or two buildings, or one monument (Tikal 4).

    Architecture applies to one building; kept back for the second, it does not count for the
    first ("plain"; 12.2, D27).
    """
    if not architect(s.players[me]):
        return [*constructions(s, me, False, tail=(build_second(False),)), *monuments(s, me)]
    return [
        *constructions(s, me, True, tail=(build_second(True),)),
        *constructions(s, me, False, PLAIN, (build_second(False),)),
        *monuments(s, me),
    ]


@build_up_to_two.possible
def affords_construction(s: Tzolkin, me: int) -> bool:
    """Return whether a building or a monument can be paid."""
    return affordable_for_blocks(s, me) or any_offered(monuments(s, me))


@may_ask
def build_second(s: Tzolkin, me: int, applied: bool) -> Listing:
    """Construct a second building; Architecture applies unless the first one had it (12.2)."""
    return or_else(constructions(s, me, architect(s.players[me]) and not applied), DONE)


def monuments(s: Tzolkin, me: int) -> Listing:
    """List the monuments, each at its full price; Architecture never applies (12.4)."""
    goods = s.players[me].goods
    return [
        answer(_monument(tile), unless=lacks(goods, MONUMENTS[tile].cost, "12.4"))
        for tile in s.monuments
    ]


@cache
def _monument(tile: str) -> Option:
    return Option(f"build {tile}", (*charge(MONUMENTS[tile].cost), raise_monument(tile)))


@asks
def build_with_corn(s: Tzolkin, me: int, each: int) -> Listing:
    """Construct one building, paying only corn for every block of its price (Uxmal 4)."""
    applied = architect(s.players[me])
    saved = bonus(s.players[me], "construct_corn_saved") if applied else 0
    return displayed(s, me, for_corn(each, saved, applied))


@build_with_corn.possible
def affords_corn(s: Tzolkin, me: int, each: int) -> bool:
    """Return whether a building can be paid with corn."""
    saved = bonus(s.players[me], "construct_corn_saved")
    return affordable(s, me, for_corn(each, saved, saved > 0))


@build.otherwise
@may_build.otherwise
def no_building(s: Tzolkin, me: int) -> Iterator[RefusedAnswer]:
    """Yield buildings not on display, words that do not fit the purchase, and every monument."""
    yield from _other_buildings(s, _words)
    yield from _no_monuments()


@build_up_to_two.otherwise
def no_first_building(s: Tzolkin, me: int) -> Iterator[RefusedAnswer]:
    """Yield buildings and monuments not on display, and words that do not fit the purchase."""
    yield from _other_buildings(s, lambda tile: [*_words(tile), PLAIN])
    for tile in MONUMENTS:
        yield f"build {tile}", why("not-on-display", "12.4", tile=tile)


@build_second.otherwise
def no_second_building(s: Tzolkin, me: int, applied: bool) -> Iterator[RefusedAnswer]:
    """Yield the same as for one building: only a single construction may be a monument."""
    yield from no_building(s, me)


@build_with_corn.otherwise
def no_building_for_corn(s: Tzolkin, me: int, each: int) -> Iterator[RefusedAnswer]:
    """Yield buildings not on display, and every monument."""
    yield from _other_buildings(s, lambda tile: [""])
    yield from _no_monuments()


def _other_buildings(s: Tzolkin, words: Callable[[str], list[str]]) -> Iterator[RefusedAnswer]:
    """Yield every building under each of its words; the listing names the others."""
    for tile in BUILDINGS:
        for word in words(tile):
            absent = tile not in s.display and why("not-on-display", "12.1", tile=tile)
            yield f"build {tile}{word}", absent or _not_this_way(word)


def _not_this_way(word: str) -> Reason:
    """Return why this word does not fit: Architecture applies if the player has it."""
    if not word:
        return why("name-what-is-saved", "D28")
    return why("nothing-kept-back", "D27") if word == PLAIN else why("nothing-saved", "12.2")


@cache
def _words(tile: str) -> list[str]:
    return ["", *(f" saving {kind}" for kind in BUILDINGS[tile].cost)]


def _no_monuments() -> Iterator[RefusedAnswer]:
    for tile in MONUMENTS:
        yield f"build {tile}", why("no-monument-here", "12.4")


@does
def claim(s: Tzolkin, me: int, tile: str) -> None:
    """Move a building from the display to the player."""
    s.display.remove(tile)
    s.players[me].buildings.append(tile)


@does
def raise_monument(s: Tzolkin, me: int, tile: str) -> None:
    """Move a monument to the player. It is not replaced."""
    s.monuments.remove(tile)
    s.players[me].monuments.append(tile)


@does
def architecture(s: Tzolkin, me: int) -> None:
    """Give corn and points for constructing, at the level before the tile's own effects (D25)."""
    player = s.players[me]
    points = bonus(player, "construct_points")
    corn = gain({"corn": bonus(player, "construct_corn")})
    then(s, me, corn, *([score(points)] if points else []))


@does
def farm(s: Tzolkin, me: int, kind: str, n: int) -> None:
    """Count a farm that feeds workers, or makes each worker cheaper to feed (9.1)."""
    s.players[me].farms[kind] += n
