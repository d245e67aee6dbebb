"""The chaski on stone roads and rope bridges: moving, delivering quipus, turning the overlay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Listing, Option, does, may_ask, resolvable, then
from engine.listing import Reason, RefusedAnswer, any_offered, offered, why
from engine.moments import at, otherwise_at
from games.cuzco.board import CENTRE, TURNS, villages, ways
from games.cuzco.gods import MOMENTS, window
from games.cuzco.headdress import pick_feathers, set_feather
from games.cuzco.state import Cuzco
from games.cuzco.temple import fire_blessing
from games.cuzco.turns import close, score

MOVING, DELIVERING = MOMENTS["on_move"], MOMENTS["on_quipu_delivery"]
"""The windows of a move, as the cards name them."""


@cache
def destinations(layout: str, rotation: int, place: str, kind: str, strength: int) -> Listing:
    """List the places that roads lead to from here.

    A road must be of the kind (any if none is named) and of a value at most the strength (E4).
    """
    listed: dict[str, Option | RefusedAnswer] = {}
    for way in ways(layout, rotation, place):
        step = f"go {way.to}"
        if way.die > strength:
            listed.setdefault(step, (step, why("road-too-long", "4.1", n=way.die, place=way.to)))
        elif kind not in (way.kind, ""):
            listed.setdefault(step, (step, why("other-kind-of-road", "4.1", kind=way.kind)))
        else:
            listed[step] = Option(step, (travel(way.to),))
    return tuple(listed.values())


@cache
def usable(layout: str, rotation: int, place: str, kind: str, strength: int) -> int:
    """Return how many places can be reached from here along one road."""
    return len(offered(destinations(layout, rotation, place, kind, strength)))


@cache
def turns(rotation: int, kind: str, strength: int) -> tuple[Option, ...]:
    """Return the ways to turn the overlay to another position before leaving Cuzco."""
    return tuple(
        Option(f"turn {new}", (rotate(new), move(kind, strength, True)))
        for new in range(TURNS)
        if new != rotation
    )


@may_ask
def move(s: Cuzco, me: int, kind: str, strength: int, turned: bool = False) -> Listing:
    """Move the chaski along one road of the kind, of a value at most the strength (4.1; R76).

    A player whose chaski returned to Cuzco may first turn the overlay to any position (D5).
    """
    player = s.players[me]
    here, kind_now = (s.layout, s.rotation, player.chaski), "" if s.now.any_road else kind
    listed = [*destinations(*here, kind_now, strength)]
    reach = usable(*here, kind_now, strength)
    if reach and player.may_turn and not turned:
        listed += turns(s.rotation, kind, strength)
    if kind_now and usable(*here, "", strength) > reach:
        listed += at(s, me, MOVING)
    return listed


@move.possible
def any_road(s: Cuzco, me: int, kind: str, strength: int, turned: bool = False) -> bool:
    """Return whether a road of the kind can be used, or one of the other kind with a card."""
    here, kind_now = (s.layout, s.rotation, s.players[me].chaski), "" if s.now.any_road else kind
    if usable(*here, kind_now, strength):
        return True
    return bool(kind_now and usable(*here, "", strength)) and any_offered(at(s, me, MOVING))


@move.otherwise
def no_move(
    s: Cuzco, me: int, kind: str, strength: int, turned: bool = False
) -> Iterator[RefusedAnswer]:
    """Yield the places without a road from here, the turns of the overlay, and the cards."""
    here = s.players[me].chaski
    yield f"go {here}", why("here-already", "4.1", place=here)
    for place in [CENTRE, *villages(s.layout)]:
        yield f"go {place}", why("no-road", "4.1", place=place)
    for rotation in range(TURNS):
        yield f"turn {rotation}", _no_turn(s, me, rotation, turned)
    yield from otherwise_at(s, me, MOVING)


def _no_turn(s: Cuzco, me: int, rotation: int, turned: bool) -> Reason:
    """Return why the overlay is not turned to a position now (D5)."""
    if not s.players[me].may_turn:
        return why("chaski-not-back", "D5")
    if turned:
        return why("turned-already", "D5")
    if rotation == s.rotation:
        return why("lies-so-already", "D5", n=rotation)
    return why("no-road-from-here", "D5")


@does
def any_road_kind(s: Cuzco, me: int) -> None:
    """Let the chaski use either kind of road for this move."""
    s.now.any_road = True


@does
def rotate(s: Cuzco, me: int, rotation: int) -> None:
    """Turn the overlay of Cuzco; nothing else moves with it."""
    s.rotation = rotation


@does
def travel(s: Cuzco, me: int, destination: str) -> None:
    """Arrive in Cuzco for the fire blessing, or in a village to deliver a quipu.

    In a village with an own quipu the player places and takes nothing (D4), nor with no quipu
    left (R73).
    """
    player = s.players[me]
    player.chaski = destination
    player.may_turn = destination == CENTRE
    s.now.any_road = False
    close(s, MOVING)
    if destination == CENTRE:
        then(s, me, *fire_blessing())
    elif me not in s.piles[destination] and player.quipus + player.reserve:
        then(s, me, deliver(destination))


@does
def deliver(s: Cuzco, me: int, village: str) -> None:
    """Lay a quipu of the mask on top, or one of the reserve if the mask has none.

    Then take the feather of the village, if there is room for it (E5).
    """
    player = s.players[me]
    if player.quipus:
        player.quipus -= 1
    else:
        player.reserve -= 1
    s.piles[village].append(me)
    close(s, DELIVERING)
    feather: Effect = set_feather(villages(s.layout)[village].feather)
    then(s, me, feather, delivered())


@may_ask
def delivered(s: Cuzco, me: int) -> Listing:
    """Play cards for the delivery."""
    return window(s, me, DELIVERING)


@delivered.otherwise
def no_card_for_delivery(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the cards that cannot be used for the delivery."""
    return otherwise_at(s, me, DELIVERING)


@does
def score_village(s: Cuzco, me: int) -> None:
    """Score the points of the village where the quipu was laid."""
    then(s, me, score(villages(s.layout)[s.players[me].chaski].points))


@does
def extra_feathers(s: Cuzco, me: int, n: int) -> None:
    """Take a number of feathers of different colours."""
    then(s, me, pick_feathers(True, n))


@extra_feathers.possible
def room_for_extra(s: Cuzco, me: int, n: int) -> bool:
    """Return whether there is room for a feather of some colour."""
    return resolvable(s, me, pick_feathers(True, n))
