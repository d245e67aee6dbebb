"""Obsidian (M6): boards, payments, technologies, starting tiles and the Teotibot (section 12)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.module import part
from engine.tables import Written
from games.teotihuacan import TITLE
from games.teotihuacan.alchemy import number, take_lowest_technology
from games.teotihuacan.box import ALL, EVERY
from games.teotihuacan.data import BOARDS, TECHNOLOGIES, Board
from games.teotihuacan.discovery import claim_find
from games.teotihuacan.eclipse import boards_of_dice, score_end
from games.teotihuacan.modules.obsidian.great import GreatTiles
from games.teotihuacan.power import choose_reward
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import step
from tests.games.teotihuacan.automa import PRIEST, using
from tests.games.teotihuacan.builder import Laid, Play, Side, side, solo, starting, teotihuacan
from tests.games.teotihuacan.random_games import play_random_games

OBSIDIAN = ("obsidian",)
BASE: list[Laid] = [("P16", 1, 0, 0, 0), ("P11", 1, 0, 1, 1), ("P03", 1, 1, 0, 2)]
SQUARE: list[Laid] = [*BASE, ("P29", 1, 1, 1, 0)]


def obsidian(seats: int = 4, **rest: Any) -> Play:
    """A table with the module."""
    return teotihuacan(seats, modules=OBSIDIAN, **rest)


# Boards


def cells(board: Board) -> list[dict[str, int]]:
    """What each cell of a board gives: goods, points and temple steps."""
    return [gains(cell) for row in board.cells for cell in row]


def gains(cell: list[Written]) -> dict[str, int]:
    """What a cell gives."""
    found: dict[str, int] = {}
    for verb, value in cell:
        found |= value if verb == "gain" else {verb: value}
    return found


@pytest.mark.parametrize("n", [2, 3, 4])
def test_r21_one_resource_of_two_or_more_is_obsidian(n: int) -> None:
    """R21: in the assumed tables of the new boards; everything else is as on those of the base."""
    (new,) = (b for added in EVERY for b in added.board if (b.number, b.module) == (n, *OBSIDIAN))
    old = BOARDS[n]
    assert new.assumed
    assert (new.power_ups, new.worship, new.action) == (old.power_ups, old.worship, old.action)
    for before, after in zip(cells(old), cells(new), strict=True):
        if before.get(old.resource, 0) > 1:
            before = {**before, old.resource: before[old.resource] - 1, "obsidian": 1}
        assert after == before


def test_e07_forest() -> None:
    """E7."""
    for powers, goods in (
        ((2, 2), {"wood": 1, "obsidian": 1}),
        ((4, 4, 5), {"cocoa": 5, "wood": 3, "obsidian": 1}),
        ((2,), {"wood": 1}),
    ):
        first, *others = powers
        red: Side = {"workers": [(1, first), *((2, n) for n in others)]}
        table = obsidian(red={**red, "cocoa": int(len(powers) > 1)})
        table.play(f"move 1 {first} 2", "main")
        assert table.goods() == goods


def test_e24_doubled_gold() -> None:
    """E24: the table's resources are doubled, not its step, nor what a technology adds."""
    red: Side = {"workers": [(6, 2), (4, 2), (4, 3)], "cocoa": 1, "technologies": ["05"]}
    table = obsidian(red={**red, "discoveries": ["double_resources"]})
    table.play("move 6 2 4", "use double_resources")
    assert table.question == "step_anywhere", "only the main action is left (R70)"
    table.play("step red")
    assert (table.goods(), table.temples()) == ({"gold": 5, "obsidian": 2}, {"red": 1})
    table.play("power 4 2", "power 4 2")
    assert not part(table.state, GreatTiles).doubled


# Payments of resources


def test_e08_a_tile_of_level_2() -> None:
    """E8."""
    red: Side = {"workers": [(2, 1)], "stone": 1, "obsidian": 2}
    table = obsidian(red=red, pyramid=SQUARE, display=["P31", "P32", "P01"])
    table.play("move 2 1 8", "main", "build P31", "at 2 0 0 0")
    assert table.goods() == {}
    assert table.state.pyramid[-1].level == 2


