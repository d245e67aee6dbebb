"""Palenque and Yaxchilan: every action with every level of its technologies (7.1, 7.2, 11)."""

from __future__ import annotations

from typing import cast

import pytest

from tests.games.tzolkin import facts
from tests.games.tzolkin.builder import Play, Side, tzolkin

LEVELS = range(4)
HARVEST_CORN = [0, 1, 1, 3]
FISHING_CORN = [0, 0, 1, 1]
EXTRACTION = {"wood": [0, 1, 1, 1], "stone": [0, 0, 1, 1], "gold": [0, 0, 0, 1]}
BURNS = ["burn chaac", "burn quetzalcoatl", "burn kukulkan"]
GROUPS = [2, 3, 4, 5]
WOODED = [3, 4, 5]

groups = pytest.mark.parametrize("group", GROUPS)
wooded = pytest.mark.parametrize("group", WOODED)
levels = pytest.mark.parametrize("level", LEVELS)


def at(group: int, corn: int, wood: int, **me: int) -> Play:
    """Return a table: a worker on an action of Palenque, asked what to harvest."""
    table = tzolkin(
        me=cast(Side, me), gears={"palenque": {group: "me"}}, jungle={group: (corn, wood)}
    )
    table.play(f"pick palenque {group}")
    assert f"palenque {group}" in table.options
    return table


def answer(table: Play, group: int, step: str) -> None:
    table.play(f"palenque {group}", step)
    assert table.asked == "left"


@levels
def test_fishing(level: int) -> None:
    """3 corn, a corn more from Agriculture 2 on; no tile."""
    table = tzolkin(me={"agriculture": level}, gears={"palenque": {1: "me"}})
    table.play("pick palenque 1", "palenque 1")
    assert table.goods() == {"corn": 3 + FISHING_CORN[level]}
    assert table.player().harvested == {"corn": 0, "wood": 0}


@groups
@levels
def test_harvesting_an_uncovered_corn_tile(group: int, level: int) -> None:
    corn = facts.HARVEST[group][0] + HARVEST_CORN[level]
    table = at(group, 2, 0, agriculture=level, resource_extraction=3)
    answer(table, group, "harvest corn")
    assert table.goods() == {"corn": corn}
    assert table.state.jungle[group] == {"corn": 1, "wood": 0}
    assert table.player().harvested == {"corn": 1, "wood": 0}


@wooded
@levels
def test_harvesting_wood(group: int, level: int) -> None:
    wood = facts.HARVEST[group][1] + EXTRACTION["wood"][level]
    table = at(group, 3, 3, agriculture=3, resource_extraction=level)
    answer(table, group, "harvest wood")
    assert table.goods() == {"wood": wood}
    assert table.state.jungle[group] == {"corn": 3, "wood": 2}
    assert table.player().harvested == {"corn": 0, "wood": 1}


@wooded
@levels
@pytest.mark.parametrize("burn", BURNS)
def test_burning(group: int, level: int, burn: str) -> None:
    corn = facts.HARVEST[group][0] + HARVEST_CORN[level]
    table = at(group, 3, 3, agriculture=level, resource_extraction=3, chaac=2, kukulkan=1)
    before = dict(table.player().temples)
    answer(table, group, burn)
    assert table.goods() == {"corn": corn}
    assert table.state.jungle[group] == {"corn": 2, "wood": 2}
    assert table.player().harvested == {"corn": 1, "wood": 0}
    temple = burn.split()[1]
    assert table.player().temples == before | {temple: before[temple] - 1}


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize(
    ("group", "left"), [(2, 0), (3, 0), (4, 0), (5, 0), (3, 2), (4, 2), (5, 2)]
)
def test_harvesting_without_a_tile(group: int, level: int, left: int) -> None:
    """From Agriculture 2 on, with no corn tile uncovered or none left at all."""
    corn = facts.HARVEST[group][0] + HARVEST_CORN[level]
    table = at(group, left, left, agriculture=level, resource_extraction=3)
    answer(table, group, "harvest no-tile")
    assert table.goods() == {"corn": corn}
    assert table.state.jungle[group] == {"corn": left, "wood": left}
    assert table.player().harvested == {"corn": 0, "wood": 0}


@wooded
@pytest.mark.parametrize("level", [0, 1])
def test_a_fresh_group_gives_wood_or_is_burned(group: int, level: int) -> None:
    table = at(group, 4, 4, agriculture=level)
    table.play(f"palenque {group}")
    assert table.options == ["harvest wood", *BURNS]
    assert table.refused == {
        "harvest corn": "no-uncovered-corn",
        "harvest no-tile": "tile-must-be-taken",
    }


@wooded
@pytest.mark.parametrize("level", [2, 3])
def test_d17_an_uncovered_tile_must_be_taken(group: int, level: int) -> None:
    """D17: no harvest without a tile then; burning stays as long as there is wood."""
    table = at(group, 3, 2, agriculture=level)
    table.play(f"palenque {group}")
    assert table.options == ["harvest corn", "harvest wood", *BURNS]
    assert table.refused == {"harvest no-tile": "tile-must-be-taken"}


