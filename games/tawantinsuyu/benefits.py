"""Benefits that are printed together, and what a player may do at any moment of the own turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

from engine import tables
from engine.core import Effect, Listing, Option, asks, may_ask, quietly, resolvable, then
from engine.listing import RefusedAnswer, answer, any_offered, or_else, why
from engine.moments import Moment, Moments, answers, at, otherwise_at
from engine.vocabulary import Goods, Parts, gain, lacks, pay
from games.tawantinsuyu.axomamma_data import decided
from games.tawantinsuyu.catalogue import every_effect
from games.tawantinsuyu.data import PASSIVE
from games.tawantinsuyu.passives import owned
from games.tawantinsuyu.paying import PASS, payable, score, short_of, spend
from games.tawantinsuyu.state import Tawantinsuyu

FREE = Moment("free")
"""Any moment of the own turn."""

SURE = (gain.name, score.name)
"""Benefits that can only help: they come first, by themselves (R150)."""

PRINTED = {effect[0] for _, effects in every_effect() for effect in effects} - set(SURE)
"""The verbs of the other benefits."""

IMPOSSIBLE = why("benefit-impossible", "9")


def free(s: Tawantinsuyu, me: int) -> Listing:
    """List what a player may do at any moment of the own turn, as often as wanted (section 5)."""
    return at(s, me, (FREE,)) if s.active == me else []


def no_free(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield why other things that are possible at any moment are not possible now."""
    return otherwise_at(s, me, (FREE,))


@quietly
def benefits(s: Tawantinsuyu, me: int, effects: tuple[Effect, ...]) -> None:
    """Take benefits that are printed together: each of them or not, in any order (9, R165)."""
    if s.played_by_rules(me):
        then(s, me, *[decided(s, me, each) for each in effects])
        return
    sure = [each for each in effects if each[0] in SURE]
    rest = tuple(each for each in effects if each[0] not in SURE)
    if len(rest) == 1 and _declined_itself(s, me, rest[0]):
        then(s, me, *sure, rest[0])
    else:
        then(s, me, *sure, *((choose_benefit(rest),) if rest else ()))


def _declined_itself(s: Tawantinsuyu, me: int, effect: Effect) -> bool:
    """Return whether an effect is a question that may be declined."""
    verb, *arguments = effect
    known = s.verbs.verbs[verb]
    return known.optional and PASS in known.run(s, me, *arguments)


@may_ask
def choose_benefit(s: Tawantinsuyu, me: int, effects: tuple[Effect, ...]) -> Listing:
    """Choose the benefit that comes next, or leave those that are left."""
    verbs = [each[0] for each in effects]
    listed = [
        answer(
            f"benefit {verb}",
            effects[place],
            *([choose_benefit(left)] if left else []),
            unless=not resolvable(s, me, effects[place]) and IMPOSSIBLE,
        )
        for verb in dict.fromkeys(verbs)
        for place in [verbs.index(verb)]
        for left in [(*effects[:place], *effects[place + 1 :])]
    ]
    return or_else([*listed, *free(s, me)], PASS)


@choose_benefit.otherwise
def no_benefit(s: Tawantinsuyu, me: int, effects: tuple[Effect, ...]) -> Iterator[RefusedAnswer]:
    """Yield the benefits that are not printed there."""
    for verb in sorted(PRINTED):
        yield f"benefit {verb}", why("not-printed", "9")
    yield from no_free(s, me)


@asks
def choose(s: Tawantinsuyu, me: int, alternatives: tuple[tuple[Effect, ...], ...]) -> Listing:
    """Take exactly one of several benefits, if one is possible."""
    possible = [each for each in alternatives if all(resolvable(s, me, e) for e in each)]
    return [_alternative(each) for each in possible] or [PASS]


def _alternative(effects: tuple[Effect, ...]) -> Option:
    verb, *arguments = effects[0]
    goods = arguments[0] if verb == gain.name else {}
    words = " ".join(f"{n} {kind}" for kind, n in goods.items()) or verb
    return Option(f"choose {words}", effects)


choose.refuses_nothing("the alternatives follow from the tile or step")


@may_ask
def may_pay(s: Tawantinsuyu, me: int, price: Goods, effects: tuple[Effect, ...]) -> Listing:
    """Pay a price for what follows, or not (section 9)."""
    paid = f"pay {effects[0][0]}"
    listed = [answer(paid, spend(price), *effects, unless=short_of(s, me, "9", price))]
    return [*listed, PASS, *free(s, me)] if any_offered(listed) else listed


@may_pay.possible
def can_pay(s: Tawantinsuyu, me: int, price: Goods, effects: tuple[Effect, ...]) -> bool:
    """Return whether the player can pay the price."""
    return payable(s, me, price)


@may_pay.otherwise
def no_other_price(
    s: Tawantinsuyu, me: int, price: Goods, effects: tuple[Effect, ...]
) -> Iterator[RefusedAnswer]:
    """Yield what is not possible at any moment; the price is always listed."""
    return no_free(s, me)


@answers(FREE)
def exchange(s: Tawantinsuyu, me: int, moments: Moments) -> Listing:
    """Swap equal bundles of goods with a passive building, as often as wanted (Z15, R162)."""
    goods = s.players[me].goods
    return [
        answer(_exchange(one, other), unless=lacks(goods, dict(one), "10.3"))
        for each in owned(s, me)
        for one, other in permutations([tuple(bundle.items()) for bundle in each.exchange], 2)
    ]


@cache
def _exchange(one: Parts, other: Parts) -> Option:
    words = [f"{n} {kind}" for kind, n in (*one, *other)]
    return Option(f"exchange {' '.join(words)}", (pay(dict(one)), gain(dict(other))), again=True)


@exchange.otherwise
def no_exchange(s: Tawantinsuyu, me: int, moments: Moments) -> Iterator[RefusedAnswer]:
    """Yield the exchanges without the building."""
    for each in PASSIVE.values():
        for one, other in permutations([tuple(bundle.items()) for bundle in each.exchange], 2):
            yield _exchange(one, other).id, why("no-such-building", "10.3", passive=each.id)


@answers(FREE)
def use_building(s: Tawantinsuyu, me: int, moments: Moments) -> Listing:
    """Use a passive building at any time of the own turn (Z19)."""
    return [
        answer(
            _use_building(each.id),
            unless=not all([resolvable(s, me, effect) for effect in _use_building(each.id).then])
            and why("building-without-effect", "10.3", passive=each.id),
        )
        for each in owned(s, me)
        if each.turn
    ]


@cache
def _use_building(building: str) -> Option:
    return Option(f"use {building}", tables.effects(PASSIVE[building].turn), again=True)


@use_building.otherwise
def no_building(s: Tawantinsuyu, me: int, moments: Moments) -> Iterator[RefusedAnswer]:
    """Yield the buildings that the player does not have."""
    for each in PASSIVE.values():
        if each.turn:
            yield f"use {each.id}", why("no-such-building", "10.3", passive=each.id)
