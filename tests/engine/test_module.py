"""Modules: what they add to a title, and which of them go together."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import games
from engine import codec
from engine.adjustment import adjusts
from engine.core import Rules
from engine.listing import why
from engine.luck import hearing
from engine.module import Module, adds, after, combined, discovered, hooked, in_order, part
from engine.table import IllegalStep, Table, Turn
from tests.toy import TITLE, play
from tests.toy.modules.bazaar.trade import Bazaar
from tests.toy.modules.tax.levies import Tax

BOTH = ("bazaar", "tax")


def begun(*options: str, seats: int = 2) -> Table:
    """Return the toy with these options, after all seats have kept a card."""
    table = Table.new(TITLE, seats, options, bytes(32))
    for seat in range(seats):
        table.commit(seat, [table.decision(seat).options[0].id])
    return table


def test_modules_are_found_in_their_folders() -> None:
    """Each folder that exports MODULE is one; a title without such a folder has none."""
    assert [module.name for module in TITLE.modules] == ["bazaar", "tax"]
    assert discovered("tests.engine") == ()


def test_a_module_comes_after_those_that_it_requires() -> None:
    """Its setup and its hooks rest on theirs; other modules stay in the order of their names."""
    house = Module(name="house", summary="", requires=("plan", "quiet_variant"))
    plan, roof = Module(name="plan", summary=""), Module(name="roof", summary="")
    assert in_order([house, plan, roof]) == (plan, house, roof)
    yard = Module(name="yard", summary="", requires=("house",))
    assert in_order([yard, house, plan]) == (plan, house, yard)


def test_a_module_adds_answers_to_a_question_of_the_base() -> None:
    """With the bazaar one may trade; without it the question does not even know the word."""
    table = begun("bazaar")
    assert "trade" not in [o.id for o in table.decision(0).options]
    reasons = {r.id: r.reason for r in table.refusals(0)}
    assert reasons["trade"] == "needs-more"
    bare = begun()
    assert "trade" not in {r.id for r in bare.refusals(0)}
    with pytest.raises(IllegalStep):
        bare.play(0, ["trade"])


def test_a_module_has_its_own_part_with_secrets() -> None:
    """A purchase is a reveal; the buyer sees the ware under the module's name, others a number."""
    table = begun("bazaar")
    table.state.players[0].goods["stone"] = 1
    table = Table(TITLE, table.state)
    top, turn = part(table.state, Bazaar).stock[-1], Turn()
    table.step(0, "trade", turn)
    assert turn.reveals
    assert table.view()["bazaar"] == {"stock": 2, "stalls": [{"wares": 1}, {"wares": 0}], "sold": 1}
    assert table.own(0)["bazaar"] == {"stalls": {"wares": [top]}}
    assert "bazaar" not in table.own(1)
    assert codec.encode(codec.decode(TITLE.state, table.save())) == table.save()


def test_parts_of_modules_that_are_not_chosen_are_not_shown() -> None:
    """The state has the field, and no viewer hears of it."""
    assert "bazaar" not in begun().view()
    assert begun().state.modules == ()
    assert begun(*BOTH).state.modules == BOTH


def test_a_module_answers_a_moment() -> None:
    """A player who may give stones back may also haggle, until a ware is sold."""
    table = begun("bazaar")
    table.step(0, "take 3", Turn())
    assert [o.id for o in table.decision(0).options] == ["give back", "haggle", "done"]
    assert {r.id for r in table.refusals(0)} == {"whisper"}


def test_verbs_of_a_module_surround_a_verb_of_the_base() -> None:
    """Before and after: announced first, levied when all that follows the taking is resolved."""
    table = begun(*BOTH)
    turn = Turn()
    table.step(0, "take 3", turn)
    assert [effect[0] for _, effect in turn.trace] == [
        *("announce", "take", "gain", "levy", "pay", "to_heap"),
    ]
    tax = part(table.state, Tax)
    assert (tax.announced, tax.levied, tax.returned) == (1, 1, 1)
    assert table.state.players[0].goods == {"stone": 2}


def test_a_verb_of_a_module_replaces_one_of_the_base() -> None:
    """Returns are counted with the module, and only then."""
    table = begun(*BOTH)
    table.play(0, ["take 2", "give back"])
    assert part(table.state, Tax).returned == 1


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("tax",), "options/0: requires bazaar"),
        (("bazaar", "tax", "long"), "options/1: cannot be combined with long"),
        (("bazaar", "bazaar"), "options/1: is given twice"),
        (("fog",), "options/0: no such option; there are: long, bazaar, tax"),
    ],
)
def test_what_does_not_go_together_is_refused_with_the_reason(
    options: tuple[str, ...], text: str
) -> None:
    """The place and the reason are named."""
    with pytest.raises(ValueError, match=text):
        Table.new(TITLE, 2, options)


