"""Uxmal: offerings, the market, new workers, building with corn (7.4)."""

from __future__ import annotations

from itertools import product
from typing import cast

import pytest

from engine.table import Table
from games.tzolkin import TITLE
from tests.games.tzolkin import facts
from tests.games.tzolkin.builder import Side, crowd, tzolkin

Purse = tuple[int, ...]
"""Corn, wood, stone and gold."""

KINDS = ("wood", "stone", "gold")


@pytest.mark.parametrize("temple", ["chaac", "quetzalcoatl", "kukulkan"])
def test_three_corn_for_a_step(temple: str) -> None:
    table = tzolkin(me={"corn": 4}, gears={"uxmal": {1: "me"}})
    table.play("pick uxmal 1", "uxmal 1", f"climb {temple}")
    assert table.goods() == {"corn": 1}
    assert table.player().temples[temple] == 1
    assert sum(table.temples()) == 1
    assert table.asked == "left", "one step only"


def test_no_step_for_two_corn() -> None:
    table = tzolkin(me={"corn": 2}, gears={"uxmal": {1: "me"}})
    table.play("pick uxmal 1")
    assert table.asked == "left"
    assert table.goods() == {"corn": 2}


@pytest.mark.parametrize("kind", facts.MARKET)
def test_market_rates_both_ways(kind: str) -> None:
    price = facts.MARKET[kind]
    table = tzolkin(me={"corn": price}, gears={"uxmal": {2: "me"}})
    table.play("pick uxmal 2", "uxmal 2", f"buy {kind}")
    assert table.goods() == {kind: 1}
    table = tzolkin(me=cast(Side, {kind: 1}), gears={"uxmal": {2: "me"}})
    table.play("pick uxmal 2", "uxmal 2", f"sell {kind}")
    if table.asked == "me":
        table.play("done")
    assert table.goods() == {"corn": price}


def reachable(purse: Purse) -> set[Purse]:
    """Every purse that exchanges to and fro can make of this one."""
    found, waiting = {purse}, [purse]
    while waiting:
        corn, *blocks = waiting.pop()
        for n, price in enumerate(facts.MARKET.values()):
            for sign in (1, -1):
                after = (corn + sign * price, *(b - sign * (i == n) for i, b in enumerate(blocks)))
                if min(after) >= 0 and after not in found:
                    found.add(after)
                    waiting.append(after)
    return found


def visited(table: Table) -> set[Purse]:
    """Every purse with which a visit to the market may end, by trying all answers."""
    found: set[Purse] = set()
    waiting = [table]
    seen: set[bytes] = set()
    while waiting:
        here = waiting.pop()
        if here.awaited != [0]:
            goods = here.state.players[0].goods
            found.add((goods["corn"], *(goods[kind] for kind in KINDS)))
            continue
        for option in here.decision(0).options:
            there = here.clone()
            there.play(0, [option.id])
            if (key := there.save()) not in seen:
                seen.add(key)
                waiting.append(there)
    return found


@pytest.mark.parametrize(
    "purse", [(5, 1, 0, 0), (0, 1, 1, 1), (3, 2, 1, 0), (7, 0, 0, 1), (0, 3, 0, 0)]
)
def test_r57_every_result_of_trading_to_and_fro_is_within_reach(purse: Purse) -> None:
    """R57, D56: selling before buying loses nothing, and there is no limit of exchanges."""
    corn, wood, stone, gold = purse
    board: Side = {"corn": corn, "wood": wood, "stone": stone, "gold": gold}
    table = tzolkin(me=board, gears={"uxmal": {2: "me"}})
    table.play("pick uxmal 2", "uxmal 2")
    assert visited(Table(TITLE, table.state)) == reachable(purse)


def test_r57_refusals() -> None:
    """R57: no sale after the first purchase, nothing bought that was sold."""
    table = tzolkin(me={"corn": 9, "wood": 2, "stone": 1}, gears={"uxmal": {2: "me"}})
    table.play("pick uxmal 2", "uxmal 2")
    assert table.refused == {"sell gold": "needs-more"}
    table.play("sell wood")
    assert table.refused == {"sell gold": "needs-more", "buy wood": "sold-this-visit"}
    table.play("buy gold")
    assert table.options == ["buy stone", "buy gold", "done"]
    assert table.refused == {
        **{f"sell {kind}": "sell-before-buying" for kind in KINDS},
        "buy wood": "sold-this-visit",
    }


