"""Guesses of hidden god cards: decks keep their sizes, and a hand has one card of a god.

Everybody sees how many cards each deck has. So everybody knows of which gods the other hidden cards
are, but not who has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.guess import Hidden
from games.cuzco.data import CARDS
from games.cuzco.gods import DECKS
from games.cuzco.setup import equal_gods
from games.cuzco.state import Cuzco, Player


class Hand(NamedTuple):
    """The hidden cards of a player: those held, and those that go back.

    ``free``: the player has not yet answered whether a card goes back, so it may hold two of a god.
    """

    player: Player
    held: int
    back: int
    free: bool

    def takes(self, cards: Sequence[str]) -> bool:
        """Return whether these may be the cards of the hand, those that go back included."""
        return self.free or equal_gods([*cards]) == bool(self.back)


def deal_gods(s: Cuzco, places: Sequence[Hidden], rng: Random) -> None:
    """Deal the hidden god cards again, as they may lie."""
    sizes = Counter(CARDS[card].god for card in s.god_pile)
    cards: dict[str, list[str]] = {god: [] for god in DECKS}
    for card in sorted(card for place in places for card in place.things):
        cards[CARDS[card].god].append(card)
    for found in cards.values():
        rng.shuffle(found)
    s.god_pile = [cards[god].pop() for god in DECKS for _ in range(sizes[god])]
    loose = [card for found in cards.values() for card in found]
    hidden = [p for p in s.players if any(place.holder is p for place in places)]
    hands = [*_hands(s, hidden)]
    while (dealt := _dealt(hands, loose, rng)) is None:
        pass  # a deal as in the true game is possible
    for hand, drawn in zip(hands, dealt, strict=True):
        hand.player.dealt_gods, hand.player.returned_gods = drawn[hand.back :], drawn[: hand.back]
    s.god_rest = loose


def _hands(s: Cuzco, hidden: Sequence[Player]) -> Iterator[Hand]:
    """Yield the hidden hands, in the order of the seats."""
    for seat, player in enumerate(s.players):
        if any(player is each for each in hidden):
            asked = bool(s.god_rest and s.apart and s.apart[seat])
            yield Hand(player, len(player.dealt_gods), len(player.returned_gods), asked)


def _dealt(hands: Sequence[Hand], loose: list[str], rng: Random) -> list[list[str]] | None:
    """Deal the hands and leave the rest in ``loose``; return None if a hand cannot be like that.

    A hand with a card that goes back has two cards of a god. Such hands are dealt first.
    """
    rng.shuffle(loose)
    left, found = [*loose], [list[str]() for _ in hands]
    for n in sorted(range(len(hands)), key=lambda n: not hands[n].back):
        found[n] = _drawn(hands[n], left)
        if not hands[n].takes(found[n]):
            return None
    loose[:] = left
    return found


def _drawn(hand: Hand, left: list[str]) -> list[str]:
    """Draw the cards of a hand."""
    drawn = [left.pop()] if hand.back else [left.pop() for _ in range(hand.held)]
    if hand.back and (equal := [card for card in left if equal_gods([card, *drawn])]):
        left.remove(equal[0])
        drawn.append(equal[0])
    return drawn
