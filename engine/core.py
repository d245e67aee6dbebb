"""The kernel: an agenda of effects, settled one by one until a seat must choose."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeVar,
)

from engine.adjustment import Adjustments, gathered
from engine.listing import Effect as Effect
from engine.listing import Listing as Listing
from engine.listing import Option as Option
from engine.listing import Refusal as Refusal
from engine.listing import RefusedAnswer as RefusedAnswer
from engine.listing import any_offered, is_option, refused
from engine.moments import Answers, Listeners
from engine.visibility import internal

Item = tuple[int, Effect]
"""An effect and the side it concerns (``NOBODY`` for the table itself)."""

Given = tuple[Any, str, Any]
"""A part of the state, the name of one of its fields, and its value in a hypothetical."""

NOBODY = -1

P = ParamSpec("P")


class Decision(NamedTuple):
    """An open question: its seat, its effect, and its options.

    ``agenda`` is the stack that holds the question: the table's, or the seat's own while several
    seats are asked together.
    """

    seat: int
    effect: Effect
    options: list[Option]
    agenda: list[Item]


decided = partial(tuple.__new__, Decision)
"""Make a decision from a tuple: cheaper than a call of the class, and done at each question."""


@dataclass(slots=True)
class Side:
    """A participant of the game, played by a person, a bot or the rules: goods by kind."""

    goods: dict[str, int]


Player = TypeVar("Player", bound=Side)


@dataclass(slots=True)
class State(Generic[Player]):
    """The common part of all states: luck, number of turns, sides, and the agenda.

    ``players`` are all sides. The first ``seats`` of them are seats: sides that may be asked. The
    rules play the others. ``rules`` is the version of the rules that the game began with,
    ``modules`` are the modules of the game.

    The agenda is a stack; its last entry is resolved first. ``apart`` is empty except while all
    seats are asked together: then it holds one private agenda a seat.

    ``combinations`` are the title's rules by the modules that are played with; ``parts`` are the
    fields that modules add, by the class of the part; ``dealers`` are those of the title.
    """

    combinations: ClassVar[Mapping[tuple[str, ...], Rules]]
    parts: ClassVar[Mapping[type, str]] = {}
    dealers: ClassVar[Mapping[str, Callable[..., None]]] = {}
    players: list[Player]
    seed: bytes = internal(default=b"")
    draws: int = internal(default=0)
    seats: int = internal(default=0)
    rules: int = internal(default=1)
    modules: tuple[str, ...] = internal(default=())
    turn: int = 0
    agenda: list[Item] = internal(default_factory=list)
    apart: list[list[Item]] = internal(default_factory=list)

    @property
    def verbs(self) -> Rules:
        """Return the rules of the title with the chosen modules."""
        return self.combinations[self.modules]


S = TypeVar("S", bound=State[Any])


class Around(NamedTuple):
    """The verbs of modules that are resolved before and after a verb of the base."""

    before: tuple[Verb[Any], ...]
    after: tuple[Verb[Any], ...]

    @staticmethod
    def inner(name: str) -> str:
        """Return the name under which the base's verb itself is on the agenda."""
        return f"the {name}"

    def resolve(self, s: State[Any], agenda: list[Item], trace: list[Item]) -> None:
        """Put the verbs of modules on the agenda, before and after the base's own verb."""
        seat, (name, *args) = agenda.pop()
        effects = [
            *(verb(*args) for verb in self.before),
            (Around.inner(name), *args),
            *(verb(*args) for verb in self.after),
        ]
        agenda.extend([(seat, effect) for effect in reversed(effects)])


class Inner(NamedTuple):
    """The base's own verb, when those before it are resolved: it is traced by its own name."""

    verb: Verb[Any]

    def resolve(self, s: State[Any], agenda: list[Item], trace: list[Item]) -> None:
        """Run the verb."""
        seat, (_, *args) = agenda.pop()
        trace.append((seat, (self.verb.name, *args)))
        self.verb.run(s, seat, *args)


