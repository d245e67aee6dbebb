"""The help of a standing shaman: in main actions, and at the Mansion (section 14)."""

from __future__ import annotations

from engine.adjustment import adjusts
from engine.core import quietly, then
from engine.module import after, before, part
from games.teotihuacan.acting import extra_workers, work
from games.teotihuacan.modules.altars_and_shamans.altars import TABLE, Altars, pointed
from games.teotihuacan.modules.altars_and_shamans.shamans import lay_down
from games.teotihuacan.power import HOME
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.worship import royal_power, use_royal


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
def rest_from_royal(s: Teotihuacan, me: int, tile: str, power: int) -> None:
    """Lay the shaman down after it has helped with a royal tile."""
    if helping_royal(s, me):
        then(s, me, lay_down())
