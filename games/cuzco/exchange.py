"""The exchange: spending the pips of a die, one trade after another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Listing, Option, does, may_ask, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, why
from engine.vocabulary import gain
from games.cuzco.data import KINDS, SETUP, TILES, strengthened
from games.cuzco.gods import face_up
from games.cuzco.headdress import feathers, no_feather
from games.cuzco.state import Cuzco
from games.cuzco.turns import DONE, score

PIPS = SETUP.exchange


@may_ask
def exchange(s: Cuzco, me: int, pips: int) -> Listing:
    """Spend pips on any trades in any order, each as often as wanted; the rest is lost (R61)."""
    if pips < 1:
        return []
    player, god, feather = s.players[me], PIPS["god"], PIPS["feather"]
    return [
        *[_slide(tile, pips, tile in player.slid) for tile in player.tiles],
        *_plain(pips),
        *face_up(s, _after(pips, god), too_few(pips, god)),
        *(feathers(player, _after(pips, feather)) if pips >= feather else ()),
        _hold(pips, player.quipus > 0),
        DONE,
    ]


@exchange.possible
def any_pips(s: Cuzco, me: int, pips: int) -> bool:
    """Return whether a pip is left: a point can always be exchanged for it."""
    return pips > 0


@exchange.otherwise
def no_trade(s: Cuzco, me: int, pips: int) -> Iterator[RefusedAnswer]:
    """Yield the tiles that the player lacks, and the feathers without a slot or the pips."""
    for tile in TILES:
        yield f"slide {tile}", why("not-your-tile", "4.3", tile=tile)
    yield from no_feather(s.players[me], lambda _: _costs(PIPS["feather"]))


@cache
def too_few(pips: int, price: int) -> Reason | None:
    """Return the reason when the pips do not pay for a trade, or None."""
    return _costs(price) if pips < price else None


@cache
def _costs(price: int) -> Reason:
    return why("too-few-pips", "4.3", n=price)


@cache
def _after(pips: int, price: int) -> tuple[Effect, ...]:
    """Return what ends a trade: its price, and the exchange of the pips that are left."""
    left = pips - price
    return (spend_pips(price), *((exchange(left),) if left > 0 else ()))


@quietly
def spend_pips(s: Cuzco, me: int, n: int) -> None:
    """Spend pips of the die on a trade."""


@cache
def _slide(tile: str, pips: int, slid: bool) -> Option | RefusedAnswer:
    price = KINDS[TILES[tile].kind].pips
    reason = why("already-slid", "4.3", tile=tile) if slid else too_few(pips, price)
    return answer(f"slide {tile}", slide(tile), *_after(pips, price), unless=reason)


@cache
def _plain(pips: int) -> Listing:
    """List the trades that need nothing but pips: points and an offering."""
    points, offering = PIPS["points"], PIPS["offering"]
    gained = gain({"offering": 1}), *_after(pips, offering)
    return [
        answer("points", score(1), *_after(pips, points), unless=too_few(pips, points)),
        answer("offering", *gained, unless=too_few(pips, offering)),
    ]


@cache
def _hold(pips: int, any_left: bool) -> Option | RefusedAnswer:
    reason = too_few(pips, PIPS["hold"])
    if not any_left:
        reason = reason or why("no-quipu-on-mask", "4.3")
    return answer("hold", hold(1), *_after(pips, PIPS["hold"]), unless=reason)


@does
def slide(s: Cuzco, me: int, tile: str) -> None:
    """Slide a study tile down for knowledge, or a farm tile for food; once each (D9)."""
    s.players[me].slid.append(tile)
    known = TILES[tile]
    then(s, me, strengthened(KINDS[known.kind].slide, known.value))


@quietly
def hold(s: Cuzco, me: int, n: int) -> None:
    """Move quipus from the mask to the reserve, as far as any are left."""
    if moved := min(n, s.players[me].quipus):
        then(s, me, keep_back(moved))


@does
def keep_back(s: Cuzco, me: int, n: int) -> None:
    """Move quipus from the mask to the reserve, in the usual order; they never return (D6)."""
    player = s.players[me]
    player.quipus -= n
    player.reserve += n


@hold.possible
def any_quipu(s: Cuzco, me: int, n: int) -> bool:
    """Return whether a quipu lies on the mask."""
    return s.players[me].quipus > 0


@does
def bonus_exchange(s: Cuzco, me: int, pips: int) -> None:
    """Exchange a number of pips without a die."""
    then(s, me, exchange(pips))
