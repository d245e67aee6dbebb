"""The conquer action: a worker lost, army cards played, and conquest markers (14.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.core import Effect, Listing, Option, asks, does, may_ask, queue, quietly, then
from engine.listing import RefusedAnswer, answer, why
from games.tawantinsuyu.axomamma_data import decided
from games.tawantinsuyu.benefits import benefits, free, no_free
from games.tawantinsuyu.data import ARMY_CARDS, CONQUESTS, HILLTOP, WORKERS
from games.tawantinsuyu.hilltop import TAKE_GOLD, following, or_free, or_stop
from games.tawantinsuyu.passives import soldiers_less
from games.tawantinsuyu.paying import PASS, short_of, spend
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.workers import ENDS, leave_village, refill_nomads

Force = tuple[int, ...]
"""The soldiers of some army cards, the strongest first."""

Demand = tuple[int, int]
"""The soldiers to turn face down, and those to discard."""

LOSE, TURN = "lose", "turn"
"""Words of answers: to discard a face-up army card, and to turn it face down."""


@quietly
def conquer(s: Tawantinsuyu, me: int) -> None:
    """Lose a worker to the war at once; then conquer, or take 1 gold instead (14.4)."""
    then(s, me, suffer_casualty(), lead_conquer())


# --- the casualty --------------------------------------------------------------------------


@quietly
def suffer_casualty(s: Tawantinsuyu, me: int) -> None:
    """Move a worker of the village, or else a nomad, to the Casualties of War."""
    if len(s.village) == 1:
        then(s, me, lose_villager(next(iter(ENDS))))
    elif not s.village and len({*s.nomads}) == 1:
        then(s, me, lose_nomad(s.nomads[0]))
    else:
        then(s, me, choose_casualty())


@may_ask
def choose_casualty(s: Tawantinsuyu, me: int) -> Listing:
    """Choose the end of the village that loses a worker, or the nomad if the village is empty."""
    if not s.village and not s.nomads:
        return []
    found = map(_lose_villager, ENDS) if s.village else map(_lose_nomad, dict.fromkeys(s.nomads))
    return [*found, *free(s, me)]


@cache
def _lose_villager(end: str) -> Option:
    return Option(f"{LOSE} {end}", (lose_villager(end),))


@cache
def _lose_nomad(colour: str) -> Option:
    return Option(f"{LOSE} {colour}", (lose_nomad(colour),))


@choose_casualty.otherwise
def no_casualty(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the ends of an empty village, and the nomads that are spared or not there."""
    for end in ENDS:
        yield f"{LOSE} {end}", why("village-empty", "14.4")
    for colour in WORKERS:
        spared = why("village-first", "14.4")
        absent = why("no-such-worker", "14.4", worker=colour)
        yield f"{LOSE} {colour}", spared if s.village else absent
    yield from no_free(s, me)


@does
def lose_villager(s: Tawantinsuyu, me: int, end: str) -> None:
    """Move the worker at an end of the village to the Casualties of War."""
    s.casualties.append(leave_village(s, end))


@does
def lose_nomad(s: Tawantinsuyu, me: int, colour: str) -> None:
    """Move a nomad to the Casualties of War; the nomads are refilled at once."""
    s.nomads.remove(colour)
    s.casualties.append(colour)
    then(s, me, refill_nomads())


# --- the campaign --------------------------------------------------------------------------


@asks
def lead_conquer(s: Tawantinsuyu, me: int) -> Listing:
    """Conquer, or take 1 gold instead; the others may conquer in any case (14.4)."""
    player = s.players[me]
    idle = not player.soldiers and not player.army and why("no-soldiers", "14.4")
    return [answer(_CONQUER, unless=idle), _TAKE_GOLD, _DECLINE, *free(s, me)]


@quietly
def campaign(s: Tawantinsuyu, me: int, taking_part: bool) -> None:
    """Play army cards, then place conquest markers, clockwise; the active player one more."""
    followers = following(s, me)
    cards = [(side, decided(s, side, play_soldiers(0))) for side in followers]
    places = [(side, decided(s, side, place_conquest())) for side in followers]
    if taking_part:
        cards.insert(0, (me, play_soldiers(HILLTOP.conquer.free)))
        places = [(me, place_conquest()), *places, (me, place_conquest())]
    queue(s, [*cards, *places])


