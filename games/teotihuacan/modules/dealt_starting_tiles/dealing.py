"""The secret choice among starting tiles that are dealt, instead of the draft (3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import (
    NOBODY,
    Item,
    Option,
    asks_secretly,
    does,
    does_secretly,
    queue,
    quietly,
    then,
    together,
)
from engine.module import part, replaces
from engine.visibility import by_side, owner_only, secret
from games.teotihuacan import setup
from games.teotihuacan.data import SETUP
from games.teotihuacan.state import Teotihuacan

DEALT = 4
"""The starting tiles that each player is dealt."""


@dataclass(slots=True)
class Hand:
    """The starting tiles dealt to a side, and those it keeps."""

    dealt: list[str] = owner_only("starting", default_factory=list, ordered=True)
    kept: list[str] = owner_only("starting", default_factory=list)


@dataclass(slots=True)
class Dealing:
    """The starting tiles in the box, and the hands of the sides."""

    box: list[str] = secret("starting", default_factory=list)
    hands: list[Hand] = by_side()


@replaces(setup.lay_out_starts)
@quietly
def lay_out_starts(s: Teotihuacan, me: int) -> None:
    """Lay out nothing: the starting tiles are dealt."""


@replaces(setup.draft)
@quietly
def draft(s: Teotihuacan, me: int) -> None:
    """Have all players keep tiles at once, then turn them up in order."""
    shown: list[Item] = [(seat, show_kept()) for seat in setup.seats(s)]
    queue(s, [(NOBODY, together(keep_tile(SETUP.kept))), *shown])


@asks_secretly
def keep_tile(s: Teotihuacan, me: int, n: int) -> list[Option]:
    """Keep some of the starting tiles dealt (3.2)."""
    more = (keep_tile(n - 1),) if n > 1 else ()
    hand = part(s, Dealing).hands[me]
    return [Option(f"keep {tile}", (keep_start(tile), *more)) for tile in hand.dealt]


keep_tile.refuses_nothing("each of the tiles dealt may be kept")


@does_secretly
def keep_start(s: Teotihuacan, me: int, tile: str) -> None:
    """Keep a starting tile."""
    hand = part(s, Dealing).hands[me]
    hand.dealt.remove(tile)
    hand.kept.append(tile)


@quietly
def show_kept(s: Teotihuacan, me: int) -> None:
    """Turn up the tiles that a player kept; the others go back to the box."""
    tiles = part(s, Dealing)
    hand = tiles.hands[me]
    kept, tiles.hands[me] = tuple(hand.kept), Hand()
    tiles.box = sorted([*tiles.box, *hand.dealt])
    then(s, me, show_starts(kept))


@does
def show_starts(s: Teotihuacan, me: int, tiles: tuple[str, ...]) -> None:
    """Turn up the own starting tiles."""
    s.players[me].starting = list(tiles)
