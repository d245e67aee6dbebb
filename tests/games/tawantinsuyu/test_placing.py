"""Placing a worker: its food, its price, its ability, and the god card (sections 6 to 9)."""

from __future__ import annotations

from functools import partial

from games.tawantinsuyu.hill import TERRACES
from games.tawantinsuyu.placing import put_worker
from games.tawantinsuyu.setup import block
from tests.games.tawantinsuyu.builder import Play, Side, tawantinsuyu

TOP = {1: "S1T2", 2: "S2T2", 3: "S3T2", 4: "S4T2", 5: "S5T2"}


def placed(table: Play, colour: str, space: str, card: str = "") -> Play:
    """The table with a worker placed with a god card, or with gold."""
    return table.play(
        f"place {colour}", f"space {space}", f"discard god {card}" if card else "no card"
    )


def test_roaming() -> None:
    """D1, D4: nothing in the own section, 1 in the next ones, else 3; sections 5 and 1 touch."""
    for section, food in {1: 0, 2: 1, 3: 3, 4: 3, 5: 1}.items():
        side: Side = {"priest": 1, "workers": ["blue"], "gold": 1}
        table = tawantinsuyu(purple={**side, "potato": food})
        assert placed(table, "blue", TOP[section]).goods() == {}
        if food:
            table = tawantinsuyu(purple={**side, "potato": food - 1}).play("place blue")
            assert table.refused[f"space {TOP[section]}"] == "no-food"


def test_the_order_of_a_placement() -> None:
    """D6: the card, the food, the worker, its ability, benefits, tasks, and the priest's card."""
    table = tawantinsuyu(
        purple={
            "priest": 5,
            "workers": ["white"],
            "gods": ["G29"],
            "potato": 2,
            "statues": ["small diamond"],
        },
        black={"points": 10},
        steps={"ST4U": "black"},
        hill={"S4M2": "red"},
        offer=["G03"],
    )
    placed(table, "white", "S4T1", "G29").play("pay")
    assert (table.goods(), table.points("black"), table.question) == ({}, 10, "work")
    table.play("benefits", "task K4T2")
    assert (table.question, table.goods()) == ("take_gods", {"corn": 2, "gold": 1})
    table.play("take deck")
    told = [effect[0] for _, effect in table.trace]
    order = ["discard_god", "put_worker", "one_task_more", "open_benefits", "use_icon", "draw_god"]
    assert [verb for verb in told if verb in order] == order
    assert table.state.offer == ["G03", "G29"]


def test_the_tasks_are_counted_before_a_warrior_takes_a_worker() -> None:
    """D7: a red worker beside counts, and it cannot be taken."""
    table = tawantinsuyu(
        purple={"priest": 3, "workers": ["red"], "gods": ["G22"]},
        hill={"S3M3": "blue", "S3M2": "red"},
        steps={"ST3U": "purple"},
    )
    placed(table, "red", "S3M4", "G22")
    assert (table.state.now.tasks, table.offered("take")) == (2, ["S3M3"])
    assert table.refused["take S3M2"] == "no-worker-beside"
    table.play("take S3M3")
    assert table.state.now.tasks == 2


def test_a_warrior_may_take_a_dummy() -> None:
    """D8: with two players the workers of the setup are workers like the others."""
    table = tawantinsuyu(
        purple={"priest": 1, "workers": ["red"], "gods": ["G01"]},
        prepare=lambda s: block(s, TERRACES[0]),
    )
    dummy = table.state.hill["S1T1"]
    assert dummy != "red"
    placed(table, "red", "S1T2", "G01").play("take S1T1")
    assert (table.player().workers, "S1T1" in table.state.hill) == ([dummy], False)


def test_a_dummy_counts_for_the_courier() -> None:
    """D8: a segment with a dummy is not empty."""
    for terrace, tasks in ((TERRACES[0], 1), (TERRACES[1], 2)):
        table = tawantinsuyu(
            purple={"priest": 1, "workers": ["yellow"], "gods": ["G01"]},
            prepare=partial(block, terrace=terrace),
        )
        alike = [table.state.hill.get(each) for each in ("S1T1", "S2T2", "S5T2")].count("yellow")
        assert placed(table, "yellow", "S1T2", "G01").state.now.tasks == tasks + alike


WITH_STATUES: Side = {
    "priest": 4,
    "workers": ["green"],
    "gods": ["G29"],
    "statues": ["small diamond", "large diamond"],
}


def test_the_benefits_are_taken_once() -> None:
    """D9: two statues of the symbol do not double them."""
    table = placed(tawantinsuyu(purple=WITH_STATUES), "green", "S4T1", "G29").play("benefits")
    assert (table.goods(), table.refused["benefits"]) == ({"corn": 2}, "no-benefits")
    table.play("task K4T2")
    assert (table.goods(), table.question) == ({"corn": 2, "gold": 1}, "hire")


