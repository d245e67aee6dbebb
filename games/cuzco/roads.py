"""The chaski on stone roads and rope bridges: moving, delivering quipus, turning the overlay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Option, Refusal, does, may_ask, then, would
from games.cuzco.blessing import fire_blessing
from games.cuzco.board import CENTRE, TURNS, villages, ways
from games.cuzco.gods import close, plays, refused_cards, refused_windows, window
from games.cuzco.headdress import pick_feathers, set_feather
from games.cuzco.points import score
from games.cuzco.state import Cuzco

MOVING, DELIVERING = "on_move", "on_quipu_delivery"
"""The windows of a move, as the cards name them."""


@cache
def destinations(
    layout: str, rotation: int, place: str, kind: str, strength: int
) -> tuple[Option, ...]:
    """One road of the kind (any if none is named) whose value is at most the strength (E4)."""
    reached = {
        way.to: None
        for way in ways(layout, rotation, place)
        if way.die <= strength and kind in (way.kind, "")
    }
    return tuple(Option(f"go {to}", (travel(to),)) for to in reached)


@cache
def turns(rotation: int, kind: str, strength: int) -> tuple[Option, ...]:
    """Turning the overlay to another position before leaving Cuzco."""
    return tuple(
        Option(f"turn {new}", (rotate(new), move(kind, strength, True)))
        for new in range(TURNS)
        if new != rotation
    )


@may_ask
def move(s: Cuzco, me: int, kind: str, strength: int, turned: bool = False) -> list[Option]:
    """Move the chaski along one road of the kind and of a value at most the strength (4.1; R76).

    Whose chaski has come back to Cuzco may first turn the overlay to any position (D5).
    """
    player = s.players[me]
    place, any_kind = player.chaski, "" if s.now.any_road else kind
    here = destinations(s.layout, s.rotation, place, any_kind, strength)
    options = list(here)
    if here and player.may_turn and not turned:
        options += turns(s.rotation, kind, strength)
    if any_kind and len(destinations(s.layout, s.rotation, place, "", strength)) > len(here):
        options += plays(s, me, MOVING)
    return options


@move.possible
def any_road(s: Cuzco, me: int, kind: str, strength: int, turned: bool = False) -> bool:
    """A usable road of the kind, or of the other kind and a card for it."""
    place, any_kind = s.players[me].chaski, "" if s.now.any_road else kind
    if destinations(s.layout, s.rotation, place, any_kind, strength):
        return True
    usable = any_kind and destinations(s.layout, s.rotation, place, "", strength)
    return bool(usable and plays(s, me, MOVING))


@move.refuses
def refused_moves(
    s: Cuzco, me: int, kind: str, strength: int, turned: bool = False
) -> Iterator[Refusal]:
    """Places that no usable road leads to, turning the overlay, and cards that do not help."""
    options = move.run(s, me, kind, strength, turned)
    offered = {option.id for option in options}
    for place in [CENTRE, *villages(s.layout)]:
        if f"go {place}" not in offered:
            yield _no_way(s, s.players[me].chaski, place, strength)
    for rotation in range(TURNS):
        if f"turn {rotation}" not in offered:
            yield _no_turning(s, me, rotation, turned)
    yield from refused_cards(s, me, options, MOVING)


def _no_way(s: Cuzco, place: str, to: str, strength: int) -> Refusal:
    """Why a chaski does not get from a place to another one along one road."""
    step, roads = f"go {to}", [way for way in ways(s.layout, s.rotation, place) if way.to == to]
    in_reach = [way.kind for way in roads if way.die <= strength]
    if to == place:
        return Refusal(step, "here-already", {"place": to}, "4.1")
    if not roads:
        return Refusal(step, "no-road", {"place": to}, "4.1")
    if not in_reach:
        shortest = min([way.die for way in roads])
        return Refusal(step, "road-too-long", {"n": shortest, "place": to}, "4.1")
    return Refusal(step, "other-kind-of-road", {"kind": in_reach[0]}, "4.1")


def _no_turning(s: Cuzco, me: int, rotation: int, turned: bool) -> Refusal:
    """Why the overlay is not turned to a position now (D5)."""
    step = f"turn {rotation}"
    if not s.players[me].may_turn:
        return Refusal(step, "chaski-not-back", {}, "D5")
    if turned:
        return Refusal(step, "turned-already", {}, "D5")
    if rotation == s.rotation:
        return Refusal(step, "lies-so-already", {"n": rotation}, "D5")
    return Refusal(step, "no-road-from-here", {}, "D5")


@does
def any_road_kind(s: Cuzco, me: int) -> None:
    """For this move the chaski may use either kind of road."""
    s.now.any_road = True


@does
def rotate(s: Cuzco, me: int, rotation: int) -> None:
    """The overlay of Cuzco is turned; nothing else moves with it."""
    s.rotation = rotation


@does
def travel(s: Cuzco, me: int, to: str) -> None:
    """The chaski arrives: in Cuzco for the fire blessing, in a village to deliver a quipu.

    Where an own quipu lies already nothing is laid or taken (D4), nor when no quipu is left (R73).
    """
    player = s.players[me]
    player.chaski = to
    player.may_turn = to == CENTRE
    s.now.any_road = False
    close(s, MOVING)
    if to == CENTRE:
        then(s, me, *fire_blessing())
    elif me not in s.piles[to] and player.quipus + player.reserve:
        then(s, me, deliver(to))


@does
def deliver(s: Cuzco, me: int, village: str) -> None:
    """A quipu of the mask (when none is left, of the reserve) is laid on top; then the feather of
    the village, if there is room for it (E5)."""
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
def delivered(s: Cuzco, me: int) -> list[Option]:
    """The moment of a delivery, for the cards that have it."""
    return window(s, me, DELIVERING)


@delivered.refuses
def refused_for_delivery(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Cards that cannot be used for the delivery."""
    yield from refused_windows(s, me, DELIVERING)


@does
def score_village(s: Cuzco, me: int) -> None:
    """Score the points of the village where the quipu was laid."""
    then(s, me, score(villages(s.layout)[s.players[me].chaski].points))


@does
def extra_feathers(s: Cuzco, me: int, n: int) -> None:
    """So many feathers of different colours."""
    then(s, me, pick_feathers(True, n))


@extra_feathers.possible
def room_for_extra(s: Cuzco, me: int, n: int) -> bool:
    """Room for a feather of some colour."""
    return would(s, me, pick_feathers(True, n))
