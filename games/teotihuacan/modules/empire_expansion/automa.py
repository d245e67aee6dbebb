"""The Teotibot in the Empire: its action on Conquest, and what regions give it (15.5)."""

from __future__ import annotations

from engine.core import does, quietly, then
from engine.module import part
from games.teotihuacan.action_tiles import furthest_temple
from games.teotihuacan.bot_choices import by_power
from games.teotihuacan.box import ALL
from games.teotihuacan.discovery import cost, take_find
from games.teotihuacan.goods import score
from games.teotihuacan.modules.empire_expansion.benefits import DRAWN, take_drawn
from games.teotihuacan.modules.empire_expansion.conquest import no_build, settle
from games.teotihuacan.modules.empire_expansion.territory import COLONIES, REGIONS, in_hand
from games.teotihuacan.modules.empire_expansion.warriors import place_warriors
from games.teotihuacan.modules.obsidian.great import GreatTiles
from games.teotihuacan.nobles import price
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.power import raise_power
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import step


@quietly
def advance_empire(s: Teotihuacan, me: int, n: int) -> None:
    """Put warriors into Teotihuacan, then build once if that is possible (15.5)."""
    then(s, me, place_warriors(n), settle_furthest())


@advance_empire.possible
def can_advance(s: Teotihuacan, me: int, n: int) -> bool:
    """Return whether the Teotibot can pay for a building, and it has a warrior (R143)."""
    if short_of(s, me, "15.5", price(s, me)):
        return False
    return in_hand(s, me) > 0 or furthest(s, me) is not None


def furthest(s: Teotihuacan, me: int) -> int | None:
    """Return the region of the furthest area where the Teotibot can build, the topmost first."""
    able = [region for region in COLONIES if no_build(s, me, region) is None]
    return max(able, key=lambda region: REGIONS[region].area, default=None)


@quietly
def settle_furthest(s: Teotihuacan, me: int) -> None:
    """Pay for a building and put it into the furthest region, if there is one."""
    if (region := furthest(s, me)) is not None:
        then(s, me, spend(price(s, me)), settle(region))


@quietly
def take_mask_or_score(s: Teotihuacan, me: int, points: int) -> None:
    """Pay for the rarest mask among the tiles drawn that the Teotibot lacks, or score (R142)."""
    able = [
        kind
        for kind in s.piles[DRAWN]
        if ALL.discoveries[kind].mask not in {0, *s.players[me].masks}
        and not short_of(s, me, "15.5", cost(kind))
    ]
    if not able:
        then(s, me, score(points))
        return
    kind = min(able, key=lambda each: ALL.discoveries[each].copies)
    then(s, me, spend(cost(kind)), take_find(DRAWN, kind))


@does
def discard_drawn(s: Teotihuacan, me: int) -> None:
    """Discard the tiles drawn that the Teotibot has not taken."""
    base, great = take_drawn(s)
    s.discarded += base
    part(s, GreatTiles).discarded += great


@quietly
def raise_highest(s: Teotihuacan, me: int, n: int) -> None:
    """Power up the highest unlocked workers, each once (R32)."""
    found = [(worker.board, worker.power) for worker in by_power(s, me)[:n]]
    then(s, me, *[raise_power(*stand) for stand in found])


@quietly
def step_furthest_different(s: Teotihuacan, me: int, n: int, taken: tuple[str, ...] = ()) -> None:
    """Go up one step on each of the temples where the Teotibot is furthest (R144)."""
    if (temple := furthest_temple(s, me, *taken)) is not None:
        more = (step_furthest_different(n - 1, (*taken, temple)),) if n > 1 else ()
        then(s, me, step(temple), *more)
