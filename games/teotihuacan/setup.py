"""The setup: the table, starting tiles, workers and neutral dice (section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from engine import tables
from engine.adjustment import adjustable
from engine.core import (
    NOBODY,
    Effect,
    Item,
    Option,
    asks,
    does,
    queue,
    quietly,
    then,
)
from engine.listing import RefusedAnswer, why
from engine.luck import draw, shuffled
from engine.title import Start
from games.teotihuacan.alchemy import number
from games.teotihuacan.box import ALL, box
from games.teotihuacan.calendar import DARK_ECLIPSE, begin_round, play_round
from games.teotihuacan.data import (
    ALCHEMY,
    BONUS_TILES,
    DECORATIONS,
    DISCOVERIES,
    PALACE,
    PYRAMID,
    PYRAMID_TILES,
    RING,
    SETUP,
    TRACKS,
)
from games.teotihuacan.discovery import claim_find
from games.teotihuacan.eclipse import place_neutral_dice
from games.teotihuacan.power import power_up_any
from games.teotihuacan.pyramid import TURNS, ground, lay
from games.teotihuacan.state import ASIDE, Player, Teotihuacan, Worker
from games.teotihuacan.teotibot import prepare_bot

OPTIONS = {DARK_ECLIPSE: "An Eclipse is scored right after the turn that brings it."}
"""The variants of the base game."""

BESIDE = "beside "
"""The name of the pile of the discovery tile beside a starting tile begins with it."""

GOODS = [*SETUP.resources, "cocoa"]


def sides(seats: int, options: frozenset[str]) -> int:
    """Return the number of sides: one seat plays against the Teotibot (section 11)."""
    return max(seats, 2)


def setup(start: Start) -> Teotihuacan:
    """Set up the table, up to the choice of starting tiles (3.1, 3.2)."""
    s = start.state(Teotihuacan, [Player(dict.fromkeys(GOODS, 0)) for _ in range(start.sides)])
    s.options = sorted(start.options)
    s.order = [*shuffled(s, list(range(start.seats))), *range(start.seats, start.sides)]
    lay_out_ring(s)
    lay_out_tiles(s)
    lay_out_discoveries(s)
    begin_pyramid(s)
    s.dark = SETUP.dark[str(start.sides)]
    give_cocoa(s)
    for player in s.players:
        player.workers = [Worker(1, ASIDE) for _ in range(SETUP.workers)]
        player.workers.append(Worker(SETUP.fourth, ASIDE))
    ready = place_neutral_dice(), shuffle_back(), begin_round(1), play_round()
    then(s, NOBODY, give_starts(), *ready)
    for bot in range(start.seats, start.sides):
        then(s, bot, prepare_bot())
    return s


def seats(s: Teotihuacan) -> list[int]:
    """Return the seats in player order; the Teotibot has no starting tiles and no cocoa."""
    return [side for side in s.order if not s.played_by_rules(side)]


@quietly
def give_starts(s: Teotihuacan, me: int) -> None:
    """Let the players choose starting tiles, and give them what they show."""
    then(s, me, lay_out_starts(), draft(), gain_starts())


def lay_out_ring(s: Teotihuacan) -> None:
    """Shuffle the loose boards onto their positions; boards 1 and 8 keep theirs (2.1)."""
    loose = iter(shuffled(s, sorted(n for n in RING.printed if n not in RING.fixed)))
    s.ring = [board if board in RING.fixed else next(loose) for board in RING.printed]


def lay_out_tiles(s: Teotihuacan) -> None:
    """Lay out technologies, royal tiles, temple bonus tiles and decorations (3.1)."""
    known = box(s)
    technologies = shuffled(s, list(known.technologies))[: ALCHEMY.displayed]
    s.technologies = sorted(technologies, key=number)
    s.royal = {
        slot: shuffled(s, [t.id for t in known.royal.values() if t.category == category])[0]
        for slot, category in PALACE.slots.items()
    }
    s.bonus_tiles = dict(zip(known.temples, shuffled(s, list(BONUS_TILES)), strict=False))
    s.decoration_stack = shuffled(s, list(DECORATIONS))
    s.decorations = [s.decoration_stack.pop() for _ in range(PYRAMID.decorating.displayed)]
    s.decorated = {space.side: [] for space in PYRAMID.space}


def lay_out_discoveries(s: Teotihuacan) -> None:
    """Lay discovery tiles on boards, temples, the Avenue, and beside starting tiles (3.1)."""
    stack = s.discovery_stack = shuffled(
        s, [tile.id for tile in DISCOVERIES.values() for _ in range(tile.copies)]
    )
    boards = box(s).boards.items()
    s.tiles = {str(n): stack.pop() for n, board in boards if board.discovery and not board.stack}
    players = len(s.players)
    sizes = {
        f"{temple} {n}": players + more
        for temple, steps in TRACKS.piles.items()
        for n, more in steps.items()
    }
    sizes |= {f"avenue {n}": count for n, count in TRACKS.avenue.tiles.items()}
    sizes |= {beside(t.id): 1 for t in box(s).starting.values() if t.discovery and not t.stack}
    s.piles = {place: [stack.pop() for _ in range(size)] for place, size in sizes.items()}


def beside(tile: str) -> str:
    """Return the name of the pile of the discovery tile beside a starting tile."""
    return f"{BESIDE}{tile}"


def begin_pyramid(s: Teotihuacan) -> None:
    """Lay the first pyramid tiles in random rotation, without scoring (3.1)."""
    s.icons = ground()
    s.pyramid_stack = shuffled(s, list(PYRAMID_TILES))
    for level, row, column in PYRAMID.start[str(len(s.players))]:
        lay(s, s.pyramid_stack.pop(), level, row, column, draw(s, TURNS))
    s.display = [s.pyramid_stack.pop() for _ in range(PYRAMID.displayed)]


def give_cocoa(s: Teotihuacan) -> None:
    """Give each player cocoa by the place in the order (R3)."""
    for place, seat in enumerate(seats(s)):
        cocoa = SETUP.cocoa.others
        if place == 0:
            cocoa = SETUP.cocoa.first
        elif place == s.seats - 1:
            cocoa = SETUP.cocoa.last
        s.players[seat].goods["cocoa"] = cocoa


@quietly
def lay_out_starts(s: Teotihuacan, me: int) -> None:
    """Lay out the starting tiles for the draft (3.4, R58)."""
    offered = shuffled(s, list(box(s).starting))[: SETUP.drafted[str(s.seats)]]
    then(s, NOBODY, show_offer(tuple(sorted(offered))))


@quietly
def draft(s: Teotihuacan, me: int) -> None:
    """Have players pick one tile each in order, then one in reverse order (3.4)."""
    order = [*seats(s), *reversed(seats(s))]
    queue(s, [(seat, pick_tile()) for seat in order])


@does
def show_offer(s: Teotihuacan, me: int, tiles: tuple[str, ...]) -> None:
    """Lay starting tiles face up."""
    s.offered = list(tiles)


@asks
def pick_tile(s: Teotihuacan, me: int) -> list[Option]:
    """Pick a starting tile (3.4)."""
    return [_pick(tile) for tile in s.offered]


@cache
def _pick(tile: str) -> Option:
    return Option(f"pick {tile}", (take_start(tile),))


@pick_tile.otherwise
def no_pick(s: Teotihuacan, me: int) -> Iterator[RefusedAnswer]:
    """Yield the starting tiles that are not there."""
    for tile in box(s).starting:
        yield f"pick {tile}", why("not-offered", "3.4", starting=tile)


@does
def take_start(s: Teotihuacan, me: int, tile: str) -> None:
    """Take a starting tile."""
    s.offered.remove(tile)
    s.players[me].starting.append(tile)


@quietly
def gain_starts(s: Teotihuacan, me: int) -> None:
    """Give each player, in order, what the starting tiles show; workers are placed (R54)."""
    items: list[Item] = []
    for seat in seats(s):
        gains, ups = start_gains(s.players[seat].starting)
        items += [(seat, e) for e in [*gains, place_workers(), *ups]]
    queue(s, items)


def start_gains(tiles: list[str]) -> tuple[list[Effect], list[Effect]]:
    """Return what starting tiles give: first goods, steps and finds, then power-ups."""
    known = [ALL.starting[tile] for tile in tiles]
    gains = [e for tile in known for e in tables.effects(tile.do)]
    finds = [claim_find(beside(tile.id)) for tile in known if tile.discovery]
    raised = sum(tile.power_ups for tile in known)
    return [*gains, *finds], [power_up_any(raised)] if raised else []


@asks
def place_workers(s: Teotihuacan, me: int) -> list[Option]:
    """Put the workers on three different boards of the starting tiles (3.2)."""
    shown = printed([ALL.starting[tile].boards for tile in s.players[me].starting])
    return [_placing(chosen) for chosen in dict.fromkeys(combinations(shown, SETUP.workers))]


def printed(tiles: list[list[int]]) -> list[int]:
    """Return the boards of tiles; a number counts twice only if one tile shows it twice (3.2)."""
    most = {board: max(tile.count(board) for tile in tiles) for tile in tiles for board in tile}
    return [board for board in sorted(most) for _ in range(most[board])]


@cache
def _placing(boards: tuple[int, ...]) -> Option:
    return Option(f"place {' '.join(map(str, boards))}", (put_workers(boards),))


@place_workers.otherwise
def no_placing(s: Teotihuacan, me: int) -> Iterator[RefusedAnswer]:
    """Yield the boards that the starting tiles do not show."""
    every = printed([tile.boards for tile in box(s).starting.values()])
    for boards in dict.fromkeys(combinations(every, SETUP.workers)):
        yield _placing(boards).id, why("boards-of-tiles", "3.2")


@does
def put_workers(s: Teotihuacan, me: int, boards: tuple[int, ...]) -> None:
    """Put a worker of power 1 on each of these boards."""
    for worker, board in zip(s.players[me].workers, boards, strict=False):
        worker.board = board


@quietly
def shuffle_back(s: Teotihuacan, me: int) -> None:
    """Put the starting tiles into the box, and unclaimed tiles beside them into the stack."""
    unclaimed = [kind for place in beside_tiles(s) for kind in s.piles.pop(place)]
    s.discovery_stack = shuffled(s, [*s.discovery_stack, *unclaimed])
    then(s, NOBODY, clear_starts())


@adjustable
def beside_tiles(s: Teotihuacan) -> list[str]:
    """Return the piles beside starting tiles, which go back after the setup."""
    return [place for place in s.piles if place.startswith(BESIDE)]


@does
def clear_starts(s: Teotihuacan, me: int) -> None:
    """Put all starting tiles back into the box."""
    s.offered = []
    for player in s.players:
        player.starting = []
