"""What holds at every moment of a game of Teotihuacan with any modules (section 18).

The laws are computed without the rules' own code.
"""

from __future__ import annotations

from collections import Counter

from engine.core import Item
from engine.module import part
from games.teotihuacan.box import EVERY
from games.teotihuacan.data import DECORATIONS, PYRAMID, PYRAMID_TILES
from games.teotihuacan.modules.altars_and_shamans.altars import TILES as ALTAR_TILES
from games.teotihuacan.modules.altars_and_shamans.altars import Altars
from games.teotihuacan.modules.empire_expansion.territory import MASKS, REGIONS, Empire
from games.teotihuacan.modules.height_of_development.heights import ABILITIES, Heights
from games.teotihuacan.modules.mansion.owners import Mansion
from games.teotihuacan.modules.obsidian.great import GreatTiles
from games.teotihuacan.modules.seasons_of_progress.seasons import Seasons
from games.teotihuacan.state import Player, Teotihuacan

GOODS = {"wood", "stone", "gold", "cocoa"}
TEMPLES = {"blue", "red", "green"}
BOARDS = 8
BUILDINGS = 11
NOBLES = 5, 4, 3
SPACES = {
    (1, "left"),
    (1, "middle"),
    (1, "right"),
    (2, "red"),
    (3, "green"),
    (4, "blue"),
    (7, "any"),
}
"""The worship spaces of the base, by board."""

SPECIAL = sorted(mask.kind for mask in MASKS.values())
"""The kinds of the special masks of the Empire."""

FINDS = {tile.id: tile for added in EVERY for tile in added.discovery}
"""The discovery tiles, the great ones too."""


def check(s: Teotihuacan) -> None:
    """Assert every law that speaks about one state."""
    check_tracks(s)
    check_technologies(s)
    check_workers(s)
    check_neutral_dice(s)
    check_pyramid(s)
    check_decorations(s)
    check_buildings(s)
    check_discoveries(s)
    check_teotibot(s)
    check_modules(s)


def check_tracks(s: Teotihuacan) -> None:
    """Nothing is negative; no marker is beyond the end, and one at most on a highest step."""
    goods = GOODS | ({"obsidian"} if "obsidian" in s.modules else set())
    temples = TEMPLES | ({"orange"} if "height_of_development" in s.modules else set())
    assert 0 <= s.light <= s.dark <= 12
    for player in s.players:
        assert set(player.goods) == goods
        assert min(*player.goods.values(), player.points) >= 0
        assert 0 <= player.avenue <= 9
        assert 0 <= player.track <= 10
        assert set(player.temples) == temples
        assert all(0 <= n <= 11 for n in player.temples.values())
    for temple in temples:
        assert [player.temples[temple] for player in s.players].count(11) <= 1


def check_technologies(s: Teotihuacan) -> None:
    """A player has one marker at most on each of six tiles; a priest may bring a tile alone."""
    assert len(set(s.technologies)) == len(s.technologies) == 6
    alone: list[str] = []
    for player in s.players:
        assert len(set(player.technologies)) == len(player.technologies)
        alone += [tile for tile in player.technologies if tile not in s.technologies]
    assert not alone or "priests_and_priestesses" in s.modules
    assert len(alone) <= 1


def check_workers(s: Teotihuacan) -> None:
    """Each die is in one place: a general area, a worship space of its own, or aside."""
    spaces = SPACES | ({(6, "orange")} if "height_of_development" in s.modules else set())
    locked = [(w.board, w.space) for p in s.players for w in p.workers if w.space]
    assert set(locked) <= spaces
    assert len(set(locked)) == len(locked)
    for player in s.players:
        assert len(player.workers) == 4
        assert all(0 <= w.board <= BOARDS and 1 <= w.power <= 5 for w in player.workers)
        assert in_play(player) >= 3 or not is_set_up(s)


def in_play(player: Player) -> int:
    """How many workers a player has in play."""
    return sum(worker.board > 0 for worker in player.workers)


def is_set_up(s: Teotihuacan) -> bool:
    """Return whether the workers were placed, and the starting tiles put back."""
    placed = all(any(worker.board for worker in player.workers) for player in s.players)
    return placed and not any(player.starting for player in s.players)


def check_neutral_dice(s: Teotihuacan) -> None:
    """The dice of each unused colour are on three boards, with Obsidian maybe two on board 5."""
    assert len(s.neutral) == (4 - len(s.players) if is_set_up(s) else 0)
    for dice in s.neutral:
        assert len(dice) == 3
        twice = {board for board in dice if dice.count(board) > 1}
        assert not twice or (twice == {5} and "obsidian" in s.modules)
        assert set(dice) <= set(range(1, BOARDS + 1))


def check_pyramid(s: Teotihuacan) -> None:
    """A tile of a higher level rests on four; the icons are those of the highest tiles."""
    places = {(tile.level, tile.row, tile.column) for tile in s.pyramid}
    assert len(places) == len(s.pyramid)
    grid = [list(line) for line in PYRAMID.ground]
    for tile in sorted(s.pyramid, key=lambda tile: tile.level):
        if tile.level > 1:
            below = {
                (tile.level - 1, tile.row + i, tile.column + j) for i in (0, 1) for j in (0, 1)
            }
            assert below <= places
        top, left = 2 * tile.row + tile.level - 1, 2 * tile.column + tile.level - 1
        a, b, c, d = list(PYRAMID_TILES[tile.tile].corners * 2)[4 - tile.turns :][:4]
        grid[top][left : left + 2] = a, b
        grid[top + 1][left : left + 2] = d, c
    assert grid == s.icons
    placed = [tile.tile for tile in s.pyramid]
    assert sorted([*s.pyramid_stack, *s.display, *placed]) == sorted(PYRAMID_TILES)
    assert len(s.display) == min(3, len(s.display) + len(s.pyramid_stack)) or s.now.acting


