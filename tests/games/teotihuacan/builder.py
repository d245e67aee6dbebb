"""Tables of Teotihuacan laid out in one call and played as transcripts.

``teotihuacan(red={"workers": [(5, 1)], "cocoa": 2}, tiles={2: "res2"})`` is a table of four with
red to move a worker of power 1 from Alchemy. The boards lie as printed: 1 3 5 2 8 7 6 4. What is
not named is empty or on its start, and a side without workers takes no turn. With one seat, yellow
is the Teotibot, which takes its turn in a whole round only:
``solo(bot={"workers": [(8, 3)], "stone": 2}, do=use_action_tile(...))``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypedDict, cast

from engine.codec import decode, encode
from engine.core import NOBODY, Effect, Item, queue
from engine.module import part
from engine.table import Table
from games.teotihuacan import TITLE
from games.teotihuacan.box import box
from games.teotihuacan.calendar import end_round, look_at_discs
from games.teotihuacan.data import DECORATIONS, PYRAMID_TILES, RING
from games.teotihuacan.eclipse import score_eclipse
from games.teotihuacan.modules.obsidian.great import GreatTiles
from games.teotihuacan.pyramid import ground, lay
from games.teotihuacan.setup import beside as pile
from games.teotihuacan.setup import gain_starts, shuffle_back
from games.teotihuacan.state import ASIDE, CurrentTurn, Player, Teotihuacan, Worker
from games.teotihuacan.teotibot import bot_turn
from games.teotihuacan.workers import own_turn
from tests.games.transcript import Transcript

SEATS = ("red", "yellow", "green", "blue")

Stand = tuple[int, int] | tuple[int, int, str]
"""A worker: the printed number of its board, its power, and the space it is locked on."""

Laid = tuple[str, int, int, int, int]
"""A pyramid tile: level, row, column and quarter turns."""

When = Literal["turn", "round", "eclipse"]


class Side(TypedDict, total=False):
    """What one player has."""

    cocoa: int
    wood: int
    stone: int
    gold: int
    obsidian: int
    points: int
    workers: Sequence[Stand]
    temples: dict[str, int]
    avenue: int
    track: int
    technologies: list[str]
    discoveries: list[str]
    used: list[str]
    masks: list[int]


def side(**named: Any) -> Side:
    """One player's things, whose names a test computes or passes on."""
    return cast(Side, named)


class Play(Transcript[Teotihuacan, Player]):
    """A table of the title and its open question."""

    title = TITLE
    seats = SEATS

    def temples(self, seat: str = "red") -> dict[str, int]:
        """A player's steps on the temples that are not zero."""
        return {temple: n for temple, n in self.player(seat).temples.items() if n}

    def workers(self, seat: str = "red") -> list[Stand]:
        """A player's workers in play, by board and power."""
        found: list[Stand] = [
            (each.board, each.power, each.space) if each.space else (each.board, each.power)
            for each in self.player(seat).workers
            if each.board != ASIDE
        ]
        return sorted(found, key=str)


def starting(table: Play, tiles: Sequence[str], beside: str) -> Play:
    """The table on which red alone gains what starting tiles show.

    A tile with a discovery tile has this one ``beside`` it.
    """
    s = table.state
    s.players[0].workers = [*(Worker(1, ASIDE) for _ in range(3)), Worker(3, ASIDE)]
    s.players[0].starting = list(tiles)
    s.order = [0]
    s.piles |= {pile(tile): [beside] for tile in tiles if box(s).starting[tile].discovery}
    queue(s, [(NOBODY, gain_starts()), (NOBODY, shuffle_back())])
    return Play(s)


@cache
def _fresh(seats: int) -> bytes:
    options = ("first_game",) if seats > 1 else ()
    return encode(Table.new(TITLE, seats, options, bytes([seats] * 32)).state)


def solo(*, bot: Side | None = None, do: Effect | None = None, **rest: Any) -> Play:
    """A table of red against the Teotibot; ``do`` is resolved for the Teotibot."""
    return teotihuacan(1, yellow=bot, do=do, actor=1, **rest)


