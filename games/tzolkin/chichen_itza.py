"""Chichen Itza: laying crystal skulls, and Theology's offering."""

from __future__ import annotations

from functools import cache

from engine.core import Effect, Listing, Option, does, may_ask
from engine.listing import Reason, answer, or_else, why
from engine.vocabulary import pay
from games.tzolkin.data import TEMPLES
from games.tzolkin.goods import DONE, RESOURCES
from games.tzolkin.state import Tzolkin
from games.tzolkin.technology import bonus
from games.tzolkin.temples import step


@does
def lay_skull(s: Tzolkin, me: int, number: int) -> None:
    """Lay a skull on the action for the rest of the game."""
    s.players[me].goods["skull"] -= 1
    s.skulls_laid[number] = me


@lay_skull.possible
def free_action(s: Tzolkin, me: int, number: int) -> bool:
    """Return whether the player has a skull and the action has none yet."""
    return s.players[me].goods["skull"] > 0 and number not in s.skulls_laid


@cache
def _offer(kind: str, temple: str) -> Option:
    price: Effect = pay({kind: 1})
    return Option(f"offer {kind} {temple}", (price, step(temple, 1)))


@may_ask
def offering(s: Tzolkin, me: int) -> Listing:
    """Offer a block of any kind after the action, for a step on any temple (Theology; D32)."""
    if not bonus(s.players[me], "offering"):
        return []
    goods = s.players[me].goods
    listed = [
        answer(_offer(kind, temple), unless=None if goods[kind] else _lacking(kind))
        for kind in RESOURCES
        for temple in TEMPLES
    ]
    return or_else(listed, DONE)


@cache
def _lacking(kind: str) -> Reason:
    return why("needs-more", "11", n=1, good=kind)
