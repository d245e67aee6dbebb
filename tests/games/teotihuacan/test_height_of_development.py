"""Height of Development (M2): the orange temple, its board, and special abilities (15.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from engine.core import Effect
from engine.module import part
from engine.table import Table
from games.teotihuacan import TITLE
from games.teotihuacan.action_tiles import step_furthest
from games.teotihuacan.bot_workers import raise_and_advance
from games.teotihuacan.eclipse import points_of_masks, score_bonus_tiles, score_end
from games.teotihuacan.modules.height_of_development import MODULE
from games.teotihuacan.modules.height_of_development.heights import ABILITIES, TABLE, Heights
from games.teotihuacan.power import power_up_any
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import step, step_anywhere
from games.teotihuacan.worship import use_royal
from tests.games.teotihuacan.automa import PRIEST, using
from tests.games.teotihuacan.builder import SEATS, Play, Side, side, teotihuacan
from tests.games.teotihuacan.catalogue import component, components, says_assumed
from tests.games.teotihuacan.random_games import play_random_games

MODULES = ("height_of_development",)
FIRST, SECOND, THIRD = "ability_rebirth", "ability_avenue", "ability_masks"
BONUS = {"orange": "BT1"}


def able(seat: str, *abilities: str) -> Callable[[Teotihuacan], None]:
    """Give a side special abilities."""

    def prepare(s: Teotihuacan) -> None:
        """Mark them."""
        part(s, Heights).sides[SEATS.index(seat)].abilities = list(abilities)

    return prepare


def high(**rest: Any) -> Play:
    """A table with the orange temple."""
    return teotihuacan(modules=MODULES, bonus_tiles=rest.pop("bonus_tiles", BONUS), **rest)


def at(n: int, **rest: Any) -> Side:
    """A side on a step of the orange temple."""
    return side(temples={"orange": n}, **rest)


def abilities(table: Play, seat: str = "red") -> list[str]:
    """The special abilities of a side."""
    return part(table.state, Heights).sides[SEATS.index(seat)].abilities


# The table


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_table(seats: int) -> None:
    """15.8: a marker of each player, four bonus tiles, a discovery tile on board 6, no piles."""
    for number in range(5):
        table = Table.new(TITLE, seats, MODULES, bytes([number] * 32))
        s = cast(Teotihuacan, table.state)
        assert list(s.bonus_tiles) == ["blue", "red", "green", "orange"]
        assert len(set(s.bonus_tiles.values())) == 4
        assert [n for n, tile in s.tiles.items() if tile] == ["1", "2", "3", "4", "6", "7"]
        assert not any(place.startswith("orange") for place in s.piles)
        steps = [list(player.temples.items()) for player in s.players]
        assert steps[0] == [(temple, 0) for temple in ("blue", "red", "green", "orange")]
        if seats == 1:
            assert steps[1] == [(temple, 1) for temple in ("blue", "red", "green", "orange")]


def test_without_the_module_there_is_no_orange_temple() -> None:
    table = teotihuacan(red={"workers": [(8, 1)], "wood": 2})
    assert "orange" not in table.player().temples
    assert table.play("move 8 1 6").refused["worship blue rite"] == "other-board"
    assert "worship orange rite" not in table.refused


REWARDS: list[tuple[int, dict[str, int], int]] = [
    (1, {"cocoa": 1}, 0),
    (2, {}, 1),
    (3, {"stone": 1}, 0),
    (5, {"cocoa": 2}, 0),
    (6, {}, 2),
    (8, {"stone": 2}, 0),
    (10, {}, 0),
    (11, {}, 6),
]


@pytest.mark.parametrize(("n", "goods", "points"), REWARDS)
def test_r34_the_rewards_of_the_steps(n: int, goods: dict[str, int], points: int) -> None:
    """R34."""
    table = high(red=at(n - 1), do=step("orange"))
    if table.question == "gain_any":
        table.play(f"take {sum(goods.values())} stone")
    assert (table.temples(), table.goods(), table.points()) == ({"orange": n}, goods, points)


def test_one_marker_has_room_on_the_highest_step() -> None:
    table = high(red=at(10), yellow=at(11), do=step_anywhere(1))
    assert table.options == ["step blue", "step red", "step green"]
    assert table.refused["step orange"] == "no-step-left"


def test_any_temple_may_be_the_orange_one() -> None:
    table = high(do=step_anywhere(2)).play("step orange", "step orange")
    assert (table.temples(), table.goods(), table.points()) == ({"orange": 2}, {"cocoa": 1}, 1)


# The board


def test_worship_on_the_nobles_board() -> None:
    """15.8: a step on the orange temple, the discovery tile of the board, or both."""
    table = high(red={"workers": [(8, 2)], "cocoa": 1}, tiles={6: "res2"}).play("move 8 2 6")
    ways = ["orange rite", "orange tile", "orange rite tile", "orange tile rite"]
    assert table.offered("worship") == ways
    table.play("worship orange rite tile")
    assert (table.temples(), table.goods()) == ({"orange": 1}, {"cocoa": 1})
    assert table.player().discoveries == ["res2"]
    assert table.workers() == [(6, 2, "orange")]
    assert table.state.tiles["6"] is not None


def test_the_nobles_board_works_as_before() -> None:
    """R34: wood for a building on the row of the workers, and an Avenue step."""
    table = high(red={"workers": [(8, 2)], "wood": 2}).play("move 8 2 6", "main", "row 1")
    assert (table.points(), table.player().avenue, table.goods()) == (3, 1, {})


def test_the_bonus_tile_scores_at_the_end() -> None:
    """15.8: on step 10, after the blue, red and green ones."""
    side: Side = {"temples": {"orange": 10, "green": 11}, "masks": [1, 2]}
    table = high(red=side, do=score_bonus_tiles(), bonus_tiles={"green": "BT5", **BONUS})
    assert [effect[1] for effect in table.events("score_bonus_tile")] == ["green", "orange"]
    assert table.points() == 2 * 9 + 3


# Abilities


def test_r34_an_ability_that_the_player_lacks() -> None:
    """R34: on steps 4, 7 and 9 a choice among those not owned."""
    table = high(red=at(3), do=step("orange"))
    assert table.question == "choose_ability"
    assert table.options == [f"ability {id_}" for id_ in (FIRST, SECOND, THIRD)]
    assert abilities(table.play(f"ability {SECOND}")) == [SECOND]
    table = high(red=at(6), do=step("orange"), prepare=able("red", SECOND))
    assert table.options == [f"ability {FIRST}", f"ability {THIRD}"]
    assert table.refused == {f"ability {SECOND}": "ability-owned"}
    table = high(red=at(8), do=step("orange"), prepare=able("red", SECOND, FIRST))
    assert abilities(table) == [SECOND, FIRST, THIRD]
    assert abilities(table, "yellow") == []


@pytest.mark.parametrize(("own", "power"), [([], 1), ([FIRST], 2), ([SECOND, THIRD], 1)])
def test_ascended_workers_begin_with_power_2(own: list[str], power: int) -> None:
    """15.8: ability 1."""
    red: Side = {"workers": [(5, 5)]}
    table = high(red=red, do=power_up_any(1), prepare=able("red", *own))
    assert table.play("power 5 5", "reward five_points").workers() == [(1, power)]


def eclipse(red: Side, *own: str, nobles: tuple[int, int, int] = (0, 0, 0)) -> int:
    """The points of red at an Eclipse with some abilities."""
    table = high(seats=2, when="eclipse", red=red, nobles=nobles, prepare=able("red", *own))
    return table.points()


@pytest.mark.parametrize("avenue", [0, 3, 9])
def test_r126_two_steps_more_at_an_eclipse(avenue: int) -> None:
    """R126: ability 2 counts in step 1, also for a marker before the first step."""
    assert eclipse({"avenue": avenue}, FIRST, THIRD, nobles=(4, 0, 0)) == 3 * avenue
    assert eclipse({"avenue": avenue}, SECOND, nobles=(4, 0, 0)) == 3 * (avenue + 2)


def test_r126_royal_and_bonus_tiles_count_the_marker() -> None:
    """R126: a royal tile and a bonus tile that count the Avenue."""
    table = high(red={"avenue": 3}, do=use_royal("09", 5), prepare=able("red", SECOND))
    assert table.points() == 3
    red: Side = {"avenue": 3, "temples": {"orange": 10}}
    tiles = {"red": "BT1", "orange": "BT4"}
    table = high(red=red, do=score_bonus_tiles(), bonus_tiles=tiles, prepare=able("red", SECOND))
    assert table.points() == 9


@pytest.mark.parametrize(
    ("masks", "points", "more"),
    [
        ([], 0, 0),
        ([4], 1, 3),
        ([2, 5, 7, 5], 7, 11),
        ([4, 4], 2, 4),
        ([1, 2, 3, 4, 5, 6, 7], 28, 36),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 55, 66),
    ],
)
def test_r127_the_best_set_counts_one_mask_more(masks: list[int], points: int, more: int) -> None:
    """R127: ability 3; without a mask there is no set."""
    assert mask_points(masks, FIRST, SECOND) == points
    assert mask_points(masks, THIRD) == more


def mask_points(masks: list[int], *own: str) -> int:
    """The points of red for masks at an Eclipse; kinds 8 to 10 are of other modules."""
    table = high(seats=2, do=step("blue"), prepare=able("red", *own)).play("take 1 wood")
    table.player().masks = masks
    return points_of_masks(table.state, 0)


def test_r127_the_bonus_tile_counts_the_masks_alone() -> None:
    """R127: the tile that scores the best set once more."""
    red = at(10, masks=[2, 5, 7])
    table = high(red=red, do=score_bonus_tiles(), prepare=able("red", THIRD))
    assert table.points() == 6


# The Teotibot


def robot(do: Effect, bot: Side, *own: str, **rest: Any) -> Play:
    """A solo table on which an effect is resolved for the Teotibot."""
    return high(seats=1, yellow=bot, do=do, actor=1, prepare=able("yellow", *own), **rest)


def test_the_teotibot_gains_an_ability_at_each_eclipse() -> None:
    """15.8: ability n at Eclipse n, before the scoring."""
    for n, ability in enumerate(ABILITIES, 1):
        table = high(seats=1, when="eclipse", eclipse=n, yellow={"avenue": 1, "masks": [4]})
        assert abilities(table, "yellow") == [ability]
        assert abilities(table, "red") == []
        avenue = 5 * (3 if ability == SECOND else 1)
        end = 15 if n == 3 else 0
        assert table.points("yellow") == avenue + (3 if ability == THIRD else 1) + end


def test_r125_the_teotibot_gains_nothing_on_the_ability_steps() -> None:
    """R125."""
    for n in (4, 7, 9):
        table = robot(step("orange"), at(n - 1))
        assert (table.temples("yellow"), abilities(table, "yellow")) == ({"orange": n}, [])
        assert (table.goods("yellow"), table.points("yellow")) == ({}, 0)


def test_an_ascended_worker_of_the_teotibot_advances_with_power_2() -> None:
    """15.8: ability 1 acts on it too."""
    table = robot(raise_and_advance(8, 5), {"workers": [(8, 5), PRIEST]}, FIRST)
    assert (3, 2) in table.workers("yellow")


def test_ties_between_temples_of_the_teotibot() -> None:
    """15.8: blue, red, green, orange."""
    even = dict.fromkeys(("blue", "red", "green", "orange"), 2)
    table = robot(step_furthest(1), {"temples": even, "workers": [PRIEST]})
    assert table.temples("yellow") == {**even, "blue": 3}
    table = robot(step_furthest(1), {"temples": {**even, "orange": 4}, "workers": [PRIEST]})
    assert table.temples("yellow") == {**even, "orange": 5}


def test_the_teotibot_worships_on_the_orange_space() -> None:
    """11.4: board 6 comes after board 7 in the printed layout: two steps; the tile is replaced."""
    bot: Side = {"workers": [(7, 1, "any"), (4, 2)]}
    ring = [1, 3, 5, 2, 8, 7, 6, 4]
    table = using("worship", bot, modules=MODULES, bonus_tiles=BONUS, ring=ring, tiles={6: "vp4"})
    assert table.temples("yellow") == {"orange": 2}
    assert (6, 1, "orange") in table.workers("yellow")
    assert table.state.discarded == ["vp4"]
    assert (table.goods("yellow"), table.points("yellow")) == ({"cocoa": 1}, 1)


def test_r34_the_teotibot_takes_a_mask_from_the_nobles_board() -> None:
    """R34: its discovery tile is one like those of the other boards."""
    bot: Side = {"wood": 1, "workers": [PRIEST]}
    table = using("masks", bot, modules=MODULES, bonus_tiles=BONUS, tiles={6: "mask5"})
    assert table.player("yellow").masks == [5]


@pytest.mark.parametrize("n", [1, 9, 10, 11])
def test_r128_the_figure_on_the_bonus_tile(n: int) -> None:
    """R128: the Teotibot scores the orange bonus tile in any case, and once."""
    assert robot(score_end(), at(n)).points("yellow") == 15
    table = robot(score_end(), {"temples": {"orange": n, "blue": 10}})
    assert table.points("yellow") == 15 + 15


def test_a_player_has_no_figure_on_the_bonus_tile() -> None:
    assert high(red=at(9), do=score_end()).points() == 0


# Tables and games


def test_the_ruleset_marks_what_is_assumed() -> None:
    """R34: temple, steps and board; the abilities are known. The description says so too."""
    assert component("temple", "orange")["assumed"]
    assert component("board", "6 height_of_development")["assumed"]
    steps = {each["id"]: each["assumed"] for each in components("step")}
    assert [id_ for id_, assumed in steps.items() if assumed] == [
        f"orange {n}" for n in range(1, 12)
    ]
    assert not any(each["assumed"] for each in components("ability"))
    assert [each["id"] for each in components("ability")] == [each.id for each in TABLE.ability]
    assert says_assumed(MODULE.name)


def test_greedy_bots_like_abilities() -> None:
    table = high(red={"workers": [(5, 1)]}, prepare=able("red", SECOND))
    assert MODULE.value(table.state, 0) == 12
    table.state.over = True
    assert MODULE.value(table.state, 0) == 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games_end(seats: int) -> None:
    for s in play_random_games(seats, MODULES, 3):
        for temple in s.bonus_tiles:
            assert [player.temples[temple] for player in s.players].count(11) <= 1
        for n, player in enumerate(s.players[: s.seats]):
            steps = sum(player.temples["orange"] >= winning for winning in (4, 7, 9))
            assert len(set(part(s, Heights).sides[n].abilities)) == steps