def test_a_building() -> None:
    """12.4: the player chooses among the ways to pay, the one with the least obsidian first."""
    red: Side = {"workers": [(2, 1)], "wood": 1, "obsidian": 2}
    table = obsidian(red=red).play("move 2 1 6", "main", "row 1")
    assert table.options == ["spend 1 obsidian 1 wood", "spend 2 obsidian"]
    table.play("spend 2 obsidian")
    assert (table.goods(), table.points()) == ({"wood": 1}, 3)
    poor: Side = {**red, "obsidian": 1, "wood": 0, "discoveries": ["res2"]}
    assert obsidian(red=poor).play("move 2 1 6").refused["main"] == "action-impossible"


def test_what_is_missing_beside_obsidian() -> None:
    """Obsidian counts when a refusal says how much is missing."""
    table = obsidian(red={"workers": [(1, 4)], "obsidian": 1}).play("move 1 4 5", "main")
    (short,) = (r for r in table.table.refusals(0) if r.id == "technology 09")
    assert (short.reason, short.params) == ("needs-more", {"n": 1, "good": "gold"})


def test_a_tile_with_the_discount() -> None:
    """12.4 with technology 15: one stone less, the other may be obsidian; n is 2, so 2 tiles."""
    red: Side = {"workers": [(2, 1)], "stone": 1, "obsidian": 2, "technologies": ["15"]}
    table = obsidian(red=red, display=["P31", "P32", "P01"])
    table.play("move 2 1 8", "main", "build P31", "at 1 1 1 0")
    assert table.options == ["save stone", "save nothing"]
    table.play("save stone")
    assert table.options == ["spend 1 stone", "spend 1 obsidian"]
    table.play("spend 1 stone", "build P32", "at 1 0 0 0")
    assert (table.goods(), len(table.state.pyramid)) == ({}, 2)
    table = obsidian(red={**red, "stone": 0, "obsidian": 1}, display=["P31", "P32", "P01"])
    table.play("move 2 1 8", "main", "build P31", "at 1 1 1 0")
    assert (table.asked, table.goods()) == ("", {})


def test_a_decoration_and_a_technology() -> None:
    """12.4."""
    red: Side = {"workers": [(2, 1)], "gold": 1, "obsidian": 2}
    decorations = ["DT06", "DT01", "DT03", "DT04"]
    table = obsidian(red=red, decorations=decorations)
    table.play("move 2 1 7", "main", "decorate DT06 right")
    assert (table.goods(), table.asked) == ({}, "")
    table = obsidian(red={**red, "workers": [(1, 4)]}).play("move 1 4 5", "main", "technology 09")
    assert table.options == ["spend 1 gold 1 obsidian", "spend 2 obsidian"]
    table.play("spend 2 obsidian")
    assert (table.goods(), table.player().technologies) == ({"gold": 1}, ["09"])


def test_the_cost_of_a_discovery_tile() -> None:
    """12.4; a cost of obsidian is paid with nothing else."""
    piles = {"avenue 3": ["mask4", "powerup3"]}
    table = obsidian(red={"wood": 1, "obsidian": 1}, do=claim_find("avenue 3"), piles=piles)
    table.play("claim mask4")
    assert table.options == ["spend 1 wood", "spend 1 obsidian"]
    table.play("spend 1 obsidian")
    assert (table.goods(), table.player().masks) == ({"wood": 1}, [4])
    rich: Side = {"wood": 3, "stone": 3, "gold": 3, "cocoa": 3}
    table = obsidian(red=rich, do=claim_find("avenue 3"), piles=piles)
    assert table.refused["claim powerup3"] == "needs-more"


def test_r27_obsidian_is_paid_as_any_resource() -> None:
    """R27: for royal tiles 07 and 03."""
    red: Side = {"workers": [(6, 2)], "cocoa": 1, "obsidian": 1}
    table = obsidian(red=red, royal={"middle": "07"}).play("move 6 2 1", "worship middle rite")
    table.play("pay obsidian", "take 2 gold")
    assert table.goods() == {"gold": 2}
    red = {"workers": [(6, 2)], "wood": 1, "obsidian": 1}
    table = obsidian(red=red, royal={"right": "03"}).play("move 6 2 1", "worship right rite")
    table.play("royal", "pay obsidian", "royal", "pay wood")
    assert table.goods() == {"cocoa": 4}
    red = {"workers": [(6, 2)], "cocoa": 1}
    table = obsidian(red=red, royal={"middle": "07"}).play("move 6 2 1")
    assert table.refused["worship middle rite"] == "no-resource"


# Technologies


