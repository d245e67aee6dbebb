"""Empire Expansion (M9): the Empire board, warriors, and the Conquest board (15.1 to 15.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from engine.module import part
from engine.table import Table, Turn
from games.teotihuacan import TITLE
from games.teotihuacan.box import box
from games.teotihuacan.data import RING
from games.teotihuacan.eclipse import score_masks
from games.teotihuacan.modules.empire_expansion import MODULE, value
from games.teotihuacan.modules.empire_expansion.conquest import conquest, settle
from games.teotihuacan.modules.empire_expansion.territory import (
    REGIONS,
    TABLE,
    Empire,
    points_of_warriors,
)
from games.teotihuacan.modules.empire_expansion.warriors import place_warriors
from games.teotihuacan.state import Teotihuacan
from tests.games.teotihuacan.builder import SEATS, side
from tests.games.teotihuacan.catalogue import component, components, ruleset
from tests.games.teotihuacan.empire import (
    MODULES,
    at_conquest,
    board_of,
    built,
    empire,
    warriors,
)
from tests.games.teotihuacan.random_games import play_random_games


def fresh(seats: int, *options: str, number: int = 0) -> Table:
    """A new table."""
    return Table.new(TITLE, seats, (*MODULES, *options), bytes([number] * 32))


# The table


def test_it_needs_obsidian() -> None:
    assert MODULE.requires == ("obsidian",)
    faults = [(each.place, each.text) for each in TITLE.faults(2, ["empire_expansion"])]
    assert faults == [("options/0", "requires obsidian")]
    assert TITLE.faults(2, ["empire_expansion", "obsidian", "first_game"])


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_board_at_the_start(seats: int) -> None:
    """15.1: ten warriors for each side, two special masks, an empty Empire board."""
    s = cast(Teotihuacan, fresh(seats).state)
    own = part(s, Empire)
    assert own.warriors == [[]] * 13
    assert (own.settled, own.special) == ({}, ["mask9", "mask10"])
    assert own.supply == [10] * max(2, seats)
    assert box(s).actions[6] == ("conquer", 6)
    assert "6" not in s.tiles


def test_each_player_begins_with_a_warrior_in_teotihuacan() -> None:
    """15.1: in player order after the starting tiles; each pushes the one before."""
    table, asked = fresh(4, number=1), []
    while table.open[0].effect[0] != "turn":
        decision = table.open[0]
        if decision.effect[0] == "move_pushed":
            asked.append(decision.seat)
        table.step(decision.seat, decision.options[0].id, Turn())
    s = cast(Teotihuacan, table.state)
    own = part(s, Empire)
    assert asked[0] == s.order[0]
    assert own.warriors[0] == [s.order[3]]
    assert sorted(side for there in own.warriors for side in there) == [0, 1, 2, 3]
    assert own.supply == [9] * 4


def test_the_first_warrior_of_a_solo_game_stays_in_teotihuacan() -> None:
    """15.1: the Teotibot puts none."""
    table = fresh(1)
    while table.open[0].effect[0] != "turn":
        table.step(0, table.open[0].options[0].id, Turn())
    assert part(table.state, Empire).warriors[0] == [0]
    assert part(table.state, Empire).supply == [9, 10]


def test_the_regions_and_their_routes() -> None:
    """15.2: two routes that never mix lead to the far region."""
    ahead = {n: region.next for n, region in REGIONS.items()}
    assert ahead == {
        0: [1, 2, 3, 4],
        1: [5, 6],
        2: [6],
        3: [7, 8],
        4: [8],
        5: [9],
        6: [9],
        7: [10, 11],
        8: [11],
        9: [12],
        10: [12],
        11: [12],
        12: [],
    }
    for n in range(1, 12):
        for to in set(REGIONS[n].next) - {12}:
            assert REGIONS[n].route == REGIONS[to].route
            assert REGIONS[to].area == REGIONS[n].area + 1
    assert [n for n, region in REGIONS.items() if not region.do] == [0, 12]
    assert [n for n, region in REGIONS.items() if not region.room] == [12]


def test_what_clients_see() -> None:
    """R21: the Conquest board is marked as assumed; regions, masks and path tiles are shown."""
    boards = ["6 empire_expansion", "6 empire_expansion height_of_development"]
    assert all(component("board", id_)["assumed"] for id_ in boards)
    assert [len(components(kind)) for kind in ("region", "special_mask", "path_tile")] == [13, 2, 4]
    assert ruleset()["tables"]["empire"]["warriors"] == 10
    assert component("region", "4")["text"].endswith("three different unlocked workers.")


def test_both_conquest_boards_have_one_table() -> None:
    """15.1: the sidebar adds an orange worship space and a discovery tile, nothing else."""
    plain, with_sidebar = (
        box(empire(modules=(*MODULES, *more)).state).boards[6]
        for more in ((), ("height_of_development",))
    )
    alike = replace(plain, needs=with_sidebar.needs, worship=["orange"], discovery=True)
    assert with_sidebar == alike


# Warriors


def test_e15_a_warrior_pushes_two_others() -> None:
    """E15, R38: owners choose, also in the turn of another player."""
    table = empire(do=place_warriors(1), actor=2, on={0: "red", 1: "yellow"})
    assert (table.asked, table.offered("march")) == ("red", ["1", "2", "3", "4"])
    assert table.refused["march 5"] == "not-next-region"
    table.play("march 1")
    assert (table.asked, table.offered("march")) == ("yellow", ["5", "6"])
    table.play("march 5")
    assert warriors(table) == {0: "green", 1: "red", 5: "yellow"}
    assert board_of(table).supply == [9, 9, 9, 10]


def test_e16_a_long_chain() -> None:
    """E16, R141: where one region is next there is no choice; the furthest moves first."""
    table = empire(do=place_warriors(1), on={0: "red", 4: "yellow", 8: "green", 11: "blue"})
    table.play("march 4")
    assert warriors(table) == {0: "red", 4: "red", 8: "yellow", 11: "green", 12: "blue"}
    assert table.events("move_warrior") == [
        ("move_warrior", 11, 12),
        ("move_warrior", 8, 11),
        ("move_warrior", 4, 8),
        ("move_warrior", 0, 4),
    ]


def test_a_player_pushes_an_own_warrior() -> None:
    """R38: that is allowed, and compulsory."""
    table = empire(do=place_warriors(2), on={0: "red", 3: "red"})
    assert (table.asked, table.options) == ("red", [f"march {n}" for n in (1, 2, 3, 4)])
    table.play("march 3", "march 8", "march 1")
    assert warriors(table) == {0: "red", 1: "red", 3: "red", 8: "red"}


def test_a_warrior_may_enter_a_region_with_a_building() -> None:
    table = empire(do=place_warriors(1), on={0: "red"}, settled={1: "yellow"})
    assert warriors(table.play("march 1")) == {0: "red", 1: "red"}


def test_the_far_region_has_room_for_all() -> None:
    on = {0: "red", 2: "red", 6: "blue", 9: "red", 12: "red green"}
    table = empire(do=place_warriors(1), on=on)
    table.play("march 2")
    assert warriors(table)[12] == "red green red"


def test_without_a_warrior_in_hand_empire_is_ignored() -> None:
    table = empire(do=place_warriors(2), on={0: "blue"}, in_hand=0)
    assert (table.asked, warriors(table)) == ("", {0: "blue"})


# The Conquest board


@pytest.mark.parametrize(
    ("powers", "empires", "builds", "points"),
    [
        ((1,), 1, 0, 0),
        ((2,), 1, 1, 0),
        ((3,), 1, 1, 0),
        ((4,), 2, 1, 0),
        ((1, 5), 1, 1, 0),
        ((3, 2), 2, 1, 0),
        ((4, 5), 2, 1, 2),
        ((1, 4, 4), 2, 1, 1),
        ((3, 3, 3), 2, 2, 0),
        ((5, 5, 4), 3, 2, 2),
    ],
)
def test_the_table_of_conquest(
    powers: tuple[int, ...], empires: int, builds: int, points: int
) -> None:
    """R21: by workers and their lowest power, as on boards 2, 3 and 4; VP come first (R97)."""
    table = at_conquest(*powers)
    assert table.events("score") == ([("score", points)] if points else [])
    assert table.events("conquest") == [("conquest", empires, builds)]


@pytest.mark.parametrize(("powers", "ups"), [((2,), 1), ((2, 2), 1), ((2, 2, 2), 2)])
def test_the_power_ups_of_conquest(powers: tuple[int, ...], ups: int) -> None:
    table = at_conquest(*powers, red={"cocoa": 2})
    while table.question not in ("finish", ""):
        table.play(table.options[0])
    assert len(table.events("raise_power")) == ups


def test_a_worker_that_only_counts_brings_power_ups_for_others() -> None:
    """R40: with a tile two workers count as three, and one of them takes both power-ups."""
    red = side(workers=[(8, 2), (6, 3)], discoveries=["extra_worker_568"], cocoa=1)
    table = empire(red=red, in_hand=1)
    table.play("move 8 2 6", "use extra_worker_568", "main")
    assert table.events("conquest") == [("conquest", 2, 2)]
    table.play("empire", "power 6 3", "power 6 4")
    assert table.workers() == [(6, 2), (6, 5)]


def test_e17_build_in_region_4() -> None:
    """E17: wood, building, warrior, points, three workers and the Avenue; the value falls."""
    away = dict.fromkeys((1, 2, 3, 7, 8), "blue")
    table = at_conquest(
        2,
        red={"wood": 2, "workers": [(2, 1), (3, 2), (4, 3)]},
        on={4: "red"},
        settled=away,
        in_hand=0,
    )
    assert (table.state.taken, table.state.building_value) == (5, RING.buildings.values[5])
    table.play("settle 4", "power 2 1", "power 3 2", "power 4 3")
    assert (table.goods(), table.points()) == ({}, 1)
    assert table.player().avenue == 1
    assert (built(table)[4], warriors(table)) == ("red", {})
    assert (table.state.taken, table.state.building_value) == (6, RING.buildings.values[6])
    assert table.workers() == [(2, 2), (3, 3), (4, 4), (6, 3)]
    assert table.table.view()["building_value"] == 3


def test_the_player_chooses_the_order() -> None:
    """R97: Build first or last; the last Build may be declined, a warrior may not."""
    table = at_conquest(2, red={"wood": 4}, on={0: "red", 10: "red"})
    assert table.options == ["empire", "settle 10"]
    assert table.refused["done"] == "warriors-first"
    table.play("empire", "march 1")
    assert table.options == ["settle 1", "settle 10", "done"]
    assert table.refused["empire"] == "no-warrior-to-place"
    table.play("done")
    assert (built(table), table.goods()) == ({}, {"wood": 4})


def test_empire_is_used_for_warriors_in_hand_only() -> None:
    """R38: a question never names more of them than there are warriors."""
    table = at_conquest(4, red={"wood": 2}, on={10: "red"}, in_hand=1)
    assert table.table.open[0].effect == ("choose_benefit", 1, 1)
    table.play("empire")
    assert table.table.open[0].effect == ("choose_benefit", 0, 1)
    assert table.refused["empire"] == "no-warrior-to-place"


def test_a_second_build_follows_the_first() -> None:
    table = at_conquest(3, 3, 3, red={"wood": 4}, on={1: "red", 10: "red"}, in_hand=1)
    table.play("settle 1")
    assert table.refused["settle 1"] == "region-settled"
    table.play("settle 10", "spend 2 wood", "empire")
    assert (built(table), table.points()) == ({1: "red", 10: "red"}, 1 + 4)
    assert table.goods() == {"cocoa": 1, "obsidian": 5}


def test_where_a_player_cannot_build() -> None:
    """15.3: in a region without an own warrior, with a building, or without wood."""
    on = {1: "red", 2: "yellow", 3: "red", 12: "red"}
    table = at_conquest(2, red={"wood": 2}, on=on, settled={3: "red"})
    assert table.offered("settle") == ["1"]
    refused = {n: reason for n, reason in table.refused.items() if n.startswith("settle")}
    assert (refused["settle 2"], refused["settle 3"]) == ("no-warrior-there", "region-settled")
    assert sorted(refused) == sorted(f"settle {n}" for n in range(2, 12))


def test_without_wood_or_buildings_there_is_no_build() -> None:
    table = at_conquest(4, red={"wood": 1}, on={1: "red"})
    assert table.events("place_warrior")
    assert built(table) == {}
    away = dict.fromkeys((2, 3, 4, 5, 6, 7, 8, 9, 10, 11), "blue")
    table = empire(
        do=conquest(0, 2), red=side(wood=9), on={1: "red", 11: "red"}, settled=away
    ).play("settle 1")
    assert (table.state.taken, table.state.building_value) == (11, 1)


def test_obsidian_pays_for_a_building() -> None:
    table = empire(do=conquest(0, 1), red=side(wood=1, obsidian=2), on={1: "red"})
    table.play("settle 1")
    assert sorted(table.offered("spend")) == ["1 obsidian 1 wood", "2 obsidian"]


def test_when_conquest_is_possible() -> None:
    """R98: with a warrior in hand, a Build that can be paid, or VP; power-ups do not suffice."""

    def possible(power: int, *others: int, wood: int = 0, **rest: Any) -> bool:
        """Whether the main action is offered."""
        workers = [(8, power), *((6, other) for other in others)]
        red = side(workers=workers, wood=wood, cocoa=1, discoveries=["vp4"])
        table = empire(red=red, **rest).play(f"move 8 {power} 6")
        assert table.refused.get("main", "action-impossible") == "action-impossible"
        return "main" in table.options

    assert possible(1, in_hand=1)
    assert not possible(2, in_hand=0)
    assert not possible(2, in_hand=0, on={1: "red"}, wood=1)
    assert not possible(1, in_hand=0, on={1: "red"}, wood=2)
    assert possible(2, in_hand=0, on={1: "red"}, wood=2)
    assert possible(4, 4, in_hand=0)


def test_a_tile_between_two_benefits_brings_wood() -> None:
    """R140: while a Build is left, tiles for any time may be used."""
    red = {"discoveries": ["res2", "double_move"]}
    table = at_conquest(2, red=red, on={0: "blue", 10: "red"})
    assert table.options == ["empire", "use res2"]
    table.play("use res2", "take 2 wood", "settle 10")
    assert built(table) == {10: "red"}
    table = at_conquest(1, red={"discoveries": ["res2"]}, on={10: "red"}, in_hand=1)
    assert table.events("place_warrior")
    assert table.question == "finish"


def test_technologies_help_by_the_board() -> None:
    """R39: 03 names Nobles and so Conquest; 05 and 07 name boards 2, 3 and 4."""
    table = at_conquest(1, red={"technologies": ["03", "05", "07"]})
    assert (table.points(), table.goods()) == (3, {})


def test_another_player_is_asked_in_the_middle_of_an_action() -> None:
    """R38: then the action goes on."""
    table = at_conquest(4, on={0: "blue"})
    table.play("empire")
    assert (table.asked, table.question) == ("blue", "move_pushed")
    table.play("march 2")
    assert (table.asked, warriors(table)) == ("red", {0: "red", 2: "blue"})
    table.play("empire", "march 1")
    assert (warriors(table), table.workers()) == ({0: "red", 1: "red", 2: "blue"}, [(6, 5)])


# The Eclipse


def test_e20_warriors_score_by_area() -> None:
    """E20: Teotihuacan 0, area 1 1, area 2 2, area 3 3, the far region 5 each."""
    on = {0: "red", 2: "red", 6: "red", 12: "red red blue", 9: "blue"}
    table = empire(do=score_masks(), on=on)
    assert table.points() == 13
    assert points_of_warriors(table.state, SEATS.index("blue")) == 8
    assert points_of_warriors(table.state, SEATS.index("green")) == 0
    assert [area.points for area in TABLE.area] == [1, 2, 3, 5]


def test_buildings_score_nothing_at_an_eclipse() -> None:
    table = empire(do=score_masks(), settled={5: "red"})
    assert table.points() == 0


def test_when_warriors_score() -> None:
    """15.4: after the masks and before the salary; the building value counts the Empire board."""
    table = empire(
        2,
        red=side(workers=[(2, 1)], avenue=2, cocoa=1),
        when="eclipse",
        on={12: "red"},
        masks={"red": [1, 9, 10]},
        settled={1: "yellow", 5: "yellow", 9: "yellow"},
    )
    scored = [effect for seat, effect in table.trace if effect[0] == "score" and seat == 0]
    assert scored == [("score", 2 * 4), ("score", 6), ("score", 5)]
    assert table.question == "pay_salary"


def test_what_greedy_bots_believe() -> None:
    """A warrior far out is worth more, and one where its owner may build."""
    near, far = empire(on={1: "red"}), empire(on={12: "red"})
    lost = empire(on={1: "red"}, settled={1: "blue"})
    assert value(lost.state, 0) < value(near.state, 0) < value(far.state, 0)
    assert value(near.state, 1) == 0


# Laws


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games(seats: int) -> None:
    for s in play_random_games(seats, MODULES):
        own = part(s, Empire)
        assert len(own.settled) == s.taken <= 11
        assert s.nobles == [0, 0, 0]
        assert all(len(there) <= 1 for there in own.warriors[:12])
        assert min(own.supply) >= 0


def test_with_the_temple_sidebar() -> None:
    """15.1: with M2 the Conquest board has an orange worship space and a discovery tile."""
    modules = (*MODULES, "height_of_development")
    table = empire(
        red=side(workers=[(8, 2)], cocoa=1),
        modules=modules,
        tiles={6: "res2"},
        bonus_tiles={"orange": "BT1"},
    ).play("move 8 2 6")
    assert box(table.state).boards[6].action == ["conquer", 6]
    assert "main" in table.options
    table.play("worship orange rite tile", "claim res2")
    assert table.temples()["orange"] == 1
    assert play_random_games(2, modules, 1)


def test_a_warrior_that_settles_is_gone() -> None:
    """15.3: it leaves the game; the census counts it all the same."""
    table = empire(do=settle(1), on={1: "red"})
    assert TITLE.counted(table.state)["empire_expansion warriors"] == [10] * 4
    assert board_of(table).supply[0] == 9
