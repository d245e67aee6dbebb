"""Modules: optional parts of a title's rules, each in a folder of its own."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, make_dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from engine.core import Around, Inner, Rules, State, Verb
from engine.listing import Listing, RefusedAnswer, any_offered
from engine.visibility import MODULE_PART

T = TypeVar("T")

Components = Mapping[str, Mapping[str, Any]]
"""The facts of every component by kind and id: ``{"building": {"A1-01": ...}}``."""


@dataclass(frozen=True)
class Module:
    """An optional part of a title. A game is played with it if ``name`` is among its options.

    ``requires`` and ``excludes`` are names of modules or variants of the title. ``seats`` are the
    numbers of seats it is for (empty: all of the title's). ``verbs`` are the Python modules with
    its verbs and hooks. ``part`` is a dataclass that the state gets under the module's name; its
    fields have defaults. ``setup`` runs after the title's own and those of required modules.
    ``components`` and ``tables`` are added to the title's, so are ``census`` and ``value``.
    Texts are in the folder ``text`` beside the file that declares the module.
    """

    name: str
    summary: str
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    seats: Sequence[int] = ()
    verbs: tuple[ModuleType, ...] = ()
    part: type | None = None
    setup: Callable[[Any], None] = lambda s: None
    components: Callable[[], Components] = dict
    tables: Callable[[], Mapping[str, Any]] = dict
    census: Callable[[Any], Mapping[str, Any]] = lambda s: {}
    value: Callable[[Any, int], float] = lambda s, side: 0.0

    @property
    def has_parts(self) -> bool:
        """Return whether it has components or a state; without, it is a variant of the rules."""
        return self.part is not None or bool(self.components())


def discovered(package: str) -> tuple[Module, ...]:
    """Return the modules of a title: ``MODULE`` of every package in its folder ``modules``."""
    if find_spec(f"{package}.modules") is None:
        return ()
    folder = import_module(f"{package}.modules")
    names = sorted(found.name for found in pkgutil.iter_modules(folder.__path__) if found.ispkg)
    return in_order([import_module(f"{folder.__name__}.{name}").MODULE for name in names])


def in_order(modules: Sequence[Module]) -> tuple[Module, ...]:
    """Return modules in the same order, but each after those that it requires."""
    known = {module.name: module for module in modules}
    ordered: dict[str, Module] = {}

    def add(module: Module) -> None:
        """Add what a module requires, then the module."""
        for name in module.requires:
            if name in known and name not in ordered:
                add(known[name])
        ordered.setdefault(module.name, module)

    for module in modules:
        add(module)
    return tuple(ordered.values())


@dataclass(frozen=True)
class Hook:
    """What a module does to a verb of the base; ``run`` is a verb, or a function for ``adds``."""

    kind: str
    verb: Verb[Any]
    run: Callable[..., Any]


ADDS, REPLACES, BEFORE, AFTER = "adds", "replaces", "before", "after"


class Addition(Hook):
    """Answers that a module adds to a question of the base."""

    unlisted: Callable[..., Iterable[RefusedAnswer]] | None = None

    def otherwise(
        self, unlisted: Callable[..., Iterable[RefusedAnswer]]
    ) -> Callable[..., Iterable[RefusedAnswer]]:
        """Register the reasons of known answers that the listing does not name."""
        object.__setattr__(self, "unlisted", unlisted)
        return unlisted


def adds(question: Verb[Any]) -> Callable[[Callable[..., Listing]], Addition]:
    """Decorate a function that lists more answers to a question, from the same arguments."""
    return lambda run: Addition(ADDS, question, run)


def replaces(verb: Verb[Any]) -> Callable[[Verb[Any]], Hook]:
    """Decorate a verb that takes the place of one of the base with the same name."""
    return lambda by: Hook(REPLACES, verb, by)


def before(verb: Verb[Any]) -> Callable[[Verb[Any]], Hook]:
    """Decorate a verb that is resolved, with the same arguments, before one of the base."""
    return lambda by: Hook(BEFORE, verb, by)


def after(verb: Verb[Any]) -> Callable[[Verb[Any]], Hook]:
    """Decorate a verb that is resolved after one of the base and all that follows from it."""
    return lambda by: Hook(AFTER, verb, by)


def _hooks(modules: Iterable[Module]) -> list[Hook]:
    sources = [source for module in modules for source in module.verbs]
    return [each for source in sources for each in vars(source).values() if isinstance(each, Hook)]


def united(base: Rules, modules: Iterable[Module]) -> Rules:
    """Return the verbs of a title and of all its modules: what a record or an event may name."""
    chosen = tuple(modules)
    verbs = [h.run for h in _hooks(chosen) if isinstance(h.run, Verb)]
    return base.joined([source for module in chosen for source in module.verbs], verbs)


def hooked(base: Rules, modules: Iterable[Module]) -> Rules:
    """Return the verbs of a title and of all its modules.

    :raises ValueError: a module hooks into another verb.
    """
    rules, chosen = united(base, modules), tuple(modules)
    for hook in _hooks(chosen):
        if rules.verbs.get(hook.verb.name) is not hook.verb:
            raise ValueError(f"{hook.verb.name} is no verb of the base or of a module")
    return rules


def combined(base: Rules, modules: Sequence[Module]) -> Rules:
    """Return the rules of a title played with these modules.

    Verbs are replaced first. A hook into a verb of a module that is not chosen has no effect.

    :raises ValueError: a module hooks into a verb in a way that the verb does not allow.
    """
    rules = united(base, modules)
    known = {**rules.verbs}
    for hook in sorted(_hooks(modules), key=lambda each: each.kind != REPLACES):
        name = hook.verb.name
        if known.get(name) is not hook.verb:
            continue
        if isinstance(hook, Addition):
            rules.verbs[name] = _with_answers(rules.verbs[name], hook)
        elif hook.kind == REPLACES:
            rules.verbs[name] = _replacing(hook)
        else:
            _surround(rules, hook)
    return rules


def _with_answers(verb: Verb[Any], more: Addition) -> Verb[Any]:
    """Return the question with more answers; a quick test of the base still counts."""
    base, unlisted, predicate = verb.run, verb.unlisted, verb.predicate

    def run(s: State[Any], me: int, *args: Any) -> Listing:
        return [*base(s, me, *args), *more.run(s, me, *args)]

    def otherwise(s: State[Any], me: int, *args: Any) -> Iterable[RefusedAnswer]:
        for each in (unlisted, more.unlisted):
            yield from each(s, me, *args) if each is not None else ()

    def possible(s: State[Any], me: int, *args: Any) -> bool:
        if predicate is None:
            return any_offered(run(s, me, *args))
        return predicate(s, me, *args) or any_offered(more.run(s, me, *args))

    new = copy(verb)
    new.run, new.unlisted, new.predicate, new.plain = run, otherwise, possible, False
    return new


def _replacing(hook: Hook) -> Verb[Any]:
    verb, by = hook.verb, hook.run
    if not isinstance(by, Verb) or (by.name, by.asks) != (verb.name, verb.asks):
        raise ValueError(f"{verb.name} is replaced by a verb of the same name and kind only")
    return by


def _surround(rules: Rules, hook: Hook) -> None:
    """Have a verb of a module resolved before or after one of the base."""
    verb, by = rules.verbs[hook.verb.name], hook.run
    if verb.asks or not isinstance(by, Verb):
        raise ValueError(f"{verb.name}: hooks are verbs, and a question has moments instead")
    around = verb.around
    if not isinstance(around, Around):
        rules.verbs[Around.inner(verb.name)] = verb.within(Inner(verb))
        around = Around((), ())
    first, last = around
    whole = Around((*first, by), last) if hook.kind == BEFORE else Around(first, (*last, by))
    rules.verbs[verb.name] = verb.within(whole)


def enlarged(kind: type[State[Any]], modules: Sequence[Module]) -> type[State[Any]]:
    """Return the class of states with a field for the part of every module, by its name.

    The part of a module that is not chosen is unset: then it is not in the bytes of a state.

    :raises ValueError: a module is called like a field of the state.
    """
    parts: dict[str, type] = {m.name: m.part for m in modules if m.part is not None}
    names = {part: name for name, part in parts.items()}
    if kind.parts == names:
        return kind
    if taken := {each.name for each in fields(kind)} & set(parts):
        raise ValueError(f"modules are called like fields of the state: {', '.join(sorted(taken))}")
    added = [
        (name, part | UnsetType, field(default=UNSET, metadata=MODULE_PART))
        for name, part in parts.items()
    ]
    space = {"__module__": kind.__module__, "__doc__": kind.__doc__, "parts": names}
    made: Any = make_dataclass(kind.__name__, added, bases=(kind,), namespace=space, slots=True)
    chosen: type[State[Any]] = made
    return chosen


def part(s: State[Any], kind: type[T]) -> T:
    """Return the part of this class that a module has added to the state."""
    found: T = getattr(s, s.parts[kind])
    return found


def per_combination(build: Callable[[tuple[str, ...]], T]) -> Callable[[State[Any]], T]:
    """Decorate a function that builds tables from the names of the chosen modules.

    The tables are built once for each combination of modules.
    """
    kept = cache(build)
    return lambda s: kept(s.modules)
