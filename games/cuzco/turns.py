"""Turns: how they begin, how many cards they allow, and the plain gains that they may bring."""

from __future__ import annotations

from engine.core import Effect, Option, begin_turn, does, quietly, then
from engine.vocabulary import gain, sequence
from games.cuzco.data import CARDS
from games.cuzco.state import CurrentTurn, Cuzco

DONE = Option("done")


def own_turn(*effects: Effect) -> Effect:
    """Return a turn of one seat, in which no card has been played yet."""
    return sequence((begin_turn(), fresh(), *effects))


@quietly
def fresh(s: Cuzco, me: int) -> None:
    """Begin a turn: no card has been played in it."""
    s.now = CurrentTurn()


def close(s: Cuzco, window: str) -> None:
    """End a move, delivery, purchase or task: cards for it may help with the next one."""
    if s.now.played:
        s.now.played = [card for card in s.now.played if CARDS[card].window != window]


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
