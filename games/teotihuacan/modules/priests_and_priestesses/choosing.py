"""The choice of priests, and what some of them bring before the game (15.7)."""

from __future__ import annotations

from functools import cache

from engine.core import (
    NOBODY,
    Item,
    Option,
    asks,
    asks_secretly,
    does,
    does_secretly,
    queue,
    quietly,
    then,
    together,
)
from engine.listing import RefusedAnswer, why
from engine.luck import shuffled
from engine.module import before, part
from games.teotihuacan import setup
from games.teotihuacan.box import box
from games.teotihuacan.modules.priests_and_priestesses.priests import (
    RULE,
    Offices,
    office,
    priest_of,
)
from games.teotihuacan.state import Teotihuacan


@before(setup.draft)
@quietly
def choose_priests(s: Teotihuacan, me: int) -> None:
    """Have all players keep a priest at once, then turn them up in order.

    The starting tiles are there already, and none is chosen yet (R117).
    """
    shown: list[Item] = [(seat, turn_up_priest()) for seat in setup.seats(s)]
    queue(s, [(NOBODY, together(keep_priest())), *shown])


@asks_secretly
def keep_priest(s: Teotihuacan, me: int) -> list[Option]:
    """Keep one of the priests dealt (15.7)."""
    return [Option(f"priest {id_}", (hold_priest(id_),)) for id_ in office(s, me).dealt]


keep_priest.refuses_nothing("each of the priests dealt may be kept")


@does_secretly
def hold_priest(s: Teotihuacan, me: int, priest: str) -> None:
    """Keep a priest."""
    own = office(s, me)
    own.dealt.remove(priest)
    own.kept.append(priest)


@quietly
def turn_up_priest(s: Teotihuacan, me: int) -> None:
    """Turn up the priest that a player kept; the other one goes back to the box."""
    own, everyone = office(s, me), part(s, Offices)
    [kept], left = own.kept, own.dealt
    own.kept, own.dealt = [], []
    everyone.box = sorted([*everyone.box, *left])
    then(s, me, show_priest(kept), draw_technologies())


@does
def show_priest(s: Teotihuacan, me: int, priest: str) -> None:
    """Turn up the own priest."""
    office(s, me).priest = priest


@quietly
def draw_technologies(s: Teotihuacan, me: int) -> None:
    """Draw technologies that are not on display, for a priest who brings one (priest 11)."""
    if count := priest_of(s, me).technologies:
        unused = [tile for tile in box(s).technologies if tile not in s.technologies]
        drawn = tuple(sorted(shuffled(s, unused)[:count]))
        then(s, me, show_technologies(drawn), choose_technology())


@does
def show_technologies(s: Teotihuacan, me: int, tiles: tuple[str, ...]) -> None:
    """Turn up technologies to choose from."""
    office(s, me).drawn = list(tiles)


@asks
def choose_technology(s: Teotihuacan, me: int) -> list[Option]:
    """Keep one of the technologies drawn; no other player can have it (priest 11)."""
    return [_technology(tile) for tile in office(s, me).drawn]


@cache
def _technology(tile: str) -> Option:
    return Option(f"technology {tile}", (keep_technology(tile),))


@choose_technology.otherwise
def not_drawn(s: Teotihuacan, me: int) -> list[RefusedAnswer]:
    """Return the technologies that were not drawn."""
    tiles = box(s).technologies
    return [(f"technology {tile}", why("not-drawn", RULE, technology=tile)) for tile in tiles]


@does
def keep_technology(s: Teotihuacan, me: int, tile: str) -> None:
    """Own a technology that is not on display; it brings no temple step (R118)."""
    office(s, me).drawn = []
    s.players[me].technologies.append(tile)
