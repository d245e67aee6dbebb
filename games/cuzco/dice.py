"""Phase I: placing dice on action spaces, with pututus and the cards that bend the rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Option, Refusal, asks, does, may_ask, quietly, then
from games.cuzco.data import ACTIONS, CARDS, SETUP, SPACES, Space, strengthened
from games.cuzco.gods import plays, refused_cards, refused_windows, veiled, window
from games.cuzco.state import Cuzco

PLACING, ACTING, ACTED = "before_placing", "on_action", "after_action"
"""The windows of a die's turn, as the cards name them."""


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
    return min([value for _, value in dice])


@asks
def place(s: Cuzco, me: int) -> list[Option]:
    """Place the die where it is lower than every die already there (E2) and its action has an
    effect, or change it before: by a pututu tile or a god card. The victory point space takes any
    die (D2)."""
    die = s.now.die
    options = [
        _placement(space.id, action, die)
        for space in SPACES.players[str(len(s.players))]
        if die < limit(s, space)
        for action in space.actions
        if feasible(s, me, action, die)
    ]
    if s.pututu:
        options += _pututus(s, me)
    return options + plays(s, me, PLACING)


@cache
def _placement(space: str, action: str, die: int) -> Option:
    then_ = (put(space, action, die), strengthen(), perform(action), after_action())
    return Option(f"place {action}", then_)


@place.refuses
def refused_placements(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Spaces with a die as low, actions without effect, tiles and cards that cannot be used."""
    die = s.now.die
    for space in SPACES.players[str(len(s.players))]:
        for action in space.actions:
            if die >= limit(s, space):
                params = {"n": limit(s, space)}
                yield Refusal(f"place {action}", "not-lower", params, "4")
            elif not feasible(s, me, action, die):
                yield Refusal(f"place {action}", "no-effect", {"action": action}, "4")
    yield from _refused_pututus(s, me)
    yield from refused_cards(s, me, plays(s, me, PLACING), PLACING)


def feasible(s: Cuzco, me: int, action: str, strength: int) -> bool:
    """Whether an action would have an effect, with the strength or with cards that raise it."""
    now = s.now
    before = now.action, now.strength
    now.action, now.strength = action, strength
    try:
        if s.rules.possible(s, me, _effect(action, strength)):
            return True
        return ACTIONS[action].strong and bool(plays(s, me, ACTING))
    finally:
        now.action, now.strength = before


@cache
def _effect(action: str, strength: int) -> tuple[object, ...]:
    known = ACTIONS[action]
    return strengthened(known.do, strength) if known.strong else tuple(known.do)


@does
def put(s: Cuzco, me: int, space: str, action: str, die: int) -> None:
    """The die lies on the action space; its action is carried out with its value."""
    s.players[me].dice.remove(die)
    s.spaces[space].append((me, die))
    s.now.action, s.now.strength = action, die


@may_ask
def strengthen(s: Cuzco, me: int) -> list[Option]:
    """Raise the strength of the action with cards before it is carried out (R69)."""
    action = s.now.action
    if not ACTIONS[action].strong:
        return []
    options = plays(s, me, ACTING)
    if not options:
        return [ACT] if veiled(s, me, ACTING) else []
    plain = s.rules.possible(s, me, _effect(action, s.now.strength))
    return [*options, ACT] if plain else options


ACT = Option("act")


@strengthen.refuses
def refused_strengthening(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Cards that do not help now, and acting while the strength does not suffice."""
    yield from refused_cards(s, me, plays(s, me, ACTING), ACTING)
    action = s.now.action
    if not s.rules.possible(s, me, _effect(action, s.now.strength)) and plays(s, me, ACTING):
        yield Refusal(ACT.id, "no-effect", {"action": action}, "4")


@quietly
def perform(s: Cuzco, me: int, action: str) -> None:
    """Carry out the action with the strength reached."""
    then(s, me, _effect(action, s.now.strength))


@may_ask
def after_action(s: Cuzco, me: int) -> list[Option]:
    """The moment after the action, for the cards that have it."""
    return window(s, me, ACTED)


@after_action.refuses
def refused_after_action(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Cards that cannot be used after the action."""
    yield from refused_windows(s, me, ACTED)


@does
def ignore_placement(s: Cuzco, me: int) -> None:
    """The die may go where dice as low or lower lie; the lowest die stays the limit for others."""
    s.now.unbound = True


@ignore_placement.possible
def anything_in_the_way(s: Cuzco, me: int) -> bool:
    """Some space does not take the die."""
    spaces = SPACES.players[str(len(s.players))]
    return not s.now.unbound and any([s.now.die >= limit(s, space) for space in spaces])


@asks
def adjust_die(s: Cuzco, me: int, most: int) -> list[Option]:
    """Turn the die to a value at most so far away, between 1 and 6."""
    die = s.now.die
    low, high = max(1, die - most), min(SETUP.faces, die + most)
    return [_adjusted(die, value) for value in range(low, high + 1) if value != die]


@adjust_die.refuses
def refused_values(s: Cuzco, me: int, most: int) -> Iterator[Refusal]:
    """The value the die shows already, and values too far away."""
    for value in range(1, SETUP.faces + 1):
        if value == s.now.die:
            yield Refusal(f"turn {value}", "shows-already", {"n": value}, "5")
        elif abs(value - s.now.die) > most:
            yield Refusal(f"turn {value}", "too-far-away", {"n": most}, "5")


@cache
def _adjusted(die: int, value: int) -> Option:
    return Option(f"turn {value}", (turn_die(die, value),))


@does
def flip_die(s: Cuzco, me: int) -> None:
    """Turn the die to its opposite side."""
    then(s, me, turn_die(s.now.die, SETUP.faces + 1 - s.now.die))


@does
def turn_die(s: Cuzco, me: int, die: int, value: int) -> None:
    """The die to be placed shows another value."""
    dice = s.players[me].dice
    dice[dice.index(die)] = value
    s.now.die = value


@does
def strength_set(s: Cuzco, me: int, value: int) -> None:
    """The action is carried out as if the die showed this; the die stays as it is."""
    s.now.strength = value


@strength_set.possible
def may_set(s: Cuzco, me: int, value: int) -> bool:
    """It is more, nothing has been added yet (setting comes first), and it helps."""
    added = any([CARDS[card].do[0][0] == strength_add.name for card in s.now.played])
    return value > s.now.strength and not added and feasible(s, me, s.now.action, value)


@does
def strength_add(s: Cuzco, me: int, n: int) -> None:
    """The action is carried out with more strength, up to what the action knows."""
    s.now.strength = raised(s, n)


def raised(s: Cuzco, n: int) -> int:
    """The strength with so much more; only an exchange has no upper limit."""
    most = ACTIONS[s.now.action].most
    return min(s.now.strength + n, most) if most else s.now.strength + n


@strength_add.possible
def may_add(s: Cuzco, me: int, n: int) -> bool:
    """It is more, and it helps."""
    more = raised(s, n)
    return more > s.now.strength and feasible(s, me, s.now.action, more)


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
