"""Arguments of verbs: one name means one thing and has one type, in all titles and modules."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import pytest

from engine.core import Effect, Rules, Side, State, does
from engine.title import Title
from games import all_titles
from schemas import effects
from tests.toy import TITLE as TOY
from texts.book import COMMON, module_folders, of_title, read
from texts.languages import LANGUAGES

TITLES = [TOY, *all_titles().values()]
PLAIN = {int: "integer", float: "number", str: "string", bool: "boolean"}
TYPES = {
    *PLAIN.values(),
    *(f"array of {each}" for each in PLAIN.values()),
    "map",
    "array of map",
    "effect",
    "array of effect",
    "array of array of effect",
    "array of effect of a side",
}
RESERVED = {"verb", "text"}
"""Members that each effect, and each event, has besides its arguments."""

each_title = pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)


class Argument(NamedTuple):
    """An argument: its verb, its name and its type."""

    verb: str
    parameter: inspect.Parameter
    hint: Any

    @property
    def name(self) -> str:
        """Return the name of the argument."""
        return self.parameter.name


def arguments(title: Title) -> Iterator[Argument]:
    """Yield every argument of the verbs of a title and its modules."""
    for verb in title.rules.verbs.values():
        hints = get_type_hints(verb.run)
        for parameter in verb.signature.parameters.values():
            yield Argument(f"{title.name} {verb.name}", parameter, hints.get(parameter.name, Any))


def type_of(hint: Any) -> str:
    """Return the type in JSON of an argument; an unknown one as Python has it."""
    of, inside = get_origin(hint), get_args(hint)
    if hint == Effect:
        return "effect"
    if of in (Union, UnionType) and NoneType in inside:
        return " or ".join(type_of(each) for each in inside if each is not NoneType)
    if of is Literal:
        return " or ".join(sorted({PLAIN[type(each)] for each in inside}))
    if inside == (int, Effect):
        return "effect of a side"
    if of is tuple and inside[1:] == (...,):
        return f"array of {type_of(inside[0])}"
    if hint == dict[str, int]:
        return "map"
    return PLAIN.get(hint, str(hint))


def test_a_name_has_one_type() -> None:
    found: dict[str, dict[str, list[str]]] = {}
    for each in (argument for title in TITLES for argument in arguments(title)):
        found.setdefault(each.name, {}).setdefault(type_of(each.hint), []).append(each.verb)
    assert {name: types for name, types in found.items() if len(types) > 1} == {}
    assert {each for types in found.values() for each in types} <= TYPES
    assert set(found["seat"]) == {"integer"}
    assert not RESERVED & set(found)


def test_the_specification_refuses_two_types_of_one_name() -> None:
    other = ModuleType("other")
    vars(other)["dig"] = does(dig)
    strange = replace(TOY, name="strange", state=Strange, modules=(), rules=Rules(other))
    with pytest.raises(ValueError, match="'vein' has two types"):
        effects.of_all([TOY, strange], "#/Effect", str)


@dataclass(slots=True)
class Strange(State[Side]):
    """A state of its own: a title writes its rules into the class."""


def dig(s: State[Any], me: int, vein: int) -> None:
    """Dig in a vein that has a number instead of a name."""


@each_title
def test_an_argument_is_one_value(title: Title) -> None:
    """A verb has no variable arguments: they would have no name."""
    known = {inspect.Parameter.POSITIONAL_OR_KEYWORD}
    assert [each.verb for each in arguments(title) if each.parameter.kind not in known] == []


@each_title
@each_language
def test_every_argument_is_described(title: Title, language: str) -> None:
    told = of_title(title.folder, language).arguments
    assert {each.name for each in arguments(title)} <= set(told)
    assert [text for text in told.values() if not text.endswith((".", "。"))] == []


@each_title
@each_language
def test_no_description_is_for_an_argument_that_is_not(title: Title, language: str) -> None:
    names = {each.name for each in arguments(title)}
    for folder in (title.folder / "text", *module_folders(title.folder)):
        own = read(folder, language).arguments
        assert set(own) <= names
        assert not set(own) & set(read(COMMON, language).arguments)


def test_common_descriptions_are_for_several_titles() -> None:
    names = [{each.name for each in arguments(title)} for title in TITLES]
    for name in read(COMMON, LANGUAGES[0]).arguments:
        assert sum(name in each for each in names) > 1, name
