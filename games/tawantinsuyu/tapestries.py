"""Tapestries: weaving, laying weavings in rows, and the merchants (10.5, 10.6, section 11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from engine import tables
from engine.core import Effect, Listing, Option, asks, does, may_ask, queue, quietly, then
from engine.listing import RefusedAnswer, answer, or_else, why
from engine.vocabulary import Goods
from games.tawantinsuyu.axomamma_data import decided
from games.tawantinsuyu.benefits import benefits, free, no_free
from games.tawantinsuyu.data import REWARDS, SETUP, TAPESTRIES, WEAVINGS
from games.tawantinsuyu.passives import connects, drawn
from games.tawantinsuyu.paying import PASS, payable, score, short_of, spend
from games.tawantinsuyu.state import Tawantinsuyu

CORN = SETUP.food[-1]
"""The kind of goods that pays for weavings."""

LEFT, RIGHT = "left", "right"
"""The ends of a tapestry."""

OPEN, UNDER = "take open", "take under"
"""The weavings that come without payment: the open one, and the one under it."""


def price(bought: int) -> Goods:
    """Return the corn for one weaving more when some have been bought (10.5)."""
    before = TAPESTRIES.prices[bought - 1] if bought else 0
    return {CORN: TAPESTRIES.prices[bought] - before}


@quietly
def weave(s: Tawantinsuyu, me: int) -> None:
    """Draw weavings, the open one included; buy some; the others may buy of the rest (10.5)."""
    found, s.weaving = [each for each in [s.weaving] if each], None
    while s.weaving_pile and len(found) < drawn(s, me):
        found.append(s.weaving_pile.pop())
    steps = [decided(s, me, each) for each in (put_back(), buy_weaving(0))]
    then(s, me, draw_weavings(tuple(found)), *steps, offer_rest(), end_weaving())


@weave.possible
def can_weave(s: Tawantinsuyu, me: int) -> bool:
    """Return whether a weaving is left, and the player can pay for one (10.8)."""
    return s.weaving is not None and payable(s, me, price(0))


@does
def draw_weavings(s: Tawantinsuyu, me: int, weavings: tuple[str, ...]) -> None:
    """Lay weavings out, face up."""
    s.drawn += weavings


@may_ask
def put_back(s: Tawantinsuyu, me: int) -> list[Option]:
    """Put weavings under the pile until the usual number is left (Z08)."""
    return [_return(each) for each in s.drawn] if len(s.drawn) > TAPESTRIES.drawn else []


@put_back.otherwise
def no_return(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the weavings that were not drawn."""
    return _not_drawn("return")


@cache
def _return(weaving: str) -> Option:
    return Option(f"return {weaving}", (return_weaving(weaving), put_back()))


def _not_drawn(word: str) -> Iterator[RefusedAnswer]:
    for each in WEAVINGS:
        yield f"{word} {each}", why("not-laid-out", "10.5", weaving=each)


@does
def return_weaving(s: Tawantinsuyu, me: int, weaving: str) -> None:
    """Put a weaving under the pile (D18)."""
    s.drawn.remove(weaving)
    s.weaving_pile.insert(0, weaving)


@may_ask
def buy_weaving(s: Tawantinsuyu, me: int, bought: int) -> Listing:
    """Buy weavings one by one, each laid at once; they cost 1, 3 or 6 corn (10.5, R156)."""
    if bought == len(TAPESTRIES.prices) or not s.drawn:
        return []
    short = short_of(s, me, "10.5", price(bought))
    listed = [answer(_buy(each, bought), unless=short) for each in s.drawn]
    return or_else([*listed, *free(s, me)], PASS)


@buy_weaving.otherwise
def no_purchase(s: Tawantinsuyu, me: int, bought: int) -> Iterator[RefusedAnswer]:
    """Yield the weavings that were not drawn."""
    yield from _not_drawn("buy")
    yield from no_free(s, me)


@cache
def _buy(weaving: str, bought: int) -> Option:
    return Option(f"buy {weaving}", (spend(price(bought)), lay(weaving), buy_weaving(bought + 1)))


@quietly
def offer_rest(s: Tawantinsuyu, me: int) -> None:
    """Offer the weavings that are left to the other players in turn order (10.5)."""
    if s.drawn:
        _, *others = s.clockwise(me)
        queue(s, [(side, decided(s, side, buy_left())) for side in others])


@may_ask
def buy_left(s: Tawantinsuyu, me: int) -> list[Option]:
    """Buy one of the weavings that another player left (D17)."""
    if not s.drawn or not payable(s, me, {CORN: TAPESTRIES.others}):
        return []
    return [*map(_buy_left, s.drawn), PASS]


