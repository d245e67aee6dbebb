"""God cards and Inti medals: taking cards, and the moments at which they may be played."""

from __future__ import annotations

from collections.abc import Iterator, KeysView
from functools import cache

from engine.core import Effect, Given, Listing, Option, does, may_ask, quietly, then, would
from engine.listing import Reason, RefusedAnswer, answer, any_offered, why
from engine.luck import shuffled
from engine.moments import Moment, Moments, answers, at
from engine.vocabulary import Goods, affords, less, pay
from games.cuzco.data import CARDS, GODS, SETUP
from games.cuzco.state import Cuzco, Player
from games.cuzco.turns import DONE, within_limit

CARD, MEDAL = "play", "medal"
"""The two ways to use a card: from the hand for an offering, or from the display for a medal."""

PRICES: dict[str, Goods] = {CARD: SETUP.god_price, MEDAL: {MEDAL: 1}}

MOMENTS: dict[str, Moments] = {name: (Moment(name),) for name in GODS.windows}
"""The moments at which cards may be played, by the window that a card names."""

ORDER = {way: n for n, way in enumerate((how, card) for card in CARDS for how in PRICES)}
"""The place of each use of a card among the answers."""

DECKS = tuple(god.id for god in GODS.god)

EFFECTS: dict[str, tuple[Effect, ...]] = {
    card.id: tuple(tuple(effect) for effect in card.do) for card in CARDS.values()
}


@cache
def timely(phase: str, windows: Moments) -> KeysView[str]:
    """Return the abilities that may be used in a phase when one of these windows is open."""
    found = [c.id for c in CARDS.values() if c.window in windows and phase in c.phases]
    return dict.fromkeys(found).keys()  # a set that keeps the order of the cards


def in_reach(s: Cuzco, me: int, windows: Moments) -> list[tuple[str, str]]:
    """Return the cards of these windows that the seat has and can pay, each as (how, ability)."""
    player, now = s.players[me], timely(s.phase, windows)
    held = not (now.isdisjoint(player.gods) and now.isdisjoint(player.dealt_gods))
    medals = player.goods[MEDAL]
    if not (held or medals):  # the usual case, and a hot one
        return []
    found: list[tuple[str, str]] = []
    if held and affords(player.goods, PRICES[CARD]):
        found += [(CARD, card) for card in now & {*player.gods, *player.dealt_gods}]
    if medals and not now.isdisjoint(s.gods.values()):
        found += [(MEDAL, card) for card in s.gods.values() if card in now]
    if len(found) > 1:  # in the order of the table of cards
        found.sort(key=ORDER.__getitem__)
    return found


@answers(*map(Moment, GODS.windows))
def cards(s: Cuzco, me: int, moments: Moments) -> Listing:
    """List the cards that may be used at these moments, from the hand or with a medal."""
    found = in_reach(s, me, moments)
    if not found:
        return []
    return [_use(how, card) for how, card in found if not barred(s, me, how, card)]


@cards.otherwise
def no_cards(s: Cuzco, me: int, moments: Moments) -> Iterator[RefusedAnswer]:
    """Yield why the other cards are not offered."""
    return no_play(s, me, moments)


@cache
def _use(how: str, ability: str) -> Option:
    paying = play_card(ability) if how == CARD else spend_medal(ability)
    return Option(f"{how} {ability}", (paying, *EFFECTS[ability]), again=True)


def no_play(s: Cuzco, me: int, windows: Moments) -> Iterator[RefusedAnswer]:
    """Yield why each card is not offered, from the hand or with a medal."""
    now = timely(s.phase, windows)
    for ability in CARDS:
        for how in (CARD, MEDAL):
            reason = absent(s, me, how, ability)
            if not reason and ability not in now:
                reason = why("not-the-moment", "5", card=ability)
            yield f"{how} {ability}", reason or obstacle(s, me, how, ability) or useless(ability)


def absent(s: Cuzco, me: int, how: str, ability: str) -> Reason | None:
    """Return why the card cannot be reached: not in the hand, or not on the display."""
    player = s.players[me]
    if how == MEDAL:
        return _not_face_up(ability) if ability not in s.gods.values() else None
    held = ability in player.gods or ability in player.dealt_gods
    return None if held else _not_in_hand(ability)


def obstacle(s: Cuzco, me: int, how: str, ability: str) -> Reason | None:
    """Return why a card of this moment cannot be used, or None."""
    if reason := absent(s, me, how, ability):
        return reason
    if not affords(s.players[me].goods, PRICES[how]):
        return _not_payable(ability, how)
    return barred(s, me, how, ability)


def barred(s: Cuzco, me: int, how: str, ability: str) -> Reason | None:
    """Return why a card in reach cannot be used: its limit, or no effect (R70)."""
    if not within_limit(s.now, ability) or (how == MEDAL and ability in s.now.medals):
        return _limit(ability)
    return None if useful(s, me, how, ability) else useless(ability)


@cache
def _not_in_hand(ability: str) -> Reason:
    return why("not-in-hand", "5", card=ability)


@cache
def _not_face_up(ability: str) -> Reason:
    return why("not-face-up", "5", card=ability)


@cache
def _not_payable(ability: str, how: str) -> Reason:
    return why("card-not-payable", "5", card=ability, how=how)


