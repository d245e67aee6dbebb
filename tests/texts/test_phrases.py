"""Sentences made of templates, names and amounts."""

from typing import Any

import pytest

import texts
from engine.core import NOBODY, Decision, Effect, Option, Refusal
from engine.table import Table
from tests.toy import TITLE as TOY
from texts.book import Book, Component
from texts.phrases import Phrases

ENGLISH = Book(
    goods={"corn": "corn", "gold": "gold", "wood": "wood"},
    words={"tikal": "Tikal", "nothing": "nothing", "table": "The table"},
    components={
        "building": {"A1": Component("A1", "Gain three corn."), "wood": Component("hut", "Wait.")},
        "action": {"tikal 4": Component("Tikal 4", "build twice")},
        "tile": {"1": Component("tile I", "Gain a worker."), "hut": Component("hut tile", "Wait.")},
        "card": {"hut": Component("hut card", "Draw a card.")},
    },
    amounts={
        "any": {"other": "{n} {name}"},
        "worker": {"one": "{n} worker", "other": "{n} workers"},
        "seat": {"other": "Seat {n}"},
        "vp": {"other": "{n} VP"},
    },
    questions={"feed": "Feed {0:worker}?"},
    options={
        "take": "Take {rest}",
        "give back": "Give {0} back",
        "pick": "Pick up the worker on {0} {1}",
        "trade.take": "Take {0} from the market",
        "build": "Build {0} ({0:text})",
        "build * plain": "Build {0} plainly",
        "place": "Place on {0} space {place.1}",
        "sell": "Sell {0} for {gained} and {paid}",
        "act.*": "{0} {1}: {rest:text}",
    },
    frames={"price": "{0} (costs {paid})"},
    fields={"points": "victory points", "Player.points": "own points"},
    events={
        "gain": "{seat} gains {0}.",
        "score": "{seat} scores {0:vp}.",
        "score.0": "{seat} scores nothing.",
        "score.minus": "{seat} loses {0:-vp}.",
        "roll": "{seat} rolls {0}.",
        "raise": "{seat} raises {0:building}.",
        "pair": "{seat} takes {0:tile} and {1:card}.",
        "use": "{seat} uses {0:tile}: {0:tile.text}.",
        "go": "{seat} goes to {0:action}.",
        "farm": "{seat} farms.",
        "farm.discount": "{seat} saves {1:worker}.",
        "keep": "{seat} keeps {0}.",
        "dawn": "{seat} turns.",
        "order": "New order: {0:seat}.",
    },
    secrets={"keep": "{seat} keeps something."},
    reasons={
        "short": "{n} more {good}",
        "lack": "You lack {n:=good}.",
        "taken": "{seat:seat} stands there.",
    },
)


@pytest.fixture
def english() -> Phrases:
    return Phrases(ENGLISH, "en")


def asked(*effect: Any) -> Decision:
    return Decision(0, effect, [], [])


@pytest.mark.parametrize(
    ("verb", "step", "sentence"),
    [
        ("any", "take 2 wood 1 gold", "Take 2 wood and 1 gold"),
        ("any", "take wood", "Take wood"),
        ("any", "take 4", "Take 4"),
        ("trade", "take wood", "Take wood from the market"),
        ("any", "pick tikal 4", "Pick up the worker on Tikal 4"),
        ("any", "give back wood", "Give wood back"),
        ("any", "build A1", "Build A1 (Gain three corn)"),
        ("any", "build A1 plain", "Build A1 plainly"),
        ("act", "tikal 4", "Tikal 4: build twice"),
    ],
)
def test_an_option_is_told_by_its_most_telling_key(
    english: Phrases, verb: str, step: str, sentence: str
) -> None:
    assert english.option(asked(verb), Option(step)) == sentence


PAY, PAY_MORE = ("pay", {"corn": 2}), ("pay", {"wood": 1, "corn": 1})


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (
            Option("place tikal", (PAY, ("place", "tikal", 3))),
            "Place on Tikal space 3 (costs 2 corn)",
        ),
        (Option("place tikal", (("place", "tikal", 0),)), "Place on Tikal space 0"),
        (Option("take 4", (PAY, PAY_MORE)), "Take 4 (costs 3 corn and 1 wood)"),
        (Option("sell wood", (PAY, ("gain", {"gold": 2}))), "Sell wood for 2 gold and 2 corn"),
        (Option("sell wood"), "Sell wood for nothing and nothing"),
    ],
)
def test_an_option_tells_what_it_leads_to(english: Phrases, option: Option, sentence: str) -> None:
    assert english.option(asked("turn"), option) == sentence


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (("gain", {"wood": 3, "worker": 1, "gold": 0}), "Seat 2 gains 3 wood and 1 worker."),
        (("gain", {}), "Seat 2 gains nothing."),
        (("gain", ["wood", "tikal"]), "Seat 2 gains wood and Tikal."),
        (("gain", ()), "Seat 2 gains nothing."),
        (("gain", ["wood", 2, "gold", 1, 4]), "Seat 2 gains wood, 2 gold, 1 and 4."),
        (("roll", (1, 4, 6)), "Seat 2 rolls 1, 4 and 6."),
        (("roll", (4,)), "Seat 2 rolls 4."),
        (("raise", "wood"), "Seat 2 raises hut."),
        (("raise", ["wood", "A1"]), "Seat 2 raises hut and A1."),
        (("pair", "hut", "hut"), "Seat 2 takes hut tile and hut card."),
        (("use", 1), "Seat 2 uses tile I: Gain a worker."),
        (("use", "hut"), "Seat 2 uses hut tile: Wait."),
        (("go", ["tikal", 4]), "Seat 2 goes to Tikal 4."),
        (("score", 2.25), "Seat 2 scores 2.25 VP."),
        (("score", 2.0), "Seat 2 scores 2 VP."),
        (("score", 0), "Seat 2 scores nothing."),
        (("score", -1.5), "Seat 2 loses 1.5 VP."),
        (("farm", "workers", 2), "Seat 2 farms."),
        (("farm", "discount", 2), "Seat 2 saves 2 workers."),
        (["farm", "discount", 1], "Seat 2 saves 1 worker."),
        (("keep", "wood"), "Seat 2 keeps wood."),
        (("keep",), "Seat 2 keeps something."),
    ],
)
def test_an_event_is_told_by_its_first_argument_and_its_numbers(
    english: Phrases, effect: Effect, sentence: str
) -> None:
    assert english.event(1, effect) == sentence


