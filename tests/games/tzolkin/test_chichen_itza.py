"""Chichen Itza: skulls, rewards, and Theology (7.5, 11)."""

from __future__ import annotations

import pytest

from tests.games.tzolkin import facts
from tests.games.tzolkin.builder import Side, tzolkin
from tests.games.tzolkin.facts import CAVES

GEAR = "chichen_itza"


@pytest.mark.parametrize("space", CAVES)
def test_every_cave(space: int) -> None:
    """Points, a step, a block of choice where shown; the skull stays."""
    cave = CAVES[space]
    table = tzolkin(me={"skull": 2}, gears={GEAR: {space: "me"}})
    table.play(f"pick {GEAR} {space}", f"{GEAR} {space}")
    if cave.blocks:
        assert table.options == ["take 1 wood", "take 1 stone", "take 1 gold"]
        table.play("take 1 stone")
    assert table.points() == cave.points
    assert table.player().temples == {"chaac": 0, "quetzalcoatl": 0, "kukulkan": 0} | {
        cave.temple: 1
    }
    assert table.goods() == {"skull": 1} | ({"stone": 1} if cave.blocks else {})
    assert table.state.skulls_laid == {space: 0}
    assert table.asked == "left"


@pytest.mark.parametrize("who", ["me", "left"])
def test_each_action_once_in_a_game(who: str) -> None:
    """The owner of the skull does not matter."""
    table = tzolkin(me={"skull": 1, "corn": 1}, gears={GEAR: {5: "me"}}, laid={5: who})
    table.play(f"pick {GEAR} 5")
    assert table.options == [f"{GEAR} 4", "nothing"]
    assert table.refused[f"{GEAR} 5"] == "nothing-to-do"


def test_no_skull_no_action() -> None:
    table = tzolkin(me={"corn": 9}, gears={GEAR: {10: "me"}})
    table.play(f"pick {GEAR} 10")
    assert table.asked == "left"
    assert table.player().hand == 3


def test_the_price_is_an_own_skull_not_one_of_the_bank() -> None:
    table = tzolkin(me={"skull": 1}, gears={GEAR: {1: "me"}}, bank_skulls=0)
    table.play(f"pick {GEAR} 1", f"{GEAR} 1")
    assert table.state.skulls == 0
    assert table.goods() == {}


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("space", range(9))
def test_theology_one_space_ahead_for_free(space: int, level: int) -> None:
    """Beside the own action and the lower ones for corn; no stepping back from ahead."""
    table = tzolkin(me={"skull": 1, "corn": 1, "theology": level}, gears={GEAR: {space: "me"}})
    table.play(f"pick {GEAR} {space}")
    reach = [n for n in (space - 1, space, space + 1) if n > 0]
    assert table.options == [*(f"{GEAR} {n}" for n in reach), "nothing"]
    assert table.refused_at_hand == {
        **{f"{GEAR} {n}": "needs-more" for n in range(1, space - 1)},
        **{f"{GEAR} {n}": "too-far-ahead" for n in range(space + 2, 10)},
    }
    table.play(f"{GEAR} {space + 1}", *(["take 1 gold"] if CAVES[space + 1].blocks else []))
    assert table.points() == CAVES[space + 1].points
    assert table.goods()["corn"] == 1


def test_d31_theology_reaches_action_1_from_space_0() -> None:
    """D31: space 0 has no action, one ahead lies action 1."""
    table = tzolkin(me={"skull": 1, "theology": 1}, gears={GEAR: {0: "me"}})
    table.play(f"pick {GEAR} 0")
    assert table.options == [f"{GEAR} 1", "nothing"]
    table.play(f"{GEAR} 1")
    assert table.state.skulls_laid == {1: 0}


@pytest.mark.parametrize("space", [9, 10])
@pytest.mark.parametrize("level", [1, 3])
def test_d31_theology_reaches_any_action_from_space_9(space: int, level: int) -> None:
    """D31: one ahead of 9 lies space 10; R59: no action is offered for corn beside."""
    board: Side = {"skull": 1, "theology": level}
    table = tzolkin(me=board, gears={GEAR: {space: "me"}}, laid={4: "left"})
    table.play(f"pick {GEAR} {space}")
    assert table.options == [*(f"{GEAR} {n}" for n in range(1, 10) if n != 4), "nothing"]
    assert table.refused_at_hand == {f"{GEAR} 4": "nothing-to-do"}
    table.play(f"{GEAR} 1")
    assert table.goods() == {}


