"""Random games of Teotihuacan with every law of section 18, and the totals of the components."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from bench.recorded import Record
from engine.module import part
from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.box import ALL
from games.teotihuacan.data import DECORATIONS, DISCOVERIES, PYRAMID, PYRAMID_TILES, RING
from games.teotihuacan.modules.empire_expansion.territory import REGIONS, Empire
from games.teotihuacan.state import Teotihuacan, Worker
from games.teotihuacan.temples import step
from tests.contract.play import random_options
from tests.games.teotihuacan import early, laws
from tests.games.teotihuacan.builder import Side, teotihuacan
from tests.games.teotihuacan.random_games import play, play_random_games, random_table
from tests.recorded import result

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
    """32 tiles with 128 icons, 25 of each colour; 15 decorations; 54 and 26 discovery tiles."""
    icons = Counter("".join(tile.corners for tile in PYRAMID_TILES.values()).lower())
    assert (len(PYRAMID_TILES), icons) == (32, {"b": 25, "r": 25, "g": 25, "-": 53})
    assert (len(DECORATIONS), len(PYRAMID.space)) == (15, 16)
    copies = [(tile.mask > 0, tile.copies) for tile in DISCOVERIES.values()]
    assert [sum(n for mask, n in copies if mask is kind) for kind in (True, False)] == [17, 37]
    assert len(RING.buildings.values) - 1 == 11
    assert sum(len(row.points) for row in RING.nobles) == 12
    assert sum(tile.copies for tile in ALL.discoveries.values() if tile.stack) == 26
    assert len(REGIONS) == 1 + 12


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


def turns_of(table: Table, rng: Random) -> Counter[int]:
    """Play a random game; return the number of turns of each seat."""
    turns = Counter[int]()
    if table.open[0].effect[0] == "turn":
        turns[table.awaited[0]] += 1

    def watch(s: Teotihuacan, turn: Turn) -> None:
        """Count the turns that begin."""
        told = [(seat, effect[0]) for seat, effect in turn.trace]
        last = told.index((-1, "end_game")) if s.over else None
        turns.update(seat for seat, verb in told[:last] if verb == "own_turn")

    play(table, rng, watch)
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
        turns = turns_of(table, rng)
        s = cast(Teotihuacan, table.state)
        assert s.over
        assert len({turns[seat] for seat in range(seats)}) == 1, "as many turns for each"
        assert all(3 <= laws.in_play(player) <= 4 for player in s.players)
        assert turns[0] > 20


@pytest.mark.parametrize("number", range(24))
def test_laws_of_combinations(number: int) -> None:
    """Any modules that go together, with 1 to 4 seats."""
    seats = 1 + number % 4
    options = tuple(random_options(TITLE, seats, Random(f"laws {number}")))
    assert all(s.over for s in play_random_games(seats, options))


def two_on_top(s: Teotihuacan) -> None:
    """Put two markers on the highest step of the orange temple."""
    for player in s.players:
        player.temples["orange"] = 11


def two_on_a_space(s: Teotihuacan) -> None:
    """Lock two workers on one space."""
    for player in s.players:
        player.workers[0] = Worker(1, 6, "orange")


def one_in_the_air(s: Teotihuacan) -> None:
    """Take away a tile of the first level."""
    s.pyramid_stack.append(s.pyramid.pop(0).tile)


def two_in_a_region(s: Teotihuacan) -> None:
    """Put two warriors into the region 5."""
    part(s, Empire).warriors[5] = [0, 1]
    part(s, Empire).supply = [9, 9]


@pytest.mark.parametrize("spoil", [two_on_top, two_on_a_space, one_in_the_air, two_in_a_region])
def test_the_laws_see_a_fault(spoil: Callable[[Teotihuacan], None]) -> None:
    table, _ = random_table(2, ("empire_expansion", "height_of_development", "obsidian"), 0)
    s = cast(Teotihuacan, table.state)
    laws.check(s)
    spoil(s)
    with pytest.raises(AssertionError):
        laws.check(s)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_of_the_dark_eclipse(seats: int) -> None:
    """The game may end within a round."""
    for number in range(4):
        table, rng = random_table(seats, ("dark_eclipse",), number)
        turns = turns_of(table, rng)
        s = cast(Teotihuacan, table.state)
        counts = [turns[seat] for seat in s.order]
        assert counts == sorted(counts, reverse=True)
        assert counts[0] - counts[-1] <= 1


def test_a_game_ends_at_the_third_eclipse() -> None:
    """The dark disc starts on 12, 11 or 10 and goes back by one at each Eclipse but the last."""
    for seats in (2, 3, 4):
        table, rng = random_table(seats, (), 0)
        turns_of(table, rng)
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
