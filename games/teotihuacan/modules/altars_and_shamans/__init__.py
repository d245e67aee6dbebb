"""Altars and Shamans: a shaman for each side, and altars between the boards (M8)."""

from engine.luck import shuffled
from engine.module import Components, Module, part
from games.teotihuacan.box import added_by
from games.teotihuacan.modules.altars_and_shamans import (
    automa,
    helping,
    journeys,
    offerings,
    placing,
    shamans,
)
from games.teotihuacan.modules.altars_and_shamans.altars import (
    ALTARS,
    SPACES_BY_ID,
    TABLE,
    TILES,
    Altars,
    Shaman,
    pile,
)
from games.teotihuacan.modules.obsidian.great import draw_great
from games.teotihuacan.state import Teotihuacan

NAME = "altars_and_shamans"


def setup(s: Teotihuacan) -> None:
    """Lay the altar tiles in random order, with great discovery tiles; give out the shamans."""
    own = part(s, Altars)
    own.tiles = shuffled(s, list(TILES))
    for altar in ALTARS:
        drawn = [draw_great(s) for _ in s.players]
        s.piles[pile(altar)] = [kind for kind in drawn if kind is not None]
    own.shamans = [Shaman() for _ in s.players]


def components() -> Components:
    """Return the facts of the altar tiles, of their spaces, and of the other components."""
    return {**added_by(NAME), "altar": TILES, "altar_space": SPACES_BY_ID}


def census(s: Teotihuacan) -> dict[str, object]:
    """Count the altar tiles and the shamans."""
    own = part(s, Altars)
    return {"altars": sorted(own.tiles), "shamans": len(own.shamans)}


def value(s: Teotihuacan, side: int) -> float:
    """Estimate the worth of a side's standing shaman; at the end it is worth nothing."""
    return 0.0 if s.over else TABLE.worth * part(s, Altars).shamans[side].standing


MODULE = Module(
    name=NAME,
    summary="Module 8: altars between the boards, and shamans that visit them.",
    requires=("obsidian",),
    excludes=("first_game",),
    verbs=(placing, journeys, shamans, helping, offerings, automa),
    part=Altars,
    setup=setup,
    components=components,
    tables=lambda: {"altars": TABLE},
    census=census,
    value=value,
)