def test_technologies_are_in_the_order_of_their_numbers() -> None:
    """12.3: six of twelve; 1.5 lies between 01 and 03, also as the lowest technology (R4)."""
    seen: set[str] = set()
    for n in range(20):
        s = cast(Teotihuacan, TITLE.begin(2, OBSIDIAN, bytes([n]) * 32))
        assert len(s.technologies) == 6
        assert s.technologies == sorted(s.technologies, key=float)
        seen |= set(s.technologies)
    assert seen == {*TECHNOLOGIES, "1.5", "3.5", "5.5"}
    assert sorted(["03", "1.5", "5.5", "05", "01"], key=number) == ["01", "1.5", "03", "05", "5.5"]
    display = ["1.5", "03", "3.5", "05", "5.5", "11"]
    table = obsidian(do=take_lowest_technology(), technologies=display)
    assert table.player().technologies == ["1.5"]
    red: Side = {"technologies": ["1.5", "03"]}
    table = obsidian(do=take_lowest_technology(), red=red, technologies=display)
    assert (table.player().technologies[-1], table.temples()) == ("3.5", {"green": 1})


def test_bga_technologies_with_obsidian() -> None:
    """R2: three of the seven tiles for 1 gold, then three of the five for 2 gold."""
    for n in range(5):
        s = TITLE.begin(2, ("bga_technologies", *OBSIDIAN), bytes([n]) * 32)
        prices = [ALL.technologies[tile].gold for tile in cast(Teotihuacan, s).technologies]
        assert prices == [1, 1, 1, 2, 2, 2]


def test_e10_obsidian_as_a_resource_of_choice() -> None:
    """E10: the fifth step of the blue temple with technology 1.5."""
    red: Side = {"temples": {"blue": 4}, "technologies": ["1.5"]}
    table = obsidian(do=step("blue"), red=red).play("take obsidian", "take 1 gold")
    assert table.goods() == {"gold": 1, "obsidian": 1}
    table = obsidian(do=step("blue"), red=red).play("take obsidian", "take obsidian")
    assert table.goods() == {"obsidian": 2}
    table = obsidian(do=step("blue"), red={"temples": {"blue": 4}})
    assert table.refused["take obsidian"] == "no-obsidian-of-choice"


FOUR_COLOURS: dict[str, Any] = {
    "yellow": Side(workers=[(3, 1)]),
    "green": Side(workers=[(3, 1)]),
    "blue": Side(workers=[(3, 1)]),
}


def test_e09_obsidian_for_cocoa() -> None:
    """E9: one for up to three cocoa, without change."""
    red: Side = {"workers": [(1, 2), (3, 2)], "cocoa": 1, "obsidian": 2, "technologies": ["3.5"]}
    for answer, goods in (
        ("spend 1 cocoa 1 obsidian", {"obsidian": 1}),
        ("spend 2 obsidian", {"cocoa": 1}),
    ):
        table = obsidian(red=red, **FOUR_COLOURS).play("move 1 2 3", "main")
        assert table.options == ["spend 1 cocoa 1 obsidian", "spend 2 obsidian"]
        table.play(answer)
        gained = {"stone": 1, "obsidian": goods.get("obsidian", 0) + 1}
        assert table.goods() == {**goods, **gained}
    table = obsidian(red={**red, "technologies": []}, **FOUR_COLOURS).play("move 1 2 3")
    assert table.refused["main"] == "needs-more"


def test_r41_one_obsidian_pays_cocoa_or_a_resource() -> None:
    """R41: not both, also where the cocoa of a main action is paid before its cost."""
    red: Side = {"workers": [(1, 1), (5, 1)], "obsidian": 1, "technologies": ["3.5"]}
    poor: Side = {**red, "discoveries": ["double_move", "res2"]}
    assert obsidian(red=poor).play("move 1 1 5").refused["main"] == "action-impossible"
    table = obsidian(red={**red, "obsidian": 2}).play("move 1 1 5", "main", "technology 01")
    assert table.goods() == {}
    table = obsidian(red={**red, "gold": 1, "cocoa": 1}).play("move 1 1 5", "main")
    assert table.options == ["spend 1 cocoa", "spend 1 obsidian"]
    table = obsidian(red={**red, "cocoa": 1}).play("move 1 1 5", "main")
    assert table.question == "learn", "only the cocoa leaves the price"
    piles = {"avenue 3": ["mask1"]}
    side: Side = {"cocoa": 1, "gold": 1, "obsidian": 1, "technologies": ["3.5"]}
    table = obsidian(red=side, do=claim_find("avenue 3"), piles=piles).play("claim mask1")
    assert table.goods() == {"cocoa": 1}
    side = {"cocoa": 1, "obsidian": 1, "technologies": ["3.5"]}
    assert obsidian(red=side, do=claim_find("avenue 3"), piles=piles).asked == ""