class Verb(Generic[P]):
    """A named rule. A call writes the effect down; the kernel runs it when its turn comes.

    ``quiet`` verbs are bookkeeping without an event. An event of an ``own`` verb shows its
    arguments to its side only. A question marked ``optional`` lapses when it has no option.
    ``plain``: the question is annotated ``list[Option]``, so its listing holds no refusals.
    ``direct``: the verb asks nothing, and no module puts verbs around it.
    """

    def __init__(
        self, run: Callable[..., Any], asks: bool, quiet: bool, own: bool, optional: bool
    ) -> None:
        self.name: str = run.__name__
        self.run = run
        self.asks = asks
        self.quiet = quiet
        self.own = own
        self.optional = optional
        self.doc = inspect.getdoc(run) or ""
        self.predicate: Callable[..., bool] | None = None
        self.unlisted: Callable[..., Iterable[RefusedAnswer]] | None = None
        self.unexplained = ""
        self.around: Around | Inner | None = None
        self.direct = not asks
        signature = inspect.signature(run)
        self.plain = signature.return_annotation in ("list[Option]", list[Option])
        self.signature = inspect.Signature(list(signature.parameters.values())[2:])

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Effect: ...

    else:  # an effect has no arguments by name, and a call without them costs less

        def __call__(self, *args):
            return (self.name, *args)

    def within(self, around: Around | Inner) -> Verb[P]:
        """Return this verb, resolved with verbs of modules around it."""
        new = copy(self)
        new.around, new.direct = around, False
        return new

    def possible(self, test: Callable[Concatenate[S, int, P], bool]) -> Callable[..., bool]:
        """Register a quick test that agrees with "this question has at least one option"."""
        self.predicate = test
        return test

    def otherwise(
        self, unlisted: Callable[Concatenate[S, int, P], Iterable[RefusedAnswer]]
    ) -> Callable[..., Iterable[RefusedAnswer]]:
        """Register the reasons of known answers that the listing does not name.

        It runs only when a client asks why. It may give answers that the listing names: the
        kernel drops them. Listed and unlisted together are always the same answers: all that
        this question knows, whatever its arguments.
        """
        self.unlisted = unlisted
        return unlisted

    def refuses_nothing(self, because: str) -> None:
        """Declare that a question offers other answers every time and yet refuses none."""
        self.unexplained = because


def does(run: Callable[Concatenate[S, int, P], None]) -> Verb[P]:
    """Declare a verb that changes the state and asks nothing."""
    return Verb(run, asks=False, quiet=False, own=False, optional=False)


def quietly(run: Callable[Concatenate[S, int, P], None]) -> Verb[P]:
    """Declare a verb that changes the state or the agenda without an event."""
    return Verb(run, asks=False, quiet=True, own=False, optional=False)


def does_secretly(run: Callable[Concatenate[S, int, P], None]) -> Verb[P]:
    """Declare a verb that changes the state; only its seat sees the arguments."""
    return Verb(run, asks=False, quiet=False, own=True, optional=False)


def asks(run: Callable[Concatenate[S, int, P], Listing]) -> Verb[P]:
    """Declare a question: a verb that lists the options of its seat, at least one."""
    return Verb(run, asks=True, quiet=False, own=False, optional=False)


def may_ask(run: Callable[Concatenate[S, int, P], Listing]) -> Verb[P]:
    """Declare a question that lapses if it has no option."""
    return Verb(run, asks=True, quiet=False, own=False, optional=True)


def asks_secretly(run: Callable[Concatenate[S, int, P], Listing]) -> Verb[P]:
    """Declare a question whose answer is hidden from the other seats until the end."""
    return Verb(run, asks=True, quiet=False, own=True, optional=False)


def then(s: State[Any], seat: int, *effects: Effect) -> None:
    """Resolve these effects, in this order, before anything already on the agenda."""
    agenda = s.agenda
    for effect in effects[::-1]:
        agenda.append((seat, effect))


def queue(s: State[Any], items: list[Item]) -> None:
    """Resolve these effects, each for its own seat, in this order, before the agenda."""
    s.agenda.extend(reversed(items))


@quietly
def together(s: State[Any], seat: int, effect: Effect) -> None:
    """Ask every seat at once; an answer stays hidden until all are in."""
    s.apart = [[(each, effect)] for each in range(s.seats)]
    then(s, seat, all_in())


@may_ask
def all_in(s: State[Any], seat: int) -> list[Option]:
    """Wait for every private agenda; the kernel opens their questions instead of this one."""
    return []


@quietly
def begin_turn(s: State[Any], seat: int) -> None:
    """Mark that a turn of this seat starts here."""
    s.turn += 1


