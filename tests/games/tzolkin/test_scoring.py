"""The end of the game: quarters, skulls, monuments, who has won (section 13)."""

from __future__ import annotations

from itertools import product
from typing import cast

import pytest

from games.tzolkin.value import own_value, value
from tests.games.tzolkin import facts
from tests.games.tzolkin.builder import SEATS, Play, Side, tzolkin
from tests.games.tzolkin.facts import STEPS

GROUPS = ["graveyard", "municipal", "shrine"]
GROUP_MONUMENT = {"graveyard": "M02", "municipal": "M08", "shrine": "M10"}


def final(seats: int = 4, **sides: Side) -> Play:
    """The final scoring of these boards and nothing else."""
    me, left = sides.get("me"), sides.get("left")
    across, right = sides.get("across"), sides.get("right")
    table = tzolkin(
        seats, me=me, left=left, across=across, right=right, round=27, moment="final scoring"
    )
    assert table.table.over
    return table


def side(**numbers: object) -> Side:
    return cast(Side, numbers)


@pytest.mark.parametrize(
    ("goods", "points"),
    [({"corn": n}, n / 4) for n in range(9)]
    + [
        ({"wood": 1}, 0.5),
        ({"stone": 1}, 0.75),
        ({"gold": 1}, 1),
        ({"wood": 3, "stone": 3, "gold": 3, "corn": 2}, 29 / 4),
        ({"skull": 1}, 3),
        ({"skull": 4, "corn": 1}, 12.25),
    ],
)
def test_goods_in_quarters(goods: dict[str, int], points: float) -> None:
    """Blocks become corn at the market's rates, a corn is a quarter, a skull three points."""
    table = final(me=side(**goods, points=5))
    assert table.points() == 5 + points
    assert {"wood", "stone", "gold"}.isdisjoint(table.goods())
    assert table.table.standings()[0].points == 5 + points


def monument(tile: str, seats: int = 4, **me: object) -> float:
    """What a monument scores on this board, without what the goods score."""
    with_it = final(seats, me=side(monuments=[tile], **me)).points()
    return with_it - final(seats, me=side(**me)).points()


@pytest.mark.parametrize("tiles", range(5))
def test_harvest_tiles(tiles: int) -> None:
    """M01 counts wood tiles, M05 corn tiles, 4 points each."""
    for wood, corn in product(range(tiles + 1), range(5)):
        table = tzolkin(
            me=side(wood_tiles=wood, corn_tiles=corn, monuments=["M01"]),
            jungle={2: (0, 0), 3: (0, 0), 4: (0, 0)},
            round=27,
            moment="final scoring",
        )
        assert table.points() == 4 * wood
        table = tzolkin(
            me=side(wood_tiles=wood, corn_tiles=corn, monuments=["M05"]),
            jungle={2: (0, 0), 3: (0, 0), 4: (0, 0)},
            round=27,
            moment="final scoring",
        )
        assert table.points() == 4 * corn


def test_a_burned_wood_tile_does_not_count() -> None:
    """A burned tile belongs to no player; the corn tile below counts."""
    points = {}
    for tile in ("M01", "M05", "M09"):
        table = tzolkin(
            me=side(corn=6, monuments=[tile]),
            round=27,
            gears={"palenque": {3: "me"}},
            marker="left",
        )
        table.play("pick palenque 3", "palenque 3", "burn chaac")
        assert table.table.over
        points[tile] = table.points() - table.points("left")
    assert points["M01"] == points["M09"]
    assert points["M05"] == points["M09"] + 4


@pytest.mark.parametrize("group", GROUPS)
def test_groups(group: str) -> None:
    """4 points for every own building and monument of the group, itself included."""
    own = [tile for tile, b in facts.BUILDINGS.items() if b.group == group]
    farms = [tile for tile, b in facts.BUILDINGS.items() if b.group == "farm"]
    others = [tile for tile, b in facts.BUILDINGS.items() if b.group not in (group, "farm")]
    tile = GROUP_MONUMENT[group]
    assert monument(tile) == 4
    for n in range(len(own) + 1):
        assert monument(tile, buildings=[*own[:n], *others[:3]]) == 4 * (n + 1)
    assert monument(tile, buildings=farms) == 4, "D49: farms belong to no group"