def test_obsidian_for_the_cocoa_of_other_payments() -> None:
    """3.5: unlocking, an ascension reward, a power-up more, and the salary."""
    red: Side = {"workers": [(5, 1), (7, 1, "any")], "obsidian": 1, "technologies": ["3.5"]}
    table = obsidian(red=red).play("pay unlock")
    assert (table.goods(), table.workers()) == ({}, [(5, 1), (7, 1)])
    table = obsidian(do=choose_reward(), red=red).play("reward two_steps", "step red", "step red")
    assert (table.goods(), table.temples()) == ({}, {"red": 2})
    red = {"workers": [(5, 2)], "obsidian": 1, "technologies": ["3.5", "13"]}
    table = obsidian(red=red).play("move 5 2 2", "main", "one more")
    assert (table.workers(), table.goods()) == ([(2, 4)], {"wood": 1})
    red = {"workers": [(5, 4), (6, 4)], "cocoa": 1, "obsidian": 1, "technologies": ["3.5"]}
    table = obsidian(red=red, when="eclipse").play("salary 4")
    assert (table.goods(), table.points()) == ({}, 0)


def test_obsidian_for_collecting_cocoa_and_for_royal_tiles() -> None:
    """5.5: after the effect, also if the tile is used for nothing."""
    red: Side = {"workers": [(5, 1)], "technologies": ["5.5"]}
    assert obsidian(red=red).play("move 5 1 2", "cocoa").goods() == {"cocoa": 1, "obsidian": 1}
    red = {"workers": [(6, 3)], "technologies": ["5.5"]}
    table = obsidian(red=red).play("move 6 3 1", "worship right rite")
    assert table.goods() == {"cocoa": 4, "obsidian": 1}
    table = obsidian(red=red).play("move 6 3 1", "worship middle rite")
    assert table.goods() == {"obsidian": 1}
    red = {"workers": [(6, 1)], "cocoa": 1, "technologies": ["5.5"]}
    table = obsidian(red=red, royal={"middle": "07"}).play("move 6 1 1")
    assert table.refused["worship middle rite"] == "no-resource"


# Worship with several payments


def test_worship_pays_for_displacing_and_both_at_once() -> None:
    """R80: two cocoa are one payment, so one obsidian is enough (3.5)."""
    red: Side = {"workers": [(5, 1)], "obsidian": 1, "technologies": ["3.5"]}
    rival: Side = {"workers": [(2, 1, "red")]}
    table = obsidian(red=red, yellow=rival, tiles={2: "res2"}).play("move 5 1 2")
    table.play("worship red rite tile", "claim res2", "end")
    assert (table.goods(), table.temples()) == ({}, {"red": 1})
    assert table.workers("yellow") == [(2, 1)]


def test_the_toll_leaves_the_cost_of_the_discovery_tile() -> None:
    """R81: in either order, on a temple board and on the Palace."""
    red: Side = {"workers": [(5, 1)], "cocoa": 1, "obsidian": 1, "technologies": ["3.5"]}
    for way in ("rite tile", "tile rite"):
        table = obsidian(red=red, tiles={2: "mask4"}).play("move 5 1 2", f"worship red {way}")
        table.play("claim mask4")
        assert (table.goods(), table.player().masks) == ({}, [4])
        table = obsidian(red={**red, "workers": [(6, 1)]}, tiles={1: "mask4"}).play("move 6 1 1")
        table.play(f"worship right {way}", "claim mask4")
        assert (table.goods(), table.player().masks) == ({"cocoa": 2}, [4])


def test_the_toll_leaves_the_price_of_the_royal_tile() -> None:
    """R81: royal tile 07 needs 1 cocoa and 1 resource after the cocoa for displacing."""
    red: Side = {"workers": [(6, 2)], "cocoa": 2, "obsidian": 1, "technologies": ["3.5"]}
    rival: Side = {"workers": [(1, 1, "middle")]}
    table = obsidian(red=red, yellow=rival, royal={"middle": "07"}).play("move 6 2 1")
    table.play("worship middle rite", "take 2 wood")
    assert table.goods() == {"wood": 2}
    table = obsidian(red={**red, "wood": 1}, yellow=rival, royal={"middle": "07"})
    table.play("move 6 2 1", "worship middle rite")
    assert table.options == ["spend 1 cocoa", "spend 1 obsidian"]
    table.play("spend 1 cocoa")
    assert table.options == ["spend 1 cocoa", "spend 1 obsidian"]
    table.play("spend 1 obsidian", "pay wood", "take 2 wood")
    assert table.goods() == {"cocoa": 1, "wood": 2}