def test_d17_in_the_group_without_wood_there_is_no_choice() -> None:
    """D17: the tile is taken without a question."""
    table = at(2, 3, 0, agriculture=3)
    answer(table, 2, "harvest corn")
    assert table.state.jungle[2] == {"corn": 2, "wood": 0}


@wooded
def test_d18_nobody_burns_with_all_markers_at_the_bottom(group: int) -> None:
    """D18: there is no god left to anger."""
    table = at(group, 3, 2, chaac=-1, quetzalcoatl=-1, kukulkan=-1)
    table.play(f"palenque {group}")
    assert table.options == ["harvest corn", "harvest wood"]
    assert [table.refused[burn] for burn in BURNS] == ["temple-at-bottom"] * 3


@wooded
def test_d18_only_markers_above_the_bottom_go_down(group: int) -> None:
    """D18: the other temples are refused."""
    table = at(group, 4, 4, chaac=-1, kukulkan=-1)
    table.play(f"palenque {group}")
    assert table.options == ["harvest wood", "burn quetzalcoatl"]
    assert table.refused["burn chaac"] == "temple-at-bottom"


@wooded
def test_d53_burning_beside_an_uncovered_tile(group: int) -> None:
    """D53: allowed, and it takes wood and corn of another cell."""
    table = at(group, 4, 3)
    answer(table, group, "burn quetzalcoatl")
    assert table.goods() == {"corn": facts.HARVEST[group][0]}
    assert table.state.jungle[group] == {"corn": 3, "wood": 2}
    assert table.player().harvested == {"corn": 1, "wood": 0}


@wooded
@pytest.mark.parametrize("level", [2, 3])
def test_burning_while_no_tile_is_uncovered_stays_possible_with_agriculture(
    group: int, level: int
) -> None:
    table = at(group, 4, 4, agriculture=level)
    table.play(f"palenque {group}")
    assert table.options == ["harvest no-tile", "harvest wood", *BURNS]
    assert table.refused == {"harvest corn": "no-uncovered-corn"}


@groups
@pytest.mark.parametrize("level", [0, 1])
def test_an_empty_group_cannot_be_harvested(group: int, level: int) -> None:
    """Neither the action nor any other of the space is performed: nothing is asked."""
    table = tzolkin(
        me={"agriculture": level}, gears={"palenque": {group: "me"}}, jungle={group: (0, 0)}
    )
    table.play(f"pick palenque {group}")
    assert table.asked == "left"
    assert table.goods() == {}


def test_an_empty_group_is_refused_beside_another_action() -> None:
    table = tzolkin(me={"corn": 1}, gears={"palenque": {3: "me"}}, jungle={3: (0, 0)})
    table.play("pick palenque 3")
    assert table.options == ["palenque 2", "nothing"]
    assert table.refused["palenque 3"] == "nothing-to-do"
    assert table.refused["palenque 1"] == "needs-more"


@pytest.mark.parametrize("action", facts.MOUNTAINS)
@pytest.mark.parametrize(
    "track", ["resource_extraction", "theology", "agriculture", "architecture"]
)
@levels
def test_yaxchilan(action: int, track: str, level: int) -> None:
    """Only Extraction adds blocks, each kind from its level on; only Theology 3 adds skulls."""
    table = tzolkin(me=cast(Side, {track: level}), gears={"yaxchilan": {action: "me"}})
    table.play(f"pick yaxchilan {action}", f"yaxchilan {action}")
    expected = dict(facts.MOUNTAINS[action])
    for kind in expected:
        if track == "resource_extraction" and kind in EXTRACTION:
            expected[kind] += EXTRACTION[kind][level]
        if track == "theology" and kind == "skull":
            expected[kind] += level == 3
    assert table.goods() == expected


@pytest.mark.parametrize(
    ("bank", "level", "taken"), [(0, 0, 0), (0, 3, 0), (1, 3, 1), (2, 3, 2), (1, 0, 1)]
)
def test_skulls_are_capped_by_the_bank(bank: int, level: int, taken: int) -> None:
    """R58: with an empty bank the action may be chosen and gives nothing."""
    table = tzolkin(me={"theology": level}, gears={"yaxchilan": {4: "me"}}, bank_skulls=bank)
    turn = table.play("pick yaxchilan 4", "yaxchilan 4")
    assert (0, ("receive_skulls", taken)) in turn.trace
    assert table.goods().get("skull", 0) == taken
    assert table.state.skulls == bank - taken


def test_extraction_needs_its_source() -> None:
    """Nothing extra from the market, a cave, a tile, or when corn is harvested."""
    table = tzolkin(
        me={"corn": 2, "skull": 1, "resource_extraction": 3},
        gears={"uxmal": {2: "me"}, "chichen_itza": {6: "me"}},
    )
    table.play("pick uxmal 2", "uxmal 2", "buy wood")
    table.play("pick chichen_itza 6", "chichen_itza 6", "take 1 gold")
    assert table.goods() == {"wood": 1, "gold": 1}