def test_the_market_is_closed_to_who_has_nothing() -> None:
    table = tzolkin(me={"corn": 1}, gears={"uxmal": {2: "me"}})
    table.play("pick uxmal 2")
    assert table.asked == "left"


@pytest.mark.parametrize("in_play", [3, 4, 5, 6])
def test_a_new_worker_up_to_six(in_play: int) -> None:
    """R58: with six in play the action may be chosen and gives nothing."""
    table = tzolkin(me={"hand": in_play - 1}, gears={"uxmal": {3: "me"}})
    turn = table.play("pick uxmal 3", "uxmal 3")
    assert (0, ("enlist", int(in_play < 6))) in turn.trace
    assert table.state.workers_in_play(0) == min(6, in_play + 1)
    assert table.player().hand == min(6, in_play + 1)


LEVELS = [
    # Architecture, corn saved, corn gained, points
    (0, 0, 0, 0),
    (1, 0, 1, 0),
    (2, 0, 1, 2),
    (3, 2, 1, 2),
]


@pytest.mark.parametrize("tile", ["A1-01", "A1-04", "A1-07", "A1-08", "A1-09", "A1-10", "A1-12"])
@pytest.mark.parametrize(("level", "saved", "corn", "points"), LEVELS)
def test_building_with_corn(tile: str, level: int, saved: int, corn: int, points: int) -> None:
    """2 corn a block, less 2 with Architecture 3; one corn less is not enough."""
    price = 2 * sum(facts.BUILDINGS[tile].cost.values()) - saved
    board: Side = {"corn": price, "architecture": level, "wood": 5, "stone": 5, "gold": 5}
    gears = {"uxmal": {4: "me"}}
    table = tzolkin(me=board, gears=gears, display=[tile])
    table.play("pick uxmal 4", "uxmal 4")
    printed = sum(int(e[1]) for e in facts.BUILDINGS[tile].effects if e[2:] == ("corn",))
    assert table.goods().get("corn", 0) == corn + printed
    assert table.points() == points
    assert {kind: table.goods()[kind] for kind in KINDS if kind in table.goods()} == {
        "wood": 5,
        "stone": 5,
        "gold": 5 + (tile == "A1-12"),
    }
    if price:
        poor = tzolkin(me={**board, "corn": price - 1}, gears=gears, display=[tile])
        poor.play("pick uxmal 4")
        assert poor.refused["uxmal 4"] == "nothing-to-do"


def test_no_monument_and_no_mixture_at_uxmal() -> None:
    rich: Side = {"corn": 3, "wood": 9, "stone": 9, "gold": 9, "skull": 2}
    table = tzolkin(me=rich, gears={"uxmal": {4: "me"}}, display=["A1-13", "A1-09"])
    table.play("pick uxmal 4")
    assert table.options[-2:] == ["uxmal 4", "nothing"]
    table.play("uxmal 4")
    assert table.player().buildings == ["A1-13"]
    table = tzolkin(me={**rich, "corn": 8}, gears={"uxmal": {4: "me"}}, display=["A1-13", "A1-09"])
    table.play("pick uxmal 4", "uxmal 4")
    assert table.options == ["build A1-13", "build A1-09"]
    assert {table.refused[f"build {tile}"] for tile in table.state.monuments} == {
        "no-monument-here"
    }


def test_the_corn_of_architecture_does_not_pay_for_its_building() -> None:
    """It comes after paying (12.1)."""
    table = tzolkin(
        me={"corn": 3, "architecture": 2}, gears={"uxmal": {4: "me"}}, display=["A1-09"]
    )
    table.play("pick uxmal 4")
    assert table.options == ["uxmal 3", "nothing"]
    assert table.refused["uxmal 4"] == "nothing-to-do"


@pytest.mark.parametrize(("corn", "space"), list(product([0, 1, 3], [1, 2, 5])))
def test_uxmal_is_refused_for_want_of_corn_with_the_amount(corn: int, space: int) -> None:
    gears = crowd(uxmal=1) | {"uxmal": {0: "left", space: "me", 7: "me"}}
    table = tzolkin(me={"corn": corn, "hand": 1}, gears=gears)
    table.play("pick uxmal 7")
    missing = [r for r in table.table.refusals(0) if r.id == "uxmal 1"]
    assert [r.params for r in missing] == ([] if corn >= 3 else [{"n": 3 - corn, "good": "corn"}])
