"""What a worker picked up may do: the action of its space, or a lower one for corn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Listing, Option, asks, does, may_ask, would
from engine.listing import Reason, Refused, answer, or_else, why
from engine.tables import effects
from engine.vocabulary import Goods, lacks, pay
from games.tzolkin.data import GEARS
from games.tzolkin.goods import DONE, charge
from games.tzolkin.state import Tzolkin
from games.tzolkin.technology import bonus

NOTHING = Option("nothing")

Fees = tuple[tuple[int, int], ...]
"""Action numbers within reach, each with the corn to pay for stepping back."""


@may_ask
def act(s: Tzolkin, me: int, gear: str, space: int) -> Listing:
    """Perform the action of the space, a lower one for a corn a step, or nothing (section 6)."""
    ahead = bonus(s.players[me], "spaces_ahead") if GEARS[gear].ahead else 0
    listed = [
        answer(_action(gear, number, fee), unless=obstacle(s, me, gear, number, fee))
        for number, fee in within_reach(gear, space, ahead)
    ]
    return or_else(listed, NOTHING)


@act.otherwise
def out_of_reach(s: Tzolkin, me: int, gear: str, space: int) -> Iterator[Refused]:
    """Actions of other gears, and those too far ahead."""
    elsewhere, ahead = why("other-gear", "6", gear=gear), why("too-far-ahead", "6", space=space)
    for other, number in EVERY_ACTION:
        yield f"{other} {number}", ahead if other == gear else elsewhere


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
    """Return the effects of an action: its name, the fee, the printed price, what it does."""
    action = GEARS[gear].actions[number - 1]
    corn = [pay({"corn": fee})] if fee else []
    return (perform(gear, number), *corn, *charge(action.price), *effects(action.do))


@does
def perform(s: Tzolkin, me: int, gear: str, number: int) -> None:
    """An action of a gear is performed. The fee is spent even if the action is declined (R71)."""


@cache
def _first(gear: str, number: int) -> tuple[Goods, Effect]:
    action = GEARS[gear].actions[number - 1]
    return action.price, effects(action.do)[0]


def obstacle(s: Tzolkin, me: int, gear: str, number: int, fee: int) -> Reason | None:
    """Why an action cannot be paid or begun, if so; the fee must be owned beforehand (D13)."""
    goods = s.players[me].goods
    price, first = _first(gear, number)
    corn = goods["corn"]
    if corn < fee + price.get("corn", 0):
        return lacks(goods, {"corn": fee + price.get("corn", 0)}, "6")
    purse = {**goods, "corn": corn - fee} if fee else None
    return None if would(s, me, first, purse=purse) else _nothing_to_do(gear, number)


@cache
def _nothing_to_do(gear: str, number: int) -> Reason:
    return why("nothing-to-do", "6", gear=gear, space=number)


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


def loans(s: Tzolkin, me: int, fee: int) -> Listing:
    """Actions of the lending gears, each unless it cannot be paid together with the fee."""
    return [
        answer(_loan(gear, number, fee), unless=obstacle(s, me, gear, number, fee))
        for gear, number in LENDABLE
    ]


@asks
def borrow(s: Tzolkin, me: int, fee: int) -> Listing:
    """Pay corn and perform an action of another gear, at its own price (D14 to D16)."""
    return loans(s, me, fee)


@borrow.possible
def any_loan(s: Tzolkin, me: int, fee: int) -> bool:
    """The corn for it, and an action that can be performed with what is left."""
    return s.players[me].goods["corn"] >= fee and any(
        obstacle(s, me, gear, number, fee) is None for gear, number in LENDABLE
    )


@may_ask
def may_borrow(s: Tzolkin, me: int, fee: int) -> Listing:
    """Borrow an action as with Uxmal 5, or not."""
    return or_else(loans(s, me, fee), DONE)


@borrow.otherwise
@may_borrow.otherwise
def not_lent(s: Tzolkin, me: int, fee: int) -> Iterator[Refused]:
    """Actions that are not lent (D14, D15)."""
    for gear, number in NOT_LENT:
        yield f"borrow {gear} {number}", why("not-lent", "7.4", gear=gear, space=number)
