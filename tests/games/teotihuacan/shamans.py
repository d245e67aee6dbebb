"""Altars and shamans of the tests: tables with altar tiles and shamans by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.module import part
from games.teotihuacan.modules.altars_and_shamans.altars import Altars, Shaman
from games.teotihuacan.state import Teotihuacan
from tests.games.teotihuacan.builder import SEATS, Play, Side, teotihuacan

MODULES = ("obsidian", "altars_and_shamans")
HARDER = (*MODULES, "teotibot_shaman_obsidian")

Place = tuple[int, int] | tuple[int, int, bool]
"""A shaman: altar, space, and whether it stands, which it usually does."""


def altars(
    seats: int = 4,
    *,
    shamans: Mapping[str, Place],
    laid: Sequence[str] = ("ALT1", "ALT2", "ALT3", "ALT4"),
    great: Mapping[int, Sequence[str]] | None = None,
    held: Mapping[str, Sequence[str]] | None = None,
    obsidian: int = 0,
    masks: Sequence[int] = (),
    modules: tuple[str, ...] = MODULES,
    **rest: Any,
) -> Play:
    """A table with altar tiles from altar 1 on and shamans by seat.

    ``great`` are the tiles at altars, ``held`` those of players; red has the ``obsidian``, and
    yellow the ``masks`` of great tiles.
    """

    def prepare(s: Teotihuacan) -> None:
        own = part(s, Altars)
        own.tiles = list(laid)
        for seat, (altar, space, *standing) in shamans.items():
            own.shamans[SEATS.index(seat)] = Shaman(altar, space, *(standing or [True]))
        for altar, kinds in (great or {}).items():
            s.piles[f"altar {altar}"] = list(kinds)
        for seat, tiles in (held or {}).items():
            s.players[SEATS.index(seat)].discoveries += tiles
        s.players[0].goods["obsidian"] = obsidian
        s.players[1].masks += masks

    return teotihuacan(seats, modules=modules, prepare=prepare, **rest)


def shaman(table: Play, seat: str = "red") -> tuple[int, int, bool]:
    """Where a shaman is, and whether it stands."""
    found = part(table.state, Altars).shamans[SEATS.index(seat)]
    return found.altar, found.space, found.standing


ONE: Side = {"workers": [(5, 3)]}
"""A player with a worker of power 3 on Alchemy, two boards before Construction."""
