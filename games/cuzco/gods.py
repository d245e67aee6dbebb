"""God cards and Inti medals: taking cards, and the moments at which they may be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from engine.core import Effect, Option, Refusal, does, may_ask, quietly, then, would
from engine.luck import shuffled
from engine.vocabulary import pay
from games.cuzco.data import CARDS, GODS, SETUP
from games.cuzco.points import DONE
from games.cuzco.state import CurrentTurn, Cuzco, Player

CARD, MEDAL = "play", "medal"
"""The two ways to use a card: from the hand for an offering, or from the display for a medal."""

EFFECTS: dict[str, tuple[Effect, ...]] = {
    card.id: tuple(tuple(effect) for effect in card.do) for card in CARDS.values()
}


@cache
def moment(phase: str, windows: tuple[str, ...]) -> tuple[str, ...]:
    """The abilities that may be used in a phase when one of these windows is open."""
    return tuple(c.id for c in CARDS.values() if c.window in windows and phase in c.phases)


@quietly
def fresh(s: Cuzco, me: int) -> None:
    """A turn begins: nothing has been played in it yet."""
    s.now = CurrentTurn()


def close(s: Cuzco, window: str) -> None:
    """A move, delivery, purchase or task is over: cards for it may help with the next one."""
    if s.now.played:
        s.now.played = [card for card in s.now.played if CARDS[card].window != window]


def within_limit(s: Cuzco, ability: str) -> bool:
    """Whether the ability, or its god, may still be used in its scope (section 5)."""
    card, played = CARDS[ability], s.now.played
    if not played:
        return True
    limit = card.limit
    if limit.per == "ability":
        return played.count(ability) < limit.most
    same = [p for p in played if CARDS[p].god == card.god and CARDS[p].limit.scope == limit.scope]
    return len(same) < limit.most


def payable(player: Player) -> bool:
    """Whether the price of playing a card from the hand is there."""
    return all([player.goods[kind] >= n for kind, n in SETUP.god_price.items()])


def plays(s: Cuzco, me: int, *windows: str) -> list[Option]:
    """The cards this seat may use now, from the hand or with a medal, each to some effect."""
    player, found = s.players[me], []
    medal = player.goods[MEDAL] > 0
    for ability in moment(s.phase, windows):
        held = ability in player.gods or ability in player.dealt_gods
        shown = medal and ability in s.gods.values() and ability not in s.now.medals
        if not (held or shown) or not within_limit(s, ability):
            continue
        if held and payable(player) and useful(s, me, ability, CARD):
            found.append(_use(CARD, ability))
        if shown and useful(s, me, ability, MEDAL):
            found.append(_use(MEDAL, ability))
    return found


@cache
def _use(how: str, ability: str) -> Option:
    paying = play_card(ability) if how == CARD else spend_medal(ability)
    return Option(f"{how} {ability}", (paying, *EFFECTS[ability]), again=True)


def useful(s: Cuzco, me: int, ability: str, how: str) -> bool:
    """Whether the card could do something once it is paid (R70); all is put back after the look.

    What a card costs may be missing for what it is to help with: an offering, the card itself.
    """
    player, god = s.players[me], CARDS[ability].god
    goods, hand, shown = player.goods, player.gods, s.gods[god]
    held, dealt = list(player.gods), list(player.dealt_gods)
    player.goods = dict(goods)
    s.now.played.append(ability)
    if how == CARD:
        _discard_from_hand(player, ability)
        for kind, n in SETUP.god_price.items():
            player.goods[kind] -= n
    else:
        player.goods[MEDAL] -= 1
        s.now.medals.append(ability)
        s.gods[god] = None
    try:
        return all([would(s, me, effect) for effect in EFFECTS[ability]])
    finally:
        s.now.played.pop()
        if how == MEDAL:
            s.now.medals.pop()
            s.gods[god] = shown
        player.goods = goods
        player.gods, player.dealt_gods = hand, dealt
        hand[:] = held


def _discard_from_hand(player: Player, ability: str) -> None:
    """A card known to all goes before one that is still secret (R63)."""
    hand = player.gods if ability in player.gods else player.dealt_gods
    hand.remove(ability)


def veiled(s: Cuzco, me: int, *windows: str) -> bool:
    """Whether the others cannot know that this seat has no card for the moment (R62).

    Such a seat has a question even when nothing but declining is left, and it is answered by
    itself; otherwise the game's going on at once would tell what a secret hand lacks.
    """
    player = s.players[me]
    return bool(player.dealt_gods) and payable(player) and bool(moment(s.phase, windows))


def window(s: Cuzco, me: int, *windows: str) -> list[Option]:
    """The answers when nothing but cards can be used: a card, or none."""
    options = plays(s, me, *windows)
    return [*options, DONE] if options or veiled(s, me, *windows) else []


def refused_cards(s: Cuzco, me: int, options: Iterable[Option], *windows: str) -> Iterator[Refusal]:
    """The cards that are not among the options, from the hand or with a medal."""
    player, shown = s.players[me], on_display(s)
    hand = {*player.gods, *player.dealt_gods}
    offered = {option.id for option in options}
    now = moment(s.phase, windows)
    for ability in CARDS:
        step, timely = f"{CARD} {ability}", ability in now
        if ability not in hand:
            yield Refusal(step, "not-in-hand", {"card": ability}, "5")
        elif step not in offered:
            yield _refusal(s, step, ability, timely, payable(player))
        step = f"{MEDAL} {ability}"
        if ability not in shown:
            yield Refusal(step, "not-face-up", {"card": ability}, "5")
        elif step not in offered:
            yield _refusal(s, step, ability, timely, player.goods[MEDAL] > 0)


def refused_windows(s: Cuzco, me: int, *windows: str) -> Iterator[Refusal]:
    """The same where nothing but cards can be used."""
    yield from refused_cards(s, me, window(s, me, *windows), *windows)


def refused_decks(s: Cuzco) -> Iterator[Refusal]:
    """Gods of whom no card lies face up, because their deck has run out."""
    for god, card in s.gods.items():
        if card is None:
            yield Refusal(f"god {god}", "no-card-left", {"god": god}, "5")


def _refusal(s: Cuzco, step: str, ability: str, timely: bool, payable: bool) -> Refusal:
    params = {"card": ability}
    if not timely:
        return Refusal(step, "not-the-moment", params, "5")
    if not payable:
        return Refusal(step, "card-not-payable", {**params, "how": step.split()[0]}, "5")
    if not within_limit(s, ability) or (step.startswith(MEDAL) and ability in s.now.medals):
        return Refusal(step, "card-limit", params, "5")
    return Refusal(step, "card-without-effect", params, "5")


@does
def play_card(s: Cuzco, me: int, ability: str) -> None:
    """A card is played from the hand for an offering and discarded.

    If the deck of its god was exhausted, the card makes a new one at once (R72).
    """
    _discard_from_hand(s.players[me], ability)
    s.discards.append(ability)
    s.now.played.append(ability)
    god = CARDS[ability].god
    empty = s.gods[god] is None
    then(s, me, pay(SETUP.god_price), *([reveal_next(god)] if empty else []))


@does
def spend_medal(s: Cuzco, me: int, ability: str) -> None:
    """A medal leaves the game for the use of a face-up card, which is discarded (section 5)."""
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
    """A face-up card goes to the player, and the next one of its deck is revealed."""
    god = CARDS[card].god
    s.gods[god] = None
    s.players[me].gods.append(card)
    then(s, me, reveal_next(god))


@quietly
def reveal_next(s: Cuzco, me: int, god: str) -> None:
    """Turn up the next card of a deck; an empty deck is made anew from its god's discards."""
    card = draw_card(s, god)
    if card is None:
        again = [c for c in s.discards if CARDS[c].god == god]
        s.discards = [c for c in s.discards if CARDS[c].god != god]
        s.god_pile += shuffled(s, again)
        card = draw_card(s, god)
    if card is not None:
        then(s, me, show_card(card))