def check_decorations(s: Teotihuacan) -> None:
    """A decoration on step k has one on each step below it, and pyramid tiles under it."""
    places = {(tile.level, tile.row, tile.column) for tile in s.pyramid}
    spaces = {(space.side, space.step): set(space.tiles) for space in PYRAMID.space}
    for side, tiles in s.decorated.items():
        assert len(tiles) <= 4
        assert all(spaces[side, n] <= places for n in range(len(tiles)))
    placed = [tile for tiles in s.decorated.values() for tile in tiles]
    assert sorted([*s.decoration_stack, *s.decorations, *placed]) == sorted(DECORATIONS)


def check_buildings(s: Teotihuacan) -> None:
    """Eleven buildings at most are on the rows of the Nobles, or in regions of the Empire."""
    assert all(0 <= n <= space for n, space in zip(s.nobles, NOBLES, strict=True))
    settled = 0
    if "empire_expansion" in s.modules:
        settled = len(part(s, Empire).settled)
        assert not any(s.nobles)
    assert sum(s.nobles) + settled <= BUILDINGS


def check_discoveries(s: Teotihuacan) -> None:
    """Each discovery tile is in one place: a stack, a board, a pile, a player, or discarded."""
    finds = [*s.discovery_stack, *s.discarded, *filter(None, s.tiles.values())]
    finds += [tile for pile in s.piles.values() for tile in pile]
    if "obsidian" in s.modules:
        finds += [*part(s, GreatTiles).stack, *part(s, GreatTiles).discarded]
    for player in s.players:
        finds += [*player.discoveries, *player.used]
        finds += [tile for kind in player.masks if (tile := f"mask{kind}") in FINDS]
    known = {id_: tile.copies for id_, tile in FINDS.items() if tile.in_play(s.modules)}
    assert Counter(finds) == known


def check_teotibot(s: Teotihuacan) -> None:
    """In a game for one there are seven action tiles, and one worker of the Teotibot is locked."""
    if s.seats > 1:
        assert (s.bot.places, s.bot.aside, s.bot.arrows) == ([], "", [])
    elif is_set_up(s):
        assert len({*s.bot.places, s.bot.aside}) == 7
        assert len(s.bot.places) == 6
        assert len(s.bot.arrows) == (4 if "teotibot_movement" in s.modules else 2)
        assert in_play(s.players[1]) == 4
        assert len([worker for worker in s.players[1].workers if worker.space]) == 1


def check_modules(s: Teotihuacan) -> None:
    """Each warrior, shaman, ability, season and ownership tile of the modules is in one place."""
    if "empire_expansion" in s.modules:
        check_empire(s)
    if "altars_and_shamans" in s.modules:
        check_shamans(s)
    if "mansion" in s.modules:
        assert part(s, Mansion).owners.keys() <= {"left", "middle", "right"}
        assert set(part(s, Mansion).owners.values()) <= set(range(len(s.players)))
    if "height_of_development" in s.modules:
        for side in part(s, Heights).sides:
            assert len(set(side.abilities)) == len(side.abilities) <= len(ABILITIES)
    if "seasons_of_progress" in s.modules:
        seasons = part(s, Seasons)
        used = [*seasons.stack, *filter(None, [seasons.tile]), *seasons.past]
        assert len(set(used)) == len(used) == (9 if "altars_and_shamans" in s.modules else 8)


def check_empire(s: Teotihuacan) -> None:
    """Ten warriors a side are in hand, in a region, or settled; a region has room for one."""
    empire = part(s, Empire)
    assert len(empire.warriors) == 1 + 12
    placed = [*empire.settled.values(), *(side for there in empire.warriors for side in there)]
    for side, left in enumerate(empire.supply):
        assert left >= 0
        assert left + placed.count(side) == 10
    masks = [kind for player in s.players for kind in player.masks if kind in SPECIAL]
    assert sorted([*masks, *(MASKS[id_].kind for id_ in empire.special)]) == SPECIAL
    for number, there in enumerate(empire.warriors):
        assert len(there) <= 1 or not REGIONS[number].room


def check_shamans(s: Teotihuacan) -> None:
    """Each side has a shaman, alone on its space; that of the Teotibot never stands."""
    altars = part(s, Altars)
    assert sorted(altars.tiles) == sorted(ALTAR_TILES)
    assert len(altars.shamans) == len(s.players)
    places = [(each.altar, each.space) for each in altars.shamans if each.space]
    assert len(set(places)) == len(places)
    assert all(1 <= altar <= 4 and space in (1, 2) for altar, space in places)
    assert not any(each.standing for each in altars.shamans[s.seats :])


def backs(s: Teotihuacan) -> list[str]:
    """Return the discovery tiles of the two stacks by their backs, which differ."""
    great = part(s, GreatTiles).stack if "obsidian" in s.modules else []
    return [FINDS[tile].stack for pile in (s.discovery_stack, great) for tile in pile]


Noted = tuple[list[int], list[int]]
"""The points and the workers in play of each side."""


def noted(s: Teotihuacan) -> Noted:
    """The amounts that change in certain ways only."""
    return [player.points for player in s.players], [in_play(player) for player in s.players]


def check_change(before: Noted, s: Teotihuacan, trace: list[Item]) -> None:
    """Points come from events that say so, and from nothing else; no worker leaves the game."""
    points = before[0][:]
    for seat, effect in trace:
        if effect[0] in ("score", "score_more"):
            points[seat] += effect[1]
        if effect[0] == "lose_points":
            points[seat] = max(0, points[seat] - effect[1])
    assert [player.points for player in s.players] == points
    assert all(n <= in_play(p) for p, n in zip(s.players, before[1], strict=True))