@pytest.mark.parametrize("group", GROUPS)
def test_groups_count_other_monuments_too(group: str) -> None:
    tile = GROUP_MONUMENT[group]
    for other, (its_group, _, _) in facts.MONUMENTS.items():
        if other == tile:
            continue
        both = final(me=side(monuments=[tile, other])).points()
        alone = final(me=side(monuments=[other])).points()
        more = 4 if other == "M03" else 2 if other == "M04" else 0
        if facts.MONUMENTS[other].scores.startswith("4 an own"):
            more = 4 * (facts.MONUMENTS[tile].group == facts.MONUMENTS[other].group)
        assert both - alone - more == 4 * (1 + (its_group == group)), other


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 5), (4, 4)])
def test_d48_monuments_of_everybody(seats: int, each: int) -> None:
    """D48: all built by the end, itself included: 6, 5 or 4 points by number of players."""
    assert monument("M03", seats) == each
    table = final(seats, me=side(monuments=["M03", "M13"]), left=side(monuments=["M05"]))
    assert table.points() == 3 * each
    table = final(seats, me=side(monuments=["M03"]), left=side(monuments=["M05", "M01", "M13"]))
    assert table.points() == 4 * each


@pytest.mark.parametrize("farms", range(4))
def test_d49_constructions(farms: int) -> None:
    """D49: 2 points for every own building and monument, farms and itself included."""
    tiles = [*["A1-01", "A1-04", "A2-01"][:farms], "A1-09", "A2-18"]
    assert monument("M04", buildings=tiles) == 2 * (len(tiles) + 1)
    assert monument("M04") == 2


@pytest.mark.parametrize(
    ("levels", "points"),
    [
        ((0, 0, 0, 0), 0),
        ((2, 2, 2, 2), 0),
        ((3, 2, 2, 2), 9),
        ((0, 3, 0, 3), 20),
        ((3, 3, 0, 3), 33),
        ((3, 3, 3, 3), 33),
    ],
)
def test_technologies_at_the_last_level(levels: tuple[int, ...], points: int) -> None:
    """M06: one 9, two 20, three or four 33 points."""
    tracks = ("agriculture", "resource_extraction", "architecture", "theology")
    assert monument("M06", **dict(zip(tracks, levels, strict=True))) == points
    assert monument("M09", **dict(zip(tracks, levels, strict=True))) == 3 * sum(levels)


@pytest.mark.parametrize(("workers", "points"), [(3, 0), (4, 6), (5, 12), (6, 18)])
def test_workers_in_play(workers: int, points: int) -> None:
    """M07: in hand or on a gear."""
    assert monument("M07", hand=workers) == points
    table = tzolkin(
        me=side(hand=workers - 2, monuments=["M07"]),
        gears={"tikal": {0: "me", 4: "me"}},
        round=27,
        moment="final scoring",
    )
    assert table.points() == points


@pytest.mark.parametrize("laid", range(10))
def test_skulls_laid_by_anybody(laid: int) -> None:
    """M11: 3 points for each."""
    by = {n: SEATS[n % 4] for n in range(1, laid + 1)}
    table = tzolkin(me=side(monuments=["M11"]), laid=by, round=27, moment="final scoring")
    assert table.points() == 3 * laid


@pytest.mark.parametrize(
    ("steps", "best"),
    [
        ((0, 0, 0), 0),
        ((-1, -1, -1), 0),
        ((-1, 0, -1), 0),
        ((2, 1, -1), 2),
        ((4, 4, 6), 6),
        ((0, 7, 0), 7),
    ],
)
def test_d47_the_best_temple(steps: tuple[int, int, int], best: int) -> None:
    """D47: 3 points for each step above the start, never below 0."""
    chaac, quetzalcoatl, kukulkan = steps
    points = monument("M12", chaac=chaac, quetzalcoatl=quetzalcoatl, kukulkan=kukulkan)
    assert points == 3 * best


