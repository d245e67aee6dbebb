"""Buildings: the market, building with a swap before it, and production (10.3, 10.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.core import Effect, Listing, Option, does, may_ask, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, any_offered, or_else, why
from engine.vocabulary import Goods
from games.tawantinsuyu.benefits import benefits, free, no_free
from games.tawantinsuyu.data import ARMY_CARDS, BUILDINGS, PRODUCTION
from games.tawantinsuyu.gods import choose_tucked
from games.tawantinsuyu.paying import PASS, payable, short_of, spend
from games.tawantinsuyu.state import Tawantinsuyu

COSTS: dict[str, Goods] = {each.id: each.cost for each in BUILDINGS.production}
COSTS |= {each.id: each.cost for each in BUILDINGS.passive}

FACE_DOWN = {"production": list(PRODUCTION), "army": list(ARMY_CARDS)}
"""The kinds of things that are turned face down, and all of each kind (D31)."""


def pile(s: Tawantinsuyu, building: str) -> list[str]:
    """Return the pile of the kind of a building; it is drawn from the end."""
    return s.production_pile if building in PRODUCTION else s.passive_pile


@quietly
def refill_market(s: Tawantinsuyu, me: int) -> None:
    """Open buildings until the market has its number of each kind (section 15)."""
    then(s, me, open_up_to(BUILDINGS.market, BUILDINGS.market))


@quietly
def open_up_to(s: Tawantinsuyu, me: int, production: int, passive: int) -> None:
    """Open buildings until the market has these numbers of each kind, as far as they last."""
    found: list[str] = []
    piles = s.production_pile, s.passive_pile
    for left, wanted, there in zip(piles, (production, passive), _numbers(s), strict=True):
        if wanted > there:
            found += left[there - wanted :][::-1]
    then(s, me, *map(open_building, found))


def _numbers(s: Tawantinsuyu) -> tuple[int, int]:
    """Return how many buildings of each kind the market has."""
    production = len([each for each in s.market if each in PRODUCTION])
    return production, len(s.market) - production


@does
def open_building(s: Tawantinsuyu, me: int, building: str) -> None:
    """Move the top building of a pile to the market."""
    pile(s, building).remove(building)
    s.market.append(building)


@does
def put_under(s: Tawantinsuyu, me: int, building: str) -> None:
    """Put a building of the market face down under its pile."""
    s.market.remove(building)
    pile(s, building).insert(0, building)


@may_ask
def build(s: Tawantinsuyu, me: int, swapped: bool = False) -> Listing:
    """Pay the cost of a building of the market, perhaps after a swap (10.3, D15).

    A swap alone does not make a building possible (R154).
    """
    listed = [
        answer(_build(each, True), unless=short_of(s, me, "10.3", COSTS[each])) for each in s.market
    ]
    if not any_offered(listed):
        return or_else([*listed, *free(s, me)], PASS) if swapped else listed
    swap = answer(_swap(True), unless=no_swap(s, me, swapped))
    return [*listed, swap, PASS, *free(s, me)]


@build.possible
def can_build(s: Tawantinsuyu, me: int, swapped: bool = False) -> bool:
    """Return whether the player can pay for a building of the market."""
    return any([payable(s, me, COSTS[each]) for each in s.market])


@build.otherwise
def no_building(s: Tawantinsuyu, me: int, swapped: bool = False) -> Iterator[RefusedAnswer]:
    """Yield the buildings that are not in the market."""
    yield from not_in_market("construct")
    yield from no_free(s, me)


@may_ask
def build_free(s: Tawantinsuyu, me: int, swapped: bool = False) -> Listing:
    """Take a building of the market without its cost, perhaps after a swap (D46)."""
    if not s.market:
        return []
    swap = answer(_swap(False), unless=no_swap(s, me, swapped))
    return [*(_build(each, False) for each in s.market), swap, PASS]


@build_free.possible
def any_building(s: Tawantinsuyu, me: int, swapped: bool = False) -> bool:
    """Return whether the market has a building."""
    return bool(s.market)


@build_free.otherwise
def no_free_building(s: Tawantinsuyu, me: int, swapped: bool = False) -> Iterator[RefusedAnswer]:
    """Yield the buildings that are not in the market."""
    return not_in_market("construct")


@cache
def _build(building: str, costs: bool) -> Option:
    price: tuple[Effect, ...] = (spend(COSTS[building]),) if costs else ()
    return Option(f"construct {building}", (*price, take_building(building)))


def not_in_market(word: str) -> Iterator[RefusedAnswer]:
    """Yield each building as one that is not in the market, after the word of an answer."""
    for each in COSTS:
        yield f"{word} {each}", why("not-in-market", "10.3", building=each)


@does
def take_building(s: Tawantinsuyu, me: int, building: str) -> None:
    """Take a building of the market face up; the market is refilled later (10.3, D16)."""
    player = s.players[me]
    s.market.remove(building)
    (player.production if building in PRODUCTION else player.passive).append(building)


def no_swap(s: Tawantinsuyu, me: int, swapped: bool) -> Reason | None:
    """Return why no buildings of the market can be swapped, or None (D15)."""
    if swapped:
        return why("swapped-already", "10.3")
    player = s.players[me]
    return None if player.gods or player.open_gods else why("no-god-card", "10.3")


@cache
def _swap(costs: bool) -> Option:
    return Option("swap", (swap(), build(True) if costs else build_free(True)))


@quietly
def swap(s: Tawantinsuyu, me: int) -> None:
    """Put a god card under the deck and replace buildings of the market at once (10.3)."""
    then(s, me, choose_tucked(), swap_out(BUILDINGS.swapped), open_up_to(*_numbers(s)))


@may_ask
def swap_out(s: Tawantinsuyu, me: int, n: int) -> list[Option]:
    """Choose buildings to go under their piles, the last one lowest (10.3, R155)."""
    found = [_replace(each, n) for each in s.market]
    return [*found, PASS] if found and n < BUILDINGS.swapped else found


@swap_out.otherwise
def no_replacement(s: Tawantinsuyu, me: int, n: int) -> Iterator[RefusedAnswer]:
    """Yield the buildings that are not in the market; one at least must be replaced."""
    yield from not_in_market("replace")
    yield PASS.id, why("must-replace", "10.3")


@cache
def _replace(building: str, n: int) -> Option:
    more = (swap_out(n - 1),) if n > 1 else ()
    return Option(f"replace {building}", (put_under(building), *more))


@cache
def yields(building: str) -> tuple[Effect, ...]:
    """Return what a production building produces."""
    return tables.effects(PRODUCTION[building].do)


@may_ask
def produce_once(s: Tawantinsuyu, me: int) -> list[Option]:
    """Take the yield of a face-up production building, which stays face up (10.8)."""
    return [_activate(each) for each in s.players[me].production]


@produce_once.possible
def any_production(s: Tawantinsuyu, me: int) -> bool:
    """Return whether the player has a face-up production building."""
    return bool(s.players[me].production)


@produce_once.otherwise
def no_production(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the production buildings that the player does not have face up."""
    for each in PRODUCTION:
        yield f"activate {each}", why("not-face-up", "10.8", building=each)


