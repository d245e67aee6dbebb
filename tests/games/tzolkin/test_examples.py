"""The worked examples of the rulebook, as transcripts (rules section 15)."""

from __future__ import annotations

import pytest

from engine.table import IllegalStep
from games.tzolkin.setup import place_dummies
from tests.games.tzolkin.builder import Side, tzolkin, undressed


def test_e01_the_first_dummy_of_a_gear_brings_one_on_the_opposite_space() -> None:
    """A tile showing Palenque 5 puts dummies on Palenque 5 and, if two are left, on 0."""
    s = undressed()
    s.wealth_box = ["W03"]
    place_dummies(s, 2)
    assert [space for space, who in enumerate(s.gears["palenque"]) if who is not None] == [0, 5]


def test_e02_three_workers_cost_their_spaces_and_a_surcharge() -> None:
    """Palenque 0, Palenque 2 and Yaxchilan 0 cost 2 + 3 corn; a fourth is not affordable."""
    table = tzolkin(me={"corn": 5, "hand": 4}, gears={"palenque": {1: "left"}})
    table.play("place palenque", "place palenque", "place yaxchilan")
    assert table.on("palenque") == {0: "me", 1: "left", 2: "me"}
    assert table.on("yaxchilan") == {0: "me"}
    assert table.goods() == {}
    assert table.player().hand == 1
    assert table.asked == "left"


def test_e03_two_workers_on_one_gear_go_to_the_next_free_spaces() -> None:
    """On Palenque 3 and 4 they cost (3 + 0) + (4 + 1) corn."""
    gears = {"palenque": {0: "left", 1: "left", 2: "left"}, "tikal": {1: "me"}}
    table = tzolkin(me={"corn": 13, "hand": 2}, gears=gears)
    table.play("place palenque", "place palenque")
    assert table.on("palenque") == {0: "left", 1: "left", 2: "left", 3: "me", 4: "me"}
    assert table.goods() == {"corn": 5}
    assert table.asked == "left"


def test_e04_an_earlier_worker_pays_for_stepping_back() -> None:
    """The corn of action 2 pays the step from 3 back to 2; the worker on 1 stays."""
    table = tzolkin(me={"hand": 0}, gears={"yaxchilan": {1: "me", 2: "me", 3: "me"}})
    table.play("pick yaxchilan 2", "yaxchilan 2", "pick yaxchilan 3", "yaxchilan 2", "done")
    assert table.goods() == {"stone": 2, "corn": 1}
    assert table.on("yaxchilan") == {1: "me"}


def test_e05_order_matters() -> None:
    """Picked up first and without corn, the worker on 3 can only perform action 3, or nothing."""
    table = tzolkin(me={"hand": 0}, gears={"yaxchilan": {1: "me", 2: "me", 3: "me"}})
    table.play("pick yaxchilan 3")
    assert table.options == ["yaxchilan 3", "nothing"]
    assert table.refused["yaxchilan 2"] == "needs-more"
    table.play("yaxchilan 3", "done")
    assert table.goods() == {"gold": 1, "corn": 2}


def test_e06_a_building_costs_what_is_printed() -> None:
    """One for 1 stone and 1 gold is paid with 1 stone and 1 gold."""
    table = tzolkin(me={"stone": 1, "gold": 1}, gears={"tikal": {2: "me"}}, display=["A1-14"])
    table.play("pick tikal 2", "tikal 2", "build A1-14")
    assert table.goods() == {}
    assert table.player().buildings == ["A1-14"]


def test_e07_burning_takes_the_corn_and_angers_a_god() -> None:
    """Wood from group 3, then group 4 is burned for 7 corn; the worker on 1 stays."""
    table = tzolkin(gears={"palenque": {1: "me", 3: "me", 4: "me"}})
    table.play("pick palenque 3", "palenque 3", "harvest wood")
    table.play("pick palenque 4", "palenque 4", "burn quetzalcoatl", "done")
    assert table.goods() == {"wood": 2, "corn": 7}
    assert table.temples() == (0, -1, 0)
    assert table.state.jungle[3] == {"corn": 4, "wood": 3}
    assert table.state.jungle[4] == {"corn": 3, "wood": 3}
    assert table.player().harvested == {"corn": 1, "wood": 1}
    assert table.on("palenque") == {1: "me"}


def test_e08_corn_without_anger() -> None:
    """For 1 corn the worker on 4 takes the corn tile that the one on 3 has just uncovered."""
    table = tzolkin(me={"corn": 1}, gears={"palenque": {1: "me", 3: "me", 4: "me"}})
    table.play("pick palenque 3", "palenque 3", "harvest wood")
    table.play("pick palenque 4", "palenque 3", "harvest corn", "done")
    assert table.goods() == {"wood": 2, "corn": 5}
    assert table.temples() == (0, 0, 0)
    assert table.state.jungle[3] == {"corn": 3, "wood": 3}


