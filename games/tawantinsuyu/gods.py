"""God cards: taking them from the deck or the central offer, and where they go (section 9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.core import (
    Effect,
    Option,
    asks_secretly,
    does,
    does_secretly,
    may_ask,
    quietly,
    then,
)
from engine.listing import RefusedAnswer, why
from engine.luck import shuffled
from games.tawantinsuyu.data import GOD_CARDS, SETUP
from games.tawantinsuyu.paying import PASS
from games.tawantinsuyu.state import Tawantinsuyu

FROM_DECK = "take deck"


@cache
def card_benefits(card: str) -> tuple[Effect, ...]:
    """Return the benefits that are printed on a god card."""
    return tables.effects(GOD_CARDS[card].do)


@may_ask
def take_gods(s: Tawantinsuyu, me: int, n: int, must: bool = False) -> list[Option]:
    """Take god cards one at a time, each from the deck or the central offer (section 9, D34).

    A player who ``must`` take them cannot decline (R152).
    """
    found = [_from_offer(card, n, must) for card in s.offer]
    if s.god_deck:
        found.insert(0, _from_deck(n, must))
    if found and not must:
        found.append(PASS)
    return found


@take_gods.possible
def any_god(s: Tawantinsuyu, me: int, n: int, must: bool = False) -> bool:
    """Return whether a god card is left in the deck or the central offer (D34)."""
    return bool(s.god_deck or s.offer)


@take_gods.otherwise
def no_god(s: Tawantinsuyu, me: int, n: int, must: bool = False) -> Iterator[RefusedAnswer]:
    """Yield an empty deck, cards that are not in the offer, and declining."""
    yield FROM_DECK, why("deck-empty", "9")
    for card in GOD_CARDS:
        yield _from_offer(card, n, must).id, why("not-in-offer", "9", card=card)
    yield PASS.id, why("must-take", "9")


@cache
def _from_deck(n: int, must: bool) -> Option:
    return Option(FROM_DECK, (draw_god(), *_others(n, must)))


@cache
def _from_offer(card: str, n: int, must: bool) -> Option:
    return Option(f"take {card}", (take_open(card), *_others(n, must)))


def _others(n: int, must: bool) -> tuple[Effect, ...]:
    return (take_gods(n - 1, must),) if n > 1 else ()


@does
def draw_god(s: Tawantinsuyu, me: int) -> None:
    """Draw the top god card of the deck into the hand."""
    s.players[me].gods.append(s.god_deck.pop())


@does
def take_open(s: Tawantinsuyu, me: int, card: str) -> None:
    """Take a god card of the central offer, which is not refilled (D11, R166)."""
    s.offer.remove(card)
    s.players[me].open_gods.append(card)


@quietly
def draw_gods(s: Tawantinsuyu, me: int, n: int) -> None:
    """Draw god cards from the deck only, as far as it lasts (section 16, R160)."""
    then(s, me, *[draw_god()] * min(n, len(s.god_deck)))


def leave_hand(s: Tawantinsuyu, me: int, card: str) -> None:
    """Remove a god card from the hand of a player."""
    player = s.players[me]
    (player.open_gods if card in player.open_gods else player.gods).remove(card)


def shuffle_laid(s: Tawantinsuyu) -> None:
    """Shuffle the god cards that lie before the players into the deck."""
    laid = [card for player in s.players for card in player.laid]
    if laid:
        s.god_deck = shuffled(s, [*s.god_deck, *laid])
    for player in s.players:
        player.laid = []


@asks_secretly
def choose_tucked(s: Tawantinsuyu, me: int) -> list[Option]:
    """Choose the god card of the hand that goes under the deck (10.3)."""
    return [_tuck(card) for card in sorted(s.hand(me))]


@choose_tucked.otherwise
def no_tuck(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the god cards that are not in the hand."""
    for card in GOD_CARDS:
        yield f"tuck {card}", why("not-in-hand", "10.3", card=card)


@cache
def _tuck(card: str) -> Option:
    return Option(f"tuck {card}", (tuck_god(card),))


@does_secretly
def tuck_god(s: Tawantinsuyu, me: int, card: str) -> None:
    """Put a god card of the hand under the deck; the others no longer know the hand (R153)."""
    leave_hand(s, me, card)
    player = s.players[me]
    player.gods, player.open_gods = s.hand(me), []
    s.god_deck.insert(0, card)


@quietly
def to_offer(s: Tawantinsuyu, me: int, card: str) -> None:
    """Add the card of a placement to the central offer, which is emptied when it is full (9)."""
    full = len(s.offer) + 1 >= SETUP.players[str(s.seats)].overflow
    then(s, me, *((empty_offer(),) if full else ()), add_to_offer(card))


@does
def empty_offer(s: Tawantinsuyu, me: int) -> None:
    """Shuffle all cards of the central offer into the deck."""
    s.god_deck, s.offer = shuffled(s, [*s.god_deck, *s.offer]), []


@does
def add_to_offer(s: Tawantinsuyu, me: int, card: str) -> None:
    """Lay a god card into the central offer as the youngest."""
    s.offer.append(card)
    if s.now.card == card:
        s.now.card = ""
