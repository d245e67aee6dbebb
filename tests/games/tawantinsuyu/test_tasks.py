"""Tasks: how many, in which order, and what they need (sections 7 and 10)."""

from __future__ import annotations

from games.tawantinsuyu.hilltop import offer
from games.tawantinsuyu.steps import set_step, set_step_free
from games.tawantinsuyu.tapestries import merchants
from games.tawantinsuyu.workers import hire
from tests.games.tawantinsuyu.builder import Side, tawantinsuyu


def test_gold_replaces_other_goods() -> None:
    """D3: one gold for one potato, corn or stone in any payment."""
    table = tawantinsuyu(purple={"stone": 1, "gold": 2}, do=set_step()).play("step ST1U")
    assert table.goods() == {"corn": 1, "potato": 2}
    table = tawantinsuyu(purple={"corn": 1, "gold": 1}, do=offer()).play("offer 2")
    assert (table.goods(), table.player().temple) == ({}, 1)
    table = tawantinsuyu(purple={"gold": 1}, do=hire()).play("hire potato_end")
    assert (table.goods(), table.player().workers) == ({}, ["blue"])


def test_a_player_chooses_what_pays() -> None:
    """5: food is any mix; the way with the least gold comes first."""
    table = tawantinsuyu(
        purple={"priest": 4, "workers": ["green"], "gods": ["G01"], "potato": 2, "corn": 1},
    )
    table.play("place green", "space S1T2", "discard god G01")
    assert table.goods() == {}
    table = tawantinsuyu(
        purple={"priest": 5, "workers": ["green"], "gods": ["G01"], "potato": 1, "gold": 1},
    )
    table.play("place green", "space S1T2", "discard god G01")
    assert table.options == ["spend 1 potato", "spend 1 gold"]


def test_tasks_may_be_forgone() -> None:
    """D12: the rest is lost."""
    table = tawantinsuyu(
        purple={"workers": ["green"], "gods": ["G22"], "tapestries": [["SW01", "W10"]]},
        hill={"S5T1": "green", "S2T1": "green"},
        village=(),
    )
    table.play("place green", "space S1T1", "discard god G22")
    assert table.state.now.tasks == 3
    table.play("task K1T2")
    assert (table.options, table.refused["task K1T1"]) == (["task K5T2", "stop"], "task-impossible")
    table.play("stop")
    assert (table.goods(), table.points(), table.asked) == ({"stone": 2}, 11, "black")


BEFORE_STATUE: Side = {"priest": 2, "workers": ["yellow"], "gods": ["G15"], "stone": 1}


def test_a_task_may_make_another_one_possible() -> None:
    """D13: the tasks are chosen one by one."""
    table = tawantinsuyu(purple=BEFORE_STATUE)
    table.play("place yellow", "space S2T1", "discard god G15")
    assert (table.state.now.tasks, table.refused["task K2T2"]) == (2, "task-impossible")
    table.play("task K1T2", "task K2T2", "carve small cross")
    assert (table.goods(), table.player().statues) == ({}, ["small cross"])


def test_no_icon_is_used_again_before_the_others() -> None:
    """7: a task that is impossible blocks a second use of the others."""
    table = tawantinsuyu(purple=BEFORE_STATUE, hill={"S1T1": "yellow", "S2T2": "yellow"})
    table.play("place yellow", "space S2T1", "discard god G15", "task K1T2")
    assert (table.state.now.tasks, table.refused["task K1T2"]) == (2, "icon-used")
    table.play("task K2T2", "carve small cross")
    assert table.asked == "black"


def test_a_step_marker_may_go_anywhere() -> None:
    """D14: not only near the worker."""
    table = tawantinsuyu(purple={"workers": ["green"], "gods": ["G01"], "stone": 3})
    table.play("place green", "space S1T2", "discard god G01", "task K1T1")
    assert table.offered("step") == [f"ST{n}U" for n in range(1, 6)]
    table.play("step ST4U")
    assert table.state.steps == {"ST4U": 0}


def test_a_free_step_marker_brings_all_gains() -> None:
    """R157: points, corn and potatoes, and the points of the upper owner."""
    table = tawantinsuyu(
        purple={"points": 10},
        black={"points": 10},
        steps={"ST2U": "black"},
        do=set_step_free(),
    )
    table.play("step ST2L")
    assert (table.points(), table.goods()) == (14, {"corn": 1, "potato": 2})
    assert (table.points("black"), table.player().steps) == (12, 4)


def test_nothing_to_turn_up() -> None:
    """D32: the reward has no effect without something face down."""
    table = tawantinsuyu(purple={"tapestries": [["W09", "W13"]]}, do=merchants())
    assert (table.asked, table.goods()) == ("", {})
    assert table.events("take_rewards") == [("take_rewards", ("refresh_1",))]
    assert not tawantinsuyu(do=merchants()).events("take_rewards")
    table = tawantinsuyu(
        purple={"tapestries": [["W09", "W13"]], "worn": ["PB01"], "spent": ["A01"]},
        do=merchants(),
    )
    assert table.options == ["turn PB01", "turn A01", "pass"]
    table.play("turn A01")
    assert (table.player().army, table.player().worn) == (["A01"], ["PB01"])