def test_a_module_may_be_for_some_numbers_of_seats_only() -> None:
    """The tax needs at least two seats."""
    with pytest.raises(ValueError, match="is for 2, 3, 4 seats"):
        Table.new(TITLE, 1, BOTH)


def test_rules_are_built_once_for_each_combination() -> None:
    """Two games with the same modules share their rules; others have others."""
    assert begun(*BOTH).state.verbs is begun(*BOTH).state.verbs
    assert begun(*BOTH).state.verbs is not begun("bazaar").state.verbs


def test_a_title_knows_the_verbs_of_all_its_modules() -> None:
    """Events and records may name each of them, also those of hooks."""
    table = begun(*BOTH)
    turn = Turn()
    table.step(0, "take 3", turn)
    names = {effect[0] for _, effect in turn.trace}
    assert {"announce", "levy"} <= names <= set(TITLE.rules.verbs)
    assert {"buy", "shout"} <= set(TITLE.rules.verbs)


def test_setups_of_modules_come_after_the_title_s() -> None:
    """The luck of the base is the same with and without a module."""
    with hearing() as bare:
        Table.new(TITLE, 2, (), bytes(32))
    with hearing() as more:
        Table.new(TITLE, 2, ("bazaar",), bytes(32))
    assert more[: len(bare)] == bare
    assert len(more) > len(bare)


def with_hooks(**hooks: Any) -> Module:
    """A module with these hooks."""
    module = type(play)("hooks")
    vars(module).update(hooks)
    return Module("x", "", verbs=(module,))


def test_a_hook_names_a_verb_of_the_title() -> None:
    """A hook on another title's verb, or around a question, is an error when rules are made."""
    bazaar: Any = TITLE.module("bazaar")
    foreign = with_hooks(foreign=adds(bazaar.verbs[0].buy)(lambda s, me: []))
    with pytest.raises(ValueError, match="buy is no verb of the base"):
        hooked(Rules(play), [foreign])
    late = with_hooks(late=after(play.turn)(play.take))
    with pytest.raises(ValueError, match="turn: hooks are verbs"):
        combined(Rules(play), [late])


def test_a_module_may_hook_into_another_one() -> None:
    """Without the other module the hook has no effect."""
    bazaar: Any = TITLE.module("bazaar")
    verb = bazaar.verbs[0].buy
    module = with_hooks(late=after(verb)(play.give_back))
    assert hooked(Rules(play), [bazaar, module]).verbs[verb.name] is verb
    assert combined(Rules(play), [module]).verbs.get(verb.name) is None
    assert combined(Rules(play), [bazaar, module]).verbs[verb.name].around is not None


def test_a_verb_is_replaced_before_others_surround_it() -> None:
    """The order of the modules does not matter."""
    tax: Any = TITLE.module("tax")
    first = with_hooks(late=after(play.to_heap)(play.roll))
    for modules in ([first, tax], [tax, first]):
        rules = combined(Rules(play), modules)
        assert rules.verbs["to_heap"].around is not None
        assert rules.verbs["the to_heap"].run is tax.verbs[0].to_heap.run.run


def test_modules_adjust_what_a_function_returns() -> None:
    """Each gets the result of the one before, and only the modules of the game count."""
    lenient = with_hooks(none=adjusts(play.too_few)(lambda was, s, n: None))
    strict = with_hooks(some=adjusts(play.too_few)(lambda was, s, n: was or why("late", "x")))
    state: Any = SimpleNamespace(modules=("some",), combinations={}, heap=2)
    for modules, code in [
        ([], "too-few"),
        ([lenient], None),
        ([strict], "too-few"),
        ([lenient, strict], "late"),
        ([strict, lenient], None),
    ]:
        state.combinations[state.modules] = combined(Rules(play), modules)
        reason = play.too_few(state, 3)
        assert (reason.code if reason else None) == code


TITLES = [*games.all_titles().values(), TITLE]
FOLDERS = [title.folder for title in TITLES if (title.folder / "modules").is_dir()]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_the_base_names_no_module(folder: Path) -> None:
    """No file of a title outside its modules imports one or has its name in a string."""
    names = {path.parent.name for path in folder.glob("modules/*/__init__.py")}
    assert names
    for path in folder.rglob("*.py"):
        if "modules" in path.relative_to(folder).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom | ast.Import):
                assert "modules" not in ast.unparse(node), path
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in names, f"{path}: {node.value}"
