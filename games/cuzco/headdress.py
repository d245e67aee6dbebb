"""The headdress: feathers in their slots, and the circlets between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from engine.core import Effect, Listing, Option, does, may_ask, then
from engine.listing import Reason, RefusedAnswer, answer, why
from games.cuzco.data import CIRCLETS, MASK, MASKS
from games.cuzco.state import Cuzco, Player
from games.cuzco.temple import fire_blessing
from games.cuzco.turns import score


def _slots() -> dict[int, dict[str, tuple[int, ...]]]:
    """Return for each mask and colour the circlets that have a slot of the colour."""
    return {
        mask.number: {
            colour: tuple(n for n, pair in enumerate(mask.circlets, 1) if colour in pair)
            for colour in MASKS.colours
        }
        for mask in MASK.values()
    }


SLOTS = _slots()


def free_slots(player: Player, colour: str) -> list[int]:
    """Return the circlets beside which a feather of this colour can still be set."""
    taken = player.feathers[colour]
    return [circlet for circlet in SLOTS[player.mask][colour] if circlet not in taken]


@cache
def _feather(colour: str, circlet: int, after: tuple[Effect, ...] = ()) -> Option:
    return Option(f"feather {colour} {circlet}", (take_feather(colour, circlet), *after))


def slot_obstacle(player: Player, colour: str, circlet: int) -> Reason | None:
    """Return why no feather of the colour can be set beside the circlet, or None."""
    if circlet not in SLOTS[player.mask][colour]:
        return why("no-such-slot", "1.2", colour=colour, n=circlet)
    if circlet in player.feathers[colour]:
        return why("slot-taken", "4.1", colour=colour, n=circlet)
    return None


def no_feather(player: Player, free: Callable[[str], Reason]) -> Iterator[RefusedAnswer]:
    """Yield why each slot is not offered; ``free`` gives the reason for free ones by colour."""
    for colour in MASKS.colours:
        for circlet in CIRCLETS:
            reason = slot_obstacle(player, colour, circlet) or free(colour)
            yield f"feather {colour} {circlet}", reason


@may_ask
def set_feather(s: Cuzco, me: int, colour: str) -> list[Option]:
    """Set a feather of this colour in a free slot; with three of them there is none (4.1)."""
    return [_feather(colour, circlet) for circlet in free_slots(s.players[me], colour)]


@set_feather.otherwise
def no_slot(s: Cuzco, me: int, colour: str) -> Iterator[RefusedAnswer]:
    """Yield the slots that are taken or not there, and slots of other colours."""
    return no_feather(s.players[me], lambda _: why("other-colour", "4.1", colour=colour))


def feathers(player: Player, after: tuple[Effect, ...] = ()) -> list[Option]:
    """Return the ways to take a feather of any colour, in each of its free slots."""
    return [
        _feather(colour, circlet, after)
        for colour in MASKS.colours
        for circlet in free_slots(player, colour)
    ]


@may_ask
def pick_feathers(
    s: Cuzco, me: int, distinct: bool, n: int, taken: tuple[str, ...] = ()
) -> list[Option]:
    """Take a number of feathers of any colours, or of different ones, as far as there is room."""
    player = s.players[me]
    options = []
    for colour in MASKS.colours:
        if distinct and colour in taken:
            continue
        after = (pick_feathers(distinct, n - 1, (*taken, colour)),) if n > 1 else ()
        options += [_feather(colour, circlet, after) for circlet in free_slots(player, colour)]
    return options


@pick_feathers.otherwise
def no_pick(
    s: Cuzco, me: int, distinct: bool, n: int, taken: tuple[str, ...] = ()
) -> Iterator[RefusedAnswer]:
    """Yield the slots that are taken or not there, and the colours taken before."""
    return no_feather(s.players[me], lambda c: why("colour-taken-before", "5", colour=c))


@pick_feathers.possible
def any_room(s: Cuzco, me: int, distinct: bool, n: int, taken: tuple[str, ...] = ()) -> bool:
    """Return whether a slot is free, whatever its colour."""
    return sum(map(len, s.players[me].feathers.values())) < 2 * len(CIRCLETS)


@does
def take_feather(s: Cuzco, me: int, colour: str, circlet: int) -> None:
    """Set a feather of the supply for good."""
    s.feathers[colour] -= 1
    s.players[me].feathers[colour].append(circlet)


def circlet_obstacle(player: Player, circlet: int, strength: int) -> Reason | None:
    """Return why a circlet cannot be activated, or None: two feathers, not yet active (4.5)."""
    if circlet in player.circlets:
        return _active(circlet)
    if circlet > strength:
        return _too_high(circlet)
    pair = MASK[player.mask].circlets[circlet - 1]
    if not all([circlet in player.feathers[colour] for colour in pair]):
        return _bare(circlet)
    return None


@cache
def _active(circlet: int) -> Reason:
    return why("circlet-active", "4.5", n=circlet)


@cache
def _too_high(circlet: int) -> Reason:
    return why("strength-too-low", "4.5", n=circlet)


@cache
def _bare(circlet: int) -> Reason:
    return why("feathers-missing", "4.5", n=circlet)


@may_ask
def headdress(s: Cuzco, me: int, strength: int) -> Listing:
    """Activate a circlet of value at most the strength between two feathers (4.5; D3)."""
    player = s.players[me]
    return [
        answer(_circlet(circlet), unless=circlet_obstacle(player, circlet, strength))
        for circlet in CIRCLETS
    ]


@headdress.possible
def any_circlet(s: Cuzco, me: int, strength: int) -> bool:
    """Return whether a circlet of value at most the strength can be activated."""
    player = s.players[me]
    active, feathers = player.circlets, player.feathers
    for n, (one, other) in enumerate(MASK[player.mask].circlets[:strength], 1):
        if n in feathers[one] and n in feathers[other] and n not in active:
            return True
    return False


@cache
def _circlet(circlet: int) -> Option:
    return Option(f"circlet {circlet}", (activate(circlet),))


@does
def activate(s: Cuzco, me: int, circlet: int) -> None:
    """Turn over a circlet: fire blessing, its points and the bonus of the round."""
    s.players[me].circlets.append(circlet)
    points = CIRCLETS[circlet].points + MASKS.round_bonus[s.round - 1]
    then(s, me, *fire_blessing(), score(points))
