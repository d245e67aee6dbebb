"""Festivals: the token, their steps from the merchants to the new market (sections 15, 16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Item, Listing, Option, asks, does, may_ask, queue, quietly, then
from engine.listing import RefusedAnswer, any_offered, or_else, why
from engine.vocabulary import needs_more, pay
from games.tawantinsuyu.axomamma_data import decided
from games.tawantinsuyu.benefits import benefits, free, no_free
from games.tawantinsuyu.buildings import put_under, refill_market
from games.tawantinsuyu.data import FESTIVAL, GOD_CARDS, REGIONS, SETUP, TEMPLE
from games.tawantinsuyu.gods import card_benefits, draw_gods, leave_hand, shuffle_laid
from games.tawantinsuyu.hill import TERRACES, blocked_spaces
from games.tawantinsuyu.passives import at_festival
from games.tawantinsuyu.paying import PASS, lose_points, score
from games.tawantinsuyu.scoring import end_game, score_end
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.tapestries import merchants
from games.tawantinsuyu.temple import reward
from games.tawantinsuyu.workers import draw_worker, fill_village

POTATO = SETUP.food[0]
"""The kind of goods that god cards cost at a festival; only gold may replace it."""


# --- the token -----------------------------------------------------------------------------


@quietly
def take_token(s: Tawantinsuyu, me: int) -> None:
    """Take the token at the end of a turn if the village is empty, and no player holds it (15).

    It is also taken when no worker has left the village for many turns (D33, R163).
    """
    if s.token is None and (not s.village or s.idle >= SETUP.forced_festival):
        then(s, me, hold_token())
    s.idle += 1


@does
def hold_token(s: Tawantinsuyu, me: int) -> None:
    """Hold the token of the next festival and score its points (D40, D44)."""
    s.token, s.idle = me, 1
    then(s, me, score(FESTIVAL.token[s.festivals]))


# --- the festival --------------------------------------------------------------------------


@does
def hold_festival(s: Tawantinsuyu, me: int) -> None:
    """Hold a festival: the token holder comes first, then the others clockwise (section 16)."""
    order = s.clockwise(me)
    items: list[Item] = [
        *[(side, before_festival()) for side in order],
        *[(side, decided(s, side, merchants())) for side in order],
        *[(side, score_temple()) for side in order],
        *[(me, score_region(region)) for region in REGIONS],
        *[(seat, pay_gods()) for seat in s.seats_clockwise(me)],
        (me, close_festival()),
        (me, after_festival()),
    ]
    queue(s, items)


@quietly
def before_festival(s: Tawantinsuyu, me: int) -> None:
    """Take what passive buildings give before a festival."""
    if found := at_festival(s, me):
        then(s, me, benefits(found))


@quietly
def score_temple(s: Tawantinsuyu, me: int) -> None:
    """Score the points of the own temple step and take its whole reward (D45)."""
    step = s.players[me].temple
    points = TEMPLE[step].festival
    then(s, me, *((score(points),) if points else ()), *reward(step))


@quietly
def score_region(s: Tawantinsuyu, me: int, suyu: str) -> None:
    """Score a region for the most markers, or for the rightmost one of those that tie."""
    winner, points = majority(s, suyu), len(s.casualties)
    if winner is not None and points:
        queue(s, [(winner, win_region(suyu, points))])


def majority(s: Tawantinsuyu, region: str) -> int | None:
    """Return the side that has the majority in a region, or None without a marker there."""
    owners = [s.conquests[each.id] for each in REGIONS[region].space if each.id in s.conquests]
    counts = Counter(owners)
    most = max(counts.values(), default=0)
    return next((side for side in reversed(owners) if counts[side] == most), None)


@does
def win_region(s: Tawantinsuyu, me: int, suyu: str, points: int) -> None:
    """Score a point for each worker in the Casualties of War for the majority in a region."""
    s.players[me].points += points


# --- the potatoes for god cards ------------------------------------------------------------


def tribute(s: Tawantinsuyu, me: int) -> int:
    """Return the potatoes that a player owes for the god cards in hand (D27)."""
    return s.potato * len(s.hand(me))


def tributes(s: Tawantinsuyu, me: int) -> list[Option]:
    """Return the ways to pay: gold may replace potatoes, and missing ones cost points (D29).

    Potatoes are missing only when all have been paid; so the gold says how many are paid.
    """
    due, goods = tribute(s, me), s.players[me].goods
    most = min(due, goods[SETUP.wild])
    return [_tribute(due, min(due - gold, goods[POTATO]), gold) for gold in range(most + 1)]


@cache
def _tribute(due: int, potatoes: int, gold: int) -> Option:
    paid = {kind: n for kind, n in ((POTATO, potatoes), (SETUP.wild, gold)) if n}
    effects: list[Effect] = [pay(paid)] if paid else []
    if missing := due - potatoes - gold:
        effects.append(lose_points(FESTIVAL.missing * missing))
    return Option(f"spend {gold} {SETUP.wild}", tuple(effects))


@quietly
def pay_gods(s: Tawantinsuyu, me: int) -> None:
    """Pay potatoes for the god cards in hand, which stay there in any case (16.4)."""
    found = tributes(s, me)
    missing = tribute(s, me) > s.players[me].goods[POTATO]
    if len(found) > 1 or (missing and any_offered(free(s, me))):
        then(s, me, choose_tribute())
    else:
        then(s, me, *found[0].then)


@asks
def choose_tribute(s: Tawantinsuyu, me: int) -> Listing:
    """Choose how much gold to pay for god cards; potatoes pay the rest (D29, R159)."""
    return [*tributes(s, me), *free(s, me)]


@choose_tribute.otherwise
def no_tribute(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the gold that the player does not have or owe."""
    due, gold = tribute(s, me), s.players[me].goods[SETUP.wild]
    for n in range(FESTIVAL.potato * len(GOD_CARDS) + 1):
        short = needs_more(n - gold, SETUP.wild, "16")
        yield f"spend {n} {SETUP.wild}", short if n <= due else why("tribute-is-lower", "16", n=due)
    yield from no_free(s, me)


