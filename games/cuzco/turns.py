"""Turns: how they begin, how many cards they allow, and the plain gains that they may bring."""

from __future__ import annotations

from engine.core import Effect, Option, begin_turn, does, quietly, then
from engine.moments import Moments
from engine.vocabulary import gain
from games.cuzco.data import CARDS
from games.cuzco.state import CurrentTurn, Cuzco

DONE = Option("done")


@quietly
def own_turn(s: Cuzco, me: int, effects: tuple[Effect, ...]) -> None:
    """Begin a turn of one seat, in which no card has been played yet."""
    begin_turn.run(s, me)
    s.now = CurrentTurn()
    then(s, me, *effects)


def close(s: Cuzco, windows: Moments) -> None:
    """End a move, delivery, purchase or task: cards for it may help with the next one."""
    if s.now.played:
        s.now.played = [card for card in s.now.played if CARDS[card].window not in windows]


def within_limit(now: CurrentTurn, ability: str) -> bool:
    """Return whether the ability, or its god, may still be used in its scope (section 5)."""
    card, played = CARDS[ability], now.played
    if not played:
        return True
    limit = card.limit
    if limit.per == "ability":
        return played.count(ability) < limit.most
    same = [p for p in played if CARDS[p].god == card.god and CARDS[p].limit.scope == limit.scope]
    return len(same) < limit.most


@does
def score(s: Cuzco, me: int, points: int) -> None:
    """Score victory points at once."""
    s.players[me].points += points


@quietly
def gain_some(s: Cuzco, me: int, kind: str, n: int) -> None:
    """Gain an amount of one good: ``gain`` with the amount last, as tables of abilities write it.

    The supply has no limit (R74).
    """
    then(s, me, gain({kind: n}))
