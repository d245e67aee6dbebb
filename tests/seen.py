"""What a recorded game shows of its title: verbs, words, and components by kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from bench.recorded import Record, steps
from engine.table import Table, Turn
from engine.title import Title
from texts.book import of_title
from texts.languages import DEFAULT
from texts.phrases import Phrases
from texts.template import Template

FEW = 3
"""Sets of options, at most, of a title with few."""

EXPLAINED = " explained"
"""Behind a component: a sentence says what it does."""

Facts = dict[tuple[str, str], Any]
"""The facts of components by kind and id."""


class Listener(Phrases):
    """Notes each component that sentences of one game name, and whether they explain it.

    A component of some modules has their names behind its id. In a game with them, sentences mean
    this component.
    """

    def __init__(self, title: Title, options: tuple[str, ...]) -> None:
        super().__init__(of_title(title.folder, DEFAULT), DEFAULT)
        self.heard = set[str]()
        self._options, self._ids = set(options), _beginnings(facts(title))

    def _id(self, id: str, spec: str) -> str:
        kind, _, text = spec.partition(".")
        if found := [each for each in self._ids.get((kind, id), ()) if self._in_play(each, id)]:
            name = f"{kind} {max(found, key=len)}"
            self.heard |= {name, f"{name}{EXPLAINED}"} if text else {name}
        return super()._id(id, spec)

    def _in_play(self, known: str, id: str) -> bool:
        """Return whether the game has the modules whose names a component has behind this id."""
        return self._options.issuperset(known[len(id) :].split())


def _beginnings(known: Iterable[tuple[str, str]]) -> dict[tuple[str, str], list[str]]:
    """Return the ids of each kind by the words that they begin with."""
    found: dict[tuple[str, str], list[str]] = {}
    for kind, id in known:
        words = id.split(" ")
        for end in range(1, len(words) + 1):
            found.setdefault((kind, " ".join(words[:end])), []).append(id)
    return found


def facts(title: Title) -> Facts:
    """Return the facts of every component of a title."""
    kinds = title.all_components().items()
    return {(kind, str(id)): each for kind, found in kinds for id, each in found.items()}


def demanded(title: Title) -> set[str]:
    """Return what the recorded games of a title must show together, as in ``shown``.

    If questions and events name components of a kind, each must be named. If sentences say what
    such components do, each with effects must be explained. Other ids and verbs must be words.
    """
    book = of_title(title.folder, DEFAULT)
    spoken = kinds_in(book.questions, book.events) - book.amounts.keys()
    tellable = kinds_in(book.options, book.events, explained=True)
    found, named = own_verbs(title), set[str]()
    for (kind, id), each in facts(title).items():
        if kind in spoken and (hasattr(each, "id") or hasattr(each, "number")):
            acts = kind in tellable and getattr(each, "do", True)
            found.add(f"{kind} {id}{EXPLAINED if acts else ''}")
            named.add(id)
    return found | (component_ids(title) - named)


def kinds_in(*sections: Mapping[str, str], explained: bool = False) -> set[str]:
    """Return the kinds of components that sentences name, or those that they explain."""
    texts = [text for section in sections for text in section.values()]
    specs = [place.spec for text in texts for place in Template.parse(text).places]
    return {spec.partition(".")[0] for spec in specs if "." in spec or not explained}


def shown(title: Title, record: Record) -> set[str]:
    """Return what a game shows: the words of its steps, questions and effects, and components.

    A component is its kind and id: ``region 10``, and ``region 10 explained`` if a sentence says
    what it does.
    """
    table, turn = Table.new(title, record.seats, record.options, record.seed), Turn()
    begun = title.begin(record.seats, record.options, record.seed)
    begun.verbs.settle(begun, turn.trace)
    say, asked = Listener(title, record.options), set[str]()
    for line in steps(record):
        decision = table.decision(line.seat)
        asked.add(decision.effect[0])
        say.question(decision)
        say.option(decision, next(each for each in decision.options if each.id == line.step))
        table.step(line.seat, line.step, turn, line.auto)
    for seat, effect in turn.trace:
        if not title.rules.verbs[effect[0]].quiet:
            say.event(seat, effect)
    text = json.dumps([sorted(asked), [line.step for line in turn.lines], turn.trace])
    return {*re.split(r"[^\w.-]+", text), *say.heard}


def own_verbs(title: Title) -> set[str]:
    """The verbs of a title's own modules that change something; with many options, all of them.

    With few options, random games ask all questions.
    """
    many = 1 + len(title.options) > FEW
    return {
        verb.name
        for verb in title.rules.verbs.values()
        if (many or not verb.asks) and verb.run.__module__.startswith("games.")
    }


def component_ids(title: Title) -> set[str]:
    """The ids in the component tables."""
    return set(_ids([title.all_tables(), title.all_components()]))


def _ids(value: Any) -> list[str]:
    """Every text in a field called ``id``, however deep."""
    if isinstance(value, dict):
        return [each for part in value.values() for each in _ids(part)]
    if isinstance(value, list | tuple):
        return [each for part in value for each in _ids(part)]
    if is_dataclass(value):
        name = getattr(value, "id", None)
        own = [name] if isinstance(name, str) else []
        return own + [each for f in fields(value) for each in _ids(getattr(value, f.name))]
    return []
