"""Great discovery tiles: their stack, and what only they do (12.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from engine.adjustment import adjusts
from engine.core import Option, asks, does, quietly, then
from engine.listing import RefusedAnswer, why
from engine.luck import shuffled
from engine.module import after, before, part, replaces
from engine.tables import Written
from engine.visibility import secret
from games.teotihuacan import action_tiles, discovery
from games.teotihuacan.acting import cell, for_main, main_helps, rest
from games.teotihuacan.box import ALL, box
from games.teotihuacan.data import RING
from games.teotihuacan.modules.obsidian.resources import TABLE
from games.teotihuacan.power import HIGHEST, at_rest
from games.teotihuacan.setup import beside_tiles, shuffle_back
from games.teotihuacan.state import Teotihuacan

STACK = "great"
"""The stack of the great discovery tiles, in the tables."""

DOUBLED = {TABLE.good, *TABLE.kinds}
"""The goods that a tile doubles: obsidian, and the resources that it pays for."""


@dataclass(slots=True)
class GreatTiles:
    """The hidden great discovery tiles, drawn from the end, and those discarded.

    ``doubled``: the gathering in progress gives twice the resources.
    """

    stack: list[str] = secret("great", default_factory=list)
    discarded: list[str] = field(default_factory=list)
    doubled: bool = False


def masks_of(kinds: list[int]) -> list[str]:
    """Return the great discovery tiles of these kinds of masks."""
    known = {tile.mask: tile.id for tile in ALL.discoveries.values() if tile.mask}
    return [known[kind] for kind in kinds if kind in known and ALL.discoveries[known[kind]].stack]


def draw_great(s: Teotihuacan) -> str | None:
    """Draw a great discovery tile; an exhausted stack is made anew of those discarded (R20)."""
    own = part(s, GreatTiles)
    if not own.stack:
        own.stack, own.discarded = shuffled(s, own.discarded), []
    return own.stack.pop() if own.stack else None


@replaces(discovery.refill_tile)
@quietly
def refill_tile(s: Teotihuacan, me: int, board: int) -> None:
    """Lay the next tile on a board at once, from the stack of the board (R52)."""
    great = box(s).boards[board].stack == STACK
    if kind := draw_great(s) if great else discovery.draw_find(s):
        then(s, me, discovery.show_tile(board, kind))


@replaces(action_tiles.discard_tile)
@does
def discard_tile(s: Teotihuacan, me: int, board: int) -> None:
    """Discard the discovery tile of a board; great tiles have discards of their own."""
    if kind := s.tiles[str(board)]:
        s.tiles[str(board)] = None
        (part(s, GreatTiles).discarded if _great(kind) else s.discarded).append(kind)


@before(shuffle_back)
@quietly
def shuffle_great_back(s: Teotihuacan, me: int) -> None:
    """Put unclaimed great discovery tiles beside starting tiles back into their stack."""
    own = part(s, GreatTiles)
    places = [place for place in beside_tiles(s) if any(map(_great, s.piles[place]))]
    unclaimed = [kind for place in places for kind in s.piles.pop(place)]
    if unclaimed:
        own.stack = shuffled(s, [*own.stack, *unclaimed])


def _great(kind: str) -> bool:
    return ALL.discoveries[kind].stack == STACK


@does
def double_gathering(s: Teotihuacan, me: int) -> None:
    """Double the resources of this gathering (12.2)."""
    part(s, GreatTiles).doubled = True


@double_gathering.possible
def doubling_helps(s: Teotihuacan, me: int) -> bool:
    """Return whether the main action can be taken and is not doubled yet."""
    return not part(s, GreatTiles).doubled and main_helps(s, me)


@adjusts(for_main)
def doubling_is_for_main(was: bool, s: Teotihuacan, me: int) -> bool:
    """Allow only the main action once its gathering is doubled (R70)."""
    return was or part(s, GreatTiles).doubled


@adjusts(cell)
def doubled_cell(was: list[Written], s: Teotihuacan, me: int, board: int) -> list[Written]:
    """Double wood, stone, gold and obsidian of the cell, and nothing else (12.2)."""
    if not part(s, GreatTiles).doubled:
        return was
    return [
        [verb, {kind: 2 * n if kind in DOUBLED else n for kind, n in args[0].items()}]
        if args and isinstance(args[0], dict)
        else [verb, *args]
        for verb, *args in was
    ]


@after(rest)
@quietly
def end_doubling(s: Teotihuacan, me: int) -> None:
    """End the doubling with the main action."""
    part(s, GreatTiles).doubled = False


@asks
def move_back(s: Teotihuacan, me: int, most: int) -> list[Option]:
    """Move an own unlocked worker back: counterclockwise, with no other effect (R35)."""
    found = sorted({(worker.board, worker.power) for worker in at_rest(s, me)})
    return [
        _back(board, power, s.ring[(s.ring.index(board) - n) % RING.positions])
        for board, power in found
        for n in range(1, most + 1)
    ]


@cache
def _back(board: int, power: int, to: int) -> Option:
    return Option(f"back {board} {power} {to}", (go_back(board, power, to),))


@move_back.otherwise
def no_way_back(s: Teotihuacan, me: int, most: int) -> Iterator[RefusedAnswer]:
    """Yield the workers that are not there, and boards out of reach."""
    own = {(worker.board, worker.power) for worker in at_rest(s, me)}
    for board in s.ring:
        for power in range(1, HIGHEST + 1):
            absent = why("no-such-worker", "7", n=board, power=power)
            for to in s.ring:
                far = why("out-of-reach", "12.2")
                yield f"back {board} {power} {to}", far if (board, power) in own else absent


@does
def go_back(s: Teotihuacan, me: int, board: int, power: int, to: int) -> None:
    """Move a worker back to another board."""
    resting = at_rest(s, me)
    worker = next(each for each in resting if (each.board, each.power) == (board, power))
    worker.board = to


@asks
def refresh(s: Teotihuacan, me: int, n: int) -> list[Option]:
    """Turn used discovery tiles of the base face up, one after another (R37)."""
    used = [kind for kind in s.players[me].used if not _great(kind)]
    return [_refresh(kind, n if len(used) > 1 else 1) for kind in dict.fromkeys(used)]


@cache
def _refresh(kind: str, n: int) -> Option:
    more = (refresh(n - 1),) if n > 1 else ()
    return Option(f"refresh {kind}", (turn_up(kind), *more))


@refresh.otherwise
def not_used(s: Teotihuacan, me: int, n: int) -> Iterator[RefusedAnswer]:
    """Yield the tiles of the base that the player has not used."""
    for kind, tile in box(s).discoveries.items():
        if not tile.mask and not tile.stack:
            yield f"refresh {kind}", why("no-such-used-tile", "12.2", discovery=kind)


@does
def turn_up(s: Teotihuacan, me: int, kind: str) -> None:
    """Turn a used tile face up; it can be used again."""
    player = s.players[me]
    player.used.remove(kind)
    player.discoveries.append(kind)