# --- after the scoring ---------------------------------------------------------------------


@does
def close_festival(s: Tawantinsuyu, me: int) -> None:
    """Put the token back; the festival is over."""
    s.festivals += 1
    s.token = None


@quietly
def after_festival(s: Tawantinsuyu, me: int) -> None:
    """End the game after the last festival; otherwise go on with the steps after it (16.5)."""
    order = s.clockwise(me)
    if s.festivals == FESTIVAL.festivals:
        ends = [(side, decided(s, side, score_end())) for side in order]
        queue(s, [*ends, (me, end_game())])
        return
    village = SETUP.players[str(s.seats)].village
    again = () if any(s.bag.values()) else (hold_token(),)
    middle = len(s.players) == 2 and s.festivals == 1
    blocked = (block_terrace(TERRACES[1]),) if middle else ()
    then(s, me, fill_village(village), *again, *blocked, after_refill())


@quietly
def block_terrace(s: Tawantinsuyu, me: int, terrace: str) -> None:
    """Put a worker of the bag on each empty 2-player space of a terrace (16.6)."""
    empty = [space for space in blocked_spaces(terrace) if space not in s.hill]
    drawn = [(space, colour) for space in empty if (colour := draw_worker(s))]
    then(s, me, *[block_space(space, colour) for space, colour in drawn])


@does
def block_space(s: Tawantinsuyu, me: int, space: str, colour: str) -> None:
    """Put a worker of the bag on a space of the hill; it triggers nothing (section 18)."""
    s.hill[space] = colour


@quietly
def after_refill(s: Tawantinsuyu, me: int) -> None:
    """Draw god cards, play some, and open a new market (16.7 to 16.9)."""
    numbers = zip(by_points(s, me), FESTIVAL.drawn[s.seats - 1], strict=True)
    draws = [(side, decided(s, side, draw_gods(n))) for side, n in numbers]
    plays = [(seat, play_gods(FESTIVAL.played)) for seat in s.seats_clockwise(me)]
    queue(s, [*draws, *plays, (me, return_played()), (me, renew_market())])


def by_points(s: Tawantinsuyu, holder: int) -> list[int]:
    """Return the sides from the fewest points up; of equal ones, the last clockwise first."""
    order = s.clockwise(holder)[::-1]
    return sorted(order, key=lambda side: s.players[side].points)


@may_ask
def play_gods(s: Tawantinsuyu, me: int, n: int) -> Listing:
    """Play god cards of the hand for their benefits, without statues, one by one (16.8)."""
    listed = or_else([_play_god(card, n) for card in s.hand(me)], PASS)
    return [*listed, *free(s, me)] if listed else []


@cache
def _play_god(card: str, n: int) -> Option:
    more = (play_gods(n - 1),) if n > 1 else ()
    return Option(f"play {card}", (play_god(card), benefits(card_benefits(card)), *more))


@play_gods.otherwise
def no_god_in_hand(s: Tawantinsuyu, me: int, n: int) -> Iterator[RefusedAnswer]:
    """Yield the god cards that are not in the hand."""
    for card in GOD_CARDS:
        yield f"play {card}", why("not-in-hand", "16", card=card)
    yield from no_free(s, me)


@does
def play_god(s: Tawantinsuyu, me: int, card: str) -> None:
    """Lay down a god card of the hand."""
    leave_hand(s, me, card)
    s.players[me].laid.append(card)


@does
def return_played(s: Tawantinsuyu, me: int) -> None:
    """Shuffle the god cards that were played into the deck."""
    shuffle_laid(s)


@quietly
def renew_market(s: Tawantinsuyu, me: int) -> None:
    """Put all buildings of the market under their piles, and open new ones (16.9)."""
    then(s, me, *[put_under(building) for building in s.market], refill_market())
