"""Technologies: what a level costs, what lies beyond the last, free levels (section 11)."""

from __future__ import annotations

from typing import cast

import pytest

from tests.games.tzolkin.builder import Play, Side, tzolkin

TRACKS = ["agriculture", "resource_extraction", "architecture", "theology"]
PRICES = [1, 2, 3, 1]
ALL = [f"research {track}" for track in TRACKS]

tracks = pytest.mark.parametrize("track", TRACKS)
levels = pytest.mark.parametrize("level", range(4))


def take_bonus(table: Play, track: str) -> None:
    """Answer what the bonus of a track asks, and check that it was given."""
    if track == "agriculture":
        assert table.options == ["climb chaac", "climb quetzalcoatl", "climb kukulkan"]
        table.play("climb kukulkan")
        assert table.temples() == (0, 0, 1)
    elif track == "resource_extraction":
        assert len(table.options) == 6
        table.play("take 1 wood 1 gold")
        assert table.goods() == {"wood": 1, "gold": 1}
    elif track == "architecture":
        assert table.points() == 3
    else:
        assert table.goods() == {"skull": 1}


@tracks
@levels
def test_price_of_every_level(track: str, level: int) -> None:
    """1, 2, 3 blocks; beyond level 3 one block for the bonus, and the marker stays."""
    board = cast(Side, {track: level, "stone": PRICES[level]})
    table = tzolkin(me=board, gears={"tikal": {1: "me"}})
    table.play("pick tikal 1", "tikal 1")
    if table.asked == "me" and table.question == "research":
        table.play(f"research {track}")
    assert table.player().technologies[track] == min(3, level + 1)
    if level == 3:
        take_bonus(table, track)
    assert table.goods().get("stone", 0) == 0
    assert table.asked == "left"


@tracks
@levels
def test_a_block_too_few(track: str, level: int) -> None:
    others = cast(Side, dict.fromkeys(TRACKS, 2))
    board = cast(Side, {**others, track: level, "gold": PRICES[level] - 1, "corn": 9, "skull": 2})
    table = tzolkin(me=board, gears={"tikal": {1: "me"}})
    table.play("pick tikal 1")
    assert table.asked == "left"


@tracks
def test_refused_levels_name_the_blocks_missing(track: str) -> None:
    others = cast(Side, dict.fromkeys(TRACKS, 0))
    table = tzolkin(me=cast(Side, {**others, track: 2, "gold": 1}), gears={"tikal": {1: "me"}})
    table.play("pick tikal 1", "tikal 1")
    assert table.options == [step for step in ALL if track not in step]
    (refusal,) = table.table.refusals(0)
    assert (refusal.id, refusal.reason) == (f"research {track}", "needs-more-blocks")
    assert refusal.params == {"n": 2}


def test_blocks_of_any_kinds_freely_mixed() -> None:
    board: Side = {"theology": 2, "wood": 2, "stone": 2, "gold": 1}
    table = tzolkin(me=board, gears={"tikal": {1: "me"}})
    table.play("pick tikal 1", "tikal 1", "research theology")
    assert table.options == [
        "pay 2 wood 1 stone",
        "pay 2 wood 1 gold",
        "pay 1 wood 2 stone",
        "pay 1 wood 1 stone 1 gold",
        "pay 2 stone 1 gold",
    ]
    table.play("pay 1 wood 1 stone 1 gold")
    assert table.goods() == {"wood": 1, "stone": 1}


def test_tikal_1_advances_one_level_only() -> None:
    table = tzolkin(me={"wood": 9}, gears={"tikal": {1: "me"}})
    table.play("pick tikal 1", "tikal 1", "research theology")
    assert table.asked == "left"
    assert table.goods() == {"wood": 8}


def test_tikal_3_two_in_one_track_or_one_in_each_of_two_or_one() -> None:
    for second, wood in (("research theology", 6), ("research agriculture", 7), ("done", 8)):
        table = tzolkin(me={"wood": 9}, gears={"tikal": {3: "me"}})
        table.play("pick tikal 3", "tikal 3", "research theology", second)
        assert table.goods() == {"wood": wood}
        assert table.asked == "left", "not a third one"


