"""The benefits of the regions: drawn tiles, power-ups, temple steps and special masks (15.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Listing, Option, does, may_ask, quietly, then
from engine.listing import RefusedAnswer, answer, why
from engine.luck import shuffled
from engine.module import part
from games.teotihuacan.box import ALL, box
from games.teotihuacan.discovery import draw_find
from games.teotihuacan.goods import score
from games.teotihuacan.modules.empire_expansion.territory import MASKS, Empire
from games.teotihuacan.modules.obsidian.great import GreatTiles, draw_great
from games.teotihuacan.power import at_rest, no_worker, place_of, raise_power
from games.teotihuacan.scoring import LOW
from games.teotihuacan.state import ASIDE, Teotihuacan
from games.teotihuacan.temples import movable, step

DRAWN = "drawn"
"""The name of the pile of the tiles drawn."""


@quietly
def draw_tiles(s: Teotihuacan, me: int, n: int, stack: str = "") -> None:
    """Draw tiles from a stack, "" for that of the base, as many as there are."""
    draw_one = draw_great if stack else draw_find
    then(s, me, show_drawn(tuple([tile for _ in range(n) if (tile := draw_one(s))])))


@does
def show_drawn(s: Teotihuacan, me: int, tiles: tuple[str, ...]) -> None:
    """Show the tiles drawn; they lie in a pile of their own."""
    s.piles[DRAWN] = list(tiles)


@does
def shuffle_drawn_back(s: Teotihuacan, me: int) -> None:
    """Shuffle the tiles that were not claimed back into their stack."""
    base, great = take_drawn(s)
    if base:
        s.discovery_stack = shuffled(s, [*s.discovery_stack, *base])
    if great:
        own = part(s, GreatTiles)
        own.stack = shuffled(s, [*own.stack, *great])


def take_drawn(s: Teotihuacan) -> tuple[list[str], list[str]]:
    """Take the tiles drawn off the table: those of the base, and the great ones."""
    left = s.piles.pop(DRAWN)
    great = [kind for kind in left if ALL.discoveries[kind].stack]
    return [kind for kind in left if not ALL.discoveries[kind].stack], great


@may_ask
def power_up_different(
    s: Teotihuacan, me: int, n: int, raised: tuple[int, ...] = ()
) -> list[Option]:
    """Power up different unlocked workers, one after another; ``raised`` have been (R99)."""
    found: dict[tuple[int, int], int] = {}
    for worker in at_rest(s, me):
        if (place := place_of(s, me, worker)) not in raised:
            found.setdefault((worker.board, worker.power), place)
    return [_power(*stand, n, (*raised, place)) for stand, place in sorted(found.items())]


def _power(board: int, power: int, n: int, raised: tuple[int, ...]) -> Option:
    more = (power_up_different(n - 1, raised),) if n > 1 else ()
    return Option(f"power {board} {power}", (raise_power(board, power), *more))


@power_up_different.otherwise
def no_different(
    s: Teotihuacan, me: int, n: int, raised: tuple[int, ...] = ()
) -> Iterator[RefusedAnswer]:
    """Yield the workers that are not there."""
    return no_worker()


@may_ask
def step_different(s: Teotihuacan, me: int, n: int, taken: tuple[str, ...] = ()) -> Listing:
    """Go up one step on each of different temples; those ``taken`` have been chosen."""
    return [_step(s, me, temple, n, taken) for temple in box(s).temples]


def _step(
    s: Teotihuacan, me: int, temple: str, n: int, taken: tuple[str, ...]
) -> Option | RefusedAnswer:
    no = None
    if temple in taken:
        no = why("temple-chosen", "15.3", temple=temple)
    elif not movable(s, me, temple):
        no = why("no-step-left", "8.1", temple=temple)
    more = (step_different(n - 1, (*taken, temple)),) if n > 1 else ()
    return answer(f"step {temple}", step(temple), *more, unless=no)


@quietly
def score_workers(s: Teotihuacan, me: int, low: int, high: int) -> None:
    """Score for each own worker in play, locked ones included, by its power."""
    powers = [worker.power for worker in s.players[me].workers if worker.board != ASIDE]
    then(s, me, score(sum([low if power <= LOW else high for power in powers])))


@does
def take_special_mask(s: Teotihuacan, me: int, mask: str) -> None:
    """Take a special mask: it counts for mask sets and is no discovery tile."""
    part(s, Empire).special.remove(mask)
    s.players[me].masks.append(MASKS[mask].kind)