def test_e08_without_corn_it_cannot_be_done() -> None:
    """The step back is paid before the harvest."""
    table = tzolkin(gears={"palenque": {1: "me", 3: "me", 4: "me"}})
    table.play("pick palenque 3", "palenque 3", "harvest wood", "pick palenque 4")
    assert table.options == ["palenque 4", "nothing"]
    assert table.refused["palenque 3"] == "needs-more"


DISPLAY = ["A1-01", "A1-09", "A1-04", "A1-07", "A1-08", "A1-11"]


def test_e09_technologies_and_two_buildings_with_wood_only() -> None:
    """5 wood: two technologies to level 1, then two buildings; the display is full again."""
    table = tzolkin(me={"wood": 5}, gears={"tikal": {3: "me", 4: "me"}}, display=DISPLAY)
    table.play("pick tikal 3", "tikal 3", "research resource_extraction", "research theology")
    table.play("pick tikal 4", "tikal 4", "build A1-01", "build A1-09")
    assert table.goods() == {}
    assert table.player().buildings == ["A1-01", "A1-09"]
    levels = {"agriculture": 1, "resource_extraction": 1, "architecture": 0, "theology": 1}
    assert table.player().technologies == levels
    assert len(table.state.display) == 6
    assert table.asked == "left"


def test_e09_two_levels_in_one_track_leave_too_little() -> None:
    """They cost 1 + 2 wood; 2 wood buy only one of the two buildings."""
    table = tzolkin(me={"wood": 5}, gears={"tikal": {3: "me", 4: "me"}}, display=DISPLAY)
    table.play("pick tikal 3", "tikal 3", "research theology", "research theology")
    assert table.goods() == {"wood": 2}
    table.play("pick tikal 4", "tikal 4", "build A1-09")
    assert table.goods() == {}
    assert table.asked == "left"


@pytest.mark.parametrize("tile", ["A1-06", "A1-09", "A1-10", "A1-14"])
def test_e10_two_resources_cost_four_corn_at_uxmal(tile: str) -> None:
    """Uxmal 4 takes 2 corn for every block of the printed cost."""
    table = tzolkin(me={"corn": 4}, gears={"uxmal": {4: "me"}}, display=[tile, "A1-07"])
    turn = table.play("pick uxmal 4", "uxmal 4", f"build {tile}")
    assert (0, ("pay", {"corn": 4})) in turn.trace
    assert tile in table.player().buildings


def test_e11_a_skull_for_the_cave_one_step_back() -> None:
    """From 7, action 6 costs 1 corn: 8 points, a step on Kukulkan and a gold for the skull."""
    table = tzolkin(me={"skull": 1, "corn": 1}, gears={"chichen_itza": {7: "me"}})
    table.play("pick chichen_itza 7", "chichen_itza 6", "take 1 gold")
    assert table.state.skulls_laid == {6: 0}
    assert table.points() == 8
    assert table.temples() == (0, 0, 1)
    assert table.goods() == {"gold": 1}


def test_e12_a_worker_on_6_blocks_the_double_advance() -> None:
    """Red takes only the worker on 7 back: Green is not asked how many days."""
    gears = {"yaxchilan": {6: "right", 7: "right"}}
    table = tzolkin(start="me", mover="right", gears=gears)
    table.play("pick yaxchilan 7", "nothing", "done")
    assert table.state.round == 4
    assert (table.asked, table.question) == ("left", "turn")
    assert table.on("yaxchilan") == {7: "right"}


def test_e12_a_worker_on_7_does_not() -> None:
    """With only the worker on 7 left, Green may advance two days and pushes it off."""
    gears = {"yaxchilan": {6: "right", 7: "right"}}
    table = tzolkin(start="me", mover="right", gears=gears)
    table.play("pick yaxchilan 6", "nothing", "done")
    assert (table.asked, table.options) == ("me", ["advance 1", "advance 2"])
    table.play("advance 2")
    assert table.state.round == 5
    assert table.on("yaxchilan") == {}
    assert table.player("right").hand == 3
    assert not table.player().light


def test_e13_a_building_gives_all_it_shows() -> None:
    """The tile for 1 wood, 2 stone, 1 gold gives a step on every temple and 3 points."""
    board: Side = {"wood": 1, "stone": 2, "gold": 1}
    table = tzolkin(me=board, round=15, gears={"tikal": {2: "me"}}, display=["A2-08"])
    table.play("pick tikal 2", "tikal 2", "build A2-08")
    assert table.temples() == (1, 1, 1)
    assert table.points() == 3
    assert table.goods() == {}


def test_e14_farms_feed() -> None:
    """5 workers, two farms for one worker, one farm of 1 corn less: 3 corn."""
    farms = ["A1-01", "A1-02", "A1-04"]
    board: Side = {"corn": 8, "hand": 5, "buildings": farms}
    table = tzolkin(me=board, round=8, moment="end of round")
    assert table.goods() == {"corn": 5}
    assert table.points() == 0