BONUS_ANSWERS = {"agriculture": ["climb kukulkan"], "resource_extraction": ["take 2 gold"]}


@tracks
def test_the_bonus_twice_in_one_tikal_3(track: str) -> None:
    """Every time for a block, which may be one of those just gained."""
    table = tzolkin(me=cast(Side, {track: 3, "stone": 2}), gears={"tikal": {3: "me"}})
    answers = BONUS_ANSWERS.get(track, [])
    pay = ["pay 1 stone"] if track == "resource_extraction" else []
    table.play("pick tikal 3", "tikal 3", f"research {track}", *answers)
    table.play(f"research {track}", *pay, *answers)
    assert table.player().technologies[track] == 3
    assert table.temples() == (0, 0, 2 if track == "agriculture" else 0)
    assert table.points() == (6 if track == "architecture" else 0)
    gained = {"resource_extraction": {"gold": 4}, "theology": {"skull": 2}}
    assert table.goods() == gained.get(track, {})


@tracks
def test_the_last_level_and_the_bonus_in_one_tikal_3(track: str) -> None:
    table = tzolkin(me=cast(Side, {track: 2, "stone": 4}), gears={"tikal": {3: "me"}})
    table.play("pick tikal 3", "tikal 3", f"research {track}", f"research {track}")
    take_bonus(table, track)
    assert table.player().technologies[track] == 3


def test_d19_a_bonus_of_blocks_pays_for_the_second_advance() -> None:
    """D19: with one block: Extraction's bonus gives two, and one of them pays Agriculture."""
    board: Side = {"wood": 1, "resource_extraction": 3}
    table = tzolkin(me=board, gears={"tikal": {3: "me"}})
    table.play("pick tikal 3", "tikal 3", "research resource_extraction", "take 1 stone 1 gold")
    assert table.question == "research_more"
    table.play("research agriculture", "pay 1 gold")
    assert table.goods() == {"stone": 1}
    assert table.player().technologies["agriculture"] == 1


def test_theology_bonus_with_an_empty_bank() -> None:
    table = tzolkin(me={"wood": 1, "theology": 3}, gears={"tikal": {1: "me"}}, bank_skulls=0)
    table.play("pick tikal 1", "tikal 1", "research theology")
    assert table.goods() == {}


FREE = {
    "agriculture": "A1-09",
    "resource_extraction": "A1-10",
    "architecture": "A1-13",
    "theology": "A1-14",
}


@tracks
def test_d22_a_free_level_beyond_the_last_gives_the_bonus(track: str) -> None:
    """D22: without cost."""
    tile = FREE[track]
    table = tzolkin(
        me=cast(Side, {track: 3, "wood": 2, "stone": 1, "gold": 1}),
        gears={"tikal": {2: "me"}},
        display=[tile],
    )
    table.play("pick tikal 2", "tikal 2", *(["build A1-13 saving gold"] if tile == "A1-13" else []))
    assert table.player().technologies[track] == 3
    if track == "agriculture":
        table.play("climb kukulkan")
        assert table.temples() == (0, 0, 1)
    elif track == "resource_extraction":
        table.play("take 2 gold")
        assert table.goods() == {"wood": 1, "gold": 3, "corn": 1}
    elif track == "architecture":
        assert table.points() == 3 + 2
        assert table.goods() == {"wood": 2, "stone": 1, "gold": 1, "corn": 1}
    else:
        assert table.goods() == {"wood": 2, "skull": 1}
    assert table.asked == "left"


def test_d22_two_free_levels_may_be_a_level_and_a_bonus() -> None:
    """D22: A2-17 on Architecture at 2 and A2-17 on it at 3."""
    for level, points in ((1, 0), (2, 3 + 2), (3, 6 + 2)):
        board: Side = {"stone": 1, "gold": 2, "architecture": level}
        table = tzolkin(me=board, round=15, gears={"tikal": {2: "me"}}, display=["A2-17"])
        table.play("pick tikal 2", "tikal 2")
        if table.question == "build":
            table.play("build A2-17 saving gold")
        table.play("develop architecture", "develop architecture")
        assert table.player().technologies["architecture"] == 3
        assert table.points() == points
