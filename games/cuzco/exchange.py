"""The exchange: spending the pips of a die, one trade after another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Option, Refusal, does, may_ask, then
from engine.vocabulary import gain
from games.cuzco.data import KINDS, SETUP, TILES, strengthened
from games.cuzco.gods import choices, on_display, refused_decks
from games.cuzco.headdress import feathers, refused_slots
from games.cuzco.points import DONE, score
from games.cuzco.state import Cuzco, Player

PIPS = SETUP.exchange


@may_ask
def exchange(s: Cuzco, me: int, pips: int) -> list[Option]:
    """Spend pips on any trades in any order, each as often as wanted; the rest is lost (R61)."""
    if pips < 1:
        return []
    player = s.players[me]
    options = [
        _slide(tile, pips)
        for tile in player.tiles
        if tile not in player.slid and pips >= KINDS[TILES[tile].kind].pips
    ]
    options += _plain(pips)
    if pips >= PIPS["god"]:
        options += choices(on_display(s), _after(pips, "god"))
    if pips >= PIPS["feather"]:
        options += feathers(player, _after(pips, "feather"))
    if pips >= PIPS["hold"] and player.quipus:
        options.append(_hold(pips))
    return [*options, DONE]


@exchange.possible
def any_pips(s: Cuzco, me: int, pips: int) -> bool:
    """There is always something to exchange a pip for."""
    return pips > 0


@cache
def _after(pips: int, trade: str) -> tuple[Effect, ...]:
    return _more(pips - PIPS[trade])


@cache
def _more(pips: int) -> tuple[Effect, ...]:
    return (exchange(pips),) if pips else ()


@cache
def _slide(tile: str, pips: int) -> Option:
    left = pips - KINDS[TILES[tile].kind].pips
    return Option(f"slide {tile}", (slide(tile), *_more(left)))


@cache
def _plain(pips: int) -> tuple[Option, ...]:
    """The trades that are always possible: points and an offering."""
    found = []
    if pips >= PIPS["points"]:
        found.append(Option("points", (score(1), *_after(pips, "points"))))
    if pips >= PIPS["offering"]:
        found.append(Option("offering", (gain({"offering": 1}), *_after(pips, "offering"))))
    return tuple(found)


@cache
def _hold(pips: int) -> Option:
    return Option("hold", (hold(1), *_after(pips, "hold")))


@exchange.refuses
def refused_trades(s: Cuzco, me: int, pips: int) -> Iterator[Refusal]:
    """Trades that take more pips, tiles that cannot be slid, slots, decks and quipus used up."""
    player = s.players[me]
    yield from _refused_slides(player, pips)
    if pips < PIPS["points"]:
        yield Refusal("points", "too-few-pips", {"n": PIPS["points"]}, "4.3")
    if pips < PIPS["offering"]:
        yield Refusal("offering", "too-few-pips", {"n": PIPS["offering"]}, "4.3")
    yield from refused_decks(s)
    if pips < PIPS["god"]:
        for option in choices(on_display(s)):
            yield Refusal(option.id, "too-few-pips", {"n": PIPS["god"]}, "4.3")
    if pips < PIPS["hold"]:
        yield Refusal("hold", "too-few-pips", {"n": PIPS["hold"]}, "4.3")
    elif not player.quipus:
        yield Refusal("hold", "no-quipu-on-mask", {}, "4.3")
    yield from refused_slots(player)
    if pips < PIPS["feather"]:
        for option in feathers(player):
            yield Refusal(option.id, "too-few-pips", {"n": PIPS["feather"]}, "4.3")


def _refused_slides(player: Player, pips: int) -> Iterator[Refusal]:
    """Tiles of others or of nobody, tiles slid before, and kinds that take more pips."""
    for tile, known in TILES.items():
        step, params = f"slide {tile}", {"tile": tile}
        if tile not in player.tiles:
            yield Refusal(step, "not-your-tile", params, "4.3")
        elif tile in player.slid:
            yield Refusal(step, "already-slid", params, "4.3")
        elif pips < KINDS[known.kind].pips:
            yield Refusal(step, "too-few-pips", {"n": KINDS[known.kind].pips}, "4.3")


@does
def slide(s: Cuzco, me: int, tile: str) -> None:
    """A study tile slid down advances knowledge, a farm tile gives food; once each (D9)."""
    s.players[me].slid.append(tile)
    known = TILES[tile]
    then(s, me, strengthened(KINDS[known.kind].slide, known.value))


@does
def hold(s: Cuzco, me: int, n: int) -> None:
    """Quipus go from the mask to the reserve and never return; in the usual order (D6)."""
    player = s.players[me]
    n = min(n, player.quipus)
    player.quipus -= n
    player.reserve += n


@hold.possible
def any_quipu(s: Cuzco, me: int, n: int) -> bool:
    """A quipu lies on the mask."""
    return s.players[me].quipus > 0


@does
def bonus_exchange(s: Cuzco, me: int, pips: int) -> None:
    """An exchange without a die."""
    then(s, me, exchange(pips))
