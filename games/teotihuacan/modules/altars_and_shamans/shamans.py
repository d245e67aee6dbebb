"""The shamans: how they come to altars, push each other, lie down and stand up (section 14)."""

from __future__ import annotations

from functools import cache

from engine.core import Listing, Option, asks, does, quietly, then
from engine.listing import Reason, answer, why
from engine.module import part
from engine.vocabulary import gain
from games.teotihuacan.modules.altars_and_shamans.altars import (
    ALTARS,
    SPACES,
    TABLE,
    Altars,
    Shaman,
    ahead,
    discovery_space,
    holder_of,
    pointed,
)
from games.teotihuacan.state import Teotihuacan


@does
def go_to_altar(s: Teotihuacan, me: int, altar: int, number: int, board: int) -> None:
    """Put the shaman on a space of an altar, from where it points to a board.

    A shaman that is there is pushed on before anything else happens (R30). That of the Teotibot
    never stands.
    """
    shamans, pushed = part(s, Altars).shamans, holder_of(s, altar, number)
    shamans[me] = Shaman(altar, number, not s.played_by_rules(me))
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


@cache
def stand_at(altar: int, space: int, board: int) -> Option:
    """Return the answer that puts a shaman on a space, from where it points to a board."""
    return Option(f"shaman {altar} {space}", (go_to_altar(altar, space, board),))


def too_far(altar: int, near: list[int]) -> Reason | None:
    """Return why a shaman cannot go to an altar that is not near, or None."""
    return None if altar in near else why("other-altar", "14", n=altar)


@asks
def move_on(s: Teotihuacan, me: int) -> Listing:
    """Choose where the pushed shaman stands at the next altar, without its benefit (R30)."""
    near = [ahead(part(s, Altars).shamans[me].altar, 1)]
    return [
        answer(
            stand_at(altar, space, pointed(s, altar, space)),
            unless=too_far(altar, near),
        )
        for altar in ALTARS
        for space in SPACES
    ]


@quietly
def to_discoveries(s: Teotihuacan, me: int, altar: int) -> None:
    """Put the shaman of the Teotibot on the discovery space of an altar."""
    space = discovery_space(s, altar)
    then(s, me, go_to_altar(altar, space, pointed(s, altar, space)))


@does
def lay_down(s: Teotihuacan, me: int) -> None:
    """Lay the own shaman down."""
    part(s, Altars).shamans[me].standing = False


@does
def stand_up(s: Teotihuacan, me: int) -> None:
    """Stand the own shaman up; it may stand already (R36)."""
    part(s, Altars).shamans[me].standing = True
