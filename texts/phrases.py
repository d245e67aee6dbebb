"""Sentences about one title in one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from engine.core import NOBODY, Decision, Effect, Option, Refusal
from engine.title import Title
from texts.book import COMMON, Book, Component, of_title, read, replacing_modules
from texts.languages import DEFAULT, LANGUAGES, joined, number, plural
from texts.lookup import entry_text, event_text, option_text, question_text, reason_text
from texts.outcome import PAID, Amounts, Outcome, hashable, total
from texts.template import Template

_OPENS, _CLOSES = "\ue000", "\ue001"
_MARK = re.compile(f"{_OPENS}(-?[0-9]+){_CLOSES}")

KEPT = 8192
"""How many finished sentences of a kind are remembered: more than a whole game says."""


SEAT = "seat"
"""Asks a place for the player at a seat."""

LOST = "-"
"""Asks a place for an amount below zero without its sign: "loses 3 VP"."""

FACT = "fact"
"""Asks for the label of a fact, not of a field of a view."""

ARGUMENT = "argument"
"""Asks for the description of an argument of verbs."""

TEXT = "text"
"""Asks a place for what a component does instead of its title."""


def capital(label: str) -> str:
    """Return a label with a capital letter."""
    return label[:1].upper() + label[1:]


class Said(str):
    """Words already, not an id to be named."""


def phrases(title: Title, language: str, options: Iterable[str] = ()) -> Phrases:
    """Return the sentences of this title in this language; English where a text is missing.

    ``options`` are those of a game: its modules may replace texts.
    """
    spoken = language if language in LANGUAGES else DEFAULT
    changing = replacing_modules(title.folder).intersection(options)
    replacing = tuple(each.name for each in title.modules if each.name in changing)
    return _phrases(title.folder, spoken, replacing)


def plain_phrases(language: str) -> Phrases:
    """Return the sentences that need no title, for a game whose rules are not installed."""
    return _plain(language if language in LANGUAGES else DEFAULT)


@cache
def _plain(language: str) -> Phrases:
    return Phrases(read(COMMON, language).over(read(COMMON, DEFAULT)), language)


@cache
def _phrases(folder: Path, language: str, replacing: tuple[str, ...]) -> Phrases:
    english = of_title(folder, DEFAULT, replacing)
    return Phrases(of_title(folder, language, replacing).over(english), language)


class Phrases:
    """Turns what the engine says into sentences.

    A text that is missing is taken from the English file; failing that, the id itself is shown.
    """

    def __init__(self, book: Book, language: str) -> None:
        self.book = book
        self.language = language
        self._names: tuple[str, ...] = ()
        self._known = _unambiguous(book)
        self._template = lru_cache(KEPT)(Template.parse)
        self._outcomes = lru_cache(KEPT)(self._find_outcomes)
        self._option = lru_cache(KEPT)(self._write_option)
        self._event = lru_cache(KEPT)(self._write_event)
        self._question = lru_cache(KEPT)(self._write_question)

    def naming(self, names: Sequence[str]) -> Phrases:
        """Return the same sentences for players of these names, by seat; "" is no name.

        Both share the finished sentences, so that this costs little.
        """
        named = copy(self)
        named._names = tuple(names)
        return named

    @property
    def title(self) -> str:
        """Return the title's name."""
        return self.book.title.get("name", "")

    @property
    def summary(self) -> str:
        """Return the summary of the title in one sentence."""
        return self.book.title.get("summary", "")

    def variant(self, option: str) -> Component:
        """Return the title of an option or a module of the ruleset, and what it changes."""
        return self.book.variants.get(option) or self._without(option)

    def name(self, thing: str) -> str:
        """Return what a good, a word or a component is called.

        A component is found by its id alone if only one kind of components has that id.
        """
        if found := self.book.goods.get(thing) or self.book.words.get(thing):
            return found
        component = self._known.get(thing)
        return component.title if component else self.lacking(thing)

    def component(self, kind: str, id: str) -> Component:
        """Return the title and the text of a component."""
        return self.book.components.get(kind, {}).get(id) or self._without(id)

    def field(self, owner: str, name: str) -> str:
        """Return the label of a field of a view; ``owner`` is the class that declares it."""
        labels = self.book.fields
        return labels.get(f"{owner}.{name}") or labels.get(name) or self.lacking(name)

    def argument(self, name: str) -> str:
        """Return the description of an argument of verbs."""
        return self.book.arguments.get(name) or self.lacking(name)

    def label(self, owner: str, name: str, seen_by: str) -> str:
        """Return the description of a field of a view, an argument, or a fact of a component.

        It is the label in a frame that names who may see the field.
        """
        if seen_by == ARGUMENT:
            return self.argument(name)
        label = self.fact(owner, name) if seen_by == FACT else self.field(owner, name)
        return self._fill(self.book.frames.get(seen_by), {"0": Said(capital(label))}, label)

    def fact(self, place: str, name: str) -> str:
        """Return the label of a fact: the one with the longest end of its place wins."""
        parts = [*place.split("."), name]
        ends = (".".join(parts[start:]) for start in range(len(parts)))
        found = (self.book.facts[end] for end in ends if end in self.book.facts)
        return next(found, "") or self.lacking(name)

    def amount(self, kind: str, n: float) -> str:
        """Return an amount of a kind: "3 corn", "1 worker"."""
        forms = self.book.amounts.get(kind) or self.book.amounts.get("any", {})
        pattern = forms.get(plural(self.language, n), forms.get("other", "{n} {name}"))
        name = self.name(kind) if "{name}" in pattern else kind
        return pattern.format(n=number(n), name=name)

    def seat(self, seat: int) -> str:
        """Return the player's name, or the seat by its number from 1; the table for ``NOBODY``.

        Where the players are known, a side after them is the automa.
        """
        if seat == NOBODY:
            return self.name("table")
        if self._names and seat >= len(self._names):
            name = self.book.words.get("automa", "")
        else:
            name = self._names[seat] if self._names else ""
        return name or self.amount("seat", seat + 1)

    def several(self, things: Iterable[str]) -> str:
        """Return several things, joined as the language joins them; "nothing" when empty."""
        return joined(self.language, things) or self.name("nothing")

    def question(self, decision: Decision) -> str:
        """Return the sentence of a question."""
        return self._seated(_remembered(self._question, decision.effect))

    def option(self, decision: Decision, option: Option) -> str:
        """Return the sentence of an option, with its price."""
        verb, step, then = decision.effect[0], option.id, option.then
        others = [outcome.read(then) for outcome in self._outcomes(verb, step)]
        return self._seated(self._option(verb, step, total(then), *others))

    def event(self, seat: int, effect: Effect) -> str:
        """Return the sentence of an event of a seat (``NOBODY``: the table).

        For another seat's secret, only the verb is known, which has its own sentence.
        """
        return self._seated(_remembered(self._event, seat, effect))

    def reason(self, refusal: Refusal) -> str:
        """Say why an answer is not legal now."""
        sentence = self._fill(reason_text(self.book, refusal), refusal.params, refusal.reason)
        return self._seated(sentence)

    def entry(self, entry: Mapping[str, Any]) -> str:
        """Return the sentence of an entry of a record, as a viewer may see the entry."""
        seat, name = entry.get("seat", NOBODY), entry.get("name") or ""
        first = [each["seat"] for each in entry.get("result") or () if each["rank"] == 1]
        values = {
            "seat": Said(_mark(seat)),
            "place": seat + 1,
            "player": Said(name or self.book.entries.get("nameless", "")),
            "back_to": entry.get("back_to"),
            "winners": first,
        }
        sentence = self._fill(entry_text(self.book, entry), values, entry["kind"])
        if entry.get("starts"):
            sentence = self._fill(self.book.entries.get("starts"), {"0": Said(sentence)}, sentence)
        return self._seated(sentence)

    def _seated(self, sentence: str) -> str:
        """Return the sentence with the players' names in the places of their seats."""
        if _OPENS not in sentence:
            return sentence
        return _MARK.sub(lambda found: self.seat(int(found[1])), sentence)

    def _write_question(self, effect: Effect) -> str:
        text = question_text(self.book, effect)
        return self._fill(text, _numbered(effect[1:]), effect[0])

    def _write_event(self, seat: int, effect: Effect) -> str:
        text = event_text(self.book, effect)
        values = {**_numbered(effect[1:]), "seat": Said(_mark(seat))}
        return self._fill(text, values, " ".join(map(str, effect)))

    def _find_outcomes(self, verb: str, step: str) -> list[Outcome]:
        """Return the outcomes that the sentence of an option needs, besides the price."""
        text, _ = option_text(self.book, verb, step)
        places = {place.name for place in self._template(text).places} if text else set()
        return [found for place in sorted(places - {PAID}) if (found := Outcome.of(place))]

    def _write_option(self, verb: str, step: str, paid: Amounts, *others: Any) -> str:
        text, words = option_text(self.book, verb, step)
        values = {**_numbered(words), "rest": words, PAID: paid}
        for outcome, value in zip(self._outcomes(verb, step), others, strict=True):
            values[outcome.place] = value
        sentence = self._fill(text, values, step)
        if not paid or text is None or "{paid}" in text:
            return sentence
        framed = {"0": Said(sentence), PAID: paid}
        return self._fill(self.book.frames.get("price"), framed, sentence)

    def _fill(self, text: str | None, values: Mapping[str, Any], otherwise: str) -> str:
        """Return the sentence these values make of a template."""
        if text is None:
            return self.lacking(otherwise)
        try:
            return self._template(text).fill(values, self)
        except KeyError:
            return self.lacking(otherwise)

    def _without(self, id: str) -> Component:
        return Component(self.lacking(id), self.lacking(id))

    def lacking(self, text: str) -> str:
        """Return the replacement of a missing text: the id or the engine's words."""
        return text

    def say(self, value: Any, spec: str = "") -> str:
        """Return a value in words; texts/README.md lists what ``spec`` can be."""
        if isinstance(value, Said):
            return value
        if isinstance(value, str):
            return self._id(value, spec)
        if isinstance(value, int | float):
            return self._count(value, spec)
        if isinstance(value, Amounts):
            return self.several(self.amount(kind, n) for kind, n in value if n)
        if isinstance(value, Mapping):
            return self.say(Amounts(value.items()))
        kind, _, part = spec.partition(".")
        whole = " ".join(map(str, value))
        if part == TEXT or kind == TEXT or whole in self.book.components.get(kind, {}):
            return self._id(whole, spec)
        return self.several(self._each(value, spec))

    def _id(self, id: str, spec: str) -> str:
        """Return an id by its name, as a component of a kind (``building``), or by what it does."""
        kind, _, part = spec.partition(".")
        if kind in self.book.components:
            component = self.component(kind, id)
            return _inside(component.text) if part == TEXT else component.title
        if kind != TEXT:
            return self.name(id)
        known = self._known.get(id)
        return _inside(known.text) if known else self.lacking(f"{id}.{TEXT}")

    def _count(self, n: float, spec: str) -> str:
        """Return a number as an amount of a kind, or as the number of a component of that kind."""
        if spec not in self.book.amounts and spec.partition(".")[0] in self.book.components:
            return self._id(str(n), spec)
        if spec == SEAT:
            return _mark(int(n))
        if spec.startswith(LOST):
            return self.amount(spec.removeprefix(LOST), -n)
        return self.amount(spec, n) if spec else number(n)

    def _each(self, values: Sequence[Any], spec: str) -> Iterable[str]:
        """Return the values one by one; a number before an id counts it: ``2 wood 1 gold``."""
        count: int | None = None
        for value in values:
            if count is not None and isinstance(value, str) and not spec:
                yield self.amount(value, count)
                count = None
                continue
            if count is not None:
                yield self.say(count, spec)
            count = value if isinstance(value, int) else None
            if count is None:
                yield self.say(value, spec)
        if count is not None:
            yield self.say(count, spec)


def _mark(seat: int) -> str:
    """Return the mark of a player in a sentence, until the names of a match are known."""
    return f"{_OPENS}{seat}{_CLOSES}"


def _unambiguous(book: Book) -> dict[str, Component]:
    """Return the components whose id only one kind has, by that id."""
    found: dict[str, list[Component]] = {}
    for kind in book.components.values():
        for id, component in kind.items():
            found.setdefault(id, []).append(component)
    return {id: components[0] for id, components in found.items() if len(components) == 1}


def _inside(text: str) -> str:
    """Return a text as it reads inside a sentence: without its full stop."""
    return text.removesuffix(".").removesuffix("。")


def _numbered(values: Sequence[Any]) -> dict[str, Any]:
    return {str(index): value for index, value in enumerate(values)}


def _remembered(write: Callable[..., str], *said: Any) -> str:
    """Write a text, cached or not: goods in an effect are a dict, which no cache can hold."""
    try:
        return write(*said)
    except TypeError:
        return write(*map(hashable, said))