def draw_card(s: Cuzco, god: str) -> str | None:
    """The top card of a god's deck, or None when the deck is empty."""
    pile = s.god_pile
    for n in range(len(pile) - 1, -1, -1):
        if CARDS[pile[n]].god == god:
            return pile.pop(n)
    return None


@does
def show_card(s: Cuzco, me: int, card: str) -> None:
    """A card lies face up on its deck."""
    s.gods[CARDS[card].god] = card


@cache
def choices(shown: tuple[str, ...], after: tuple[Effect, ...] = ()) -> tuple[Option, ...]:
    """Taking one of these face-up cards."""
    return tuple(Option(f"god {CARDS[card].god}", (take_god(card), *after)) for card in shown)


def on_display(s: Cuzco) -> tuple[str, ...]:
    """The face-up cards; a deck that has run out shows none."""
    return tuple([card for card in s.gods.values() if card is not None])


@may_ask
def choose_gods(s: Cuzco, me: int, n: int) -> list[Option]:
    """Take face-up god cards, one after the other, as long as any is there."""
    return list(choices(on_display(s), (choose_gods(n - 1),) if n > 1 else ()))


@choose_gods.refuses
def refused_gods(s: Cuzco, me: int, n: int) -> Iterator[Refusal]:
    """Decks that have run out."""
    yield from refused_decks(s)


DECKS = tuple(god.id for god in GODS.god)
