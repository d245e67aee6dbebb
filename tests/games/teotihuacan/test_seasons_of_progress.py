"""Seasons of Progress (M3): the rule of each season tile, and its points at the Eclipse (15.9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.guess import hidden_fields
from engine.module import part
from engine.table import Table
from games.teotihuacan import TITLE
from games.teotihuacan.modules.seasons_of_progress import MODULE
from games.teotihuacan.modules.seasons_of_progress.seasons import SEASONS, Seasons, season_points
from games.teotihuacan.power import power_up_any
from games.teotihuacan.state import Teotihuacan
from tests.games.teotihuacan.automa import PRIEST, using
from tests.games.teotihuacan.builder import Play, Side, teotihuacan
from tests.games.teotihuacan.catalogue import component, components, says_assumed
from tests.games.teotihuacan.random_games import play_random_games
from tests.games.teotihuacan.shamans import MODULES as SHAMANS
from tests.games.teotihuacan.shamans import altars, shaman

MODULES = ("seasons_of_progress",)
ASSUMED = [f"SE{n}" for n in range(1, 9)]


def turned_up(tile: str) -> Callable[[Teotihuacan], None]:
    """Lay out a season tile; the others are in the stack."""

    def prepare(s: Teotihuacan) -> None:
        """Lay them out."""
        own = part(s, Seasons)
        own.tile, own.stack = tile, [each for each in ASSUMED if each != tile]

    return prepare


def in_season(tile: str, **rest: Any) -> Play:
    """A table in the period of a season tile."""
    return teotihuacan(modules=MODULES, prepare=turned_up(tile), **rest)


def at_eclipse(tile: str, **rest: Any) -> Play:
    """A table whose Eclipse begins."""
    return in_season(tile, when="eclipse", nobles=(5, 4, 2), **rest)


def first_scores(table: Play) -> list[tuple[int, int]]:
    """The seats and points of the scores before the Eclipse itself."""
    names = [effect[0] for _, effect in table.trace]
    before = table.trace[: names.index("score_eclipse")]
    return [(seat, effect[1]) for seat, effect in before if effect[0] == "score"]


# The period


@pytest.mark.parametrize(("tile", "board", "good"), [("SE1", 2, "wood"), ("SE2", 3, "stone")])
def test_r34_more_of_a_resource(tile: str, board: int, good: str) -> None:
    """R34: tiles SE1 and SE2 bring 1 more after a main action on their board, and on no other."""
    start = {2: 5, 3: 1}
    for each, kind in ((2, "wood"), (3, "stone")):
        table = in_season(tile, red={"workers": [(start[each], 2)]})
        table.play(f"move {start[each]} 2 {each}", "main")
        assert table.goods() == {kind: 2 if kind == good else 1}
    table = in_season(tile, red={"workers": [(start[board], 2)]})
    table.play(f"move {start[board]} 2 {board}", "cocoa")
    assert table.goods() == {"cocoa": 1}


def test_b41_season_three() -> None:
    """B41: n 1, L 2 on board 4: 1 + 1 gold; the Eclipse starts with a point for a technology."""
    table = in_season("SE3", red={"workers": [(7, 2)]}).play("move 7 2 4", "main")
    assert table.goods() == {"gold": 2}
    red: Side = {"technologies": ["01", "03", "05"], "avenue": 2}
    table = at_eclipse("SE3", seats=2, red=red, yellow={"technologies": ["09"]})
    assert first_scores(table) == [(0, 3), (1, 1)]
    assert table.points() == 3 + 2


def test_r122_the_season_comes_after_the_technologies() -> None:
    """R122: and before the power-ups; it is not the gain of a technology."""
    red: Side = {"workers": [(5, 2)], "technologies": ["05", "07"]}
    table = in_season("SE1", red=red).play("move 5 2 2", "main")
    gains = [effect[0] for _, effect in table.trace]
    assert gains[gains.index("work") :] == [
        *("work", "gather", "gain", "gain_of_board", "gain", "gain", "score", "gain"),
        *("power_ups", "raise_power", "rest", "refill_display", "refill_decorations"),
        *gains[gains.index("refill_decorations") + 1 :],
    ]
    assert table.goods() == {"wood": 3, "cocoa": 1}


def test_r34_more_cocoa_and_a_lower_salary() -> None:
    """R34: SE4: 1 cocoa more for Collect Cocoa; the salary is 1 lower, never below 0."""
    table = in_season("SE4", red={"workers": [(5, 2)]}, yellow={"workers": [(8, 1)]})
    assert table.play("move 5 2 8", "cocoa").goods() == {"cocoa": 3}
    red: Side = {"workers": [(2, 4), (3, 1)], "cocoa": 5}
    table = at_eclipse("SE4", seats=2, red=red, yellow={"workers": [(2, 1)], "cocoa": 1})
    assert table.table.view()["salaries"][:2] == [2, 0]
    assert table.options == ["salary 0", "salary 1", "salary 2"]
    table.play("salary 2", "salary 0")
    assert (table.goods(), table.goods("yellow")) == ({"cocoa": 3}, {"cocoa": 1})
    assert first_scores(table) == []


def test_r34_both_options_of_a_worship_are_free() -> None:
    """R34: SE5: the cocoa for displacing a worker is still paid."""
    red: Side = {"workers": [(5, 2)]}
    table = in_season("SE5", red=red, tiles={2: "res2"}).play("move 5 2 2")
    assert {"worship red rite tile", "worship red tile rite"} <= set(table.options)
    table.play("worship red rite tile")
    assert (table.player().discoveries, table.temples(), table.goods()) == (
        ["res2"],
        {"red": 1},
        {},
    )
    there: Side = {"workers": [(2, 1, "red")]}
    table = in_season("SE5", red={**red, "cocoa": 1}, yellow=there, tiles={2: "res2"})
    table.play("move 5 2 2", "worship red rite tile")
    assert table.goods() == {}
    table = in_season("SE1", red=red, tiles={2: "res2"}).play("move 5 2 2")
    assert table.refused["worship red rite tile"] == "needs-more"


def test_r34_ascensions_score_more() -> None:
    """R34: SE6: 2 VP besides the reward."""
    table = in_season("SE6", red={"workers": [(5, 5)]}, do=power_up_any(1))
    table.play("power 5 5", "reward five_points")
    assert table.points() == 5 + 2


def test_r34_decorations_score_more() -> None:
    """R34: SE7: 1 VP after the main action."""
    red: Side = {"workers": [(8, 2)], "gold": 3}
    table = in_season("SE7", red=red, decorations=["DT15", "DT01", "DT02", "DT03"])
    table.play("move 8 2 7", "main", "decorate DT15 bottom")
    assert table.points() == 1 + 3 + 1


def test_r34_construction_scores_more() -> None:
    """R34: SE8: 1 VP once, whatever the number of tiles."""
    red: Side = {"workers": [(5, 2), (8, 2)], "stone": 4, "cocoa": 1}
    table = in_season("SE8", red=red, display=["P31", "P32", "P01"]).play("move 5 2 8", "main")
    table.play("build P31", "at 1 0 0 0", "build P32", "at 1 0 1 0")
    matches = sum(n for (_, n) in table.events("score")) - 1 - 1 - 1
    assert table.points() == matches + 1 + 1 + 1


def with_shamans(*, held: tuple[str, ...] = (), tile: str = "SE9") -> Play:
    """A table with altars in a season; red's shaman is at altar 4, yellow's at altar 2."""
    table = altars(
        red={"workers": [(5, 3)]},
        yellow={"workers": [(2, 1)]},
        shamans={"red": (4, 1), "yellow": (2, 1)},
        held={"red": held},
        modules=(*SHAMANS, *MODULES),
    )
    turned_up(tile)(table.state)
    return Play(table.state)


def test_season_nine_lets_a_shaman_skip_an_altar() -> None:
    """15.9: a Shaman turn may skip one altar; either space of the next one may be chosen."""
    table = with_shamans()
    assert table.offered("shaman") == ["2 1", "2 2", "3 1", "3 2"]
    assert with_shamans(tile="SE1").offered("shaman") == ["3 1", "3 2"]
    assert shaman(table.play("shaman 2 2")) == (2, 2, True)


def test_a_pushed_shaman_skips_no_altar_in_season_nine() -> None:
    """15.9: it still moves by one."""
    table = with_shamans().play("shaman 2 1")
    assert (table.asked, table.question) == ("yellow", "move_on")
    assert table.offered("shaman") == ["1 1", "1 2"]


def test_r129_season_nine_and_a_tile_for_the_shaman() -> None:
    """R129: the tile makes it two altars, the season two or three."""
    table = with_shamans(held=("shaman_plus1",)).play("use shaman_plus1")
    assert table.offered("shaman") == ["1 1", "1 2", "2 1", "2 2"]


# The Eclipse


HIGH: Side = {"workers": [(2, 4, "red"), (3, 5), (4, 3, "blue")], "cocoa": 9}


@pytest.mark.parametrize(
    ("tile", "side", "points"),
    [
        ("SE1", {"discoveries": ["res2", "vp4"], "used": ["res3"], "masks": [4]}, 2),
        ("SE2", {"track": 5}, 2),
        ("SE2", {"track": 1}, 0),
        ("SE3", {"technologies": ["01", "09"]}, 2),
        ("SE5", HIGH, 2),
        ("SE6", HIGH, 2),
        ("SE7", {"masks": [1, 2, 2, 4, 5, 6]}, 2),
        ("SE8", {"temples": {"blue": 2, "green": 7}}, 2),
    ],
)
def test_r34_points_at_the_eclipse(tile: str, side: Side, points: int) -> None:
    """R34: before step 1, and once only."""
    table = at_eclipse(tile, seats=2, red=side)
    assert first_scores(table) == ([(0, points)] if points else [])
    assert len(table.events("score_season")) == 1


def test_the_pyramid_track_is_counted_before_it_is_cleared() -> None:
    table = at_eclipse("SE2", seats=2, red={"track": 4}, yellow={"track": 3})
    assert first_scores(table) == [(0, 2), (1, 1)]
    assert [table.points(seat) for seat in ("red", "yellow")] == [2 + 4 + 16, 1 + 12]


def test_r123_great_discovery_tiles_do_not_count() -> None:
    """R123: as for all that counts discovery tiles (12.2)."""
    table = in_season("SE1", red={"discoveries": ["res2"]})
    table.player().discoveries.append("obsidian3")
    assert season_points(table.state, 0) == 1


def test_the_next_tile_is_turned_up_after_an_eclipse() -> None:
    """15.9: three tiles in three periods; none after the last Eclipse."""
    table = at_eclipse("SE3", seats=2)
    own = part(table.state, Seasons)
    assert (own.tile, own.past, len(own.stack)) == ("SE8", ["SE3"], 6)
    assert table.events("show_season") == [("show_season", "SE8")]
    table = at_eclipse("SE3", seats=2, eclipse=3)
    assert table.state.over
    assert (part(table.state, Seasons).tile, table.events("show_season")) == ("SE3", [])


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_r124_the_first_tile_lies_there_from_the_start(seats: int) -> None:
    """R124: before starting tiles are chosen."""
    tiles = set()
    for number in range(12):
        table = Table.new(TITLE, seats, MODULES, bytes([number] * 32))
        assert table.open[0].effect[0] == "pick_tile"
        own = part(table.state, Seasons)
        assert sorted([own.tile, *own.stack]) == ASSUMED
        tiles.add(own.tile)
    assert len(tiles) > 4


def test_r121_the_other_tiles_are_hidden() -> None:
    """R121: also those that no period will use."""
    table = Table.new(TITLE, 2, MODULES, bytes(32))
    own = part(table.state, Seasons)
    assert table.view()["seasons_of_progress"] == {"tile": own.tile, "past": [], "stack": 7}
    assert "seasons" in {each.pool for each in hidden_fields(table.state, 0)}


def test_a_whole_game_has_three_seasons() -> None:
    for seats in (1, 2, 3, 4):
        for s in play_random_games(seats, MODULES, 2):
            own = part(s, Seasons)
            assert len(own.past) == s.eclipse - 1
            assert len({own.tile, *own.past}) == s.eclipse


def test_the_dark_eclipse_changes_seasons_too() -> None:
    for s in play_random_games(3, (*MODULES, "dark_eclipse"), 2):
        assert len(part(s, Seasons).past) == s.eclipse - 1


# The Teotibot


def test_r34_the_teotibot_ignores_the_rule_of_the_period() -> None:
    """R34: 3 VP for a tile as without the season, 5 VP for an ascension."""
    bot: Side = {"stone": 2, "workers": [(8, 5), PRIEST]}
    table = using("construction", bot, modules=MODULES, prepare=turned_up("SE8"))
    assert table.points("yellow") == 3 + 5
    table = using("construction", bot, modules=MODULES, prepare=turned_up("SE6"))
    assert table.points("yellow") == 3 + 5


@pytest.mark.parametrize(
    ("tile", "bot", "points"),
    [
        ("SE3", {"technologies": ["05"], "workers": [PRIEST]}, 1),
        ("SE5", {"workers": [PRIEST, (2, 3)]}, 1),
        ("SE6", {"workers": [PRIEST, (2, 4), (3, 5)]}, 2),
        ("SE8", {"temples": {"blue": 3}, "workers": [PRIEST]}, 1),
    ],
)
def test_r34_the_teotibot_scores_at_the_eclipse(tile: str, bot: Side, points: int) -> None:
    """R34: like a player; SE4 changes nothing for it."""
    table = at_eclipse(tile, seats=1, red={"cocoa": 1}, yellow=bot)
    assert first_scores(table) == [(1, points)]
    assert table.table.view()["salaries"][1] == 0


# Tables and texts


def test_season_nine_needs_the_shamans() -> None:
    """Its source is the rulebook of Expansion Period; without the module it stays in the box."""
    assert SEASONS["SE9"].needs == ["altars_and_shamans"]
    assert (SEASONS["SE9"].altars, SEASONS["SE9"].assumed) == (1, False)
    for modules, count in ((MODULES, 8), ((*SHAMANS, *MODULES), 9)):
        own = part(Table.new(TITLE, 2, modules, bytes(32)).state, Seasons)
        assert len({own.tile, *own.stack}) == count


def test_the_ruleset_marks_what_is_assumed() -> None:
    """R34: tiles SE1 to SE8; the description says so too."""
    assert [each["id"] for each in components("season") if each["assumed"]] == ASSUMED
    assert not component("season", "SE9")["assumed"]
    assert says_assumed(MODULE.name)


def test_greedy_bots_see_the_points_of_the_season() -> None:
    table = at_eclipse("SE3", seats=2, eclipse=3, red={"technologies": ["01", "03"]})
    assert MODULE.value(table.state, 0) == 0
    table = in_season("SE3", red={"technologies": ["01", "03"], "workers": [(5, 1)]})
    assert MODULE.value(table.state, 0) == 2