def test_no_benefits_between_two_tasks() -> None:
    """D10: they come before the first task or after the last one."""
    table = tawantinsuyu(
        purple={**WITH_STATUES, "tapestries": [["SW01", "W10"]]}, hill={"S4T2": "green"}
    )
    placed(table, "green", "S4T1", "G29")
    assert (table.state.now.tasks, "benefits" in table.options) == (2, True)
    table.play("task K4T2")
    assert (table.question, table.refused["benefits"]) == ("work", "no-benefits")
    table.play("task K4T1")
    assert (table.question, table.options) == ("last_benefits", ["benefits", "pass"])
    table.play("benefits")
    assert (table.goods(), table.points()) == ({"corn": 2, "gold": 1}, 13)


def test_a_statue_of_the_same_placement_opens_the_benefits() -> None:
    """R164: they may be taken after the task that builds it."""
    table = tawantinsuyu(
        purple={"priest": 2, "workers": ["blue"], "gods": ["G15"], "stone": 3},
    )
    placed(table, "blue", "S2T1", "G15").play("task K2T2", "carve small four_squares")
    assert (table.player().statues, table.question) == (["small four_squares"], "last_benefits")
    table.play("benefits")
    assert table.goods() == {"corn": 2}


def test_gold_brings_no_benefits() -> None:
    """6: a player who pays gold may use any symbol, and the statue does not help."""
    table = tawantinsuyu(purple={**WITH_STATUES, "gold": 1})
    placed(table, "green", "S4T1").play("task K4T2")
    assert (table.goods(), table.hand()) == ({"gold": 1}, ["G29"])


def test_own_steps_bring_no_points() -> None:
    """6.2: they lower the food, and only opponents score for theirs."""
    table = tawantinsuyu(
        purple={"priest": 5, "workers": ["blue"], "gods": ["G22"], "points": 10, "corn": 1},
        black={"points": 10},
        steps={"ST5U": "purple", "ST5L": "black"},
    )
    placed(table, "blue", "S5B2", "G22")
    assert (table.goods(), table.points(), table.points("black")) == ({}, 10, 11)


def test_a_worker_uses_one_ability() -> None:
    """D41: the player chooses one; the real colour counts for the workers beside it."""
    table = tawantinsuyu(
        purple={"priest": 5, "workers": ["green"], "gods": ["G01"], "passive": ["Z01", "Z02"]},
        hill={"S1T1": "yellow", "S2T2": "green"},
    )
    assert table.offered("place") == ["green as yellow"]
    table.play("place green as yellow", "space S1T2", "discard god G01")
    assert (table.state.now.tasks, table.state.hill["S1T2"]) == (2, "green")


def test_a_lent_ability_replaces_the_own_one() -> None:
    """R151: it brings no army card; the space and buildings still see the real colour."""
    for ability, tasks in (("blue", 2), ("blue as yellow", 2), ("blue as white", 2)):
        table = tawantinsuyu(
            purple={"workers": ["blue"], "gods": ["G01"], "passive": ["Z01", "Z02"]},
            hill={"S1T1": "red"},
        )
        table.play(f"place {ability}", "space S1T2", "discard god G01")
        assert table.state.now.tasks == tasks
    table = tawantinsuyu(
        purple={
            "workers": ["red"],
            "gods": ["G01"],
            "passive": ["Z01", "Z03", "Z14"],
            "worn": ["PB01"],
        },
        hill={"S1T1": "blue"},
    )
    table.play("place red as yellow", "space S1T2", "discard god G01")
    assert (table.question, table.player().soldiers) == ("turn_up", [])
    table.play("turn PB01")
    assert (table.question, table.state.now.tasks) == ("work", 3)


def test_a_worker_that_is_placed_stays() -> None:
    """8: workers on the hill have no owner."""
    table = tawantinsuyu(
        purple={"workers": ["blue"]}, hill={}, do=put_worker("blue", "blue", "S1T2")
    )
    assert (table.player().workers, table.state.hill) == ([], {"S1T2": "blue"})


def test_nothing_comes_between_the_worker_and_the_price() -> None:
    """R167: what pays for the space can no longer be spent on other things."""
    table = tawantinsuyu(
        purple={
            "workers": ["blue"],
            "gods": ["G01", "G02"],
            "potato": 1,
            "passive": ["Z15", "Z19"],
            "soldiers": ["A01"],
            "corn": 2,
        }
    )
    assert {"use Z19", "discard A01"} <= {*table.options, *table.refused}
    table.play("place blue")
    assert {option.split()[0] for option in table.options} == {"space"}