@buy_left.otherwise
def none_left(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the weavings that are not offered."""
    return _not_drawn("buy")


@cache
def _buy_left(weaving: str) -> Option:
    return Option(f"buy {weaving}", (spend({CORN: TAPESTRIES.others}), lay(weaving)))


@quietly
def end_weaving(s: Tawantinsuyu, me: int) -> None:
    """Put the weavings that are left under the pile as drawn, and open the top one (10.5)."""
    then(s, me, *[return_weaving(each) for each in s.drawn], open_weaving())


@quietly
def open_weaving(s: Tawantinsuyu, me: int) -> None:
    """Open the top weaving of the pile, if there is one."""
    if s.weaving is None and s.weaving_pile:
        then(s, me, show_weaving(s.weaving_pile[-1]))


@does
def show_weaving(s: Tawantinsuyu, me: int, weaving: str) -> None:
    """Turn the top weaving of the pile face up."""
    s.weaving_pile.pop()
    s.weaving = weaving


@may_ask
def take_weavings(s: Tawantinsuyu, me: int, n: int) -> Listing:
    """Take weavings without payment: the open one or the one under it (section 11)."""
    if s.weaving is None:
        return []
    no = not s.weaving_pile and why("no-weaving-under", "11")
    return [_take(OPEN, n), answer(_take(UNDER, n), unless=no), PASS]


@take_weavings.possible
def any_weaving(s: Tawantinsuyu, me: int, n: int) -> bool:
    """Return whether a weaving is left."""
    return s.weaving is not None


@cache
def _take(which: str, n: int) -> Option:
    more = (take_weavings(n - 1),) if n > 1 else ()
    return Option(which, (take_open_weaving() if which == OPEN else take_under(), *more))


@quietly
def take_open_weaving(s: Tawantinsuyu, me: int) -> None:
    """Take the open weaving; when it is laid, the next one is opened."""
    if s.weaving is not None:
        weaving, s.weaving = s.weaving, None
        laid = decided(s, me, lay(weaving))
        then(s, me, draw_weavings((weaving,)), laid, open_weaving())


@quietly
def take_under(s: Tawantinsuyu, me: int) -> None:
    """Take the weaving under the open one, unseen before."""
    weaving = s.weaving_pile.pop()
    then(s, me, draw_weavings((weaving,)), lay(weaving))


@asks
def lay(s: Tawantinsuyu, me: int, weaving: str) -> list[Option]:
    """Lay a weaving at an end of a tapestry without its pattern, or begin one (11, D19)."""
    pattern = WEAVINGS[weaving].pattern
    found = [_lay_new(weaving)]
    for n, row in enumerate(s.players[me].tapestries):
        if all([WEAVINGS[each].pattern != pattern for each in row]):
            found += [_lay(weaving, LEFT, n), _lay(weaving, RIGHT, n)]
    return found


@lay.otherwise
def no_laying(s: Tawantinsuyu, me: int, weaving: str) -> Iterator[RefusedAnswer]:
    """Yield the tapestries with the same pattern, and those that the player does not have."""
    rows = len(s.players[me].tapestries)
    for n in range(len(WEAVINGS)):
        there, absent = why("pattern-there", "11", n=n + 1), why("no-such-tapestry", "11", n=n + 1)
        for end in (LEFT, RIGHT):
            yield f"lay {end} {n + 1}", there if n < rows else absent


@cache
def _lay_new(weaving: str) -> Option:
    return Option("lay new", (begin_tapestry(weaving),))


@cache
def _lay(weaving: str, end: str, n: int) -> Option:
    return Option(f"lay {end} {n + 1}", (extend_tapestry(weaving, end, n + 1),))


@does
def begin_tapestry(s: Tawantinsuyu, me: int, weaving: str) -> None:
    """Begin a tapestry with a weaving."""
    s.drawn.remove(weaving)
    s.players[me].tapestries.append([weaving])


@does
def extend_tapestry(s: Tawantinsuyu, me: int, weaving: str, end: str, n: int) -> None:
    """Lay a weaving at an end of a tapestry; a new connection may pay at once (Z04).

    Weavings have no benefits for Axomamma (19.3).
    """
    s.drawn.remove(weaving)
    row = s.players[me].tapestries[n - 1]
    row.insert(0 if end == LEFT else len(row), weaving)
    new = connections(row[:2] if end == LEFT else row[-2:])
    if new and connects(s, me) and not s.played_by_rules(me):
        then(s, me, take_rewards(tuple(new)))


def connections(row: list[str]) -> list[str]:
    """Return the rewards of neighbours in a tapestry whose touching edges are equal (D20)."""
    edges = [(WEAVINGS[one].right, WEAVINGS[other].left) for one, other in pairwise(row)]
    return [right for right, left in edges if right == left]


@does
def take_rewards(s: Tawantinsuyu, me: int, found: tuple[str, ...]) -> None:
    """Take the rewards of connections, in any order."""
    then(s, me, benefits(tuple([effect for reward in found for effect in _reward(reward)])))


@cache
def _reward(reward: str) -> tuple[Effect, ...]:
    return tables.effects(REWARDS[reward].do)


@quietly
def merchants(s: Tawantinsuyu, me: int) -> None:
    """Take the reward of every connection in the own tapestries once, in any order (10.6)."""
    found = [reward for row in s.players[me].tapestries for reward in connections(row)]
    then(s, me, *([take_rewards(tuple(found))] if found else []))


@merchants.possible
def any_connection(s: Tawantinsuyu, me: int) -> bool:
    """Return whether a tapestry of the player has a connection."""
    return any([connections(row) for row in s.players[me].tapestries])


@quietly
def score_longest(s: Tawantinsuyu, me: int, n: int) -> None:
    """Score points for each weaving of the longest own tapestry (Z09)."""
    if longest := max(map(len, s.players[me].tapestries), default=0):
        then(s, me, score(n * longest))
