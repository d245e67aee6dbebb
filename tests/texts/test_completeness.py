"""Every title says everything it can say, in every language we speak."""

from __future__ import annotations

import ast
import inspect
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from babel import Locale

from engine.core import Verb
from engine.table import Table, Turn
from engine.title import Title
from engine.visibility import INTERNAL
from games import all_titles
from schemas import titles
from tests.toy import TITLE as TOY
from texts.book import (
    COMMON,
    IN_PLAY,
    Book,
    Component,
    module_folders,
    of_title,
    read,
    replacing_modules,
)
from texts.languages import DEFAULT, LANGUAGES
from texts.phrases import Phrases
from texts.template import Template

TITLES = [TOY, *all_titles().values()]

each_title = pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)


class Strict(Phrases):
    """Fails where a reader would be shown an id instead of words."""

    def lacking(self, text: str) -> str:
        raise AssertionError(f"no text for {text!r}")


def strict(title: Title, language: str) -> Strict:
    return Strict(of_title(title.folder, language), language)


def own_folders(title: Title) -> list[Path]:
    """Return the folders of the books that a title's author writes."""
    return [title.folder / "text", *module_folders(title.folder)]


def read_with_modules(title: Title, language: str) -> Book:
    """Return the books that a title's author writes, as one."""
    return reduce(
        lambda under, folder: read(folder, language).over(under), own_folders(title), Book()
    )


def own_books(title: Title) -> list[dict[str, Book]]:
    """Return the books that a title's author writes, and the common ones, by language."""
    return [
        {lang: read(folder, lang) for lang in LANGUAGES} for folder in (*own_folders(title), COMMON)
    ]


def told_verbs(title: Title) -> Iterator[Verb[Any]]:
    return (verb for verb in title.rules.verbs.values() if not verb.quiet)


def templates(book: Book) -> Iterator[tuple[str, str, str]]:
    """Section, key and text of everything that may have places."""
    for section in ("questions", "options", "frames", "events", "secrets", "reasons", "entries"):
        for key, text in getattr(book, section).items():
            yield section, key, text


@each_title
@each_language
def test_every_verb_has_its_sentence(title: Title, language: str) -> None:
    book = of_title(title.folder, language)
    asked = {verb.name for verb in told_verbs(title) if verb.asks}
    happening = {verb.name for verb in told_verbs(title) if not verb.asks}
    secret = {verb.name for verb in told_verbs(title) if verb.own and not verb.asks}
    assert asked <= set(book.questions)
    assert happening <= set(book.events)
    assert secret == set(book.secrets)


@each_title
@each_language
def test_no_sentence_is_for_a_verb_that_is_not(title: Title, language: str) -> None:
    book = read_with_modules(title, language)
    verbs = {verb.name: verb for verb in told_verbs(title)}
    assert all(verbs[key.split(".")[0]].asks for key in book.questions)
    assert not any(verbs[key.split(".")[0]].asks for key in book.events)
    assert all(verbs[key.split(".")[0]].asks for key in book.options if "." in key)


@each_title
@each_language
def test_places_fit_the_arguments_of_their_verb(title: Title, language: str) -> None:
    book = of_title(title.folder, language)
    for key, text in [*book.questions.items(), *book.events.items()]:
        verb = title.rules.verbs[key.split(".")[0]]
        numbers = {p.name for p in Template.parse(text).places} - {"seat"}
        assert numbers <= {str(n) for n in range(len(verb.signature.parameters))}, key


@each_title
def test_languages_have_the_same_texts(title: Title) -> None:
    for books in own_books(title):
        one, *others = books.values()
        for other in others:
            for f in fields(Book):
                stated, translated = getattr(one, f.name), getattr(other, f.name)
                assert set(text_keys(stated)) == set(text_keys(translated)), f.name
            for (_, key, text), (*_, translation) in zip(
                sorted(templates(one)), sorted(templates(other)), strict=True
            ):
                assert places(text) == places(translation), key


def places(text: str) -> set[str]:
    return {place.name for place in Template.parse(text).places}


@each_title
@each_language
def test_amounts_have_the_plural_forms_of_the_language(title: Title, language: str) -> None:
    rule = Locale.parse(language).plural_form
    for kind, forms in of_title(title.folder, language).amounts.items():
        assert "other" in forms, kind
        assert forms.keys() <= rule.tags | {"other"}, kind


@each_title
@each_language
def test_every_component_has_title_and_text(title: Title, language: str) -> None:
    """And none has them that is not there."""
    told = read_with_modules(title, language).components
    assert {kind: set(ids) for kind, ids in told.items()} == {
        kind: set(map(str, facts)) for kind, facts in title.all_components().items()
    }
    assert all(c.title and c.text for kind in told.values() for c in kind.values())


@each_title
def test_every_id_in_the_tables_is_a_component(title: Title) -> None:
    kinds = title.all_components().values()
    assert written_ids(title) <= {str(id) for kind in kinds for id in kind}


