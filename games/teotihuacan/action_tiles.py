"""The action tiles of the Teotibot: what each does if it can, and the actions on boards (11.4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine import tables
from engine.core import does, quietly, resolvable, then
from engine.luck import draw
from games.teotihuacan.alchemy import acquire, number
from games.teotihuacan.bot_choices import by_power, highest
from games.teotihuacan.bot_data import TEOTIBOT
from games.teotihuacan.bot_workers import raise_and_advance
from games.teotihuacan.box import ALL, box
from games.teotihuacan.data import PYRAMID, RING, Deed
from games.teotihuacan.decorations import SIDES, lay_decoration, side_obstacle
from games.teotihuacan.difficulty import strength
from games.teotihuacan.discovery import cost, refill_tile, take_tile
from games.teotihuacan.displays import refill_decorations, refill_display
from games.teotihuacan.goods import score
from games.teotihuacan.locking import BoardSpace, go_to_space, temples_ahead, worshipper
from games.teotihuacan.nobles import BUILDINGS, full, put_building
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.power import HOME
from games.teotihuacan.pyramid import TURNS, free_places, lay_tile
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import movable, step


@does
def use_action_tile(s: Teotihuacan, me: int, tile: str) -> None:
    """Do what an action tile says, or what it says for the case that this is impossible."""
    known = ALL.action_tiles[tile]
    first, *otherwise = tables.effects([known.do, *known.otherwise])
    then(s, me, *([first] if resolvable(s, me, first) else otherwise))


def possible(s: Teotihuacan, me: int, deed: Deed) -> bool:
    """Return whether the Teotibot can pay for an action, and it has an effect."""
    if short_of(s, me, "11.4", deed.price):
        return False
    return all([resolvable(s, me, effect) for effect in tables.effects(deed.do)])


def first_board(s: Teotihuacan, me: int, boards: Sequence[int]) -> int | None:
    """Return the first of the boards with an unlocked worker and a possible action, or None."""
    able = [n for n in boards if highest(s, me, n) and possible(s, me, box(s).deeds[n])]
    return next(iter(able), None)


@quietly
def act_on_first(s: Teotihuacan, me: int, boards: tuple[int, ...]) -> None:
    """Act on the first of the boards where that is possible."""
    if (board := first_board(s, me, boards)) is not None:
        then(s, me, act_on_board(board))


@act_on_first.possible
def can_act(s: Teotihuacan, me: int, boards: tuple[int, ...]) -> bool:
    """Return whether the Teotibot can act on one of the boards."""
    return first_board(s, me, boards) is not None


@quietly
def act_with_highest(s: Teotihuacan, me: int) -> None:
    """Act with the highest worker that can, board 1 left out (Mastery)."""
    then(s, me, act_on_first(_boards_by_power(s, me)))


@act_with_highest.possible
def any_action(s: Teotihuacan, me: int) -> bool:
    """Return whether some worker can act."""
    return can_act(s, me, _boards_by_power(s, me))


def _boards_by_power(s: Teotihuacan, me: int) -> tuple[int, ...]:
    boards = [worker.board for worker in by_power(s, me) if worker.board != HOME]
    return tuple(dict.fromkeys(boards))


@does
def act_on_board(s: Teotihuacan, me: int, board: int) -> None:
    """Pay for the action on a board, do it, and power up and advance the highest worker."""
    deed = box(s).deeds[board]
    price = (spend(deed.price),) if deed.price else ()
    then(s, me, *price, *tables.effects(deed.do), advance_highest(board))


@quietly
def advance_highest(s: Teotihuacan, me: int, board: int) -> None:
    """Power up and advance the highest worker on a board, unless the action left none (R23)."""
    if worker := highest(s, me, board):
        then(s, me, raise_and_advance(board, worker.power))


@quietly
def mark_technology(s: Teotihuacan, me: int) -> None:
    """Acquire the lowest technology without a marker; without one, the lowest it lacks."""
    left = technologies_left(s, me)
    marked = {tile for player in s.players for tile in player.technologies}
    then(s, me, acquire(min([tile for tile in left if tile not in marked] or left, key=number)))


@mark_technology.possible
def any_technology(s: Teotihuacan, me: int) -> bool:
    """Return whether the Teotibot lacks a technology on display (R57)."""
    return bool(technologies_left(s, me))


def technologies_left(s: Teotihuacan, me: int) -> list[str]:
    """Return the technologies on display that the Teotibot lacks."""
    return [tile for tile in s.technologies if tile not in s.players[me].technologies]


@quietly
def place_building(s: Teotihuacan, me: int) -> None:
    """Put a building on the row of the Eclipse, or on the free space with the fewest points."""
    row = s.eclipse
    if full(s, row):
        free = [n for n in range(1, len(RING.nobles) + 1) if not full(s, n)]
        row = min(free, key=lambda n: RING.nobles[n - 1].points[s.nobles[n - 1]])
    then(s, me, put_building(row))


@place_building.possible
def building_left(s: Teotihuacan, me: int) -> bool:
    """Return whether a building is left."""
    return s.taken < BUILDINGS


@quietly
def lay_first_decoration(s: Teotihuacan, me: int) -> None:
    """Lay the first decoration on the first side clockwise from the top that takes one."""
    side = next(side for side in SIDES if side_obstacle(s, side) is None)
    then(s, me, lay_decoration(s.decorations[0], side), refill_decorations())


@lay_first_decoration.possible
def decoration_left(s: Teotihuacan, me: int) -> bool:
    """Return whether a decoration is displayed and a side takes one."""
    return bool(s.decorations) and any([side_obstacle(s, side) is None for side in SIDES])


@quietly
def lay_first_tile(s: Teotihuacan, me: int) -> None:
    """Lay the first pyramid tile, turned at random, on the first place of the lowest level."""
    place, turns = free_places(s)[0], draw(s, TURNS)
    points = PYRAMID.level[place[0] - 1].points
    laying = lay_tile(s.display[0], *place, turns)
    then(s, me, laying, refill_display(), score(points))


@lay_first_tile.possible
def tile_left(s: Teotihuacan, me: int) -> bool:
    """Return whether a pyramid tile is displayed and a place is free."""
    return bool(s.display) and bool(free_places(s))


@quietly
def collect_mask(s: Teotihuacan, me: int) -> None:
    """Pay for the rarest mask of a new kind on the boards; another tile takes its place."""
    board, kind = masks(s, me)[0]
    then(s, me, spend(cost(kind)), take_tile(board, kind), refill_tile(board))


@collect_mask.possible
def any_mask(s: Teotihuacan, me: int) -> bool:
    """Return whether the Teotibot can take a mask of a new kind."""
    return bool(masks(s, me))


def masks(s: Teotihuacan, me: int) -> list[tuple[int, str]]:
    """Return the boards with masks that the Teotibot lacks and can pay, the rarest first.

    Of masks with equally many copies, the first clockwise from board 1 comes first.
    """
    player = s.players[me]
    lying = [(board, s.tiles.get(str(board))) for board in s.ring]
    able = [
        (board, kind)
        for board, kind in lying
        if kind is not None
        and not ALL.discoveries[kind].stack
        and ALL.discoveries[kind].mask not in {0, *player.masks}
        and not short_of(s, me, "11.4", cost(kind))
    ]
    return sorted(able, key=lambda each: ALL.discoveries[each[1]].copies)


@quietly
def worship_next(s: Teotihuacan, me: int) -> None:
    """Move the worship worker to the next temple space, and go up that temple.

    Where the temple is free to choose, it goes up more steps. The discovery tile is replaced.
    """
    board, space = next_worship_space(s, me)
    n = strength(s).worship
    steps = (
        [step(space)] * n if space in box(s).temples else [step_furthest(n + TEOTIBOT.free_steps)]
    )
    then(s, me, go_to_space(board, space), *steps, discard_tile(board), refill_tile(board))


def next_worship_space(s: Teotihuacan, me: int) -> BoardSpace:
    """Return the next temple worship space clockwise from the worship worker."""
    return next(temples_ahead(s, worshipper(s, me).board))


@does
def discard_tile(s: Teotihuacan, me: int, board: int) -> None:
    """Discard the discovery tile of a board."""
    if kind := s.tiles[str(board)]:
        s.tiles[str(board)] = None
        s.discarded.append(kind)


def furthest_temple(s: Teotihuacan, me: int, *taken: str) -> str | None:
    """Return the temple where the Teotibot is furthest and can move, those taken left out."""
    able = [t for t in box(s).temples if t not in taken and movable(s, me, t)]
    return max(able, key=s.players[me].temples.__getitem__, default=None)


@quietly
def step_furthest(s: Teotihuacan, me: int, n: int) -> None:
    """Go up steps one by one, each on the temple where the Teotibot is furthest and can move."""
    if (temple := furthest_temple(s, me)) is not None:
        more = (step_furthest(n - 1),) if n > 1 else ()
        then(s, me, step(temple), *more)
