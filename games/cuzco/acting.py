"""Phase I: the action of a die, with the cards that strengthen it or exchange it for another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import (
    Effect,
    Listing,
    Option,
    asks,
    does,
    may_ask,
    quietly,
    resolvable,
    then,
    would,
)
from engine.listing import Reason, RefusedAnswer, answer, any_offered, why
from engine.moments import at, otherwise_at
from games.cuzco.data import ACTIONS, CARDS, SPACES, Space, strengthened
from games.cuzco.gods import MOMENTS, in_reach, veiled, window
from games.cuzco.state import Cuzco

ACTING, ACTED = MOMENTS["on_action"], MOMENTS["after_action"]
"""The windows of an action, as the cards name them."""

ACT = Option("act")


SPACES_FOR = {int(players): spaces for players, spaces in SPACES.players.items()}
"""The action spaces by number of players."""


def spaces(s: Cuzco) -> list[Space]:
    """Return the action spaces for this number of players."""
    return SPACES_FOR[len(s.players)]


def effective(s: Cuzco, me: int, action: str, strength: int) -> bool:
    """Return whether the action has an effect, alone or with a card or a module (R75, R77)."""
    return resolvable(s, me, effect(action, strength)) or aided(s, me, action, strength)


def aided(s: Cuzco, me: int, action: str, strength: int) -> bool:
    """Return whether a card or a module gives the action an effect."""
    if not s.modules and not in_reach(s, me, ACTING):
        return False
    now = s.now
    return would(s, me, strengthen(), (now, "action", action), (now, "strength", strength))


@cache
def effect(action: str, strength: int) -> Effect:
    """Return the effect of an action carried out with this strength."""
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
    if not (listed and any_offered(listed)) and not veiled(s, me, ACTING):
        return []
    action = s.now.action
    plain = resolvable(s, me, effect(action, s.now.strength))
    return [*listed, answer(ACT, unless=None if plain else no_effect(action))]


@strengthen.otherwise
def no_strengthening(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the cards that do not help now."""
    return otherwise_at(s, me, ACTING)


@quietly
def perform(s: Cuzco, me: int) -> None:
    """Carry out the action with the strength reached."""
    then(s, me, effect(s.now.action, s.now.strength))


@may_ask
def after_action(s: Cuzco, me: int) -> Listing:
    """Play cards after the action."""
    return window(s, me, ACTED)


@after_action.otherwise
def no_card_after_action(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
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
    return effective(s, me, now.action, value)


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
    return effective(s, me, now.action, more)


@asks
def act_as_other_space(s: Cuzco, me: int) -> Listing:
    """Choose the action of another action space; the die stays on its space (E19).

    The strength reached counts for that action, which must have an effect.
    """
    return [
        answer(_switch(action), unless=_no_switch(s, me, space, action))
        for space in spaces(s)
        for action in space.actions
    ]


@cache
def _switch(action: str) -> Option:
    return Option(f"act {action}", (switch_action(action),))


def _no_switch(s: Cuzco, me: int, space: Space, action: str) -> Reason | None:
    """Return why the die cannot carry out an action instead of that of its space."""
    if s.now.action in space.actions:
        return _same_space(action)
    if effective(s, me, action, limited(action, s.now.strength)):
        return None
    return no_effect(action)


@cache
def _same_space(action: str) -> Reason:
    return why("same-space", "5", action=action)


@act_as_other_space.possible
def any_other_action(s: Cuzco, me: int) -> bool:
    """Return whether an action of another space would have an effect."""
    now = s.now
    others = [
        (action, limited(action, now.strength))
        for space in spaces(s)
        if now.action not in space.actions
        for action in space.actions
    ]
    plainly = any(resolvable(s, me, effect(*other)) for other in others)
    return plainly or any(aided(s, me, *other) for other in others)


@does
def switch_action(s: Cuzco, me: int, action: str) -> None:
    """Carry out this action instead of that of the die's space."""
    s.now.action, s.now.strength = action, limited(action, s.now.strength)
