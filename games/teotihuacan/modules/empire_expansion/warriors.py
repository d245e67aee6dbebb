"""Warriors: they enter Teotihuacan, push each other on, and score at an Eclipse (15.2 to 15.4)."""

from __future__ import annotations

from functools import cache

from engine.core import Effect, Item, Listing, asks, does, queue, quietly, then
from engine.listing import Reason, answer, why
from engine.luck import one_of
from engine.module import after, part
from games.teotihuacan.eclipse import score_masks
from games.teotihuacan.goods import score
from games.teotihuacan.modules.empire_expansion.territory import (
    REGIONS,
    TABLE,
    TEOTIHUACAN,
    Empire,
    in_hand,
    points_of_warriors,
)
from games.teotihuacan.setup import give_starts, seats
from games.teotihuacan.state import Teotihuacan


@after(give_starts)
@quietly
def place_first_warriors(s: Teotihuacan, me: int) -> None:
    """Let each player, in order, put a warrior into Teotihuacan; the Teotibot puts none (15.1)."""
    items: list[Item] = [(seat, place_warriors(TABLE.first)) for seat in seats(s)]
    queue(s, items)


@quietly
def place_warriors(s: Teotihuacan, me: int, n: int) -> None:
    """Put warriors from the hand into Teotihuacan, one by one, as long as there are any (R38)."""
    then(s, me, *enter() * min(n, in_hand(s, me)))


@cache
def enter() -> tuple[Effect, ...]:
    """Return what happens when a warrior enters: the one in Teotihuacan makes room."""
    return push_warrior(TEOTIHUACAN), place_warrior()


@does
def place_warrior(s: Teotihuacan, me: int) -> None:
    """Put a warrior from the hand into Teotihuacan."""
    empire = part(s, Empire)
    empire.supply[me] -= 1
    empire.warriors[TEOTIHUACAN].append(me)


@quietly
def push_warrior(s: Teotihuacan, me: int, region: int) -> None:
    """Have the warrior in a region make room for another one; its owner moves it on (R38)."""
    owners = part(s, Empire).warriors[region]
    if owners and REGIONS[region].room == len(owners):
        by_rules = s.played_by_rules(owners[0])
        then(s, owners[0], follow_path(region) if by_rules else move_pushed(region))


@asks
def move_pushed(s: Teotihuacan, me: int, region: int) -> Listing:
    """Move the pushed warrior to a region next to its own, where another one makes room (R38).

    The warriors that it pushes move first (R141).
    """
    ahead = REGIONS[region].next
    return [
        answer(f"march {to}", *march(region, to), unless=to not in ahead and _not_next(to))
        for to in REGIONS
        if to != TEOTIHUACAN
    ]


@cache
def _not_next(region: int) -> Reason:
    return why("not-next-region", "15.2", region=region)


@cache
def march(region: int, to: int) -> tuple[Effect, ...]:
    """Return what happens when a warrior moves on: the one ahead makes room first."""
    return push_warrior(to), move_warrior(region, to)


@does
def move_warrior(s: Teotihuacan, me: int, region: int, to: int) -> None:
    """Move a pushed warrior to the next region."""
    warriors = part(s, Empire).warriors
    warriors[region].remove(me)
    warriors[to].append(me)


@quietly
def follow_path(s: Teotihuacan, me: int, region: int) -> None:
    """Move a pushed warrior of the Teotibot along its path; a tile is drawn for the first (15.5).

    The tile goes back: each is as likely every time.
    """
    if region == TEOTIHUACAN:
        tile = one_of(s, TABLE.path_tile)
        then(s, me, show_path(tile.id), *march(region, tile.path[0]))
    else:
        path = next(each.path for each in TABLE.path_tile if region in each.path)
        then(s, me, *march(region, path[path.index(region) + 1]))


@does
def show_path(s: Teotihuacan, me: int, tile: str) -> None:
    """Draw a path tile for a warrior that leaves Teotihuacan."""


@after(score_masks)
@quietly
def score_warriors(s: Teotihuacan, me: int) -> None:
    """Score the warriors by their areas, after the masks and before the salary (15.4)."""
    if points := points_of_warriors(s, me):
        then(s, me, score(points))
