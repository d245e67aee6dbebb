"""Phase I: placing dice on action spaces, with pututus and the cards that change the limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Option, Refusal, asks, does, quietly, then
from games.cuzco.acting import after_action, feasible, perform, spaces, strengthen
from games.cuzco.data import SETUP, Space
from games.cuzco.gods import plays, refused_cards
from games.cuzco.state import Cuzco, Die

PLACING = "before_placing"
"""The window of placing a die, as the cards name it."""


@asks
def choose_die(s: Cuzco, me: int) -> list[Option]:
    """Take one of the own dice, to place it (section 4)."""
    return [_die(value) for value in sorted(set(s.players[me].dice))]


@cache
def _die(value: int) -> Option:
    return Option(f"die {value}", (take_die(value), place()))


@choose_die.refuses
def refused_dice(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Values that no die left shows."""
    for value in range(1, SETUP.faces + 1):
        if value not in s.players[me].dice:
            yield Refusal(f"die {value}", "no-such-die", {"n": value}, "4")


@does
def take_die(s: Cuzco, me: int, value: int) -> None:
    """This die is about to be placed."""
    s.now.die = value


def limit(s: Cuzco, space: Space) -> int:
    """The value that a die must be below to be placed there; one more than any die if none."""
    dice = s.spaces[space.id]
    if s.now.unbound or not dice or not space.lower_only:
        return SETUP.faces + 1
    return min([die.value for die in dice])


@asks
def place(s: Cuzco, me: int) -> list[Option]:
    """Place the die where it is lower than every die already there (E2) and its action has an
    effect, or change it before: by a pututu tile or a god card. The victory point space takes any
    die (D2)."""
    die = s.now.die
    options = [
        _placement(space.id, action, die)
        for space in spaces(s)
        if die < limit(s, space)
        for action in space.actions
        if feasible(s, me, action, die)
    ]
    if s.pututu:
        options += _pututus(s, me)
    return options + plays(s, me, PLACING)


@cache
def _placement(space: str, action: str, die: int) -> Option:
    then_ = (put(space, action, die), strengthen(), perform(), after_action())
    return Option(f"place {action}", then_)


@place.refuses
def refused_placements(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Spaces with a die as low, actions without effect, tiles and cards that cannot be used."""
    die = s.now.die
    for space in spaces(s):
        for action in space.actions:
            if die >= limit(s, space):
                params = {"n": limit(s, space)}
                yield Refusal(f"place {action}", "not-lower", params, "4")
            elif not feasible(s, me, action, die):
                yield Refusal(f"place {action}", "no-effect", {"action": action}, "4")
    yield from _refused_pututus(s, me)
    yield from refused_cards(s, me, plays(s, me, PLACING), PLACING)


@does
def put(s: Cuzco, me: int, space: str, action: str, die: int) -> None:
    """The die lies on the action space; its action is carried out with its value."""
    s.players[me].dice.remove(die)
    s.spaces[space].append(Die(me, die))
    s.now.action, s.now.strength = action, die


@does
def ignore_placement(s: Cuzco, me: int) -> None:
    """The die may go where dice as low or lower lie; the lowest die stays the limit for others."""
    s.now.unbound = True


@ignore_placement.possible
def anything_in_the_way(s: Cuzco, me: int) -> bool:
    """Some space does not take the die."""
    return not s.now.unbound and any([s.now.die >= limit(s, space) for space in spaces(s)])


@asks
def lift_lowest_die(s: Cuzco, me: int) -> list[Option]:
    """Take the lowest die off one action space, the player's choice among equal ones (E20).

    The other dice set the limit of the space. A space that takes any die has no limit to change.
    """
    return [
        _lift(space.id, seat, lowest(s, space))
        for space in spaces(s)
        if space.lower_only
        for seat in range(len(s.players))
        if Die(seat, lowest(s, space)) in s.spaces[space.id]
    ]


def lowest(s: Cuzco, space: Space) -> int:
    """Return the lowest value on an action space, 0 if it is empty."""
    return min([die.value for die in s.spaces[space.id]], default=0)


@cache
def _lift(space: str, seat: int, value: int) -> Option:
    return Option(f"lift {space} {seat}", (lift_die(space, seat, value),))


@lift_lowest_die.refuses
def refused_lifts(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Seats that have no lowest die on a space, and spaces that take any die."""
    offered = {option.id for option in lift_lowest_die.run(s, me)}
    for space in spaces(s):
        for seat in range(len(s.players)):
            step, params = f"lift {space.id} {seat}", {"space": space.id, "seat": seat}
            if not space.lower_only:
                yield Refusal(step, "takes-any-die", params, "5")
            elif step not in offered:
                yield Refusal(step, "no-lowest-die", params, "5")


@does
def lift_die(s: Cuzco, me: int, space: str, seat: int, value: int) -> None:
    """A die leaves its space, spent: it lies before its owner until the round ends."""
    s.spaces[space].remove(Die(seat, value))
    s.players[seat].spent.append(value)


@does
def turn_die(s: Cuzco, me: int, die: int, value: int) -> None:
    """The die to be placed shows another value."""
    dice = s.players[me].dice
    dice[dice.index(die)] = value
    s.now.die = value


def _pututus(s: Cuzco, me: int) -> list[Option]:
    """Returning pututu tiles: each changes the die by exactly its number (E18)."""
    die = s.now.die
    return [
        _pututu(die, n, value)
        for n, owned in s.players[me].pututu.items()
        if owned
        for value in (die - n, die + n)
        if 1 <= value <= SETUP.faces
    ]


@cache
def _pututu(die: int, n: int, value: int) -> Option:
    word = "raise" if value > die else "lower"
    return Option(f"{word} {n}", (return_pututu(n), turn_die(die, value)), again=True)


def _refused_pututus(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Tiles the player does not have, and those that would turn the die beyond its faces."""
    offered = {option.id for option in _pututus(s, me)}
    for n in s.pututu:
        for word in ("raise", "lower"):
            if not s.players[me].pututu[n]:
                yield Refusal(f"{word} {n}", "no-pututu-tile", {"n": n}, "11")
            elif f"{word} {n}" not in offered:
                yield Refusal(f"{word} {n}", "beyond-the-faces", {"n": s.now.die}, "11")


@does
def return_pututu(s: Cuzco, me: int, n: int) -> None:
    """A pututu tile goes back to the supply."""
    s.players[me].pututu[n] -= 1
    s.pututu[n] += 1


@does
def gain_pututu(s: Cuzco, me: int, n: int) -> None:
    """A pututu tile for equal dice."""
    s.pututu[n] -= 1
    s.players[me].pututu[n] += 1


@quietly
def award_pututus(s: Cuzco, me: int) -> None:
    """A pair brings the small tile, a triple the big one; when there are too few, the players
    later in turn order get them (section 11, E17)."""
    for n, alike in zip(SETUP.pututu.tiles, SETUP.pututu.alike, strict=True):
        rolled = [seat for seat in s.order if most_alike(s.players[seat].dice) == alike]
        served = rolled[max(0, len(rolled) - s.pututu[n]) :]
        for seat in reversed(served):
            then(s, seat, gain_pututu(n))


def most_alike(dice: list[int]) -> int:
    """How many of these dice show the same value at most."""
    return max(map(dice.count, dice))