def written_ids(title: Title) -> set[str]:
    """Return the values of "id" in the tables."""
    found: set[str] = set()
    waiting: list[Any] = [msgspec.to_builtins(title.all_tables(), str_keys=True)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if isinstance(part.get("id"), str):
                found.add(part["id"])
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return found


@each_title
@each_language
def test_every_field_of_a_view_has_a_label(title: Title, language: str) -> None:
    phrases = strict(title, language)
    shown = {(owner, name) for _, owner, name in titles.shown(title)}
    assert all(phrases.field(*field) for field in shown)
    named = {f"{owner}.{name}" for owner, name in shown} | {name for _, name in shown}
    assert read_with_modules(title, language).fields.keys() <= named


@each_title
@each_language
def test_every_fact_of_a_component_has_a_label(title: Title, language: str) -> None:
    phrases = strict(title, language)
    stated = set(titles.facts(title))
    assert all(phrases.fact(*fact) for fact in stated)
    places = [[*place.split("."), name] for place, name in stated]
    named = {".".join(place[start:]) for place in places for start in range(len(place))}
    assert read_with_modules(title, language).facts.keys() <= named


@each_title
@each_language
def test_everything_on_the_table_has_a_name(title: Title, language: str) -> None:
    phrases = strict(title, language)
    for thing in keys(Table.new(title, title.seats[0]).state):
        assert phrases.name(thing)
    assert phrases.title
    assert phrases.summary
    assert all(phrases.variant(option).text for option in title.options)


@each_title
@each_language
def test_every_word_of_a_closed_list_in_a_view_has_a_name(title: Title, language: str) -> None:
    phrases = strict(title, language)
    kinds = [title.state]
    if title.derived is not None:
        kinds.append(get_type_hints(title.derived)["return"])
    assert all(phrases.name(word) for kind in kinds for word in closed_words(kind))


def closed_words(hint: Any) -> Iterator[str]:
    """Yield the strings of each ``Literal`` in a type, and in the fields of dataclasses in it."""
    if isinstance(hint, type) and is_dataclass(hint):
        for each in get_type_hints(hint).values():
            yield from closed_words(each)
    for argument in get_args(hint):
        if isinstance(argument, str):
            yield argument
        else:
            yield from closed_words(argument)


def keys(part: Any) -> Iterator[str]:
    """Yield the ids that a state has as keys: goods, tracks, spaces."""
    if is_dataclass(part):
        for f in fields(part):
            if f.metadata.get("seen_by") != INTERNAL:
                yield from keys(getattr(part, f.name))
    elif isinstance(part, dict):
        yield from (key for key in part if isinstance(key, str))
        yield from (key for value in part.values() for key in keys(value))
    elif isinstance(part, list):
        yield from (key for value in part for key in keys(value))


@each_title
@each_language
def test_a_module_writes_no_text_that_its_title_has(title: Title, language: str) -> None:
    """A module's texts hold for all games, also for those without the module."""
    written = [read(folder, language) for folder in own_folders(title)]
    for section in fields(Book):
        stated = Counter(key for book in written for key in text_keys(getattr(book, section.name)))
        assert all(n == 1 for n in stated.values()), section.name


@each_title
def test_a_module_replaces_only_texts_that_there_are(title: Title) -> None:
    """In its games a module may replace texts, in every language the same ones."""
    for name in replacing_modules(title.folder):
        folder = title.folder / "modules" / name / "text" / IN_PLAY
        for language in LANGUAGES:
            known, new = of_title(title.folder, language), read(folder, language)
            for section in fields(Book):
                replaced = set(text_keys(getattr(new, section.name)))
                assert replaced <= set(text_keys(getattr(known, section.name)))
                assert replaced == set(text_keys(getattr(read(folder, DEFAULT), section.name)))


def text_keys(section: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, value in section.items():
        if isinstance(value, dict) and all(isinstance(c, Component) for c in value.values()):
            yield from ((key, id) for id in value)
        else:
            yield (key,)


@each_title
@each_language
def test_every_reason_has_its_sentence(title: Title, language: str) -> None:
    told = {key.partition(".")[0] for key in of_title(title.folder, language).reasons}
    assert told == reasons(title)


def reasons(title: Title) -> set[str]:
    """Return the reason codes written in a title's source."""
    modules = {inspect.getmodule(verb.run) for verb in title.rules.verbs.values()}
    modules |= {sys.modules[name] for name in sys.modules if name.startswith("games.")}
    found: set[str] = set()
    for module in filter(None, modules):
        if not str(module.__file__).startswith(str(title.folder)):
            continue
        found |= set(_reasons(ast.parse(inspect.getsource(module))))
    return found


PLACES = {"why": 0, "Refusal": 1}
"""Which argument of these calls is a reason code."""


def _reasons(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", "")
            if name == "lacks":
                yield "needs-more"
            elif name in PLACES:
                code = node.args[PLACES[name]]
                assert isinstance(code, ast.Constant), ast.unparse(node)
                yield str(code.value)


@each_title
@each_language
@pytest.mark.parametrize("riches", [0, 30], ids=["bare", "rich"])
def test_whole_games_are_told_without_a_gap(title: Title, language: str, riches: int) -> None:
    phrases = strict(title, language)
    rng = Random(f"{title.id} {language} {riches}")
    for seats in title.seats:
        for seat in tell_a_game(phrases, enriched(title, seats, riches, rng), rng):
            assert seat < seats


def enriched(title: Title, seats: int, riches: int, rng: Random) -> Table:
    """Return a table with rich players, so that expensive options appear."""
    table = Table.new(title, seats, seed=rng.randbytes(32))
    for player in table.state.players:
        for kind in player.goods:
            player.goods[kind] += riches
    return Table(title, table.state)


def tell_a_game(phrases: Strict, table: Table, rng: Random) -> Iterator[int]:
    """Play at random, and put everything that is asked, offered, refused and done into words."""
    while not table.over:
        decision = rng.choice(table.open)
        yield decision.seat
        assert phrases.question(decision)
        told = [phrases.option(decision, option) for option in decision.options]
        assert len(set(told)) == len(told), f"{decision.effect}: {sorted(told)}"
        if rng.random() < 0.2:
            assert all(phrases.reason(refusal) for refusal in table.refusals(decision.seat))
        turn = Turn()
        table.step(decision.seat, rng.choice(decision.options).id, turn)
        for seat, effect in turn.trace:
            verb = table.title.rules.verbs[effect[0]]
            if not verb.quiet:
                assert phrases.event(seat, effect)
                assert not verb.own or phrases.event(seat, effect[:1])
