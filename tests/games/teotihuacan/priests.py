"""Tables of Teotihuacan on which red, or the Teotibot, has a priest."""

from __future__ import annotations

from typing import Any

from engine.module import part
from games.teotihuacan.modules.priests_and_priestesses.priests import (
    PRIESTS,
    SOLO,
    Office,
    Offices,
)
from games.teotihuacan.state import Teotihuacan
from tests.games.teotihuacan.automa import act
from tests.games.teotihuacan.builder import Play, Side, solo, teotihuacan

M1 = "priests_and_priestesses"


def lay_out_priests(s: Teotihuacan, side: int, priest: str, later: tuple[str, ...] = ()) -> None:
    """Give one side a priest; the others have none."""
    everyone = part(s, Offices)
    everyone.sides = [Office() for _ in s.players]
    everyone.sides[side].priest, everyone.sides[side].later = priest, list(later)
    everyone.box = sorted({*PRIESTS} - {priest})


def with_priest(
    priest: str, *, modules: tuple[str, ...] = (), later: tuple[str, ...] = (), **rest: Any
) -> Play:
    """A table on which red has a priest."""
    assert priest in PRIESTS
    return teotihuacan(
        modules=tuple(sorted((M1, *modules))),
        prepare=lambda s: lay_out_priests(s, 0, priest, later),
        **rest,
    )


def against_priest(priest: str, *, modules: tuple[str, ...] = (), **rest: Any) -> Play:
    """A table of red against the Teotibot with a priest."""
    assert priest in SOLO
    return solo(
        modules=tuple(sorted((M1, *modules))),
        prepare=lambda s: lay_out_priests(s, 1, priest),
        **rest,
    )


def using_with(priest: str, tile: str, bot: Side, **rest: Any) -> Play:
    """A table on which the Teotibot with a priest has used an action tile."""
    return against_priest(priest, bot=bot, do=act(tile), **rest)
