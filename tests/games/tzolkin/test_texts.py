"""The texts of components say the numbers of the printed facts, in both languages."""

from __future__ import annotations

import pytest

import texts
from games.tzolkin import TITLE
from games.tzolkin.catalogue import components
from tests.games.tzolkin import facts
from tests.games.tzolkin.builder import tzolkin

EN, JA = texts.phrases(TITLE, "en"), texts.phrases(TITLE, "ja")

NAMES_JA = {
    "corn": "コーン",
    "wood": "木材",
    "stone": "石材",
    "gold": "黄金",
    "skull": "水晶髑髏",
}
FACTS = {
    **{("wealth", tile): wealth.effects for tile, wealth in facts.WEALTH.items()},
    **{("building", tile): building.effects for tile, building in facts.BUILDINGS.items()},
}


def said(effect: facts.Effect) -> tuple[str, str]:
    """The words for an effect that every text with it must have, in English and Japanese."""
    verb, *args = effect
    n = args[-1] if args else ""
    match verb:
        case "gain":
            amount, kind = args
            return f"{amount} {'crystal ' * (kind == 'skull')}{kind}", f"{NAMES_JA[kind]}{amount}個"
        case "chaac" | "quetzalcoatl" | "kukulkan":
            return f"{n} step{'s' * (n != '1')} on {EN.name(verb)}", f"{n}段"
        case "agriculture" | "resource_extraction" | "architecture" | "theology":
            return f"{n} level of {EN.name(verb)}", f"{JA.name(verb)}のレベルを{n}上げ"
        case "temple":
            return f"{n} step on any temple", f"任意の神殿1つのマーカーを{n}段"
        case "technology":
            return f"{n} level{'s' * (n != '1')} of any", f"{n}上げ"
        case "points":
            return f"{n} VP", f"{n}勝利点"
        case "worker":
            return f"{n} worker", f"労働者駒{n}個"
        case "farm":
            kind = args[0]
            if kind == "workers":
                return f"{n} worker{'s' * (n != '1')} need", f"労働者駒{n}個はコーンを必要としない"
            return f"each worker needs {n} corn less", f"各労働者駒が必要とするコーンが{n}個減る"
        case "market":
            return "market", "市場"
        case "build":
            return "construct one more building", "さらに建物を1つ建設"
    assert verb == "borrow"
    return f"pay {n} corn for any action", f"コーン{n}個を支払い"


@pytest.mark.parametrize(("kind", "tile"), FACTS)
def test_a_tile_says_all_that_it_gives(kind: str, tile: str) -> None:
    english, japanese = EN.component(kind, tile).text, JA.component(kind, tile).text
    for effect in FACTS[kind, tile]:
        in_english, in_japanese = said(effect)
        assert in_english in english
        assert in_japanese in japanese


@pytest.mark.parametrize("action", facts.CAVES)
def test_a_cave_says_its_points(action: int) -> None:
    cave, id_ = facts.CAVES[action], f"chichen_itza {action}"
    english, japanese = EN.component("action", id_).text, JA.component("action", id_).text
    assert f"{cave.points} VP" in english
    assert f"{cave.points}勝利点" in japanese
    assert EN.name(cave.temple) in english
    assert JA.name(cave.temple) in japanese
    assert ("any 1 resource" in english) is ("任意の資源1個" in japanese) is bool(cave.blocks)


@pytest.mark.parametrize(("temple", "step"), facts.STEPS)
def test_a_step_says_its_points_and_its_reward(temple: str, step: int) -> None:
    points, reward = facts.STEPS[temple, step]
    english = EN.component("step", f"{temple} {step}").text
    japanese = JA.component("step", f"{temple} {step}").text
    assert f"{abs(points)} VP" in english
    assert f"{abs(points)}勝利点を{'失う' if points < 0 else '得る'}" in japanese
    assert english.startswith("Costs") is (points < 0)
    for kind, name in NAMES_JA.items():
        assert (f"1 {EN.name(kind)}" in english) is (f"{name}1個" in japanese) is (kind == reward)


@pytest.mark.parametrize("group", facts.HARVEST)
def test_a_harvest_says_its_yield(group: int) -> None:
    corn, wood = facts.HARVEST[group]
    for kind, id_ in (("jungle", str(group)), ("action", f"palenque {group}")):
        english, japanese = EN.component(kind, id_).text, JA.component(kind, id_).text
        assert f"{corn} corn" in english
        assert f"コーン{corn}個" in japanese
        assert (f"{wood} wood" in english) is (f"木材{wood}個" in japanese) is (wood > 0)


def test_the_spaces_of_a_gear_and_what_they_allow() -> None:
    """6 and 7 of a small gear and 10 of Chichen Itza allow any action; 0 allows none."""
    spaces = components()["space"]
    assert spaces["palenque 0"].actions == []
    assert spaces["palenque 4"].actions == [4]
    assert spaces["palenque 6"].actions == spaces["uxmal 7"].actions == [1, 2, 3, 4, 5]
    assert spaces["chichen_itza 10"].actions == list(range(1, 10))
    gears = components()["gear"]
    assert (gears["tikal"].teeth, gears["tikal"].hidden, gears["tikal"].any_action) == (
        10,
        [8, 9],
        [6, 7],
    )
    assert (gears["chichen_itza"].teeth, gears["chichen_itza"].hidden) == (13, [11, 12])
    assert gears["chichen_itza"].any_action == [10]


def test_levels_and_their_prices() -> None:
    levels = components()["level"]
    assert [levels[f"theology {n}"].price for n in (1, 2, 3, "bonus")] == [1, 2, 3, 1]
    assert [level.is_bonus for level in levels.values()] == [False, False, False, True] * 4


def test_a_price_is_said_once() -> None:
    """The option of Uxmal 1 costs 3 corn, which its sentence does not repeat."""
    table = tzolkin(me={"corn": 3}, gears={"uxmal": {1: "me"}}).table
    table.play(0, ["pick uxmal 1"])
    decision = table.decision(0)
    sentences = [EN.option(decision, option) for option in decision.options]
    assert sentences[0] == "Uxmal 1: Move up 1 step on any temple (costs 3 corn)"
