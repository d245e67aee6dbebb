"""Phase I: placing dice on action spaces, and the cards that change the limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from engine.core import Effect, Listing, Option, asks, does, resolvable
from engine.listing import RefusedAnswer, answer, why
from engine.moments import at, otherwise_at
from games.cuzco.acting import (
    SPACES_FOR,
    after_action,
    aided,
    effect,
    no_effect,
    perform,
    spaces,
    strengthen,
)
from games.cuzco.data import SETUP, Space
from games.cuzco.gods import MOMENTS
from games.cuzco.state import Cuzco, Die

PLACING = MOMENTS["before_placing"]
"""The window of placing a die, as the cards name it."""


@asks
def choose_die(s: Cuzco, me: int) -> list[Option]:
    """Take one of the own dice, to place it (section 4)."""
    return [_die(value) for value in sorted(set(s.players[me].dice))]


@cache
def _die(value: int) -> Option:
    return Option(f"die {value}", (take_die(value), place()))


@choose_die.otherwise
def no_die(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the values that no die left shows."""
    for value in range(1, SETUP.faces + 1):
        yield f"die {value}", why("no-such-die", "4", n=value)


@does
def take_die(s: Cuzco, me: int, value: int) -> None:
    """Take this die in order to place it."""
    s.now.die = value


ANY = SETUP.faces + 1
"""A number below which every die is."""

VALUE = attrgetter("value")


def below(s: Cuzco) -> list[tuple[Space, int]]:
    """Return each space with the value that a die must be below, one more than any die if none."""
    laid, bound = s.spaces, not s.now.unbound
    return [
        (space, lowest(dice) if (dice := laid[space.id]) and bound and space.lower_only else ANY)
        for space in spaces(s)
    ]


def lowest(dice: list[Die]) -> int:
    """Return the lowest value of these dice, one more than any die if there are none."""
    return min(dice, key=VALUE).value if dice else ANY


@asks
def place(s: Cuzco, me: int) -> Listing:
    """Place the die, or change the limits before with a god card.

    The die must be lower than every die on the space (E2), and the action must have an effect.
    The victory point space takes any die (D2).
    """
    die = s.now.die
    listed: list[Option | RefusedAnswer] = []
    for (_, most), ways in zip(below(s), placements(len(s.players), die), strict=True):
        for action, acting, placing in ways:
            if die >= most:
                listed.append(_not_lower(action, most))
            elif resolvable(s, me, acting) or aided(s, me, action, die):
                listed.append(placing)
            else:
                listed.append(_ineffective(action))
    return [*listed, *at(s, me, PLACING)]


@cache
def _not_lower(action: str, n: int) -> RefusedAnswer:
    return f"place {action}", why("not-lower", "4", n=n)


@cache
def _ineffective(action: str) -> RefusedAnswer:
    return f"place {action}", no_effect(action)


class Placement(NamedTuple):
    """A way to place a die: the action, its effect with the value of the die, and the answer."""

    action: str
    effect: Effect
    option: Option


@cache
def placements(players: int, die: int) -> list[list[Placement]]:
    """Return the ways to place a die on each action space: one for each action there."""
    return [
        [Placement(a, effect(a, die), _place(space.id, a, die)) for a in space.actions]
        for space in SPACES_FOR[players]
    ]


def _place(space: str, action: str, die: int) -> Option:
    then_ = put(space, action, die), strengthen(), perform(), after_action()
    return Option(f"place {action}", then_)


@place.otherwise
def no_place(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the cards that cannot be used before placing."""
    return otherwise_at(s, me, PLACING)


@does
def put(s: Cuzco, me: int, space: str, action: str, die: int) -> None:
    """Put the die on the action space, to carry out the action with its value."""
    s.players[me].dice.remove(die)
    s.spaces[space].append(Die(me, die))
    s.now.action, s.now.strength = action, die


@does
def ignore_placement(s: Cuzco, me: int) -> None:
    """Let the die go where equal or lower dice lie; the lowest die stays the limit for others."""
    s.now.unbound = True


@ignore_placement.possible
def anything_in_the_way(s: Cuzco, me: int) -> bool:
    """Return whether some space does not take the die."""
    return not s.now.unbound and any([s.now.die >= most for _, most in below(s)])


@asks
def lift_lowest_die(s: Cuzco, me: int) -> Listing:
    """Take the lowest die off one action space, the player's choice among equal ones (E20).

    The other dice set the limit of the space. A space that takes any die has no limit to change.
    """
    return [
        _lift(space.id, seat, value, space.lower_only, Die(seat, value) in s.spaces[space.id])
        for space in spaces(s)
        for value in [lowest(s.spaces[space.id])]
        for seat in range(len(s.players))
    ]


@cache
def _lift(
    space: str, seat: int, value: int, lower_only: bool, there: bool
) -> Option | RefusedAnswer:
    reason = None if there else why("no-lowest-die", "5", seat=seat)
    if not lower_only:
        reason = why("takes-any-die", "5", space=space)
    return answer(f"lift {space} {seat}", lift_die(space, seat, value), unless=reason)


@lift_lowest_die.possible
def any_limit(s: Cuzco, me: int) -> bool:
    """Return whether a die sets the limit of a space."""
    return any([space.lower_only and s.spaces[space.id] for space in spaces(s)])


@does
def lift_die(s: Cuzco, me: int, space: str, seat: int, value: int) -> None:
    """Take a die off its space; it lies spent before its owner until the round ends."""
    s.spaces[space].remove(Die(seat, value))
    s.players[seat].spent.append(value)