@pytest.mark.parametrize(("temple", "step"), STEPS)
def test_d46_temples_once_more(temple: str, step: int) -> None:
    """D46: the points of the own steps, the negative ones too, without leading."""
    assert monument("M13", **{temple: step}) == STEPS[temple, step][0]


def test_d46_all_three_temples_add_up() -> None:
    """D46: all at the bottom cost 6 points."""
    assert monument("M13", chaac=-1, quetzalcoatl=-1, kukulkan=-1) == -6
    assert monument("M13", chaac=5, quetzalcoatl=4, kukulkan=-1) == 8 + 6 - 3


def test_several_monuments_score_each() -> None:
    table = final(me=side(monuments=["M04", "M09", "M12"], theology=2, chaac=3, corn=3))
    assert table.points() == 2 * 3 + 3 * 2 + 3 * 3 + 0.75


def test_monuments_score_only_at_the_end() -> None:
    """Nothing when built, and the skull paid for one no longer counts as owned."""
    table = tzolkin(me=side(gold=4, skull=1), gears={"tikal": {4: "me"}}, monuments=["M11"])
    table.play("pick tikal 4", "tikal 4", "build M11")
    assert table.points() == 0
    assert table.player().monuments == ["M11"]


def standings(table: Play) -> list[tuple[str, int, float, int]]:
    return [
        (SEATS[one.side], one.rank, one.points, one.tiebreak["workers_on_gears"])
        for one in table.table.standings()
    ]


def test_most_points_win() -> None:
    table = final(
        me=side(points=5), left=side(points=7), across=side(points=-2), right=side(corn=1)
    )
    assert standings(table) == [
        ("left", 1, 7, 0),
        ("me", 2, 5, 0),
        ("right", 3, 0.25, 0),
        ("across", 4, -2, 0),
    ]


def test_a_quarter_decides() -> None:
    table = final(2, me=side(points=5), left=side(points=5, corn=1))
    assert [one[:3] for one in standings(table)] == [("left", 1, 5.25), ("me", 2, 5)]


def test_a_tie_goes_to_more_workers_on_the_gears() -> None:
    """After the last calendar phase: pushed off or back from the first player space is home."""
    fed: Side = {"corn": 6}
    gears = {"tikal": {6: "me", 7: "left"}, "uxmal": {0: "me", 1: "left", 3: "left"}}
    table = tzolkin(
        me=fed,
        left=fed,
        across=fed,
        right=fed,
        gears=gears,
        start="across",
        round=27,
        moment="end of round",
    )
    assert standings(table) == [
        ("me", 1, 6, 2),
        ("left", 1, 6, 2),
        ("across", 3, 6, 0),
        ("right", 3, 6, 0),
    ]


def test_d51_ties_below_the_first_place() -> None:
    """D51: decided in the same way, and ranks that are shared repeat."""
    table = tzolkin(
        me=side(points=9),
        left=side(points=4),
        across=side(points=4),
        right=side(points=4),
        gears={"tikal": {0: "across"}, "uxmal": {1: "across", 2: "right", 3: "left"}},
        round=27,
        moment="final scoring",
    )
    assert standings(table) == [
        ("me", 1, 9, 0),
        ("across", 2, 4, 2),
        ("left", 3, 4, 1),
        ("right", 3, 4, 1),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_shared_victory(seats: int) -> None:
    table = final(
        seats, me=side(points=1), left=side(points=1), across=side(points=1), right=side(points=1)
    )
    assert [one[1] for one in standings(table)] == [1] * seats


def test_dummies_are_nobodys_workers() -> None:
    table = final(2, me=side(points=1), left=side(points=1))
    assert [one[3] for one in standings(table)] == [0, 0]


def test_a_seat_without_rivals_is_worth_its_own_points() -> None:
    """The value of a seat is less a part of its best rival's, if it has one."""
    s = tzolkin(2, me={"points": 7}, left={"points": 9}).state
    assert value(s, 0) < own_value(s, 0)
    del s.players[1]
    assert value(s, 0) == own_value(s, 0)
