"""What a worker picked up may do: the action of its space, or a lower one for corn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Option, Refusal, asks, may_ask
from engine.tables import effects
from engine.vocabulary import Goods, pay
from games.tzolkin.data import GEARS
from games.tzolkin.goods import DONE, charge, missing
from games.tzolkin.state import Tzolkin
from games.tzolkin.technology import bonus

NOTHING = Option("nothing")

Fees = tuple[tuple[int, int], ...]
"""Action numbers within reach, each with the corn to pay for stepping back."""


@may_ask
def act(s: Tzolkin, me: int, gear: str, space: int) -> list[Option]:
    """Perform the action of the space, a lower one for a corn a step, or nothing (section 6)."""
    ahead = bonus(s.players[me], "spaces_ahead") if GEARS[gear].ahead else 0
    options = [
        _action(gear, number, fee)
        for number, fee in within_reach(gear, space, ahead)
        if performable(s, me, gear, number, fee)
    ]
    return [*options, NOTHING] if options else []


@cache
def within_reach(gear: str, space: int, ahead: int) -> Fees:
    """The actions a worker may perform from a space, each at its lowest fee (D31, R59).

    Beyond the last action any one is free; Theology looks spaces ahead without corn.
    """
    count = len(GEARS[gear].actions)
    if space + ahead > count:
        return tuple((number, 0) for number in range(1, count + 1))
    back = [(number, space - number) for number in range(1, space + 1)]
    return tuple([*back, (space + ahead, 0)] if ahead else back)


@cache
def _action(gear: str, number: int, fee: int) -> Option:
    return Option(f"{gear} {number}", consequences(gear, number, fee))


def consequences(gear: str, number: int, fee: int) -> tuple[Effect, ...]:
    """The fee, the printed price and what the action does."""
    action = GEARS[gear].actions[number - 1]
    corn = [pay({"corn": fee})] if fee else []
    return (*corn, *charge(action.price), *effects(action.do))


@cache
def _first(gear: str, number: int) -> tuple[Goods, Effect]:
    action = GEARS[gear].actions[number - 1]
    return action.price, effects(action.do)[0]


def performable(s: Tzolkin, me: int, gear: str, number: int, fee: int) -> bool:
    """Whether an action can be paid and begun; the fee must be owned beforehand (D13)."""
    goods = s.players[me].goods
    price, first = _first(gear, number)
    corn = goods["corn"]
    if corn < fee + price.get("corn", 0):
        return False
    if not fee:
        return s.rules.possible(s, me, first)
    goods["corn"] = corn - fee
    try:
        return s.rules.possible(s, me, first)
    finally:
        goods["corn"] = corn


@act.refuses
def refused_actions(s: Tzolkin, me: int, gear: str, space: int) -> Iterator[Refusal]:
    """Actions of other gears, out of reach, beyond the purse, or with nothing to do."""
    ahead = bonus(s.players[me], "spaces_ahead") if GEARS[gear].ahead else 0
    reach = dict(within_reach(gear, space, ahead))
    for other, number in EVERY_ACTION:
        if other != gear:
            yield Refusal(f"{other} {number}", "other-gear", {"gear": gear}, "6")
        elif number not in reach:
            yield Refusal(f"{gear} {number}", "too-far-ahead", {"space": space}, "6")
        else:
            yield from refused(s, me, gear, number, reach[number], "")


def refused(
    s: Tzolkin, me: int, gear: str, number: int, fee: int, prefix: str
) -> Iterator[Refusal]:
    """Why an action within reach cannot be performed, if so."""
    if performable(s, me, gear, number, fee):
        return
    price = GEARS[gear].actions[number - 1].price
    step = f"{prefix}{gear} {number}"
    short = missing(s, me, {"corn": fee + price.get("corn", 0)})
    if short:
        yield Refusal(step, "needs-more", dict(short), "6")
    else:
        yield Refusal(step, "nothing-to-do", {"gear": gear, "space": number}, "6")


def actions(lent: bool) -> list[tuple[str, int]]:
    """The actions that another action may borrow, or those it may not (D14, D15)."""
    return [
        (gear.id, number)
        for gear in GEARS.values()
        for number, action in enumerate(gear.actions, 1)
        if (gear.lends and action.lent) is lent
    ]


LENDABLE, NOT_LENT = actions(True), actions(False)
EVERY_ACTION = [*LENDABLE, *NOT_LENT]


@cache
def _loan(gear: str, number: int, fee: int) -> Option:
    return Option(f"borrow {gear} {number}", consequences(gear, number, fee))


def loans(s: Tzolkin, me: int, fee: int) -> list[Option]:
    """Actions of the lending gears that can be paid together with the fee."""
    if s.players[me].goods["corn"] < fee:
        return []
    return [
        _loan(gear, number, fee)
        for gear, number in LENDABLE
        if performable(s, me, gear, number, fee)
    ]


@asks
def borrow(s: Tzolkin, me: int, fee: int) -> list[Option]:
    """Pay corn and perform an action of another gear, at its own price (D14 to D16)."""
    return loans(s, me, fee)


@borrow.possible
def any_loan(s: Tzolkin, me: int, fee: int) -> bool:
    """The corn for it, and an action that can be performed with what is left."""
    return s.players[me].goods["corn"] >= fee and any(
        performable(s, me, gear, number, fee) for gear, number in LENDABLE
    )


@may_ask
def may_borrow(s: Tzolkin, me: int, fee: int) -> list[Option]:
    """Borrow an action as with Uxmal 5, or not."""
    options = loans(s, me, fee)
    return [*options, DONE] if options else []


@borrow.refuses
def refused_loans(s: Tzolkin, me: int, fee: int) -> Iterator[Refusal]:
    """Actions that cannot be paid or begun, and those that are not lent (D14, D15)."""
    for gear, number in LENDABLE:
        yield from refused(s, me, gear, number, fee, "borrow ")
    for gear, number in NOT_LENT:
        params = {"gear": gear, "space": number}
        yield Refusal(f"borrow {gear} {number}", "not-lent", params, "7.4")


@may_borrow.refuses
def refused_optional_loans(s: Tzolkin, me: int, fee: int) -> Iterator[Refusal]:
    """The same when the loan is optional."""
    yield from refused_loans(s, me, fee)