def test_e15_no_half_feeding() -> None:
    """3 workers and 5 corn: pays 4, keeps 1, loses 3 points."""
    table = tzolkin(me={"corn": 5}, round=8, moment="end of round")
    assert table.goods() == {"corn": 1}
    assert table.points() == -3


RED: Side = {"corn": 6, "chaac": 1, "quetzalcoatl": 0, "kukulkan": 5}
BLUE: Side = {"corn": 6, "chaac": 3, "quetzalcoatl": 0, "kukulkan": 3}
YELLOW: Side = {"corn": 6, "chaac": 3, "quetzalcoatl": 0, "kukulkan": -1}


def test_e16_temple_rewards_on_a_tan_day() -> None:
    """Everybody takes what is printed at the own step and all steps below."""
    table = tzolkin(3, me=RED, left=BLUE, across=YELLOW, round=8, moment="end of round")
    assert table.goods("me") == {"stone": 1, "wood": 2, "skull": 1}
    assert table.goods("left") == {"stone": 2, "wood": 2}
    assert table.goods("across") == {"stone": 2}
    assert [table.points(seat) for seat in ("me", "left", "across")] == [0, 0, 0]


@pytest.mark.parametrize(("round", "points"), [(14, [16, 15, 7]), (27, [18, 15, 7])])
def test_e16_temple_rewards_on_a_teal_day(round: int, points: list[int]) -> None:
    """Points of the own step, the leader's bonus of the age, halves of it when it is shared."""
    table = tzolkin(3, me=RED, left=BLUE, across=YELLOW, round=round, moment="end of round")
    assert [table.points(seat) for seat in ("me", "left", "across")] == points


def test_e17_agriculture_three() -> None:
    """Palenque 4 gives 7 + 1 + 2 corn with a tile, as much without one; fishing 4."""
    gears = {"palenque": {4: "me", 5: "me", 1: "me"}}
    table = tzolkin(me={"agriculture": 3}, gears=gears, jungle={4: (4, 3), 5: (2, 2)})
    table.play("pick palenque 4", "palenque 4", "harvest corn", "pick palenque 5", "palenque 4")
    assert table.options[0] == "harvest no-tile"
    table.play("harvest no-tile", "pick palenque 1", "palenque 1")
    assert table.goods() == {"corn": 10 - 1 + 10 + 4}
    assert table.player().harvested == {"corn": 1, "wood": 0}


def test_e18_the_first_two_rounds() -> None:
    """Green, Blue, Red and Yellow play two rounds; Yellow goes first in the second."""
    sides: list[Side] = [{"corn": 3}, {"corn": 4}, {"corn": 7}, {"corn": 8}]
    green, blue, red, yellow = sides
    table = tzolkin(me=green, left=blue, across=red, right=yellow, round=1)
    table.play("place tikal", "place yaxchilan", "place palenque")
    table.play("place palenque", "place palenque")
    table.play("place yaxchilan", "place yaxchilan", "place tikal")
    table.play("place tikal", "place start", "done")
    assert [table.goods(seat).get("corn", 0) for seat in ("me", "left", "across")] == [0, 0, 0]
    assert table.goods("right") == {"corn": 5}
    assert (table.asked, table.question) == ("right", "days")
    table.play("advance 1")
    assert table.on("palenque") == {1: "me", 2: "left", 3: "left"}
    assert table.on("yaxchilan") == {1: "me", 2: "across", 3: "across"}
    assert table.on("tikal") == {1: "me", 2: "across", 3: "right"}
    assert (table.asked, table.state.calendar_corn) == ("right", 0)
    table.play("place palenque", "place palenque")
    table.play("pick yaxchilan 1", "yaxchilan 1", "pick tikal 1", "tikal 1")
    table.play("research agriculture", "done")
    table.play("place tikal")
    table.play("pick yaxchilan 3", "yaxchilan 3", "done")
    assert table.goods("right") == {}
    assert table.goods("me") == {}
    assert table.player().technologies["agriculture"] == 1
    assert table.goods("across") == {"gold": 1, "corn": 2}
    assert table.on("palenque") == {1: "right", 2: "me", 3: "left", 4: "left", 5: "right"}
    assert table.on("tikal") == {1: "left", 3: "across", 4: "right"}
    assert table.on("yaxchilan") == {3: "across"}
    assert (table.asked, table.state.calendar_corn, table.state.round) == ("right", 1, 3)


def test_a_transcript_that_is_not_legal_is_refused() -> None:
    """The fixtures do not smooth over a wrong step."""
    with pytest.raises(IllegalStep):
        tzolkin(me={"corn": 3}).play("pick tikal 4")