def test_a_player_is_called_by_name(english: Phrases) -> None:
    named = english.naming(["Ada", ""])
    assert named.event(0, ("farm", "workers", 2)) == "Ada farms."
    assert named.event(1, ("farm", "workers", 2)) == "Seat 2 farms."
    assert named.event(0, ("order", [1, 0, 2])) == "New order: Seat 2, Ada and Seat 3."
    assert named.reason(Refusal("x", "taken", {"seat": 0}, "7")) == "Ada stands there."
    assert named.seat(0) == "Ada"
    assert english.event(0, ("farm", "workers", 2)) == "Seat 1 farms."


def test_an_automa_has_the_name_that_its_title_gives() -> None:
    book = Book(words={"automa": "Robo"}, events={"farm": "{seat} farms."})
    alone = Phrases(book, "en").naming([""])
    assert alone.event(1, ("farm",)) == "Robo farms."
    assert alone.naming(["", "Ada"]).event(1, ("farm",)) == "Ada farms."


def test_what_concerns_nobody_is_told_of_the_table(english: Phrases) -> None:
    assert english.event(NOBODY, ("dawn",)) == "The table turns."


def test_questions_and_refusals_are_filled_in(english: Phrases) -> None:
    assert english.question(asked("feed", 1)) == "Feed 1 worker?"
    assert english.reason(Refusal("build A1", "short", {"n": 2, "good": "wood"}, "7")) == (
        "2 more wood"
    )
    assert english.reason(Refusal("build A1", "lack", {"n": 2, "good": "worker"}, "7")) == (
        "You lack 2 workers."
    )


def test_a_missing_text_is_shown_as_the_engine_writes_it(english: Phrases) -> None:
    assert english.option(asked("x"), Option("march home")) == "march home"
    assert english.option(asked("x"), Option("pick tikal")) == "pick tikal"
    assert english.event(0, ("spin", 2)) == "spin 2"
    assert english.question(asked("whither")) == "whither"
    assert english.reason(Refusal("x", "short", {}, "7")) == "short"
    assert english.name("A9") == "A9"
    assert english.name("hut") == "hut", "two components have this id"
    assert english.component("tile", "A9") == Component("A9", "A9")
    assert english.field("Player", "hand") == "hand"


def test_an_argument_has_one_description_for_all_verbs() -> None:
    english, japanese = (texts.phrases(TOY, language) for language in ("en", "ja"))
    assert english.argument("card") == "The card."
    assert japanese.argument("card") == "カード。"
    assert english.argument("vein") == "The vein."


def test_a_field_may_be_called_otherwise_in_one_class(english: Phrases) -> None:
    assert english.field("Player", "points") == "own points"
    assert english.field("Table", "points") == "victory points"


def test_a_place_may_name_a_component_only_with_its_kind_if_two_have_the_id(
    english: Phrases,
) -> None:
    assert english.say("hut") == "hut"
    assert english.say("hut", "card") == "hut card"
    assert english.say("hut", "text") == "hut.text"
    assert english.say("hut", "card.text") == "Draw a card"


def test_a_language_without_a_text_speaks_english() -> None:
    japanese = Phrases(
        Book(
            goods={"wood": "木材"}, components={"building": {"A1": Component("一号", "一号")}}
        ).over(ENGLISH),
        "ja",
    )
    assert japanese.component("building", "A1").title == "一号"
    assert japanese.component("building", "wood").title == "hut"
    assert japanese.event(0, ("gain", {"wood": 1})) == "Seat 1 gains 1 木材."
    assert texts.phrases(TOY, "tlh") is texts.phrases(TOY, "en")


def test_japanese_counts_without_plural_and_joins_in_its_own_way() -> None:
    japanese = texts.phrases(TOY, "ja")
    assert japanese.amount("stone", 1) == "石1個"
    assert japanese.several(["石1個", "石2個"]) == "石1個、石2個"


def test_a_title_has_its_name_and_variants() -> None:
    english = texts.phrases(TOY, "en")
    assert english.title == "Stones"
    assert english.variant("long") == Component("Long game", "Six rounds instead of three.")
    assert english.summary


def test_the_toy_speaks_both_languages() -> None:
    table = Table.new(TOY, 2, seed=bytes(32))
    decision = table.open[0]
    card = decision.options[0].id.removeprefix("keep c")
    said = [
        (p.question(decision), p.option(decision, decision.options[0]))
        for p in (texts.phrases(TOY, "en"), texts.phrases(TOY, "ja"))
    ]
    assert said == [
        ("Which card do you keep?", f"Keep card {card}"),
        ("どのカードを手元に残しますか？", f"{card}のカードを残す"),
    ]
