"""Phase I: the action of a die, with the cards that strengthen it or exchange it for another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Listing, Option, asks, does, may_ask, quietly, then, would
from engine.listing import Reason, Refused, answer, any_offered, why
from engine.moments import at, otherwise_at
from games.cuzco.data import ACTIONS, CARDS, SPACES, Space, strengthened
from games.cuzco.gods import MOMENTS, in_reach, veiled, window
from games.cuzco.state import Cuzco

ACTING, ACTED = MOMENTS["on_action"], MOMENTS["after_action"]
"""The windows of an action, as the cards name them."""

ACT = Option("act")


def spaces(s: Cuzco) -> list[Space]:
    """Return the action spaces for this number of players."""
    return SPACES.players[str(len(s.players))]


def ineffective(s: Cuzco, me: int, action: str, strength: int) -> Reason | None:
    """Return the reason if neither the action nor a card for it has an effect (R75, R77)."""
    if would(s, me, _effect(action, strength)):
        return None
    given = s.now, {"action": action, "strength": strength}
    if (s.modules or in_reach(s, me, ACTING)) and would(s, me, strengthen(), given):
        return None
    return no_effect(action)


@cache
def _effect(action: str, strength: int) -> Effect:
    known = ACTIONS[action]
    return strengthened(known.do, strength) if known.strong else tuple(known.do)


@cache
def no_effect(action: str) -> Reason:
    """Return the reason of an action that would have no effect."""
    return why("no-effect", "4", action=action)


@may_ask
def strengthen(s: Cuzco, me: int) -> Listing:
    """Strengthen or exchange the action with cards before it is carried out (R69)."""
    listed = at(s, me, ACTING)
    if not (any_offered(listed) or veiled(s, me, ACTING)):
        return []
    action = s.now.action
    plain = would(s, me, _effect(action, s.now.strength))
    return [*listed, answer(ACT, unless=None if plain else no_effect(action))]


@strengthen.otherwise
def no_strengthening(s: Cuzco, me: int) -> Iterator[Refused]:
    """Yield the cards that do not help now."""
    return otherwise_at(s, me, ACTING)


@quietly
def perform(s: Cuzco, me: int) -> None:
    """Carry out the action with the strength reached."""
    then(s, me, _effect(s.now.action, s.now.strength))


@may_ask
def after_action(s: Cuzco, me: int) -> Listing:
    """Play cards after the action."""
    return window(s, me, ACTED)


@after_action.otherwise
def no_card_after_action(s: Cuzco, me: int) -> Iterator[Refused]:
    """Yield the cards that cannot be used after the action."""
    return otherwise_at(s, me, ACTED)


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
    return not ineffective(s, me, now.action, value)


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
    return not ineffective(s, me, now.action, more)


@asks
def act_as_other_space(s: Cuzco, me: int) -> Listing:
    """Choose the action of another action space; the die stays on its space (E19).

    The strength reached counts for that action, which must have an effect.
    """
    return [
        answer(f"act {action}", switch_action(action), unless=_no_switch(s, me, space, action))
        for space in spaces(s)
        for action in space.actions
    ]


def _no_switch(s: Cuzco, me: int, space: Space, action: str) -> Reason | None:
    """Return why the die cannot carry out an action instead of that of its space."""
    if s.now.action in space.actions:
        return why("same-space", "5", action=action)
    return ineffective(s, me, action, limited(action, s.now.strength))


@act_as_other_space.possible
def any_other_action(s: Cuzco, me: int) -> bool:
    """Return whether an action of another space would have an effect."""
    return any(
        not _no_switch(s, me, space, action) for space in spaces(s) for action in space.actions
    )


@does
def switch_action(s: Cuzco, me: int, action: str) -> None:
    """Carry out this action instead of that of the die's space."""
    s.now.action, s.now.strength = action, limited(action, s.now.strength)
