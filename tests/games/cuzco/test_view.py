"""What a client sees of a table: the board as laid out, limits, and components with texts."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

from engine.table import Table
from games.cuzco import TITLE
from games.cuzco.data import BOARD
from schemas import titles
from tests.games.cuzco.builder import Play, Side, cuzco
from tests.games.cuzco.test_laws import random_table
from tests.games.cuzco.test_setup import ROADS, VILLAGES
from texts import phrases

SCHEMA = Draft202012Validator(
    {
        "$ref": "#/$defs/View",
        "$defs": titles.of(TITLE, lambda part: f"#/$defs/{part}", lambda *field: field[1]),
    }
)


def shown(table: Table) -> dict[str, Any]:
    """The view as a client reads it."""
    view: dict[str, Any] = json.loads(msgspec.json.encode(table.view()))
    return view


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_view_of_a_game_fits_its_schema(seats: int) -> None:
    table, rng = random_table(seats, ("pututu",), 1)
    while not table.over:
        decision = rng.choice(table.open)
        table.commit(decision.seat, [rng.choice(decision.options).id])
        if rng.random() < 0.1:
            SCHEMA.validate(shown(table))
    SCHEMA.validate(shown(table))


def test_the_villages_are_sent_as_laid_out() -> None:
    sites = shown(cuzco().table)["sites"]
    told = [f"{v['id']} {v['feather']} {v['building']} {v['points']}" for v in sites]
    assert told == VILLAGES.strip().splitlines()
    assert [site["ring"] for site in sites] == ["inner"] * 6 + ["outer"] * 6


def test_the_roads_are_sent_once_each() -> None:
    links = shown(cuzco().table)["links"]
    roads = [" ".join(map(str, link.values())) for link in links if link["start"] != BOARD.centre]
    told = {frozenset(road.split()) for road in ROADS.replace("\n", " ").split(",")}
    assert {frozenset(road.split()) for road in roads} == told
    assert len(links) == 24 + 6


@pytest.mark.parametrize(("rotation", "first"), [(0, "I1"), (2, "I3"), (5, "I6")])
def test_the_roads_of_the_overlay_follow_its_rotation(rotation: int, first: str) -> None:
    """End 0 of the overlay is a stone road of value 2."""
    links = shown(cuzco(rotation=rotation).table)["links"]
    assert {"start": "CUZCO", "end": first, "kind": "stone", "die": 2} in links


def test_another_layout_has_other_villages_and_roads() -> None:
    views_of = [shown(Table.new(TITLE, 2, (), bytes([n]) * 32)) for n in range(4)]
    assert len({json.dumps(view["sites"]) for view in views_of}) > 1
    assert len({json.dumps(view["links"]) for view in views_of}) > 1


def test_the_limits_of_the_action_spaces() -> None:
    """Null where any die may go."""
    dice = {"study": [("blue", 5), ("green", 3)], "victory_points": [("blue", 1)]}
    limits = {x["space"]: x["below"] for x in shown(cuzco(dice=dice).table)["limits"]}
    assert (limits["study"], limits["temple"], limits["victory_points"]) == (3, None, None)
    assert len(limits) == 8


def test_dice_name_their_seat_and_value() -> None:
    view = shown(cuzco(dice={"study": [("blue", 5)]}).table)
    assert view["spaces"]["study"] == [{"seat": 3, "value": 5}]
    assert view["free_spaces"] == [2, 2, 2, 2]


def effects(table: Play, step: str) -> list[list[Any]]:
    """What an option leads to."""
    option = next(o for o in table.table.open[0].options if o.id == step)
    return [list(effect) for effect in option.then]


def test_options_name_what_they_are_about_in_their_effects() -> None:
    """A client need not parse the words of a step."""
    table = cuzco(red={"dice": [3], "tiles": ["st-food-2"]})
    assert effects(table, "place exchange")[0] == ["put", "exchange", "exchange", 3]
    table.play("place exchange")
    assert effects(table, "slide st-food-2")[:2] == [["slide", "st-food-2"], ["spend_pips", 1]]
    assert ["spend_pips", 2] in effects(table, "god red")
    assert effects(table, "feather pink 2")[0] == ["take_feather", "pink", 2]
    first = Table.new(TITLE, 2).decision(0).options[1]
    assert [first.then[0][0], *map(str, first.then[0][1:])] == ["keep_slot", *first.id.split()[1:]]
    farm = ["fa-food-1", "fa-food-2"]
    table = cuzco(when="tiles", red={"tiles": ["st-study-1", *farm]})
    assert effects(table, "use farm food") == [["use_group", "farm", "food", 2, 2]]


def told(table: Play, language: str, *steps: str) -> list[str]:
    """The sentences of the options of these steps."""
    say, decision = phrases(TITLE, language), table.table.open[0]
    options = {option.id: option for option in decision.options}
    return [say.option(decision, options[step]) for step in steps]


def test_sentences_of_options() -> None:
    """The view has prices in pips, numbers of tiles and values."""
    table = cuzco(red={"dice": [3]}).play("place exchange")
    assert told(table, "en", "points", "offering") == [
        "1 pip: score 1 VP",
        "2 pips: take 1 offering",
    ]
    assert told(table, "ja", "offering") == ["出目2つ：奉納品1個を取る"]
    tiles = ["fa-food-1", "fa-food-2", "fa-food-3", "st-study-1"]
    table = cuzco(when="tiles", red={"tiles": tiles})
    assert told(table, "en", "use farm food") == ["Use your 3 farm tiles “food” (value 3)"]
    assert told(table, "ja", "use farm food") == ["農場タイル3枚「食料」の能力を使う（合計3）"]


def happened(table: Play, language: str, verb: str) -> list[str]:
    """The sentences of the events of this name since the table was laid out."""
    say = phrases(TITLE, language)
    return [say.event(seat, effect) for seat, effect in table.trace if effect[0] == verb]


def test_sentences_of_events_tell_the_real_numbers() -> None:
    side: Side = {"dice": [1], "tiles": ["st-food-3"], "knowledge": 13}
    table = cuzco(red=side).play("place exchange", "slide st-food-3")
    assert happened(table, "en", "advance")[0].endswith("advances 2 spaces on the knowledge track.")
    assert happened(table, "ja", "advance")[0].endswith("知識マーカーを2マス進めた。")
    assert happened(table, "en", "put")[0].endswith("places a die showing 1 on the exchange space.")
    tiles = [f"st-hold_quipu-{n}" for n in (1, 2, 3)]
    table = cuzco(when="tiles", red={"tiles": [*tiles, "fa-food-1"], "quipus": 2})
    table.play("use study hold_quipu")
    assert happened(table, "en", "keep_back")[0].endswith("puts 2 quipus into the reserve.")


def test_a_one_closes_a_space() -> None:
    table = cuzco(red={"dice": [2]}, dice={"study": [("blue", 1)], "farm": [("blue", 2)]})
    why = {refusal.id: refusal for refusal in table.table.refusals(0)}
    say = phrases(TITLE, "en")
    assert say.reason(why["place study"]) == "A 1 lies there: no die can follow."
    assert say.reason(why["place farm"]) == "Your die must show less than 2 there."