@cache
def _activate(building: str) -> Option:
    return Option(f"activate {building}", (activate(building),))


@does
def activate(s: Tawantinsuyu, me: int, building: str) -> None:
    """Take the yield of a production building."""
    then(s, me, benefits(yields(building)))


@does
def wear(s: Tawantinsuyu, me: int, building: str) -> None:
    """Turn a production building face down (14.5)."""
    player = s.players[me]
    player.production.remove(building)
    player.worn.append(building)


@may_ask
def turn_up(s: Tawantinsuyu, me: int, n: int, kinds: tuple[str, ...]) -> list[Option]:
    """Turn own face-down things of some kinds face up, one by one, as far as wanted (D32)."""
    found = [_turn(each, n, kinds) for kind in kinds for each in face_down(s, me)[kind]]
    return [*found, PASS] if found else []


@turn_up.possible
def any_face_down(s: Tawantinsuyu, me: int, n: int, kinds: tuple[str, ...]) -> bool:
    """Return whether the player has a face-down thing of one of the kinds."""
    return any([face_down(s, me)[kind] for kind in kinds])


@turn_up.otherwise
def no_turning(s: Tawantinsuyu, me: int, n: int, kinds: tuple[str, ...]) -> Iterator[RefusedAnswer]:
    """Yield what the player does not have face down, and what is of another kind."""
    for kind, things in FACE_DOWN.items():
        for each in things:
            other = why("other-kind", "10.6", what=each)
            missing = why("not-face-down", "10.6", what=each)
            yield f"turn {each}", missing if kind in kinds else other


def face_down(s: Tawantinsuyu, me: int) -> dict[str, list[str]]:
    """Return the face-down things of a player by kind."""
    player = s.players[me]
    return {"production": player.worn, "army": player.spent}


@cache
def _turn(thing: str, n: int, kinds: tuple[str, ...]) -> Option:
    more = (turn_up(n - 1, kinds),) if n > 1 else ()
    return Option(f"turn {thing}", (turn_face_up(thing), *more))


@does
def turn_face_up(s: Tawantinsuyu, me: int, thing: str) -> None:
    """Turn a production building or an army card face up."""
    player = s.players[me]
    if thing in PRODUCTION:
        player.worn.remove(thing)
        player.production.append(thing)
    else:
        player.spent.remove(thing)
        player.army.append(thing)
