"""Constructing buildings and monuments, with Architecture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from engine.core import Effect, Option, Refusal, asks, does, may_ask, then
from engine.tables import effects
from engine.vocabulary import gain
from games.tzolkin.data import BUILDINGS, MONUMENTS
from games.tzolkin.goods import DONE, charge, missing, score
from games.tzolkin.state import Player, Tzolkin
from games.tzolkin.technology import bonus

PLAIN = " plain"
"""The word for a building to which Architecture is kept from applying."""


class Offer(NamedTuple):
    """A tile at one price; ``word`` tells the prices of one tile apart."""

    tile: str
    word: str
    price: tuple[tuple[str, int], ...]


def architect(player: Player) -> bool:
    """Whether Architecture gives the player anything yet."""
    return bonus(player, "construct_corn") > 0


@cache
def at_tikal(tile: str, saved: int) -> list[Offer]:
    """The printed price, or with Architecture 3 a block of any kind in it saved (D28)."""
    cost = BUILDINGS[tile].cost
    if not saved:
        return [Offer(tile, "", tuple(cost.items()))]
    cheaper = {kind: {k: n - saved * (k == kind) for k, n in cost.items()} for kind in cost}
    return [
        Offer(tile, f" saving {kind}", tuple((k, n) for k, n in price.items() if n > 0))
        for kind, price in cheaper.items()
    ]


@cache
def in_corn(tile: str, each: int, saved: int) -> list[Offer]:
    """Corn instead of every block of the price, less what Architecture 3 saves (Uxmal 4)."""
    corn = max(0, each * sum(BUILDINGS[tile].cost.values()) - saved)
    return [Offer(tile, "", (("corn", corn),) if corn else ())]


@cache
def _construction(offer: Offer, note: str, applied: bool, tail: tuple[Effect, ...]) -> Option:
    tile = offer.tile
    benefit = [architecture()] if applied else []
    then_ = (*charge(dict(offer.price)), claim(tile), *benefit, *effects(BUILDINGS[tile].do))
    return Option(f"build {tile}{offer.word}{note}", (*then_, *tail))


def constructions(
    s: Tzolkin, me: int, offers: list[Offer], applied: bool, note: str, tail: tuple[Effect, ...]
) -> list[Option]:
    """An option for every offer the player can pay."""
    goods = s.players[me].goods
    return [
        _construction(offer, note, applied, tail)
        for offer in offers
        if all([goods[kind] >= n for kind, n in offer.price])
    ]


def for_blocks(
    s: Tzolkin, me: int, applied: bool, note: str = "", tail: tuple[Effect, ...] = ()
) -> list[Option]:
    """Buildings of the display for blocks, with or without Architecture."""
    saved = bonus(s.players[me], "construct_resources_saved") if applied else 0
    offers = [offer for tile in s.display for offer in at_tikal(tile, saved)]
    return constructions(s, me, offers, applied, note, tail)


@asks
def build(s: Tzolkin, me: int) -> list[Option]:
    """Construct one building; Architecture always applies (Tikal 2; D26)."""
    return for_blocks(s, me, architect(s.players[me]))


@may_ask
def may_build(s: Tzolkin, me: int) -> list[Option]:
    """Construct one more building, or not; Architecture applies to it on its own (D23, D24)."""
    options = for_blocks(s, me, architect(s.players[me]))
    return [*options, DONE] if options else []


@asks
def build_up_to_two(s: Tzolkin, me: int) -> list[Option]:
    """One or two buildings, or one monument (Tikal 4).

    Architecture applies to one building; kept back for the second, it does not count for the
    first ("plain"; 12.2, D27).
    """
    if not architect(s.players[me]):
        return [*for_blocks(s, me, False, tail=(build_second(False),)), *monuments(s, me)]
    return [
        *for_blocks(s, me, True, tail=(build_second(True),)),
        *for_blocks(s, me, False, PLAIN, (build_second(False),)),
        *monuments(s, me),
    ]


@may_ask
def build_second(s: Tzolkin, me: int, applied: bool) -> list[Option]:
    """A second building; Architecture applies unless the first one had it (12.2)."""
    options = for_blocks(s, me, architect(s.players[me]) and not applied)
    return [*options, DONE] if options else []


def monuments(s: Tzolkin, me: int) -> list[Option]:
    """Monuments the player can pay in full; Architecture never applies (12.4)."""
    goods = s.players[me].goods
    return [
        _monument(tile)
        for tile in s.monuments
        if all([goods[kind] >= n for kind, n in MONUMENTS[tile].cost.items()])
    ]


@cache
def _monument(tile: str) -> Option:
    return Option(f"build {tile}", (*charge(MONUMENTS[tile].cost), raise_monument(tile)))


@asks
def build_with_corn(s: Tzolkin, me: int, each: int) -> list[Option]:
    """Construct one building, paying only corn for every block of its price (Uxmal 4)."""
    applied = architect(s.players[me])
    saved = bonus(s.players[me], "construct_corn_saved") if applied else 0
    offers = [offer for tile in s.display for offer in in_corn(tile, each, saved)]
    return constructions(s, me, offers, applied, "", ())


@does
def claim(s: Tzolkin, me: int, tile: str) -> None:
    """A building goes from the display to the player."""
    s.display.remove(tile)
    s.players[me].buildings.append(tile)


@does
def raise_monument(s: Tzolkin, me: int, tile: str) -> None:
    """A monument goes to the player and is not replaced."""
    s.monuments.remove(tile)
    s.players[me].monuments.append(tile)


@does
def architecture(s: Tzolkin, me: int) -> None:
    """Corn and points for constructing, at the level before the tile's own effects (D25)."""
    player = s.players[me]
    points = bonus(player, "construct_points")
    corn = gain({"corn": bonus(player, "construct_corn")})
    then(s, me, corn, *([score(points)] if points else []))


