"""Priests and the own shaman: when it stands up, and its salary (priest 12)."""

from __future__ import annotations

from engine.adjustment import adjusts
from engine.core import quietly, then
from engine.module import before, part
from games.teotihuacan.box import ALL
from games.teotihuacan.discovery import keep
from games.teotihuacan.eclipse import owed
from games.teotihuacan.modules.altars_and_shamans.altars import Altars
from games.teotihuacan.modules.altars_and_shamans.shamans import stand_up
from games.teotihuacan.modules.empire_expansion.benefits import take_special_mask
from games.teotihuacan.modules.priests_and_priestesses.priests import priest_of
from games.teotihuacan.power import HOME
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.workers import collect
from games.teotihuacan.worship import rite


def raise_shaman(s: Teotihuacan, me: int) -> None:
    """Stand the own shaman up if the priest does so and it lies (R119)."""
    if priest_of(s, me).shaman_lying and not part(s, Altars).shamans[me].standing:
        then(s, me, stand_up())


@before(collect)
@quietly
def stand_for_cocoa(s: Teotihuacan, me: int, board: int) -> None:
    """Stand the shaman up before cocoa is collected (priest 12)."""
    raise_shaman(s, me)


@before(rite)
@quietly
def stand_for_royal(s: Teotihuacan, me: int, board: int, space: str, power: int) -> None:
    """Stand the shaman up before a royal tile is used, so that it may help there (priest 12)."""
    if board == HOME:
        raise_shaman(s, me)


@before(keep)
@quietly
def stand_for_mask(s: Teotihuacan, me: int, kind: str) -> None:
    """Stand the shaman up before a mask is gained (priest 12)."""
    if ALL.discoveries[kind].mask:
        raise_shaman(s, me)


@before(take_special_mask)
@quietly
def stand_for_special_mask(s: Teotihuacan, me: int, mask: str) -> None:
    """Stand the shaman up before a special mask of the Empire is gained (priest 12)."""
    raise_shaman(s, me)


@adjusts(owed)
def salary_of_shaman(was: int, s: Teotihuacan, me: int) -> int:
    """Add the salary of the shaman, which is higher if it lies (priest 12)."""
    priest = priest_of(s, me)
    if not priest.shaman_lying:
        return was
    standing = part(s, Altars).shamans[me].standing
    return was + (priest.shaman_standing if standing else priest.shaman_lying)
