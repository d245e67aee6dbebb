"""The setup of the shamans: where each stands at the start (section 14)."""

from __future__ import annotations

from engine.core import Item, Listing, asks, does, queue, quietly, then
from engine.listing import answer, why
from engine.luck import one_of
from engine.module import after
from games.teotihuacan.box import box
from games.teotihuacan.eclipse import kept_tiles
from games.teotihuacan.modules.altars_and_shamans.altars import (
    ALTARS,
    SPACES,
    TABLE,
    holder_of,
    pointed,
)
from games.teotihuacan.modules.altars_and_shamans.shamans import stand_at, to_discoveries
from games.teotihuacan.setup import give_starts
from games.teotihuacan.state import Teotihuacan


@after(give_starts)
@quietly
def place_shamans(s: Teotihuacan, me: int) -> None:
    """Place the shamans in reverse player order; that of the Teotibot comes first (R91)."""
    items: list[Item] = [
        (side, draw_altar() if s.played_by_rules(side) else place_shaman())
        for side in reversed(s.order)
    ]
    queue(s, items)


@asks
def place_shaman(s: Teotihuacan, me: int) -> Listing:
    """Stand the shaman on a free space of any altar, without its benefit."""
    return [
        answer(stand_at(altar, space, pointed(s, altar, space)), unless=no)
        for altar in ALTARS
        for space in SPACES
        for no in [holder_of(s, altar, space) is not None and why("shaman-there", "14")]
    ]


@quietly
def draw_altar(s: Teotihuacan, me: int) -> None:
    """Draw a starting tile, whose first board leads to the altar of the Teotibot (R31, R91)."""
    kept = kept_tiles(s)
    left = [tile for tile in box(s).starting if tile not in kept]
    then(s, me, show_first_board(one_of(s, left)))


@does
def show_first_board(s: Teotihuacan, me: int, tile: str) -> None:
    """Take the first altar counterclockwise of the first board of a starting tile."""
    position = s.position(box(s).starting[tile].boards[0])
    altar = max(n for n in ALTARS if TABLE.clockwise[n - 1] <= position)
    then(s, me, to_discoveries(altar))