@cache
def _limit(ability: str) -> Reason:
    return why("card-limit", "5", card=ability)


@cache
def useless(ability: str) -> Reason:
    """Return the reason of a card that would have no effect."""
    return why("card-without-effect", "5", card=ability)


def useful(s: Cuzco, me: int, how: str, ability: str) -> bool:
    """Return whether the card could do something once it is paid (R70).

    Its price may be missing for what it is to help with: an offering, or the card itself.
    """
    player, now = s.players[me], s.now
    paid: Given = player, "goods", less(player.goods, PRICES[how])
    played: Given = now, "played", [*now.played, ability]
    given: tuple[Given, ...]
    if how == MEDAL:
        shown = {**s.gods, CARDS[ability].god: None}
        given = paid, played, (now, "medals", [*now.medals, ability]), (s, "gods", shown)
    else:
        hand = _holder(player, ability)
        given = paid, played, (player, hand, _without(getattr(player, hand), ability))
    return all([would(s, me, effect, *given) for effect in EFFECTS[ability]])


def _without(cards: list[str], card: str) -> list[str]:
    left = cards[:]
    left.remove(card)
    return left


def _holder(player: Player, ability: str) -> str:
    """Return which part of the hand gives the card: one that all know goes first (R63)."""
    return "gods" if ability in player.gods else "dealt_gods"


def veiled(s: Cuzco, me: int, windows: Moments) -> bool:
    """Return whether the others cannot know that this seat has no card for the moment (R62).

    Such a seat has a question even when only declining is left; it is answered automatically.
    Otherwise the course of the game would tell what a secret hand lacks.
    """
    player = s.players[me]
    return (
        bool(player.dealt_gods)
        and affords(player.goods, PRICES[CARD])
        and bool(timely(s.phase, windows))
    )


def window(s: Cuzco, me: int, moments: Moments) -> Listing:
    """Return the answers at moments when nothing else can be done: any of them, or none."""
    listed = at(s, me, moments)
    return [*listed, DONE] if any_offered(listed) or veiled(s, me, moments) else []


@does
def play_card(s: Cuzco, me: int, ability: str) -> None:
    """Play a card from the hand for an offering and discard it.

    If the deck of its god was exhausted, the card makes a new one at once (R72).
    """
    player, god = s.players[me], CARDS[ability].god
    getattr(player, _holder(player, ability)).remove(ability)
    s.discards.append(ability)
    s.now.played.append(ability)
    empty = s.gods[god] is None
    then(s, me, pay(PRICES[CARD]), *([reveal_next(god)] if empty else []))


@does
def spend_medal(s: Cuzco, me: int, ability: str) -> None:
    """Use a face-up card for a medal, which leaves the game; discard the card (section 5)."""
    s.players[me].goods[MEDAL] -= 1
    s.medals_gone += 1
    god = CARDS[ability].god
    s.gods[god] = None
    s.discards.append(ability)
    s.now.played.append(ability)
    s.now.medals.append(ability)
    then(s, me, reveal_next(god))


@does
def take_god(s: Cuzco, me: int, card: str) -> None:
    """Take a face-up card; the next one of its deck is revealed."""
    god = CARDS[card].god
    s.gods[god] = None
    s.players[me].gods.append(card)
    then(s, me, reveal_next(god))


@quietly
def reveal_next(s: Cuzco, me: int, god: str) -> None:
    """Turn up the next card of a deck; make an exhausted deck anew from its discards."""
    card = draw_card(s, god)
    if card is None:
        again = [c for c in s.discards if CARDS[c].god == god]
        s.discards = [c for c in s.discards if CARDS[c].god != god]
        s.god_pile += shuffled(s, again)
        card = draw_card(s, god)
    if card is not None:
        then(s, me, show_card(card))


def draw_card(s: Cuzco, god: str) -> str | None:
    """Take the top card of a god's deck; return None when the deck is empty."""
    pile = s.god_pile
    for n in range(len(pile) - 1, -1, -1):
        if CARDS[pile[n]].god == god:
            return pile.pop(n)
    return None


@does
def show_card(s: Cuzco, me: int, card: str) -> None:
    """Lay a card face up on its deck."""
    s.gods[CARDS[card].god] = card


def face_up(s: Cuzco, after: tuple[Effect, ...] = (), unless: Reason | None = None) -> Listing:
    """List the face-up cards; an exhausted deck shows none."""
    listed = _face_up(tuple(s.gods.items()), after)
    if unless is None:
        return listed
    return [(each.id, unless) if isinstance(each, Option) else each for each in listed]


@cache
def _face_up(shown: tuple[tuple[str, str | None], ...], after: tuple[Effect, ...]) -> Listing:
    return tuple(
        answer(f"god {god}", take_god(card), *after) if card else (f"god {god}", _exhausted(god))
        for god, card in shown
    )


@cache
def _exhausted(god: str) -> Reason:
    return why("no-card-left", "5", god=god)


@may_ask
def choose_gods(s: Cuzco, me: int, n: int) -> Listing:
    """Take face-up god cards, one after the other, as long as any is there."""
    return face_up(s, (choose_gods(n - 1),) if n > 1 else ())
