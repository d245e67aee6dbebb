"""Worship: locking a worker on a worship space, and the royal tiles of the Palace (section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from engine import tables
from engine.adjustment import adjustable
from engine.core import Effect, Listing, Option, asks, does, quietly, then, would
from engine.listing import Reason, RefusedAnswer, answer, why
from engine.vocabulary import Goods, Parts, gain
from games.teotihuacan.acting import OTHER_ACTION, fee, for_main, here, work
from games.teotihuacan.box import ALL, box
from games.teotihuacan.data import RING, RoyalTile
from games.teotihuacan.discovery import claim_tile, claimable, tile_cost
from games.teotihuacan.goods import gain_any, pay_any, score
from games.teotihuacan.locking import displace, holder, spaces
from games.teotihuacan.paying import ANY, frozen, short_of, spend, substitutes
from games.teotihuacan.power import HOME
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import any_step, movable, step, step_anywhere

RITE, TILE = "rite", "tile"
"""The two options of a worship: the temple step or the royal tile, and the discovery tile."""

WAYS = (RITE,), (TILE,), (RITE, TILE), (TILE, RITE)
STOP = Option("stop")


def rites(s: Teotihuacan, me: int, board: int) -> Listing:
    """List the ways to worship on a board: each space, with one option or both in an order."""
    return [each for space in spaces(s, board) for each in _rites_on(s, me, board, space)]


def _rites_on(s: Teotihuacan, me: int, board: int, space: str) -> Listing:
    if no := barred(s, me, board, space):
        return [(_worship_id(space, way), no) for way in WAYS]
    displacing = holder(s, board, space) is not None
    stuck = no_step(s, me, board, space)
    found: list[Option | RefusedAnswer] = []
    for way in WAYS:
        if board == HOME or way != (TILE, RITE):  # elsewhere the order changes no price
            first, *later = prices(s, me, board, space, way, displacing)
            no = obstacle(s, me, board, way, stuck, first, *later)
            needed = frozen(later) if later and substitutes(s, me) else ()
        if no:
            found.append((_worship_id(space, way), no))
        else:
            found.append(_worship(board, space, way, first["cocoa"], needed))
    return found


@cache
def _worship_id(space: str, way: tuple[str, ...]) -> str:
    return f"worship {space} {' '.join(way)}"


@cache
def _worship(
    board: int, space: str, way: tuple[str, ...], cocoa: int, later: tuple[Parts, ...]
) -> Option:
    price = (spend({"cocoa": cocoa}, tuple(map(dict, later))),) if cocoa else ()
    return Option(_worship_id(space, way), (*price, worship(board, space, way)))


def no_worship(s: Teotihuacan) -> Iterator[RefusedAnswer]:
    """Yield the worship spaces that are on other boards."""
    for board in box(s).boards:
        for space in spaces(s, board):
            for way in WAYS:
                yield _worship_id(space, way), why("other-board", "5", space=space)


def toll(s: Teotihuacan, me: int, way: tuple[str, ...], displacing: bool) -> int:
    """Return the cocoa of a worship: for displacing a worker, and for both options (section 5)."""
    if s.now.free:
        return 0
    displaced = displacing_cocoa(s, me) if displacing else 0
    return displaced + both_cocoa(s, me) if len(way) > 1 else displaced


@adjustable
def displacing_cocoa(s: Teotihuacan, me: int) -> int:
    """Return the cocoa for displacing a worker."""
    return RING.displacing


@adjustable
def both_cocoa(s: Teotihuacan, me: int) -> int:
    """Return the cocoa for both options of a worship."""
    return RING.both


def prices(
    s: Teotihuacan, me: int, board: int, space: str, way: tuple[str, ...], displacing: bool
) -> tuple[Goods, ...]:
    """Return what is to be paid for a worship one after another; what it gains does not count.

    Only a royal tile with a price may bring what a discovery tile after it costs.
    """
    first = {"cocoa": toll(s, me, way, displacing)}
    rite = price_once(s, space) if board == HOME and RITE in way else {}
    tile = tile_cost(s, board) if TILE in way and (way[0] == TILE or not rite) else {}
    return first, *filter(None, (tile, rite))


@adjustable
def barred(s: Teotihuacan, me: int, board: int, space: str) -> Reason | None:
    """Return why a worker cannot worship on a space in any way, or None (R49)."""
    if for_main(s, me):
        return OTHER_ACTION
    there = holder(s, board, space)
    if there is not None and blocks(s, me, there[0]):
        return why("own-worker-there", "5")
    return None


def obstacle(
    s: Teotihuacan,
    me: int,
    board: int,
    way: tuple[str, ...],
    stuck: Reason | None,
    first: Goods,
    *later: Goods,
) -> Reason | None:
    """Return why a worker cannot worship in a way for these prices, or None (R12, R55).

    ``stuck`` is why no temple step can be made.
    """
    if board == HOME and RITE not in way:
        return why("royal-tile-first", "5")
    if first["cocoa"] and (short := short_of(s, me, "5", first)):
        return short
    if TILE in way and (no := claimable(s, me, board, first)):
        return no
    if board == HOME:
        return short_of(s, me, "9.1", first, *later)
    return stuck if RITE in way else None


@adjustable
def blocks(s: Teotihuacan, me: int, side: int) -> bool:
    """Return whether a worker of a side blocks its worship space: own workers do (R49)."""
    return side == me


def no_step(s: Teotihuacan, me: int, board: int, space: str) -> Reason | None:
    """Return why the temple step of a space cannot be made, or None (R9)."""
    if board == HOME:
        return None
    temples = any_step(s, me, 1) if space == "any" else movable(s, me, space)
    return None if temples else why("no-step-left", "5", temple=space)


@does
def worship(s: Teotihuacan, me: int, board: int, space: str, way: tuple[str, ...]) -> None:
    """Lock the worker on a worship space; a worker of another player there is unlocked.

    All cocoa is paid before any benefit. A second worker that moved does nothing (R8). A claim
    leaves what a royal tile that comes later needs.
    """
    there = holder(s, board, space)
    worker = s.players[me].workers[s.now.arrived[0]]
    worker.space, s.now.acting = space, False
    needed = price_once(s, space) if board == HOME and way == (TILE, RITE) else {}
    claim = claim_tile(board, (needed,)) if needed and substitutes(s, me) else claim_tile(board)
    benefits = {RITE: rite(board, space, worker.power), TILE: claim}
    then(s, me, *[benefits[each] for each in way])
    if there is not None:
        displace(s, *there)


@worship.possible
def can_worship(s: Teotihuacan, me: int, board: int, space: str, way: tuple[str, ...]) -> bool:
    """Return whether a worker can worship on a space in a way."""
    if barred(s, me, board, space):
        return False
    costs = prices(s, me, board, space, way, holder(s, board, space) is not None)
    return obstacle(s, me, board, way, no_step(s, me, board, space), *costs) is None


@quietly
def rite(s: Teotihuacan, me: int, board: int, space: str, power: int) -> None:
    """Take the temple step of a space, or use its royal tile with the power of the worker."""
    if board == HOME:
        then(s, me, use_royal(s.royal[space], royal_power(s, me, power)))
    else:
        then(s, me, step_anywhere(1) if space == "any" else step(space))


@adjustable
def royal_power(s: Teotihuacan, me: int, power: int) -> int:
    """Return the P of a royal tile: the power of the worker on it."""
    return power


def royal_price(s: Teotihuacan, tile: RoyalTile) -> Goods:
    """Return what one use of a royal tile costs; a discovery tile may pay the cocoa (R48)."""
    return {kind: n for kind, n in tile.pay.items() if not (s.now.free and kind == "cocoa")}


def full_price(s: Teotihuacan, tile: RoyalTile) -> Goods:
    """Return what one use of a royal tile costs, resources of any kind included."""
    return {**royal_price(s, tile), **({ANY: tile.pay_any} if tile.pay_any else {})}


def price_once(s: Teotihuacan, slot: str) -> Goods:
    """Return what a royal tile needs: only those used once need their price (R12)."""
    tile = ALL.royal[s.royal[slot]]
    return full_price(s, tile) if tile.once else {}


@does
def use_royal(s: Teotihuacan, me: int, tile: str, power: int) -> None:
    """Use a royal tile with the power of the worker on it (9.1).

    One that is used once has no effect if its price is gone: a module let it be spent (R109).
    """
    known = ALL.royal[tile]
    n = power + known.more
    gained = gain({known.gain: n}) if known.gain else gain_any(n)
    if known.counts:
        then(s, me, score(known.points * min(count_of(s, me, known.counts), n)))
    elif known.once:
        payable = short_of(s, me, "9.1", full_price(s, known)) is None
        then(s, me, *(_paid(s, known, (gained,)) if payable else ()))
    elif known.gain:
        then(s, me, gained)
    elif n > 0:
        then(s, me, use_again(tile, n))


@adjustable
def count_of(s: Teotihuacan, me: int, what: str) -> int:
    """Return how many things of a sort a player has, for royal tiles that count them."""
    return COUNTS[what](s, me) if what in COUNTS else 0


COUNTS: dict[str, Callable[[Teotihuacan, int], int]] = {
    "technologies": lambda s, me: len(s.players[me].technologies),
    "pyramid_track": lambda s, me: s.players[me].track,
    "avenue": lambda s, me: s.players[me].avenue,
}
"""What royal tiles may count."""


def _paid(s: Teotihuacan, tile: RoyalTile, after: tuple[Effect, ...]) -> tuple[Effect, ...]:
    price = royal_price(s, tile)
    if not tile.pay_any:
        return (*((spend(price),) if price else ()), *after)
    return (*((spend(price, ({ANY: tile.pay_any},)),) if price else ()), pay_any(after))


@asks
def use_again(s: Teotihuacan, me: int, tile: str, n: int) -> Listing:
    """Use a royal tile up to a number of times, each time for its price (9.1, R12, R80)."""
    known = ALL.royal[tile]
    after = (*tables.effects(known.do), *((use_again(tile, n - 1),) if n > 1 else ()))
    return [answer("royal", *_paid(s, known, after), unless=_no_use(s, me, known)), STOP]


def _no_use(s: Teotihuacan, me: int, tile: RoyalTile) -> Reason | None:
    if short := short_of(s, me, "9.1", full_price(s, tile)):
        return short
    steps = [effect for effect in tables.effects(tile.do) if effect[0] == step_anywhere.name]
    if steps and not any_step(s, me, 1):
        return why("no-step-left", "9.1", temple="any")
    return None


@does
def waive_cocoa(s: Teotihuacan, me: int) -> None:
    """Pay the cocoa of this action with a discovery tile (R48)."""
    s.now.free = True


@waive_cocoa.possible
def anything_to_waive(s: Teotihuacan, me: int) -> bool:
    """Return whether a main action or a worship would be possible without cocoa."""
    board = here(s, me)
    if s.now.free or for_main(s, me):
        return False
    if fee(s, me, board) and would(s, me, work(board), (s.now, "free", True)):
        return True
    ways = costly(s, me, board)
    return any([would(s, me, worship(board, *way), (s.now, "free", True)) for way in ways])


@adjustable
def costly(s: Teotihuacan, me: int, board: int) -> list[tuple[str, tuple[str, ...]]]:
    """Return the spaces of a board, and the ways to worship there, that cost cocoa."""
    return [
        (space, way)
        for space in spaces(s, board)
        for way in WAYS
        if toll(s, me, way, holder(s, board, space) is not None)
        or (RITE in way and _royal_cocoa(s, board, space))
    ]


def _royal_cocoa(s: Teotihuacan, board: int, space: str) -> bool:
    return board == HOME and "cocoa" in ALL.royal[s.royal[space]].pay
