"""The headdress: feathers in their slots, and the circlets between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Option, Refusal, does, may_ask, then
from games.cuzco.blessing import fire_blessing
from games.cuzco.data import CIRCLETS, MASK, MASKS
from games.cuzco.points import score
from games.cuzco.state import Cuzco, Player


def _slots() -> dict[int, dict[str, tuple[int, ...]]]:
    """For each mask and colour the circlets that have a slot of the colour."""
    return {
        mask.number: {
            colour: tuple(n for n, pair in enumerate(mask.circlets, 1) if colour in pair)
            for colour in MASKS.colours
        }
        for mask in MASK.values()
    }


SLOTS = _slots()


def free_slots(player: Player, colour: str) -> list[int]:
    """The circlets beside which a feather of this colour can still be set."""
    taken = player.feathers[colour]
    return [circlet for circlet in SLOTS[player.mask][colour] if circlet not in taken]


@cache
def _feather(colour: str, circlet: int, after: tuple[Effect, ...] = ()) -> Option:
    return Option(f"feather {colour} {circlet}", (take_feather(colour, circlet), *after))


@may_ask
def set_feather(s: Cuzco, me: int, colour: str) -> list[Option]:
    """Set a feather of this colour in a free slot; with three of them there is none (4.1)."""
    return [_feather(colour, circlet) for circlet in free_slots(s.players[me], colour)]


@set_feather.refuses
def refused_feathers(s: Cuzco, me: int, colour: str) -> Iterator[Refusal]:
    """Slots that are taken or not there, and slots of other colours."""
    player = s.players[me]
    yield from refused_slots(player)
    for option in feathers(player):
        if not option.id.startswith(f"feather {colour} "):
            yield Refusal(option.id, "other-colour", {"colour": colour}, "4.1")


def refused_slots(player: Player) -> Iterator[Refusal]:
    """Slots that the mask does not have, and those with a feather, of every colour."""
    for colour in MASKS.colours:
        for circlet in CIRCLETS:
            step, params = f"feather {colour} {circlet}", {"colour": colour, "n": circlet}
            if circlet not in SLOTS[player.mask][colour]:
                yield Refusal(step, "no-such-slot", params, "1.2")
            elif circlet in player.feathers[colour]:
                yield Refusal(step, "slot-taken", params, "4.1")


def feathers(player: Player, after: tuple[Effect, ...] = ()) -> list[Option]:
    """A feather of any colour of which there are fewer than three, in any of its free slots."""
    return [
        _feather(colour, circlet, after)
        for colour in MASKS.colours
        for circlet in free_slots(player, colour)
    ]


@may_ask
def pick_feathers(
    s: Cuzco, me: int, distinct: bool, n: int, taken: tuple[str, ...] = ()
) -> list[Option]:
    """Take so many feathers of any colours, or of different ones, as far as there is room."""
    player = s.players[me]
    options = []
    for colour in MASKS.colours:
        if distinct and colour in taken:
            continue
        after = (pick_feathers(distinct, n - 1, (*taken, colour)),) if n > 1 else ()
        options += [_feather(colour, circlet, after) for circlet in free_slots(player, colour)]
    return options


@pick_feathers.refuses
def refused_picks(
    s: Cuzco, me: int, distinct: bool, n: int, taken: tuple[str, ...] = ()
) -> Iterator[Refusal]:
    """Slots that are taken or not there, and colours taken before where they must differ."""
    player = s.players[me]
    yield from refused_slots(player)
    for colour in taken if distinct else ():
        for circlet in free_slots(player, colour):
            params = {"colour": colour}
            yield Refusal(f"feather {colour} {circlet}", "colour-taken-before", params, "5")


@pick_feathers.possible
def any_room(s: Cuzco, me: int, distinct: bool, n: int, taken: tuple[str, ...] = ()) -> bool:
    """A slot is free (nobody is asked whose colours are all taken)."""
    return sum(map(len, s.players[me].feathers.values())) < 2 * len(CIRCLETS)


@does
def take_feather(s: Cuzco, me: int, colour: str, circlet: int) -> None:
    """A feather of the supply is set for good."""
    s.feathers[colour] -= 1
    s.players[me].feathers[colour].append(circlet)


def ready(player: Player, strength: int) -> list[int]:
    """The circlets of value at most the strength with a feather in both slots, not yet active."""
    return [
        circlet
        for circlet, pair in enumerate(MASK[player.mask].circlets[:strength], 1)
        if circlet not in player.circlets
        and all([circlet in player.feathers[colour] for colour in pair])
    ]


@may_ask
def headdress(s: Cuzco, me: int, strength: int) -> list[Option]:
    """Activate a circlet of value at most the strength between two feathers (4.5; D3)."""
    return [_circlet(circlet) for circlet in ready(s.players[me], strength)]


@cache
def _circlet(circlet: int) -> Option:
    return Option(f"circlet {circlet}", (activate(circlet),))


@headdress.possible
def any_circlet(s: Cuzco, me: int, strength: int) -> bool:
    """A circlet can be activated."""
    return bool(ready(s.players[me], strength))


@headdress.refuses
def refused_circlets(s: Cuzco, me: int, strength: int) -> Iterator[Refusal]:
    """Circlets that are active, too high, or lack a feather."""
    player = s.players[me]
    offered = ready(player, strength)
    for circlet in CIRCLETS:
        params, step = {"n": circlet}, f"circlet {circlet}"
        if circlet in player.circlets:
            yield Refusal(step, "circlet-active", params, "4.5")
        elif circlet > strength:
            yield Refusal(step, "strength-too-low", params, "4.5")
        elif circlet not in offered:
            yield Refusal(step, "feathers-missing", params, "4.5")


@does
def activate(s: Cuzco, me: int, circlet: int) -> None:
    """The circlet is turned over: fire blessing, its points and the bonus of the round."""
    s.players[me].circlets.append(circlet)
    points = CIRCLETS[circlet].points + MASKS.round_bonus[s.round - 1]
    then(s, me, *fire_blessing(), score(points))
