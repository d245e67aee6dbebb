"""Priests in main actions: their price, the workers that count, and what things cost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.adjustment import adjusts
from engine.core import Listing, Option, does, may_ask, quietly
from engine.listing import RefusedAnswer, or_else, why
from engine.module import after, before
from engine.vocabulary import Goods
from games.teotihuacan import construction, nobles
from games.teotihuacan.acting import counted, extra_workers, fee, lowest, main_price, work
from games.teotihuacan.alchemy import gold_for, single
from games.teotihuacan.data import RING
from games.teotihuacan.modules.obsidian.resources import pays_resources
from games.teotihuacan.modules.priests_and_priestesses.priests import (
    RULE,
    forbidden,
    office,
    priest_of,
)
from games.teotihuacan.power import HIGHEST, at_work
from games.teotihuacan.state import Teotihuacan

OWN_ONLY = Option("borrow nothing")


def with_more(price: Goods, more: Goods) -> Goods:
    """Return a price with more goods."""
    return {kind: price.get(kind, 0) + more.get(kind, 0) for kind in {**price, **more}}


@adjusts(fee)
def fixed_fee(was: int, s: Teotihuacan, me: int, board: int) -> int:
    """Replace the cocoa of a main action; a discovery tile may still pay it (priest 03, R102)."""
    fixed = priest_of(s, me).fee
    return was if fixed is None or s.now.free else fixed


@adjusts(main_price)
def dearer_action(was: Goods, s: Teotihuacan, me: int, board: int) -> Goods:
    """Add goods to the price of a main action (priest 08, R115)."""
    priest = priest_of(s, me)
    return with_more(was, priest.action) if board in priest.boards else was


@adjusts(extra_workers)
def more_workers(was: int, s: Teotihuacan, me: int, board: int) -> int:
    """Count more workers on some boards, and a borrowed one (priests 02 and 04)."""
    priest = priest_of(s, me)
    own = priest.workers if board in priest.boards else 0
    return was + own + bool(office(s, me).borrowed)


@adjusts(lowest)
def lowest_with_borrowed(was: int, s: Teotihuacan, me: int, board: int) -> int:
    """Count the power of a borrowed worker too (priest 02, R101)."""
    return min(was, office(s, me).borrowed or was)


@may_ask
def borrow(s: Teotihuacan, me: int, board: int) -> Listing:
    """Count an unlocked worker of another side as own in this action (priest 02, R100, R101)."""
    priest = priest_of(s, me)
    if not priest.borrows or board not in priest.boards:
        return []
    if counted(s, me, board) == RING.most_workers:
        return []
    sides = [side for side in range(len(s.players)) if side != me]
    powers = {worker.power for side in sides for worker in at_work(s, side, board)}
    return or_else([_borrow(power) for power in sorted(powers)], OWN_ONLY)


borrow_first = before(work)(borrow)
"""The question comes when the cocoa is paid, before the workers are counted."""


@cache
def _borrow(power: int) -> Option:
    return Option(f"borrow {power}", (borrow_worker(power),))


@borrow.otherwise
def none_to_borrow(s: Teotihuacan, me: int, board: int) -> Iterator[RefusedAnswer]:
    """Yield the powers that no worker of another side has there."""
    for power in range(1, HIGHEST + 1):
        yield f"borrow {power}", why("no-such-worker-of-others", RULE, n=board, power=power)


@does
def borrow_worker(s: Teotihuacan, me: int, power: int) -> None:
    """Count a worker of another side as own; it gets no power-up (R101)."""
    office(s, me).borrowed = power


@after(work)
@quietly
def give_back(s: Teotihuacan, me: int, board: int) -> None:
    """Count the worker of another side no more when the action is over."""
    office(s, me).borrowed = 0


@adjusts(nobles.price)
def dearer_building(was: Goods, s: Teotihuacan, me: int) -> Goods:
    """Add goods to the price of a building (priest 02)."""
    return with_more(was, priest_of(s, me).building)


@adjusts(construction.cost)
def dearer_tile(was: Goods, s: Teotihuacan, me: int, level: int) -> Goods:
    """Add goods to the cost of a pyramid tile; a discount counts for them too (priest 02, R107)."""
    return with_more(was, priest_of(s, me).tile)


@adjusts(gold_for)
def cheaper_technology(was: int, s: Teotihuacan, me: int, tile: str) -> int:
    """Change the gold that a technology costs, which is never below 0 (priest 10)."""
    return max(0, was + priest_of(s, me).gold)


@adjusts(single)
def any_row(was: bool, s: Teotihuacan, me: int, board: int) -> bool:
    """Let a single worker choose any technology and be powered up (priest 10)."""
    return was and not priest_of(s, me).any_row


@adjusts(pays_resources)
def obsidian_by_name_only(was: bool, s: Teotihuacan, me: int) -> bool:
    """Forbid to pay obsidian in place of resources (priest 11)."""
    return was and not forbidden(s, me, "obsidian as a resource")
