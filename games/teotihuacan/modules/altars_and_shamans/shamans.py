"""The shamans: setup, the Shaman turn, pushing, and the help of a standing one (section 14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.adjustment import adjustable, adjusts
from engine.core import Item, Listing, Option, asks, does, queue, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, why
from engine.luck import draw
from engine.module import adds, after, before, part
from engine.vocabulary import gain
from games.teotihuacan.acting import extra_workers, work
from games.teotihuacan.box import box
from games.teotihuacan.discovery import no_uses, uses
from games.teotihuacan.eclipse import kept_tiles
from games.teotihuacan.modules.altars_and_shamans.altars import (
    ALTARS,
    SPACES,
    SPACES_BY_ID,
    TABLE,
    Altars,
    Shaman,
    ahead,
    discovery_space,
    holder_of,
    pointed,
    space_id,
)
from games.teotihuacan.power import HOME
from games.teotihuacan.setup import give_starts
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.workers import no_paid_unlock, own_turn, prepared, turn, unlock
from games.teotihuacan.worship import royal_power, use_royal

STRIDING = "shaman"
"""The moment of tiles that help while a shaman is moved."""


# Setup


@after(give_starts)
@quietly
def place_shamans(s: Teotihuacan, me: int) -> None:
    """Place the shamans in reverse player order; that of the Teotibot comes first (R91)."""
    items: list[Item] = [
        (side, draw_altar() if s.played_by_rules(side) else place_shaman())
        for side in reversed(s.order)
    ]
    queue(s, items)


@asks
def place_shaman(s: Teotihuacan, me: int) -> Listing:
    """Stand the shaman on a free space of any altar, without its benefit."""
    return [
        answer(_placing(altar, space, pointed(s, altar, space)), unless=no)
        for altar in ALTARS
        for space in SPACES
        for no in [holder_of(s, altar, space) is not None and why("shaman-there", "14")]
    ]


@cache
def _placing(altar: int, space: int, board: int) -> Option:
    return Option(f"shaman {altar} {space}", (go_to_altar(altar, space, board),))


@quietly
def draw_altar(s: Teotihuacan, me: int) -> None:
    """Draw a starting tile, whose first board leads to the altar of the Teotibot (R31, R91)."""
    kept = kept_tiles(s)
    left = [tile for tile in box(s).starting if tile not in kept]
    then(s, me, show_first_board(left[draw(s, len(left))]))


@does
def show_first_board(s: Teotihuacan, me: int, tile: str) -> None:
    """Take the first altar counterclockwise of the first board of a starting tile."""
    position = s.position(box(s).starting[tile].boards[0])
    altar = max(n for n in ALTARS if TABLE.clockwise[n - 1] <= position)
    then(s, me, to_discoveries(altar))


# The Shaman turn


@before(own_turn)
@quietly
def begin_own_turn(s: Teotihuacan, me: int) -> None:
    """Forget what was done in the turn before."""
    own = part(s, Altars)
    own.further, own.gone, own.unlocked, own.helps = 0, False, False, False


@adds(turn)
def shaman_turn(s: Teotihuacan, me: int) -> Listing:
    """Move the shaman instead of a worker, perhaps with a tile that lets it go further."""
    no = no_shaman_turn(s, me)
    return [*journeys(s, me, no), *stride_tiles(s, me, no)]


def no_shaman_turn(s: Teotihuacan, me: int) -> Reason | None:
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
            unless=no or _too_far(altar, near),
        )
        for altar in ALTARS
        for space in SPACES
    ]


def _too_far(altar: int, near: list[int]) -> Reason | None:
    return None if altar in near else why("other-altar", "14", n=altar)


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
    then(s, me, *SPACES_BY_ID[space].do)


@after(unlock)
@quietly
def note_unlocking(s: Teotihuacan, me: int) -> None:
    """Note that workers were unlocked: a player who pays for that takes a normal turn (R90)."""
    part(s, Altars).unlocked = True


@adjusts(no_paid_unlock)
def no_cocoa_for_unlocking(was: Reason | None, s: Teotihuacan, me: int) -> Reason | None:
    """Allow no unlocking for cocoa in a Shaman turn (R5)."""
    return was or (why("shaman-turn", "4") if part(s, Altars).gone else None)


# Pushing


@does
def go_to_altar(s: Teotihuacan, me: int, altar: int, space: int, board: int) -> None:
    """Put the shaman on a space of an altar, from where it points to a board.

    A shaman that is there is pushed on before anything else happens (R30). That of the Teotibot
    never stands.
    """
    shamans, pushed = part(s, Altars).shamans, holder_of(s, altar, space)
    shamans[me] = Shaman(altar, space, not s.played_by_rules(me))
    if pushed is not None and pushed != me:
        shamans[pushed] = Shaman(altar)
        then(s, pushed, make_way())


@quietly
def make_way(s: Teotihuacan, me: int) -> None:
    """Leave for the next altar; the Teotibot goes to its discovery space and gains (R31, R93)."""
    if s.played_by_rules(me):
        altar = ahead(part(s, Altars).shamans[me].altar, 1)
        then(s, me, to_discoveries(altar), gain(TABLE.teotibot.pushed))
    else:
        then(s, me, move_on())


@asks
def move_on(s: Teotihuacan, me: int) -> Listing:
    """Choose where the pushed shaman stands at the next altar, without its benefit (R30)."""
    near = [ahead(part(s, Altars).shamans[me].altar, 1)]
    return [
        answer(
            _placing(altar, space, pointed(s, altar, space)),
            unless=_too_far(altar, near),
        )
        for altar in ALTARS
        for space in SPACES
    ]


@quietly
def to_discoveries(s: Teotihuacan, me: int, altar: int) -> None:
    """Put the shaman of the Teotibot on the discovery space of an altar."""
    space = discovery_space(s, altar)
    then(s, me, go_to_altar(altar, space, pointed(s, altar, space)))


# The help of a standing shaman


def helping_at(s: Teotihuacan, me: int, board: int) -> bool:
    """Return whether the own shaman stands and points to a board."""
    shaman = part(s, Altars).shamans[me]
    return shaman.standing and pointed(s, shaman.altar, shaman.space) == board


@adjusts(extra_workers)
def count_shaman(was: int, s: Teotihuacan, me: int, board: int) -> int:
    """Count a standing shaman as a worker of the lowest power on the board it points to."""
    return was + helping_at(s, me, board)


@before(work)
@quietly
def note_help(s: Teotihuacan, me: int, board: int) -> None:
    """Note whether the shaman counts; one that stands up later does not (R56)."""
    part(s, Altars).helps = helping_at(s, me, board)


@after(work)
@quietly
def rest_from_work(s: Teotihuacan, me: int, board: int) -> None:
    """Lay the shaman down after the main action in which it counted."""
    if part(s, Altars).helps:
        part(s, Altars).helps = False
        then(s, me, lay_down())


def helping_royal(s: Teotihuacan, me: int) -> bool:
    """Return whether the own shaman helps on board 1: only the Mansion lets it."""
    return TABLE.mansion in s.modules and helping_at(s, me, HOME)


@adjusts(royal_power)
def add_shaman(was: int, s: Teotihuacan, me: int, power: int) -> int:
    """Add a standing shaman to the P of a royal tile of the Mansion."""
    return was + helping_royal(s, me)


@after(use_royal)
@quietly
def rest_from_royal(s: Teotihuacan, me: int, *royal: Any) -> None:
    """Lay the shaman down after it has helped with a royal tile."""
    if helping_royal(s, me):
        then(s, me, lay_down())


@does
def lay_down(s: Teotihuacan, me: int) -> None:
    """Lay the own shaman down."""
    part(s, Altars).shamans[me].standing = False


@does
def stand_up(s: Teotihuacan, me: int) -> None:
    """Stand the own shaman up; it may stand already (R36)."""
    part(s, Altars).shamans[me].standing = True
