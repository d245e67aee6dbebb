"""Offerings: the benefits of altars, each of which may be declined, and a price (section 14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Listing, Option, asks, does, may_ask, quietly, then
from engine.listing import RefusedAnswer, answer, or_else, why
from engine.module import part
from engine.vocabulary import Goods, gain
from games.teotihuacan.data import RING
from games.teotihuacan.discovery import claim_find
from games.teotihuacan.modules.altars_and_shamans.altars import Altars, pile
from games.teotihuacan.modules.obsidian.great import move_back, no_way_back
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.power import HIGHEST, at_rest
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.workers import locked, unlock

DECLINE = Option("decline")


@quietly
def claim_here(s: Teotihuacan, me: int) -> None:
    """Claim one of the great discovery tiles of the altar for its cost, or none."""
    then(s, me, claim_find(pile(part(s, Altars).shamans[me].altar)))


@may_ask
def exchange(s: Teotihuacan, me: int, price: Goods, goods: Goods) -> Listing:
    """Pay goods for others, or decline (R92)."""
    short = short_of(s, me, "14", price)
    return or_else([answer("exchange", spend(price), gain(goods), unless=short)], DECLINE)


@may_ask
def may_unlock(s: Teotihuacan, me: int) -> Listing:
    """Unlock all own workers for nothing, or decline (R92)."""
    no = not locked(s, me) and why("no-locked-worker", "14")
    return or_else([answer("unlock", unlock(), unless=no)], DECLINE)


@may_ask
def walk_back(s: Teotihuacan, me: int, n: int, most: int) -> Listing:
    """Move own unlocked workers back, one after another, or decline (R35, R92)."""
    more = (walk_back(n - 1, most),) if n > 1 else ()
    listed = [Option(back.id, (*back.then, *more)) for back in move_back.run(s, me, most)]
    return or_else(listed, DECLINE)


@walk_back.otherwise
def no_walk_back(s: Teotihuacan, me: int, n: int, most: int) -> Iterator[RefusedAnswer]:
    """Yield the workers that are not there, and boards out of reach."""
    yield from no_way_back(s, me, most)


@asks
def lower_worker(s: Teotihuacan, me: int) -> list[Option]:
    """Lower the power of an own unlocked worker, as the price of a tile (R13, R36)."""
    found = sorted({(each.board, each.power) for each in at_rest(s, me) if each.power > 1})
    return [_lower(*each) for each in found]


@cache
def _lower(board: int, power: int) -> Option:
    return Option(f"lower {board} {power}", (lose_power(board, power),))


@lower_worker.otherwise
def no_lowering(s: Teotihuacan, me: int) -> Iterator[RefusedAnswer]:
    """Yield the workers that are not there, and those of power 1."""
    own = {(each.board, each.power) for each in at_rest(s, me)}
    for board in range(1, RING.positions + 1):
        for power in range(1, HIGHEST + 1):
            absent = why("no-such-worker", "14", n=board, power=power)
            lowest = why("power-is-lowest", "14")
            yield f"lower {board} {power}", lowest if (board, power) in own else absent


@does
def lose_power(s: Teotihuacan, me: int, board: int, power: int) -> None:
    """Lower the power of a worker by 1."""
    found = (each for each in at_rest(s, me) if (each.board, each.power) == (board, power))
    next(found).power -= 1