_CONQUER = Option("march", (campaign(True),))
_TAKE_GOLD = Option(TAKE_GOLD.id, (*TAKE_GOLD.then, campaign(False)))
_DECLINE = Option(PASS.id, (campaign(False),))


@lead_conquer.otherwise
def not_free_now(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield what is not free now."""
    return no_free(s, me)


@may_ask
def play_soldiers(s: Tawantinsuyu, me: int, unpaid: int) -> Listing:
    """Play army cards of the hand face up, the first ones free, each other one for potatoes."""
    cards = s.players[me].soldiers
    if not cards:
        return []
    short = None if unpaid else short_of(s, me, "14.4", HILLTOP.conquer.card)
    return or_free(s, me, [answer(_play(card, unpaid), unless=short) for card in cards])


@cache
def _play(card: str, unpaid: int) -> Option:
    price: tuple[Effect, ...] = () if unpaid else (spend(HILLTOP.conquer.card),)
    return Option(f"play {card}", (*price, play_soldier(card), play_soldiers(max(0, unpaid - 1))))


@play_soldiers.otherwise
def not_in_hand(s: Tawantinsuyu, me: int, unpaid: int) -> Iterator[RefusedAnswer]:
    """Yield the army cards that are not in the hand."""
    for card in ARMY_CARDS:
        yield f"play {card}", why("not-in-hand", "14.4", card=card)
    yield from no_free(s, me)


@does
def play_soldier(s: Tawantinsuyu, me: int, card: str) -> None:
    """Play an army card of the hand face up."""
    player = s.players[me]
    player.soldiers.remove(card)
    player.army.append(card)


# --- a conquest ----------------------------------------------------------------------------


def force(s: Tawantinsuyu, me: int) -> Force:
    """Return the soldiers of the face-up army cards of a player."""
    found = [ARMY_CARDS[card].soldiers for card in s.players[me].army]
    return tuple(sorted(found, reverse=True))


@cache
def enough(soldiers: Force, flip: int, discard: int) -> bool:
    """Return whether army cards meet a demand, each of them one part of it only (14.4)."""
    if not flip and not discard:
        return True
    if sum(soldiers) < flip + discard:
        return False
    first, others = soldiers[0], soldiers[1:]
    turned = flip > 0 and enough(others, max(0, flip - first), discard)
    return turned or (discard > 0 and enough(others, flip, max(0, discard - first)))


@cache
def demands(space: str, less: int) -> tuple[Demand, ...]:
    """Return what a conquest may need: some soldiers less of both parts, but one in all (D43)."""
    flip, discard = CONQUESTS[space].flip, CONQUESTS[space].discard
    less = min(less, flip + discard - 1)
    return tuple(
        (flip - n, discard - less + n) for n in range(less + 1) if n <= flip and less - n <= discard
    )


def possible_demands(s: Tawantinsuyu, me: int, space: str) -> list[Demand]:
    """Return the demands of a conquest that the army cards of a player meet."""
    soldiers = force(s, me)
    return [each for each in demands(space, soldiers_less(s, me)) if enough(soldiers, *each)]


@cache
def _within(soldiers: Force, less: int) -> tuple[str, ...]:
    """Return the conquest spaces that a force can take."""
    return tuple(
        space
        for space in CONQUESTS
        if any([enough(soldiers, *each) for each in demands(space, less)])
    )


@may_ask
def place_conquest(s: Tawantinsuyu, me: int) -> Listing:
    """Place a conquest marker on an empty space of any region, as long as there are any (D39)."""
    player = s.players[me]
    if not player.conquests or not player.army:
        return []
    spaces = _within(force(s, me), soldiers_less(s, me))
    return or_stop(s, me, [_invade(space) for space in spaces if space not in s.conquests])


@cache
def _invade(space: str) -> Option:
    return Option(f"invade {space}", (meet_demand(space), set_conquest(space)))


@place_conquest.otherwise
def no_conquest(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the spaces that are taken, and those that need more soldiers."""
    for space in CONQUESTS:
        taken = why("space-taken", "14.4", conquest=space)
        weak = why("too-few-soldiers", "14.4", conquest=space)
        yield f"invade {space}", taken if space in s.conquests else weak
    yield from no_free(s, me)


@quietly
def meet_demand(s: Tawantinsuyu, me: int, space: str) -> None:
    """Give the soldiers of a conquest; a player with a choice of demands chooses one."""
    found = possible_demands(s, me, space)
    then(s, me, give_soldiers(*found[0]) if len(found) == 1 else choose_demand(space))


@asks
def choose_demand(s: Tawantinsuyu, me: int, space: str) -> list[Option]:
    """Choose of which part of the demand soldiers are spared (D43)."""
    return [_demand(*each) for each in possible_demands(s, me, space)]


choose_demand.refuses_nothing("the demands follow from the space")


@cache
def _demand(flip: int, discard: int) -> Option:
    return Option(f"{TURN} {flip} {LOSE} {discard}", (give_soldiers(flip, discard),))


@quietly
def give_soldiers(s: Tawantinsuyu, me: int, flip: int, discard: int) -> None:
    """Discard army cards, then turn others down, until the demand is met.

    Cards that are alike in all are not asked about.
    """
    if not flip and not discard:
        return
    found = givers(s, me, flip, discard)
    kinds = {(ARMY_CARDS[card].soldiers, *ARMY_CARDS[card].foot.items()) for card in found}
    if len(kinds) == 1:
        then(s, me, *_give(found[0], flip, discard).then)
    else:
        then(s, me, choose_soldier(flip, discard))


def givers(s: Tawantinsuyu, me: int, flip: int, discard: int) -> list[str]:
    """Return the face-up army cards of which one can go while the others meet the rest."""
    soldiers = force(s, me)
    fit = {n for n in {*soldiers} if enough(_without(soldiers, n), *rest_of(n, flip, discard))}
    return [card for card in s.players[me].army if ARMY_CARDS[card].soldiers in fit]


def _without(soldiers: Force, n: int) -> Force:
    place = soldiers.index(n)
    return soldiers[:place] + soldiers[place + 1 :]


def rest_of(n: int, flip: int, discard: int) -> Demand:
    """Return the demand after a card of some soldiers; discards come first."""
    return (flip, max(0, discard - n)) if discard else (max(0, flip - n), 0)


@asks
def choose_soldier(s: Tawantinsuyu, me: int, flip: int, discard: int) -> Listing:
    """Choose an army card to discard, or one to turn face down when all are discarded (14.4)."""
    found = givers(s, me, flip, discard)
    return [*[_give(card, flip, discard) for card in found], *free(s, me)]


@cache
def _give(card: str, flip: int, discard: int) -> Option:
    rest = give_soldiers(*rest_of(ARMY_CARDS[card].soldiers, flip, discard))
    if discard:
        return Option(f"{LOSE} {card}", (lose_soldier(card), rest))
    return Option(f"{TURN} {card}", (turn_soldier(card), rest))


@choose_soldier.otherwise
def no_soldier(s: Tawantinsuyu, me: int, flip: int, discard: int) -> Iterator[RefusedAnswer]:
    """Yield the army cards that are not face up, and those that are needed for the rest."""
    wanted = LOSE if discard else TURN
    for card in ARMY_CARDS:
        absent = why("not-face-up", "14.4", card=card)
        kept = dict.fromkeys((LOSE, TURN), why("not-asked-now", "14.4", card=card))
        kept[wanted] = why("needed", "14.4", card=card)
        for word, reason in kept.items():
            yield f"{word} {card}", reason if card in s.players[me].army else absent
    yield from no_free(s, me)


@does
def lose_soldier(s: Tawantinsuyu, me: int, card: str) -> None:
    """Discard a face-up army card."""
    s.players[me].army.remove(card)
    s.army_discards.append(card)


@does
def turn_soldier(s: Tawantinsuyu, me: int, card: str) -> None:
    """Turn an army card face down."""
    player = s.players[me]
    player.army.remove(card)
    player.spent.append(card)


@does
def set_conquest(s: Tawantinsuyu, me: int, space: str) -> None:
    """Place a conquest marker and take the reward of its space."""
    s.conquests[space] = me
    s.players[me].conquests -= 1
    then(s, me, benefits(_reward(space)))


@cache
def _reward(space: str) -> tuple[Effect, ...]:
    return tables.effects(CONQUESTS[space].do)
