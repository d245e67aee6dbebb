"""Conquest: the main action of board 6, with the benefits Empire and Build (15.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import tables
from engine.core import Listing, Option, does, may_ask, quietly, resolvable, then
from engine.listing import Reason, RefusedAnswer, answer, any_offered, why
from engine.module import part
from games.teotihuacan.acting import cell
from games.teotihuacan.discovery import ANY_TIME, no_uses, uses
from games.teotihuacan.modules.empire_expansion.territory import (
    COLONIES,
    REGIONS,
    Empire,
    in_hand,
    settled,
    stands,
)
from games.teotihuacan.modules.empire_expansion.warriors import enter
from games.teotihuacan.nobles import BUILDINGS, price
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import walk_avenue

DONE = Option("done")


@does
def conquer(s: Teotihuacan, me: int, board: int) -> None:
    """Gain what the table shows for the number of workers and the lowest power (15.3, R21).

    Technologies that name the board help after it (R39). A worker that only counts adds to the
    number and gets no power-up (R40).
    """
    then(s, me, *tables.effects(cell(s, me, board)))


@conquer.possible
def can_conquer(s: Teotihuacan, me: int, board: int) -> bool:
    """Return whether a benefit of the table can be had (R98)."""
    return any([resolvable(s, me, effect) for effect in tables.effects(cell(s, me, board))])


@quietly
def conquest(s: Teotihuacan, me: int, empire: int, build: int) -> None:
    """Let the player use Empire and Build this number of times, Empire for warriors in hand."""
    then(s, me, choose_benefit(min(empire, in_hand(s, me)), build))


@conquest.possible
def any_benefit(s: Teotihuacan, me: int, empire: int, build: int) -> bool:
    """Return whether a warrior is in hand for Empire, or Build is possible now."""
    if empire and in_hand(s, me):
        return True
    return build > 0 and any([no_build(s, me, region) is None for region in COLONIES])


@may_ask
def choose_benefit(s: Teotihuacan, me: int, empire: int, build: int) -> Listing:
    """Use Empire and Build in any order; Build may be declined, Empire may not (R97, R38).

    While a Build is left, discovery tiles may be used that could bring what is missing (R140).
    """
    listed = [
        answer("empire", *enter(), choose_benefit(empire - 1, build), unless=_idle(empire)),
        *(_settle(s, me, region, empire, build) for region in COLONIES),
        *(uses(s, me, ANY_TIME) if build else ()),
    ]
    if not any_offered(listed):
        return []
    return [*listed, answer(DONE, unless=empire > 0 and why("warriors-first", "15.3"))]


def _idle(empire: int) -> Reason | None:
    return None if empire else why("no-warrior-to-place", "15.3")


def _settle(
    s: Teotihuacan, me: int, region: int, empire: int, build: int
) -> Option | RefusedAnswer:
    no = no_build(s, me, region) if build else why("no-build-left", "15.3")
    effects = spend(price(s, me)), settle(region), choose_benefit(empire, build - 1)
    return answer(f"settle {region}", *effects, unless=no)


@choose_benefit.otherwise
def no_benefit(s: Teotihuacan, me: int, empire: int, build: int) -> Iterator[RefusedAnswer]:
    """Yield the tiles that cannot be used now."""
    return no_uses(s)


def no_build(s: Teotihuacan, me: int, region: int) -> Reason | None:
    """Return why a side cannot build in a region, or None (15.3)."""
    if s.taken == BUILDINGS:
        return why("no-building-left", "15.3")
    if settled(s, region):
        return why("region-settled", "15.3", region=region)
    if not stands(s, me, region):
        return why("no-warrior-there", "15.3", region=region)
    return short_of(s, me, "15.3", price(s, me))


@does
def settle(s: Teotihuacan, me: int, region: int) -> None:
    """Put the leftmost building into a region; the own warrior there leaves the game.

    Its benefit comes first, then a step along the Avenue.
    """
    empire, known = part(s, Empire), REGIONS[region]
    empire.warriors[region].remove(me)
    empire.settled[region] = me
    do = known.automa if known.automa and s.played_by_rules(me) else known.do
    then(s, me, *tables.effects(do), walk_avenue())
