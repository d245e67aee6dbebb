"""The shaman of the Teotibot: what it does after the collection of a mask (R31)."""

from __future__ import annotations

from engine.core import Effect, does, quietly, resolvable, then
from engine.module import part
from engine.vocabulary import gain
from games.teotihuacan.action_tiles import collect_mask
from games.teotihuacan.bot_workers import fall_back
from games.teotihuacan.box import ALL
from games.teotihuacan.discovery import take_find
from games.teotihuacan.modules.altars_and_shamans.altars import (
    SPACES,
    TABLE,
    Altars,
    ahead,
    discovery_space,
    pile,
    pointed,
)
from games.teotihuacan.modules.altars_and_shamans.shamans import go_to_altar, to_discoveries
from games.teotihuacan.modules.obsidian.great import GreatTiles
from games.teotihuacan.state import Teotihuacan


@quietly
def collect_and_move_shaman(s: Teotihuacan, me: int) -> None:
    """Collect a mask, or use the fallback; then move the shaman in either case."""
    mask = collect_mask() if resolvable(s, me, collect_mask()) else fall_back()
    then(s, me, mask, move_bot_shaman())


@quietly
def move_bot_shaman(s: Teotihuacan, me: int) -> None:
    """Move the shaman to the next altar: to its discoveries, or to the other space for goods."""
    altar = ahead(part(s, Altars).shamans[me].altar, 1)
    if s.piles[pile(altar)]:
        then(s, me, to_discoveries(altar), take_or_discard(altar))
    else:
        (space,) = set(SPACES) - {discovery_space(s, altar)}
        going = go_to_altar(altar, space, pointed(s, altar, space))
        then(s, me, going, gain(TABLE.teotibot.emptied))


@quietly
def take_or_discard(s: Teotihuacan, me: int, altar: int) -> None:
    """Take the lowest mask of a new kind for nothing, else discard the top tile (R31, R93)."""
    place = pile(altar)
    new = [k for k in s.piles[place] if ALL.discoveries[k].mask not in {0, *s.players[me].masks}]
    if new:
        then(s, me, take_find(place, new[0]))
    else:
        then(s, me, discard_great(place, s.piles[place][-1]), *gained_for_discarding(s))


def gained_for_discarding(s: Teotihuacan) -> tuple[Effect, ...]:
    """Return what the Teotibot gains for discarding a tile: only in the harder game."""
    return (gain(TABLE.teotibot.discarded),) if TABLE.harder in s.modules else ()


@does
def discard_great(s: Teotihuacan, me: int, pile: str, kind: str) -> None:
    """Discard a great discovery tile of a pile."""
    s.piles[pile].remove(kind)
    part(s, GreatTiles).discarded.append(kind)
