"""Journeys: the Shaman turn, which takes the place of a normal one (section 14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.adjustment import adjustable, adjusts
from engine.core import Listing, Option, asks, does, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, why
from engine.module import adds, after, before, part
from engine.tables import effects
from games.teotihuacan.discovery import no_uses, uses
from games.teotihuacan.modules.altars_and_shamans.altars import (
    ALTARS,
    SPACES,
    SPACES_BY_ID,
    Altars,
    ahead,
    pointed,
    space_id,
)
from games.teotihuacan.modules.altars_and_shamans.shamans import go_to_altar, too_far
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.workers import no_paid_unlock, own_turn, prepared, turn, unlock

STRIDING = "shaman"
"""The moment of tiles that help while a shaman is moved."""


@before(own_turn)
@quietly
def begin_own_turn(s: Teotihuacan, me: int) -> None:
    """Forget what was done in the turn before."""
    own = part(s, Altars)
    own.further, own.gone, own.unlocked, own.helps = 0, False, False, False


@adds(turn)
def shaman_turn(s: Teotihuacan, me: int) -> Listing:
    """Move the shaman instead of a worker, perhaps with a tile that lets it go further."""
    no = no_shaman_turn(s)
    return [*journeys(s, me, no), *stride_tiles(s, me, no)]


def no_shaman_turn(s: Teotihuacan) -> Reason | None:
    """Return why no Shaman turn is possible: a normal turn has begun (R5, R90)."""
    if prepared(s):
        return why("a-move-is-prepared", "4")
    return why("workers-unlocked", "4") if part(s, Altars).unlocked else None


@adjustable
def strides(s: Teotihuacan, me: int) -> tuple[int, ...]:
    """Return how many altars the own shaman may go; tiles add to it (R94)."""
    return (1 + part(s, Altars).further,)


def journeys(s: Teotihuacan, me: int, no: Reason | None = None) -> Listing:
    """List the spaces of all altars, each unless the shaman cannot go there."""
    here = part(s, Altars).shamans[me].altar
    near = [ahead(here, n) for n in strides(s, me)]
    return [
        answer(
            _journey(altar, space, pointed(s, altar, space), space_id(s, altar, space)),
            unless=no or too_far(altar, near),
        )
        for altar in ALTARS
        for space in SPACES
    ]


@cache
def _journey(altar: int, space: int, board: int, there: str) -> Option:
    effects = begin_journey(), go_to_altar(altar, space, board), benefit(there)
    return Option(f"shaman {altar} {space}", effects)


@quietly
def begin_journey(s: Teotihuacan, me: int) -> None:
    """Begin a Shaman turn."""
    part(s, Altars).gone = True


def stride_tiles(s: Teotihuacan, me: int, no: Reason | None = None) -> Listing:
    """List the tiles that help while the shaman moves: only that movement is left then (R90)."""
    return [
        answer(each.id, *each.then, move_shaman(), unless=no)
        for each in uses(s, me, STRIDING)
        if isinstance(each, Option)
    ]


@does
def go_further(s: Teotihuacan, me: int, n: int) -> None:
    """Let the shaman go further than to the next altar."""
    part(s, Altars).further += n


@asks
def move_shaman(s: Teotihuacan, me: int) -> Listing:
    """Move the shaman to an altar, counterclockwise, or use one more tile for that."""
    return [*journeys(s, me), *stride_tiles(s, me)]


@move_shaman.otherwise
def no_other_tile(s: Teotihuacan, me: int) -> Iterator[RefusedAnswer]:
    """Yield the tiles that do not help the movement of a shaman."""
    return no_uses(s)


@quietly
def benefit(s: Teotihuacan, me: int, space: str) -> None:
    """Gain what a space of an altar tile gives."""
    then(s, me, *effects(SPACES_BY_ID[space].do))


@after(unlock)
@quietly
def note_unlocking(s: Teotihuacan, me: int) -> None:
    """Note that workers were unlocked: a player who pays for that takes a normal turn (R90)."""
    part(s, Altars).unlocked = True


@adjusts(no_paid_unlock)
def no_cocoa_for_unlocking(was: Reason | None, s: Teotihuacan, me: int) -> Reason | None:
    """Allow no unlocking for cocoa in a Shaman turn (R5)."""
    return was or (why("shaman-turn", "4") if part(s, Altars).gone else None)