def test_the_toll_leaves_the_price_of_a_tile_that_is_claimed_last() -> None:
    """R81: the obsidian pays for the mask, or the great tile, after the step or the royal tile."""
    red: Side = {"workers": [(5, 1)], "cocoa": 1, "obsidian": 1, "technologies": ["3.5"]}
    table = obsidian(red=red, tiles={2: "mask4"}).play("move 5 1 2", "worship red rite tile")
    assert table.play("claim mask4").player().masks == [4]
    table = obsidian(red={**red, "wood": 1}, tiles={2: "mask4"})
    table.play("move 5 1 2", "worship red rite tile")
    assert table.options == ["spend 1 cocoa", "spend 1 obsidian"]
    table = obsidian(red={**red, "workers": [(6, 1)]}, tiles={1: "mask4"}).play("move 6 1 1")
    table.play("worship right rite tile", "claim mask4")
    assert (table.player().masks, table.goods()) == ([4], {"cocoa": 2})


def test_each_use_of_a_royal_tile_is_a_payment() -> None:
    """R80: one obsidian pays the cocoa of one use."""
    red: Side = {"workers": [(6, 3)], "obsidian": 2, "technologies": ["3.5"]}
    table = obsidian(red=red).play("move 6 3 1", "worship middle rite", "royal", "royal")
    assert table.goods() == {"wood": 2, "stone": 2}


def test_a_tile_claimed_first_leaves_the_price_of_the_royal_tile() -> None:
    """After 1 cocoa for both, mask 1 costs 2 cocoa and 1 gold, and royal tile 07 needs the rest."""
    red: Side = {"workers": [(6, 2)], "technologies": ["3.5"]}
    red |= {"cocoa": 3, "obsidian": 1, "gold": 1, "wood": 1}
    table = obsidian(red=red, tiles={1: "mask1"}, royal={"middle": "07"}).play("move 6 2 1")
    table.play("worship middle tile rite", "spend 1 cocoa", "claim mask1")
    assert table.options == ["spend 2 cocoa 1 gold", "spend 1 gold 1 obsidian"]
    table.play("spend 2 cocoa 1 gold", "pay wood", "take 2 stone")
    assert (table.goods(), table.player().masks) == ({"stone": 2}, [1])


# Starting tiles


def beginning(*tiles: str, beside: str = "obsidian3", **goods: int) -> Play:
    """A player who begins with these tiles; a great discovery tile lies beside one."""
    table = obsidian(2, red=side(**goods), stack=["vp4"], great=["mask8"])
    return starting(table, tiles, beside)


def test_pst1() -> None:
    """12.4: an obsidian, a power-up, and a great tile that may be claimed; two workers on 5."""
    table = beginning("PST1", "ST17")
    assert table.options == ["claim obsidian3", "pass"]
    table.play("claim obsidian3")
    assert table.options == ["place 3 5 5", "place 3 5 8", "place 5 5 8"]
    assert table.refused["place 1 2 3"] == "boards-of-tiles"
    table.play("place 5 5 8", "power 5 1")
    assert table.workers() == [(5, 1), (5, 2), (8, 1)]
    assert table.goods() == {"cocoa": 3, "wood": 2, "stone": 3, "obsidian": 1}
    assert table.player().discoveries == ["obsidian3"]
    assert part(table.state, GreatTiles).stack == ["mask8"]


def test_the_great_tile_beside_pst1_costs_what_it_shows_or_goes_back() -> None:
    table = beginning("PST1", "ST5", beside="powerup3")
    assert table.question == "gain_any", "a step for the lowest technology"
    table.play("take 1 wood", "claim powerup3", "place 4 5 5", "power 4 1")
    assert table.goods() == {"gold": 2, "wood": 1}
    table = beginning("PST1", "ST13", beside="powerup3").play("pass")
    table.play("power 3 1")
    assert sorted(part(table.state, GreatTiles).stack) == ["mask8", "powerup3"]
    assert (table.state.piles.get("beside PST1"), table.state.discovery_stack) == (None, ["vp4"])


def test_pst2() -> None:
    table = beginning("PST2", "ST17", cocoa=1)
    assert table.options == ["place 1 3 6", "place 1 3 8", "place 1 6 8", "place 3 6 8"]
    assert table.goods() == {"cocoa": 8, "wood": 2, "stone": 3, "obsidian": 3}


