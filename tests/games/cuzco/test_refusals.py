"""What is not offered is explained: the reasons that the worked examples do not meet."""

from __future__ import annotations

from engine.table import Table
from games.cuzco import TITLE
from tests.games.cuzco.builder import Play, Side, cuzco


def cards(table: Play) -> dict[str, set[str]]:
    """The cards refused, by reason."""
    found: dict[str, set[str]] = {}
    for step, why in table.refused.items():
        if step.split()[0] in ("play", "medal"):
            found.setdefault(why, set()).add(step)
    return found


def test_cards_that_are_not_there() -> None:
    table = cuzco(red={"dice": [4], "gods": ["blue1"], "offering": 0, "medal": 0})
    table.play("die 4")
    found = cards(table)
    assert found["card-not-payable"] >= {"play blue1"}
    assert len(found["not-in-hand"]) == 14
    shown = {f"medal {card}" for card in table.state.gods.values() if card}
    assert found["not-face-up"].isdisjoint(shown)
    assert len(found["not-face-up"]) == 15 - len(shown)


def test_a_die_that_nobody_rolled() -> None:
    table = cuzco(red={"dice": [2, 5]})
    assert table.options == ["die 2", "die 5"]
    assert table.refused == dict.fromkeys(["die 1", "die 3", "die 4", "die 6"], "no-such-die")


def test_places_no_road_leads_to_and_turning_the_overlay() -> None:
    table = cuzco(red={"dice": [4]})
    table.play("die 4", "place move_stone")
    assert table.refused["go CUZCO"] == "here-already"
    assert {table.refused[f"go O{n}"] for n in range(1, 7)} == {"no-road"}
    assert {table.refused[f"turn {n}"] for n in range(6)} == {"chaski-not-back"}
    table = cuzco(red={"dice": [4], "may_turn": True})
    table.play("die 4", "place move_stone")
    assert table.refused["turn 0"] == "lies-so-already"
    table.play("turn 3")
    assert {table.refused[f"turn {n}"] for n in range(6)} == {"turned-already"}


def test_the_overlay_is_not_turned_where_no_road_can_be_used() -> None:
    """Only cards that open the other kind of road are offered there."""
    red: Side = {"dice": [1], "offering": 1, "medal": 1, "gods": ["red2"]}
    table = cuzco(red={**red, "chaski": "I3", "may_turn": True}, gods=["red2"])
    table.play("die 1", "place move_bridge", "act")
    assert table.options == ["play red2", "medal red2"]
    assert {table.refused[f"turn {n}"] for n in range(1, 6)} == {"no-road-from-here"}


def test_slots_of_the_mask() -> None:
    table = cuzco(red={"dice": [2], "feathers": {"pink": [2]}})
    table.play("die 2", "place exchange")
    feathers = {k: v for k, v in table.refused.items() if k.startswith("feather")}
    assert feathers["feather pink 2"] == "slot-taken"
    assert sorted(set(feathers.values())) == ["no-such-slot", "slot-taken"]
    assert len(feathers) == 24 - 11


def test_trades_of_what_is_not_there() -> None:
    table = cuzco(red={"dice": [1], "tiles": ["st-food-2"], "slid": ["st-food-2"], "quipus": 0})
    table.play("die 1", "place exchange")
    assert table.refused["slide st-food-2"] == "already-slid"
    assert table.refused["slide st-food-1"] == "not-your-tile"
    assert table.refused["hold"] == "too-few-pips"
    table = cuzco(red={"dice": [3], "quipus": 0})
    table.play("die 3", "place exchange")
    assert table.refused["hold"] == "no-quipu-on-mask"
    assert "points" in table.options


def test_a_god_whose_cards_have_run_out() -> None:
    table = cuzco(red={"dice": [3]})
    table.play("die 3", "place exchange")
    god, gone = next(iter(table.state.gods.items()))
    assert gone is not None
    table.state.gods[god] = None
    again = {r.id: r.reason for r in Table(TITLE, table.state).refusals(0)}
    assert again[f"god {god}"] == "no-card-left"


def test_tiles_that_cannot_be_taken() -> None:
    table = cuzco(red={"dice": [6]})
    table.play("die 6", "place study")
    refused = table.refused
    shown = {tile for tile in table.state.display["study"] if tile}
    assert {why for step, why in refused.items() if step.startswith("take fa-")} == {
        "other-kind-of-tile"
    }
    absent = {step for step, why in refused.items() if why == "not-on-display"}
    assert absent.isdisjoint(f"take {tile}" for tile in shown)
    assert len(absent) + len(shown) == 36


def test_tasks_of_others() -> None:
    table = cuzco(when="palace", red={"tasks": ["G29", "G30"]})
    assert table.refused["complete G29"] == "task-not-met"
    assert table.refused["complete G31"] == table.refused["discard G31"] == "not-your-task"
    table.play("discard G29")
    assert "take G31" in {*table.options, *table.refused}
    assert set(table.refused.values()) == {"not-in-palace"}
