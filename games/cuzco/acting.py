"""Phase I: the action of a die, with the cards that strengthen it or exchange it for another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Option, Refusal, asks, does, may_ask, quietly, then, would
from games.cuzco.data import ACTIONS, CARDS, SPACES, Space, strengthened
from games.cuzco.gods import plays, refused_cards, refused_windows, veiled, window
from games.cuzco.state import Cuzco

ACTING, ACTED = "on_action", "after_action"
"""The windows of an action, as the cards name them."""

ACT = Option("act")


def spaces(s: Cuzco) -> list[Space]:
    """Return the action spaces for this number of players."""
    return SPACES.players[str(len(s.players))]


def feasible(s: Cuzco, me: int, action: str, strength: int) -> bool:
    """Return whether the action would have an effect, or a card could give it one (R75, R77)."""
    now = s.now
    before = now.action, now.strength
    now.action, now.strength = action, strength
    try:
        return would(s, me, _effect(action, strength)) or bool(plays(s, me, ACTING))
    finally:
        now.action, now.strength = before


@cache
def _effect(action: str, strength: int) -> tuple[object, ...]:
    known = ACTIONS[action]
    return strengthened(known.do, strength) if known.strong else tuple(known.do)


@may_ask
def strengthen(s: Cuzco, me: int) -> list[Option]:
    """Strengthen or exchange the action with cards before it is carried out (R69)."""
    options = plays(s, me, ACTING)
    if not options:
        return [ACT] if veiled(s, me, ACTING) else []
    plain = would(s, me, _effect(s.now.action, s.now.strength))
    return [*options, ACT] if plain else options


@strengthen.refuses
def refused_strengthening(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Cards that do not help now, and acting while the strength does not suffice."""
    yield from refused_cards(s, me, plays(s, me, ACTING), ACTING)
    action = s.now.action
    if not would(s, me, _effect(action, s.now.strength)) and plays(s, me, ACTING):
        yield Refusal(ACT.id, "no-effect", {"action": action}, "4")


@quietly
def perform(s: Cuzco, me: int) -> None:
    """Carry out the action with the strength reached."""
    then(s, me, _effect(s.now.action, s.now.strength))


@may_ask
def after_action(s: Cuzco, me: int) -> list[Option]:
    """Play cards after the action."""
    return window(s, me, ACTED)


@after_action.refuses
def refused_after_action(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Cards that cannot be used after the action."""
    yield from refused_windows(s, me, ACTED)


@does
def strength_set(s: Cuzco, me: int, value: int) -> None:
    """Carry out the action as if the die showed this value; the die stays as it is."""
    s.now.strength = value


@strength_set.possible
def may_set(s: Cuzco, me: int, value: int) -> bool:
    """Return whether the value is higher, helps, and no strength was added before.

    Setting comes first, adding second.
    """
    now = s.now
    added = any([CARDS[card].do[0][0] == strength_add.name for card in now.played])
    if added or value <= now.strength or not ACTIONS[now.action].strong:
        return False
    return feasible(s, me, now.action, value)


@does
def strength_add(s: Cuzco, me: int, n: int) -> None:
    """Carry out the action with more strength, up to the limit of the action."""
    s.now.strength = limited(s.now.action, s.now.strength + n)


def limited(action: str, strength: int) -> int:
    """Return the strength within the limit of the action; an exchange has none."""
    most = ACTIONS[action].most
    return min(strength, most) if most else strength


@strength_add.possible
def may_add(s: Cuzco, me: int, n: int) -> bool:
    """Return whether the strength rises and helps."""
    now = s.now
    more = limited(now.action, now.strength + n)
    if more <= now.strength or not ACTIONS[now.action].strong:
        return False
    return feasible(s, me, now.action, more)


@asks
def act_as_other_space(s: Cuzco, me: int) -> list[Option]:
    """Choose the action of another action space; the die stays on its space (E19).

    The strength reached counts for that action, which must have an effect.
    """
    return [
        _switch(action)
        for space in spaces(s)
        if s.now.action not in space.actions
        for action in space.actions
        if feasible(s, me, action, limited(action, s.now.strength))
    ]


@act_as_other_space.possible
def any_other_action(s: Cuzco, me: int) -> bool:
    """Return whether an action of another space would have an effect."""
    return any(
        feasible(s, me, action, limited(action, s.now.strength))
        for space in spaces(s)
        if s.now.action not in space.actions
        for action in space.actions
    )


@cache
def _switch(action: str) -> Option:
    return Option(f"act {action}", (switch_action(action),))


@act_as_other_space.refuses
def refused_switches(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Actions of the space where the die lies, and actions without an effect."""
    offered = {option.id for option in act_as_other_space.run(s, me)}
    for space in spaces(s):
        for action in space.actions:
            step, params = f"act {action}", {"action": action}
            if s.now.action in space.actions:
                yield Refusal(step, "same-space", params, "5")
            elif step not in offered:
                yield Refusal(step, "no-effect", params, "5")


@does
def switch_action(s: Cuzco, me: int, action: str) -> None:
    """The die carries out this action instead of that of its space."""
    s.now.action, s.now.strength = action, limited(action, s.now.strength)
