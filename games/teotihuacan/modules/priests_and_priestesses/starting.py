"""Starting tiles that a priest keeps for later: one for each of two Eclipses (priest 08)."""

from __future__ import annotations

from functools import cache

from engine.adjustment import adjusts
from engine.core import Option, asks, does, queue, quietly, then
from engine.listing import RefusedAnswer, why
from engine.module import after, before, part
from games.teotihuacan import setup
from games.teotihuacan.box import ALL, box
from games.teotihuacan.eclipse import kept_tiles, next_period
from games.teotihuacan.modules.dealt_starting_tiles.dealing import Dealing, show_kept
from games.teotihuacan.modules.priests_and_priestesses.priests import (
    RULE,
    Offices,
    office,
    priest_of,
)
from games.teotihuacan.state import Teotihuacan


def all_later(s: Teotihuacan) -> list[str]:
    """Return the starting tiles that players keep for later."""
    return [tile for each in part(s, Offices).sides for tile in each.later]


@after(setup.draft)
@quietly
def keep_left_over(s: Teotihuacan, me: int) -> None:
    """Give the tiles that the draft leaves over to the player whose priest keeps more (R114)."""
    for seat in setup.seats(s):
        if left := s.offered[: priest_of(s, seat).later]:
            then(s, seat, keep_for_later(tuple(left)))


@before(show_kept)
@quietly
def keep_all(s: Teotihuacan, me: int) -> None:
    """Keep all tiles dealt: those not chosen for the start come later (R114)."""
    if count := priest_of(s, me).later:
        hand = part(s, Dealing).hands[me]
        tiles, hand.dealt = hand.dealt[:count], hand.dealt[count:]
        then(s, me, keep_for_later(tuple(tiles)))


@does
def keep_for_later(s: Teotihuacan, me: int, tiles: tuple[str, ...]) -> None:
    """Lay starting tiles aside for later, face up."""
    s.offered = [tile for tile in s.offered if tile not in tiles]
    office(s, me).later = list(tiles)


@adjusts(kept_tiles)
def later_tiles_are_kept(was: list[str], s: Teotihuacan) -> list[str]:
    """Leave tiles kept for later out of the draw for neutral dice (R114)."""
    return [*was, *all_later(s)]


@adjusts(setup.beside_tiles)
def later_finds_stay(was: list[str], s: Teotihuacan) -> list[str]:
    """Leave the discovery tiles beside tiles kept for later where they are."""
    staying = {setup.beside(tile) for tile in all_later(s)}
    return [place for place in was if place not in staying]


@after(next_period)
@quietly
def give_later(s: Teotihuacan, me: int, n: int) -> None:
    """Have each player with starting tiles for later gain one after the Eclipse."""
    queue(s, [(seat, take_later()) for seat in setup.seats(s) if office(s, seat).later])


@asks
def take_later(s: Teotihuacan, me: int) -> list[Option]:
    """Choose the starting tile to gain; its boards place no workers (priest 08)."""
    return [_later(tile) for tile in office(s, me).later]


@cache
def _later(tile: str) -> Option:
    gains, ups = setup.start_gains([tile])
    back = (setup.shuffle_back(),) if ALL.starting[tile].discovery else ()
    return Option(f"gain {tile}", (use_later(tile), *gains, *ups, *back))


@take_later.otherwise
def not_kept(s: Teotihuacan, me: int) -> list[RefusedAnswer]:
    """Return the starting tiles that the player has not kept for later."""
    tiles = box(s).starting
    return [(f"gain {tile}", why("not-kept-for-later", RULE, starting=tile)) for tile in tiles]


@does
def use_later(s: Teotihuacan, me: int, tile: str) -> None:
    """Gain what a starting tile kept for later shows; then it goes back to the box."""
    office(s, me).later.remove(tile)
