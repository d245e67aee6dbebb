"""Actions of workers: the action of the space, a lower one for corn, or a borrowed one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine.core import Effect, Listing, Option, asks, does, may_ask, resolvable, would
from engine.listing import Reason, RefusedAnswer, answer, or_else, why
from engine.tables import effects
from engine.vocabulary import needs_more, pay
from games.tzolkin.data import GEARS
from games.tzolkin.goods import DONE, charge
from games.tzolkin.state import Tzolkin
from games.tzolkin.technology import bonus

NOTHING = Option("nothing")


class Way(NamedTuple):
    """A way to perform an action: the answer, the corn it costs at once, and how it begins.

    ``fee`` is the part of the corn that must be owned beforehand (D13). ``sure`` actions can
    always begin; ``idle`` is the reason if another one cannot.
    """

    option: Option
    corn: int
    fee: int
    first: Effect
    sure: bool
    idle: Reason


@may_ask
def act(s: Tzolkin, me: int, gear: str, number: int) -> Listing:
    """Perform the action of the space, a lower one for a corn a step, or nothing (section 6)."""
    ahead = bonus(s.players[me], "spaces_ahead") if GEARS[gear].ahead else 0
    listed = [
        (way.option.id, reason) if (reason := obstacle(s, me, way)) else way.option
        for way in within_reach(gear, number, ahead)
    ]
    return or_else(listed, NOTHING)


@act.otherwise
def out_of_reach(s: Tzolkin, me: int, gear: str, number: int) -> Iterator[RefusedAnswer]:
    """Yield the actions of other gears, and those too far ahead."""
    elsewhere, ahead = why("other-gear", "6", gear=gear), why("too-far-ahead", "6", space=number)
    for other, n in EVERY_ACTION:
        yield f"{other} {n}", ahead if other == gear else elsewhere


@cache
def within_reach(gear: str, space: int, ahead: int) -> list[Way]:
    """Return the actions a worker may perform from a space, each at its lowest fee (D31, R59).

    Beyond the last action any one is free; Theology looks spaces ahead without corn.
    """
    count = len(GEARS[gear].actions)
    if space + ahead > count:
        return [way(gear, number, 0) for number in range(1, count + 1)]
    back = [way(gear, number, space - number) for number in range(1, space + 1)]
    return [*back, way(gear, space + ahead, 0)] if ahead else back


@cache
def way(gear: str, number: int, fee: int, word: str = "") -> Way:
    """Return the way to perform an action for this fee."""
    action = GEARS[gear].actions[number - 1]
    corn = [pay({"corn": fee})] if fee else []
    begun = effects(action.do)
    then = (perform(gear, number), *corn, *charge(action.price), *begun)
    idle = why("nothing-to-do", "6", gear=gear, space=number)
    option = Option(f"{word}{gear} {number}", then)
    verb = Tzolkin.combinations[()].verbs[begun[0][0]]
    sure = not verb.asks and verb.predicate is None
    return Way(option, fee + action.price.get("corn", 0), fee, begun[0], sure, idle)


def obstacle(s: Tzolkin, me: int, way: Way) -> Reason | None:
    """Return why an action cannot be paid or begun, if so."""
    goods = s.players[me].goods
    corn = goods["corn"]
    if corn < way.corn:
        return needs_more(way.corn - corn, "corn", "6")
    if way.sure:
        return None
    if not way.fee:
        return None if resolvable(s, me, way.first) else way.idle
    purse = {**goods, "corn": corn - way.fee}
    return None if would(s, me, way.first, purse=purse) else way.idle


@does
def perform(s: Tzolkin, me: int, gear: str, number: int) -> None:
    """Perform an action of a gear. The fee is spent even if the action is declined (R71)."""


def actions(lent: bool) -> list[tuple[str, int]]:
    """Return the actions that another action may borrow, or those it may not (D14, D15)."""
    return [
        (gear.id, number)
        for gear in GEARS.values()
        for number, action in enumerate(gear.actions, 1)
        if (gear.lends and action.lent) is lent
    ]


LENDABLE, NOT_LENT = actions(True), actions(False)
EVERY_ACTION = [*LENDABLE, *NOT_LENT]


@cache
def _loans(fee: int) -> list[Way]:
    return [way(gear, number, fee, "borrow ") for gear, number in LENDABLE]


def loans(s: Tzolkin, me: int, fee: int) -> Listing:
    """List the actions of the lending gears, each unless price and fee are too high."""
    return [answer(way.option, unless=obstacle(s, me, way)) for way in _loans(fee)]


@asks
def borrow(s: Tzolkin, me: int, fee: int) -> Listing:
    """Pay corn and perform an action of another gear, at its own price (D14 to D16)."""
    return loans(s, me, fee)


@borrow.possible
def any_loan(s: Tzolkin, me: int, fee: int) -> bool:
    """Return whether the player has the corn, and an action can be performed with the rest."""
    return s.players[me].goods["corn"] >= fee and any(
        obstacle(s, me, way) is None for way in _loans(fee)
    )


@may_ask
def may_borrow(s: Tzolkin, me: int, fee: int) -> Listing:
    """Borrow an action as with Uxmal 5, or not."""
    return or_else(loans(s, me, fee), DONE)


@borrow.otherwise
@may_borrow.otherwise
def not_lent(s: Tzolkin, me: int, fee: int) -> Iterator[RefusedAnswer]:
    """Yield the actions that cannot be borrowed (D14, D15)."""
    for gear, number in NOT_LENT:
        yield f"borrow {gear} {number}", why("not-lent", "7.4", gear=gear, space=number)