@does
def farm(s: Tzolkin, me: int, kind: str, n: int) -> None:
    """A farm feeds workers, or makes each worker cheaper to feed, from now on (9.1)."""
    s.players[me].farms[kind] += n


def refused_tiles(
    s: Tzolkin, me: int, open_: dict[str, Offer], words: Callable[[str], list[str]]
) -> Iterator[Refusal]:
    """Buildings that are not on display, that cost too much, or not in this way at all.

    ``open_`` are the offers there are by their step, ``words`` all ways to speak of a tile.
    """
    for tile in BUILDINGS:
        for word in words(tile):
            step = f"build {tile}{word}"
            if tile not in s.display:
                yield Refusal(step, "not-on-display", {"tile": tile}, "12.1")
            elif step not in open_:
                yield _not_this_way(step, word)
            elif short := missing(s, me, dict(open_[step].price)):
                yield Refusal(step, "needs-more", short, "12.1")


def _not_this_way(step: str, word: str) -> Refusal:
    """Architecture says how a building may be paid: it applies where the player has it."""
    if not word:
        return Refusal(step, "name-what-is-saved", {}, "D28")
    if word == PLAIN:
        return Refusal(step, "nothing-kept-back", {}, "D27")
    return Refusal(step, "nothing-saved", {}, "12.2")


@cache
def _wordings(tile: str) -> list[str]:
    return ["", *(f" saving {kind}" for kind in BUILDINGS[tile].cost)]


def _by_step(s: Tzolkin, me: int, applied: bool, note: str = "") -> dict[str, Offer]:
    """The offers of the display for blocks by their step, whether they can be paid or not."""
    saved = bonus(s.players[me], "construct_resources_saved") if applied else 0
    offers = [offer for tile in s.display for offer in at_tikal(tile, saved)]
    return {f"build {offer.tile}{offer.word}{note}": offer for offer in offers}


@build.refuses
def refused_build(s: Tzolkin, me: int) -> Iterator[Refusal]:
    """Buildings that cannot be had, and monuments."""
    yield from refused_tiles(s, me, _by_step(s, me, architect(s.players[me])), _wordings)
    yield from _refused_monuments(s, me, allowed=False)


@may_build.refuses
def refused_may_build(s: Tzolkin, me: int) -> Iterator[Refusal]:
    """The same for the extra building."""
    yield from refused_build(s, me)


@build_up_to_two.refuses
def refused_up_to_two(s: Tzolkin, me: int) -> Iterator[Refusal]:
    """Buildings and monuments that cost too much or are not there."""
    applied = architect(s.players[me])
    open_ = _by_step(s, me, applied) | (_by_step(s, me, False, PLAIN) if applied else {})
    yield from refused_tiles(s, me, open_, lambda tile: [*_wordings(tile), PLAIN])
    yield from _refused_monuments(s, me, allowed=True)


@build_second.refuses
def refused_second(s: Tzolkin, me: int, applied: bool) -> Iterator[Refusal]:
    """Buildings that cannot be had, and monuments: only the sole construction may be one."""
    open_ = _by_step(s, me, architect(s.players[me]) and not applied)
    yield from refused_tiles(s, me, open_, _wordings)
    yield from _refused_monuments(s, me, allowed=False)


def _refused_monuments(s: Tzolkin, me: int, allowed: bool) -> Iterator[Refusal]:
    for tile, monument in MONUMENTS.items():
        if not allowed:
            yield Refusal(f"build {tile}", "no-monument-here", {}, "12.4")
        elif tile not in s.monuments:
            yield Refusal(f"build {tile}", "not-on-display", {"tile": tile}, "12.4")
        elif short := missing(s, me, monument.cost):
            yield Refusal(f"build {tile}", "needs-more", short, "12.4")


@build_with_corn.refuses
def refused_for_corn(s: Tzolkin, me: int, each: int) -> Iterator[Refusal]:
    """Buildings that cost too much corn or are not there, and monuments."""
    applied = architect(s.players[me])
    saved = bonus(s.players[me], "construct_corn_saved") if applied else 0
    offers = [offer for tile in s.display for offer in in_corn(tile, each, saved)]
    open_ = {f"build {offer.tile}": offer for offer in offers}
    yield from refused_tiles(s, me, open_, lambda tile: [""])
    yield from _refused_monuments(s, me, allowed=False)