def teotihuacan(
    seats: int = 4,
    *,
    red: Side | None = None,
    yellow: Side | None = None,
    green: Side | None = None,
    blue: Side | None = None,
    when: When = "turn",
    do: Effect | None = None,
    order: Sequence[str] = SEATS,
    options: tuple[str, ...] = (),
    ring: Sequence[int] | None = None,
    eclipse: int = 1,
    round: int = 1,
    light: int = 0,
    dark: int = 10,
    last_round: bool = False,
    final: bool = False,
    neutral: Sequence[Sequence[int]] | None = None,
    technologies: Sequence[str] = ("01", "03", "05", "07", "09", "11"),
    royal: Mapping[str, str] | None = None,
    bonus_tiles: Mapping[str, str] | None = None,
    tiles: Mapping[int, str] | None = None,
    piles: Mapping[str, Sequence[str]] | None = None,
    stack: Sequence[str] | None = None,
    great: Sequence[str] | None = None,
    nobles: Sequence[int] = (0, 0, 0),
    pyramid: Sequence[Laid] = (),
    decorated: Mapping[str, Sequence[str]] | None = None,
    display: Sequence[str] = (),
    decorations: Sequence[str] = (),
    actor: int = 0,
    modules: tuple[str, ...] = (),
    action_tiles: Sequence[str] = (),
    arrows: Sequence[str] = (),
    prepare: Callable[[Teotihuacan], None] = lambda s: None,
) -> Play:
    """A table in the middle of a game; see the module.

    ``do`` is an effect that is resolved for red, or for another ``actor``, instead of a turn.
    ``tiles`` are the discovery tiles on boards, ``piles`` those at steps; ``stack`` are all tiles
    left, drawn from the end, ``great`` all great ones. ``action_tiles`` are those of the Teotibot,
    the last one set aside.
    ``prepare`` lays out parts of modules.
    """
    s = cast(Teotihuacan, decode(TITLE.state, _fresh(seats)))
    s.options, s.now = list(options), CurrentTurn()
    s.order = [SEATS.index(seat) for seat in order if SEATS.index(seat) < len(s.players)]
    s.ring, s.modules = list(ring or RING.printed), modules
    _lay_out_modules(s)
    s.eclipse, s.round, s.light, s.dark = eclipse, round, light, dark
    s.last_round, s.final, s.nobles = last_round, final, list(nobles)
    s.neutral = [list(dice) for dice in neutral or [[]] * (4 - len(s.players))]
    s.technologies = list(technologies)
    s.royal = {"left": "04", "middle": "02", "right": "01", **(royal or {})}
    s.bonus_tiles = {"blue": "BT3", "red": "BT4", "green": "BT2", **(bonus_tiles or {})}
    for player, given in zip(s.players, (red, yellow, green, blue), strict=False):
        _lay_out_player(player, cast(dict[str, Any], given or {}))
    _lay_out_discoveries(s, tiles or {}, piles or {}, stack, great)
    _lay_out_pyramid(s, pyramid, display)
    _lay_out_decorations(s, decorated or {}, decorations)
    if action_tiles:
        *s.bot.places, s.bot.aside = action_tiles
        s.bot.arrows = list(arrows)
    _schedule(s, when, do, actor)
    prepare(s)
    return Play(s)


def _lay_out_modules(s: Teotihuacan) -> None:
    """What the modules add at the start; what they take from the base is laid out after them."""
    for module in TITLE.chosen(s):
        if module.part is not None:
            setattr(s, module.name, module.part())
        module.setup(s)


def _lay_out_player(player: Player, given: Mapping[str, Any]) -> None:
    player.goods = {kind: given.get(kind, 0) for kind in player.goods}
    named = [Worker(power, board, *space) for board, power, *space in given.get("workers", ())]
    player.workers = [*named, *(Worker(3, ASIDE) for _ in range(4 - len(named)))]
    player.temples = dict.fromkeys(player.temples, 0) | given.get("temples", {})
    for name in ("points", "avenue", "track"):
        setattr(player, name, given.get(name, 0))
    for name in ("technologies", "discoveries", "used", "masks"):
        setattr(player, name, list(given.get(name, ())))


def _lay_out_discoveries(
    s: Teotihuacan,
    tiles: Mapping[int, str],
    piles: Mapping[str, Sequence[str]],
    stack: Sequence[str] | None,
    great: Sequence[str] | None,
) -> None:
    boards, known = box(s).boards.items(), box(s).discoveries
    s.tiles = {str(n): tiles.get(n) for n, board in boards if board.discovery}
    s.piles = {place: list(piles.get(place, ())) for place in s.piles}
    assert set(piles) <= set(s.piles)
    left = [tile.id for tile in known.values() for _ in range(tile.copies)]
    taken = [*tiles.values(), *(tile for pile in piles.values() for tile in pile)]
    for player in s.players:
        taken += [*player.discoveries, *player.used, *(f"mask{n}" for n in player.masks)]
    for tile in filter(known.__contains__, taken):
        left.remove(tile)
    if stack is None:
        stack = [tile for tile in left if not known[tile].stack]
    s.discovery_stack = list(stack)
    if any(tile.stack for tile in known.values()):
        if great is None:
            great = [tile for tile in left if known[tile].stack]
        part(s, GreatTiles).stack = list(great)


def _lay_out_pyramid(s: Teotihuacan, pyramid: Sequence[Laid], display: Sequence[str]) -> None:
    s.pyramid, s.icons = [], ground()
    for each in pyramid:
        lay(s, *each)
    taken = {*(tile for tile, *_ in pyramid), *display}
    assert taken <= {*PYRAMID_TILES}
    left = [tile for tile in PYRAMID_TILES if tile not in taken]
    s.display = list(display) or [left.pop() for _ in range(min(3, len(left)))]
    s.pyramid_stack = left


def _lay_out_decorations(
    s: Teotihuacan, decorated: Mapping[str, Sequence[str]], decorations: Sequence[str]
) -> None:
    s.decorated = {side: list(decorated.get(side, ())) for side in s.decorated}
    taken = {tile for row in s.decorated.values() for tile in row} | set(decorations)
    assert taken <= {*DECORATIONS}
    left = [tile for tile in DECORATIONS if tile not in taken]
    s.decorations = list(decorations) or [left.pop() for _ in range(min(4, len(left)))]
    s.decoration_stack = left


def _schedule(s: Teotihuacan, when: When, do: Effect | None, actor: int) -> None:
    """What the game itself would still have to do at this moment."""
    s.agenda = []
    if do is not None:
        queue(s, [(actor, do)])
    elif when == "eclipse":
        queue(s, [(NOBODY, score_eclipse())])
    else:
        items: list[Item] = []
        for seat in s.order:
            if when == "turn" and s.played_by_rules(seat):
                continue
            if any(worker.board != ASIDE for worker in s.players[seat].workers):
                items.append((seat, bot_turn() if s.played_by_rules(seat) else own_turn()))
                if "dark_eclipse" in s.options:
                    items.append((NOBODY, look_at_discs()))
        queue(s, [*items, *([(NOBODY, end_round())] if when == "round" else [])])
