"""Empire Expansion (M9): the benefits of regions, special masks, and the Teotibot (15.3, 15.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import NOBODY
from engine.module import part
from engine.table import Turn
from games.teotihuacan.box import box
from games.teotihuacan.modules.empire_expansion.automa import raise_highest
from games.teotihuacan.modules.empire_expansion.benefits import power_up_different, step_different
from games.teotihuacan.modules.empire_expansion.conquest import settle
from games.teotihuacan.modules.empire_expansion.territory import TABLE
from games.teotihuacan.modules.empire_expansion.warriors import place_warriors
from games.teotihuacan.modules.obsidian.great import GreatTiles
from games.teotihuacan.scoring import mask_points
from tests.games.teotihuacan.automa import EXAMPLE, PRIEST, UNABLE
from tests.games.teotihuacan.builder import Play, Stand, side
from tests.games.teotihuacan.empire import (
    MODULES,
    automa,
    board_of,
    built,
    empire,
    warriors,
)

AT_CONQUEST: list[Stand] = [(6, 2), (4, 1), (8, 1), PRIEST]
"""Workers of the Teotibot, one of them on Conquest."""


def settling(region: int, **rest: Any) -> Play:
    """A table on which red builds in a region."""
    return empire(do=settle(region), on={region: "red"}, **rest)


# Regions 1 to 11


def test_region_1() -> None:
    table = settling(1)
    assert (table.points(), table.goods()) == (1, {"obsidian": 1, "cocoa": 1})
    assert table.player().avenue == 1


def test_region_2() -> None:
    table = settling(2).play("step red")
    assert (table.points(), table.temples()) == (1 + 1, {"red": 1})


STACK = ["vp4", "mask1", "res2", "mask4"]
"""Drawn from the end."""


def test_region_3_shows_three_tiles() -> None:
    """15.3: drawn after the building is put; a claim is paid; the others are shuffled back."""
    table = settling(3, red=side(wood=1), stack=STACK)
    assert table.events("show_drawn") == [("show_drawn", ("mask4", "res2", "mask1"))]
    assert table.state.piles["drawn"] == ["mask4", "res2", "mask1"]
    assert built(table) == {3: "red"}
    assert table.offered("claim") == ["mask4", "res2"]
    assert (table.refused["claim mask1"], table.refused["claim vp4"]) == ("needs-more", "not-there")
    table.play("claim mask4")
    assert (table.player().masks, table.goods(), table.points()) == ([4], {}, 1)
    assert sorted(table.state.discovery_stack) == ["mask1", "res2", "vp4"]
    assert "drawn" not in table.state.piles


def test_region_3_may_be_declined() -> None:
    table = settling(3, red=side(wood=1), stack=STACK).play("pass")
    assert sorted(table.state.discovery_stack) == sorted(STACK)
    assert table.player().avenue == 1


def test_region_3_with_few_tiles_left() -> None:
    """R20: the discards are shuffled into a new stack; if that is too small, fewer are drawn."""
    table = settling(3, stack=["vp4"])
    assert table.events("show_drawn") == [("show_drawn", ("vp4",))]
    assert table.state.discovery_stack == ["vp4"]
    assert settling(3, stack=[]).events("show_drawn") == [("show_drawn", ())]


def test_drawing_is_a_reveal() -> None:
    """What was drawn is known, so the turn is complete there, and an undo needs consent."""
    table = empire(red=side(workers=[(8, 2)], wood=2), on={3: "red"}, in_hand=0, stack=STACK)
    table.play("move 8 2 6", "main")
    turn = Turn()
    table.table.play(0, ["settle 3"], turn)
    assert turn.reveals
    assert turn.complete
    assert table.table.open[0].effect[0] == "claim_find"


def test_e17_region_4_takes_three_different_workers() -> None:
    """E17, R99: each once, unlocked ones only; one that ascends counts."""
    workers: list[Stand] = [(2, 1), (4, 2), (3, 5), (7, 1, "any")]
    table = empire(do=power_up_different(3), red=side(workers=workers))
    table.play("power 3 5", "reward five_points")
    assert table.options == ["power 2 1", "power 4 2"]
    assert table.refused["power 1 1"] == "no-such-worker"
    table.play("power 4 2", "power 2 1")
    assert table.workers() == [(1, 1), (2, 2), (4, 3), (7, 1, "any")]


def test_region_4_does_not_take_the_worker_that_moved() -> None:
    """R99: as for discovery tiles, it gets no power-up before its action ends (R13)."""
    red = side(workers=[(8, 2), (6, 2), (3, 1)], wood=2, cocoa=1)
    table = empire(red=red, on={4: "red"}, in_hand=0).play("move 8 2 6", "main", "settle 4")
    assert table.options == ["power 3 1", "power 6 2"]
    table.play("power 6 2", "power 3 1")
    assert table.workers() == [(3, 2), (6, 2), (6, 3)]
    assert table.question == "power_up"


def test_regions_5_and_9_give_special_masks() -> None:
    """9.6: masks of two kinds of their own; they are no discovery tiles."""
    table = settling(5, masks={"red": [1]})
    assert (table.points(), table.player().masks, table.player().discoveries) == (2, [1, 9], [])
    assert board_of(table).special == ["mask10"]
    table = settling(9)
    assert (table.points(), table.player().masks) == (4, [10])


def test_e21_mask_sets() -> None:
    """E21: nine kinds 45; eight kinds and two more of them 36 + 3; eleven kinds 66."""
    assert mask_points([1, 2, 3, 4, 5, 6, 7, 8, 9]) == 45
    assert mask_points([1, 2, 3, 4, 5, 6, 7, 8, 4, 8]) == 36 + 3
    assert mask_points([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) == 55
    assert mask_points(list(range(1, 12))) == 66


def test_region_6_shows_two_great_tiles() -> None:
    table = settling(6, great=["refresh2", "obsidian3", "powerup3"])
    assert table.events("show_drawn") == [("show_drawn", ("powerup3", "obsidian3"))]
    assert table.offered("claim") == ["obsidian3"]
    table.play("claim obsidian3")
    assert (table.points(), table.player().discoveries) == (2, ["obsidian3"])
    assert sorted(part(table.state, GreatTiles).stack) == ["powerup3", "refresh2"]


def test_region_7() -> None:
    """The lowest technology, without gold and for nothing to the others, with its step (R26)."""
    table = settling(7, red=side(technologies=["01"]), blue=side(technologies=["03"]))
    assert table.player().technologies == ["01", "03"]
    assert (table.points(), table.points("blue")) == (2 + 1, 0)
    assert table.temples() == {"red": 1}


def test_e18_region_8() -> None:
    """E18: one step on each of two different temples."""
    table = settling(8)
    assert table.offered("step") == ["blue", "red", "green"]
    table.play("step red")
    assert table.refused["step red"] == "temple-chosen"
    table.play("step green")
    assert (table.points(), table.temples()) == (2 + 1, {"red": 1, "green": 1})


def test_region_8_where_few_markers_can_move() -> None:
    """A second step is lost if no other temple has one left."""
    red = side(temples={"blue": 11, "red": 11})
    table = empire(do=step_different(2), red=red)
    assert (table.temples(), table.question) == ({"blue": 11, "red": 11, "green": 1}, "")


def test_region_10() -> None:
    table = settling(10)
    assert (table.points(), table.goods()) == (4, {"obsidian": 4})


def test_e19_region_11() -> None:
    """E19: workers of power 2, 3, 4 and 5; locked ones count, one that is aside does not."""
    workers: list[Stand] = [(2, 2), (3, 3, "green"), (4, 4), (5, 5)]
    assert settling(11, red=side(workers=workers)).points() == 4 + 1 + 1 + 2 + 2
    assert settling(11, red=side(workers=workers[:3])).points() == 4 + 1 + 1 + 2


# The Teotibot


def test_its_action_tile_takes_the_place_of_that_of_the_nobles() -> None:
    """15.5: Empire and Build."""
    table = automa(side(workers=UNABLE))
    found = set(box(table.state).action_tiles)
    assert found == {*EXAMPLE, "action_empire"} - {"action_nobles"}


def test_empire_and_build() -> None:
    """15.5: two warriors, then a building in the furthest area, topmost first, for 2 wood."""
    on = {1: "yellow", 5: "yellow", 8: "yellow"}
    table = automa(side(workers=AT_CONQUEST, wood=2, avenue=1), on=on)
    assert (built(table), table.points("yellow")) == ({5: "yellow"}, 2)
    assert table.player("yellow").masks == [9]
    assert table.goods("yellow") == {}
    assert table.player("yellow").avenue == 2
    assert board_of(table).supply[1] == 10 - 3 - 2
    assert table.workers("yellow") == [(4, 1), (4, 3), (7, 1, "any"), (8, 1)]


def test_its_warriors_follow_paths() -> None:
    """15.5: a path tile is drawn for each warrior that leaves Teotihuacan; then paths are fixed."""
    drawn = set()
    for number in range(40):
        table = empire(1, do=place_warriors(1), on={0: "yellow"}, draws=number)
        ((_, tile),) = table.events("show_path")
        drawn.add(tile)
        first = next(each for each in TABLE.path_tile if each.id == tile).path[0]
        assert warriors(table) == {0: "red", first: "yellow"}
    assert drawn == {"PT1", "PT2", "PT3", "PT4"}


@pytest.mark.parametrize(
    "regions", [[1, 5, 9], [2, 6, 9], [3, 7, 10], [4, 8, 11]], ids=lambda each: f"from {each[0]}"
)
def test_further_pushes(regions: list[int]) -> None:
    """15.5: each path ends in the far region, and no tile is drawn for it."""
    first = regions[0]
    on = {0: "red", **dict.fromkeys(regions, "yellow")}
    table = empire(1, do=place_warriors(1), on=on).play(f"march {first}")
    there = {0: "red", first: "red", **dict.fromkeys(regions[1:], "yellow"), 12: "yellow"}
    assert warriors(table) == there
    assert table.events("show_path") == []


def test_it_pushes_a_warrior_of_the_player() -> None:
    """15.5: the player moves it, then the Teotibot goes on."""
    table = automa(side(workers=AT_CONQUEST, wood=2), on={0: "red", 4: "red"})
    assert (table.asked, table.options) == ("red", [f"march {n}" for n in (1, 2, 3, 4)])
    table.play("march 4")
    while table.asked:
        table.play(table.options[0])
    assert board_of(table).supply[1] == 8
    assert len(built(table)) == 1


def test_if_only_build_fails_the_warriors_count() -> None:
    """R143: with all buildings gone, no wood is paid, and the worker advances."""
    away = dict.fromkeys(range(1, 12), "red")
    table = automa(side(workers=AT_CONQUEST, wood=2), settled=away)
    assert table.goods("yellow") == {"wood": 2}
    assert len(table.events("place_warrior")) == 2
    assert (4, 3) in table.workers("yellow")


def test_if_only_warriors_fail_it_builds() -> None:
    """R143: none is in hand, but one can settle."""
    table = automa(side(workers=AT_CONQUEST, wood=2), on={10: "yellow"}, in_hand=0)
    assert (built(table), table.goods("yellow")) == ({10: "yellow"}, {"obsidian": 4})


def test_otherwise_it_gathers_or_falls_back() -> None:
    """R143: 2 wood are needed, obsidian counts; without a warrior there is nothing to do."""
    workers: list[Stand] = [(6, 2), (2, 3), (8, 1), PRIEST]
    table = automa(side(workers=workers, wood=1))
    assert table.goods("yellow") == {"wood": 2, "obsidian": 1}
    assert warriors(table) == {}
    table = automa(side(workers=workers, wood=1, obsidian=1))
    assert len(table.events("place_warrior")) == 2
    table = automa(side(workers=AT_CONQUEST, wood=2), in_hand=0)
    assert table.goods("yellow") == {"wood": 2, "cocoa": 5}
    table = automa(side(workers=AT_CONQUEST, wood=2), tile="mastery")
    assert len(table.events("place_warrior")) == 2


def test_it_pays_obsidian_last() -> None:
    table = automa(side(workers=AT_CONQUEST, wood=1, obsidian=2), on={11: "yellow"})
    assert table.goods("yellow") == {"obsidian": 1}


def bot_settling(region: int, **rest: Any) -> Play:
    """A solo table on which the Teotibot has built in a region."""
    bot = rest.pop("bot", side())
    return empire(1, do=settle(region), actor=1, on={region: "yellow"}, yellow=bot, **rest)


def test_its_benefits_of_regions_1_2_and_7() -> None:
    """11.3: any temple is the one on which it is furthest."""
    table = bot_settling(1)
    assert (table.points("yellow"), table.goods("yellow")) == (1, {"obsidian": 1, "cocoa": 1})
    table = bot_settling(2, bot=side(temples={"red": 2}))
    assert (table.points("yellow"), table.temples("yellow")) == (1 + 2, {"red": 3})
    table = bot_settling(7)
    assert (table.player("yellow").technologies, table.temples("yellow")) == (["01"], {"blue": 1})


def test_region_3_brings_it_a_mask_or_points() -> None:
    """R142: the rarest mask that it lacks and can pay; all other tiles drawn are discarded."""
    stack = ["vp4", "mask4", "mask2", "mask1"]
    bot = side(cocoa=1, wood=1)
    table = bot_settling(3, bot=bot, stack=stack)
    assert (table.player("yellow").masks, table.goods("yellow")) == ([2], {})
    assert (table.points("yellow"), table.state.discarded) == (1, ["mask1", "mask4"])
    assert table.state.discovery_stack == ["vp4"]
    table = bot_settling(3, bot=bot, stack=stack, masks={"yellow": [2, 4]})
    assert (table.points("yellow"), len(table.state.discarded)) == (1 + 2, 3)


def test_region_4_powers_up_its_three_highest_workers() -> None:
    """R32: different unlocked ones, or fewer."""
    workers: list[Stand] = [(2, 1), (3, 3), (4, 2), (8, 3), PRIEST]
    table = bot_settling(4, bot=side(workers=workers))
    assert table.workers("yellow") == [(2, 1), (3, 4), (4, 3), (7, 1, "any"), (8, 4)]
    table = empire(1, do=raise_highest(3), actor=1, yellow=side(workers=[(2, 5), (3, 1), PRIEST]))
    assert table.workers("yellow") == [(1, 1), (3, 2), (7, 1, "any")]


def test_region_4_may_let_its_worker_ascend() -> None:
    """R143: then another worker on Conquest is powered up and advances, or none."""
    for more, stays in [([], [(1, 1)]), ([(6, 1)], [(1, 1), (4, 3)])]:
        workers: list[Stand] = [(6, 5), *more, PRIEST]
        bot = side(workers=workers, wood=2)
        table = automa(bot, on={4: "yellow"}, settled={1: "red", 2: "red", 3: "red"}, in_hand=0)
        assert built(table)[4] == "yellow"
        assert [each for each in table.workers("yellow") if each != PRIEST] == stays


def test_its_other_regions() -> None:
    """15.5, R142, R144: masks, great tiles, two furthest temples, and 8 VP in region 11."""
    assert bot_settling(5).player("yellow").masks == [9]
    table = bot_settling(6, great=["obsidian3", "powerup3", "mask8"])
    assert (table.player("yellow").masks, table.points("yellow")) == ([8], 2)
    assert part(table.state, GreatTiles).discarded == ["powerup3"]
    table = bot_settling(6, great=["mask8", "obsidian3"], masks={"yellow": [8]})
    assert table.points("yellow") == 2 + 4
    table = bot_settling(8, bot=side(temples={"red": 4, "green": 4, "blue": 2}))
    assert table.temples("yellow") == {"red": 5, "green": 5, "blue": 2}
    assert bot_settling(10).goods("yellow") == {"obsidian": 4}
    assert bot_settling(11, bot=side(workers=[(2, 5)])).points("yellow") == 4 + 8


def test_it_scores_its_warriors_at_an_eclipse() -> None:
    table = empire(1, when="eclipse", on={12: "yellow", 1: "yellow red", 0: "yellow"})
    assert table.points("yellow") == 6
    assert (NOBODY, ("clear_track",)) in table.trace
    assert set(MODULES) <= set(table.state.modules)
