"""Chichen Itza: laying crystal skulls, and Theology's offering."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Option, Refusal, does, may_ask
from engine.vocabulary import pay
from games.tzolkin.data import TEMPLES
from games.tzolkin.goods import DONE, RESOURCES
from games.tzolkin.state import Tzolkin
from games.tzolkin.technology import bonus
from games.tzolkin.temples import step


@does
def lay_skull(s: Tzolkin, me: int, action: int) -> None:
    """A skull is laid on the action for the rest of the game."""
    s.players[me].goods["skull"] -= 1
    s.skulls_laid[action] = me


@lay_skull.possible
def free_action(s: Tzolkin, me: int, action: int) -> bool:
    """An own skull, and none on the action yet."""
    return s.players[me].goods["skull"] > 0 and action not in s.skulls_laid


@cache
def _offer(kind: str, temple: str) -> Option:
    price: Effect = pay({kind: 1})
    return Option(f"offer {kind} {temple}", (price, step(temple, 1)))


@may_ask
def offering(s: Tzolkin, me: int) -> list[Option]:
    """Theology: after the action, a block of any kind for a step on any temple (D32)."""
    if not bonus(s.players[me], "offering"):
        return []
    goods = s.players[me].goods
    options = [_offer(kind, temple) for kind in RESOURCES if goods[kind] for temple in TEMPLES]
    return [*options, DONE] if options else []


@offering.refuses
def refused_offerings(s: Tzolkin, me: int) -> Iterator[Refusal]:
    """Kinds of blocks of which the player has none."""
    for kind in RESOURCES:
        if not s.players[me].goods[kind]:
            for temple in TEMPLES:
                params = {"n": 1, "good": kind}
                yield Refusal(f"offer {kind} {temple}", "needs-more", params, "11")