def test_without_theology_nothing_lies_ahead() -> None:
    table = tzolkin(me={"skull": 1}, gears={GEAR: {0: "me", 9: "me"}})
    table.play(f"pick {GEAR} 0", f"pick {GEAR} 9")
    assert table.options == [f"{GEAR} 9", "nothing"]


@pytest.mark.parametrize("gear", ["palenque", "yaxchilan", "tikal", "uxmal"])
def test_theology_does_not_reach_ahead_on_other_gears(gear: str) -> None:
    rich: Side = {"corn": 9, "wood": 9, "stone": 9, "gold": 9, "theology": 3}
    table = tzolkin(me=rich, gears={gear: {4: "me"}})
    table.play(f"pick {gear} 4")
    assert f"{gear} 5" not in table.options
    assert table.refused[f"{gear} 5"] == "too-far-ahead"


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("block", facts.MARKET)
def test_theology_2_offers_a_block_for_a_step(level: int, block: str) -> None:
    """Of any kind, on any temple, once per action and only if one likes."""
    board: Side = {"skull": 1, "theology": level, "wood": 1, "stone": 1, "gold": 2}
    table = tzolkin(me=board, gears={GEAR: {4: "me"}})
    table.play(f"pick {GEAR} 4", f"{GEAR} 4")
    temples = ["chaac", "quetzalcoatl", "kukulkan"]
    offers = [f"offer {kind} {temple}" for kind in facts.MARKET for temple in temples]
    assert table.options == [*offers, "done"]
    table.play(f"offer {block} chaac")
    assert table.temples() == (1, 0, 1)
    assert sum(table.goods().values()) == 3
    assert table.asked == "left"


@pytest.mark.parametrize("level", [0, 1])
def test_no_offering_below_theology_2(level: int) -> None:
    table = tzolkin(me={"skull": 1, "theology": level, "wood": 9}, gears={GEAR: {4: "me"}})
    table.play(f"pick {GEAR} 4", f"{GEAR} 4")
    assert table.asked == "left"


def test_the_block_just_gained_may_be_offered() -> None:
    table = tzolkin(me={"skull": 1, "theology": 2}, gears={GEAR: {6: "me"}})
    table.play(f"pick {GEAR} 6", f"{GEAR} 6", "take 1 gold", "offer gold chaac")
    assert table.goods() == {}
    assert table.temples() == (1, 0, 1)


def test_the_offering_can_be_declined_and_needs_a_block() -> None:
    table = tzolkin(me={"skull": 2, "theology": 2, "wood": 1}, gears={GEAR: {1: "me", 2: "me"}})
    table.play(f"pick {GEAR} 1", f"{GEAR} 1", "done", f"pick {GEAR} 2", f"{GEAR} 2")
    assert table.refused["offer gold chaac"] == "needs-more"
    table.play("offer wood chaac")
    assert table.temples() == (3, 0, 0)
    table = tzolkin(me={"skull": 1, "theology": 2, "corn": 5}, gears={GEAR: {1: "me"}})
    table.play(f"pick {GEAR} 1", f"{GEAR} 1")
    assert table.asked == "left"


def test_d32_the_offering_follows_an_action_one_space_ahead() -> None:
    """D32: Theology 2 after an action reached by Theology 1."""
    table = tzolkin(me={"skull": 1, "theology": 2, "wood": 1}, gears={GEAR: {0: "me"}})
    table.play(f"pick {GEAR} 0", f"{GEAR} 1", "offer wood kukulkan")
    assert table.temples() == (1, 0, 1)
    assert table.points() == 4


def test_theology_3_does_not_add_skulls_elsewhere() -> None:
    """Only Yaxchilan 4 gives one more: not the bonus, not a tile."""
    table = tzolkin(me={"wood": 1, "theology": 3}, gears={"tikal": {1: "me"}})
    table.play("pick tikal 1", "tikal 1", "research theology")
    assert table.goods() == {"skull": 1}
    board: Side = {"wood": 2, "stone": 2, "theology": 3}
    table = tzolkin(me=board, round=15, gears={"tikal": {2: "me"}}, display=["A2-12"])
    table.play("pick tikal 2", "tikal 2", "develop agriculture")
    assert table.goods() == {"skull": 1}
