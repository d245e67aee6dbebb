"""Army cards: drawing them, keeping one of several, and discarding them for goods (12, 10.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Option, asks_secretly, does, does_secretly, quietly, then
from engine.listing import Reason, RefusedAnswer, why
from engine.luck import shuffled
from engine.moments import Moments, answers
from engine.vocabulary import gain
from games.tawantinsuyu.benefits import FREE
from games.tawantinsuyu.data import ARMY_CARDS
from games.tawantinsuyu.state import Tawantinsuyu


def draw_card(s: Tawantinsuyu) -> str | None:
    """Draw an army card; an empty deck is made anew of the discards (10.7)."""
    if not s.army_deck:
        s.army_deck, s.army_discards = shuffled(s, s.army_discards), []
    return s.army_deck.pop() if s.army_deck else None


@quietly
def draw_army(s: Tawantinsuyu, me: int, n: int) -> None:
    """Draw army cards and keep one of them in hand; a single card is kept (10.7)."""
    if any_card(s, me, n):
        then(s, me, draw_soldier() if n == 1 else draw_recruits(n))


@draw_army.possible
def any_card(s: Tawantinsuyu, me: int, n: int) -> bool:
    """Return whether an army card is left in the deck or among the discards."""
    return bool(s.army_deck or s.army_discards)


@does
def draw_soldier(s: Tawantinsuyu, me: int) -> None:
    """Draw an army card into the hand."""
    if card := draw_card(s):
        s.players[me].soldiers.append(card)


@does
def draw_recruits(s: Tawantinsuyu, me: int, n: int) -> None:
    """Draw army cards to keep one of them; a deck with fewer gives those."""
    s.players[me].recruits = [card for _ in range(n) if (card := draw_card(s))]
    then(s, me, choose_recruit())


@asks_secretly
def choose_recruit(s: Tawantinsuyu, me: int) -> list[Option]:
    """Choose which of the army cards drawn to keep (10.7)."""
    return [_keep(card) for card in s.players[me].recruits]


@choose_recruit.otherwise
def no_recruit(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the army cards that were not drawn."""
    for card in ARMY_CARDS:
        yield f"keep {card}", why("not-drawn", "10.7", card=card)


@cache
def _keep(card: str) -> Option:
    return Option(f"keep {card}", (keep_recruit(card), discard_recruits()))


@does_secretly
def keep_recruit(s: Tawantinsuyu, me: int, card: str) -> None:
    """Keep one of the army cards drawn in hand."""
    player = s.players[me]
    player.recruits.remove(card)
    player.soldiers.append(card)


@quietly
def discard_recruits(s: Tawantinsuyu, me: int) -> None:
    """Discard the army cards drawn that were not kept."""
    then(s, me, *[discard_recruit(card) for card in s.players[me].recruits])


@does
def discard_recruit(s: Tawantinsuyu, me: int, card: str) -> None:
    """Discard an army card drawn, face up."""
    s.players[me].recruits.remove(card)
    s.army_discards.append(card)


@answers(FREE)
def foot_goods(s: Tawantinsuyu, me: int, moments: Moments) -> list[Option]:
    """Discard army cards of the hand for the goods at their foot (section 5, D21)."""
    return [_discard(card) for card in s.players[me].soldiers]


@cache
def _discard(card: str) -> Option:
    foot = gain(ARMY_CARDS[card].foot)
    return Option(f"discard {card}", (discard_soldier(card), foot), again=True)


@foot_goods.otherwise
def no_discard(s: Tawantinsuyu, me: int, moments: Moments) -> Iterator[RefusedAnswer]:
    """Yield the army cards that are not in the hand."""
    for card in ARMY_CARDS:
        yield f"discard {card}", _not_in_hand(card)


@cache
def _not_in_hand(card: str) -> Reason:
    return why("not-in-hand", "5", card=card)


@does
def discard_soldier(s: Tawantinsuyu, me: int, card: str) -> None:
    """Discard an army card of the hand, face up."""
    s.players[me].soldiers.remove(card)
    s.army_discards.append(card)