def test_r45_a_number_counts_twice_only_if_others_are_too_few() -> None:
    """R45: the first three different numbers, or two with one of them twice."""
    assert boards_of_dice([[5, 5], [3, 8]]) == (5, 3, 8)
    assert boards_of_dice([[4, 5], [5, 5]]) == (4, 5, 5)
    assert boards_of_dice([[5, 5], [5, 8]]) == (5, 8, 5)
    assert boards_of_dice([[4, 5], [4, 8]]) == (4, 5, 8)


def test_a_great_tile_lies_beside_pst1_from_the_start() -> None:
    """12.4: it is seen before the choice; the 26 great tiles have their own stack."""
    s = cast(Teotihuacan, TITLE.begin(2, OBSIDIAN, bytes(32)))
    (beside,) = s.piles["beside PST1"]
    assert ALL.discoveries[beside].stack == "great"
    assert [player.goods["obsidian"] for player in s.players] == [0, 0]
    assert len(part(s, GreatTiles).stack) == 20, "26 less 4 of module 8, 1 of module 2, and this"
    assert {s.tiles[board] for board in "12347"} <= {d.id for d in EVERY[0].discovery}


# The Teotibot


def test_the_teotibot_gathers_obsidian() -> None:
    """12.5: one resource and one obsidian; in the harder game two and one."""
    bot: Side = {"workers": [(3, 1), (2, 1), PRIEST]}
    table = using("construction", bot, modules=OBSIDIAN)
    assert table.goods("yellow") == {"stone": 1, "obsidian": 1}
    table = using("construction", bot, modules=(*OBSIDIAN, "teotibot_gathering_2"))
    assert table.goods("yellow") == {"stone": 2, "obsidian": 1}


def test_the_teotibot_pays_obsidian_last() -> None:
    """12.5: it counts for "at least X"."""
    bot: Side = {"workers": [(8, 1), PRIEST], "stone": 1, "obsidian": 2, "temples": {"red": 1}}
    table = using("construction", bot, modules=OBSIDIAN, display=["P31", "P32", "P01"])
    assert (table.goods("yellow"), len(table.state.pyramid)) == ({"obsidian": 1}, 1)
    table = using("construction", {**bot, "stone": 2}, modules=OBSIDIAN)
    assert table.goods("yellow") == {"obsidian": 2}
    bot = {"workers": [(5, 1), PRIEST], "obsidian": 1}
    table = using("alchemy", bot, modules=OBSIDIAN)
    assert table.player("yellow").technologies == ["01"]
    assert table.goods("yellow") == {"gold": 1}, "for the blue step"


def test_the_teotibot_collects_masks_with_obsidian_but_not_great_ones() -> None:
    """12.5; 11.3: technologies do not help it, so no obsidian pays its cocoa."""
    bot: Side = {"workers": [(6, 1), PRIEST], "obsidian": 1}
    table = using("masks", bot, modules=OBSIDIAN, tiles={2: "mask4"}, stack=["vp4"])
    assert (table.goods("yellow"), table.player("yellow").masks) == ({}, [4])
    bot = {**bot, "wood": 1, "technologies": ["3.5"]}
    table = using("masks", bot, modules=OBSIDIAN, tiles={2: "mask2"})
    assert table.player("yellow").masks == []
    assert table.goods("yellow") == {"cocoa": 5, "wood": 1, "obsidian": 1}


def test_obsidian_left_scores_for_the_teotibot() -> None:
    """R25: like every other good."""
    bot: Side = {"workers": [PRIEST], "obsidian": 3, "wood": 1}
    assert solo(bot=bot, do=score_end(), modules=OBSIDIAN).points("yellow") == 4


# Laws


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games(seats: int) -> None:
    """Section 18: they end, nothing is lost or below zero, and each question has an answer."""
    for s in play_random_games(seats, OBSIDIAN):
        assert s.over
        assert all(len(dice) == 3 for dice in s.neutral)


def test_modules_that_do_not_go_together() -> None:
    """R146: the first game is for the base. The harder gathering needs obsidian and one seat."""
    assert TITLE.faults(2, ["first_game", "obsidian"])
    assert TITLE.faults(1, ["teotibot_gathering_2"])
    assert TITLE.faults(2, ["teotibot_gathering_2", "obsidian"])
    assert not TITLE.faults(1, ["teotibot_gathering_2", "obsidian"])
