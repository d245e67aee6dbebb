"""Modules of Teotihuacan that meet: transcripts from the rules of two or three of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from engine.codec import decode, encode
from engine.module import part
from games.teotihuacan import TITLE
from games.teotihuacan.bot_workers import raise_and_advance
from games.teotihuacan.box import every_effect
from games.teotihuacan.eclipse import MOST_OWED, owed
from games.teotihuacan.goods import MOST_TAKEN
from games.teotihuacan.modules.height_of_development.heights import Heights
from games.teotihuacan.modules.priests_and_priestesses.priests import PRIESTS, office
from games.teotihuacan.modules.seasons_of_progress.seasons import Seasons
from games.teotihuacan.modules.teotibot_movement.column import Column
from games.teotihuacan.state import Teotihuacan
from tests.games.teotihuacan.automa import PRIEST
from tests.games.teotihuacan.builder import SEATS, Laid, Play, Side, teotihuacan
from tests.games.teotihuacan.priests import M1, lay_out_priests, with_priest
from tests.games.teotihuacan.shamans import MODULES as SHAMANS
from tests.games.teotihuacan.shamans import ONE, Place, altars, shaman

SEASONS = "seasons_of_progress"
KEEPER, RAISER, RUNNER = "tonacacihuatl", "xiuhtecuhtli", "ehecatl"
"""Priests 08, 12 and 07."""

ORANGE = {"orange": "BT1"}

GROUND: list[Laid] = [
    (f"P{4 * row + column + 1:02}", 1, row, column, 0) for row in range(4) for column in range(4)
]
"""The whole first level of the pyramid."""


def reloaded(table: Play) -> Play:
    """The same table, saved and loaded again."""
    return Play(cast(Teotihuacan, decode(TITLE.state, encode(table.state))))


# Shamans


def test_saving_within_a_chain_of_pushes_changes_nothing() -> None:
    """14, 15.9: in season SE9 yellow skips altar 2; three pushed shamans go on by one altar."""
    shamans: dict[str, Place] = {
        "yellow": (3, 1),
        "red": (1, 1),
        "blue": (4, 2, False),
        "green": (3, 2),
    }
    laid = ["ALT4", "ALT1", "ALT2", "ALT3"]
    table = altars(yellow=ONE, shamans=shamans, laid=laid, modules=(*SHAMANS, SEASONS))
    part(table.state, Seasons).tile = "SE9"
    table = reloaded(table)
    asked = []
    for step in ("shaman 1 1", "shaman 4 2", "shaman 3 2", "shaman 2 1"):
        asked.append(table.asked)
        before = table
        table = reloaded(table).play(step)
        assert encode(before.play(step).state) == encode(table.state)
    assert asked == ["yellow", "red", "blue", "green"]
    places = [shaman(table, seat) for seat in SEATS]
    assert places == [(4, 2, True), (1, 1, True), (2, 1, True), (3, 2, True)]
    assert [table.goods(seat) for seat in SEATS] == [{}, {"obsidian": 2}, {}, {}]


@pytest.mark.parametrize(
    ("way", "stands"), [("rite", False), ("tile rite", False), ("rite tile", True)]
)
def test_priest_12_helps_at_the_mansion(way: str, stands: bool) -> None:
    """13, 14, R119: P = 2 + a worker there + the shaman; a mask stands it up again."""
    modules = (*SHAMANS, "mansion", M1)
    red: Side = {"workers": [(4, 2), (1, 3)], "cocoa": 1}
    table = altars(red=red, shamans={"red": (1, 1, False)}, modules=modules, tiles={1: "mask8"})
    office(table.state, 0).priest = RAISER
    table = reloaded(table).play("move 4 2 1", f"worship right {way}")
    assert [effect[2] for effect in table.events("use_royal")] == [4]
    if "tile" in way:
        assert table.player().masks == [8]
    assert shaman(table) == (1, 1, stands)


@pytest.mark.parametrize("priest", ["", RUNNER])
def test_r90_no_tile_pays_for_unlocking_in_a_shaman_turn(priest: str) -> None:
    """R5, R90: nor for a player whose priest forbids to pay for it, in any turn."""
    red: Side = {"workers": [(5, 3), (4, 1, "blue")], "discoveries": ["free_cocoa", "res2"]}
    modules = (*SHAMANS, "wide_free_cocoa", M1)
    table = altars(red=red, shamans={"red": (1, 1)}, modules=modules)
    office(table.state, 0).priest = priest
    table = reloaded(table)
    assert table.refused.get("free unlock") == ("priest-forbids" if priest else None)
    table.play("shaman 4 1")
    assert table.options == ["use res2", "end"]
    assert table.refused["free unlock"] == "shaman-turn"


# Seasons


def test_r124_the_next_season_comes_before_the_gains_of_priest_08() -> None:
    """R124: an ascension by a starting tile after the Eclipse belongs to the new period."""

    def prepare(s: Teotihuacan) -> None:
        """Give red the priest with tile ST6, and end season SE6."""
        lay_out_priests(s, 0, KEEPER, ("ST6", "ST13"))
        part(s, Seasons).tile, part(s, Seasons).stack = "SE6", ["SE1"]

    red: Side = {"workers": [(3, 5)], "cocoa": 2}
    table = teotihuacan(2, modules=(M1, SEASONS), prepare=prepare, when="eclipse", red=red)
    table.play("salary 2")
    assert (table.question, part(table.state, Seasons).tile) == ("take_later", "SE1")
    before = table.points()
    table.play("gain ST6", "power 3 5", "reward five_points")
    assert table.points() == before + 5


# The orange temple


def test_the_orange_great_tile_brings_an_ability() -> None:
    """12.2, 15.8: a step on any temple and one on the orange one."""
    red: Side = {"workers": [(5, 2)], "discoveries": ["temple_any_orange"]}
    red["temples"] = {"orange": 3}
    modules = ("obsidian", "height_of_development")
    table = teotihuacan(modules=modules, bonus_tiles=ORANGE, red=red).play("use temple_any_orange")
    assert table.offered("step") == ["blue", "red", "green", "orange"]
    table.play("step orange", "ability ability_masks")
    assert part(table.state, Heights).sides[0].abilities == ["ability_masks"]
    assert (table.temples(), table.goods()) == ({"orange": 5}, {"cocoa": 2})


def test_worship_on_the_conquest_board_with_the_sidebar() -> None:
    """5, 15.1, 15.8: 1 cocoa for displacing, 1 for both options, 1 for the tile."""
    modules = ("obsidian", "height_of_development", "empire_expansion")
    red: Side = {"workers": [(8, 2)], "cocoa": 3, "temples": {"orange": 2}}
    yellow: Side = {"workers": [(6, 1, "orange")]}
    table = teotihuacan(
        modules=modules, bonus_tiles=ORANGE, red=red, yellow=yellow, tiles={6: "res3"}
    )
    table.play("move 8 2 6", "worship orange tile rite", "take 1 gold")
    assert (table.player().discoveries, table.goods()) == (["res3"], {"gold": 1})
    assert (table.workers(), table.workers("yellow")) == ([(6, 2, "orange")], [(6, 1)])
    assert table.state.tiles["6"] is not None


# The largest numbers


def test_no_priest_brings_a_higher_salary_than_is_known() -> None:
    """10.3, 15.10: four workers of power 5, and a lying shaman or 1 cocoa more for each worker."""
    red: Side = {"workers": [(1, 5), (2, 5), (3, 5), (4, 5)]}
    found = {}
    for priest in PRIESTS:
        table = altars(red=red, shamans={"red": (1, 1, False)}, modules=(*SHAMANS, M1))
        office(table.state, 0).priest = priest
        found[priest] = owed(table.state, 0)
    assert {priest for priest, n in found.items() if n > 8} == {"huitzilopochtli", RAISER}
    assert max(found.values()) == MOST_OWED


def test_no_royal_tile_gives_more_resources_than_are_known() -> None:
    """9.1, 13, 14: P = 5 + 3 workers in the Mansion + the shaman."""
    red: Side = {"workers": [(4, 5), (1, 1), (1, 1), (1, 1)], "cocoa": 2, "wood": 1}
    modules = (*SHAMANS, "mansion")
    table = altars(red=red, shamans={"red": (1, 1)}, modules=modules, royal={"left": "07"})
    table.play("move 4 5 1", "worship left rite")
    assert table.question == "gain_any"
    assert f"take {MOST_TAKEN} wood" in table.options
    assert f"take {MOST_TAKEN - 1} wood" in table.refused
    written = every_effect([TITLE.all_components(), TITLE.all_tables()])
    given = [effect[1] for _, found in written for effect in found if effect[0] == "gain_any"]
    assert max(given) <= MOST_TAKEN


# Boards on which power matters


@pytest.mark.parametrize(
    ("wood", "stone", "possible"), [(1, 1, True), (2, 0, True), (1, 0, False), (0, 3, False)]
)
def test_priest_08_builds_with_the_discounts(wood: int, stone: int, possible: bool) -> None:
    """15.10, 15.7: 1 wood for the action, then 2 stone and 1 wood less 2 on level 2."""
    red: Side = {"workers": [(5, 4), (2, 1, "red")], "cocoa": 3, "technologies": ["15"]}
    red["wood"], red["stone"] = wood, stone
    display = ["P31", "P32", "P30"]
    table = with_priest(KEEPER, modules=("development",), red=red, pyramid=GROUND, display=display)
    table.play("move 5 4 8")
    assert ("main" in table.options) == possible
    if possible:
        table.play("main", "build P31", "at 2 0 0 0")
        if table.question == "save":
            table.play("save stone")
        assert table.goods() == {"cocoa": 3}


def test_priest_08_pays_wood_for_a_decoration_of_architecture() -> None:
    """15.10, 15.7: 1 cocoa and 1 wood, 2 gold for two workers, 2 VP for the lowest power 1."""
    red: Side = {"workers": [(8, 5), (7, 1)], "gold": 2, "wood": 1, "cocoa": 1}
    decorations = ["DT15", "DT01", "DT02", "DT03"]
    table = with_priest(KEEPER, modules=("architecture",), red=red, decorations=decorations)
    table.play("move 8 5 7", "main", "decorate DT15 bottom")
    assert (table.goods(), table.points()) == ({}, 1 + 2)


def test_priest_04_adds_a_worker_but_no_power_on_architecture() -> None:
    """15.10, 15.7: a worker of power 5 counts as two: 2 gold and 5 VP."""
    red: Side = {"workers": [(8, 5)], "gold": 2}
    decorations = ["DT15", "DT01", "DT02", "DT03"]
    table = with_priest("oxomoco", modules=("architecture",), red=red, decorations=decorations)
    table.play("move 8 5 7", "main", "decorate DT15 bottom")
    assert (table.goods(), table.points()) == ({}, 1 + 5)


# The Teotibot


@pytest.mark.parametrize(
    ("distances", "to"), [([1, 1, 2, 3], 3), ([2, 1, 1, 3], 5), ([3, 1, 2, 1], 2)]
)
def test_a_reborn_worker_of_power_2_advances_by_the_direction_tile(
    distances: Sequence[int], to: int
) -> None:
    """15.6, 15.8: with ability 1, from board 1 as far as the top tile says."""

    def prepare(s: Teotihuacan) -> None:
        """Lay out the column and the ability."""
        part(s, Column).distances = list(distances)
        part(s, Heights).sides[1].abilities = ["ability_rebirth"]

    modules = ("teotibot_movement", "height_of_development")
    bot: Side = {"workers": [(5, 5), PRIEST]}
    do = raise_and_advance(5, 5)
    table = teotihuacan(
        1, modules=modules, bonus_tiles=ORANGE, yellow=bot, actor=1, do=do, prepare=prepare
    )
    assert table.workers("yellow") == sorted([(to, 2), PRIEST], key=str)
