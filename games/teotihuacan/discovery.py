"""Discovery tiles: claiming them for their cost, and using them (9.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.adjustment import adjustable
from engine.core import Effect, Listing, Option, does, may_ask, quietly, resolvable, then
from engine.listing import Reason, RefusedAnswer, answer, or_else, why
from engine.luck import shuffled
from engine.vocabulary import Goods, Parts
from games.teotihuacan.box import ALL, box
from games.teotihuacan.paying import frozen, short_of, spend
from games.teotihuacan.state import Teotihuacan

ANY_TIME, MOVING, ACTING, PAYING = "", "moving", "acting", "paying"
"""The moments at which a tile helps; most help at any time of the own turn."""

PASS = Option("pass")


@cache
def effects(kind: str) -> tuple[Effect, ...]:
    """Return what a tile does."""
    return tables.effects(ALL.discoveries[kind].do)


def claims(s: Teotihuacan, me: int, pile: str) -> Listing:
    """List the tiles of a pile, each unless its cost is too high."""
    return [
        answer(_claim(pile, kind), unless=no_claim(s, me, kind))
        for kind in dict.fromkeys(s.piles[pile])
    ]


@adjustable
def no_claim(s: Teotihuacan, me: int, kind: str, *before: Goods) -> Reason | None:
    """Return why a tile cannot be claimed when other prices are paid before, or None."""
    if short := short_of(s, me, "9.5", *before, cost(kind)):
        return short
    if all([resolvable(s, me, effect) for effect in _beside(kind)]):
        return None
    return why("price-impossible", "9.5", discovery=kind)


def cost(kind: str) -> Goods:
    """Return the goods that claiming a tile costs."""
    return ALL.discoveries[kind].cost


@cache
def _claim(pile: str, kind: str) -> Option:
    return Option(f"claim {kind}", (*_price(kind), take_find(pile, kind)))


def _price(kind: str, later: tuple[Goods, ...] = ()) -> tuple[Effect, ...]:
    price = cost(kind)
    paying = (spend(price, later) if later else spend(price),) if price else ()
    return *paying, *_beside(kind)


@cache
def _beside(kind: str) -> tuple[Effect, ...]:
    """Return what claiming a tile costs beside goods."""
    return tables.effects(ALL.discoveries[kind].price)


def no_claims(s: Teotihuacan) -> Iterator[RefusedAnswer]:
    """Yield the tiles that do not lie there."""
    for kind in box(s).discoveries:
        yield f"claim {kind}", why("not-there", "9.5", discovery=kind)


@may_ask
def claim_find(s: Teotihuacan, me: int, pile: str) -> Listing:
    """Claim one of the tiles of a pile for its cost, or none (8.2)."""
    return or_else(claims(s, me, pile), PASS)


@claim_find.otherwise
def no_find(s: Teotihuacan, me: int, pile: str) -> Iterator[RefusedAnswer]:
    """Yield the tiles that do not lie there."""
    return no_claims(s)


@does
def take_find(s: Teotihuacan, me: int, pile: str, kind: str) -> None:
    """Take a tile of a pile, which is never refilled."""
    s.piles[pile].remove(kind)
    then(s, me, keep(kind))


@quietly
def keep(s: Teotihuacan, me: int, kind: str) -> None:
    """Lay a tile face up before its owner, to be used even at once (R43); masks are for scoring."""
    if mask := ALL.discoveries[kind].mask:
        s.players[me].masks.append(mask)
    else:
        s.players[me].discoveries.append(kind)


@may_ask
def claim_tile(s: Teotihuacan, me: int, board: int, later: tuple[Goods, ...] = ()) -> Listing:
    """Claim the discovery tile of a board for its cost; another one takes its place (5.3).

    The prices that are to be paid ``later`` must stay possible.
    """
    kind = s.tiles[str(board)]
    if kind is None:
        return []
    return [answer(_claim_tile(board, kind, frozen(later)), unless=no_claim(s, me, kind, *later))]


@claim_tile.otherwise
def no_tile(
    s: Teotihuacan, me: int, board: int, later: tuple[Goods, ...] = ()
) -> Iterator[RefusedAnswer]:
    """Yield the tiles that do not lie there."""
    return no_claims(s)


@cache
def _claim_tile(board: int, kind: str, later: tuple[Parts, ...]) -> Option:
    price = _price(kind, tuple(map(dict, later)))
    return Option(f"claim {kind}", (*price, take_tile(board, kind), refill_tile(board)))


@does
def take_tile(s: Teotihuacan, me: int, board: int, kind: str) -> None:
    """Take the tile of a board."""
    s.tiles[str(board)] = None
    then(s, me, keep(kind))


@quietly
def refill_tile(s: Teotihuacan, me: int, board: int) -> None:
    """Lay the next tile on a board at once (R52)."""
    if kind := draw_find(s):
        then(s, me, show_tile(board, kind))


def draw_find(s: Teotihuacan) -> str | None:
    """Draw a discovery tile; an exhausted stack is made anew of those discarded (R20)."""
    if not s.discovery_stack:
        s.discovery_stack, s.discarded = shuffled(s, s.discarded), []
    return s.discovery_stack.pop() if s.discovery_stack else None


@does
def show_tile(s: Teotihuacan, me: int, board: int, kind: str) -> None:
    """Lay a tile face up on a board."""
    s.tiles[str(board)] = kind


def uses(s: Teotihuacan, me: int, *moments: str, board: int = 0) -> Listing:
    """List the own tiles that help at these moments, each unless it would have no effect.

    Some help only on some boards.
    """
    owned = s.players[me].discoveries
    if not owned:  # a hot case
        return []
    return [
        answer(_use(kind), unless=_useless(s, me, kind))
        for kind in dict.fromkeys(owned)
        if _helps(kind, moments, board)
    ]


@cache
def _helps(kind: str, moments: tuple[str, ...], board: int) -> bool:
    tile = ALL.discoveries[kind]
    return tile.moment in moments and (not tile.boards or board in tile.boards)


@cache
def _use(kind: str) -> Option:
    return Option(f"use {kind}", (turn_down(kind), *effects(kind)), again=True)


def _useless(s: Teotihuacan, me: int, kind: str) -> Reason | None:
    if any([resolvable(s, me, effect) for effect in effects(kind)]):
        return None
    return why("tile-without-effect", "9.5", discovery=kind)


def no_uses(s: Teotihuacan) -> Iterator[RefusedAnswer]:
    """Yield why the other tiles cannot be used now."""
    for kind, tile in box(s).discoveries.items():
        if not tile.mask:
            yield f"use {kind}", why("no-such-tile", "9.5", discovery=kind)


@does
def turn_down(s: Teotihuacan, me: int, kind: str) -> None:
    """Use a tile: it is turned face down and stays with its owner."""
    player = s.players[me]
    player.discoveries.remove(kind)
    player.used.append(kind)


def tile_cost(s: Teotihuacan, board: int) -> Goods:
    """Return the cost of the tile of a board, nothing where none lies."""
    kind = s.tiles.get(str(board))
    return cost(kind) if kind else {}


def claimable(s: Teotihuacan, me: int, board: int, *before: Goods) -> Reason | None:
    """Return why the tile of a board cannot be claimed when other prices are paid before."""
    kind = s.tiles.get(str(board))
    return why("no-tile-there", "5", n=board) if kind is None else no_claim(s, me, kind, *before)
