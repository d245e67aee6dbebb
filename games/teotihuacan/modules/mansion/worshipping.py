"""Worship in the Mansion: a higher P, a great discovery tile, and a step on the temple (13)."""

from __future__ import annotations

from engine.adjustment import adjusts
from engine.core import Effect, Listing, Option, asks, may_ask, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, or_else, why
from engine.module import replaces
from engine.vocabulary import Goods
from games.teotihuacan import worship
from games.teotihuacan.box import ALL
from games.teotihuacan.discovery import PASS
from games.teotihuacan.modules.mansion.owners import BY_SLOT, TABLE, owners, reward_owner
from games.teotihuacan.modules.obsidian.great import masks_of
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.power import HOME, at_work
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import movable, step
from games.teotihuacan.worship import (
    RITE,
    WAYS,
    costly,
    count_of,
    price_once,
    royal_power,
    use_royal,
)

PAIRS = "great_pairs"
"""What a royal tile counts: pairs of great discovery tiles."""


@adjusts(royal_power)
def add_workers_there(was: int, s: Teotihuacan, me: int, power: int) -> int:
    """Add each own worker in the general area of the Mansion to the P of a royal tile."""
    return was + len(at_work(s, me, HOME))


@adjusts(count_of)
def count_great_pairs(was: int, s: Teotihuacan, me: int, what: str) -> int:
    """Count pairs of own great discovery tiles, used ones and masks included (9.1)."""
    if what != PAIRS:
        return was
    player = s.players[me]
    tiles = [*player.discoveries, *player.used, *masks_of(player.masks)]
    return len([kind for kind in tiles if ALL.discoveries[kind].stack]) // 2


@replaces(worship.rite)
@quietly
def rite(s: Teotihuacan, me: int, board: int, space: str, power: int) -> None:
    """Use a royal tile that has an owner with a step on its temple; then its owner gains (R28).

    It has an owner if it had one when its use began (R82).
    """
    if board != HOME or space not in owners(s):
        worship.rite.run(s, me, board, space, power)
    else:
        p = royal_power(s, me, power)
        then(s, me, step_before(space, s.royal[space], p), reward_owner(space))


@asks
def step_before(s: Teotihuacan, me: int, space: str, tile: str, power: int) -> Listing:
    """Pay cocoa for a step on the temple of an owned royal tile, or use the tile first (R28)."""
    needed = price_once(s, space)
    use = use_royal(tile, power)
    return [
        _stepping(s, me, space, (use,), *([needed] if needed else [])),
        answer("royal", use, step_after(space)),
    ]


@may_ask
def step_after(s: Teotihuacan, me: int, space: str) -> Listing:
    """Pay cocoa for a step on the temple of an owned royal tile after its use, or not (R28)."""
    return or_else([_stepping(s, me, space, ())], PASS)


def _stepping(
    s: Teotihuacan, me: int, space: str, after: tuple[Effect, ...], *later: Goods
) -> Option | RefusedAnswer:
    """List the step on the temple of a space; what a tile used later needs is left (R84)."""
    price = step_price(s)
    paying = (spend(price, later) if later else spend(price),) if price else ()
    going = step(BY_SLOT[space].temple)
    return answer("step", *paying, going, *after, unless=_no_step(s, me, space, price, *later))


def step_price(s: Teotihuacan) -> Goods:
    """Return the price of a step; a discovery tile may pay it (R83)."""
    return {} if s.now.free else TABLE.step


def _no_step(s: Teotihuacan, me: int, slot: str, *prices: Goods) -> Reason | None:
    temple = BY_SLOT[slot].temple
    if not movable(s, me, temple):
        return why("no-step-left", "M7", temple=temple)
    return short_of(s, me, "M7", *prices)


@adjusts(costly)
def steps_are_costly(
    was: list[tuple[str, tuple[str, ...]]], s: Teotihuacan, me: int, board: int
) -> list[tuple[str, tuple[str, ...]]]:
    """Add the royal tiles with a step that costs cocoa, which a discovery tile may pay (R83)."""
    if board != HOME:
        return was
    slots = [slot for slot in owners(s) if movable(s, me, BY_SLOT[slot].temple)]
    ways = [(slot, way) for slot in slots for way in WAYS if RITE in way]
    return [*was, *[each for each in ways if each not in was]]
