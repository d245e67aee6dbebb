"""Invariants of a game of Teotihuacan (section 18), computed without the rules' own code."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

import pytest

from bench.recorded import Record
from engine.core import Item
from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.data import DECORATIONS, DISCOVERIES, PYRAMID, PYRAMID_TILES, RING
from games.teotihuacan.state import Player, Teotihuacan
from games.teotihuacan.temples import step
from tests.games.teotihuacan import early
from tests.games.teotihuacan.builder import Side, teotihuacan
from tests.recorded import result

SPACES = {
    (1, "left"),
    (1, "middle"),
    (1, "right"),
    (2, "red"),
    (3, "green"),
    (4, "blue"),
    (7, "any"),
}
RICH = {"cocoa": 8, "wood": 5, "stone": 5, "gold": 4}

MODULES = {
    "altars_and_shamans",
    "empire_expansion",
    "height_of_development",
    "mansion",
    "obsidian",
    "seasons_of_progress",
}
"""The modules that estimate what they are worth to a side."""

Options = tuple[str, ...]


def test_totals_of_tiles_and_icons() -> None:
    """32 tiles with 128 icons, 25 of each colour and 53 plain ones; 15 decorations; 54 finds."""
    icons = Counter("".join(tile.corners for tile in PYRAMID_TILES.values()).lower())
    assert (len(PYRAMID_TILES), icons) == (32, {"b": 25, "r": 25, "g": 25, "-": 53})
    assert (len(DECORATIONS), len(PYRAMID.space)) == (15, 16)
    copies = [(tile.mask > 0, tile.copies) for tile in DISCOVERIES.values()]
    assert [sum(n for mask, n in copies if mask is kind) for kind in (True, False)] == [17, 37]
    assert len(RING.buildings.values) - 1 == 11
    assert sum(len(row.points) for row in RING.nobles) == 12


def test_a_finished_game_is_worth_its_points() -> None:
    """To greedy bots, whatever is left of the goods and tiles of modules."""
    red: Side = {"points": 20, "obsidian": 3, "cocoa": 4, "temples": {"blue": 3}}
    bonus_tiles = {"orange": "BT1"}
    table = teotihuacan(
        red=red, do=step("blue"), modules=tuple(sorted(MODULES)), bonus_tiles=bonus_tiles
    )
    assert table.events("own_royal")
    assert TITLE.worth(table.state, 0) > 25
    table.state.over = True
    assert TITLE.worth(table.state, 0) == 20


def random_table(seats: int, options: Options, number: int) -> tuple[Table, Random]:
    """A fresh table; at every second one everybody is rich, so that tiles and levels come up."""
    rng = Random(f"teotihuacan {seats} {options} {number}")
    table = Table.new(TITLE, seats, options, rng.randbytes(32))
    s = cast(Teotihuacan, table.state)
    for player in s.players if number % 2 else []:
        for kind, n in RICH.items():
            player.goods[kind] += n
        for tile in [tile for tile in s.discovery_stack if not DISCOVERIES[tile].mask][:5]:
            s.discovery_stack.remove(tile)
            player.discoveries.append(tile)
    return table, rng


def check_tracks(s: Teotihuacan) -> None:
    """Nothing is negative; no marker is beyond the end, and one at most on a highest step."""
    assert 0 <= s.light <= s.dark <= 12
    for player in s.players:
        assert min(*player.goods.values(), player.points) >= 0
        assert 0 <= player.avenue <= 9
        assert 0 <= player.track <= 10
        assert all(0 <= n <= 11 for n in player.temples.values())
        assert len(set(player.technologies)) == len(player.technologies)
        assert set(player.technologies) <= set(s.technologies)
    for temple in ("blue", "red", "green"):
        assert [player.temples[temple] for player in s.players].count(11) <= 1
    assert sum(s.nobles) <= 11
    assert all(n <= space for n, space in zip(s.nobles, (5, 4, 3), strict=True))


def check_workers(s: Teotihuacan) -> None:
    """Each die is in one place: a general area, a worship space of its own, or aside."""
    locked = [(w.board, w.space) for p in s.players for w in p.workers if w.space]
    assert set(locked) <= SPACES
    assert len(set(locked)) == len(locked)
    for player in s.players:
        assert len(player.workers) == 4
        assert all(0 <= w.board <= 8 and 1 <= w.power <= 5 for w in player.workers)
        assert not any(w.space for w in player.workers if w.board == 0)
    assert len(s.neutral) == 4 - len(s.players)
    assert all(len(set(dice)) == len(dice) == 3 for dice in s.neutral)


def in_play(player: Player) -> int:
    """How many workers a player has in play."""
    return sum(worker.board > 0 for worker in player.workers)


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
    assert len(s.display) == min(3, len(s.display) + len(s.pyramid_stack)) or s.now.acting


def check_decorations(s: Teotihuacan) -> None:
    """A decoration on step k has one on each step below it, and pyramid tiles under it."""
    places = {(tile.level, tile.row, tile.column) for tile in s.pyramid}
    spaces = {(space.side, space.step): set(space.tiles) for space in PYRAMID.space}
    for side, tiles in s.decorated.items():
        assert len(tiles) <= 4
        assert all(spaces[side, n] <= places for n in range(len(tiles)))


def check_points(before: list[int], s: Teotihuacan, trace: list[Item]) -> None:
    """Points come from events that say so, and from nothing else."""
    points = before[:]
    for seat, effect in trace:
        if effect[0] in ("score", "score_more"):
            points[seat] += effect[1]
        if effect[0] == "lose_points":
            points[seat] = max(0, points[seat] - effect[1])
    assert [player.points for player in s.players] == points


def play_random_game(table: Table, rng: Random) -> Counter[int]:
    """Play with all checks; return the number of turns of each seat."""
    s, turns = cast(Teotihuacan, table.state), Counter[int]()
    census = TITLE.counted(s)
    s.verbs.lapsed.clear()  # what tests of other tables left there
    if table.open[0].effect[0] == "turn":
        turns[table.awaited[0]] += 1
    while not table.over:
        decision = rng.choice(table.open)
        assert len(decision.options) <= 150
        points, workers = [p.points for p in s.players], [in_play(p) for p in s.players]
        turn = Turn()
        table.step(decision.seat, rng.choice(decision.options).id, turn)
        check_tracks(s)
        if s.round and not s.offered and not s.apart and min(workers):
            check_workers(s)
            assert all(3 <= n <= in_play(p) for p, n in zip(s.players, workers, strict=True))
        check_pyramid(s)
        check_decorations(s)
        check_points(points, s, turn.trace)
        assert TITLE.counted(s) == census
        told = [(seat, effect[0]) for seat, effect in turn.trace]
        last = told.index((-1, "end_game")) if s.over else None
        turns.update(seat for seat, verb in told[:last] if verb == "own_turn")
    must = {name for name in s.verbs.lapsed if not s.verbs.verbs[name].optional}
    assert must == set(), "a question without an answer"
    return turns


GAMES = [
    (2, ()),
    (3, ()),
    (4, ()),
    (2, ("dealt_starting_tiles",)),
    (4, ("first_game",)),
    (3, ("bga_technologies",)),
]


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_laws_of_every_step(seats: int, options: Options) -> None:
    for number in range(5):
        table, rng = random_table(seats, options, number)
        turns = play_random_game(table, rng)
        s = cast(Teotihuacan, table.state)
        assert s.over
        assert len({turns[seat] for seat in range(seats)}) == 1, "as many turns for each"
        assert all(3 <= in_play(player) <= 4 for player in s.players)
        assert turns[0] > 20


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_of_the_dark_eclipse(seats: int) -> None:
    """The game may end within a round."""
    for number in range(4):
        table, rng = random_table(seats, ("dark_eclipse",), number)
        turns = play_random_game(table, rng)
        s = cast(Teotihuacan, table.state)
        counts = [turns[seat] for seat in s.order]
        assert counts == sorted(counts, reverse=True)
        assert counts[0] - counts[-1] <= 1


def test_a_game_ends_at_the_third_eclipse() -> None:
    """The dark disc starts on 12, 11 or 10 and goes back by one at each Eclipse but the last."""
    for seats in (2, 3, 4):
        table, rng = random_table(seats, (), 0)
        play_random_game(table, rng)
        s = cast(Teotihuacan, table.state)
        assert (s.eclipse, s.dark, s.light) == (3, 8 + seats - 2, 8 + seats - 2)


def test_the_longest_listing() -> None:
    """The free places of the first level, in four directions each."""
    table = teotihuacan(red={"workers": [(5, 1)], "stone": 2}, display=["P01", "P31", "P32"])
    table.play("move 5 1 8", "main", "build P01")
    assert len(table.options) == 16 * 4


def test_a_game_with_a_complete_pyramid_ends_early() -> None:
    """B21, R17: a recorded game ends with its second Eclipse, after the tile of the top level."""
    text = early.FILE.read_text(encoding="utf-8")
    table = Record.loads(text).table(TITLE)
    s = cast(Teotihuacan, table.state)
    assert table.over
    assert (len(s.pyramid), s.final, s.eclipse) == (30, True, 2)
    assert text.endswith(f"{result(table)}\n")