class Rules:
    """The verbs of one title, gathered from the modules that define them."""

    def __init__(self, *modules: ModuleType) -> None:
        found = [v for m in modules for v in vars(m).values() if isinstance(v, Verb)]
        self.verbs: dict[str, Verb[Any]] = {
            v.name: v for v in [*found, together, all_in, begin_turn]
        }
        for verb in found:
            if self.verbs[verb.name] is not verb:
                raise ValueError(f"two verbs are called {verb.name!r}")
        self.answers = Listeners(
            v for m in modules for v in vars(m).values() if isinstance(v, Answers)
        )
        self.adjustments: Adjustments = gathered(modules)
        self.lapsed: set[str] = set()
        self.base: Rules | None = None

    def joined(self, modules: Sequence[ModuleType], more: Iterable[Verb[Any]]) -> Rules:
        """Return these rules with the verbs and answers of Python modules, and more verbs.

        A verb that these rules have already stays as it is.

        :raises ValueError: two different verbs have the same name.
        """
        new, added = Rules(), Rules(*modules)
        new.verbs = {verb.name: verb for verb in more} | added.verbs | self.verbs
        for name, verb in added.verbs.items():
            if new.verbs[name] is not verb:
                raise ValueError(f"two verbs are called {name!r}")
        new.answers = Listeners([*self.answers.all, *added.answers.all])
        new.adjustments = added.adjustments
        new.lapsed, new.base = self.lapsed, self
        return new

    def check(self, effect: Effect) -> None:
        """Raise ValueError unless the effect names a verb and its arguments fit the signature."""
        verb = self.verbs.get(effect[0]) if effect else None
        if verb is None:
            raise ValueError(f"unknown verb in {effect!r}; known: {', '.join(sorted(self.verbs))}")
        try:
            verb.signature.bind(*effect[1:])
        except TypeError as error:
            raise ValueError(f"{effect!r}: {error}") from None

    def settle(
        self, s: State[Any], trace: list[Item], stop: Callable[[], bool] | None = None
    ) -> list[Decision]:
        """Resolve what needs no choice; return the open questions, none when the game is over.

        ``trace`` receives every resolved effect. ``stop`` is asked before each effect and ends
        the settling early (used to look at a move without crossing what it reveals).
        """
        agenda, verbs = s.agenda, self.verbs
        while agenda:
            seat, effect = agenda[-1]
            verb = verbs[effect[0]]
            if verb.direct:
                if stop is not None and stop():
                    return []
                trace.append(agenda.pop())
                count = len(effect)
                if count == 2:  # spelt out, because a call with * costs twice as much
                    verb.run(s, seat, effect[1])
                elif count == 1:
                    verb.run(s, seat)
                else:
                    verb.run(s, seat, *effect[1:])
                continue
            if verb.around is not None:
                if stop is not None and stop():
                    return []
                verb.around.resolve(s, agenda, trace)
                continue
            options = verb.run(s, seat) if len(effect) == 1 else verb.run(s, seat, *effect[1:])
            if options and not verb.plain:
                options = list(filter(is_option, options))
            if options:
                if not 0 <= seat < s.seats:
                    raise RuntimeError(f"{verb.name} asks side {seat}, which is no seat")
                return [decided((seat, effect, options, agenda))]
            if verb is all_in and (waiting := self._apart(s, trace)):
                return waiting
            self.lapsed.add(verb.name)
            agenda.pop()
        return []

    def _apart(self, s: State[Any], trace: list[Item]) -> list[Decision]:
        """Settle every private agenda; when all are done, close the stage."""
        if not s.apart:  # stops the recursion: a private agenda is being settled
            return []
        table, stages, drawn = s.agenda, s.apart, s.draws
        waiting: list[Decision] = []
        try:
            s.apart = []
            for private in stages:
                s.agenda = private
                waiting += self.settle(s, trace)
        finally:
            s.agenda, s.apart = table, stages
        if s.draws != drawn:
            raise RuntimeError("luck may not be drawn while seats are asked apart")
        if not waiting:
            s.apart = []
        return waiting

    def choose(
        self,
        s: State[Any],
        decision: Decision,
        option: Option,
        trace: list[Item],
        stop: Callable[[], bool] | None = None,
    ) -> list[Decision]:
        """Take one option and settle what follows from it; return the open questions."""
        seat, _, _, agenda = decision  # unpacked, because names of a tuple's items cost more
        _, effects, again = option
        if not again:
            agenda.pop()
        for effect in effects[::-1]:
            agenda.append((seat, effect))
        return self.settle(s, trace, stop)

    def refusals(self, s: State[Any], decision: Decision) -> Iterator[Refusal]:
        """Yield the answers that this question refuses now, each with its reason."""
        name, *args = decision.effect
        verb, seat = self.verbs[name], decision.seat
        told = {option.id for option in decision.options}
        unlisted = verb.unlisted(s, seat, *args) if verb.unlisted is not None else ()
        for id_, reason in [*refused(verb.run(s, seat, *args)), *unlisted]:
            if id_ not in told:
                told.add(id_)
                yield Refusal(id_, *reason)


def resolvable(s: State[Any], me: int, effect: Effect) -> bool:
    """Return whether this effect can be resolved now: a question needs an option."""
    verb = s.combinations[s.modules].verbs[effect[0]]
    test = verb.predicate
    if test is None:
        return not verb.asks or any_offered(verb.run(s, me, *effect[1:]))
    return test(s, me, effect[1]) if len(effect) == 2 else test(s, me, *effect[1:])


def would(
    s: State[Any], me: int, effect: Effect, *given: Given, purse: dict[str, int] | None = None
) -> bool:
    """Return whether an effect could be resolved if some things were different.

    ``purse`` holds the goods that the player would own. ``given`` are fields of the state or of
    its parts: ``would(s, me, effect, (s.now, "strength", 4))``.
    The state is the same afterwards, also after an exception.
    """
    if not given:  # a hot case
        player = s.players[me]
        own = player.goods
        if purse is not None:
            player.goods = purse
        try:
            return resolvable(s, me, effect)
        finally:
            player.goods = own
    if purse is not None:
        given = (*given, (s.players[me], "goods", purse))
    before: list[Any] = []
    try:
        for part, name, value in given:
            before.append(getattr(part, name))
            setattr(part, name, value)
        return resolvable(s, me, effect)
    finally:
        while before:  # as far as they were set, the last one first
            value = before.pop()
            part, name, _ = given[len(before)]
            setattr(part, name, value)
