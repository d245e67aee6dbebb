"""Standing shamans in main actions and at the Mansion, and the shaman of the Teotibot (14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.module import part
from games.teotihuacan.box import box
from games.teotihuacan.eclipse import owed
from games.teotihuacan.modules.altars_and_shamans.automa import move_bot_shaman
from games.teotihuacan.modules.obsidian.great import GreatTiles
from tests.games.teotihuacan.automa import EXAMPLE, PRIEST, act
from tests.games.teotihuacan.builder import Play, Side
from tests.games.teotihuacan.shamans import HARDER, MODULES, ONE, Place, altars, shaman


def build(table: Play) -> None:
    """Lay the first tile on display on the first place."""
    table.play(f"build {table.state.display[0]}")
    table.play(table.options[0])


# Standing shamans


def test_a_standing_shaman_builds_along() -> None:
    """E12: one worker and the shaman are two; up to two tiles and one power-up; then it lies."""
    red: Side = {"workers": [(5, 3)], "stone": 4}
    table = altars(red=red, shamans={"red": (3, 1)}).play("move 5 3 8", "main")
    assert table.state.now.counted == 2
    build(table)
    assert shaman(table) == (3, 1, True)
    build(table)
    assert shaman(table) == (3, 1, False)
    assert (table.workers(), len(table.state.pyramid)) == ([(8, 4)], 2)


@pytest.mark.parametrize("workers", [2, 3])
def test_at_most_three_are_counted(workers: int) -> None:
    """E12, R51: the shaman lies down also where it adds nothing."""
    red: Side = {"workers": [(5, 3), *[(8, 1)] * (workers - 1)], "cocoa": 1, "stone": 2}
    table = altars(red=red, shamans={"red": (4, 2)}).play("move 5 3 8", "main")
    assert table.state.now.counted == 3
    build(table)
    table.play("power 8 1", "power 8 2")
    assert shaman(table) == (4, 2, False)
    assert sum(power for _, power, *_ in table.workers()) == 3 + workers - 1 + 2


def test_a_standing_shaman_gathers_with_the_lowest_power() -> None:
    """E13 with the boards of module 6: the row of two workers, the column of power 5."""
    table = altars(red={"workers": [(1, 5)]}, shamans={"red": (2, 1)})
    table.play("move 1 5 3", "main", "reward five_points")
    assert (table.goods(), table.points()) == ({"stone": 2, "obsidian": 1}, 2 + 5)
    assert shaman(table) == (2, 1, False)


@pytest.mark.parametrize("place", [(2, 1, False), (2, 2), (3, 1)])
def test_lying_shamans_and_those_that_point_elsewhere_do_not_count(place: Place) -> None:
    """14: and they stay as they are."""
    table = altars(red={"workers": [(1, 5)]}, shamans={"red": place})
    table.play("move 1 5 3", "main", "reward five_points")
    assert table.goods() == {"stone": 1, "obsidian": 1}
    assert table.events("lay_down") == []


def test_only_a_main_action_lays_the_shaman_down() -> None:
    """14: it counts neither for cocoa nor as a colour, and worship leaves it."""
    table = altars(red={"workers": [(1, 2)]}, yellow=ONE, shamans={"red": (2, 1)})
    table.play("move 1 2 3", "cocoa")
    assert (table.goods(), shaman(table)) == ({"cocoa": 1}, (2, 1, True))
    table = altars(red={"workers": [(1, 2)]}, shamans={"red": (2, 1)})
    table.play("move 1 2 3", "worship green rite")
    assert shaman(table) == (2, 1, True)
    assert owed(table.state, 0) == 1


def test_the_shaman_opens_the_second_row_of_alchemy() -> None:
    """14: with a single worker, which is powered up too."""
    ring = [1, 5, 3, 2, 8, 7, 6, 4]
    table = altars(red={"workers": [(1, 2)], "gold": 2}, shamans={"red": (2, 1)}, ring=ring)
    table.play("move 1 2 5", "main", "technology 09")
    assert table.player().technologies == ["09"]
    assert table.workers() == [(5, 3)]
    table = altars(red={"workers": [(1, 2)], "gold": 2}, shamans={"red": (2, 1, False)}, ring=ring)
    table.play("move 1 2 5", "main")
    assert table.refused["technology 09"] == "row-too-high"


def test_the_shaman_makes_decorations_cheaper() -> None:
    """14: also where the gold suffices for two workers only."""
    red: Side = {"workers": [(2, 2)], "gold": 2}
    assert "main" in altars(red=red, shamans={"red": (4, 1)}).play("move 2 2 7").options
    lying = altars(red=red, shamans={"red": (4, 1, False)}).play("move 2 2 7")
    assert lying.refused["main"] == "action-impossible"


def test_a_shaman_that_stands_up_during_the_action_does_not_count() -> None:
    """R56: the workers were counted when the action began; the shaman stays up."""
    red: Side = {"workers": [(5, 3), (8, 3)], "cocoa": 1, "stone": 4}
    table = altars(red=red, shamans={"red": (3, 1, False)}, held={"red": ["cocoa2_stand"]})
    table.play("move 5 3 8", "main")
    build(table)
    table.play("use cocoa2_stand", "done", "power 8 3")
    assert table.workers() == [(8, 3), (8, 4)]
    assert shaman(table) == (3, 1, True)


@pytest.mark.parametrize(
    ("modules", "place", "cocoa", "stands"),
    [
        (MODULES, (1, 1), 3, True),
        ((*MODULES, "mansion"), (1, 1), 4, False),
        ((*MODULES, "mansion"), (2, 2), 4, False),
        ((*MODULES, "mansion"), (1, 1, False), 3, False),
        ((*MODULES, "mansion"), (2, 1), 3, True),
    ],
)
def test_the_shaman_helps_with_royal_tiles_of_the_mansion_only(
    modules: tuple[str, ...], place: Place, cocoa: int, stands: bool
) -> None:
    """14: P grows by 1, and the shaman lies down; at the Palace it does nothing."""
    table = altars(red={"workers": [(4, 2)]}, shamans={"red": place}, modules=modules)
    table.play("move 4 2 1", "worship right rite")
    assert table.goods() == {"cocoa": cocoa}
    assert shaman(table)[2] == stands


# The Teotibot


def against(great: Sequence[str], *, bot: Side | None = None, **rest: Any) -> Play:
    """A table on which the shaman of the Teotibot has moved from altar 2 to altar 1."""
    rest = {"laid": ["ALT1", "ALT2", "ALT3", "ALT4"], "do": move_bot_shaman()} | rest
    shamans = {"red": (4, 1), "yellow": (2, 1, False)} | rest.pop("shamans", {})
    return altars(1, yellow=bot, actor=1, great={1: great}, shamans=shamans, **rest)


def test_the_teotibot_takes_a_mask_that_it_lacks() -> None:
    """E23, R31: for nothing."""
    table = against(["obsidian3", "mask8"])
    assert (table.player("yellow").masks, table.state.piles["altar 1"]) == ([8], ["obsidian3"])
    assert shaman(table, "yellow") == (1, 1, False)
    assert table.goods("yellow") == {}


@pytest.mark.parametrize(("modules", "gained"), [(MODULES, {}), (HARDER, {"obsidian": 1})])
def test_the_teotibot_discards_the_top_tile(
    modules: tuple[str, ...], gained: dict[str, int]
) -> None:
    """E23, R93: if it has the mask; in the harder game it gains an obsidian."""
    table = against(["obsidian3", "mask8", "powerup3"], masks=[8], modules=modules)
    assert table.state.piles["altar 1"] == ["obsidian3", "mask8"]
    assert part(table.state, GreatTiles).discarded == ["powerup3"]
    assert (table.player("yellow").masks, table.goods("yellow")) == ([8], gained)


@pytest.mark.parametrize(("laid", "space"), [("ALT1", 2), ("ALT3", 1)])
def test_the_teotibot_gains_at_an_altar_without_tiles(laid: str, space: int) -> None:
    """R31: it goes to the other space, and does not use what that gives."""
    table = against([], laid=[laid] * 4, modules=HARDER)
    assert shaman(table, "yellow") == (1, space, False)
    assert table.goods("yellow") == {"obsidian": 2}


def test_the_teotibot_pushes_the_shaman_of_the_player() -> None:
    """R31: the player chooses before the Teotibot takes anything."""
    table = against(["mask8"], shamans={"red": (1, 1, False)})
    assert (table.asked, table.options) == ("red", ["shaman 4 1", "shaman 4 2"])
    assert table.player("yellow").masks == []
    table.play("shaman 4 2")
    assert (shaman(table), table.goods()) == ((4, 2, True), {})
    assert table.player("yellow").masks == [8]


def test_the_player_pushes_the_shaman_of_the_teotibot() -> None:
    """R93: to the next discovery space, with or without tiles; it gains an obsidian."""
    shamans: dict[str, Place] = {"red": (1, 1), "yellow": (4, 1, False)}
    table = altars(1, red=ONE, shamans=shamans).play("shaman 4 1")
    assert shaman(table, "yellow") == (3, 2, False)
    assert (table.goods("yellow"), table.goods()) == ({"obsidian": 1}, {"obsidian": 2})


def test_the_action_tile_of_the_teotibot() -> None:
    """14: the new tile takes the place of the old one; the shaman moves in either case."""
    shamans: dict[str, Place] = {"red": (4, 1), "yellow": (2, 1, False)}
    rest: dict[str, Any] = {"shamans": shamans, "great": {1: ["mask8"]}, "actor": 1}
    bot: Side = {"workers": [(4, 2), (6, 2), PRIEST], "wood": 1}
    do = act("masks_shaman")
    table = altars(1, yellow=bot, tiles={2: "mask4"}, do=do, stack=["res2"], **rest)
    assert table.player("yellow").masks == [4, 8]
    assert table.goods("yellow") == {}
    table = altars(1, yellow=bot, do=do, **rest)
    assert table.player("yellow").masks == [8]
    assert table.goods("yellow") == {"wood": 1, "cocoa": 5}
    found = set(box(table.state).action_tiles)
    assert found == {*EXAMPLE, "action_masks_shaman"} - {"action_masks"}
